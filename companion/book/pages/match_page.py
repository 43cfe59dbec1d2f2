"""Show a match of a book: who won, its score sheet and curve, its record, and how to change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import tzinfo

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from companion import book
from companion.book import Book, BookMatch
from companion.book.pages import match_result
from companion.book.pages.figures_page import CountTables, counted
from companion.book.pages.match_result import MatchResult
from companion.book.pages.person_names import somebody
from companion.book.shares import Counts
from companion.book.sums import Sums, merged
from companion.book.totals import canonical_seats
from companion.pages import result
from companion.pages.result import SharedPicture
from companion.retelling import letters, packing, report
from companion.retelling import result as retold
from companion.retelling.curve import NO_COURSE, course
from companion.retelling.picture import ResultPicture, Shape, ShownSide
from companion.retelling.report import PointsSheet
from companion.tables import NotAllowed
from companion.web import device
from companion.web.forms import number
from companion.web.guests import shared_link
from companion.web.language import day, gettext, sentence_of
from companion.web.qr import Square, square
from companion.web.templates import tell_or_leave_out
from companion.words import games
from companion.words.people import People

LONGEST_CODE = 1500  # characters of the longest link that a phone can scan as one QR code

bp = Blueprint("match_page", __name__)


@dataclass(frozen=True, slots=True)
class Copy:
    """A link that continues the match at a new table, and its QR code if it is not too long."""

    resume: str
    code: Square | None


@dataclass(frozen=True, slots=True)
class Edit:
    """What this phone may change of the match.

    `book` is the address of the book. `keeps` says whether the phone may remove the match. `people`
    are all who can be chosen for a seat. `seated` has two numbers for each seat: that of its
    person, and the one that is sent if “somebody” is chosen. This is 0, or the number of a person
    whose name was removed, so that the person keeps the seat and can be restored.
    """

    book: str
    keeps: bool
    may_sign: bool
    seated: tuple[tuple[int, int], ...]
    people: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class MatchPage:
    """The page of a match. `edit` is None if this phone may change nothing of it."""

    token: str
    title: str
    about: str
    result: MatchResult
    sheet: PointsSheet
    counted: CountTables
    stake: str
    settled: bool
    edit: Edit | None
    copy: Copy
    picture: SharedPicture
    notice: str = ""


def require_match(token: str) -> tuple[Book, BookMatch]:
    """Return the book and the match to which the link with this token leads.

    Aborts with 404 if no match has this link.
    """
    found = book.match_by_token(token)
    if found is None:
        abort(404, gettext("This match does not exist. It may have been removed from its book."))
    return found


@bp.get("/m/<token>")
def show_match(token: str) -> Response:
    """Show the match to anyone with its link, after bringing it up to date from its table."""
    found, _ = require_match(token)
    book.keep_what_is_over(found)
    return _page(*require_match(token))


@bp.post("/m/<token>")
def change_match(token: str) -> AnyResponse:
    """Make the change of the match that the form field `do` names (see `CHANGES`).

    Aborts with 403 if this phone does not have the editing link of the book.
    """
    found, kept = require_match(token)
    work = CHANGES.get(request.form.get("do", ""))
    role = book.role_in(found, device.phone_id())
    if role not in ("keep", "write"):
        abort(403, gettext("Only a phone with the editing link may do that."))
    if role != "keep" and request.form.get("do") == "remove":
        abort(403, gettext("Only a phone with the managing link may do that."))
    if work is None:
        abort(400)
    try:
        work(found, kept)
    except NotAllowed as error:
        abort(403, sentence_of(error))
    except ValueError as error:
        return _page(found, kept, sentence_of(error), 422)
    if request.form["do"] == "remove":
        return redirect(url_for("book_page.show_book", token=book.token_of(found, role)), 303)
    return redirect(url_for("match_page.show_match", token=token), 303)


@bp.get("/m/<token>/<version>/<any(wide, square):shape>.png")
def send_picture(token: str, version: str, shape: Shape) -> Response:
    """Send the picture of the result, for sharing. Answers 404 if `version` is outdated."""
    found, kept = require_match(token)
    played = book.replay_of(kept)
    whole = tell_or_leave_out(course, played, instead=NO_COURSE) if played else NO_COURSE
    shown = _shown(kept, book.people(found), book.zone_of(found))
    return result.answer_picture(shown, whole, shape, version)


@bp.get("/m/<token>/match.truc")
def send_record(token: str) -> Response:
    """Send the record of the match as a file, which `companion replay` can read."""
    found, kept = require_match(token)
    response = Response(book.record_of(kept, book.people(found)), mimetype="text/plain")
    response.headers["Content-Disposition"] = 'attachment; filename="match.truc"'
    return response


def _shown(kept: BookMatch, names: Mapping[int, str], zone: tzinfo | None) -> ResultPicture:
    played = book.replay_of(kept)
    when = day(book.day_of(kept.played_at, zone))
    if played is not None:
        people = People(book.names_of(kept, names, somebody()), played.rules)
        return retold.result_picture(played, people, when)
    sides = zip(match_result.side_names(kept, names), match_result.scores(kept), strict=True)
    shown = list[ShownSide]()
    for side, (name, score) in enumerate(sides):
        shown.append(ShownSide((letters.known(name),), score, side))
    return ResultPicture(games.name(kept.variant), when, tuple(shown), kept.winner)


def _page(found: Book, kept: BookMatch, notice: str = "", status: int = 200) -> Response:
    names = book.people(found)
    zone = book.zone_of(found)
    shown = _shown(kept, names, zone)
    built = match_result.build_match_result(kept, names, zone)
    page = MatchPage(
        token=kept.token,
        title=", ".join(f"{side.name} {side.score}" for side in built.sides),
        about=f"{games.name(kept.variant)}, {day(book.day_of(kept.played_at, zone))}",
        result=built,
        sheet=_sheet(kept, names),
        counted=counted(_counts(kept)),
        stake=kept.stake,
        settled=kept.settled_at is not None,
        edit=_edit(found, kept),
        copy=_copy(kept, names),
        picture=result.shared_picture(
            shown, "match_page.show_match", "match_page.send_picture", kept.token
        ),
        notice=notice,
    )
    return make_response(render_template("book/match.html", page=page), status)


def _sheet(kept: BookMatch, names: Mapping[int, str]) -> PointsSheet:
    played = book.replay_of(kept)
    if played is None:
        return PointsSheet()
    people = People(book.names_of(kept, names, somebody()), played.rules)
    return tell_or_leave_out(report.points_sheet, played, people, instead=PointsSheet())


def _edit(found: Book, kept: BookMatch) -> Edit | None:
    role = book.role_in(found, device.phone_id())
    if role not in ("keep", "write"):
        return None
    canonical = book.canonical_ids(found)
    side = book.may_sign(kept, book.whose(found, device.phone_id()), canonical)
    people = book.people_to_choose(found)
    seated = list[tuple[int, int]]()
    for person in canonical_seats(kept.people, canonical):
        seated.append((person, 0 if person in people else person))
    return Edit(
        book=url_for("book_page.show_book", token=book.token_of(found, role)),
        keeps=role == "keep",
        may_sign=side is not None,
        seated=tuple(seated),
        people=tuple(people.items()),
    )


def _counts(kept: BookMatch) -> Counts:
    sums = Sums.of_text(kept.sums)
    return merged((sums.table, *sums.seats))


def _copy(kept: BookMatch, names: Mapping[int, str]) -> Copy:
    link = shared_link("resume.show_resume") + "#" + packing.pack(book.record_of(kept, names))
    return Copy(link, square(link) if len(link) <= LONGEST_CODE else None)


def _seat(found: Book, kept: BookMatch) -> None:
    fields = [request.form.get(f"seat-{seat}", "0") for seat in range(len(kept.seated))]
    # A merged person keeps the number that the match has, so that the merge can still be undone.
    canonical = book.canonical_ids(found)
    own = {canonical.get(one, one): one for one in kept.seated}
    people = list[int]()
    for text in fields:
        chosen = number(text, 100_000) or 0
        people.append(own.get(chosen, chosen))
    book.seat_people(found, kept.number, book.swapped(kept.seated, people), device.phone_id())


def _settle(found: Book, kept: BookMatch) -> None:
    book.settle(found, [kept.number], settled=request.form.get("settled") == "1")


CHANGES: Mapping[str, Callable[[Book, BookMatch], object]] = {
    "sign": lambda found, kept: book.sign(found, kept.number, device.phone_id()),
    "stake": lambda found, kept: book.set_stake(found, kept.number, request.form.get("stake", "")),
    "settle": _settle,
    "seat": _seat,
    "remove": lambda found, kept: book.remove_match(found, kept.number),
}
