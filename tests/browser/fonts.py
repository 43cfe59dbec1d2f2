"""Define the fonts of the tests, so that a page looks the same on every machine.

The browser has all these fonts. Pages show the fonts of `USUAL` by default. The other fonts have
invented names that are in no style sheet. A page shows these fonts only after `set_fonts`.
"""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from playwright.sync_api import Page

INSTALLED = Path("/usr/share/fonts/truetype")  # by `make test`
SIGNS = "DejaVu Sans"


def cuts(file: str, names: str = "Regular Bold") -> tuple[str, ...]:
    """Return the names of a family's font files, one for each style in `names`.

    Each style replaces the `{}` in `file`.
    """
    return tuple(file.format(name) for name in names.split())


# The fonts of some phones: the family of running text and that of headings, each with its files.
PAIRS = {
    "dejavu": {
        "DejaVu Sans": ("dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf"),
        "DejaVu Serif": ("dejavu/DejaVuSerif.ttf", "dejavu/DejaVuSerif-Bold.ttf"),
    },
    "liberation": {  # as wide as Arial and Times
        "Liberation Sans": cuts("liberation/LiberationSans-{}.ttf"),
        "Liberation Serif": cuts("liberation/LiberationSerif-{}.ttf"),
    },
    "roboto": {  # as on Android
        "Roboto": cuts("roboto/unhinted/RobotoTTF/Roboto-{}.ttf", "Regular Medium Bold"),
        "Noto Serif": cuts("noto/NotoSerif-{}.ttf"),
    },
    "palladio": {  # headings as on an iPhone: high letters in low lines
        "Nimbus Sans": cuts("../opentype/urw-base35/NimbusSans-{}.otf"),
        "P052": cuts("../opentype/urw-base35/P052-{}.otf", "Roman Bold"),
    },
}
USUAL = "dejavu"
MONOSPACE = ("DejaVu Sans Mono", "dejavu/DejaVuSansMono.ttf")

CONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{folder}/cache</cachedir>
  {names}
  {aliases}
  <match><edit name="family" mode="append_last"><string>{text}</string></edit></match>
</fontconfig>
"""
NAME = """<match target="scan">
    <test name="family"><string>{0}</string></test>
    <edit name="family" mode="assign"><string>{1}</string></edit>
    <edit name="fullname" mode="assign"><string>{1}</string></edit>
  </match>"""
ALIAS = """<match>
    <test name="family"><string>{0}</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>{1}</string></edit>
  </match>"""
PUT_ON = """([text, headings]) => {
  const { style } = document.documentElement;
  style.setProperty("--letters", text);
  style.setProperty("--printed", headings);
}"""


def environment(folder: Path) -> dict[str, str]:
    """Return the environment variables with which a browser has these fonts and no others.

    The fonts are linked into `folder`, which is empty and must exist as long as the browser runs.
    """
    files = [MONOSPACE[1]]
    others = []
    for pair, families in PAIRS.items():
        files += chain(*families.values())
        others += [family for family in families if pair != USUAL]
    for file in files:
        (folder / Path(file).name).symlink_to((INSTALLED / file).resolve(strict=True))
    text, headings = PAIRS[USUAL]
    usual = {
        "system-ui": text,
        "sans-serif": text,
        "sans": text,
        "serif": headings,
        "monospace": MONOSPACE[0],
    }
    config = folder / "fonts.conf"
    config.write_text(
        CONFIG.format(
            folder=folder,
            names="".join(NAME.format(family, _own(family)) for family in others),
            aliases="".join(ALIAS.format(*alias) for alias in usual.items()),
            text=text,
        ),
        "utf-8",
    )
    return {"FONTCONFIG_FILE": str(config)}


def set_fonts(page: Page, pair: str) -> None:
    """Show the page in this pair of fonts, and symbols in DejaVu, until the page is reloaded."""
    page.evaluate(PUT_ON, families_of(pair))


def families_of(pair: str) -> list[str]:
    """Return the font families for text and for headings, each as a value of `font-family`.

    Each is "" for the fonts that pages show by default.
    """
    if pair == USUAL:
        return ["", ""]
    return [f'"{_own(family)}", "{SIGNS}"' for family in PAIRS[pair]]


def _own(family: str) -> str:
    return f"{family} of the tests"
