"""Letters of the tests' own: a page looks the same whatever else a machine has installed."""

from __future__ import annotations

from pathlib import Path

INSTALLED = Path("/usr/share/fonts/truetype")  # by `make test`
SYMBOLS = ("dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf", "dejavu/DejaVuSansMono.ttf")

# What phones read: the family of running text, that of headings, and their files.
PAIRS = {
    "dejavu": ("DejaVu Sans", "DejaVu Serif", ("dejavu/DejaVuSerif.ttf", "dejavu/DejaVuSerif-Bold.ttf")),
    "liberation": (  # as wide as Arial and Times
        "Liberation Sans",
        "Liberation Serif",
        tuple(f"liberation/Liberation{kind}-{cut}.ttf" for kind in ("Sans", "Serif") for cut in ("Regular", "Bold")),
    ),
    "roboto": (  # as on Android
        "Roboto",
        "Noto Serif",
        (
            *(f"roboto/unhinted/RobotoTTF/Roboto-{cut}.ttf" for cut in ("Regular", "Medium", "Bold")),
            *(f"noto/NotoSerif-{cut}.ttf" for cut in ("Regular", "Bold")),
        ),
    ),
}
USUAL = "dejavu"

CONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{folder}/cache</cachedir>
  {aliases}
  <match><edit name="family" mode="append_last"><string>{text}</string></edit></match>
</fontconfig>
"""
ALIAS = """<match>
    <test name="family"><string>{0}</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>{1}</string></edit>
  </match>"""


def environment(pair: str, folder: Path) -> dict[str, str]:
    """What a browser is started with to have the letters of this pair, signs of DejaVu, and no others.

    `folder` is empty and stays as long as the browser.
    """
    text, headings, files = PAIRS[pair]
    for file in (*SYMBOLS, *files):
        (folder / Path(file).name).symlink_to((INSTALLED / file).resolve(strict=True))
    names = {"system-ui": text, "sans-serif": text, "sans": text, "serif": headings, "monospace": "DejaVu Sans Mono"}
    aliases = "".join(ALIAS.format(name, family) for name, family in names.items())
    config = folder / "fonts.conf"
    config.write_text(CONFIG.format(folder=folder, aliases=aliases, text=text), "utf-8")
    return {"FONTCONFIG_FILE": str(config)}
