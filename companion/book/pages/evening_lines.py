"""Build what a book's page shows of an evening: the next match, tables in play, matches tonight."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from companion import book
from companion.book import Found, MatchEntry, Overview
from companion.book.pages import book_lines
from companion.book.pages.book_lines import MatchLine
from companion.book.pages.night import Night, night_of
from companion.book.pages.person_names import name_of, names_of_side, somebody
from companion.retelling.standing import standing
from companion.tables import State
from companion.web import slots
from companion.web.language import gettext, ngettext
from companion.words import games, labels
from companion.words.people import People, glyph

LATEST = 3  # matches of tonight that are shown at once


@dataclass(frozen=True, slots=True)
class NextKey:
    """The button that opens the suggested match: its game, its people by seat, and its stake.

    `title` is the name of the game. `sides` are the names of each side. `deals` and `resting` are
    sentences that say who deals and who sits out.
    """

    game: str
    seated: tuple[int, ...]
    title: str
    sides: tuple[str, ...]
    deals: str
    resting: str
    stake: str


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in play: its code and game, and each side with its symbol, names and score.

    `since` is when the table was opened.
    """

    code: str
    game: str
    sides: tuple[tuple[str, str, str], ...]
    since: datetime


@dataclass(frozen=True, slots=True)
class Evening:
    """The evening of a book: the next match, the tables in play, and the matches of tonight.

    `next` is None for a phone that only reads the book, or if too few people are free. `resumed`
    are the tokens of kept matches that are being played again because their end was undone. `night`
    shows who won how many matches tonight. It is None if nobody has won a match yet, or if nobody
    who played has a name.
    """

    next: NextKey | None
    playing: tuple[TableLine, ...]
    matches: tuple[MatchLine, ...]
    resumed: frozenset[str]
    night: Night | None

    @property
    def latest(self) -> tuple[MatchLine, ...]:
        """Return the last matches of tonight, which are always visible, the last match first."""
        return self.matches[:LATEST]

    @property
    def before(self) -> tuple[MatchLine, ...]:
        """Return the earlier matches of tonight, the last match first. They are hidden at first."""
        return self.matches[LATEST:]


def build_evening(found: Found, whole: Overview, names: Mapping[int, str]) -> Evening:
    """Build what the book's page shows of this evening.

    If no match was played tonight yet, the next match is suggested from the book's last match.
    """
    states = [one for one in book.playing(found.book) if not slots.is_decided(one.match.code)]
    tables = {state.match.id for state in states}
    resumed = frozenset(entry.token for entry in whole.entries if entry.match_id in tables)
    over = [entry for entry in whole.entries if entry.token not in resumed]
    night = book.tonight(over, whole.zone)
    is_removed = book.is_removed_name(found.book)
    return Evening(
        next=_next(night or over[:1], states, names) if found.writes else None,
        playing=tuple(_table(state, is_removed) for state in states),
        matches=tuple(book_lines.match_line(entry, names, whole.zone) for entry in night),
        resumed=resumed,
        night=night_of(night, names),
    )


def _next(
    played: Sequence[MatchEntry], states: Sequence[State], names: Mapping[int, str]
) -> NextKey | None:
    known = [number for number, name in names.items() if name]
    taken = set(chain.from_iterable(state.names for state in states))
    busy = {number for number in known if names[number] in taken}
    suggested = book.next_match(played, known, busy)
    if suggested is None:
        return None
    people = suggested.people
    count = suggested.sides
    return NextKey(
        game=suggested.variant,
        seated=people,
        title=games.name(suggested.variant),
        sides=tuple(names_of_side(names, people[side::count]) for side in range(count)),
        deals=gettext("%(name)s deals.", name=name_of(names, people[0])),
        resting=_resting(suggested.resting, names),
        stake=played[0].stake,
    )


def _resting(people: tuple[int, ...], names: Mapping[int, str]) -> str:
    """Return the sentence that says who sits out, "" if nobody does."""
    if not people:
        return ""
    called = labels.joined(tuple(name_of(names, person) for person in people))
    return ngettext("%(names)s sits out.", "%(names)s sit out.", len(people), names=called)


def _table(state: State, is_removed: Callable[[str], bool]) -> TableLine:
    """Return the line about a table at which people of the book are playing now.

    A name that was removed from the book is not shown here, although the table still shows it.
    """
    game = state.log.game
    names = tuple(somebody() if name and is_removed(name) else name for name in state.names)
    people = People(names, game.rules)
    sides = list[tuple[str, str, str]]()
    for side, text in enumerate(standing(game).texts):
        sides.append((glyph(side), people.side(side), text))
    called = games.name(game.rules.variant)
    return TableLine(state.match.code, called, tuple(sides), state.match.created_at)
