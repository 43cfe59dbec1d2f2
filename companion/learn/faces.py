"""Build the faces that show signals from the parts in `faces.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

DRAWINGS = Path(__file__).parent / "faces.toml"
WHOLE = "0 0 120 120"
CLOSE = "9 2 102 102"  # the view box without the shoulders, so that the face is larger
MIRROR = Markup('<g transform="matrix(-1 0 0 1 120 0)">{}</g>')
USUAL_SHOULDERS = "sh"


@dataclass(frozen=True, slots=True)
class Face:
    """A face that shows a sign.

    Its parts are drawn in this order: `shoulders`, `head`, `over`. `turn` says how the head is
    turned. `code` is the name of the face in a list of own signals.
    """

    name: str
    code: str
    shoulders: str
    head: tuple[str, ...]
    over: tuple[str, ...] = ()
    turn: str = ""

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the names of all parts of the face."""
        return (self.shoulders, *self.head, *self.over)

    @property
    def box(self) -> str:
        """Return the SVG view box that the sign needs: of the head, or of the whole picture."""
        if self.shoulders == USUAL_SHOULDERS and not self.over:
            return CLOSE
        return WHOLE


@cache
def faces() -> dict[str, Face]:
    """Return all faces by name."""
    found = {}
    for name, drawn in _drawings()["faces"].items():
        head = tuple(drawn["head"].split())
        over = tuple(drawn.get("over", "").split())
        turn = drawn.get("turn", "")
        found[name] = Face(name, drawn["code"], drawn["shoulders"], head, over, turn)
    return found


@cache
def parts() -> dict[str, Markup]:
    """Return the drawing of each part of the faces as SVG, by the name of the part.

    The SVG is the content of an element `symbol`.
    """
    drawings = _drawings()
    found = {name: Markup(svg) for name, svg in drawings["parts"].items()}  # noqa: S704  # our own
    for name, other in drawings["mirrored"].items():
        found[name] = MIRROR.format(found[other])
    return found


def parts_of(shown: Iterable[Face]) -> dict[str, Markup]:
    """Return the SVG of the parts that these faces need, by the name of the part."""
    needed: dict[str, Markup] = {}
    for face in shown:
        needed.update((name, parts()[name]) for name in face.parts)
    return needed


@cache
def _drawings() -> dict[str, dict[str, Any]]:
    return tomllib.loads(DRAWINGS.read_text(encoding="utf-8"))
