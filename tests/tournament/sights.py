"""The pages of tournaments that `tests/browser/pages.py` checks and photographs.

Each page has a name, an address, and the phone that opens it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Route

SIGHTS = (
    ("tournament-new", "/tournament", "stranger"),
    ("tournament-try", "/tournament/try?still=1&at=5", "stranger"),
    ("tournament-sign-up", "/k/{signing[sign_up]}/in", "stranger"),
    ("tournament-desk-sign-up", "/k/{signing[organise]}/desk", "host"),
    ("tournament-settings", "/k/{signing[organise]}/setup", "host"),
    ("tournament-teams", "/k/{signing[organise]}/teams", "host"),
    ("tournament-draft", "/k/{drawn[organise]}/draft", "host"),
    ("tournament-draft-chosen", "/k/{drawn[organise]}/draft?chosen=2", "host"),
    ("tournament-desk", "/k/{tournament[organise]}/desk", "host"),
    ("tournament-match", "/k/{tournament[organise]}/match/2", "host"),
    ("tournament-team", "/k/{tournament[team]}/team", "host"),
    ("tournament-team-waits", "/k/{tournament[waits]}/team", "host"),
    ("tournament-table", "/t/{tournament[code]}", "host"),
    ("tournament-table-flat", "/t/{tournament[code]}/flat", "host"),
    ("tournament-table-tv", "/t/{tournament[code]}/tv", "host"),
    ("tournament-standings", "/k/{tournament[watch]}", "host"),
    ("tournament-round", "/k/{tournament[watch]}/round/1", "host"),
    ("tournament-wall", "/k/{tournament[watch]}/wall?page=1", "host"),
    ("tournament-wall-standings", "/k/{tournament[watch]}/wall?page=2", "host"),
    ("tournament-card", "/k/{tournament[card]}/at", "stranger"),
    ("tournament-cards", "/k/{tournament[organise]}/cards", "host"),
    ("tournament-print-draw", "/k/{tournament[watch]}/print/draw", "host"),
    ("tournament-print-results", "/k/{tournament[watch]}/print/results", "host"),
    ("tournament-print-standings", "/k/{tournament[watch]}/print/standings", "host"),
    ("tournament-names", "/k/{tournament[organise]}/names", "host"),
    ("tournament-over", "/k/{finished[watch]}", "host"),
    ("tournament-over-desk", "/k/{finished[organise]}/desk", "host"),
    ("tournament-over-team", "/k/{finished[team]}/team", "host"),
    ("tournament-over-table", "/t/{finished[code]}", "host"),
    ("tournament-signing", "/t/{finished[code]}/calls", "host"),
    ("tournament-wall-end", "/k/{finished[watch]}/wall?page=1", "host"),
    ("tournament-wall-bracket", "/k/{finished[watch]}/wall?page=2", "host"),
    ("tournament-replay", "/k/{finished[watch]}/match/1/replay?at=1", "host"),
)
NOT_PAGES = {
    "tournament_json.show_json": "for programs",
    "tournament_json.show_standings": "for programs",
    "tournament_json.show_csv": "for programs",
    "tournament_copies.serve_record": "plain text",
    "tournament_podium.serve_picture": "a picture",
    "tournament_line.show_line": "a part of the table page",
}
KINDS = ("signing", "drawn", "tournament", "finished")
LINKS = ("organise", "watch", "sign_up", "team", "waits", "card", "code")
TABLES = {kind: dict.fromkeys(LINKS, "token") for kind in KINDS}  # `prepare` replaces "token"
PAIRS = (
    "Anna, Carme",
    "Biel, Pep",
    "Rosa, Vicent",
    "Joana, Jordi",
    "Xavier, Toni",
    "Núria, Quim",
    "Aina, Tomeu",
    "Laia, Arnau",
)
SHORT = "fix@0=10 truc@1 no@2 truc@0 yes@1 hand@0"  # the first side wins
# Chance decides who plays at a table, so long names are only in tournaments where nobody plays.
LONG = ("Juan Sebastián, María del Carmen", "Marie-Hélène, Jean-Baptiste")
Post = Callable[..., str]


def prepare(host: BrowserContext, tables: dict[str, dict[str, str]], post: Post) -> dict[str, str]:
    """Open four tournaments, and return the links of the tournament in its first round.

    In that round, one match is played, one was decided by hand, one is called to the free table,
    and one waits for a table. Of the other three tournaments, one is open for the sign-up, one has
    a draft of its first round, and one is over.
    """
    host.route(re.compile(r"/k/[^/]+/wall"), without_refresh)
    host.route(re.compile(r"/k/[^/]+/(desk|team)$"), without_polling)
    tables["signing"] = opened(host, post, 4, has_long_names=True)
    tables["drawn"] = opened(host, post, 6, has_long_names=True)
    decide(host, post, tables["drawn"], "close")
    tables["finished"] = played_to_the_end(host, post)
    return first_round(host, post)


def opened(
    host: BrowserContext, post: Post, teams: int, *, has_long_names: bool = False, **form: str
) -> dict[str, str]:
    """Open a tournament, sign teams up, and return its links."""
    typed = {"title": "Sant Narcís", "game": "catalan", "teams": "8", "tables": "2"}
    desk = post(host, "/tournament", **typed | form)
    made = {"organise": desk.split("/")[-2]}
    pairs = PAIRS
    if has_long_names:
        pairs = (*LONG, *PAIRS)
    for players in pairs[:teams]:
        decide(host, post, made, "add", players=players)
    page = text_of(host, f"/k/{made['organise']}/desk")
    watch = re.search(r'/k/([\w-]+)/wall"', page)
    sign_up = re.search(r"/k/([\w-]+)/in<", page)
    assert watch is not None
    made["watch"] = watch[1]
    if sign_up is not None:
        made["sign_up"] = sign_up[1]
    return made


def first_round(host: BrowserContext, post: Post) -> dict[str, str]:
    """Publish the first round of eight teams at two tables. Return the tournament's links."""
    made = opened(host, post, 8)
    publish(host, post, made)
    organised = f"/k/{made['organise']}"
    sit_down(host, post, made)
    decide(host, post, made, "more", match="1", minutes="5")
    set_by_hand(host, post, made, "2")
    for link in re.findall(r"/k/([\w-]+)/team<", text_of(host, f"{organised}/teams")):
        if "in the queue" in text_of(host, f"/k/{link}/team"):
            made["waits"] = link
        else:
            made["team"] = link
    return made


def played_to_the_end(host: BrowserContext, post: Post) -> dict[str, str]:
    """Play a knock-out of four teams, and return its links.

    The first match is played at its table, the others are decided by hand.
    """
    made = opened(host, post, 4, kind="single")
    publish(host, post, made)
    sit_down(host, post, made)
    for seen, tap in enumerate(SHORT.split()):
        post(host, f"/t/{made['code']}/taps", tap=tap, seen=str(seen), key=f"k{seen}")
    decide(host, post, made, "confirm", match="1")
    set_by_hand(host, post, made, "2")
    publish(host, post, made)
    set_by_hand(host, post, made, "3")
    publish(host, post, made)
    page = text_of(host, f"/k/{made['organise']}/teams")
    made["team"] = re.findall(r"/k/([\w-]+)/team<", page)[0]
    return made


def sit_down(host: BrowserContext, post: Post, made: dict[str, str]) -> None:
    """Scan the card of table 1, where the first match is played, and take a seat."""
    cards = text_of(host, f"/k/{made['organise']}/cards")
    made["card"] = re.findall(r"/k/([\w-]+)/at<", cards)[0]
    table = post(host, f"/k/{made['card']}/at")
    made["code"] = post(host, table, seat="0").rpartition("/")[2]


def set_by_hand(host: BrowserContext, post: Post, made: dict[str, str], match: str) -> None:
    """Set by hand that the first team of a match has won."""
    score = {"games-0": "1", "games-1": "0", "points-0": "12", "points-1": "9", "why": "No phone"}
    decide(host, post, made, "by-hand", match=match, **score)


def publish(host: BrowserContext, post: Post, made: dict[str, str]) -> None:
    """Draw and publish the next round, or end the tournament if no round follows."""
    signing_up = "sign_up" in made and "/in<" in text_of(host, f"/k/{made['organise']}/desk")
    decide(host, post, made, "close" if signing_up else "draft")
    decide(host, post, made, "publish", page="draft")


def decide(
    host: BrowserContext,
    post: Post,
    made: dict[str, str],
    do: str,
    page: str = "desk",
    **form: str,
) -> None:
    """Send the decision `do` of an organiser, with the revision that `page` shows."""
    organised = f"/k/{made['organise']}"
    seen = re.search(r'name="seen" value="(\d+)"', text_of(host, f"{organised}/{page}"))
    revision = seen[1] if seen is not None else "0"
    post(host, f"{organised}/desk", do=do, seen=revision, **form)


def text_of(host: BrowserContext, address: str) -> str:
    return host.request.get(address).text()


def without_refresh(route: Route) -> None:
    """Serve the page without the `meta` element that would load the next page of the wall."""
    answer = route.fetch()
    body = re.sub(r'<meta http-equiv="refresh"[^>]*>', "", answer.text())
    route.fulfill(response=answer, body=body)


def without_polling(route: Route) -> None:
    """Load the page, but abort the requests by which it would refresh itself."""
    if "hx-request" in route.request.headers:
        route.abort()
    else:
        route.continue_()
