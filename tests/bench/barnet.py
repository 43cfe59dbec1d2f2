"""A bar's network: from opening the scanned link to the first tap that is recorded.

What a person needs to read and choose is not counted, and given in two ways: a second before each
tap, or nothing at all (a robot, whose tap comes before the script has arrived). 400 ms round trip,
0.4 Mbit/s, the processor four times slower: the same figures the rivals were measured with.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import PHONE, QUIET
from tests.server import Server

ROUNDS = 5
THINKING = (1.0, 0.0)
LATENCY = 400
BITS = 400_000
SLOWER = 4
STEPS = ("seats on the screen", "table on the screen", "tap recorded")


def slow(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    network = {
        "offline": False,
        "latency": LATENCY,
        "downloadThroughput": BITS / 8,
        "uploadThroughput": BITS / 8,
    }
    session.send("Network.emulateNetworkConditions", network)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def visit(browser: Browser, link: str, thinking: float) -> list[float]:
    """Seconds from the start to each step, thinking left out."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    slow(page)
    steps = [
        clocked(lambda: page.goto(link, wait_until="commit"), page, '[name="seat"][value="1"]')
    ]
    for tapped, awaited in (
        ('[name="seat"][value="1"]', '[data-tap="truc@1"]'),
        ('[data-tap="truc@1"]', '#table[data-version="1"]'),
    ):
        time.sleep(thinking)
        button = page.locator(tapped)
        steps.append(steps[-1] + clocked(partial(button.dispatch_event, "click"), page, awaited))
    context.close()
    return steps


def clocked(act: Callable[[], object], page: Page, awaited: str) -> float:
    """Seconds from doing something until its effect is on the screen."""
    begun = time.perf_counter()
    act()
    page.locator(awaited).wait_for()
    return time.perf_counter() - begun


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        chromium = shutil.which("chromium-headless-shell")
        browser = playwright.chromium.launch(executable_path=chromium, args=list(QUIET))
        try:
            for thinking in THINKING:
                links = [
                    server.open_table(names="Anna,Biel,Carme,Pep")["join"] for _ in range(ROUNDS)
                ]
                tell(thinking, [visit(browser, link, thinking) for link in links])
        finally:
            browser.close()
            server.kill()


def tell(thinking: float, rounds: list[list[float]]) -> None:
    print(f"{thinking:.0f} s to think before each tap, not counted:")
    for number, step in enumerate(STEPS):
        times = [steps[number] for steps in rounds]
        print(f"  {step:24} median {statistics.median(times):5.2f} s   best {min(times):5.2f} s")


if __name__ == "__main__":
    main()
