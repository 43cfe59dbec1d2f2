"""Measure the first visit of somebody who scans the code of a table.

Requests and bytes are counted as they cross the network. The touch that takes a seat and the first
tap at the table are timed.

The browser sees the server as another machine on plain http, as in a bar. So the browser accepts
gzip, but no better compression.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.browser.conftest import PHONE, QUIET
from tests.server import Server

BAR = "bar.example"
STEPS = ("scanned: the page with the seats", "seat taken: the table", "first tap recorded")


class Wire:
    """A counter of the requests and bytes of a page, except those that the browser has cached."""

    def __init__(self, session: CDPSession) -> None:
        self.requests = self.bytes = 0
        session.on("Network.requestWillBeSent", self.sent)
        session.on("Network.requestServedFromCache", self.kept)
        session.on("Network.loadingFinished", self.finished)
        session.send("Network.enable")

    def sent(self, _: object) -> None:
        self.requests += 1

    def kept(self, _: object) -> None:
        self.requests -= 1

    def finished(self, event: dict[str, float]) -> None:
        self.bytes += int(event["encodedDataLength"])


def visit(page: Page, link: str) -> None:
    wire = Wire(page.context.new_cdp_session(page))
    begun = time.perf_counter()
    page.goto(link)
    tell(page, wire, begun, STEPS[0])
    page.get_by_role("button", name="Biel").tap()
    page.locator("#table").wait_for()
    tell(page, wire, begun, STEPS[1])
    page.locator('[data-tap="truc@1"]').tap()
    page.locator('#table[data-version="1"]').wait_for(state="attached")
    tell(page, wire, begun, STEPS[2])


def tell(page: Page, wire: Wire, begun: float, step: str) -> None:
    seconds = time.perf_counter() - begun
    page.wait_for_timeout(700)
    print(
        f"{step:34} {seconds:5.2f} s   {wire.requests:2} requests   {wire.bytes / 1000:5.1f} kB "
        "so far"
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        found = f"--host-resolver-rules=MAP {BAR} 127.0.0.1"
        chromium = shutil.which("chromium-headless-shell")
        browser = playwright.chromium.launch(executable_path=chromium, args=[*QUIET, found])
        links = server.open_table(
            names="Anna,Biel,Carme,Pep", base_url=f"http://{BAR}:{server.port}"
        )
        try:
            visit(browser.new_context(**PHONE).new_page(), links["join"])
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
