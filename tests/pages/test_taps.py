"""POST /t/<code>/taps: recorded once and answered with the state, or refused with one sentence."""

from __future__ import annotations

import pytest

from companion import tables
from tests.conftest import ENGINES
from tests.plain_phones import hidden, shown, taps, words


@pytest.fixture(params=ENGINES)
def engine(request):
    return request.param


def test_the_taps_route_works_without_javascript(phone):
    biel = phone(1)
    answer = biel.tap("truc@1")
    assert answer.status_code == 303
    assert answer.headers["Location"] == biel.home
    assert "Truc · Carme? playing on accepts it: worth 2" in words(biel.page())


def test_the_taps_route_works_with_htmx(phone):
    answer = phone(1).tap("truc@1", htmx=True)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert answer.headers["X-Panel"].startswith("1.")
    assert shown(answer.text)["version"] == "1"


def test_anybody_at_the_table_may_record_for_everybody(phone):
    phone(0).play("truc@1 yes@2 won@3")
    assert shown(phone(1).page())["stake"] == "2"


def test_the_same_key_twice_records_once(phone, match):
    biel = phone(1)
    page = biel.page()
    assert [biel.tap("truc@1", page).status_code for _ in range(2)] == [303, 303]
    assert tables.state(match).version == 1


@pytest.mark.parametrize(("htmx", "whole"), [(False, True), (True, False)])
def test_the_taps_route_rejects_a_tap_on_an_old_panel_and_says_what_happened(phone, htmx, whole):
    biel = phone(1)
    anna = phone(0)
    old = anna.page()
    biel.play("truc@1")
    answer = anna.tap("won@0", old, htmx=htmx)
    assert answer.status_code == 409
    assert ("<html" in answer.text) is whole
    assert "Biel was quicker: Biel called truc. Your tap was not recorded." in words(answer.text)
    assert 'class="notice"' in answer.text
    assert shown(answer.text)["version"] == "1"


@pytest.mark.parametrize(("htmx", "minimal"), [(False, False), (True, False), (True, True)])
@pytest.mark.parametrize("view", ["", "/flat"])
def test_the_same_tap_of_two_phones_is_recorded_once_and_the_second_is_told_by_whom(
    phone, match, htmx, minimal, view
):
    biel = phone(1)
    anna = phone(0)
    old = anna.client.get(anna.home + view).text
    biel.play("won@1")
    form = {"tap": "won@1", "seen": hidden(old, "seen"), "key": hidden(old, "key")}
    headers = {"HX-Request": "true"} if htmx else {}
    headers |= {"Prefer": "return=minimal"} if minimal else {}
    with tables.live.subscribe(match.id, tables.state(match).rows[0].device):
        answer = anna.client.post(f"{anna.home}{view}/taps", data=form, headers=headers)
    assert answer.status_code == 200
    assert "Biel already recorded that." in words(answer.text)
    assert 'class="notice calm"' in answer.text
    assert answer.headers.get("X-Already") == ("1" if htmx else None)
    assert (shown(answer.text)["version"], tables.state(match).version) == ("1", 1)


@pytest.mark.parametrize(
    ("others", "record", "said"),
    [
        ("yes@1;best@1", "yes@1 best@1", True),  # the other phone touched the same key
        ("yes@1", "yes@1 best@1", False),  # or said half of it, and this phone adds the other half
    ],
)
def test_a_key_of_two_taps_records_what_another_phone_has_not(
    open_match, phone, others, record, said
):
    table = open_match("argentine", seats=2, names=("Anna", "Biel"))
    biel = phone(1, at=table)
    anna = phone(0, at=table)
    anna.play("truco@1 envido@0")
    old = anna.page()
    biel.play(others)
    answer = anna.tap("yes@1;best@1", old, htmx=True)
    assert answer.status_code == 200
    assert ("Biel already recorded that" in words(answer.text)) is said
    assert " ".join(str(row.tap) for row in tables.state(table).rows[2:]) == record


def test_a_key_of_two_taps_is_refused_if_another_phone_recorded_something_else(open_match, phone):
    table = open_match("argentine", seats=2, names=("Anna", "Biel"))
    biel = phone(1, at=table)
    anna = phone(0, at=table)
    anna.play("truco@1 envido@0")
    old = anna.page()
    biel.play("yes@1;best@0")
    answer = anna.tap("yes@1;best@1", old, htmx=True)
    assert answer.status_code == 409
    assert "Biel was quicker" in words(answer.text)
    assert tables.state(table).version == 4


def test_it_says_so_when_it_was_the_phone_itself(phone):
    anna = phone(0)
    old = anna.page()
    anna.play("won@1")
    answer = anna.tap("won@1", old, key="of-another-page")
    assert answer.status_code == 409
    assert "this phone had just recorded “Biel took the trick”" in words(answer.text)


@pytest.mark.parametrize(
    ("tap", "sentence"),
    [
        ("retruc@1", "“Retruc” is not possible now."),
        ("redo", "There is nothing to redo."),
        ("undo", "There is nothing to undo."),
        ("yes@1", "“Yes” is not possible now."),
    ],
)
def test_the_taps_route_rejects_an_illegal_tap(phone, tap, sentence):
    answer = phone(0).tap(tap)
    assert answer.status_code == 422
    assert sentence in words(answer.text)
    assert shown(answer.text)["version"] == "0"


def test_the_taps_route_rejects_a_tap_while_a_question_is_open_and_says_whose_answer_is_due(phone):
    anna = phone(0)
    anna.play("truc@1")
    answer = anna.tap("hand@0")
    assert answer.status_code == 422
    assert "Carme must answer truc first" in words(answer.text)


def test_the_taps_route_rejects_a_tap_after_the_match(open_match, phone):
    anna = phone(0, at=open_match(score="11-0"))
    anna.play("yes@0 won@0 won@2")
    assert "You can only undo" in words(anna.tap("won@0").text)


@pytest.mark.parametrize("tap", ["", "TRUC", "truc@", "truc@1 yes@2", "<script>", "x" * 500])
def test_the_taps_route_rejects_what_is_no_tap(phone, tap):
    answer = phone(0).tap(tap)
    assert answer.status_code == 422
    assert "That cannot be recorded" in words(answer.text)
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize("seen", ["", "-1", "99", "x"])
def test_the_taps_route_rejects_a_version_there_never_was(phone, seen):
    answer = phone(0).tap("truc@1", seen=seen)
    assert answer.status_code == 409
    assert "out of date" in words(answer.text)


@pytest.mark.parametrize("key", ["", "a b", "x" * 65])
def test_the_taps_route_rejects_a_bad_key(phone, key):
    assert phone(0).tap("truc@1", key=key).status_code == 422


def test_the_taps_route_rejects_a_watching_phone_with_a_sentence(watcher, host):
    page = watcher.page()
    answer = watcher.tap("truc@1", seen=hidden(page, "seen"), key="k")
    assert answer.status_code == 403
    assert "This phone has not joined the table to play, so it cannot record anything." in words(
        answer.text
    )
    assert shown(host.page())["version"] == "0"


def test_the_taps_route_rejects_a_watching_phone_over_htmx_in_one_line(watcher):
    answer = watcher.tap("truc@1", htmx=True)
    assert answer.status_code == 403
    assert answer.text.startswith('<p class="notice"')


def test_the_taps_route_rejects_a_phone_that_never_joined(phone):
    answer = phone().tap("truc@1", seen="0", key="k")
    assert answer.status_code == 403
    assert "has not joined" in words(answer.text)


def test_the_taps_route_rejects_a_wrong_code(client):
    answer = client.post("/t/AAAAA/taps", data={"tap": "truc@1"})
    assert answer.status_code == 404
    assert "No table has the code AAAAA" in words(answer.text)


@pytest.mark.parametrize(("typed", "score"), [("3", "3-0"), ("+2", "2-0")])
def test_a_typed_number_corrects_the_score(phone, typed, score):
    anna = phone(0)
    assert anna.tap("fix@0=*", **{"n-fix@0": typed}).status_code == 303
    assert shown(anna.page())["score"] == score


@pytest.mark.parametrize("typed", ["", "x", "-1", "1 2", "9999"])
def test_the_taps_route_rejects_a_number_that_makes_no_correction(phone, typed):
    anna = phone(0)
    assert anna.tap("fix@0=*", **{"n-fix@0": typed}).status_code == 422
    assert shown(anna.page())["score"] == "0-0"


def test_the_taps_route_asks_for_the_number_that_was_not_typed(phone):
    answer = phone(0).tap("fix@0=*", **{"n-fix@0": " "})
    assert answer.status_code == 422
    assert "enter a number in the field beside it" in words(answer.text)


def test_undo_names_what_it_takes_back_and_redo_what_it_puts_back(phone):
    anna = phone(0)
    anna.play("truc@1 yes@2")
    assert "Undo: Carme: vull (truc accepted)" in words(anna.page())
    anna.play("undo")
    page = anna.page()
    assert "Undo: Biel called truc" in words(page)
    assert "Redo: Carme: vull (truc accepted)" in words(page)
    anna.play("redo")
    assert "redo" not in taps(anna.page())
    assert shown(anna.page())["stake"] == "2"
