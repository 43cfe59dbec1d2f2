"""The main journey in every engine a phone may have: Chromium, and WebKit as on every iPhone."""

from __future__ import annotations

import pytest

from tests.browser.phones import Chromium, Counted, Phone, WebKit

NAMES = "Anna,Biel,Carme,Pep"
BIEL = '[name="seat"][value="1"]'
POLLS = (
    "performance.getEntriesByType('resource').filter(entry => entry.name.includes('/panel')).length"
)

# Who taps what, and the score after it. Biel's phone is the one on trial; the host's is in the middle of the table.
HAND = (
    ("biel", "truc@1", "0-0"),
    ("host", "yes@2", "0-0"),
    ("biel", "won@1", "0-0"),
    ("host", "won@2", "0-0"),
    ("host", "retruc@2", "0-0"),
    ("biel", "yes@3", "0-0"),
    ("biel", "won@3", "0-3"),
)


def tap(phone: Phone, tap: str) -> None:
    phone.press(f'[data-tap="{tap}"]')


def at(version: int, score: str) -> str:
    return f'#table[data-version="{version}"][data-score="{score}"]'


def sits(biel: Counted, link: str) -> None:
    """From the link to the table, where every legal tap is shown."""
    biel.follow(link)
    biel.press(BIEL)
    biel.phone.see(at(0, "0-0"))
    biel.phone.see('[data-tap="truc@1"]')
    assert biel.touches == 2


def journey(biel: Phone, host: Phone, links: dict[str, str]) -> None:
    """From the scanned link through a hand, an undo, the cheat-sheet and another language back to the table."""
    host.open(links["host"])
    sits(Counted(biel), links["join"])
    phones = {"biel": biel, "host": host}
    for version, (who, word, score) in enumerate(HAND, start=1):
        asked = biel.ask(POLLS)
        tap(phones[who], word)
        for phone in phones.values():
            phone.see(at(version, score))
        assert biel.ask(POLLS) == asked  # it was told by the stream, it did not ask
    tap(biel, "undo")
    for phone in phones.values():
        phone.see(at(len(HAND) + 1, "0-0"))
    biel.press('.bar a[href$="/sheet"]')
    biel.see(".topic")
    biel.press(".languages summary")
    biel.press('.languages [value="ca"]')
    biel.see('html[lang="ca"] .topic')
    biel.press(f'a[href^="/t/{links["code"]}"]')
    biel.see(f'html[lang="ca"] {at(len(HAND) + 1, "0-0")}')


@pytest.fixture
def host(phone) -> Phone:
    return Chromium(phone())


def test_the_journey_in_chromium(phone, host, open_table):
    journey(Chromium(phone()), host, open_table(variant="catalan", names=NAMES))


def test_the_journey_in_webkit(webkit, host, open_table):
    journey(WebKit(webkit), host, open_table(variant="catalan", names=NAMES))


def test_a_hand_with_envido_and_truco_met_is_six_touches_on_one_phone_for_four(counted, open_table):
    """Truco, Biel's; the envido before it, accepted by naming who was higher; Quiero; the two tricks."""
    counted.follow(open_table(variant="argentine", names=NAMES)["host"])
    for version, touch in enumerate(
        ("truco@1", "envido@0", "yes@1;best@1", "yes@2", "won@1", "won@1"), start=1
    ):
        counted.press(f'[data-tap="{touch}"]:not(.others *)')
        counted.phone.see(f'#table[data-version="{version + (version > 2)}"]')
    counted.phone.see(at(7, "0-4"))
    assert counted.touches == 1 + 6
