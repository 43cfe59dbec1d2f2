"""A QR code is drawn as one SVG path."""

from __future__ import annotations

import re

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

from companion.web import qr


def test_the_path_of_a_qr_code_covers_its_dark_modules_and_no_others():
    link = "https://truc-companion.example/j/K7QF3XMP9TRW"
    square = qr.square(link)
    rows = [[False] * square.size for _ in range(square.size)]
    for at, boxes in re.findall(r"M0 (\d+)((?:m\d+ 0v1h\d+v-1z)+)", square.path):
        end = 0
        for gap, length in re.findall(r"m(\d+) 0v1h(\d+)", boxes):
            begin = end + int(gap)
            rows[int(at)][begin : begin + int(length)] = [True] * int(length)
            end = begin
    code: QRCode = QRCode(error_correction=ERROR_CORRECT_M, border=4)
    code.add_data(link)
    assert rows == code.get_matrix()
