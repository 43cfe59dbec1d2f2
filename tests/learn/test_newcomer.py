"""A newcomer's phone explains the game, and gradually shortens the explanations.

Other phones do not change.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import islice

from companion.learn.sentences import explain
from companion.learn.teaching import room_for_a_sentence
from companion.pages import stream
from companion.words.people import People
from companion.words.widths import wide
from tests.learn.test_questions import after
from tests.plain_phones import NAMES, words


def explanation_on(page: str) -> str:
    """Return the explanation on a table's page, "" if the page has none."""
    found = re.search(r'<span class="means">(.*?)</span>', page, re.DOTALL)
    return words(found[1]) if found else ""


def newcomer(phone, seat: int, learn: str = "on"):
    """Return a phone in this seat, with explanations switched on."""
    seated = phone(seat)
    seated.client.post("/phone", data={"learn": learn})
    return seated


def test_a_phone_explains_the_game_if_its_player_says_at_joining_that_they_are_new(app, match):
    client = app.test_client()
    assert 'name="learn"' in client.get(f"/j/{match.join_token}").text
    form = {"seat": "1", "learn": "on", "at_once": "1"}
    page = client.post(f"/j/{match.join_token}", data=form, follow_redirects=True).text
    assert explanation_on(page) == (
        "You play the first card; the highest takes the trick. 2 tricks win the hand."
    )
    assert "css/taught.css" in page


def test_a_newcomer_reads_what_each_answer_leads_to_and_then_why_points_were_paid(phone):
    pep = newcomer(phone, 3)
    biel = phone(1)
    biel.play("truc@1")
    assert explanation_on(pep.page()) == (
        "Biel wants to play for 2. Vull: the hand is worth 2. No vull: then you get 1."
    )
    biel.play("no@2")
    assert explanation_on(pep.page()) == (
        "Why: truc refused. Before this call the hand was worth 1. Carme leads now."
    )


def test_a_newcomers_phone_changes_no_page_or_stream_of_other_phones(phone, monkeypatch):
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0.05)
    pep = phone(3)
    others = [phone(seat) for seat in range(3)]
    for tap in ("", "truc@1", "no@2"):
        if tap:
            others[1].play(tap)
        pep.client.post("/phone", data={"learn": "on"})
        assert explanation_on(pep.page())
        with_newcomer = [shown_to(other) for other in others]
        pep.client.post("/phone", data={"learn": ""})
        assert not explanation_on(pep.page())
        assert [shown_to(other) for other in others] == with_newcomer
        assert not any("taught" in page or "lesson" in page for page in with_newcomer)


def shown_to(other) -> str:
    """Return the page of a phone, followed by the next panel of its stream."""
    with other.get("/stream", buffered=False) as answer:
        panel = next_panel(iter(answer.response))
    return f"{other.page()}\n{panel}"


def test_only_the_short_explanation_has_room_below_the_title_of_a_won_game(app):
    log = after("argentine", "truco@1 yes@2 won@1 won@1", score="0-29")
    with app.test_request_context():
        line = explain(log, 3, People(NAMES, log.game.rules))
    assert room_for_a_sentence(log.game) < wide(line.full)
    assert wide(line.short) <= room_for_a_sentence(log.game)


def test_the_leader_is_not_told_to_lead_before_the_hand_of_eleven_is_decided(open_match, phone):
    match = open_match("paulista", score="11-4", names=NAMES[:4])
    biel = newcomer(partial(phone, at=match), 1)
    page = words(biel.page())
    assert "Anna or Carme to decide" in page
    assert "You lead" not in page


def test_an_explanation_is_short_after_five_states_and_behind_a_question_mark_after_ten(phone):
    anna = newcomer(phone, 0)
    seen = []
    for _ in range(11):
        anna.play("truc@1")
        seen.append(explanation_on(anna.page()))
        anna.play("undo")
    assert seen[4].startswith("Biel wants to play for 2.")
    assert seen[5:10] == ["Vull: the hand is worth 2 · No vull: then they get 1"] * 5
    assert seen[10] == ""


def test_loading_a_table_again_counts_no_explanation_again(phone):
    anna = newcomer(phone, 0)
    anna.page()
    before = anna.client.get_cookie("taught").value
    anna.page()
    assert anna.client.get_cookie("taught").value == before
    assert len(before) < 200


def test_switching_explanations_on_sets_their_counts_to_zero(phone):
    anna = newcomer(phone, 0)
    anna.page()
    anna.client.post("/phone", data={"learn": "on"})
    assert anna.client.get_cookie("taught") is None


def test_a_phone_can_be_set_to_show_only_the_question_mark(phone):
    anna = newcomer(phone, 0, "ask")
    page = anna.page()
    assert explanation_on(page) == ""
    assert "What does this mean?" in page
    assert "Biel plays first and you play last." in page


def test_a_stream_counts_the_explanations_that_it_sends(phone, monkeypatch):
    # A stream sets no cookie: its panels carry the counts, and a script keeps them on the phone.
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0.05)
    anna = newcomer(phone, 0)
    biel = phone(1)
    levels = []
    with anna.get("/stream", buffered=False) as answer:
        panels = iter(answer.response)
        next_panel(panels)
        for _ in range(6):
            biel.play("truc@1")
            levels.append(explanation_on(next_panel(panels)))
            biel.play("undo")
            next_panel(panels)
    assert levels[4].startswith("Biel wants to play for 2.")
    assert levels[5].startswith("Vull:")


def next_panel(pieces) -> str:
    """Return the next panel of a stream."""
    return next(text for text in map(bytes.decode, islice(pieces, 40)) if "event: panel" in text)


def test_the_privacy_page_names_the_cookie_that_counts_explanations(client):
    assert "the cookie “taught”" in words(client.get("/privacy").text)
