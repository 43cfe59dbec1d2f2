"""Pictures of every page and every state for looking at: `make screenshots`, or by hand for a few of them.

    python -m tests.browser.screenshots --only table,join --sizes 390x844 --looks dark,forced --to pictures

A picture is called after its page, its size and its look: `style-my-answer-390x844-dark.png`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import fonts
from tests.browser.conftest import launched
from tests.browser.pages import LOOKS, SIGHTS, Evening, Sight, dress
from tests.server import Server

SIZES = ("360x640", "390x844", "768x1024", "1920x1080")

USUAL_LOOKS = ("light", "dark")


def wanted() -> Namespace:
    """What was asked for on the command line."""
    said = ArgumentParser(description="Pictures of every page and every state.")
    said.add_argument(
        "--to", type=Path, default=Path("screenshots"), help="the folder (screenshots)"
    )
    said.add_argument(
        "--only",
        type=words,
        default=(),
        help="pages whose name begins so, e.g. table,style-my-answer",
    )
    said.add_argument("--sizes", type=words, default=SIZES, help=",".join(SIZES))
    said.add_argument("--looks", type=words, default=USUAL_LOOKS, help=",".join(LOOKS))
    said.add_argument("--letters", choices=fonts.PAIRS, default=fonts.USUAL, help="their family")
    said.add_argument(
        "--whole", action="store_true", help="the whole page, not only what fits the screen"
    )
    return said.parse_args()


def words(text: str) -> tuple[str, ...]:
    """Words between commas."""
    return tuple(text.split(","))


def sights(only: tuple[str, ...]) -> list[Sight]:
    """The pages asked for."""
    return [sight for sight in SIGHTS if not only or sight.name.startswith(only)]


def evening(browser: Browser, folder: Path) -> Iterator[Evening]:
    """A server of its own with tables in every condition."""
    server = Server(folder)
    server.start()
    try:
        yield Evening(server, browser, reduced_motion="reduce")
    finally:
        server.kill()


def take(page: Page, name: str, asked: Namespace) -> None:
    """That page in every size and look."""
    fonts.wear(page, asked.letters)
    for look in asked.looks:
        dress(page, look)
        for size in asked.sizes:
            width, height = map(int, size.split("x"))
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=asked.to / f"{name}-{size}-{look}.png", full_page=asked.whole)


def main() -> None:
    """Take them all."""
    asked = wanted()
    asked.to.mkdir(parents=True, exist_ok=True)
    with (
        sync_playwright() as playwright,
        TemporaryDirectory() as folder,
        TemporaryDirectory() as letters,
    ):
        browser = launched(playwright, fonts.environment(Path(letters)))
        for here in evening(browser, Path(folder)):
            for sight in sights(asked.only):
                take(here.show(sight), sight.name, asked)
    print(f"{len(list(asked.to.glob('*.png')))} pictures in {asked.to}/")


if __name__ == "__main__":
    main()
