"""Take pictures of every page and every state, for people to look at: `make screenshots`.

For example, this command takes a few pictures:

    python -m tests.browser.screenshots --only table,join --sizes 390x844 --looks dark,forced

A picture is named after its page, its size and its look: `style-my-answer-390x844-dark.png`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import fonts
from tests.browser.conftest import launched
from tests.browser.pages import LOOKS, SIGHTS, Evening, Sight, set_look
from tests.server import Server

SIZES = ("360x640", "390x844", "768x1024", "1920x1080")

USUAL_LOOKS = ("light", "dark")


def read_arguments() -> Namespace:
    said = ArgumentParser(description="Take pictures of every page and every state.")
    said.add_argument(
        "--to", type=Path, default=Path("screenshots"), help="the folder (screenshots)"
    )
    said.add_argument(
        "--only",
        type=words,
        default=(),
        help="beginnings of the names of pages, e.g. table,style-my-answer",
    )
    said.add_argument("--sizes", type=words, default=SIZES, help=",".join(SIZES))
    said.add_argument("--looks", type=words, default=USUAL_LOOKS, help=",".join(LOOKS))
    said.add_argument("--letters", choices=fonts.PAIRS, default=fonts.USUAL, help="the fonts")
    said.add_argument(
        "--whole", action="store_true", help="the whole page, not only what fits the screen"
    )
    return said.parse_args()


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def chosen(only: tuple[str, ...]) -> list[Sight]:
    """Return the pages whose names begin with one of these texts. Without texts, return all."""
    return [sight for sight in SIGHTS if not only or sight.name.startswith(only)]


@contextmanager
def evening(browser: Browser, folder: Path) -> Iterator[Evening]:
    """Run a server, and yield an evening with tables in every state."""
    server = Server(folder)
    server.start()
    try:
        yield Evening(server, browser, reduced_motion="reduce")
    finally:
        server.kill()


def take(page: Page, name: str, asked: Namespace) -> None:
    """Take pictures of this page in each size and each look that were asked for."""
    fonts.set_fonts(page, asked.letters)
    for look in asked.looks:
        set_look(page, look)
        for size in asked.sizes:
            width, height = map(int, size.split("x"))
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=asked.to / f"{name}-{size}-{look}.png", full_page=asked.whole)


def main() -> None:
    """Take all pictures that were asked for."""
    asked = read_arguments()
    asked.to.mkdir(parents=True, exist_ok=True)
    with (
        sync_playwright() as playwright,
        TemporaryDirectory() as folder,
        TemporaryDirectory() as letters,
    ):
        browser = launched(playwright, fonts.environment(Path(letters)))
        with evening(browser, Path(folder)) as here:
            for sight in chosen(asked.only):
                take(here.show(sight), sight.name, asked)
    print(f"{len(list(asked.to.glob('*.png')))} pictures in {asked.to}/")


if __name__ == "__main__":
    main()
