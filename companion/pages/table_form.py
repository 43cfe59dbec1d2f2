"""Build the form of a new table: its choices, and the values typed so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from flask import url_for

from companion.engine import Rules, start
from companion.engine.variant import Variant
from companion.pages import house_rules, partners
from companion.pages.house_rules import Control, Group
from companion.pages.partners import PartnerDraw
from companion.web import player_name
from companion.words import games
from companion.words.people import People, glyph, many


@dataclass(frozen=True, slots=True)
class Player:
    """A line of the form: a seat and the name of its player.

    * `deals`: whether the player deals first.
    * `me`: whether this phone has the seat.
    * `person`: in the form of the next table, the person chosen for the seat: an index in
      `PlayingOn.people`, as text. It is "" if nobody is chosen.
    """

    seat: int
    name: str
    side: int
    glyph: str
    deals: bool
    me: bool
    person: str = ""


@dataclass(frozen=True, slots=True)
class Beginning:
    """A side in the form: its name, and what was typed for it.

    * `score`: the points that the side has when the match begins.
    * `games`: how many games the side has won when the match begins.
    * `handicap`: the points (or truts) with which the side begins every game.
    """

    side: int
    glyph: str
    name: str
    score: str
    games: str
    handicap: str


@dataclass(frozen=True, slots=True)
class PresetButton:
    """A preset as a button: its name, its label, and whether it is chosen now."""

    name: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class PlayingOn:
    """The people of a table, and the score of its match, for a form that opens their next table.

    * `goes_on`: if true, the match continues at `score`, and only its rules may change. Otherwise
      another match begins.
    * `over`: whether the present match is over. If it is not over and another match begins, it
      stays unfinished.
    * `people`: the names to choose from for each seat.
    * `counts`: the numbers of players that this phone may choose.
    * `view`: the view in which this phone shows the table: "flat", "tv", or None for neither.
    """

    code: str
    score: str
    over: bool
    goes_on: bool
    people: tuple[str, ...]
    counts: tuple[int, ...]
    view: str | None = None


@dataclass(frozen=True, slots=True)
class NewPage:
    """The form of a new table, or of the next table for the same people.

    * `on`: the people of the present table, if the form is for their next table, else None.
    * `action`: the address to which the form is posted.
    * `refresh`: the address at which the form is shown again with the values typed so far.
    * `first`: the house rules that every table asks about.
    * `groups`: the rarer house rules.
    * `games_head`: the text above the column of games won.
    * `truts`: whether a score is written with a slash (`6/1`), so that its field accepts more than
      digits.
    * `stake`: what people play for.
    """

    game: str
    name: str
    seats: tuple[int, ...]
    chosen_seats: int
    players: tuple[Player, ...]
    many: bool
    table_phone: bool
    first: tuple[Control, ...]
    sides: tuple[Beginning, ...]
    games_head: str
    truts: bool
    presets: tuple[PresetButton, ...]
    groups: tuple[Group, ...]
    draw: PartnerDraw | None
    action: str
    refresh: str
    on: PlayingOn | None = None
    stake: str = ""
    notice: str = ""

    @property
    def begun(self) -> bool:
        """Return whether points, games or a handicap were typed, so that their fields are shown."""
        return any(side.score or side.games or side.handicap for side in self.sides)

    @property
    def changed(self) -> bool:
        """Return whether a rarer house rule was chosen, so that these rules are shown."""
        controls = chain.from_iterable(group.controls for group in self.groups)
        return any(control.changed for control in controls)


def form_page(
    variant: Variant, typed: Mapping[str, str], notice: str = "", on: PlayingOn | None = None
) -> NewPage:
    """Return the form that opens a table, with the values typed so far.

    All other fields have their usual values. `notice` says what was wrong with the values. `on` is
    None unless the same people go on playing after a match.
    """
    chosen = seats(variant, typed)
    words = games.words(variant.id)
    rules = variant.rules(chosen)
    called = names(variant, typed)
    people = People(called[:chosen], rules)
    fields = house_rules.controls(variant, words, typed, chosen)
    return NewPage(
        game=variant.id,
        name=words.name(variant.name),
        seats=variant.seats if on is None else on.counts,
        chosen_seats=chosen,
        players=tuple(_player(rules, called[seat], typed, seat) for seat in range(chosen)),
        many=many(rules),
        table_phone=typed.get("me") == "",
        first=tuple(fields[key] for key in house_rules.FIRST if key in fields),
        sides=tuple(_beginning(people, typed, side) for side in range(rules.accounts)),
        games_head=words.phrase("games"),
        truts=bool(start(rules).truts),
        presets=tuple(_presets(variant, typed)),
        groups=house_rules.groups(fields),
        draw=partners.partner_draw(variant, rules, typed, called) if on is None else None,
        action=_address("new_table.create_table", "rematch.play_on", on),
        refresh=_address("new_table.show_new_table", "rematch.show_rules", on),
        on=on,
        stake=typed.get("stake", ""),
        notice=notice,
    )


def _address(new: str, next_one: str, on: PlayingOn | None) -> str:
    """Return the address of the endpoint `new`, or of `next_one` if the same people play on."""
    if on is None:
        return url_for(new)
    return url_for(next_one, code=on.code, view=on.view)


def _presets(variant: Variant, typed: Mapping[str, str]) -> Iterator[PresetButton]:
    """Yield a button for each preset of the game.

    A preset is marked as chosen if the typed house rules are those of the preset. The target, the
    number of games and the handicap are not compared.
    """
    chosen = _rarer(variant, house_rules.chosen(variant, typed))
    words = games.words(variant.id)
    for preset in variant.presets:
        is_chosen = chosen == _rarer(variant, dict(preset.house))
        yield PresetButton(preset.name, words.preset(preset.name), is_chosen)


def _rarer(variant: Variant, house: Mapping[str, str]) -> dict[str, str]:
    """Return the house rules that differ from their defaults, except those in `APART`."""
    apart = house_rules.APART
    others = {key: text for key, text in house.items() if key not in apart}
    return {key: text for key, text in others.items() if text != variant.option(key).default}


def seats(variant: Variant, typed: Mapping[str, str]) -> int:
    """Return the chosen number of players, or the usual one if the game has no such number."""
    chosen = typed.get("seats", "")
    if chosen not in map(str, variant.seats):
        return variant.seats[0]
    return int(chosen)


def names(variant: Variant, typed: Mapping[str, str]) -> tuple[str, ...]:
    """Return the name to show in the field of each seat that the game can have (see `name`)."""
    return tuple(name(typed, seat) for seat in range(max(variant.seats)))


def name(typed: Mapping[str, str], seat: int) -> str:
    """Return the name typed for a seat.

    If nothing was typed, return the name that this phone remembers for its own seat, and "" for any
    other seat.
    """
    mine = typed.get("me", "0") == str(seat)
    return typed.get(f"name-{seat}", player_name.remembered() if mine else "")


def _beginning(people: People, typed: Mapping[str, str], side: int) -> Beginning:
    fields = (typed.get(f"{field}-{side}", "") for field in ("score", "games", "handicap"))
    return Beginning(side, glyph(side), people.side(side), *fields)


def _player(rules: Rules, name: str, typed: Mapping[str, str], seat: int) -> Player:
    side = rules.account(seat)
    deals = typed.get("dealer", "0") == str(seat)
    me = typed.get("me", "0") == str(seat)
    return Player(seat, name, side, glyph(side), deals, me, typed.get(f"person-{seat}", ""))
