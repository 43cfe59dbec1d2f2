"""What a book can tell of its people: calls and their fate, envido, ties, points by talking, runs, strength."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request
from markupsafe import Markup

from companion import book
from companion.book import Overview, Rating, figures, rating_plot
from companion.book.chances import Share
from companion.book.pages import figure_sentences, game_choice
from companion.book.pages.book_page import found_at
from companion.book.pages.person_names import named, together
from companion.book.sums import Counts, Totals
from companion.cheatsheets.lexicon import Lexicon
from companion.web import language
from companion.web.forms import number
from companion.web.language import day_in_figures, decimal, gettext

bp = Blueprint("figures_page", __name__)


@dataclass(frozen=True, slots=True)
class CallRow:
    """A call in a line of the table of calls."""

    name: str
    made: int
    met: Share
    won: Share


@dataclass(frozen=True, slots=True)
class Answer:
    """How one answered the calls of a ladder."""

    name: str
    taken: Share
    raised: int
    won: Share


@dataclass(frozen=True, slots=True)
class Sayings:
    """The numbers said for a side bet, and those said by whoever had called it: each with how often."""

    name: str
    said: str
    opened: str


@dataclass(frozen=True, slots=True)
class Against:
    """Matches against somebody, or beside somebody."""

    name: str
    won: Share


@dataclass(frozen=True, slots=True)
class CountTables:
    """What counts say: shares and the largest of something by their names, calls, answers, numbers, points untold."""

    shares: tuple[tuple[str, Share], ...]
    most: tuple[tuple[str, int], ...]
    calls: tuple[CallRow, ...]
    answers: tuple[Answer, ...]
    numbers: tuple[Sayings, ...]
    unrecorded: int


@dataclass(frozen=True, slots=True)
class FiguresPage:
    """The figures of a book, of a person or of a pair; `people` and `pairs` are those there are.

    `game` is the one they are of, empty for all; `games` are those to choose from, none where the book has only one.
    """

    token: str
    title: str
    game: str
    games: tuple[tuple[str, str], ...]
    whose: str
    asked: Mapping[str, str]
    matches: int
    hands: int
    says: tuple[str, ...]
    counted: CountTables
    against: tuple[Against, ...]
    beside: tuple[Against, ...]
    plot: Markup
    strength: str
    people: tuple[tuple[int, str], ...]
    pairs: tuple[tuple[str, str], ...]


@bp.get("/b/<token>/figures")
def show(token: str) -> str:
    """Of the whole book, of `?person=3`, or of `?pair=1-3`; `&game=catalan`: at this game only."""
    found = found_at(token)
    whole, people = book.overview(found.book), book.people(found.book)
    person, pair, game = _person(people), _pair(whole), game_choice.chosen(whole)
    totals = whole.by_game.of(game) if game else whole.totals
    counts = totals.people.get(person, Counts()) if person else totals.table
    counts = totals.pairs.get(pair, Counts()) if pair else counts
    beside = tuple(_beside(totals, people, person)) if person else ()
    page = FiguresPage(
        token=found.address,
        title=found.book.title,
        game=game,
        games=game_choice.games(whole),
        asked={name: request.args[name] for name in ("person", "pair") if name in request.args},
        whose=together(people, pair) if pair else named(people, person) if person else "",
        matches=counts["matches"],
        hands=counts["hands"],
        says=_says(counts, named(people, person) if person else "", beside),
        counted=counted(counts, one=bool(person or pair), single=bool(person), alike=bool(game)),
        against=tuple(_against(totals, people, person)) if person else (),
        beside=beside,
        plot=_plot(whole, people, person, game) if person and game else Markup(),
        strength=_strength(whole, person, game),
        people=tuple(
            (one, named(people, one))
            for one in people
            if people[one] and whole.totals.people.get(one)
        ),
        pairs=tuple(_pairs(whole, people)),
    )
    return render_template("book/figures.html", page=page)


def _says(counts: Counts, name: str, beside: tuple[Against, ...]) -> tuple[str, ...]:
    if not name:
        return figure_sentences.of_many(counts)
    return figure_sentences.of_one(name, counts, tuple((one.name, one.won) for one in beside))


def counted(
    counts: Counts, *, one: bool = False, single: bool = False, alike: bool = True
) -> CountTables:
    """The counts in words: `one`, of one side of each match; `single`, of one player of it; `alike`, of one game.

    Comebacks are told of one game only: a third of 30 points, of 12 and of six games are not the same.
    """
    words = Lexicon("", language.code())  # a book has many games: the words of all of them
    return CountTables(
        shares=tuple(_shares(counts, one=one, single=single, alike=alike)),
        most=tuple(_most(counts, alike=alike)),
        calls=tuple(
            CallRow(words.word(c.word).label, c.made, c.met, c.won) for c in figures.calls(counts)
        ),
        answers=tuple(
            Answer(words.word(a.ladder).label, a.taken, a.raised, a.won)
            for a in figures.answers(counts)
        ),
        numbers=tuple(_sayings(n, words) for n in figures.numbers(counts)),
        unrecorded=figures.unrecorded(counts),
    )


def _person(people: Mapping[int, str]) -> int:
    found = number(request.args.get("person", "0"), 100_000)
    if found is None or (found and not people.get(found)):
        abort(404, gettext("That person is not in this book."))
    return found


def _pair(whole: Overview) -> tuple[int, int] | None:
    if "pair" not in request.args:
        return None
    one, _, other = request.args["pair"].partition("-")
    pair = (number(one, 100_000) or 0, number(other, 100_000) or 0)
    if pair not in whole.totals.pairs:
        abort(404, gettext("That person is not in this book."))
    return pair


def _shares(counts: Counts, *, one: bool, single: bool, alike: bool) -> Iterator[tuple[str, Share]]:
    if one:
        yield gettext("Matches won"), figures.of_matches(counts)
        yield gettext("Hands won"), figures.of_hands(counts)
    if one and alike:
        yield gettext("Games won from far behind"), figures.comebacks(counts)
    if single:
        yield gettext("Hands folded"), figures.folded(counts)
    yield gettext("Hands decided by a tie"), figures.tied(counts)
    yield gettext("Hands won without showing a card"), figures.by_talking(counts)


def _most(counts: Counts, *, alike: bool) -> Iterator[tuple[str, int]]:
    if counts["most.run"]:
        yield gettext("Most hands won in a row"), counts["most.run"]
    if alike and counts["most.comeback"]:
        yield gettext("Biggest comeback, in points"), counts["most.comeback"]


def _sayings(numbers: figures.Numbers, words: Lexicon) -> Sayings:
    said, opened = (
        ", ".join(f"{value} ×{times}" for value, times in row)
        for row in (numbers.said, numbers.opened)
    )
    return Sayings(words.word(numbers.bet).label, said, opened)


def _against(totals: Totals, people: Mapping[int, str], person: int) -> Iterator[Against]:
    for (one, other), counts in sorted(totals.versus.items()):
        if one == person and people.get(other):
            yield Against(named(people, other), Share(counts["won"], counts["matches"]))


def _beside(totals: Totals, people: Mapping[int, str], person: int) -> Iterator[Against]:
    for pair, counts in sorted(totals.pairs.items()):
        other = next((one for one in pair if one != person), person)
        if person in pair and people.get(other):
            yield Against(named(people, other), figures.of_matches(counts))


def _pairs(whole: Overview, people: Mapping[int, str]) -> Iterator[tuple[str, str]]:
    for pair in sorted(whole.totals.pairs):
        if all(people.get(one) for one in pair):
            yield "-".join(map(str, pair)), together(people, pair)


def _strength(whole: Overview, person: int, game: str) -> str:
    rating = whole.ratings(game).get(person)
    return _said(rating) if rating else ""


def _said(rating: Rating) -> str:
    """The mean, and how far off it may be in 95 of 100 cases, as every share says it: `27.6 ± 15.7`."""
    return f"{decimal(rating.mean)} ± {decimal(rating.reach)}"


def _plot(whole: Overview, people: Mapping[int, str], person: int, game: str) -> Markup:
    rated = whole.course(person, game)
    if len(rated) < 2:
        return Markup()
    course, dates = (
        [rating for _, rating in rated],
        (day_in_figures(rated[0][0]), day_in_figures(rated[-1][0])),
    )
    first, last = course[0], course[-1]
    label = gettext(
        "%(name)s: rating %(first)s after the first match, %(last)s after match %(matches)s.",
        name=named(people, person),
        first=_said(first),
        last=_said(last),
        matches=len(course),
    )
    return Markup(rating_plot.svg(course, label, dates))  # noqa: S704  # its texts are escaped where it is drawn
