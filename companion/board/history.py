"""What happened: the newest news of the table, and the log line by line."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from companion.board.agreement import SideAgreement
from companion.engine import REDO, UNDO, Act, Ask, Event, MatchLog
from companion.tables import LogRow, State
from companion.web.language import N_, gettext
from companion.words import labels, sentences
from companion.words.people import People, glyph
from companion.words.widths import broken, shortened

SHORT = 8  # lines on the table page; all of them are one tap away
WORD = 5.8  # em of a line of the key that takes back, which has two
PAGE = 200  # lines of a page of the log: a long one is read in several

# NOTE: %(tap)s is what somebody did, as a sentence: “Anna called truc”
TAKEN_BACK, TOOK_BACK = N_("Undone: %(tap)s"), N_("Undid: %(tap)s")
# NOTE: %(tap)s is what somebody did, as a sentence; it was taken back before
PUT_BACK = N_("Redone: %(tap)s")


class News(NamedTuple):
    """One thing to be told: a gain of a side (`+2`), or only a sentence; of a gain `who` has it and `why`."""

    text: str
    gain: str = ""
    side: int | None = None
    glyph: str = ""
    who: str = ""
    why: str = ""


class LogLine(NamedTuple):
    """One row of the log: what was done, on whose phone, what came of it; struck out when it was taken back.

    `phone` is empty for the host's phone, where it has no seat, and None for that of whoever it was done by.
    """

    text: str
    at: datetime
    phone: str | None
    news: tuple[News, ...]
    score: str
    struck: bool = False


class Log(NamedTuple):
    """The newest lines; `more` are on a page of their own. `words` are those given on the last result, by side."""

    lines: tuple[LogLine, ...]
    more: bool
    words: tuple[SideAgreement, ...]


def news(line: MatchLog, rows: tuple[LogRow, ...], people: People) -> tuple[News, ...]:
    """What the last row brought: its events, or the tap itself where it scored nothing."""
    if not rows:
        dealer, leader = people.seat(line.game.dealer), people.seat(line.game.hand.leader)
        return (News(gettext("%(dealer)s deals, %(leader)s leads.", dealer=dealer, leader=leader)),)
    last = rows[-1]
    if (about := _about(last, rows)) is not None:
        said = TAKEN_BACK if last.tap == UNDO else PUT_BACK
        return (News(gettext(said, tap=_done(about, people))),)
    scored = tuple(
        event
        for event in last.events
        if event.kind in ("points", "hand", "deal") and event.why != "tie"
    )
    return _told(scored, people) or (News(f"{_done(last, people)}."),)


def log(state: State, people: People, words: tuple[SideAgreement, ...]) -> Log:
    """The log as it stands on the table page."""
    return Log(lines(state, people), len(state.rows) > SHORT, words)


def lines(
    state: State, people: People, most: int = SHORT, end: int | None = None
) -> tuple[LogLine, ...]:
    """The log, newest first, at most so many lines; `end` is the last row of them, None for the newest of all."""
    end = state.version if end is None else end
    newest = reversed(state.rows[max(0, end - most) : end])
    told = ((row.seq, _line(row, _about(row, state.rows), people)) for row in newest)
    return tuple(_stands(line) if seq == state.restarted_at else line for seq, line in told)


def paid(rows: tuple[LogRow, ...], people: People) -> Iterator[News]:
    """What was scored, newest first, as far as it counts."""
    for row in reversed(rows):
        if row.counts and not row.about:
            yield from (_news(event, people) for event in row.events if event.kind == "points")


def last_paid(rows: tuple[LogRow, ...], people: People, most: int) -> tuple[News, ...]:
    """Return up to `most` scored points that still count, newest first."""
    return tuple(islice(paid(rows, people), most))


def undo(line: MatchLog, people: People) -> str:
    """What undo would take back, empty when there is nothing."""
    if line.past is None or line.act is None:
        return ""
    return _played_on(line.act, people, line.past.game.hand.ask)


def undo_key(line: MatchLog, people: People) -> str:
    """The same in a word or two: what stood on the key that was tapped."""
    if line.past is None or line.act is None:
        return ""
    act, ask, brief = line.act, line.past.game.hand.ask, people.brief
    if act.word in ("won", "best", "dealer"):
        return brief.seat(act.seat)
    if act.word == "says" or act.word.startswith("fix"):
        return act.value or "" if act.word == "says" else labels.signed(int(act.value or 0))
    label = people.words.word(act.word).label
    if ask is not None and act.word in ("yes", "no"):
        label = labels.answer(act.word, ask, people.words)[0]
    return " ".join(broken(" ".join(shortened(word, WORD) for word in label.split()), WORD)[:2])


def redo(line: MatchLog, people: People) -> str:
    """What redo would put back, empty when there is nothing."""
    if line.ahead is None or line.ahead.act is None:
        return ""
    return _played_on(line.ahead.act, people, line.game.hand.ask)


def _about(row: LogRow, rows: tuple[LogRow, ...]) -> LogRow | None:
    """The row that this one takes back or puts back."""
    return rows[row.about - 1] if row.about else None


def _line(row: LogRow, about: LogRow | None, people: People) -> LogLine:
    struck = not row.counts
    phone: str | None = "" if row.seat is None else people.name(row.seat)
    if about is not None:
        said = TOOK_BACK if row.tap != REDO else PUT_BACK
        text = gettext(said, tap=_done(about, people))
        return LogLine(text, row.at, phone, (), row.score)
    phone = None if row.seat is not None and row.seat == row.tap.seat else phone
    return LogLine(_done(row, people), row.at, phone, _told(row.events, people), row.result, struck)


def _stands(line: LogLine) -> LogLine:
    """The last row from before a change of the rules, under which it no longer replays."""
    said = gettext("The rules have changed since: the score stays, and a new hand is dealt")
    return line._replace(news=(*line.news, News(said)))


def _done(row: LogRow, people: People) -> str:
    return _played_on(row.tap, people, row.ask)


def _played_on(act: Act, people: People, ask: Ask | None) -> str:
    """What was done; a trick while a call was open says that it accepted the call."""
    done = sentences.done(act, people, ask)
    if ask is None or ask.by is None or act.word not in ("won", "tied"):
        return done
    # NOTE: a line of the log: a trick was tapped while a call was open, and that accepted the call
    worth = people.worth(ask.yes or 0)
    said = N_("%(done)s; %(call)s accepted by playing on: worth %(worth)s")
    return gettext(said, done=done, call=people.words.word(ask.word).said, worth=worth)


def _told(events: tuple[Event, ...], people: People) -> tuple[News, ...]:
    """What is worth telling; who wins the match has won its last game."""
    kinds = {event.kind for event in events}
    heard = [event for event in events if not (event.kind == "game" and "match" in kinds)]
    return tuple(_news(event, people) for event in heard if sentences.of_event(event, people))


def _news(event: Event, people: People) -> News:
    said = sentences.of_event(event, people)
    if event.kind != "points" or event.side is None:
        return News(said)
    who, why = people.side(event.side), sentences.reason(event, people)
    return News(said, labels.gained(event, people.rules), event.side, glyph(event.side), who, why)
