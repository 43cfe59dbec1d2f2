"""The hands page: the calls of two hands as sentences, and whether sides agree to the result."""

from __future__ import annotations

import re

from tests.plain_phones import words


def calls(phone):
    return words(phone.read("/calls"))


def test_the_hands_page_shows_this_hand_and_the_hand_before_it(anna):
    anna.play("won@1 truc@1 no@2 truc@2 yes@3 won@2 won@0 truc@3")
    page = calls(anna)
    now = page.index("This hand")
    before = page.index("Hand 2 2–1")
    assert now < page.index("Pep called truc") < before < page.index("Carme called truc")
    assert "Biel called truc" not in page  # two hands ago


def test_the_hands_page_leaves_out_a_hand_that_has_not_begun(phone, open_match):
    anna = phone(0, at=open_match(score="10-4"))
    assert "Anna deals, Biel leads." in calls(anna)
    anna.play("won@1 won@0 won@2")
    page = calls(anna)
    assert "Hand 1 11–4" in page
    anna.play("yes@0 won@0 won@2")
    page = calls(anna)
    assert "Hand 2 14–4 +3 Anna & Carme: hand won." in page
    assert "This hand" not in page
    assert "Hand 1" not in page


def test_each_side_can_agree_to_the_result_on_the_hands_page(anna, biel):
    anna.play("truc@1 no@2")
    assert anna.post("/calls", data={"side": "0"}).status_code == 303
    assert "Anna & Carme ✓ agreed" in calls(biel)
    assert "The last result is agreed by: Anna & Carme" in words(biel.page())
    assert biel.post("/calls", data={"side": "1"}).status_code == 303
    assert "Biel & Pep ✓ agreed" in calls(anna)


def test_a_page_of_an_earlier_hand_shows_the_new_result_before_anybody_agrees_to_it(anna, biel):
    anna.play("truc@1 no@2")
    (ended,) = re.findall(r'name="ended" value="(\d+)"', biel.read("/calls"))
    anna.play("truc@2 no@3")
    answer = biel.post("/calls", data={"side": "1", "ended": ended})
    assert answer.status_code == 409
    assert "The result has changed: look at it again." in words(answer.text)
    assert "✓ agreed" not in calls(biel)
    (ended,) = re.findall(r'name="ended" value="(\d+)"', answer.text)
    assert biel.post("/calls", data={"side": "1", "ended": ended}).status_code == 303
    assert "Biel & Pep ✓ agreed" in calls(anna)


def test_the_hands_page_asks_whether_the_final_score_is_right_until_all_sides_agree(host):
    host.play("fix@0=12")
    for said in ("Is this right? 12–0", "Is this right? 12–0", "Everybody agrees 12–0"):
        assert said in calls(host)
        sides = re.findall(r'name="side" value="(\d)"', host.read("/calls"))
        for side in sides[:1]:
            host.post("/calls", data={"side": side})


def test_a_phone_can_agree_to_a_result_for_its_own_side_only(anna, host, watcher):
    anna.play("truc@1 no@2")
    for who, sides in ((anna, [0]), (host, [0, 1]), (watcher, [])):
        page = who.read("/calls")
        assert [side for side in range(2) if f'name="side" value="{side}"' in page] == sides
