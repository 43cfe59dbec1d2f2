"""A match of a book, afterwards: its result as a picture, sheet and course, who signed it, what it was for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion import book
from companion.book import Book, Kept, png, svg
from companion.book.course import Course, Mark, course
from companion.book.paper import Entry, paper
from companion.book.played import Played
from companion.book.sums import Counts, Sums, merged
from companion.pages.books import named, somebody
from companion.pages.figures import Counted, counted
from companion.tables import NotAllowed
from companion.web import device
from companion.web.forms import number
from companion.web.guests import shared_link
from companion.web.language import NN_, day, gettext, ngettext, sentence_of
from companion.web.qr import Square, square
from companion.words import games, labels, sentences
from companion.words.people import People, glyph

WINS = NN_("%(side)s won", "%(side)s won")

bp = Blueprint("matches", __name__)


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a match that is over: who it was, what it had in the end, whether and by whom it is signed."""

    number: int
    glyph: str
    name: str
    score: str
    signed: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the sheet of points: the hand, what each side got and then had, and why."""

    hand: int
    gained: tuple[str, ...]
    total: tuple[str, ...]
    why: tuple[str, ...]
    recorded: bool
    game: str


@dataclass(frozen=True, slots=True)
class MatchPage:
    """The page of a match. `writes`: this phone may change it. `code` holds the whole match, to be scanned."""

    token: str
    title: str
    about: str
    game: str
    at: object
    winner: str
    sides: tuple[Side, ...]
    lines: tuple[Line, ...]
    plot: Markup
    told: tuple[str, ...]
    unrecorded: bool
    hands: tuple[str, ...]
    counted: Counted
    changes: tuple[str, ...]
    stake: str
    settled: bool
    writes: bool
    may_sign: bool
    home: str
    number: int
    seated: tuple[tuple[str, int], ...]
    people: tuple[tuple[int, str], ...]
    code: Square | None
    resume: str
    image: str
    notice: str = ""


def match_at(token: str) -> tuple[Book, Kept]:
    """The match a link leads to; 404 where there is none."""
    found = book.match_by_token(token)
    if found is None:
        abort(404, gettext("There is no such match. Perhaps it was taken out of its book."))
    return found


def people_of(kept: Kept, played: Played, names: Mapping[int, str]) -> People:
    """Who played, for sentences."""
    return People(tuple(names.get(number) or somebody() for number in kept.seated), played.rules)


@bp.get("/m/<token>")
def show(token: str) -> Response:
    """The match, for whoever has its link."""
    return _page(*match_at(token))


@bp.post("/m/<token>")
def change(token: str) -> AnyResponse:
    """One change, named by `do`, by a phone that may write in its book."""
    found, kept = match_at(token)
    work = CHANGES.get(request.form.get("do", ""))
    if not _writes(found):
        abort(403, gettext("Only a phone that writes in the book may do that."))
    if work is None:
        abort(400)
    try:
        work(found, kept)
    except NotAllowed as error:
        abort(403, sentence_of(error))
    except ValueError as error:
        return _page(found, kept, sentence_of(error), 422)
    gone = request.form["do"] == "remove"
    where = url_for("books.show", token=found.write_token) if gone else url_for("matches.show", token=token)
    return redirect(where, 303)


@bp.get("/m/<token>/picture.<any(svg, png):kind>")
def picture(token: str, kind: str) -> Response:
    """The result as a picture to share."""
    found, kept = match_at(token)
    played = book.played_of(kept)
    whole = course(played) if played else Course((), (), 1, 1, 1)
    if kind == "png":
        response = Response(png.picture(_scores(kept), whole), mimetype="image/png")
    else:
        names = book.people(found)
        response = Response(svg.picture(_shown(kept, names), whole), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response


@bp.get("/m/<token>/match.truc")
def record(token: str) -> Response:
    """The match in table notation, for `companion replay`."""
    found, kept = match_at(token)
    response = Response(book.record_of(kept, book.people(found)), mimetype="text/plain")
    response.headers["Content-Disposition"] = 'attachment; filename="match.truc"'
    return response


def _writes(found: Book) -> bool:
    return any(one.book.id == found.id and one.writes for one in book.of_phone(device.known(), 200))


def _scores(kept: Kept) -> tuple[str, ...]:
    return tuple(_figures(kept).split("-"))


def _figures(kept: Kept) -> str:
    """What tells who won: games, where more than one decide."""
    return kept.games if any(figure not in "01-" for figure in kept.games) else kept.score


def _side_names(kept: Kept, names: Mapping[int, str]) -> tuple[str, ...]:
    sides = (kept.seated[side :: kept.sides] for side in range(kept.sides))
    return tuple(labels.joined(tuple(named(names, number) for number in side)) for side in sides)


def _shown(kept: Kept, names: Mapping[int, str]) -> svg.Shown:
    heading = f"{games.name(kept.variant)} · {day(kept.played_at)}"
    return svg.Shown(heading, _side_names(kept, names), _scores(kept), kept.winner, "Truc Companion")


def _page(found: Book, kept: Kept, notice: str = "", status: int = 200) -> Response:
    names, played = book.people(found), book.played_of(kept)
    sides, writes = _side_names(kept, names), _writes(found)
    won = "" if kept.winner is None else ngettext(*WINS, len(kept.seated) // kept.sides, side=sides[kept.winner])
    people = people_of(kept, played, names) if played else None
    page = MatchPage(
        token=kept.token,
        title=", ".join(f"{name} {score}" for name, score in zip(sides, _scores(kept), strict=True)),
        about=f"{games.name(kept.variant)}, {day(kept.played_at)}",
        game=games.name(kept.variant),
        at=kept.played_at,
        winner=won or gettext("Nobody won."),
        sides=tuple(_sides(kept, sides, names)),
        lines=tuple(_line(entry, people) for entry in paper(played)) if played and people else (),
        plot=_plot(played, people) if played and people else Markup(),
        told=tuple(_told(played, people)) if played and people else (),
        unrecorded=any(not entry.recorded for entry in paper(played)) if played else False,
        hands=tuple(_sentences(played, people)) if played and people else (),
        counted=counted(_counts(kept)),
        changes=tuple(_changed(change, kept, names) for change in book.changes(kept)),
        stake=kept.stake,
        settled=kept.settled_at is not None,
        writes=writes,
        may_sign=writes and book.may_sign(kept, book.whose(found, device.known())) is not None,
        home=url_for("books.show", token=found.write_token) if writes else "",
        number=kept.number,
        seated=tuple((named(names, number), number) for number in kept.seated) if writes else (),
        people=tuple((number, name) for number, name in names.items() if name) if writes else (),
        code=_code(resume := _resume(kept, names)),
        resume=resume,
        image=shared_link("matches.picture", token=kept.token, kind="png"),
        notice=notice,
    )
    return make_response(render_template("books/match.html", page=page), status)


def _sides(kept: Kept, sides: tuple[str, ...], names: Mapping[int, str]) -> list[Side]:
    signed = {one.side: one for one in book.signatures(kept)}
    return [
        Side(
            side,
            glyph(side),
            name,
            _scores(kept)[side],
            _signed(signed[side], names) if side in signed else "",
            side in signed and signed[side].holds,
        )
        for side, name in enumerate(sides)
    ]


def _signed(signature: book.Signed, names: Mapping[int, str]) -> str:
    if not signature.holds:
        return gettext("signed %(result)s, which was changed later", result=_result(signature.result))
    if not signature.person:
        return gettext("signed at the table, %(day)s", day=day(signature.at))
    return gettext("signed by %(name)s, %(day)s", name=named(names, signature.person), day=day(signature.at))


def _result(text: str) -> str:
    score, games_won, _ = text.split(" ")
    return (games_won if any(figure not in "01-" for figure in games_won) else score).replace("-", "–")


def _changed(change: book.Changed, kept: Kept, names: Mapping[int, str]) -> str:
    who = named(names, change.person)
    if change.what == "result":
        before, after = _result(change.before), _result(change.after)
        return gettext(
            "%(day)s: %(before)s became %(after)s, by %(name)s",
            day=day(change.at),
            before=before,
            after=after,
            name=who,
        )
    sides = _of_numbers(change.before, kept, names)
    return gettext("%(day)s: other players, by %(name)s; before: %(sides)s", day=day(change.at), name=who, sides=sides)


def _of_numbers(text: str, kept: Kept, names: Mapping[int, str]) -> str:
    seated = text.split()
    sides = (seated[side :: kept.sides] for side in range(kept.sides))
    return " – ".join(labels.joined(tuple(named(names, int(number)) for number in side)) for side in sides)


def _line(entry: Entry, people: People) -> Line:
    gained = tuple(
        " ".join(filter(None, (f"+{truts}" if truts else "", labels.signed(points) if points else "")))
        for truts, points in zip(entry.truts, entry.gained, strict=True)
    )
    total = tuple(f"{points:.4g}" for points in entry.total)
    why = tuple(sentences.told(event, people) for event in entry.why)
    game = "" if entry.game is None else people.do(entry.game, sentences.WINS["game"])
    return Line(entry.hand, gained, total, why, entry.recorded, game)


def _plot(played: Played, people: People) -> Markup:
    whole = course(played)
    raises = [_raised(mark, people) for mark in whole.marks]
    label = " ".join(_told(played, people))
    return Markup(svg.course_svg(whole, label, raises))  # noqa: S704  # its texts are escaped where it is drawn


def _raised(mark: Mark, people: People) -> str:
    said = {"name": people.name(mark.seat), "call": people.words.word(mark.word).said, "hand": mark.hand}
    if mark.met:
        return gettext("Hand %(hand)s: %(name)s called %(call)s, and it was met", **said)
    return gettext("Hand %(hand)s: %(name)s called %(call)s, and it was not met", **said)


def _told(played: Played, people: People) -> list[str]:
    """The course in words: who led by how much at the quarters, how many raises there were."""
    whole, lines = course(played), paper(played)
    said = []
    for at in sorted({len(lines) // 4, len(lines) // 2, 3 * len(lines) // 4} - {0}):
        entry = lines[at - 1]
        best = max(range(len(entry.total)), key=lambda side: entry.total[side])
        score = "–".join(f"{points:.4g}" for points in entry.total)
        if entry.total.count(entry.total[best]) > 1:
            said.append(gettext("After hand %(hand)s it was level, %(score)s.", hand=entry.hand, score=score))
        else:
            side = people.side(best)
            said.append(
                gettext("After hand %(hand)s %(side)s led, %(score)s.", hand=entry.hand, side=side, score=score)
            )
    met = sum(mark.met for mark in whole.marks)
    raises = len(whole.marks)
    said.append(
        ngettext("%(num)s raise, %(met)s of them met.", "%(num)s raises, %(met)s of them met.", raises, met=met)
    )
    return said


def _sentences(played: Played, people: People) -> Iterator[str]:
    """What was done in each hand."""
    for steps in played.hands:
        yield ". ".join(sentences.done(step.act, people, step.before.hand.ask) for step in steps)


def _counts(kept: Kept) -> Counts:
    """What was counted at the whole table."""
    sums = Sums.of_text(kept.sums)
    return merged((sums.table, *sums.seats))


def _resume(kept: Kept, names: Mapping[int, str]) -> str:
    return shared_link("resume.page") + "#" + book.pack(book.record_of(kept, names))


def _code(link: str) -> Square | None:
    """A square to scan; a match of very many taps is too much for one."""
    return square(link) if len(link) <= 1500 else None


def _seat(found: Book, kept: Kept) -> None:
    people = [number(request.form.get(f"seat-{seat}", "0"), 100_000) or 0 for seat in range(len(kept.seated))]
    book.seat_people(found, kept.number, people, device.known())


CHANGES: Mapping[str, Callable[[Book, Kept], object]] = {
    "sign": lambda found, kept: book.sign(found, kept.number, device.known()),
    "stake": lambda found, kept: book.set_stake(found, kept.number, request.form.get("stake", "")),
    "settle": lambda found, kept: book.settle(found, [kept.number], settled=request.form.get("settled") == "1"),
    "seat": _seat,
    "remove": lambda found, kept: book.remove_match(found, kept.number),
}
