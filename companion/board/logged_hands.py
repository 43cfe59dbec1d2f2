"""Divide the log into hands: what was done in each hand, and how it ended."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from companion.board import request_lines
from companion.board.history import LogLine, News
from companion.tables import State, hand_ends
from companion.web.language import gettext
from companion.words.people import People


class LoggedHand(NamedTuple):
    """The lines of one hand, newest first.

    `title` is empty for what was done after the match. `paid` is what the last tap of the hand
    paid, and `score` the score after that tap. Both are empty if the tap is not among the lines, or
    if the hand is not over.
    """

    title: str
    lines: tuple[LogLine, ...]
    paid: tuple[News, ...] = ()
    score: str = ""

    @property
    def side(self) -> int | None:
        """Return the side that the last tap paid, None if it paid nobody."""
        return next((news.side for news in self.paid if news.side is not None), None)

    @property
    def whose_phone(self) -> str:
        """Return whose phone recorded every tap of the hand for other players: "Anna’s phone".

        Return "" if no phone did.
        """
        phones = {line.whose_phone for line in self.lines}
        if len(phones) != 1:
            return ""
        return phones.pop()


def page_of_hands(state: State, people: People, most: int, end: int) -> tuple[LoggedHand, ...]:
    """Return a page of the log, divided into hands, newest first.

    The page also has the lines about requests.

    The newest tap on the page has the number `end`. The page has at most `most` taps.
    """
    ends = tuple(hand_ends(state.rows))
    number = sum(seq <= end for seq in ends)  # hands that had ended by the newest tap of the page
    hands: list[LoggedHand] = []
    for part in _split(request_lines.lines(state, people, most, end), ends):
        last = part[0]
        if last.number in ends:
            lines = (last._replace(news=(), score=""), *part[1:])
            hands.append(LoggedHand(_title(number), lines, last.news, last.score))
            number -= 1
        elif number < len(ends):
            hands.append(LoggedHand(_title(number + 1), part))
        else:
            title = "" if state.log.game.over else gettext("This hand")
            hands.append(LoggedHand(title, part))
    return tuple(hands)


def _split(lines: Iterable[LogLine], ends: Collection[int]) -> Iterator[tuple[LogLine, ...]]:
    """Yield the lines of each hand, newest hand first.

    The lines are newest first, so the line that ends a hand is the first line of that hand. `ends`
    are the numbers of the rows that ended a hand.
    """
    hand: list[LogLine] = []
    for line in lines:
        if line.number in ends and hand:
            yield tuple(hand)
            hand = []
        hand.append(line)
    if hand:
        yield tuple(hand)


def _title(number: int) -> str:
    # NOTE: over what was done in a hand of the match: its number, from 1
    return gettext("Hand %(number)s", number=number)
