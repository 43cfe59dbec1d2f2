"""Who is called what at this table."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from unicodedata import bidirectional

from companion.cheatsheets import prose
from companion.cheatsheets.lexicon import Lexicon
from companion.engine import Act, Rules, Worth
from companion.web import language
from companion.web.language import gettext, ngettext
from companion.words import labels
from companion.words.widths import shortened

GLYPHS = ("coin", "sword", "cup", "baton", "star", "moon", "bell", "crown")
USUAL = 4  # so many signs, and the colours that go with them, are in the styles of every page
LEFTWARD = ("R", "AL", "AN")
BRIEF = 5  # em of a name where there is little room


@dataclass(frozen=True)
class People:
    """The players' names, the sides they make and the words of their game, on one page: in its language."""

    names: tuple[str, ...]
    rules: Rules
    words: Lexicon = field(init=False, compare=False)
    """The words of the game they play."""

    def __post_init__(self) -> None:
        """Find the words, in the language of the page."""
        object.__setattr__(self, "words", Lexicon(self.rules.variant, language.code()))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The names as they stand in a sentence."""
        return tuple(called(seat, name) for seat, name in enumerate(self.names))

    @cached_property
    def _sides(self) -> tuple[str, ...]:
        sides = range(self.rules.sides)
        return tuple(
            labels.joined(tuple(map(self.name, self.rules.seats_of(side)))) for side in sides
        )

    @cached_property
    def brief(self) -> People:
        """The same people with names that fit where there is little room."""
        names = tuple(shortened(name, BRIEF) for name in self.names)
        return self if names == self.names else People(names, self.rules)

    def seat(self, seat: int | None) -> str:
        """The name of who sits there, `the table` for nobody in particular."""
        # NOTE: stands where else a player's name does, when all at the table do something together
        return gettext("the table") if seat is None else self.name(seat)

    def phone(self, seat: int | None) -> str:
        """Whose phone: the name of who sits there, without a seat the host's."""
        # NOTE: stands where else a player's name does: “The host was quicker”
        return gettext("The host") if seat is None else self.name(seat)

    def name(self, seat: int) -> str:
        """The name as it stands in a sentence."""
        return self._names[seat]

    def initial(self, seat: int) -> str:
        """What stands for the name where there is room for one sign: its first, or the number of a seat without one."""
        return next(filter(str.isprintable, self.names[seat]), str(seat + 1))

    def seats(self, seats: tuple[int, ...]) -> str:
        """The names of several seats, any one of which is meant."""
        return labels.joined(tuple(map(self.name, seats)), labels.OR)

    def side(self, side: int) -> str:
        """The names of those who play together."""
        return self._sides[side]

    def against(self) -> str:
        """All sides: Anna & Carme against Biel & Pep."""
        return labels.joined(self._sides, labels.AGAINST)

    def side_of(self, seat: int) -> str:
        """The names of the side somebody plays for."""
        return self.side(self.rules.side(seat))

    @property
    def game(self) -> str:
        """What is won at the target, within a sentence: a game, or the match where that is one game."""
        return self.words.phrase(prose.won(self.rules.best_of))

    def worth(self, worth: Worth | None) -> str:
        """What a hand or a bet is for: points, a trut, all that is played for; empty where nothing is known."""
        if worth is None:
            return ""
        return self.game if worth == "game" else labels.worth(worth, self.rules)

    def value(self, act: Act) -> str:
        """The value of a tap in words: a player's name, a card, a number."""
        value, kind = act.value or "", self.words.word(act.word).value_is
        if kind == "player" and value.isdigit():
            return self.seat(int(value))
        return labels.card_name(value) if kind == "card" else value

    def do(self, side: int, sentences: tuple[str, str], **values: object) -> str:
        """What that side does, said of one or of several: Anna wins, Anna & Biel win."""
        several = len(self.rules.seats_of(side))
        return ngettext(*sentences, several, side=self.side(side), **values)


def called(seat: int, name: str) -> str:
    """The name of who sits there as it stands in a sentence; for a seat without one its number in order of play."""
    return isolated(name) or gettext("Player %(number)s", number=seat + 1)


def isolated(name: str) -> str:
    """The name so that it cannot turn what stands around it; only one that is written from the right needs this."""
    return f"\u2068{name}\u2069" if any(bidirectional(c) in LEFTWARD for c in name) else name


def glyph(side: int) -> str:
    """The sign of a side, so that colour is never all there is."""
    return GLYPHS[side % len(GLYPHS)]


def many(rules: Rules) -> bool:
    """Whether there are sides whose sign and colour a page must fetch: static/css/many.css."""
    return rules.sides > USUAL
