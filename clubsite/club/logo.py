"""Makes the logo of the club from an uploaded picture: small, plain, without metadata.

It is drawn anew, so nothing of the file but its pixels is kept or ever sent.
"""

from io import BytesIO
from typing import Final

from PIL import Image

from matches.reports.photos.decode import read_picture
from matches.reports.photos.errors import HEIC_PHOTO, PHOTO_KIND_UNKNOWN
from matches.rules.refusals import RuleError

SIDE: Final = 480
"""The longest side of the logo, in pixels."""
ICON_SIDE: Final = 512
_ICON_ROOM: Final = 416
"""The largest side of the logo on its icon: phones cut off the corners."""


def read_logo(content: bytes) -> tuple[bytes, bytes]:
    """Return the picture as a logo. Raises RuleError: no picture, or too large."""
    try:
        return read_picture(content, _drawn)
    except RuleError as error:
        if error.refusal is HEIC_PHOTO:
            raise PHOTO_KIND_UNKNOWN() from error
        raise


def _drawn(image: Image.Image) -> tuple[bytes, bytes]:
    logo = image.convert("RGBA")
    logo.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    small = logo.copy()
    small.thumbnail((_ICON_ROOM, _ICON_ROOM), Image.Resampling.LANCZOS)
    icon = Image.new("RGB", (ICON_SIDE, ICON_SIDE), "white")
    place = ((ICON_SIDE - small.width) // 2, (ICON_SIDE - small.height) // 2)
    icon.paste(small, place, mask=small)
    return _png(logo), _png(icon)


def _png(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()
