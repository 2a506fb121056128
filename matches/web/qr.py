"""QR codes as SVG, for screens and for printed sheets."""

import zlib
from base64 import b64encode
from collections.abc import Sequence
from struct import pack
from typing import Final

import segno
from django.conf import settings

QR_PIXELS: Final = 4
"""Pixels along the side of a module: enough to avoid blurred edges."""
QR_MASK: Final = 2
"""The mask. Every mask is valid; choosing the best of eight takes ten times as long."""

_MODULES: Final = (b"\xff" * QR_PIXELS, b"\0" * QR_PIXELS)
"""A line of pixels of a light and of a dark module."""


def qr_address(url: str, *, in_capitals: bool = True, error: str = "m") -> str:
    """Return the QR code of `url` as a `data:` URL of a small image.

    A code of capital letters is smaller; use it where the site accepts the address in
    capitals, which is not the case under a path of another site. `error` is the level
    of correction: "q" for codes that may wear off.
    """
    matrix = _matrix(url, in_capitals=in_capitals, error=error)
    return "data:image/png;base64," + b64encode(_png(matrix)).decode("ascii")


def _matrix(
    url: str, *, in_capitals: bool = True, error: str = "m"
) -> Sequence[bytearray]:
    text = url.upper() if in_capitals and not settings.SITE_PATH else url
    code = segno.make(text, error=error, mask=QR_MASK, boost_error=False, micro=False)
    matrix: Sequence[bytearray] = code.matrix
    return matrix


def _png(matrix: Sequence[bytearray]) -> bytes:
    """Return a PNG with black for dark modules (1).

    It is eight-bit grey, which a PDF can contain without conversion.
    """
    side = len(matrix) * QR_PIXELS
    rows = (b"".join(map(_MODULES.__getitem__, row)) for row in matrix)
    pixels = b"".join((b"\0" + row) * QR_PIXELS for row in rows)
    chunks = (
        (b"IHDR", pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(pixels)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        pack(">I", len(body)) + kind + body + pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )
