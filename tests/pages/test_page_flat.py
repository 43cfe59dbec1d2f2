"""GET /t/<code>/flat and GET /t/<code>/tv: the table on a flat phone, and on a television.

All players use the flat phone, which lies in the middle of the table. A television has no keys.
"""

from __future__ import annotations

import re

import pytest

from companion import variants
from companion.board.flat import divided
from companion.tables import codes
from tests.pages.test_page_table import tapped
from tests.plain_phones import shown, taps, words


def ends(page: str) -> list[str]:
    return re.findall(r'<section class="end .*?</section>', page, re.DOTALL)


def flat(one, **how) -> str:
    return one.get("/flat", **how).text


@pytest.mark.parametrize("variant", variants.VARIANTS)
def test_every_player_has_keys_at_an_end_of_a_flat_phone(variant):
    for seats in variants.get(variant).seats:
        rules = variants.get(variant).rules(seats)
        near, far = divided(rules)
        assert {*near, *far} == set(range(seats))
        assert 0 in near
        assert 0 not in far
        if rules.accounts == 2 and seats > 2:
            assert {*near} & {*far} == set(range(seats)) - {0, seats // 2}
        else:
            assert len(near) - len(far) in (0, 1)


def test_an_end_of_a_flat_phone_has_no_keys_of_the_player_at_the_other_end(host):
    far, near = ends(flat(host))
    assert {tap[-1] for tap in tapped(near)} == {"0", "1", "3"}
    assert {tap[-1] for tap in tapped(far)} == {"1", "2", "3"}
    for end, own in ((near, 0), (far, 1)):
        fixes = {tap for tap in taps(end) if tap.startswith("fix@")}
        assert fixes == {f"fix@{own}={number}" for number in (1, 2, 3, "*")}


def test_only_one_end_of_a_flat_phone_has_the_keys_that_answer_a_question(host):
    host.play("truc@1")
    far, near = ends(flat(host))
    assert {"yes@2", "no@2", "retruc@2"} <= set(taps(far))
    assert "yes@2" not in taps(near)
    assert "Vull: the hand is worth 2 No vull: " in words(near)
    for end in (far, near):
        assert "Truc · Carme?" in words(end)
        assert "undo" in taps(end)


def test_keys_of_a_decision_show_its_consequences_at_both_ends_of_a_flat_phone(open_match, phone):
    match = open_match("catalan", score="10-11")
    for end in ends(flat(phone(link=f"/h/{match.host_token}", at=match))):
        play, leave = re.findall(r'<div class="(?:yes|no)">.*?</div>', end, re.DOTALL)
        assert "icon-coin" in play
        assert "icon-sword" in play
        assert "icon-coin" in leave
        assert "+1" in words(leave)


def test_both_ends_of_a_flat_phone_show_who_won_the_match(open_match, phone):
    match = open_match("catalan", score="10-11")
    host = phone(link=f"/h/{match.host_token}", at=match)
    host.play("yes@1 hand@1")
    page = flat(host)
    for end in ends(page):
        assert all(sentence in words(end) for sentence in ("Biel & Pep won", "Rematch", "Share"))
        assert "undo" in taps(end)
    assert 'class="ring' not in page


def test_a_tap_on_a_flat_phone_is_answered_with_the_flat_page(host):
    page = flat(host)
    answer = host.post("/flat/taps", data={"tap": "truc@1", "seen": "0", "key": "k1"})
    assert answer.headers["Location"] == f"{host.home}/flat"
    form = {"tap": "yes@2", "seen": "1", "key": "k2"}
    panel = host.post("/flat/taps", data=form, headers={"HX-Request": "true"}).text
    assert len(ends(panel)) == len(ends(page)) == 2
    assert shown(panel)["version"] == "2"
    assert host.get("/flat/panel?seen=2").status_code == 204
    assert len(ends(host.read("/flat/panel?seen=1"))) == 2


def test_a_refused_tap_on_a_flat_phone_is_answered_with_the_flat_page(host):
    answer = host.post("/flat/taps", data={"tap": "yes@2", "seen": "0", "key": "k1"})
    assert answer.status_code == 422
    assert len(ends(answer.text)) == 2
    assert answer.text.count('role="alert"') == 2


def test_input_fields_at_the_two_ends_of_a_flat_phone_have_different_names(open_match, phone):
    match = open_match("french-free")
    host = phone(link=f"/h/{match.host_token}", at=match)
    far, near = ends(flat(host))
    assert 'name="n-raise@' in near + far
    assert not {*re.findall(r'name="(n-[^"]+)"', near)} & {*re.findall(r'name="(n-[^"]+)"', far)}


def test_the_stream_of_the_flat_page_sends_the_view_of_a_flat_phone(host):
    answer = host.get("/flat/stream?seen=0.0", buffered=False)
    chunks = iter(answer.response)
    text = next(chunks).decode()
    answer.close()
    assert "event: panel" in text
    assert 'class="end near' in text


def test_a_television_shows_the_open_question_and_the_code_but_no_keys(host, match):
    host.play("truc@1")
    page = host.read("/tv")
    assert taps(page) == []
    assert "<button" not in page[page.index("<main") :]
    for sentence in (
        "Truc · Carme?",
        "Biel → Carme",
        "Scan this, or type the code",
        codes.format_code(match.code),
        "to 12",
    ):
        assert sentence in words(page)
    assert match.join_token not in page


def test_a_television_shows_a_link_to_watch_on_a_phone(phone, match):
    page = phone().client.get(f"/w/{match.tv_token}", follow_redirects=True).text
    assert "Watch on your phone" in words(page)
    assert match.tv_token in page


def test_the_log_of_a_flat_phone_and_every_tab_beside_it_lead_back_to_the_flat_phone(host):
    host.play("hand@1")
    link = f'href="{host.home}/log?view=flat"'
    assert [link in end for end in ends(flat(host))] == [True, True]
    tabs = re.findall(rf'href="{host.home}(/\w+\?view=flat)"', host.read("/log?view=flat"))
    assert tabs == ["/calls?view=flat", "/log?view=flat", "/paper?view=flat"]
    for tab in tabs:
        assert f'<a class="home" href="{host.home}/flat">' in host.read(tab)
    assert f'<a class="home" href="{host.home}">' in host.read("/log?view=elsewhere")


def test_a_flat_phone_that_agrees_to_a_result_stays_on_the_page_that_leads_back_to_it(host):
    host.play("hand@0")
    page = host.read("/calls?view=flat")
    assert f'action="{host.home}/calls?view=flat"' in page
    answer = host.post("/calls?view=flat", data={"side": "0", "ended": "1"})
    assert answer.headers["Location"] == f"{host.home}/calls?view=flat"
