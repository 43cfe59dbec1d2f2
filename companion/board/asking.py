"""Show to each phone what other phones ask for, as a question or as a line."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from companion import tables
from companion.tables import Request, State
from companion.web import device
from companion.web.guests import Guest
from companion.web.language import gettext, ngettext
from companion.words import labels
from companion.words.people import People, isolated


class Choice(NamedTuple):
    """One of two answers: its label, and the field and value that its button sends."""

    label: str
    field: str
    value: str


class RequestOverlay(NamedTuple):
    """A question that covers the page of the phone that must answer it."""

    title: str
    text: str
    no: Choice
    yes: Choice


class Asking(NamedTuple):
    """The requests at the table as one phone sees them.

    * `question`: a question that this phone must answer, or None.
    * `line`: a sentence about a request, "" if there is nothing to say.
    * `passing`: whether the line is the answer to a request of this phone. Such a line disappears
      automatically.
    * `number`: the number of an open request, 0 if no request is open.
    * `left`: the seconds until the next open request is settled, 0 if no request is open.
    """

    question: RequestOverlay | None = None
    line: str = ""
    passing: bool = False
    number: int = 0
    left: int = 0


NOTHING = Asking()


def requests_for(state: State, guest: Guest, people: People) -> Asking:
    """Return what this phone sees of the requests at the table."""
    open_now = [request for request in state.requests if _is_open(state, request)]
    line = _line(state, guest, people, open_now)
    answer = _answer(state, guest, people)
    return Asking(
        question=_question(state, guest, people, open_now),
        line=line or answer,
        passing=answer != "" and not line,
        number=open_now[0].number if open_now else 0,
        left=_seconds_left(open_now),
    )


def lost_to(state: State, guest: Guest) -> str | None:
    """Return the name of the player whose phone took the seat that this phone had.

    Return "" if that name is not known, and None if no phone has the seat now.
    """
    seat = guest.viewer.lost_seat
    there = {member.seat: member.device for member in state.members.values()}
    if seat not in there:
        return None
    for request in reversed(state.requests):
        is_this_seat = request.kind == "seat" and request.seat == seat
        if is_this_seat and _is_mine(request.holder, guest):
            if there[seat] == request.device:
                return isolated(request.name)
            return ""
    return ""


def _is_open(state: State, request: Request) -> bool:
    """Return whether this request waits for an answer.

    A request to become host no longer waits if its phone has become host by a link.
    """
    asker = state.members.get(request.device)
    is_host = asker is not None and asker.host == "full"
    return request.outcome == "open" and not (request.kind == "host" and is_host)


def _question(
    state: State,
    guest: Guest,
    people: People,
    open_now: list[Request],
) -> RequestOverlay | None:
    """Return the question for this phone: about its seat, otherwise about who becomes host."""
    for request in open_now:
        if request.kind == "seat" and _is_mine(request.holder, guest):
            return _seat_question(request)
    for request in open_now:
        if request.kind == "host" and guest.viewer.is_host:
            return _host_question(request, _asker(state, request, people))
    if guest.viewer.host != "full":
        return None
    for host in tables.hosts(state.members.values()):
        if host.host == "acting":
            return _later_question(device.public_phone_id(host.device), people.phone(host.seat))
    return None


def _seat_question(request: Request) -> RequestOverlay:
    number = str(request.number)
    if request.name:
        title = gettext("%(name)s’s phone wants your seat", name=isolated(request.name))
    else:
        title = gettext("Another phone wants your seat")
    return RequestOverlay(
        title,
        gettext("If you do not answer within ten seconds, it gets the seat."),
        # NOTE: two large buttons beside each other, about 14 letters
        no=Choice(gettext("Keep my seat"), "refuse", number),
        yes=Choice(gettext("Give it up"), "agree", number),
    )


def _host_question(request: Request, name: str) -> RequestOverlay:
    number = str(request.number)
    return RequestOverlay(
        gettext("%(name)s asks to become host", name=name),
        gettext("If no host answers within a minute, that phone becomes host."),
        # NOTE: two large buttons, about 14 letters; the second: that phone becomes host
        no=Choice(gettext("Refuse"), "refuse", number),
        yes=Choice(gettext("Make host"), "agree", number),
    )


def _later_question(phone: str, name: str) -> RequestOverlay:
    return RequestOverlay(
        gettext("%(name)s has become host", name=name),
        gettext("No host answered within a minute. You can agree now, or undo it."),
        # NOTE: two large buttons, about 14 letters: a host by request is host no longer, or stays
        no=Choice(gettext("Undo"), "unmake", phone),
        yes=Choice(gettext("Agree"), "make", phone),
    )


def _line(state: State, guest: Guest, people: People, open_now: list[Request]) -> str:
    """Return the line about this phone's own open request.

    If it has none, return the line about other phones that ask to become host, "" if none does.
    """
    for request in open_now:
        if _is_mine(request.device, guest):
            return _own_line(request, people)
    names = tuple(_asker(state, request, people) for request in open_now if request.kind == "host")
    if not names:
        return ""
    asking = labels.joined(names)
    return ngettext(
        "%(names)s asks to become host.",
        "%(names)s ask to become host.",
        len(names),
        names=asking,
    )


def _own_line(request: Request, people: People) -> str:
    if request.kind == "host":
        return gettext(
            "You have asked to become host. If no host answers within a minute, you become host.",
        )
    name = people.seat(request.seat)
    return gettext(
        "%(name)s’s phone is asked. Without an answer the seat is yours in ten seconds.",
        name=name,
    )


def _answer(state: State, guest: Guest, people: People) -> str:
    """Return the answer to the last request of this phone, "" if somebody has tapped since."""
    last = _last_answered(state, guest)
    if last is None:
        return ""
    if last.kind == "seat":
        if last.outcome != "refused":
            return ""
        return gettext("%(name)s keeps the seat.", name=people.seat(last.seat))
    sentences = {
        "agreed": gettext("You are host now."),
        "granted": gettext("You are host now: no host has answered."),
        "refused": gettext("You do not become host: a host has refused."),
    }
    return sentences.get(last.outcome, "")


def _last_answered(state: State, guest: Guest) -> Request | None:
    """Return the newest request of this phone that was answered after the last tap."""
    for request in reversed(state.requests):
        if request.answered_after == state.version and _is_mine(request.device, guest):
            return request
    return None


def _asker(state: State, request: Request, people: People) -> str:
    member = state.members.get(request.device)
    return people.phone(request.seat if member is None else member.seat)


def _is_mine(phone: str, guest: Guest) -> bool:
    """Return whether `phone` is the guest's own phone."""
    return guest.phone != "" and device.public_phone_id(phone) == guest.phone


def _seconds_left(open_now: list[Request]) -> int:
    if not open_now:
        return 0
    shortest = min(tables.time_left(request) for request in open_now)
    return max(1, ceil(shortest.total_seconds()))
