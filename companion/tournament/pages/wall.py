"""Show the wall, for a television: who plays where, live scores, standings or the bracket."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint
from werkzeug.wrappers import Response

from companion.tournament import clock, draws, ending, showing
from companion.tournament.clock import Clock
from companion.tournament.formats import Kind
from companion.tournament.lately import follow_lately
from companion.tournament.pages import asked, changes_told
from companion.tournament.rounds import Snapshot
from companion.tournament.showing import FixtureTile, ShownBracket, TeamLabel
from companion.tournament.standings import StandingsRow
from companion.web.language import gettext, ngettext
from companion.web.walls import (
    TILES,
    PageInTurn,
    answer_with_wall,
    grid_class,
    next_page,
    split_evenly,
)

bp = Blueprint("tournament_wall", __name__)

ROWS = 8  # teams in one list
LISTS = 2  # lists side by side
SMALL_GROUP = 4  # teams; a page has four groups if none has more teams
PLACES = 8  # shown with the winner
TIES = 8  # matches of one round of a bracket that can be read at six metres


@dataclass(frozen=True, slots=True)
class WallRow:
    """A team in a list on the wall.

    * `place` is the rank of the team as text, or the team's number in a list of names.
    * `row` is the team's row of the standings, None in lists without wins.
    * `lot` is the lot that decided the rank of the team, 0 in lists without lots.
    """

    place: str
    team: TeamLabel
    row: StandingsRow | None = None
    lot: int = 0


@dataclass(frozen=True, slots=True)
class WallList:
    """A list of teams, such as a group or a part of the standings."""

    title: str
    rows: tuple[WallRow, ...]

    @property
    def has_sums(self) -> bool:
        """Return whether the list shows wins and differences of points."""
        return any(one.row is not None for one in self.rows)

    @property
    def has_lots(self) -> bool:
        """Return whether the list shows lots."""
        return any(one.lot for one in self.rows)


@dataclass(frozen=True, slots=True)
class WallView:
    """The content of a page of the wall.

    * `kind` says what the page shows: "tables", "lists", "bracket", "end" or "waiting". A page of
      the kind "end" shows the winners, and the next places in `lists`. A page of the kind "waiting"
      has nothing to show yet.
    * `grid` is the CSS class for the number of tiles.
    * `news` is a sentence in the heading, "" for none.
    * `is_drawn` is whether a draw was just made. Then the teams of the page appear one by one.
    """

    kind: str
    tiles: tuple[FixtureTile, ...] = ()
    grid: str = ""
    lists: tuple[WallList, ...] = ()
    bracket: ShownBracket | None = None
    winners: tuple[TeamLabel, ...] = ()
    news: str = ""
    is_drawn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WallPage(PageInTurn):
    """A page of the wall of a tournament.

    `playing` is how many matches the round has, and `over` how many of them have a result.
    """

    round: str
    news: str
    view: WallView
    clock: Clock | None
    missing: tuple[FixtureTile, ...]
    over: int
    playing: int


@bp.get("/k/<token>/wall")
def show_wall(token: str) -> Response:
    """Show the page of the wall whose number is `page` in the query string."""
    found = asked.require(token)

    def page(at: int) -> WallPage:
        return _page(follow_lately(found.tournament), token, at)

    return answer_with_wall("tournament", token, page)


def _page(snapshot: Snapshot, token: str, number: int) -> WallPage:
    is_over = snapshot.tournament.stage == "over"
    tiles = [tile for tile in showing.tiles(snapshot) if tile.state != "bye"]
    at_tables = [] if is_over else _views_of_tables(tiles)
    views = [*at_tables, *_views_besides(snapshot)]
    if snapshot.tournament.stage == "playing" and snapshot.round <= 1:
        views = _with_first_draw(snapshot, views)
    first = 1 if is_over else 0  # the page of the winners stays the first
    views[first:first] = _views_of_lots(snapshot)
    number = (number - 1) % len(views) + 1
    return WallPage(
        token=token,
        title=snapshot.tournament.title,
        round=gettext("The tournament is over.") if is_over else showing.round_title(snapshot),
        news=_news(snapshot, views[number - 1]),
        view=views[number - 1],
        page=number,
        pages=len(views),
        next=next_page(number, len(views), _calling(at_tables)),
        clock=None if is_over else clock.clock(snapshot.tournament),
        missing=tuple(tile for tile in tiles if tile.state == "missing"),
        over=sum(tile.is_over for tile in tiles),
        playing=0 if is_over else len(tiles),
    )


def _news(snapshot: Snapshot, view: WallView) -> str:
    """Return the sentences in the heading of a page, or "" if there are none."""
    said = [view.news]
    if snapshot.tournament.stage != "over":
        said.append(changes_told.news(snapshot))
    return " · ".join(filter(None, said))


def _with_first_draw(snapshot: Snapshot, views: Sequence[WallView]) -> list[WallView]:
    """Return these pages with a heading that says how the first round was drawn.

    If a match has a result already, return the pages unchanged. On the pages that show the draw,
    `WallView.is_drawn` is true for one minute. With groups, this minute begins when the groups are
    drawn, otherwise when the pairs are published.
    """
    drawn = draws.first_draw(snapshot.tournament)
    if drawn is None or any(row.result and row.second for row in snapshot.matches):
        return list(views)
    said = changes_told.tell_draw(drawn)
    kind = "tables"
    is_news = draws.is_news(drawn.published_at)
    if snapshot.so_far.form.kind is Kind.GROUPS:
        kind = "lists"
        is_news = draws.is_news(drawn.at)
    return [replace(one, news=said, is_drawn=is_news and one.kind == kind) for one in views]


def _views_of_lots(snapshot: Snapshot) -> list[WallView]:
    """Return pages with the lots that decided places, or [] if a bracket is published."""
    if any(row.node for row in snapshot.matches):
        return []
    lists = list[WallList]()
    for table in showing.standings_tables(snapshot):
        for equal in table.by_lot:
            rows = [WallRow(one.place, one.team, lot=one.lot) for one in equal]
            # NOTE: %(label)s is a part of a tournament, such as Group A
            title = gettext("%(label)s: equal in everything, lots decide", label=table.title)
            lists += _split(title, rows)
    at = draws.lots_drawn_at(snapshot.tournament) if lists else None
    if at is None:
        return []
    views = _views_of_lists(lists)
    said = changes_told.tell_lots(at)
    return [replace(one, news=said, is_drawn=draws.is_news(at)) for one in views]


def _views_of_tables(tiles: Sequence[FixtureTile]) -> list[WallView]:
    """Return pages with the matches of the present round.

    If any match has no result, each physical table is shown once, with its latest match. If all
    matches have results, all matches are shown.
    """
    shown = [tile for tile in tiles if not tile.has_next]
    if all(tile.is_over for tile in tiles):
        shown = list(tiles)
    views = list[WallView]()
    for part in split_evenly(len(shown), TILES):
        own = tuple(shown[at] for at in part)
        views.append(WallView("tables", tiles=own, grid=grid_class(len(own))))
    return views


def _views_besides(snapshot: Snapshot) -> list[WallView]:
    """Return the pages that do not show the matches of the present round.

    During the sign-up they show the teams. After that they show standings and brackets. At the end
    of the tournament, the winners come first. If there is nothing to show, return one page of the
    kind "waiting".
    """
    stage = snapshot.tournament.stage
    if stage == "signing up":
        return _views_of_teams(snapshot)
    views = list[WallView]()
    if stage == "over":
        views.append(_end(snapshot))
    views += _views_of_lists(_lists_of_standings(snapshot))
    views += [_view_of_bracket(bracket) for bracket in showing.shown_brackets(snapshot)]
    return views or [WallView("waiting")]


def _views_of_teams(snapshot: Snapshot) -> list[WallView]:
    """Return pages with the teams that have signed up."""
    there = showing.present(snapshot.teams)
    title = ngettext("%(num)s team is in", "%(num)s teams are in", len(there))
    rows = [WallRow(str(team.number), showing.label(snapshot, team.number)) for team in there]
    return _views_of_lists(_split(title, rows)) or [WallView("waiting")]


def _lists_of_standings(snapshot: Snapshot) -> list[WallList]:
    """Return the standings as lists of at most eight teams."""
    lists = list[WallList]()
    for table in showing.standings_tables(snapshot):
        rows = [WallRow(table.place(row), team, row) for team, row in table.rows]
        lists += _split(table.title, rows)
    return lists


def _split(title: str, rows: Sequence[WallRow]) -> list[WallList]:
    """Split these teams into lists of at most eight.

    If there are more than eight teams, each page gets two lists, which are about equally long.
    """
    if len(rows) <= ROWS:
        return [WallList(title, tuple(rows))] if rows else []
    lists = list[WallList]()
    for page in split_evenly(len(rows), LISTS * ROWS):
        half = (page.start + page.stop + 1) // 2
        lists.append(WallList(title, tuple(rows[page.start : half])))
        lists.append(WallList(title, tuple(rows[half : page.stop])))
    return lists


def _views_of_lists(lists: Sequence[WallList]) -> list[WallView]:
    """Return pages of these lists: two lists on each page, or four if all lists are short."""
    longest = max((len(one.rows) for one in lists), default=0)
    most = 2 * LISTS if longest <= SMALL_GROUP else LISTS
    views = list[WallView]()
    for at in range(0, len(lists), most):
        views.append(WallView("lists", lists=tuple(lists[at : at + most])))
    return views


def _end(snapshot: Snapshot) -> WallView:
    """Return the page with the winners and the next places."""
    ranked = ending.final_places(snapshot)
    winners = tuple(team for place, team, _ in ranked if place == 1)
    rows = [WallRow(str(place), team) for place, team, _ in ranked if place > 1]
    others = WallList(gettext("The next places"), tuple(rows[: PLACES - 1]))
    return WallView("end", lists=(others,) if rows else (), winners=winners)


def _view_of_bracket(bracket: ShownBracket) -> WallView:
    """Return the page of a bracket, with its present round and the next two rounds.

    If the present round has more than four matches, the page shows only one round after it. Rounds
    with more than eight matches are left out. If too few rounds come after the present round, the
    page shows earlier rounds too.
    """
    rounds = [one for one in bracket.rounds if len(one.matches) <= TIES] or bracket.rounds[-1:]
    decided = sum(one.is_over for one in rounds[:-1])
    columns = 2 if len(rounds[min(decided, len(rounds) - 1)].matches) > TIES // 2 else 3
    first = min(decided, max(0, len(rounds) - columns))
    shown = tuple(rounds[first : first + columns])
    return WallView("bracket", bracket=replace(bracket, rounds=shown))


def _calling(views: Sequence[WallView]) -> list[int]:
    """Return the numbers, from 1, of the pages with a table that needs an organiser.

    Such a table calls the referee, or nobody has come to it in time.
    """
    calling = list[int]()
    for at, view in enumerate(views, start=1):
        if any(tile.calls or tile.state == "missing" for tile in view.tiles):
            calling.append(at)
    return calling
