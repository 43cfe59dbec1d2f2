"""Every page is translated: in an invented language, no page has untranslated text.

Text that is not between ⟦ and ⟧ is data, or was not translated (see tests.pseudo).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import settings

from companion import tables, variants
from companion.cheatsheets import lexicon, probe, prose, sheet
from companion.engine import legal
from companion.web import language
from companion.web.language import LANGUAGES, Language
from companion.web.phone import CHOICES
from tests import pseudo
from tests.walking import SCORES

DEEP = settings.get_current_profile_name() == "deep"
NAMES = ("Anna", "Biel", "Carme", "Pep", "Dora", "Elna", "Ferran", "Gemma")
GAMES = sorted(variants.VARIANTS)
OUR_NAME = ("Truc", "Companion")
AGO = "second seconds minute minutes hour hours ago".split()  # from the calendar of a language


def data() -> set[str]:
    """Return the words that are the same in all languages: names, calls, games and languages."""
    texts = [*NAMES, *LANGUAGES.values(), *OUR_NAME, *AGO]
    for name in GAMES:
        game = variants.get(name)
        texts += [game.name, *(preset.name for preset in game.presets), *(game.count.halves or ())]
        translated = lexicon._texts(name, "en")["words"]
        called = probe.called(game.rules())
        texts += [word for word in called if "label" not in translated.get(word, {})]
    for name in (prose.SHARED, *GAMES):
        texts += strings(prose.neutral(name))
    return {word.lower() for word in re.findall(r"\w+", " ".join(texts))}


def strings(table: object) -> Iterator[str]:
    for value in table.values() if isinstance(table, dict) else ():
        yield from [value] if isinstance(value, str) else strings(value)


DATA = data()


@pytest.fixture(autouse=True)
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Replace the catalogs and the sheets by those of an invented language."""
    monkeypatch.setattr(language, "load", lambda code: Language(code, pseudo.Catalog()))
    read = prose.read
    made_up = cache(lambda name, lang: pseudo.sheet(read(name, lang)))
    for module in (prose, lexicon):
        monkeypatch.setattr(module, "read", made_up)
    for known in (read, sheet._build, lexicon._texts, lexicon._word):
        known.cache_clear()
    yield
    for known in (read, sheet._build, lexicon._texts, lexicon._word):
        known.cache_clear()


def forgotten(page: str) -> list[str]:
    """Return the words of a page that should have been translated.

    Codes, cards and the words in `DATA` are not translated.
    """
    page = re.sub(
        r"<time.*?</time>|\b[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}\b|\b[A-Z0-9]{12}\b|\b[\w-]+=\w+",
        "",
        page.replace("&#39;", "'"),
        flags=re.DOTALL,
    )
    # Where there is little room, a long word is cut to its first letters and a point.
    cut = set(re.findall(r"(\w+)\.", page))
    bare = [word for word in pseudo.bare(page) if word.lower() not in DATA]
    return [word for word in bare if not is_beginning(word, DATA if word in cut else ())]


def is_beginning(cut: str, data: Iterable[str]) -> bool:
    """Return whether `cut` is the beginning of a text that pages shorten and do not translate.

    These are the words in `data`, names of players, and the calls “Contraflor” and “Pido”.
    """
    shortened = (*NAMES, "Contraflor", "Pido")
    in_data = any(word.startswith(cut.lower()) for word in data)
    return in_data or any(name.startswith(cut) for name in shortened)


@pytest.mark.parametrize(
    "text",
    [
        "<p>Take a seat</p>",
        '<p aria-label="Score">⟦x⟧</p>',
        "<p>⟦Undo: ⟧Biel called truc</p>",
        '<input placeholder="Your name">',
        '<div id="words" data-lost="No contact"></div>',
        "<svg><title>Dealer</title></svg>",
        "<option>Choose</option>",
    ],
)
def test_untranslated_text_on_a_page_is_found(text):
    assert forgotten(text)


def test_translated_text_and_data_are_not_reported_as_untranslated():
    assert not forgotten(
        "<p>⟦Undo: ⟧Biel⟦ called ⟧truc</p><b>K7T4-WXMP-9TRW</b><p>⟦Usual: ⟧⟦yes, ⟦of course⟧⟧</p> "
        "<i>12–4</i>"
    )


GAME = "/games/catalan/sheet?"
ADDRESSES = (
    *"/ /games /try /try?at=99 /nowhere /c?code=zzzzzzzzzzzz /j/nothing /h/nothing".split(),
    *"/w/nothing /assets/x.png /new?draw=1 /phone /privacy /offline".split(),
    *(GAME + query for query in ("seats=x", "seats=3", "rules=x", "topic=signals")),
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_page_without_a_table_is_translated(client, address):
    assert forgotten(client.get(address).text) == []


@pytest.mark.parametrize(
    "address", ["/games/x/sheet", "/new?game=x", GAME + "rules=moon=1", GAME + "rules=target=1"]
)
def test_a_refusal_that_lists_possible_values_is_translated(client, address):
    assert {*forgotten(client.get(address).text)} <= {"moon", "x"}


WRONG = (
    {"seats": "x"},
    {"dealer": "x"},
    {"dealer": "9"},
    {"score-0": "7777"},
    {"name-0": "\u200b"},
    {"name-0": "x" * 30},
)


@pytest.mark.parametrize("game", GAMES)
def test_the_form_of_a_new_table_is_translated(client, game):
    seats = max(variants.get(game).seats)
    drawn = {f"drawn-{seat}": str(seat + 1) for seat in range(seats)}
    for typed in (
        {},
        {"seats": str(seats), "draw": "seats", **drawn},
        {"draw": "seats"},
        {"house-target": "20"},
    ):
        assert forgotten(client.get("/new", query_string={"game": game, **typed}).text) == []
    for wrong in WRONG:
        answer = client.post("/tables", data={"game": game, "me": "0", **wrong})
        assert answer.status_code == 422
        assert forgotten(re.sub(r'value="[^"]*"|x{30}', "", answer.text)) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_cheat_sheet_is_translated(client, game):
    for seats in {min(variants.get(game).seats), max(variants.get(game).seats)}:
        assert forgotten(client.get(f"/games/{game}/sheet?seats={seats}").text) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_translated_in_every_state(phone, open_match, game):
    """Players tap at random, and the panel is read after each tap.

    `make test` reads the panel of one of three phones, and at the end all pages of the host;
    `make deep` reads the panels and all pages of all three.
    """
    chance = Random(game)
    for score in ("", *SCORES.get(game, "").split(), "fix"):
        match = open_match(
            game, names=NAMES[: variants.get(game).seats[0]], score=score.replace("fix", "")
        )
        player = phone(1, at=match)
        host = phone(link=f"/h/{match.host_token}", at=match)
        watcher = phone(link=f"/w/{match.watch_token}", at=match)
        if score == "fix":
            host.play("fix@0=99")
        everybody = (player, host, watcher)
        for number, text in enumerate(taps(match, chance)):
            host.play(text)
            for one in everybody if DEEP else (everybody[number % 3],):
                assert forgotten(one.read("/panel")) == [], text
        for one in everybody:
            assert forgotten(one.page()) == []
        for one in everybody if DEEP else (host,):
            for page in ("flat", "tv", "calls", "log", "sheet"):
                assert forgotten(one.read(f"/{page}")) == [], page


def taps(match: tables.Match, chance: Random) -> Iterator[str]:
    for _ in range(14):
        offers = legal(tables.state(match).log.game)
        if offers:
            tap = chance.choice([*chance.choice(offers).all_taps()])
            yield str(tap).replace("=*", "=2")
    yield from ("undo", "redo")


def test_the_seats_log_and_join_pages_of_a_table_are_translated(anna, host, watcher, client, match):
    anna.play("truc@1")
    for one in (anna, host, watcher):
        for page in ("seats", "log", "sheet", "calls", "flat", "tv"):
            assert forgotten(one.read(f"/{page}")) == []
    for address in (f"/c/{match.code}", f"/j/{match.join_token}", "/"):
        assert forgotten(client.get(address).text) == []
    assert forgotten(anna.client.get("/").text) == []
    assert forgotten(host.read("/host/delete")) == []
    tables.lock(match)
    assert forgotten(host.read("/seats")) == []
    assert forgotten(client.get(f"/c/{match.code}").text) == []


def refused_in_another_language(answers) -> None:
    for number, answer in enumerate(answers):
        assert answer.status_code >= 400, number
        assert forgotten(answer.text.replace("nonsense", "").replace("x" * 40, "")) == [], number


def test_every_refused_tap_is_translated(anna, biel, watcher, client, match):
    old = anna.page()
    biel.play("truc@1")
    refused_in_another_language(
        [
            anna.tap("won@0", old),  # somebody was quicker
            *map(
                anna.tap,
                (
                    "retruc@1",
                    "redo",
                    "nonsense!",
                    "x" * 50,
                    "fix@0=*",
                    "fix@0=-9",
                    "yes@0",
                    "won@77",
                ),
            ),
            biel.post("/taps", data={"tap": "yes@2", "seen": "1", "key": "?"}),
            biel.post("/taps", data={"tap": "yes@2", "seen": "77", "key": "a"}),
            anna.tap("yes@2", old, htmx=True),
            watcher.tap("truc@1"),
            client.post(f"/t/{match.code}/taps", data={"tap": "truc@1"}),
        ]
    )


def test_every_refusal_of_a_request_without_a_tap_is_translated(
    phone, anna, host, watcher, client, match
):
    _ = phone(1)
    refused_in_another_language(
        [
            client.post(f"/c/{match.code}", data={"seat": "0"}),
            client.post(f"/c/{match.code}", data={"seat": "x"}),
            client.post(f"/t/{match.code}/host/lock"),
            client.get("/tables"),
            client.post("/tables", data={"game": "catalan", "name-0": "x" * 70_000}),
            client.post("/tables", headers={"Origin": "https://elsewhere.example"}),
            watcher.client.post(f"/t/{match.code}/seats", data={"seat": "1"}),
            watcher.client.post(f"/t/{match.code}/seats", data={"name": "Ot"}),
            watcher.client.post(f"/t/{match.code}/rematch"),
            anna.client.post(f"/t/{match.code}/rematch"),
            anna.client.post(f"/t/{match.code}/seats", data={"name": "\u200b"}),
            anna.client.post(f"/t/{match.code}/seats", data={"seat": "1"}),
            host.client.post(f"/t/{match.code}/host/nothing"),
            host.client.post(f"/t/{match.code}/host/free", data={"seat": "9"}),
        ]
    )


def test_the_end_of_a_match_is_translated(phone, host, open_match):
    host.play("fix@0=10 truc@1 yes@2 hand@0")
    anna = phone(0)
    assert forgotten(anna.page()) == []
    assert anna.post("/rematch").status_code == 303
    assert forgotten(anna.page()) == []
    best = open_match(house={"best_of": "3"})
    other = phone(0, at=best)
    other.play("fix@0=12")
    assert forgotten(other.page()) == []


def test_a_round_of_duels_is_translated(phone, open_match):
    match = open_match("argentine", seats=6, house={"pica_pica": "always"}, names=NAMES[:6])
    anna = phone(0, at=match)
    seen = 0
    while seen < 3:
        offers = legal(tables.state(match).log.game)
        text = next((str(o.tap) for o in offers if o.tap.word == "hand"), str(offers[0].tap))
        anna.play(text)
        seen += 1
        assert forgotten(anna.page()) == []


def test_the_first_page_is_translated_under_every_setting_of_the_phone(client):
    for name, choices in CHOICES.items():
        for choice in choices:
            client.post("/phone", data={name: choice})
            assert forgotten(client.get("/").text) == []
