"""Bring a phone to a table: by the scanned link, the code or a number.

The phone takes a seat, watches, or becomes host.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import tables, variants
from companion.board import ring, summary
from companion.pages import later_match, limits, table
from companion.pages.later_match import EarlierMatch
from companion.tables import Joined, LinkKind, Match, State, Viewer, codes, digits
from companion.web import device, phone, player_name, root, slots
from companion.web.forms import number
from companion.web.guests import (
    IN_HAND,
    current_guest,
    guest_from_request,
    guest_in_state,
    match_by_code,
    removed,
)
from companion.web.language import N_, gettext, sentence_of
from companion.web.templates import tell_or_leave_out
from companion.words import games
from companion.words.people import called, glyph, many

bp = Blueprint("joining", __name__)

NO_COOKIES = N_(
    "This browser blocks cookies, and without one a table cannot recognise this phone. "
    "Allow cookies for this site, then tap again."
)


@dataclass(frozen=True, slots=True)
class JoinSeat:
    """A seat of the join page.

    * `at`: where the picture of the table shows the seat, for example "bottom" (see `ring.around`).
    * `taken`: whether a phone has the seat.
    * `typed`: the name that somebody typed for the player of the seat, "" if nobody did.
    * `name`: the same as `typed`, or a name such as “Player 3” if `typed` is "".
    """

    seat: int
    name: str
    typed: str
    side: int
    glyph: str
    taken: bool
    at: str = ""


@dataclass(frozen=True, slots=True)
class JoinPage:
    """The join page. It shows the seats around a table, with the host's seat at the bottom.

    * `action`: the address to which the buttons of the page post.
    * `lines`: sentences about the match, if it has begun.
    * `name`: the name of this phone's owner: the name just typed, or else the name that the phone
      remembers.
    * `earlier`: a sentence about an earlier match, if a link of that match led here, else None.
    """

    action: str
    code: str
    game: str
    name: str
    lines: tuple[str, ...]
    places: tuple[JoinSeat, ...]
    many: bool
    locked: bool
    earlier: EarlierMatch | None = None
    notice: str = ""


@dataclass(frozen=True, slots=True)
class NumberPage:
    """The page with the button that uses a number which is valid once.

    If `seat` is the name of a player, the number gives the phone this player's seat. If `seat` is
    "", the number makes the phone host.
    """

    action: str
    game: str
    seat: str


@bp.get("/j/<token>")
def show_by_link(token: str) -> Response:
    """Show the seats to somebody who opened the join link, for example by scanning a QR code."""
    return _show_seats(_invited(token), root.page_address())


@bp.post("/j/<token>")
def join_by_link(token: str) -> Response:
    """Let the phone sit down or watch, as its form says."""
    return _join(_invited(token), root.page_address())


@bp.get("/c")
def follow_code() -> Response:
    """Redirect a phone on which a code or a number was typed.

    * A code leads to the seats of its table.
    * Four digits lead to the page that asks which table to show on the television.
    * Eight digits lead to a table, or to the page that makes the phone host or gives it a seat.
    """
    typed = request.args.get("code", "").strip()
    number = digits.parse_number(typed)
    if len(number) == digits.OF_A_TELEVISION:
        return redirect(url_for("television.ask_number", number=number), 303)
    if number:
        return _by_digits(number)
    match = match_by_code(typed)
    return redirect(url_for("joining.show_by_code", code=match.code), 303)


@bp.get("/c/<code>")
def show_by_code(code: str) -> Response:
    """Show the seats to somebody who was told the code."""
    return _show_seats(match_by_code(code), root.page_address())


@bp.post("/c/<code>")
def join_by_code(code: str) -> Response:
    """Let the phone sit down or watch, as its form says."""
    return _join(match_by_code(code), root.page_address())


@bp.get("/h/<token>")
def show_host_link(token: str) -> Response:
    """Show one button that makes this phone a host. The script of the page taps it at once.

    A GET request for the link changes nothing, because chats and scanners send such requests as
    well.
    """
    _match_of_link(token, "host")
    page = render_template("joining/host.html", action=root.page_address())
    return device.ensure_phone_cookie(make_response(page))


@bp.post("/h/<token>")
def become_host(token: str) -> Response:
    """Make this phone a host of the table to which the host link leads."""
    asked = _match_of_link(token, "host")
    match = later_match.newest_match(asked, "host")
    name = device.phone_id_or_new()
    if device.keeps_no_cookies():
        abort(403, gettext(NO_COOKIES))
    _let_in(match, name, "host")
    address = url_for("table.show_table", code=match.code, after=_after(asked, match))
    return device.set_phone_cookie(redirect(address, 303), name)


@bp.get("/n/<number>")
def show_number(number: str) -> Response:
    """Show one button that uses a number which is valid once. The page's script taps it at once.

    A GET request for the address does not use the number up. If the number leads every phone to a
    table, redirect to that table.
    """
    found = _looked_up(number)
    match = match_by_code(found.link)
    if found.gives not in ("host", "seat"):
        return _by_digits(number)
    player_or_stranger(match)
    seat = ""
    if found.seat is not None:
        seat = called(found.seat, tables.state(match).names[found.seat])
    page = NumberPage(root.page_address(), games.name(match.variant), seat)
    return device.ensure_phone_cookie(
        make_response(render_template("joining/number.html", page=page))
    )


@bp.post("/n/<number>")
def use_number(number: str) -> Response:
    """Use a number that is valid once. It makes this phone host, or gives it a seat.

    After that, only the same phone can use the number.
    """
    name = device.phone_id_or_new()
    if device.keeps_no_cookies():
        abort(403, gettext(NO_COOKIES))
    found = _looked_up(number)
    match = match_by_code(found.link)
    if found.gives not in ("host", "seat"):
        return _by_digits(number)
    try:
        tables.use_number(match, name, found.number)
    except tables.NotAllowed as error:
        abort(403, sentence_of(error))
    return device.set_phone_cookie(
        redirect(url_for("table.show_table", code=match.code), 303), name
    )


@bp.get("/w/<token>", defaults={"view": IN_HAND})
@bp.get("/w/<token>/<any(tv):view>")
def watch(token: str, view: str) -> Response:
    """Redirect a phone that opened a link to watch, or a link for televisions, to the table."""
    link = tables.by_watch_token(token)
    if link is None:
        abort(404, gettext("This link does not lead to a table. The host may have replaced it."))
    kind: LinkKind = "tv" if link.kind == "tv" else "watch"
    match = later_match.newest_match(link.match, kind)
    code = tables.address_for(match, kind).address
    if kind == "tv" or view == "tv":
        address = url_for("table.show_table", code=code, view="tv")
    else:
        address = url_for("table.show_table", code=code, view=view, after=_after(link.match, match))
    return device.ensure_phone_cookie(redirect(address, 303))


def _after(asked: Match, match: Match) -> str | None:
    """Return the parameter `after` for the address of the table to which a phone is redirected.

    The phone used a link of the match `asked`, and is redirected to the table of `match`. The
    parameter is the token of the result of `asked`, so that the page can say how that match ended.
    Return None if both are the same match.
    """
    if asked.id == match.id:
        return None
    return tables.result_token(asked)


def _by_digits(number: str) -> Response:
    """Redirect to the table to which this number leads.

    If the number makes a phone host or gives it a seat, redirect to a page with a button for that.
    """
    found = _looked_up(number)
    if found.gives in ("host", "seat"):
        return redirect(url_for("joining.show_number", number=found.number), 303)
    match = match_by_code(found.link)
    if not found.gives:
        _check_open(later_match.newest_match(match, "player"))
    page = "table.show_table" if found.gives == "used" else "joining.show_by_code"
    return redirect(url_for(page, code=match.code), 303)


def _looked_up(number: str) -> digits.Digits:
    try:
        found = digits.look_up(
            digits.parse_number(number), limits.network_hash(), device.phone_id()
        )
    except digits.TooManyTries as error:
        abort(429, sentence_of(error))
    if not found.link:
        sentence = gettext(
            "No table has this number. A number is valid for ten minutes: ask for it again."
        )
        abort(404, sentence)
    return found


def _check_open(match: Match) -> None:
    """Answer 403 if joining is closed at the table of `match` and this phone is not at the table.

    Such a phone must not see the code of the table. If the match has a rematch, the caller passes
    the newest rematch as `match`, because the phone is led to its table.
    """
    if match.locked and not player_or_stranger(match).invited:
        abort(403, gettext("The host has closed joining."))


def _invited(token: str) -> Match:
    return _match_of_link(token, "player")


def _match_of_link(token: str, kind: str) -> Match:
    link = tables.by_token(token)
    if link is None or link[1] != kind:
        sentence = gettext(
            "This link does not lead to a table. "
            "The host may have replaced it: scan the code again."
        )
        abort(404, sentence)
    return link[0]


def _show_seats(asked: Match, action: str, notice: str = "", status: int = 200) -> Response:
    """Show the seats of the match `asked`, or of the newest match that has followed it.

    A phone that has a seat is redirected to the table, except if there is a `notice` to show.
    """
    match = later_match.newest_match(asked, "player")
    viewer = player_or_stranger(match)
    if viewer.seat is not None and not notice:
        return redirect(url_for("table.show_table", code=match.code), 303)
    state = tables.state(match)
    locked = match.locked and not viewer.invited
    has_score = bool(match.score or match.games)
    lines: tuple[str, ...] = ()
    if not locked and (state.rows or has_score):
        lines = tell_or_leave_out(summary.lines, match, state, instead=())
    if not state.rows:  # before the first tap, only the score is worth saying
        lines = lines[:1]
    earlier = None
    if not locked and asked.id != match.id:
        earlier = later_match.about(asked)
    page = JoinPage(
        action,
        "" if locked else codes.format_code(match.code),
        games.name(match.variant),
        request.form.get("name", player_name.remembered()),
        lines,
        seats_around_table(match, state),
        many(tables.rules(match)),
        locked=locked,
        earlier=earlier,
        notice=notice,
    )
    answer = make_response(render_template("joining/join.html", page=page), status)
    return device.set_phone_cookie(answer, device.phone_id_or_new())


def player_or_stranger(match: Match) -> Viewer:
    """Return the role, seat and rights of this phone at a table.

    Answers 403 to a phone that the host has removed.
    """
    guest = current_guest(tables.address_for(match, "player"))
    sentence = removed(guest)
    if sentence:
        abort(403, sentence)
    return guest.viewer


def join_seats(match: Match, names: tuple[str, ...]) -> tuple[JoinSeat, ...]:
    """Return the seats on the page for joining, in order of play. `JoinSeat.at` is not set."""
    side_of = tables.rules(match).account
    occupied = {member.seat for member in tables.members(match)}
    seats: list[JoinSeat] = []
    for seat, name in enumerate(names):
        side = side_of(seat)
        label = called(seat, name)
        seats.append(JoinSeat(seat, label, name, side, glyph(side), taken=seat in occupied))
    return tuple(seats)


def seats_around_table(match: Match, state: State) -> tuple[JoinSeat, ...]:
    """Return the seats with their places in the picture of the table.

    The host's seat is at the bottom. The other seats are around the table in order of play.
    """
    seated = (host.seat for host in tables.hosts(state.members.values()))
    first = next((seat for seat in seated if seat is not None), 0)
    spots = ring.around(match.seats, variants.get(match.variant).direction)
    at = {(first + step) % match.seats: spot for step, spot in enumerate(spots)}
    return tuple(replace(place, at=at[place.seat]) for place in join_seats(match, state.names))


def _join(asked: Match, action: str) -> Response:
    match = later_match.newest_match(asked, "player")
    name = device.phone_id_or_new()
    seat, over = seat_choice(match)
    if device.keeps_no_cookies():
        return _show_seats(asked, action, gettext(NO_COOKIES), 403)
    try:
        typed = player_name.clean_optional(request.form.get("name", ""))
        if over and seat is not None:
            take_over(match, name, seat, typed, keeps=typed == player_name.remembered())
        else:
            tables.join(match, name, "player", seat)
    except tables.SeatTaken:
        notice = gettext("Another phone took that seat first. You can take it over.")
        return _show_seats(asked, action, notice, 409)
    except tables.SeatAsked as error:
        return _show_seats(asked, action, sentence_of(error), 409)
    except tables.NotAllowed as error:
        abort(403, sentence_of(error))
    except ValueError as error:
        return _show_seats(asked, action, sentence_of(error), 422)
    if not over:
        name_seat(match, seat, typed)
    # The page of the seats has set the cookie for a year: a slow network need not bring it twice.
    answer = device.ensure_phone_cookie(_inside(match, name), name)
    return player_name.set_name_cookie(_with_explanations(answer), typed)


def _with_explanations(answer: Response) -> Response:
    """Return the answer, with cookies that turn on explanations if the player said they are new."""
    if request.form.get("learn") != "on":
        return answer
    phone.set_taught_cookie(answer, "")
    return phone.set_settings_cookie(answer, {"learn": "on"})


def name_seat(match: Match, seat: int | None, name: str, *, keeps: bool = False) -> None:
    """Give a seat the name of the player who sat down.

    If `keeps` is true, a seat that has a name keeps that name.
    """
    if seat is None or not name:
        return
    current = tables.state(match).names[seat]
    keeps = keeps or slots.keeps_names(match.code)
    if name != current and not (keeps and current):
        tables.rename(match, seat, name)


def take_over(match: Match, phone: str, seat: int, name: str, *, keeps: bool = False) -> None:
    """Put a phone into the seat of another phone. If the other phone is awake, ask it first.

    `name` is the name of the player. Set `keeps` if nobody typed it, and the phone only remembered
    it. Then a seat that has a name keeps that name, because the phone may be a borrowed one.
    """
    current = tables.state(match).names[seat]
    new_name = name
    if current and (keeps or slots.keeps_names(match.code)):
        new_name = ""
    tables.take_over(match, phone, seat, name=name, new_name=new_name)


def _let_in(match: Match, name: str, role: Joined) -> None:
    try:
        tables.join(match, name, role)
    except tables.NotAllowed as error:
        abort(403, sentence_of(error))


def _inside(match: Match, name: str) -> Response:
    """Answer a phone that has joined: show it the table, or redirect it to the table.

    If the form has `at_once`, the answer is the page of the table, which saves a round trip on a
    slow network. The page's script then corrects the URL. A phone that turns on explanations is
    redirected, because it sends its new cookies only with the next request.
    """
    if "at_once" in request.form and "learn" not in request.form:
        state = tables.state(match)
        guest = guest_in_state(state, guest_from_request(tables.address_for(match, "player")), name)
        return table.answer_page(state, guest)
    return redirect(url_for("table.show_table", code=match.code), 303)


def seat_choice(match: Match) -> tuple[int | None, bool]:
    """Return the tapped seat, or None to watch, and whether to take the seat from another phone.

    Answers 400 if the form names no seat of the match.
    """
    if "watch" in request.form:
        return None, False
    over = "over" in request.form
    field = "over" if over else "seat"
    seat = number(request.form.get(field, ""), match.seats)
    if seat is None:
        abort(400, gettext("Choose one of the seats."))
    return seat, over
