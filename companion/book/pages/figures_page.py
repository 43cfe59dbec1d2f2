"""Show the figures of a book: calls and their outcomes, ties, runs of hands, ratings and more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request
from markupsafe import Markup

from companion import book
from companion.book import MatchEntry, Overview, Rating, figures, rating_plot, shares
from companion.book.pages import figure_sentences, game_choice
from companion.book.pages.book_page import require_book
from companion.book.pages.person_names import name_of, names_of_side
from companion.book.shares import Counts, Hit, Share
from companion.book.sums import NOBODY, Totals
from companion.cheatsheets.lexicon import Lexicon
from companion.retelling.key_figures import KeyFigure
from companion.web import language
from companion.web.forms import number
from companion.web.language import day_in_figures, decimal, gettext, ngettext

bp = Blueprint("figures_page", __name__)


@dataclass(frozen=True, slots=True)
class CallRow:
    """What the page says about one call: its name, and the figures of `figures.Called`.

    `made` is how often the call was made. `accepted` and `won` are shares.
    """

    name: str
    made: int
    accepted: Share
    won: Share


@dataclass(frozen=True, slots=True)
class Answer:
    """What the page says about the answers to the calls of one ladder (see `figures.Answered`)."""

    name: str
    taken: Share
    raised: int
    won: Share


@dataclass(frozen=True, slots=True)
class Sayings:
    """The numbers that were said for a side bet, as text: `30 ×2, 31 ×1` if 30 was said twice.

    `opened` are the numbers of players who had called the bet.
    """

    name: str
    said: str
    opened: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar that shows the share of a person or pair.

    `person` is the number of the person to whose figures the bar links, 0 for a bar without a link.
    """

    name: str
    share: Share
    person: int = 0


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar chart with a bar for each of several people.

    `title` says what the bars show. `cases` says which cases were counted.
    """

    title: str
    cases: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class CountTables:
    """The shares, numbers, calls and answers that are computed from the same counts."""

    shares: tuple[tuple[str, Share], ...]
    most: tuple[tuple[str, int], ...]
    calls: tuple[CallRow, ...]
    answers: tuple[Answer, ...]
    numbers: tuple[Sayings, ...]


@dataclass(frozen=True, slots=True)
class FiguresPage:
    """The figures of a book, of a person or of a pair.

    * `people`, `pairs` and `games`: what can be chosen on the page. `games` is empty if the book
      has only one game.
    * `game`: the chosen game, "" for all.
    * `asked`: the person or pair in the address; `whose`: the name of this person or pair.
    * `basis`: sentences on how much was recorded.
    * `says`: sentences on the most interesting figures.
    * `against`: how often the person won against each opponent.
    * `beside`: how often the person won with each partner.
    """

    token: str
    title: str
    game: str
    games: tuple[tuple[str, str], ...]
    whose: str
    asked: Mapping[str, str]
    facts: tuple[KeyFigure, ...]
    basis: tuple[str, ...]
    says: tuple[str, ...]
    counted: CountTables
    callers: tuple[Bars, ...]
    against: tuple[Bar, ...]
    beside: tuple[Bar, ...]
    plot: Markup
    strength: str
    people: tuple[tuple[int, str], ...]
    pairs: tuple[tuple[str, str], ...]


@bp.get("/b/<token>/figures")
def show_figures(token: str) -> str:
    """Show the figures of the whole book, of a person (`?person=3`) or of a pair (`?pair=1-3`).

    With `&game=catalan`, only matches of this game count.
    """
    found = require_book(token)
    whole = book.overview(found.book)
    people = book.people(found.book)
    person = _person(people)
    pair = _pair(whole)
    game = game_choice.chosen(whole)
    totals = whole.by_game.of(game) if game else whole.totals
    beside = tuple(_beside(totals, people, person)) if person else ()
    whose = ""
    pairs: tuple[Bar, ...] = ()
    callers: tuple[Bars, ...] = ()
    counts = totals.table
    if pair:
        whose = names_of_side(people, pair)
        counts = totals.pairs.get(pair, Counts())
    elif person:
        whose = name_of(people, person)
        counts = totals.people.get(person, Counts())
    else:
        pairs = tuple(_pairs_by_wins(totals, people))
        callers = tuple(_callers(totals, people))
    page = FiguresPage(
        token=found.address,
        title=found.book.title,
        game=game,
        games=game_choice.games(whole),
        asked={name: request.args[name] for name in ("person", "pair") if name in request.args},
        whose=whose,
        facts=tuple(_facts(counts, whole, pair or (person,), game)),
        basis=figure_sentences.of_basis(counts),
        says=_says(counts, name_of(people, person) if person else "", beside, pairs),
        counted=counted(counts, one=bool(person or pair), single=bool(person), alike=bool(game)),
        callers=callers,
        against=tuple(_against(totals, people, person)) if person else (),
        beside=beside,
        plot=_plot(whole, people, person, game) if person and game else Markup(),
        strength=_strength(whole, person, game),
        people=tuple(_people(whole, people)),
        pairs=tuple(_pairs(whole, people)),
    )
    return render_template("book/figures.html", page=page)


def _facts(
    counts: Counts, whole: Overview, group: tuple[int, ...], game: str
) -> Iterator[KeyFigure]:
    """Yield how many matches and recorded hands these people played, and on how many evenings.

    `group` has their numbers.
    """
    matches = counts["matches"] + counts["matches.unfinished"]
    if not matches:
        return
    evenings = set()
    for entry in whole.entries:
        if game in ("", entry.variant) and _played_in(group, entry):
            evenings.add(entry.day)
    # NOTE: under the number of matches, in small letters
    yield KeyFigure(str(matches), ngettext("match played", "matches played", matches))
    hands = counts["hands"]
    # NOTE: under the number of hands that were recorded trick by trick, in small letters
    yield KeyFigure(str(hands), ngettext("hand recorded", "hands recorded", hands))
    # NOTE: under the number of evenings on which matches were played, in small letters
    yield KeyFigure(str(len(evenings)), ngettext("evening", "evenings", len(evenings)))


def _played_in(group: tuple[int, ...], entry: MatchEntry) -> bool:
    """Return whether the whole group played on the same side of a match.

    The group `(NOBODY,)` means everybody in the book, so return True for it.
    """
    sides = [entry.on(side) for side in range(entry.sides)]
    return group == (NOBODY,) or any(set(group) <= set(side) for side in sides)


def _callers(totals: Totals, people: Mapping[int, str]) -> Iterator[Bars]:
    """Yield two groups of bars about the call that is made in most hands.

    The bars of the first group show how often each person makes the call, those of the second how
    often each person accepts or raises it. In each group, the highest share comes first. A group
    without bars is left out.
    """
    call = figure_sentences.most_heard(totals.table)
    if call is None:
        return
    word = Lexicon("", language.code()).word(call.word).said
    called = _by_share(totals, people, shares.called_in(call.ladder, call.word))
    if called:
        title = gettext("Who calls %(call)s", call=word)
        yield Bars(title, gettext("In how many of their hands."), called)
    taken = _by_share(totals, people, shares.answered("taken", call.ladder))
    if taken:
        title = gettext("Who accepts or raises %(call)s", call=word)
        yield Bars(title, gettext("Of the calls they answered."), taken)


def _by_share(totals: Totals, people: Mapping[int, str], hit: Hit) -> tuple[Bar, ...]:
    bars = list[Bar]()
    for person, counts in totals.people.items():
        share = hit.share(counts)
        if share.of and people.get(person):
            bars.append(Bar(name_of(people, person), share, person))
    return tuple(sorted(bars, key=lambda bar: (-bar.share.value, bar.name)))


def _pairs_by_wins(totals: Totals, people: Mapping[int, str]) -> Iterator[Bar]:
    for pair, counts in sorted(totals.pairs.items()):
        if all(people.get(one) for one in pair):
            yield Bar(names_of_side(people, pair), shares.MATCHES_WON.share(counts))


def _says(
    counts: Counts, name: str, beside: tuple[Bar, ...], pairs: tuple[Bar, ...]
) -> tuple[str, ...]:
    if not name:
        return figure_sentences.of_many(counts, ((one.name, one.share) for one in pairs))
    return figure_sentences.of_one(name, counts, ((one.name, one.share) for one in beside))


def counted(
    counts: Counts, *, one: bool = False, single: bool = False, alike: bool = True
) -> CountTables:
    """Return the shares, numbers, calls and answers that are computed from these counts.

    * `one`: whether the counts are those of a player or pair, not of everybody.
    * `single`: whether they are those of one player.
    * `alike`: whether all matches are of the same game. Comebacks are shown only then, because
      being ten points behind means more in a game up to 12 points than in a game up to 30.
    """
    words = Lexicon("", language.code())  # the words of all games, because a book may have several
    return CountTables(
        shares=tuple(_shares(counts, one=one, single=single, alike=alike)),
        most=tuple(_most(counts, alike=alike)),
        calls=tuple(_call_row(call, words) for call in figures.calls(counts)),
        answers=tuple(_answer(answered, words) for answered in figures.answers(counts)),
        numbers=tuple(_sayings(numbers, words) for numbers in figures.numbers(counts)),
    )


def _call_row(call: figures.Called, words: Lexicon) -> CallRow:
    return CallRow(words.word(call.word).label, call.made, call.accepted, call.won)


def _answer(answered: figures.Answered, words: Lexicon) -> Answer:
    label = words.word(answered.ladder).label
    return Answer(label, answered.taken, answered.raised, answered.won)


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
        yield gettext("Matches won"), shares.MATCHES_WON.share(counts)
        yield gettext("Hands won"), shares.HANDS_WON.share(counts)
    if one and alike:
        yield gettext("Games won from far behind"), shares.COMEBACKS.share(counts)
    if single:
        yield gettext("Hands folded"), shares.FOLDED.share(counts)
    yield gettext("Hands decided by a tie"), shares.TIED.share(counts)
    yield gettext("Hands won by a fold or refusal"), shares.WON_BY_TALKING.share(counts)
    yield gettext("Hands won before the first trick"), shares.WON_BEFORE_A_TRICK.share(counts)


def _most(counts: Counts, *, alike: bool) -> Iterator[tuple[str, int]]:
    if counts["most.run"]:
        yield gettext("Most hands won in a row"), counts["most.run"]
    if alike and counts["most.comeback"]:
        yield gettext("Biggest comeback, in points"), counts["most.comeback"]
    if alike and counts["most.comeback-truts"]:
        yield gettext("Biggest comeback, in truts"), counts["most.comeback-truts"]


def _sayings(numbers: figures.Numbers, words: Lexicon) -> Sayings:
    label = words.word(numbers.bet).label
    return Sayings(label, _series(numbers.said), _series(numbers.opened))


def _series(numbers: tuple[tuple[int, int], ...]) -> str:
    return ", ".join(f"{value} ×{times}" for value, times in numbers)


def _against(totals: Totals, people: Mapping[int, str], person: int) -> Iterator[Bar]:
    for (one, other), counts in sorted(totals.versus.items()):
        won = shares.MATCHES_WON.share(counts)
        if one == person and people.get(other) and won.of:
            yield Bar(name_of(people, other), won)


def _beside(totals: Totals, people: Mapping[int, str], person: int) -> Iterator[Bar]:
    for pair, counts in sorted(totals.pairs.items()):
        other = next((one for one in pair if one != person), person)
        won = shares.MATCHES_WON.share(counts)
        if person in pair and people.get(other) and won.of:
            yield Bar(name_of(people, other), won)


def _people(whole: Overview, people: Mapping[int, str]) -> Iterator[tuple[int, str]]:
    for person, name in people.items():
        if name and whole.totals.people.get(person):
            yield person, name_of(people, person)


def _pairs(whole: Overview, people: Mapping[int, str]) -> Iterator[tuple[str, str]]:
    for pair in sorted(whole.totals.pairs):
        if all(people.get(one) for one in pair):
            yield "-".join(map(str, pair)), names_of_side(people, pair)


def _strength(whole: Overview, person: int, game: str) -> str:
    rating = whole.ratings(game).get(person)
    return _said(rating) if rating else ""


def _said(rating: Rating) -> str:
    """Return the mean of a rating with its 95% range: `27.6 ± 15.7`."""
    return f"{decimal(rating.mean)} ± {decimal(rating.reach)}"


def _plot(whole: Overview, people: Mapping[int, str], person: int, game: str) -> Markup:
    rated = whole.course(person, game)
    if len(rated) < 2:
        return Markup()
    course = [rating for _, rating in rated]
    dates = (day_in_figures(rated[0][0]), day_in_figures(rated[-1][0]))
    label = gettext(
        "%(name)s: rating %(first)s after the first match, %(last)s after match %(matches)s.",
        name=name_of(people, person),
        first=_said(course[0]),
        last=_said(course[-1]),
        matches=len(course),
    )
    return Markup(rating_plot.svg(course, label, dates))  # noqa: S704 # `svg` escapes its texts
