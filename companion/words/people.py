"""Name the people at a table, and the sides for which they play."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from unicodedata import bidirectional

from companion.cheatsheets import prose
from companion.cheatsheets.lexicon import Lexicon
from companion.engine import Rules, Tap, Worth
from companion.web import language
from companion.web.language import cached_per_language, gettext, ngettext
from companion.words import labels
from companion.words.widths import brief_name, wide

GLYPHS = ("coin", "sword", "cup", "baton", "star", "moon", "bell", "crown")
USUAL = 4  # the styles of every page have the signs and colours of so many sides
LEFTWARD = ("R", "AL", "AN")
BRIEF = 5  # em of a name if there is little room
TABLES = 2000  # tables whose people are kept, as many as states of matches (`tables.process_state`)


@dataclass(frozen=True)
class People:
    """The names of the players and of their sides, and the words of their game.

    The words are in the language of the page. So are the texts for players without a name.
    """

    names: tuple[str, ...]
    rules: Rules
    words: Lexicon = field(init=False, compare=False)
    """The words of the game they play."""

    def __post_init__(self) -> None:
        """Find the words of the game in the language of the page."""
        object.__setattr__(self, "words", Lexicon(self.rules.variant, language.code()))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """Return the names as they are written in a sentence."""
        return tuple(called(seat, name) for seat, name in enumerate(self.names))

    @cached_property
    def _sides(self) -> tuple[str, ...]:
        found: list[str] = []
        for side in range(self.rules.accounts):
            names = tuple(map(self.seat, self.rules.seats_of(side)))
            found.append(labels.joined(names))
        return tuple(found)

    @cached_property
    def brief(self) -> People:
        """Return the same people with short names, for places with little room."""
        names = tuple(brief_name(name, BRIEF) for name in self.names)
        if names == self.names:
            return self
        return People(names, self.rules)

    def seat(self, seat: int | None) -> str:
        """Return the name of the player in this seat as it is written in a sentence.

        Return `the table` if the seat is None.
        """
        if seat is not None:
            return self._names[seat]
        # NOTE: stands where else a player's name does, when all at the table do something together
        return gettext("the table")

    def phone(self, seat: int | None) -> str:
        """Return what a sentence calls the phone of this seat: the name of its player.

        If `seat` is None, return "The host". This is for a host's phone without a seat.
        """
        if seat is not None:
            return self.seat(seat)
        # NOTE: stands where else a player's name does: “The host was quicker”
        return gettext("The host")

    def short(self, seat: int, most: float) -> str:
        """Return the name of the player in this seat, at most `most` em wide.

        If the seat has no name, return a text with its number, such as `P5`, so that seats can be
        told apart.
        """
        name = self.names[seat]
        if name:
            return isolated(brief_name(name, most))
        if wide(self.seat(seat)) <= most:
            return self.seat(seat)
        # NOTE: “Player 5” where there is little room: one letter and the number
        return gettext("P%(number)s", number=seat + 1)

    def initial(self, seat: int) -> str:
        """Return the first character of a player's name, or the number of a seat without a name."""
        return next(filter(str.isprintable, self.names[seat]), str(seat + 1))

    def seats(self, seats: tuple[int, ...]) -> str:
        """Return the names of the players in these seats, joined by "or"."""
        return labels.joined(tuple(map(self.seat, seats)), labels.OR)

    def side(self, side: int) -> str:
        """Return the names of the players who have the account `side`."""
        return self._sides[side]

    def sides(self, accounts: tuple[int, ...]) -> str:
        """Return the names of the players who have these accounts."""
        return labels.joined(tuple(map(self.side, accounts)))

    def against(self) -> str:
        """Return the names of all players by side: Anna & Carme against Biel & Pep."""
        return labels.joined(self._sides, labels.AGAINST)

    @property
    def game(self) -> str:
        """Return the word for what a side wins at the target, as it is written in a sentence.

        This is the word for a game, or for the match if it has only one game.
        """
        return self.words.phrase(prose.won(self.rules.best_of))

    def worth(self, worth: Worth | None) -> str:
        """Return in words what a hand or a bet is worth: points, a trut, or a game.

        Return "" if the worth is None.
        """
        if worth is None:
            return ""
        if isinstance(worth, int):
            return str(worth)
        if worth == "game":
            return self.game
        return gettext(labels.WORTHS[labels.counted(worth, self.rules)])

    def value(self, tap: Tap) -> str:
        """Return the value of a tap in words: a player's name, a card, a number."""
        value = tap.value or ""
        kind = self.words.word(tap.word).value_is
        if kind == "player" and value.isdigit():
            return self.seat(int(value))
        if kind == "card":
            return labels.card_name(value)
        return value

    def do(self, side: int, sentences: tuple[str, str], **values: object) -> str:
        """Return a sentence about the players who have the account `side`.

        `sentences` are the sentence for one player and the sentence for several players: “Anna
        wins”, “Anna & Biel win”.
        """
        several = len(self.rules.seats_of(side))
        return ngettext(*sentences, several, side=self.side(side), **values)


@cached_per_language(TABLES)
def people_at(names: tuple[str, ...], rules: Rules) -> People:
    """Return the people with these names.

    The result is cached, because the people of a table are the same from tap to tap.
    """
    return People(names, rules)


def called(seat: int, name: str) -> str:
    """Return the name of a player as it is written in a sentence.

    If the name is "", return `Player 1` for seat 0, for example.
    """
    return isolated(name) or gettext("Player %(number)s", number=seat + 1)


def isolated(name: str) -> str:
    """Return the name between invisible control characters if it is written from right to left.

    They keep the text around the name in order. Any other name is returned unchanged.
    """
    if any(bidirectional(sign) in LEFTWARD for sign in name):
        return f"\u2068{name}\u2069"
    return name


def glyph(side: int) -> str:
    """Return the name of the symbol of a side.

    The symbol tells sides apart for readers who do not see their colours.
    """
    return GLYPHS[side % len(GLYPHS)]


def many(rules: Rules) -> bool:
    """Return whether the table has so many sides that it needs the styles `static/css/many.css`."""
    return rules.accounts > USUAL
