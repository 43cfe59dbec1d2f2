"""The pages of signals: pictures of the signs, practice, and own signals."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from companion import variants
from companion.cheatsheets import Sheet, build_sheet
from companion.learn.face_words import WORDS
from companion.learn.faces import faces, parts, parts_of
from companion.learn.signals import ROUNDS, drawn, faces_of, make_question, signals_of
from tests.plain_phones import words

# Signs that are words, or the sign of another card, have no picture.
WITHOUT_PICTURE = {
    "amostra": {"The sign of the piece turned up"},
    "arriba-o-abajo": {
        "“Soplillos” or “rastrogeros”",
        "“Tantos gordos”",
        "“Tantos”",
        "“Maleza” or “ciega”",
    },
}


def sheet_of(game: str) -> Sheet:
    variant = variants.get(game)
    return build_sheet(variant, variant.rules())


SIGNALLING = [game for game in variants.VARIANTS if signals_of(sheet_of(game))]


@pytest.mark.parametrize("game", SIGNALLING)
def test_every_sign_on_a_sheet_has_its_own_picture_unless_it_is_a_word(game: str) -> None:
    signals = signals_of(sheet_of(game))
    without = {signal.words for signal in signals if not signal.faces}
    assert without == WITHOUT_PICTURE.get(game, set())
    pictures = [signal.faces for signal in drawn(signals)]
    keys = [signal.key for signal in drawn(signals)]
    assert len(set(pictures)) == len(pictures)
    assert len(set(keys)) == len(keys)


def test_every_face_is_made_of_known_parts_and_every_part_is_used() -> None:
    used = set(parts_of(faces().values()))
    mirrored_from = {"sh-r", "ey-squint-r", "ey-wink-r"}
    assert used <= set(parts())
    assert set(parts()) - used <= mirrored_from
    assert all("style=" not in svg for svg in parts().values())


def test_every_face_has_its_own_code_and_a_description() -> None:
    codes = [face.code for face in faces().values()]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch("[a-z]{2}", code) for code in codes)
    assert set(WORDS) == set(faces())


@pytest.mark.parametrize("game", SIGNALLING)
def test_a_page_of_signals_has_only_the_parts_that_the_faces_of_its_game_need(
    client: FlaskClient, game: str
) -> None:
    text = client.get(f"/games/{game}/signals").text
    needed = parts_of(faces_of(signals_of(sheet_of(game))))
    assert re.findall(r'<symbol id="f-([\w-]+)"', text) == list(needed)
    assert set(re.findall(r'href="#f-([\w-]+)"', text)) == set(needed)


@pytest.mark.parametrize("page", ["signals", "signals/practise?seed=1", "signals/own"])
def test_every_page_of_signals_says_that_the_partners_right_is_on_the_readers_left(
    client: FlaskClient, page: str
) -> None:
    assert "Their right is on your left" in words(client.get(f"/games/catalan/{page}").text)


def test_a_picture_is_described_by_the_words_of_the_sign(client: FlaskClient) -> None:
    text = client.get("/games/argentine/signals").text
    assert text.count('role="img" aria-label="Bite the lower lip"') == 1
    assert "a Three Bite the lower lip" in words(text)


def test_the_signals_on_the_page_depend_on_the_house_rules(client: FlaskClient) -> None:
    assert "envido" in words(client.get("/games/argentine/signals").text)
    without = client.get("/games/argentine/signals?rules=envido=off").text
    assert "Wrinkled nose" not in words(without)


def test_a_game_without_signs_has_no_pages_of_signals(client: FlaskClient) -> None:
    for page in ("signals", "signals/own", "signals/practise"):
        assert client.get(f"/games/trut/{page}").status_code == 404
    assert "/signals" not in client.get("/games/trut/sheet").text
    assert "/games/catalan/signals" in client.get("/games/catalan/sheet").text


@pytest.mark.parametrize("game", SIGNALLING)
def test_practice_asks_about_every_signal_before_it_repeats_one(
    game: str,
) -> None:
    signals = drawn(signals_of(sheet_of(game)))
    for seed in range(5):
        asked = [make_question(signals, seed, at) for at in range(ROUNDS)]
        first = [one.signal for one in asked[: len(signals)]]
        assert len(set(first)) == len(first)
        for one in asked:
            assert one.answers[one.right] == one.signal.means
            assert len(set(one.answers)) == len(one.answers) == min(4, len(signals))


def test_a_round_of_practice_counts_the_right_answers_and_ends_after_ten_questions(
    client: FlaskClient,
) -> None:
    signals = drawn(signals_of(sheet_of("argentine")))
    address = "/games/argentine/signals/practise?seed=7"
    for at in range(ROUNDS):
        right = make_question(signals, 7, at).right
        chosen = right if at % 2 else (right + 1) % 4
        answers = re.findall(r'href="([^"]*answer=\d)"', client.get(address).text)
        answered = client.get(answers[chosen].replace("&amp;", "&")).text
        assert ("Yes." if at % 2 else "Not this one.") in words(answered)
        (following,) = re.findall(r'<a class="button bold wide" href="([^"]*)"', answered)
        address = following.replace("&amp;", "&")
    assert "5 of 10" in words(client.get(address).text)


@pytest.mark.parametrize("query", ["at=99", "at=-1&seed=x", "answer=9&seed=1", "right=9&at=1"])
def test_no_query_in_the_address_of_signal_practice_causes_an_error(
    client: FlaskClient, query: str
) -> None:
    assert client.get(f"/games/argentine/signals/practise?{query}").status_code == 200
