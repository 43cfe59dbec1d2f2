"""Read the QR codes that pages show, as the camera of a phone does."""

from __future__ import annotations

import io
import re

import zxingcpp
from PIL import Image, ImageDraw

from companion.web.qr import Square


def scanned(picture: bytes) -> str:
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)).convert("L"))
    assert found.format == zxingcpp.BarcodeFormat.QRCode
    return found.text


def photographed(code: Square, scale: int = 4) -> bytes:
    """Return the QR code as a picture. Its SVG path is drawn by a library, not by a browser."""
    image = Image.new("L", (code.size * scale, code.size * scale), "white")
    draw = ImageDraw.Draw(image)
    for row, boxes in re.findall(r"M0 (\d+)([^M]*)", code.path):
        at = 0
        top = int(row) * scale
        for gap, length in re.findall(r"m(\d+) 0v1h(\d+)v-1z", boxes):
            at += int(gap)
            draw.rectangle(
                (at * scale, top, (at + int(length)) * scale - 1, top + scale - 1), "black"
            )
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
