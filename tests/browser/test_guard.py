"""Accidental touches record nothing, and the page says so (`bounce.js` and `guard.js`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import button, press, ready, take_seat, wait_for

MOTION = "no-preference"  # with animations, as on most phones
QUICK = "Too soon after the last change: not recorded"
CHANGED = """([tap]) => {  // news arrive, and something else lies under the finger
  const panel = document.getElementById("panel"), old = panel.innerHTML;
  document.dispatchEvent(new CustomEvent("panel:changing"));
  panel.innerHTML = old.replaceAll(`"${tap}"`, '"tied"');
}"""
CLOCK = """() => {  // the clock of the page is the test's: it stops, or is ahead by so much
  const real = performance.now.bind(performance);
  window.stands = null;
  window.ahead = 0;
  performance.now = () => stands ?? real() + ahead;
}"""
MOMENT = """() => {  // the clock stands; what the strip says from now on is kept
  stands = performance.now();
  window.said = "";
  new MutationObserver(() => { said += document.getElementById("strip")?.textContent; })
    .observe(document.body, { childList: true, subtree: true });
}"""
STILL = """() => {  // what moves stands where it begins
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...all) {
    const animation = animate.apply(this, all);
    animation.pause();
    return animation;
  };
}"""
NEWS = """() => {  // count the panels that come; a second is long enough for a slow machine
  const { take } = truc.panel, wait = setTimeout;
  window.came = 0;
  truc.panel.take = (...news) => {
    came += 1;
    take(...news);
  };
  window.setTimeout = (act, after) => wait(act, after === 1000 ? 30000 : after);
}"""
SHOUTS_STAY = """() => {  // a call overlay stays until somebody touches it
  const usual = window.setTimeout;
  window.setTimeout = (act, ms, ...more) => (ms === 1500 ? 0 : usual(act, ms, ...more));
}"""
LATER = "more => { const now = performance.now(); performance.now = () => now + more; }"
A_MOMENT = 350  # milliseconds after which a player has seen a new key
QUICKLY = 150  # milliseconds between two touches that are both meant
POINTS = [*product((40, 110, 195, 280, 350, 385), (75, 160, 340, 520, 690, 830))]


@pytest.fixture
def anna(anna: Page) -> Page:
    return settled(anna)


def settled(page: Page) -> Page:
    """Return the page a moment after it has all its scripts, with a clock that the test sets."""
    ready(page)
    page.evaluate(CLOCK)
    page.evaluate(SHOUTS_STAY)
    later(page)
    return page


def later(page: Page, milliseconds: int = A_MOMENT) -> None:
    """Set the clock of the page forward by this many milliseconds."""
    page.evaluate("by => { ahead += by; }", milliseconds)


@contextmanager
def in_one_moment(page: Page) -> Iterator[None]:
    """Stop the clock of the page while the block runs."""
    page.evaluate(MOMENT)
    yield
    page.evaluate("stands = null")


@contextmanager
def too_quick(page: Page) -> Iterator[None]:
    """Stop the clock of the page while the block runs.

    Then wait until the page says that a touch came too soon.
    """
    with in_one_moment(page):
        yield
        page.wait_for_function("quick => said.includes(quick)", arg=QUICK)


def middle(page: Page, tap: str) -> tuple[float, float]:
    box = button(page, tap).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_two_touches_within_a_moment_record_one_tap_and_the_page_says_so(anna):
    where = middle(anna, "won@1")
    with too_quick(anna):
        anna.touchscreen.tap(*where)
        anna.touchscreen.tap(where[0] + 5, where[1] + 5)
    wait_for(anna, 1)
    expect(anna.locator("#strip .quick")).to_have_count(0)  # goes away by itself
    wait_for(anna, 1)


def test_before_all_scripts_are_loaded_two_touches_within_a_moment_record_one_tap(links, phone):
    page = phone()
    page.route("**/*.later.js", lambda route: None)  # these scripts never come
    anna = take_seat(page, links["join"], 0)
    anna.evaluate(CLOCK)
    where = middle(anna, "won@1")
    with in_one_moment(anna):
        anna.touchscreen.tap(*where)
        wait_for(anna, 1)
        anna.touchscreen.tap(where[0] + 5, where[1] + 5)
    anna.wait_for_function("() => !truc.queue.waiting().length")
    assert anna.evaluate("truc.guard") is None
    anna.reload()
    wait_for(anna, 1)


def test_a_seat_can_be_touched_again_after_the_picture_of_a_trick_moved_across_it(anna):
    where = middle(anna, "won@1")
    anna.evaluate(STILL)
    anna.touchscreen.tap(*where)
    wait_for(anna, 1)
    later(anna)
    anna.touchscreen.tap(*where)
    wait_for(anna, 2)


def test_a_touch_on_a_key_that_has_only_just_appeared_records_nothing(anna):
    where = middle(anna, "won@1")
    with too_quick(anna):
        anna.evaluate(CHANGED, ["won@1"])
        anna.touchscreen.tap(*where)
    later(anna)
    anna.touchscreen.tap(*where)
    wait_for(anna, 1)


def test_a_second_touch_is_refused_for_longer_if_the_first_touch_put_another_key_there(anna):
    where = middle(anna, "won@1")
    with too_quick(anna):
        anna.touchscreen.tap(*where)
        wait_for(anna, 1)
        anna.evaluate(CHANGED, ["won@1"])
        anna.evaluate("() => new Promise(requestAnimationFrame).then(() => { stands += 600; })")
        anna.touchscreen.tap(*where)
    wait_for(anna, 1)
    later(anna, 1000)
    anna.touchscreen.tap(*where)
    wait_for(anna, 2)


def test_a_touch_on_a_key_that_was_there_long_enough_records_its_tap(anna):
    where = middle(anna, "won@2")
    anna.evaluate(CHANGED, ["won@1"])
    anna.touchscreen.tap(*where)
    wait_for(anna, 1)


def test_two_quick_touches_at_two_places_are_two_taps(anna):
    first = middle(anna, "won@1")
    second = middle(anna, "won@2")
    anna.touchscreen.tap(*first)
    anna.touchscreen.tap(*second)
    wait_for(anna, 2)


def test_a_shortcut_of_the_keyboard_is_never_refused_as_too_quick(anna):
    anna.evaluate(CHANGED, ["won@1"])
    button(anna, "won@2").press("Enter")
    wait_for(anna, 1)


def test_a_call_overlay_intercepts_touches_on_the_table_but_does_not_cover_the_keys(anna, biel):
    """Three calls are made. A touch on the overlay removes it, and no touch records a tap."""
    for number in range(3):
        version = 2 * number
        press(biel, "truc@1")
        expect(anna.locator("#shout")).to_be_visible()
        box = anna.locator("#shout").bounding_box()
        top = anna.locator(".dock").bounding_box()["y"]
        assert box["y"] + box["height"] <= top + 1
        later(anna, 250 * number)
        with in_one_moment(anna):
            for x, y in POINTS:
                if box["y"] < y < top:
                    anna.touchscreen.tap(x, y)
        wait_for(anna, version + 1)
        expect(anna.locator("#shout")).to_be_hidden()
        press(biel, "undo")
        wait_for(anna, version + 2)


def test_a_call_can_be_answered_while_its_overlay_is_shown(links, phone, biel):
    carme = settled(take_seat(phone(), links["join"], 2))
    carme.evaluate(SHOUTS_STAY)
    press(biel, "truc@1")
    expect(carme.locator("#shout")).to_be_visible()
    later(carme)
    carme.touchscreen.tap(*middle(carme, "yes@2"))
    wait_for(carme, 2)


def test_an_answer_to_a_question_that_has_just_changed_records_nothing(links, phone):
    carme = take_seat(phone(), links["join"], 2)
    settled(carme)
    press(carme, "truc@1")
    carme.locator("#shout").click()
    expect(carme.locator("#shout")).to_be_hidden()
    later(carme)
    with too_quick(carme):
        carme.evaluate("document.querySelector('.question h2').textContent = 'Retruc! Your answer'")
        carme.evaluate("""() => {  // the same key, drawn anew with the other question
          const key = document.querySelector('[data-tap^="no@"]');
          key.replaceWith(key.cloneNode(true));
        }""")
        carme.touchscreen.tap(*middle(carme, "no@2"))
    wait_for(carme, 1)


def test_a_touch_on_a_menu_that_was_opened_a_moment_ago_records_nothing(anna):
    with too_quick(anna):
        anna.locator("#points-0 > summary").tap()
        anna.touchscreen.tap(*middle(anna, "hand@0"))
    wait_for(anna, 0)
    later(anna)
    anna.touchscreen.tap(*middle(anna, "hand@0"))
    wait_for(anna, 1)
    expect(anna.locator("#points-0[open]")).to_have_count(0)  # closed by the choice


def test_undo_and_redo_are_never_refused_as_too_quick(anna):
    for number, tap in enumerate(("won@1", "won@2", "tied"), start=1):
        press(anna, tap)
        wait_for(anna, number)
    anna.reload()
    anna.evaluate(CLOCK)
    where = middle(anna, "undo")
    for number in (4, 5, 6):  # before and after the page has all its scripts
        anna.touchscreen.tap(*where)
        wait_for(anna, number)
        ready(anna)
        later(anna, QUICKLY)
    where = middle(anna, "redo")
    for number in (7, 8, 9):
        anna.touchscreen.tap(*where)
        wait_for(anna, number)
        later(anna, QUICKLY)


def test_a_pressed_key_is_not_replaced_by_a_new_panel_before_it_is_released(anna, biel):
    anna.evaluate(NEWS)
    anna.mouse.move(*middle(anna, "won@1"))
    anna.mouse.down()
    press(biel, "won@1")
    anna.wait_for_function("() => came > 0")
    expect(anna.locator("#table")).to_have_attribute("data-version", "0")
    anna.mouse.up()
    expect(anna.locator("#panel > .notice")).to_have_text("Biel already recorded that.")


def test_a_finger_held_on_a_key_delays_a_new_panel_only_briefly(anna, biel):
    anna.mouse.move(*middle(anna, "won@1"))
    anna.mouse.down()
    press(biel, "won@2")
    wait_for(anna, 1)
    with too_quick(anna):  # the key that was pressed is gone
        anna.mouse.up()


def test_folding_is_disabled_for_a_moment_after_a_hand(anna):
    press(anna, "won@1")
    wait_for(anna, 1)
    with too_quick(anna):
        press(anna, "won@1")
        wait_for(anna, 2)
        anna.evaluate(LATER, A_MOMENT)
        anna.touchscreen.tap(*middle(anna, "fold@0"))
    wait_for(anna, 2)
