"""Read the lists of expected results beside the tests, such as `moments.txt` and `calls.txt`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def entries(name: str | Path) -> Iterator[tuple[str, str, str]]:
    """Yield the game, the settings ("seats=4 score=11-3") and the text of each line of a list.

    A line that begins with == gives the game and the settings of the lines after it.
    """
    game = how = ""
    for line in Path(__file__).parent.joinpath(name).read_text("utf-8").splitlines():
        if line.startswith("== "):
            game, _, how = line.removeprefix("== ").partition(" ")
        elif line and not line.startswith("#"):
            yield game, how, line


def how_played(text: str) -> dict[str, object]:
    """Parse the settings of a match, and return them as keyword arguments of `tests.playing.play`.

    For example, "score=11-3 target=15" gives {"score": "11-3", "rules": "target=15"}.
    """
    told_apart = dict(word.split("=", 1) for word in text.split())
    how: dict[str, object] = {}
    for key in ("seats", "dealer"):
        if key in told_apart:
            how[key] = int(told_apart.pop(key))
    for key in ("score", "games"):
        if key in told_apart:
            how[key] = told_apart.pop(key)
    how["rules"] = " ".join(f"{key}={value}" for key, value in told_apart.items())
    return how
