"""Reads the codes that pages show, as the camera of a phone does."""

from __future__ import annotations

import io
import re

import zxingcpp
from PIL import Image, ImageDraw

from companion.web.qr import Square


def scanned(picture: bytes) -> str:
    """The text of the one code in a picture."""
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)).convert("L"))
    assert found.format == zxingcpp.BarcodeFormat.QRCode
    return found.text


def photographed(code: Square, scale: int = 4) -> bytes:
    """The code as a picture, drawn from its path by somebody else than a browser."""
    image = Image.new("L", (code.size * scale, code.size * scale), "white")
    draw = ImageDraw.Draw(image)
    for row, steps in re.findall(r"M0 (\d+)([^z]*)z", code.path):
        at, dark = 0, False
        for step, length in re.findall(r"([vh])(-?\d+)", steps):
            if step == "v":
                dark = length == "1"
                continue
            end, top = at + int(length), int(row)
            if dark:
                draw.rectangle((at * scale, top * scale, end * scale - 1, top * scale + scale - 1), "black")
            at = end
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
