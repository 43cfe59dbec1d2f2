"""A page says which of two cards wins. Partners agree on signals that no server sees."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.scanning import scanned
from tests.server import Server

OWN = "/games/argentine/signals/own"
AGREED = "1bupo"  # eyebrows up becomes a pout


def meaning(page: Page, text: str) -> str:
    """Return the description of the sign that has this meaning."""
    row = page.locator(".sign").filter(has=page.get_by_text(text, exact=True))
    return row.locator("[data-words]").inner_text()


def test_without_javascript_two_picked_cards_show_at_once_which_card_wins(
    server: Server, phone
) -> None:
    anna = phone(java_script_enabled=False)
    anna.goto(f"{server.url}/games/argentine/sheet")
    anna.get_by_role("link", name="Which card wins?").click()
    anna.get_by_role("link", name="seven of coins", exact=False).click()
    anna.get_by_role("link", name="seven of swords", exact=False).last.click()
    wins = anna.get_by_role("heading", name="Wins: seven of swords")
    expect(wins).to_be_in_viewport()
    anna.get_by_role("link", name="How many?").click()
    expect(anna.get_by_role("heading", name="Envido 7")).to_be_in_viewport()


def test_partners_agree_on_a_signal_by_a_code_that_no_server_sees(server: Server, phone) -> None:
    asked: list[str] = []
    anna = phone()
    biel = phone()
    for page in (anna, biel):
        page.on("request", lambda request: asked.append(request.url + str(request.post_data)))
    anna.goto(server.url + OWN)
    anna.get_by_role("button", name="Change: Ace of swords").click()
    anna.get_by_role("button", name="Pout").click()
    assert meaning(anna, "Ace of swords") == "Pout"
    link = scanned(anna.locator(".code").screenshot())
    assert link == f"{server.url}{OWN}#{AGREED}"
    biel.add_init_script("Math.random = () => 0")  # practice begins with the first signal
    biel.goto(link)
    assert meaning(biel, "Ace of swords") == "Pout"
    biel.get_by_role("button", name="Keep them on this phone").click()
    biel.goto(server.url + OWN)
    assert meaning(biel, "Ace of swords") == "Pout"
    assert biel.locator("[data-sent]").is_hidden()
    biel.get_by_role("button", name="Practise").click()
    biel.locator(".answers").get_by_role("button", name="Ace of swords").click()
    expect(biel.locator("[data-verdict]")).to_have_text("Yes. Pout: Ace of swords")
    assert [address for address in asked if AGREED in address] == []


def test_a_code_without_signals_of_this_game_changes_nothing_and_the_page_says_so(
    server: Server, phone
) -> None:
    anna = phone()
    anna.goto(f"{server.url}{OWN}#1zzzz")
    expect(anna.get_by_text("This code has no signals of this game in it.")).to_be_visible()
    assert meaning(anna, "Ace of swords") == "Eyebrows up"


def test_own_signals_can_be_practised(server: Server, phone) -> None:
    anna = phone()
    anna.goto(f"{server.url}/games/catalan/signals/own")
    anna.get_by_role("button", name="Practise").click()
    answers = anna.locator(".answers button")
    expect(answers).to_have_count(3)
    answers.first.click()
    verdict = anna.locator("[data-verdict]").inner_text()
    right = anna.locator(".answers .right").inner_text().removeprefix("✓ ")
    assert verdict.endswith(f": {right}")
    anna.get_by_role("button", name="Next").click()
    expect(answers.first).to_be_enabled()
