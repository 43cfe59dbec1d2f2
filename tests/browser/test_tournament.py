"""A tournament in one evening: eight pairs on four tables, each pair with its phone.

The organiser, one pair and the wall use real pages. The other phones post what their pages would
post, each with its own cookies.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from itertools import count

from playwright.sync_api import APIResponse, Page, expect

from tests.browser.pages import post
from tests.server import Server
from tests.tournament import sights

Phone = Callable[..., Page]
KEYS = count(1)
WON = ("fix@0=10 truc@0 yes@1 hand@0", "fix@1=10 truc@1 yes@2 hand@1")
# Record the state of the audio at the beginning of each sound: it is heard only if "running".
RINGS = """rings = []; AudioContext.prototype.createOscillator = new Proxy(
  AudioContext.prototype.createOscillator,
  { apply: (make, on, all) => { rings.push(on.state); return make.apply(on, all); } })"""
# Let the time be over two seconds from now.
ENDS = """() => {
  const clock = document.querySelector("[data-clock]");
  clock.dataset.left = Math.ceil((Date.now() - clock.drawnAt) / 1000) + 2;
}"""
# Return a colour of tokens.css as it is computed, such as "rgb(216, 181, 101)".
COLOUR = """(token) => {
  document.body.style.outlineColor = `var(${token})`;
  return getComputedStyle(document.body).outlineColor;
}"""
BACKGROUNDS = "all => all.map((one) => getComputedStyle(one).backgroundColor)"
TELEVISION = {"viewport": {"width": 1920, "height": 1080}}


class Pair:
    """The phone of a pair. `names` are the names of its two players."""

    def __init__(self, server: str, page: Page, names: tuple[str, str]) -> None:
        self.server = server
        self.page = page
        self.names = names
        self.own_page = ""

    def post(self, address: str, **form: str) -> APIResponse:
        """Post a form as the page of this phone does, and return the answer after all redirects."""
        return self.page.context.request.post(
            self.server + address, form=form, headers={"Origin": self.server}
        )

    def get(self, address: str) -> str:
        return self.page.context.request.get(self.server + address).text()

    def sign_up(self, link: str) -> None:
        answer = self.post(link, **{"player-0": self.names[0], "player-1": self.names[1]})
        assert answer.ok, answer.text()
        self.own_page = answer.url.removeprefix(self.server)

    def match(self) -> str:
        """Return the number of the match that this pair's page offers, "" if it offers none."""
        found = re.search(r'name="match" value="(\d+)"', self.get(self.own_page))
        return found[1] if found else ""

    def table(self) -> str:
        """Return the number of the table that this pair's page shows, "" if it shows none."""
        found = re.search(r'class="which">(\d+)<', self.get(self.own_page))
        return found[1] if found else ""

    def sit_down(self, match: str = "") -> tuple[str, int]:
        """Open the match of this pair, and take the first free seat that belongs to the pair.

        Return the address of the table, and the side of this pair.
        """
        answer = self.post(self.own_page, match=match or self.match(), do="sit")
        joining = answer.url.removeprefix(self.server)
        for seat, name in re.findall(r'name="seat"\s+value="(\d)">\s*<b>([^<]+)<', answer.text()):
            if unescape(name) in self.names:
                joined = self.post(joining, seat=seat)
                assert joined.ok, joined.text()
                return joined.url.removeprefix(self.server).partition("?")[0], int(seat) % 2
        raise AssertionError(f"no free seat for {self.names}")

    def tap(self, table: str, taps: str, seen: int = 0) -> None:
        tap = taps.replace(" ", ";")  # as a key does that records several taps
        answer = self.post(f"{table}/taps", tap=tap, seen=str(seen), key=f"k{next(KEYS)}")
        assert answer.ok, answer.text()

    def sign(self, table: str, side: int) -> None:
        answer = self.post(f"{table}/calls", side=str(side))
        assert answer.ok, answer.text()


class Organiser:
    """The organiser's phone. It does everything on real pages."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.desk = ""

    def touch(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def open_sign_up(self, title: str) -> str:
        """Open the sign-up of a tournament, starting from the first page.

        Return the link to sign up.
        """
        self.page.get_by_role("link", name="A tournament", exact=True).click()
        self.page.get_by_label("Name", exact=True).fill(title)
        self.page.get_by_label("Teams, about").fill("8")
        self.page.get_by_label("Tables", exact=True).fill("4")
        self.page.locator('[name="kind"][value="groups"]').check()
        self.touch("Open the sign-up")
        self.page.wait_for_url("**/desk")
        self.desk = self.page.url
        link = self.page.locator(".side .link").inner_text()
        return "/" + link.split("/", 3)[3]

    def show(self, page: str = "desk") -> None:
        self.page.goto((self.desk.removesuffix("desk") + page).rstrip("/"))

    def publish_next(self, number: int) -> None:
        self.show("draft")  # the draft was made when the last result came in
        # The key also says how many pairs meet again.
        self.page.get_by_role("button", name=f"Publish round {number}").click()
        expect(self.page.locator(".clock h1")).to_contain_text(f"Round {number}")

    def link_of(self, team: str) -> str:
        """Return the path of the link by which any phone opens this team's page."""
        self.show("teams")
        entry = self.page.locator(".people li").filter(has_text=team)
        entry.locator("summary").click()
        return "/" + entry.locator(".link").inner_text().split("/", 3)[3]

    def let_leave(self, team: str) -> None:
        self.show("teams")
        entry = self.page.locator(".people li").filter(has_text=team)
        entry.locator("summary").click()
        entry.get_by_role("button", name="They leave").click()
        expect(self.page.locator(".people .gone")).to_have_count(1)

    def correct(self, number: int, points: tuple[int, int], why: str) -> None:
        self.show(f"match/{number}")
        for side, value in enumerate(points):
            self.page.locator(f"#points-{side}").fill(str(value))
        self.page.locator("#why").fill(why)
        self.touch("Keep this result")


def play_round(pairs: list[Pair], winners: tuple[str, ...] = WON) -> None:
    """Let each pair that has a match sit down.

    Play each match to its end, and sign for both sides.
    """
    seated = dict[str, list[tuple[Pair, int]]]()
    for pair in pairs:
        match = pair.match()
        if match:
            table, side = pair.sit_down(match)
            seated.setdefault(table, []).append((pair, side))
    for number, (table, both) in enumerate(seated.items()):
        assert sorted(side for _, side in both) == [0, 1]
        both[0][0].tap(table, winners[number % len(winners)])
        for pair, side in both:
            pair.sign(table, side)


class Evening:
    """The evening of a tournament: its organiser, its pairs, and its wall."""

    def __init__(self, server: str, phone: Phone) -> None:
        self.server = server
        self.phone = phone
        self.organiser = Organiser(phone())
        self.names = [(f"Anna{number}", f"Biel{number}") for number in range(1, 9)]
        self.pairs = [Pair(server, phone(), names) for names in self.names]
        self.first = self.pairs[0]
        self.late = self.pairs[7]
        self.wall = phone(**TELEVISION)

    def sign_up_seven(self) -> None:
        """Sign seven pairs up: the first on a real page, the others by posting forms."""
        self.organiser.page.goto(self.server)
        link = self.organiser.open_sign_up("Festa major")
        page = self.first.page
        page.goto(self.server + link)
        page.get_by_label("You", exact=True).fill("Anna1")
        page.get_by_label("Your partner").fill("Biel1")
        page.get_by_role("button", name="We are in").click()
        page.wait_for_url("**/team")
        self.first.own_page = page.url.removeprefix(self.server)
        for pair in self.pairs[1:7]:
            pair.sign_up(link)

    def publish_first_round(self) -> None:
        organiser = self.organiser
        organiser.show()
        organiser.touch("Close the sign-up and draw")
        organiser.touch("Publish round 1")
        expect(organiser.page.locator(".tiles .tile")).to_have_count(3)
        link = organiser.page.get_by_role("link", name="Wall")
        self.wall.goto(self.server + str(link.get_attribute("href")))

    def let_the_eighth_come_late(self) -> None:
        """Add the eighth pair late. This pair gets a match against the pair that sat out."""
        organiser = self.organiser
        organiser.show("teams")
        organiser.page.get_by_label("Add a team: names with commas between them").fill(
            "Anna8, Biel8"
        )
        organiser.touch("Add")
        self.late.own_page = organiser.link_of("Anna8 & Biel8")
        assert self.late.match()

    def let_a_phone_die(self) -> None:
        """Let the late pair's phone die during a match.

        Another phone opens the team's page and finishes the match.
        """
        table, side = self.late.sit_down()
        other = self.opponent_of(self.late)
        assert other.sit_down() == (table, 1 - side)
        self.late.tap(table, "truc@1")
        self.late.page.context.close()
        found = Pair(self.server, self.phone(), self.late.names)
        found.own_page = self.organiser.link_of("Anna8 & Biel8")
        assert found.sit_down() == (table, side)
        found.tap(table, "no@2 fix@0=10 truc@0 yes@1 hand@0", seen=1)
        expect(self.wall.locator(".where li", has_text="Anna8")).to_contain_text("12")
        found.sign(table, side)
        other.sign(table, 1 - side)
        self.pairs[7] = found

    def opponent_of(self, pair: Pair) -> Pair:
        """Return the pair whose page shows the same table."""
        table = pair.table()
        others = [other for other in self.pairs if other is not pair and other.table() == table]
        assert len(others) == 1
        return others[0]

    def end(self) -> None:
        self.organiser.show("draft")
        self.organiser.touch("End the tournament")


def test_eight_pairs_play_a_tournament_from_the_sign_up_to_the_picture_of_its_result(
    server: Server, phone: Phone
) -> None:
    evening = Evening(server.url, phone)
    organiser = evening.organiser
    evening.sign_up_seven()
    evening.publish_first_round()
    evening.let_the_eighth_come_late()
    evening.first.page.reload()
    expect(evening.first.page.locator(".go .which")).to_have_text(re.compile(r"^[1-4]$"))
    expect(evening.wall.locator(".where li")).to_have_count(4)
    evening.let_a_phone_die()
    play_round(evening.pairs)
    organiser.correct(1, (9, 12), "they signed for the wrong side")
    expect(organiser.page.locator(".tiles")).to_contain_text("by hand")
    organiser.publish_next(2)
    play_round(evening.pairs)
    organiser.let_leave("Anna7 & Biel7")
    organiser.publish_next(3)
    play_round(evening.pairs)
    organiser.show("")
    expect(organiser.page.locator(".groups")).to_contain_text("†")
    for number, matches in ((4, 2), (5, 1)):  # the semi-finals, the final
        organiser.publish_next(number)
        expect(organiser.page.locator(".tiles .tile")).to_have_count(matches)
        play_round(evening.pairs)
    evening.end()
    evening.first.page.reload()
    expect(evening.first.page.locator(".go")).to_contain_text("Your place")
    organiser.show("")
    picture = organiser.page.locator('img[src*="/picture/"]').first
    expect(picture).to_have_js_property("complete", value=True)
    assert picture.evaluate("image => image.naturalWidth") > 300


def test_a_sound_marks_the_end_of_a_round_on_each_page_that_was_touched(
    server: Server, phone: Phone
) -> None:
    page = phone(base_url=server.url)
    host = page.context
    made = sights.opened(host, post, 4)
    sights.publish(host, post, made)
    sights.sit_down(host, post, made)
    sights.decide(host, post, made, "start")
    teams = sights.text_of(host, f"/k/{made['organise']}/teams")
    team = re.findall(r"/k/([\w-]+)/team<", teams)[0]
    host.route("**/*", sights.without_polling)
    host.route("**/line", lambda route: route.abort())
    page.add_init_script(RINGS)
    heard = []
    for address in (f"/k/{made['watch']}/wall", f"/k/{team}/team", f"/t/{made['code']}"):
        page.goto(address)
        page.locator(":is(.wall h1, .page h1, .event)").first.click()
        page.evaluate(ENDS)
        page.wait_for_function("() => rings.length === 1")
        heard.append(page.evaluate("rings[0]"))
    assert heard == ["running"] * 3
    host.unroute("**/line")
    sights.set_by_hand(host, post, made, "1")
    expect(page.locator(".event.decided")).to_contain_text("the organiser decided")


def test_in_a_draft_the_chosen_team_is_golden_and_no_other_team_is(
    server: Server, phone: Phone
) -> None:
    page = phone(base_url=server.url)
    host = page.context
    made = sights.opened(host, post, 4)
    sights.decide(host, post, made, "close")
    page.goto(f"/k/{made['organise']}/draft?chosen=2")
    gilt = page.evaluate(COLOUR, "--gilt")
    teams = page.locator(".draft .names .button")
    expect(teams).to_have_count(4)
    colours = teams.evaluate_all(BACKGROUNDS)
    chosen = page.locator(".draft .names [aria-current]")
    assert chosen.evaluate_all(BACKGROUNDS) == [gilt]
    assert colours.count(gilt) == 1
