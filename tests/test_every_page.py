"""After any tap of any game, no page of the table, its book, place and tournament fails.

A page fails if its status is 500 or more. Legal taps are mixed with corrections, undo and redo,
because most faults are in states that no real match reaches. The phone that asks for a page changes
with each tap.

`make test` plays a few taps of each game, each game in another language. After each tap it asks for
half of the pages, but not for pages of books and tournaments. After the last tap it asks for a
third of the pages of books and tournaments. Which third it is changes from game to game.

`make deep` plays more taps by any house rules, in every language, and asks for every page after
each tap.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count, product

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion import book, places, tables, variants
from companion.engine import REDO, UNDO, MatchLog, Rules, Tap
from companion.engine.variant import Variant
from companion.places import walls
from companion.retelling import picture
from companion.retelling.canvas import Canvas
from companion.tournament import rounds, signing_up, table_cards, tournaments
from companion.tournament.formats import Format, Kind
from companion.tournament.terms import Terms
from companion.web.language import LANGUAGES
from tests.engine.test_laws import any_tap, house_rules, random_score, table_tap

DEEP = settings.get_current_profile_name() == "deep"
EVENINGS = len(LANGUAGES) if DEEP else 1
TAPS = 20 if DEEP else 4
NAMES = ("Anna", "Biel", "Carme", "Pep", "Maria del Mar", "Ona", "Quim", "Rosa")
GAMES = tuple(sorted(variants.VARIANTS))
ARGUMENT = re.compile(
    r"<(?:any\(([^)]*)\):|\w+:)?(\w+)>"
)  # an argument of a rule: the values it may have (if the rule lists them), and its name

# Pages that no tap changes: they show no table.
SAME_AFTER_EVERY_TAP = {
    *(
        "/assets/<name>",
        "/static/<path:filename>",
        "/sw.js",
        "/manifest.webmanifest",
        "/healthz",
        "/offline",
    ),
    *("/style", "/style/<name>", "/style/<name>/<any(flat, tv):view>"),
    *(
        "/games",
        "/games/<variant>/sheet",
        "/games/<variant>/winner",
        "/games/<variant>/number",
        "/games/<variant>/signals",
        "/games/<variant>/signals/own",
        "/games/<variant>/signals/practise",
        "/games/<variant>/questions",
        "/games/<variant>/lesson",
        "/new",
        "/try",
        "/resume",
        "/privacy",
        "/phone",
        "/place",
        "/tournament",
        "/tournament/try",
        "/place/wall",
    ),
    *(  # shown for a match that counts or a tournament that is over: tested in test_afterwards.py
        "/k/<token>/match/<int:number>/record",
        "/k/<token>/match/<int:number>/replay",
        "/k/<token>/picture/<version>/<any(wide, square):shape>.png",
    ),
    *("/tv", "/tv/<token>"),  # a television that waits has no table yet
}
QUERIES = {
    "/c": ("code={code}",),
    "/t/<code>/replay": ("at=0", "at=1", "at=999"),
    "/t/<code>/log": ("", "before=2"),
    "/b/<token>": ("", "game={game}"),
    "/b/<token>/figures": ("", "game={game}", "person=1", "person=2&game={game}", "pair=1-3"),
    "/m/<token>/replay": ("at=0", "at=999"),
}
LINKS_OF_PHONES = {"host": "organise", "seat": "team", "stranger": "sign_up"}
OVER = "truc@1 yes@2 won@1 won@3 fix@0=30"  # a match with a call in it; the last tap ends it
# Functions that tell something of a match, each with taps after which pages call it.
TOLD = {
    "retelling.story.tell_story": OVER,
    "retelling.result.game_scores": OVER,
    "retelling.report._plot": OVER,
    "retelling.report.points_sheet": OVER,
    "pages.result.course": OVER,
    "book.pages.match_page.course": OVER,
    "board.ending.winner": OVER,
    "board.ending.with_stake_sentence": OVER,
    "board.ending.for_side": OVER,
    "board.history.lines": OVER,
    "board.announcements.band": "truc@1 no@2",
    "board.announcements.coins": "truc@1 no@2",
    "board.ring.faded_tricks": "truc@1 no@2",
    "board.announcements.turned_card": "muestra=5c",
    "board.history.news": "truc@1",
    "board.history.undoing_in_words": "truc@1 yes@2 undo",
    "board.aloud.call_overlay": "truc@1",
    "board.aloud.spoken_score": OVER,
    "board.aloud.spoken_turn": "truc@1",
    "learn.sentences.explain": "truc@1",
    "board.paper.score_on_paper": OVER,
    "board.summary.lines": "truc@1",
    "board.summary.short": OVER,
}


@dataclass(frozen=True)
class Evening:
    """One table that was opened from a book and at a place, and its phones by name."""

    match: tables.Match
    book: book.Book
    place: places.Place
    phones: dict[str, FlaskClient]
    # The links of its tournament: to organise, to watch, to sign up, of a team, and of the card of
    # a table; and the link of the wall of places.
    tournament: dict[str, str]

    def addresses(self, rule: Rule, phone: str) -> Iterator[str]:
        """Yield the addresses of this URL rule, with every value that its arguments may have now.

        `phone` is the name of the phone that asks. There may be no address.
        """
        names = [dict(values) for values in product(*self._values(rule, phone))]
        for path in dict.fromkeys(filled(rule.rule, values) for values in names):
            for query in QUERIES.get(rule.rule, ("",)):
                asked = query.format(code=self.match.code, game=self.match.variant)
                yield f"{path}?{asked}" if asked else path

    def _values(self, rule: Rule, phone: str) -> Iterator[list[tuple[str, str]]]:
        first = rule.rule.split("/")[1]
        for choices, name in ARGUMENT.findall(rule.rule):
            found = choices.split(", ") if choices else self._known(first, name, phone)
            yield [(name, value) for value in found]

    def _known(self, first: str, name: str, phone: str) -> list[str]:
        """Return the values that an argument of an address may have now.

        * `first`: the first part of the address, such as "t" of `/t/<code>`.
        * `name`: the name of the argument, such as "code".
        * `phone`: the name of the phone that asks.

        A KeyError means that a new page has an argument that is not known here. Add it.
        """
        match = self.match
        watching = {"watcher": match.watch_token, "television": match.tv_token}
        kept = book.matches(self.book)
        known: dict[tuple[str, str], Callable[[], list[str]]] = {
            ("t", "code"): lambda: [watching.get(phone, match.code)],
            ("t", "seat"): lambda: ["0"],
            ("n", "number"): self._numbers,
            ("c", "code"): lambda: [match.code],
            ("j", "token"): lambda: [match.join_token],
            ("h", "token"): lambda: [match.host_token],
            ("w", "token"): lambda: [match.watch_token, match.tv_token],
            ("r", "token"): lambda: [tables.result_token(match)],
            ("r", "version"): lambda: self._versions(f"/r/{tables.result_token(match)}"),
            ("p", "token"): lambda: [self.place.token],
            ("p", "wall"): lambda: [self.tournament["wall"]],
            ("place", "keep"): lambda: [self.place.keep_token],
            ("b", "token"): lambda: [self.book.keep_token, self.book.read_token],
            ("m", "token"): lambda: [one.token for one in kept],
            ("m", "version"): lambda: self._versions(*(f"/m/{one.token}" for one in kept)),
            ("k", "token"): lambda: [self.tournament[LINKS_OF_PHONES.get(phone, "watch")]],
            ("k", "number"): lambda: ["1"],
            ("k", "card"): lambda: [self.tournament["card"]],
        }
        return known[first, name]()

    def _numbers(self) -> list[str]:
        host = next(member.device for member in tables.members(self.match) if member.host)
        return [tables.digits.number_for_host(self.match, host, "")]

    def _versions(self, *pages: str) -> list[str]:
        found = set[str]()
        for page in pages:
            text = self.phones["stranger"].get(page).text
            found.update(re.findall(rf"{page}/(\w+)/wide\.png", text))
        return sorted(found)


def filled(rule: str, values: dict[str, str]) -> str:
    return ARGUMENT.sub(lambda found: values[found[2]], rule)


def pages(app: Flask) -> Iterator[Rule]:
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.rule not in SAME_AFTER_EVERY_TAP:
            yield rule


def is_seldom_changed(rule: Rule) -> bool:
    """Return whether this is a page of a book or a tournament: most taps do not change it."""
    return rule.rule.split("/")[1] in ("b", "m", "k")


def ask(client: FlaskClient, address: str, language: str = "en") -> int:
    """Ask for a page, or for the first panel of a stream, and return the status of the answer.

    Fail if the status is 500 or more.
    """
    with (
        client.application.app_context()
    ):  # in one context, all requests would be answered in the language of the first
        answer = client.get(address, headers={"Accept-Language": language.replace("_", "-")})
        if answer.mimetype == "text/event-stream":
            read_first_panel(answer)
        else:
            answer.get_data()
        answer.close()
    assert answer.status_code < 500, f"{answer.status_code} {address} in {language}"
    return answer.status_code


def read_first_panel(answer: TestResponse) -> None:
    first = b""
    for piece in answer.iter_encoded():
        first += piece
        if re.search(rb"event: (panel|state|strip)", first):
            return


def begin(app: Flask, variant: Variant, dice: random.Random) -> Evening:
    seats = dice.choice(variant.seats)
    rules = variant.rules(seats, house_rules(variant, seats, dice) if DEEP else {})
    score = "-".join(random_score(rules, dice) for _ in range(rules.accounts))
    return open_evening(app, variant, rules, score)


def open_evening(app: Flask, variant: Variant, rules: Rules, score: str) -> Evening:
    """Open a table from a book and at a place, with a phone of every kind."""
    names = NAMES[: rules.seats]
    house = dict(rules.house)
    match = tables.open_table(
        variant=variant.id,
        seats=rules.seats,
        house=house,
        score=score,
        names=names,
        stake="the coffees",
    )
    found = book.open_book("Divendres", names, variant=variant.id)
    book.note_table(found, match, range(1, rules.seats + 1))
    place = places.open_place("Bar Pepe", "somebody")
    places.move_in(places.by_token(place.token), match)
    names_of_phones = ("host", "seat", "watcher", "television", "stranger")
    phones = {name: app.test_client() for name in names_of_phones}
    phones["host"].post(f"/h/{match.host_token}")
    phones["seat"].post(f"/j/{match.join_token}", data={"seat": "0"})
    phones["watcher"].get(f"/w/{match.watch_token}")
    phones["television"].get(f"/w/{match.tv_token}/tv")
    for name in ("host", "seat"):
        phones[name].get(f"/b/{found.keep_token}")
    return Evening(match, found, place, phones, open_tournament(match, rules))


def open_tournament(match: tables.Match, rules: Rules) -> dict[str, str]:
    """Open a tournament whose first match is played at this table, if the table has two sides."""
    fits = rules.accounts == 2 and rules.seats in (2, 4, 6)
    size = rules.seats // 2 if fits else 2
    made = tournaments.open_tournament(
        "Festa major",
        variant=match.variant if fits else "catalan",
        team_size=size,
        house=dict(rules.house) if fits else {},
        form=Format(kind=Kind.SWISS, rounds=3),
        terms=Terms(),
        device="somebody",
    )
    for team in range(4):
        names = [f"{name}{team}" for name in NAMES[:size]]
        signing_up.sign_up(made, names, device=f"phone {team}")
    rounds.close_sign_up(made, "somebody")
    rounds.publish(made, rounds.take_snapshot(made).tournament.revision, "somebody")
    if fits:
        with tournaments.changing(made) as (session, current):
            rounds.match_in(session, current, 1).match_id = match.id
    links = {role: getattr(made, f"{role}_token") for role in ("organise", "watch", "sign_up")}
    return {
        **links,
        "team": rounds.take_snapshot(made).team(1).token,
        "card": table_cards.cards(made)[0].token,
        "wall": walls.open_wall("Bar Pepe", "somebody").token,
    }


def some_taps(match: tables.Match, dice: random.Random) -> Iterator[Tap]:
    while True:
        line: MatchLog = tables.state(match).log
        if line.game.over or dice.random() < 0.1:
            yield dice.choice((UNDO, UNDO, REDO))
        elif dice.random() < 0.5:
            yield table_tap(line.game, dice)
        else:
            yield any_tap(line.game, dice)


def play(evening: Evening, dice: random.Random, keys: Iterator[int]) -> Iterator[Tap]:
    match = evening.match
    recorded = 0
    client = evening.phones["seat"]
    for tap in some_taps(match, dice):
        version = tables.state(match).version
        form = {"tap": str(tap), "seen": str(version), "key": f"key-{next(keys)}"}
        status = client.post(f"/t/{match.code}/taps", data=form).status_code
        assert status in (303, 422), f"{status} after {tap}"
        if status == 303:
            recorded += 1
            yield tap
        if recorded == TAPS:
            return


def tap(client: FlaskClient, match: tables.Match, text: str) -> None:
    version = tables.state(match).version
    form = {"tap": text, "seen": str(version), "key": f"key-{version}"}
    assert client.post(f"/t/{match.code}/taps", data=form).status_code == 303


@pytest.fixture
def cheap_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay pictures out without painting them; tests/retelling/test_picture.py tests painting."""
    monkeypatch.setattr(picture, "canvas", lambda shape: Unpainted(*picture.SIZES[shape]))


class Unpainted(Canvas):
    """A canvas that accepts every shape and paints nothing."""

    def __init__(self, wide: int, high: int) -> None:
        self.wide = wide
        self.high = high
        self._rows = []

    def fill(self, *_: object) -> None:
        """Do nothing."""

    def shape(self, *_: object) -> None:
        """Do nothing."""


def is_shown(evening: Evening, rule: Rule, phone: str) -> bool:
    """Return whether this phone gets a page at any address of this URL rule."""
    addresses = evening.addresses(rule, phone)
    return any(ask(evening.phones[phone], address) < 400 for address in addresses)


@pytest.mark.usefixtures("cheap_pictures")
def test_an_address_is_known_for_every_route_with_a_page(app):
    """At least one phone gets a page from each URL rule after a match was kept in a book."""
    evening = begin(app, variants.get("catalan"), random.Random(0))
    tap(evening.phones["seat"], evening.match, "fix@0=12")
    book.keep_what_is_over(evening.book)
    for rule in pages(app):
        assert any(is_shown(evening, rule, phone) for phone in evening.phones), rule.rule


@pytest.mark.usefixtures("cheap_pictures")
@pytest.mark.parametrize("number", range(EVENINGS))
@pytest.mark.parametrize("game", GAMES)
def test_every_page_answers_without_a_server_error_after_any_tap(app, game, number):
    """The fixture `nothing_is_left_out` fails the test if a page leaves out a text."""
    dice = random.Random(f"{game} {number}")
    keys = count()
    evening = begin(app, variants.get(game), dice)
    turn = GAMES.index(game) + number
    language = list(LANGUAGES)[turn % len(LANGUAGES)]
    rules = list(pages(app))
    often = [rule for rule in rules if DEEP or not is_seldom_changed(rule)]
    seldom = [rule for rule in rules if is_seldom_changed(rule)]
    for taps, _ in enumerate(play(evening, dice, keys)):
        look_at(evening, often if DEEP else often[taps % 2 :: 2], taps, language)
    keep(evening)
    look_at(evening, seldom if DEEP else seldom[turn % 3 :: 3], 0, language)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_was_ended_by_a_correction_of_the_games_won_is_still_shown(app, game):
    match = tables.open_table(variant=game)
    host = app.test_client()
    host.post(f"/h/{match.host_token}")
    while not tables.state(match).log.game.over:
        tap(host, match, "fix-games@0=1")
    for view in ("", "/flat", "/tv"):
        for kind in ("", "/panel", "/stream"):
            ask(host, f"/t/{match.code}{view}{kind}")
    tap(host, match, "undo")


@pytest.mark.usefixtures("cheap_pictures")
@pytest.mark.parametrize(("told", "taps"), TOLD.items())
def test_a_page_is_shown_without_a_text_if_making_the_text_raises_an_exception(
    app, monkeypatch, left_out, told, taps
):
    """The function `told` raises. Pages leave its text out, log the traceback, and record a tap."""

    def fail(*_: object) -> None:
        raise IndexError("cannot be told")

    variant = variants.get("uruguayan" if taps.startswith("muestra") else "catalan")
    evening = open_evening(app, variant, variant.rules(4), "")
    evening.phones["seat"].post("/phone", data={"voice": "all", "learn": "on"})
    monkeypatch.setattr(f"companion.{told}", fail)
    for text in taps.split():
        tap(evening.phones["seat"], evening.match, text)
    in_a_book = not told.startswith(("board.", "learn."))
    if in_a_book:
        keep(evening)
    for rule in pages(app):
        if is_seldom_changed(rule) and not in_a_book:
            continue
        phone = "stranger" if rule.endpoint.startswith("joining.") else "seat"
        for address in evening.addresses(rule, phone):
            ask(evening.phones[phone], address)
    assert any("cannot be told" in traceback and "Traceback" in traceback for traceback in left_out)
    tap(evening.phones["seat"], evening.match, "undo")


def look_at(evening: Evening, rules: Iterable[Rule], taps: int, language: str) -> None:
    """Ask for each page once.

    `taps` is the number of taps so far. It decides which phone asks for which page.
    """
    names = list(evening.phones)
    for number, rule in enumerate(rules):
        name = names[(taps + number) % len(names)]
        for address in evening.addresses(rule, name):
            ask(evening.phones[name], address, language)


def keep(evening: Evening) -> None:
    book.keep_what_is_over(evening.book)
    if not book.matches(evening.book):
        book.keep_records(evening.book, tables.to_record(evening.match), "record")
