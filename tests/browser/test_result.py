"""After a match, a picture of its result is shared or the match is kept, in few touches."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.phones import Chromium, Counted, Phone

# Replace the phone's own dialog for sharing, and remember what it was given. The page's script is
# loaded again so that it finds this dialog.
SHEET = """(() => {
  navigator.canShare = () => true;
  navigator.share = async ({ files, text }) => {
    window.shared = [Array.from(new Uint8Array(await files[0].arrayBuffer()).slice(0, 4)), text];
    document.body.dataset.shared = "1";
  };
  const script = document.createElement("script");
  script.src = document.querySelector('script[src*="picture"]').src;
  document.head.append(script);
  return new Promise((begun) => { script.onload = () => begun(true); });
})()"""


def ended(phone: Phone, server, names: tuple[str, ...] = ("Anna", "Biel", "Carme", "Pep")) -> None:
    """Open a table on this phone as its host, and play the match to its end."""
    phone.open(server.open_table(variant="catalan", names=",".join(names), score="9-11")["host"])
    for version, tap in enumerate("yes@1 won@1 won@2 won@0".split(), start=1):
        phone.press(f'[data-tap="{tap}"]')
        phone.see(f'#table[data-version="{version}"]')
    phone.see(".victory")


def test_the_result_picture_is_shared_in_two_touches_from_the_end_of_a_match(counted, server):
    phone = counted.phone
    ended(phone, server)
    counted.press('.rematch a[href*="/r/"]')
    phone.see("[data-picture]")
    assert phone.ask(SHEET)
    counted.press("[data-picture]")
    phone.see("body[data-shared]")
    picture, text = phone.ask("window.shared")
    assert counted.touches == 2
    assert bytes(picture) == b"\x89PNG"
    assert text.startswith("Anna & Carme 12, Biel & Pep 11. ")
    assert f"{server.url}/r/" in text


def test_the_result_picture_is_downloaded_if_the_browser_cannot_share(phone, server):
    page = phone()
    ended(Chromium(page), server)
    page.get_by_role("link", name="Share").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Share the picture").click()
    assert saved.value.suggested_filename == "truc.png"


def test_a_match_is_kept_in_a_new_book_in_two_touches_after_typing_two_names(phone, server):
    page = phone()
    anna = Counted(Chromium(page))
    ended(anna.phone, server, ("Anna", "", "Carme", ""))
    anna.press('.rematch a[href$="/keep"]')
    page.get_by_label("Name of player 2").fill("Biel")
    page.get_by_label("Name of player 4").fill("Pep")
    anna.press('[name="book"]')
    expect(page.locator("main")).to_contain_text("Biel & Pep")
    assert anna.touches == 2


def test_an_answer_that_is_no_picture_is_opened_instead_of_shared(phone, server):
    page = phone(service_workers="block")
    ended(Chromium(page), server)
    page.get_by_role("link", name="Share").click()
    picture = page.locator("[data-picture]")
    address = f"{server.url}{picture.get_attribute('href')}"
    page.route(address, lambda route: route.fulfill(status=503, body="The database is away."))
    assert page.evaluate(SHEET)
    picture.click()
    expect(page.locator("body")).to_have_text("The database is away.")
