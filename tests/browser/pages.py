"""Every page of the application, and the phone that opens it.

Tests check these pages for accessibility, and `screenshots.py` takes pictures of them. The address
of a page may contain a code, a token or a number of a table, such as `{played[code]}`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from itertools import chain, starmap
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import Browser, BrowserContext, Page, Route

from companion.gallery import BY_NAME
from tests.server import Server

NAMES = "Anna,Biel,Carme,Pep"


# Rooms that add pages of their own list them in a file like tests/book/sights.py.
ROOMS = [path.parent.name for path in Path(__file__).parents[1].glob("*/sights.py")]
EXTENSIONS = {room: import_module(f"tests.{room}.sights") for room in ROOMS}


@dataclass(frozen=True, slots=True)
class Sight:
    """A page, and the name `who` of the phone that opens it.

    The name is "host", "biel" (who has a seat), "friend" (who watches) or "stranger".
    """

    name: str
    address: str
    who: str = "stranger"


SHEETS = ("french", "argentine", "paulista", "put-many", "trut")
ON_A_WALL = ("their-answer", "game-won", "eight-players")
SIGHTS = (
    Sight("home", "/"),
    Sight("home-own-tables", "/", "host"),
    Sight("games", "/games"),
    Sight("new", "/new?game=catalan"),
    Sight("new-wrong", "/new?game=catalan&draw=seats&drawn-0=1"),
    Sight("new-rules", "/new?game=argentine&house-flor=on"),
    Sight("new-many", "/new?game=put-many&seats=8"),
    Sight("new-pairs", "/new?game=paulista"),
    Sight("new-again", "/new?again={over[code]}", "host"),
    Sight("invite", "/t/{fresh[code]}/invite", "host"),
    Sight("invite-watch", "/t/{played[code]}/invite?to=watch", "host"),
    Sight("invite-seat", "/t/{played[code]}/invite", "biel"),
    Sight("invite-friend", "/t/{played[looking]}/invite", "friend"),
    Sight("join-fresh", "/j/{fresh[token]}"),
    Sight("join-many", "/j/{eight[token]}"),
    Sight("join", "/j/{played[token]}"),
    Sight("join-by-code", "/c/{over[code]}"),
    Sight("join-closed", "/c/{closed[code]}"),
    Sight("join-no-such-code", "/c?code=ZZZZZ"),
    Sight("join-dead-link", "/j/nobody"),
    Sight("table-host", "/t/{played[code]}", "host"),
    Sight("table-seat", "/t/{played[code]}", "biel"),
    Sight("table-friend", "/t/{played[code]}", "friend"),
    Sight("table-rematch", "/t/{over[code]}", "host"),
    Sight("table-replayed", "/t/{again[code]}", "host"),
    Sight("result", "/r/{over[result]}", "host"),
    Sight("result-of-others", "/r/{over[result]}"),
    Sight("table-replay", "/t/{over[code]}/replay?at=1", "host"),
    Sight("flat", "/t/{played[code]}/flat", "host"),
    Sight("flat-rematch", "/t/{over[code]}/flat", "host"),
    Sight("tv", "/t/{played[code]}/tv", "friend"),
    Sight("tv-waits", "/tv/{tv[token]}"),
    Sight("strip", "/w/{played[looking]}/strip"),
    Sight("tv-ask", "/on", "host"),
    Sight("tv-yes", "/on?number={tv[number]}", "host"),
    Sight("tv-no-such-number", "/on?number=12", "host"),
    Sight("rules", "/t/{played[code]}/rules", "host"),
    Sight("next-game", "/t/{again[code]}/rules?game=argentine", "host"),
    Sight("next-game-for-two", "/t/{again[code]}/rules?game=put", "host"),
    Sight("next-games", "/t/{again[code]}/another", "host"),
    Sight("join-old-card", "/j/{over[token]}"),
    Sight("table-moved", "/t/{left[code]}", "host"),
    Sight("flat-moved", "/t/{left[code]}/flat", "host"),
    Sight("table-sitting-out", "/t/{two[code]}", "biel"),
    Sight("seats", "/t/{played[code]}/seats", "biel"),
    Sight("seats-host", "/t/{played[code]}/host", "host"),
    Sight("seats-closed", "/t/{closed[code]}/host", "host"),
    Sight("let-in-host", "/t/{played[code]}/host/link", "host"),
    Sight("let-in-seat", "/t/{closed[code]}/seats/1", "host"),
    Sight("log", "/t/{played[code]}/log", "biel"),
    Sight("paper", "/t/{played[code]}/paper", "biel"),
    Sight("calls", "/t/{played[code]}/calls", "biel"),
    Sight("calls-agreeing", "/t/{over[code]}/calls", "host"),
    Sight("sheet-table", "/t/{played[code]}/sheet", "biel"),
    *(Sight(f"sheet-{game}", f"/games/{game}/sheet") for game in SHEETS),
    Sight("phone", "/phone"),
    Sight("offline", "/offline"),
    Sight("privacy", "/privacy"),
    Sight("delete-table", "/t/{played[code]}/host/delete", "host"),
    Sight("try", "/try?at=9"),
    Sight("resume", "/resume"),
    Sight("not-joined", "/t/{played[code]}/log"),
    Sight("not-found", "/nothing"),
    Sight("style", "/style"),
    *(Sight(f"style-{state}", f"/style/{state}") for state in BY_NAME),
    *(Sight(f"style-flat-{state}", f"/style/{state}/flat") for state in BY_NAME),
    *(Sight(f"style-tv-{state}", f"/style/{state}/tv") for state in ON_A_WALL),
    *starmap(Sight, chain.from_iterable(room.SIGHTS for room in EXTENSIONS.values())),
)

NOT_PAGES = {
    "static": "files",
    "assets.file": "files",
    "offline.serve_worker": "a script",
    "offline.serve_manifest": "what an installed page is called",
    "table.serve_record": "plain text",
    "health.report_health": "for monitors",
    "table.show_panel": "a part of the table page",
    "stream.stream_panels": "a part of the table page",
    "joining.show_host_link": "leads to the table",
    "joining.show_number": "leads to the table",
    "joining.watch": "leads to the table",
    "television.begin_waiting": "leads to the page of a television that waits",
    "rematch.follow_rematch": "leads to the table",
    "result.serve_picture": "a picture",
    "watching.show_state": "for programs",
    "watching.stream_watched": "for programs",
}  # fmt: skip
for extension in EXTENSIONS.values():
    NOT_PAGES |= extension.NOT_PAGES

# How a page may look: what the device prefers, and the settings of the phone.
PLAIN = {"color_scheme": "light", "contrast": "no-preference", "forced_colors": "none"}
LOOKS: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "light": ({}, {}),
    "dark": ({"color_scheme": "dark"}, {}),
    "oled": ({}, {"theme": "oled"}),
    "contrast": ({"contrast": "more"}, {}),
    "dark-contrast": ({}, {"theme": "dark", "contrast": "more"}),
    "forced": ({"color_scheme": "dark", "forced_colors": "active"}, {}),
}

HAND = "truc@1 yes@2 won@1 won@2 undo won@3 truc@0"
LAST = "truc@1 yes@2 hand@2"


# Return whether the styles are loaded that a page fetches after it was drawn.
STYLED = """() => {
  const { styles: wanted, light } = document.querySelector("script[data-styles]")?.dataset ?? {};
  return !wanted || light || [...document.styleSheets].some(({ href }) => href?.endsWith(wanted));
}"""

# Replace the body and the styles of this page by those of another page, given as HTML.
IN_PLACE = """async (html) => {
  const next = new DOMParser().parseFromString(html, "text/html"), here = document;
  const named = (link) => [link.getAttribute("href"), link];
  const styles = (page) => new Map([...page.querySelectorAll("link[rel=stylesheet]")].map(named));
  const had = styles(here), wanted = styles(next), coming = [];
  let after = null;
  for (const [href, link] of [...wanted].reverse()) {
    const kept = had.get(href);
    if (!kept) {
      coming.push(new Promise((come) => { link.onload = link.onerror = come; }));
      here.head.insertBefore(link, after);
    }
    after = kept ?? link;
  }
  for (const [href, link] of had) if (!wanted.has(href)) link.remove();
  here.body.replaceWith(next.body);
  await Promise.all(coming);
}"""


def answer_without_refresh(route: Route) -> None:
    """Serve a page without its Refresh header, so that the page does not reload during a test."""
    answer = route.fetch()
    headers = {name: value for name, value in answer.headers.items() if name != "refresh"}
    route.fulfill(response=answer, headers=headers)


# The tables that have a code and links, with the scores at which they begin.
OPENED = {"played": "4-6", "over": "10-9", "closed": "", "left": "4-6"}


class Evening:
    """Tables in every state, and the four phones that are at these tables."""

    def __init__(self, server: Server, browser: Browser, **settings: object) -> None:
        self.server = server
        settings |= {"base_url": server.url}
        everybody = ("host", "biel", "friend", "stranger")
        self.phones = {who: browser.new_context(**settings) for who in everybody}
        self.tables = {name: self._table(score) for name, score in OPENED.items()}
        self.tables["fresh"] = self._open(game="catalan")
        self.tables["eight"] = self._open(game="put-many", seats="8")
        self.tables["tv"] = self._television()
        self._let_everybody_in()
        self._play()
        self._pages: dict[str, Page] = {}

    def _table(self, score: str) -> dict[str, str]:
        begun = {"score": score} if score else {}
        links = self.server.open_table(variant="catalan", names=NAMES, **begun)
        ends = {"token": links["join"], "looking": links["watch"]}
        return links | {name: link.rpartition("/")[2] for name, link in ends.items()}

    def _open(self, **form: str) -> dict[str, str]:
        """Open a table by sending this form, without names and with the host in a seat.

        Return its code and the token of its join link.
        """
        invite = post(self.phones["host"], "/tables", **form)
        page = self.phones["host"].request.get(invite).text()
        return {"code": invite.split("/")[-2], "token": re.findall(r"/j/([\w-]+)", page)[0]}

    def _television(self) -> dict[str, str]:
        """Let a television wait for a table, and return its token and its number."""
        self.phones["stranger"].route("**/tv/*", answer_without_refresh)
        answer = self.phones["stranger"].request.get("/tv")
        number = re.findall(r'class="number">(\d+)', answer.text())[0]
        return {"token": answer.url.rpartition("/")[2], "number": number}

    def _let_everybody_in(self) -> None:
        for name in OPENED:
            post(self.phones["host"], self.tables[name]["host"])
        played = self.tables["played"]
        for name in ("played", "closed"):
            post(self.phones["biel"], self.tables[name]["join"], seat="1")
        get(self.phones["friend"], played["watch"])

    def _play(self) -> None:
        host = self.phones["host"]
        self._taps("played", HAND)
        self._taps("over", LAST)
        over = self.tables["over"]
        page = host.request.get(f"/t/{over['code']}").text()
        over["result"] = re.findall(r'"/r/([^"]+)"', page)[0]
        again = post(host, f"/t/{over['code']}/rematch")
        self.tables["again"] = {"code": again.rpartition("/")[2]}
        post(host, f"/t/{self.tables['closed']['code']}/host/lock")
        left = self.tables["left"]
        post(self.phones["biel"], left["join"], seat="1")
        people = {"person-0": "0", "person-1": "2"}
        two = post(host, f"/t/{left['code']}/rules", game="put", **people)
        self.tables["two"] = {"code": two.rpartition("/")[2]}
        for name, extension in EXTENSIONS.items():
            self.tables[name] = extension.prepare(host, self.tables, post)

    def _taps(self, table: str, taps: str) -> None:
        address = f"/t/{self.tables[table]['code']}/taps"
        for seen, tap in enumerate(taps.split()):
            post(self.phones["host"], address, tap=tap, seen=str(seen), key=f"k{seen}")

    def address(self, sight: Sight) -> str:
        """Return the address of this page, with the codes and tokens of this evening's tables."""
        return urljoin(self.server.url, sight.address.format(**self.tables))

    def show(self, sight: Sight) -> Page:
        """Show the page in the only tab of its phone, and return the tab.

        The gallery has pages with invented states of a table. Only the first of these pages is
        loaded. Later ones replace the content of the tab, which saves time.
        """
        if sight.who not in self._pages:
            self._pages[sight.who] = self.phones[sight.who].new_page()
        page = self._pages[sight.who]
        if "/style/" in sight.address and "/style/" in page.url:
            page.evaluate(IN_PLACE, page.request.get(self.address(sight)).text())
        else:
            page.goto(self.address(sight))
            page.wait_for_function(STYLED)
        return page

    def close(self) -> None:
        for phone in self.phones.values():
            phone.close()


def set_look(page: Page, look: str) -> None:
    """Switch the page to this look, one of `LOOKS`: its colours and its contrast."""
    device, settings = LOOKS[look]
    page.emulate_media(**PLAIN | device)
    every = {"theme": "", "contrast": ""} | settings
    page.evaluate("every => Object.assign(document.documentElement.dataset, every)", every)


def get(phone: BrowserContext, address: str) -> None:
    assert phone.request.get(address).ok, address


def post(phone: BrowserContext, address: str, **form: str) -> str:
    """Send a form, and return the address of the page that is shown after all redirects."""
    answer = phone.request.post(address, form=dict(form))
    assert answer.ok, f"{address}: {answer.text()}"
    return answer.url
