"""The end of a match: from the last tap to the picture in the group's chat, and into a book, in how many touches."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import button, wait_for

# Stands for the sheet of a phone that shares: it remembers what it was handed.
SHEET = """() => {
  navigator.canShare = () => true;
  navigator.share = async ({ files, text }) => {
    const bytes = new Uint8Array(await files[0].arrayBuffer());
    window.shared = { text, picture: Array.from(bytes.slice(0, 4)) };
    document.body.dataset.shared = "1";
  };
}"""


class Touches:
    """A phone whose touches are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def touch(self, role: str, name: str) -> None:
        self.page.get_by_role(role, name=name).click()
        self.page.wait_for_load_state()
        self.count += 1


def ended(page: Page, server, names: tuple[str, ...] = ("Anna", "Biel", "Carme", "Pep")) -> Page:
    """This phone, the host's, just after the last tap of a match."""
    page.goto(server.open_table(variant="catalan", names=",".join(names), score="9-11")["host"])
    for version, tap in enumerate("yes@1 won@1 won@2 won@0".split(), start=1):
        button(page, tap).click()
        wait_for(page, version)
    expect(page.locator(".victory")).to_be_visible()
    return page


def test_from_the_end_to_a_shared_picture_in_two_touches(phone, server):
    page = phone()
    page.add_init_script(f"({SHEET})()")
    anna = Touches(ended(page, server))
    anna.touch("link", "Share")
    anna.touch("link", "Share the picture")
    expect(page.locator("body[data-shared]")).to_be_attached()
    shared = page.evaluate("window.shared")
    assert anna.count == 2
    assert bytes(shared["picture"]) == b"\x89PNG"
    assert shared["text"].startswith("Anna & Carme 12, Biel & Pep 11. ")
    assert f"{server.url}/r/" in shared["text"]


def test_without_a_sheet_the_picture_is_saved(phone, server):
    page = ended(phone(), server)
    page.get_by_role("link", name="Share").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Share the picture").click()
    assert saved.value.suggested_filename == "truc.png"


def test_a_replay_and_partners_who_are_named_in_one_touch_each(phone, server):
    page = ended(phone(), server)
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("#replay")).to_be_attached()
    page.go_back()
    expect(page.locator(".rematch")).to_contain_text("Anna & Biel against Carme & Pep")
    page.get_by_role("button", name="other partners").click()
    expect(page.locator("#panel")).to_contain_text("Biel")
    expect(page.locator(".victory")).to_have_count(0)


def test_a_book_with_the_right_names_in_two_touches_and_two_names(phone, server):
    anna = Touches(ended(phone(), server, ("Anna", "", "Carme", "")))
    anna.touch("link", "Keep this in a book")
    anna.page.get_by_label("Name of player 2").fill("Biel")
    anna.page.get_by_label("Name of player 4").fill("Pep")
    anna.touch("button", "Begin a new book with it")
    expect(anna.page.locator("main")).to_contain_text("Biel & Pep")
    assert anna.count == 2
