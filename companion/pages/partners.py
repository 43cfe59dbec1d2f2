"""Explain how players draw cards for partners and the deal, and seat the players by their cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine import Impossible, Rules
from companion.engine.drawing import Draw
from companion.engine.variant import Variant
from companion.web.language import N_, gettext
from companion.words.people import People

# What the draw settles: partners, the deal, or both.
TITLES = {
    (True, True): N_("Cut for partners and the deal"),
    (True, False): N_("Cut for partners"),
    (False, True): N_("Cut for the deal"),
}
DEALS = {
    "highest": N_("The highest card deals first."),
    "lowest": N_("The lowest card deals first."),
    "agreed": N_("Agree among yourselves who deals first."),
}
PARTNERS = {
    4: N_("Of four, the two highest cards play against the two lowest."),
    6: N_(
        "Of four, the two highest cards play against the two lowest; "
        "of more, the higher half against the lower."
    ),
}
PLACES = (
    # NOTE: to be chosen for each player, after the question “drew which card?”
    N_("drew the highest card"),
    N_("drew the 2nd highest card"),
    N_("drew the 3rd highest card"),
    N_("drew the 4th highest card"),
    N_("drew the 5th highest card"),
    N_("drew the 6th highest card"),
    N_("drew the 7th highest card"),
    N_("drew the 8th highest card"),
)


@dataclass(frozen=True, slots=True)
class PartnerDraw:
    """The part of the form that asks which cards the players drew.

    * `places`: what can be chosen for each player, as pairs of value and label. "1" means that the
      player drew the highest card, "2" the second highest, and so on.
    * `chosen`: the value chosen for each player so far, "" if none is chosen.
    * `done`: a sentence that says how the players sit after the draw, "" before the draw.
    """

    title: str
    text: str
    places: tuple[tuple[str, str], ...]
    chosen: tuple[str, ...]
    done: str

    @property
    def open(self) -> bool:
        """Return whether this part of the form is open, because a card was chosen for a player."""
        return any(self.chosen)


def partner_draw(
    variant: Variant, rules: Rules, typed: Mapping[str, str], names: tuple[str, ...]
) -> PartnerDraw | None:
    """Return the part of the form in which players enter the cards they drew for partners and deal.

    Return None if such a draw would decide nothing in this game.
    """
    draw = variant.draw
    if draw is None or (draw.deals == "agreed" and not draw.pairs(rules.seats)):
        return None
    most = range(max(variant.seats))
    places = tuple((str(place + 1), gettext(PLACES[place])) for place in most)
    chosen = tuple(typed.get(f"drawn-{player}", "") for player in most)
    text = _text(draw, variant.seats)
    done = _done(rules, typed, names)
    return PartnerDraw(_title(draw), text, places, chosen, done)


def seat_by_draw(
    draw: Draw, seats: int, names: tuple[str, ...], typed: Mapping[str, str]
) -> dict[str, str]:
    """Return the typed values, with every player moved to the seat that the draw gives them.

    Raises Impossible if a player has no card, or if two players have the same card.
    """
    players = range(seats)
    dealer = typed.get("dealer", "0")
    try:
        numbers = tuple(int(typed.get(f"drawn-{player}", "")) for player in players)
        if dealer not in map(str, players):
            dealer = "0"
        result = draw.seated(numbers, int(dealer))
    except ValueError:
        raise Impossible(
            "Choose the card each player drew, using each rank once. If two are equal, draw again."
        ) from None
    moved = {str(player): str(seat) for seat, player in enumerate(result.players)}
    fields = {f"name-{seat}": names[player] for seat, player in enumerate(result.players)}
    fields |= {f"drawn-{seat}": str(numbers[player]) for seat, player in enumerate(result.players)}
    me = typed.get("me", "0")
    return {**typed, **fields, "dealer": str(result.dealer), "me": moved.get(me, me)}


def _title(draw: Draw) -> str:
    draws_partners = draw.partners != "agreed"
    draws_dealer = draw.deals != "agreed"
    return gettext(TITLES[draws_partners, draws_dealer])


def _text(draw: Draw, seats: tuple[int, ...]) -> str:
    partners = _partners(tuple(n for n in seats if draw.pairs(n)))
    sentences = (gettext("Each player draws a card."), partners, gettext(DEALS[draw.deals]))
    return " ".join(filter(None, sentences))


def _partners(seats: tuple[int, ...]) -> str:
    if not seats:
        return ""
    return gettext(PARTNERS[4 if max(seats) == 4 else 6])


def _done(rules: Rules, typed: Mapping[str, str], names: tuple[str, ...]) -> str:
    dealer = typed.get("dealer", "")
    if "draw" not in typed or dealer not in map(str, range(rules.seats)):
        return ""
    people = People(names, rules)
    sides = people.against()
    first = people.seat(int(dealer))
    # NOTE: %(sides)s: “Anna & Carme against Biel & Pep”
    return gettext(
        "Seated by the draw: %(sides)s. %(dealer)s deals first.", sides=sides, dealer=first
    )
