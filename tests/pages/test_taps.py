"""POST /t/<code>/taps: a tap is recorded once and answered, or refused with a sentence."""

from __future__ import annotations

import pytest

from companion import tables
from tests.plain_phones import hidden, shown, taps, words


def test_a_tap_without_script_is_answered_with_a_redirect_to_the_table(biel):
    answer = biel.tap("truc@1")
    assert answer.status_code == 303
    assert answer.headers["Location"] == biel.home
    assert "Truc · Carme? playing on accepts it: worth 2" in words(biel.page())


def test_a_tap_by_htmx_is_answered_with_the_panel(phone):
    answer = phone(1).tap("truc@1", htmx=True)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert answer.headers["X-Panel"].startswith("1.")
    assert shown(answer.text)["version"] == "1"


@pytest.mark.parametrize(("htmx", "whole"), [(False, True), (True, False)])
def test_a_tap_on_an_old_panel_is_refused_and_the_phone_is_told_who_was_quicker(
    biel, anna, htmx, whole
):
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
def test_the_same_tap_of_two_phones_is_recorded_once_and_the_slower_phone_is_told(
    biel, anna, match, htmx, minimal, view
):
    old = anna.read(view)
    biel.play("won@1")
    form = {"tap": "won@1", "seen": hidden(old, "seen"), "key": hidden(old, "key")}
    headers = {"HX-Request": "true"} if htmx else {}
    headers |= {"Prefer": "return=minimal"} if minimal else {}
    with tables.streams().subscribe(match.id, tables.state(match).rows[0].device):
        answer = anna.post(f"{view}/taps", data=form, headers=headers)
    assert answer.status_code == 200
    assert "Biel already recorded that." in words(answer.text)
    assert 'class="notice calm"' in answer.text
    assert answer.headers.get("X-Already") == ("1" if htmx else None)
    assert (shown(answer.text)["version"], tables.state(match).version) == ("1", 1)


def test_a_tap_that_the_same_phone_has_just_recorded_is_refused(anna):
    old = anna.page()
    anna.play("won@1")
    answer = anna.tap("won@1", old, key="of-another-page")
    assert answer.status_code == 409
    assert "This phone had just recorded “Biel took the trick”" in words(answer.text)


@pytest.mark.parametrize(
    ("before", "tap", "sentence"),
    [
        ("", "retruc@1", "“Retruc” is not possible now."),
        ("", "rows@1", "“Rows” is not possible now."),  # a sheet has `rows` beside its words
        ("", "redo", "There is nothing to redo."),
        ("", "undo", "There is nothing to undo."),
        ("truc@1", "hand@0", "Carme must answer truc first"),
        ("fix@0=12", "won@0", "You can only undo"),
        *[("", tap, "That is not possible") for tap in ("", "truc@1 yes@2", "<script>")],
        ("", "fix@0=*", "enter a number in the field beside it"),
        ("", "fix@0=1,cheating", "this reason is not one of the list"),
        ("", "void," + "x" * 50, "at most 40 characters"),
    ],
)
def test_a_tap_that_cannot_be_recorded_is_refused_with_a_sentence(anna, before, tap, sentence):
    anna.play(before)
    answer = anna.tap(tap)
    assert answer.status_code == 422
    assert sentence in words(answer.text)
    assert "<script>alert" not in answer.text
    assert shown(answer.text)["version"] == str(len(before.split()))


@pytest.mark.parametrize(
    ("field", "value", "status"),
    [
        ("seen", "", 409),
        ("seen", "two", 409),
        ("seen", "-1", 409),
        ("seen", "99", 409),
        ("seen", "9" * 5_000, 409),
        ("key", "", 422),
    ],
    ids=lambda value: str(value)[:9],
)
def test_a_tap_with_missing_or_invalid_fields_is_refused(phone, field, value, status):
    answer = phone(0).tap("truc@1", **{field: value})
    assert answer.status_code == status
    assert ("out of date" in words(answer.text)) == (status == 409)


@pytest.mark.parametrize("htmx", [False, True])
def test_a_watching_phone_that_taps_is_told_why_it_may_not_tap(watcher, htmx):
    answer = watcher.tap("truc@1", htmx=htmx, seen="0", key="k")
    assert answer.status_code == 403
    sentence = "This phone has not joined the table to play, so it cannot record anything."
    assert sentence in words(answer.text)
    assert answer.text.startswith('<p class="notice"') is htmx


@pytest.mark.parametrize(
    ("tap", "row"),
    [
        ("fix@0=*", "fix@0=3,misdeal"),
        ("void", "void,misdeal"),
        ("won@1", "won@1"),
    ],
)
def test_a_reason_is_recorded_only_with_a_correction_or_a_misdeal(anna, tap, row):
    anna.tap(tap, **{"n-fix@0": "3", "reason-0": "", "reason-1": "misdeal"})
    assert [str(one.tap) for one in tables.state(anna.match).rows] == [row]


def test_the_undo_and_redo_keys_name_the_tap_that_they_undo_or_redo(anna):
    anna.play("truc@1 yes@2")
    assert "Undo: Carme: vull (truc accepted)" in words(anna.page())
    anna.play("undo")
    page = anna.page()
    assert "Undo: Biel called truc" in words(page)
    assert "Redo: Carme: vull (truc accepted)" in words(page)
    anna.play("redo")
    assert "redo" not in taps(anna.page())
    assert shown(anna.page())["stake"] == "2"
