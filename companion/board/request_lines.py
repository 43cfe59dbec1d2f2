"""Build the log with the lines about requests between the lines of taps.

A request is not a tap, so the record of a match does not contain it.
"""

from __future__ import annotations

from companion.board import history
from companion.board.history import LogLine
from companion.tables import Request, State
from companion.web.language import gettext
from companion.words.people import People, isolated


def lines(state: State, people: People, most: int, end: int) -> tuple[LogLine, ...]:
    """Return a page of the log, newest first, with the lines about requests.

    The newest tap on the page has the number `end`. The page has at most `most` taps.
    """
    low = max(0, end - most)
    found = list[LogLine]()
    asked = _by_place(state, people)
    for seq, tap in zip(range(end, low, -1), history.lines(state, people, most, end), strict=True):
        found.extend(reversed(asked.get(seq, [])))
        found.append(tap)
    if low == 0:
        found.extend(reversed(asked.get(0, [])))
    return tuple(found)


def _by_place(state: State, people: People) -> dict[int, list[LogLine]]:
    """Return the lines about requests, by the number of taps that the match had at that time.

    For example, `found[12]` has the lines that come after tap 12, in the order of time.
    """
    found = dict[int, list[LogLine]]()
    for request in state.requests:
        for after, line in _lines_of(request, people):
            found.setdefault(after, []).append(line)
    for told in found.values():
        told.sort(key=lambda line: line.at)
    return found


def _lines_of(request: Request, people: People) -> list[tuple[int, LogLine]]:
    found = list[tuple[int, LogLine]]()
    if request.kind == "host" and request.outcome not in ("made", "unmade"):
        asked = gettext("%(name)s asked to become host", name=people.phone(request.seat))
        found.append((request.asked_after, LogLine(asked, request.asked_at, None, (), "")))
    if request.answered_at is None or request.answered_after is None:
        return found
    answer = _answer(request, people)
    if answer:
        found.append((request.answered_after, LogLine(answer, request.answered_at, None, (), "")))
    return found


def _answer(request: Request, people: People) -> str:
    if request.kind == "host":
        return _host_answer(request, people)
    return _seat_answer(request, people)


def _host_answer(request: Request, people: People) -> str:
    name = people.phone(request.seat)
    host = people.phone(request.answered_by)
    if request.outcome in ("agreed", "made"):
        return gettext("%(host)s made %(name)s host", host=host, name=name)
    if request.outcome == "granted":
        return gettext("%(name)s became host: no host answered", name=name)
    if request.outcome == "refused":
        return gettext("%(host)s did not make %(name)s host", host=host, name=name)
    if request.outcome == "unmade":
        return gettext("%(host)s decided: %(name)s is no longer host", host=host, name=name)
    return gettext("%(name)s no longer asks to become host", name=name)


def _seat_answer(request: Request, people: People) -> str:
    if request.outcome not in ("agreed", "granted", "taken"):
        return ""
    name = people.seat(request.seat)
    if request.name:
        other = isolated(request.name)
        return gettext("%(other)s’s phone took %(name)s’s seat", other=other, name=name)
    return gettext("Another phone took %(name)s’s seat", name=name)
