"""A game of the family as a table is opened with it: its facts, its house rules, and the rules they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.engine.core import Rules
from companion.engine.drawing import Draw
from companion.engine.option import Option, UnknownHouseRule, setting

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of house rules; its name in other languages is in the sheet.

    `usual`: most tables play so where the game is at home, though the text it was taken from does not.
    """

    name: str
    house: tuple[tuple[str, str], ...] = ()
    usual: bool = False

    @classmethod
    def of(cls, name: str, house: str, *, usual: bool = False) -> Preset:
        """From house rules as a record writes them: `key=value key=value`."""
        pairs = (pair.partition("=") for pair in house.split())
        return cls(name, tuple((key, value) for key, _, value in pairs), usual)


AS_WRITTEN = Preset("As written")


@dataclass(frozen=True, slots=True)
class Count:
    """How players mark the score of a game: with matches in fives, stones, jetons, the cube, or in digits.

    `halves` are the names of the two halves of a game, where it has them: malas and buenas. `longs`: what brings a game
    nearer are longs, won by truts or for petits, which other games call truts and points.
    """

    by: Literal["digits", "matches", "stones", "jetons", "cube"] = "digits"
    halves: tuple[str, str] | None = None
    longs: bool = False


SEVEN_EIGHT = {"7_high": "7 8 A K Q J 10 9", "8_high": "8 7 A K Q J 10 9", "8_low": "7 A K Q J 10 9 8"}

Ranking = Callable[[Mapping[str, str]], tuple[Cards, ...]]


def seven_eight(house: Mapping[str, str]) -> tuple[Cards, ...]:
    """The French ranking, with the Seven and the Eight where the house rule of that name has them."""
    return tuple((rank,) for rank in SEVEN_EIGHT[house["seven_eight"]].split())


@dataclass(frozen=True)
class Variant:
    """One game of the family.

    `build` is the function of the game's file: from seats and house rules, as keywords, to
    Rules(tally, parts). `seats` are the possible numbers of players, the usual one first. `ranking` gives, for the
    house rules in force, the cards from the strongest down, each group of equal strength: `3` for all of that rank,
    `1e` for one card. `draw` is what cards drawn before the first deal settle, None where the sources say nothing of
    it. `count` is how the score is marked at the table. `land` is where it is at home, `first_for` the languages whose
    speakers play it most, `also` are other names people look for it by. `french_pack` lists the house rules (key,
    value) under which a game of Spanish cards is played with French ones.
    """

    id: str
    name: str
    seats: tuple[int, ...]
    direction: Literal["clockwise", "counter-clockwise"]
    suits: Literal["spanish", "french"]
    options: tuple[Option, ...]
    ranking: Ranking
    build: Callable[..., Rules]
    presets: tuple[Preset, ...] = (AS_WRITTEN,)
    each_for_himself: bool = False
    draw: Draw | None = None
    count: Count = Count()
    land: Literal["catalonia", "castile", "france", "england", "south-america", "brazil", ""] = ""
    first_for: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    french_pack: tuple[tuple[str, str], ...] = ()

    @property
    def usual(self) -> Preset:
        """The house rules most tables play by where the game is at home: as written, where no preset says otherwise."""
        return next((preset for preset in self.presets if preset.usual), AS_WRITTEN)

    def suits_under(self, rules: Rules) -> Literal["spanish", "french"]:
        """The suits on the cards of a table."""
        return "french" if set(self.french_pack) & set(rules.house) else self.suits

    def rules(self, seats: int | None = None, house: Mapping[str, str] | None = None) -> Rules:
        """The rules for that many seats under these house rules; raises UnknownHouseRule."""
        return _rules(self, self.seats[0] if seats is None else seats, tuple(sorted((house or {}).items())))

    def without(self, *keys: str) -> Variant:
        """A game like this one that lacks these house rules: their defaults hold at every table.

        To be called before the copy gets a `build` or a `ranking` of its own. KeyError for an unknown key.
        """
        gone = {key: self.option(key).default for key in keys}
        settings = {key: setting(value) for key, value in gone.items()}
        return replace(
            self,
            options=tuple(option for option in self.options if option.key not in gone),
            build=lambda **house: self.build(**settings | house),
            ranking=lambda house: self.ranking(gone | dict(house)),
        )

    def option(self, key: str) -> Option:
        """The house rule of that key; KeyError when the game has none."""
        return {option.key: option for option in self.options}[key]

    def options_for(self, seats: int) -> tuple[Option, ...]:
        """The house rules that mean something to so many players."""
        return tuple(option for option in self.options if not option.seats or seats in option.seats)

    def complete(self, house: Mapping[str, str], seats: int | None = None) -> dict[str, str]:
        """Every house rule with its value for that many seats, the defaults included.

        Raises UnknownHouseRule naming the possible ones for a rule or a value this game does not have.
        """
        seats = self.seats[0] if seats is None else seats
        options = self.options_for(seats)
        keys = [option.key for option in options]
        for key in house:
            if key not in keys:
                raise UnknownHouseRule(
                    "%(game)s with %(seats)s players has no house rule %(key)s: it has %(keys)s",
                    game=self.id,
                    seats=seats,
                    key=key,
                    keys=", ".join(keys),
                )
        facts = {**house, "seats": str(seats), "sides": str(self.sides(seats))}
        if "target" in keys:
            facts["target"] = self.option("target").value(facts)
        return {option.key: option.value(facts) for option in options}

    def sides(self, seats: int) -> int:
        """How many sides so many players make."""
        return seats if self.each_for_himself else 2


def _rules(variant: Variant, seats: int, house: tuple[tuple[str, str], ...]) -> Rules:
    if seats not in variant.seats:
        possible = tuple(sorted(variant.seats))
        raise UnknownHouseRule(
            "%(game)s is played by %(seats)s, not by %(given)s", game=variant.id, seats=possible, given=seats
        )
    try:
        full = variant.complete(dict(house), seats)
    except UnknownHouseRule as wrong:
        wrong.values["game"] = variant.id  # so that a page can call its house rules by their names
        raise
    values = {key: setting(value) for key, value in full.items()}
    best, sides = values.pop("best_of", 1), variant.sides(seats)
    handicap = _by_side(str(values.pop("handicap", 0)), sides)
    rules = variant.build(seats=seats, **values)
    written = tuple(full.items())
    return replace(
        rules, seats=seats, sides=sides, best_of=int(best), variant=variant.id, house=written, handicap=handicap
    )


def _by_side(text: str, sides: int) -> tuple[int, ...]:
    numbers = tuple(map(int, text.split("-")))
    return numbers if len(numbers) == sides else numbers * sides
