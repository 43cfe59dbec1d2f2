"""The main journey works in Chromium and in WebKit, the engine of every iPhone.

A player follows a link, plays a hand, undoes it, reads the cheat-sheet and changes the language.
"""

from __future__ import annotations

from tests.browser.phones import Chromium, Counted, Phone

MOTION = "no-preference"  # with animations, as on most phones
NAMES = "Anna,Biel,Carme,Pep"
BIEL = '[name="seat"][value="1"]'
POLLS = (
    "performance.getEntriesByType('resource').filter(entry => entry.name.includes('/panel')).length"
)

# Who taps what, and the score after the tap. Biel's phone has the engine that is tested; the host's
# phone lies in the middle of the table.
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
    """Follow the link and sit down in two touches.

    Check that the page then shows the legal taps.
    """
    biel.follow(link)
    biel.press(BIEL)
    biel.phone.see(at(0, "0-0"))
    biel.phone.see('[data-tap="truc@1"]')
    assert biel.touches == 2


def journey(counted: Counted, host: Phone, links: dict[str, str]) -> None:
    """Follow the link, play a hand, undo, read the cheat-sheet, change the language, return."""
    host.open(links["host"])
    sits(counted, links["join"])
    biel = counted.phone
    phones = {"biel": biel, "host": host}
    for version, (who, word, score) in enumerate(HAND, start=1):
        asked = biel.ask(POLLS)
        tap(phones[who], word)
        for phone in phones.values():
            phone.see(at(version, score))
        assert biel.ask(POLLS) == asked  # the stream brought the panel, the page did not ask for it
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


def test_the_main_journey_works_in_every_engine(counted, phone, open_table):
    host = Chromium(phone())
    journey(counted, host, open_table(variant="catalan", names=NAMES))
