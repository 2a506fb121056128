"""Converts uploaded photos of score sheets to small plain JPEGs, or refuses them.

Pillow takes several megabytes of each process, so this module is imported by the
functions that need it, when a picture is sent.
"""

import re
import time
from collections.abc import Callable
from io import BytesIO
from threading import Lock
from typing import Final, TypeVar

from PIL import Image, ImageFile, ImageOps, UnidentifiedImageError

from matches.reports.photos.errors import (
    HEIC_PHOTO,
    MAX_FILE_MEGABYTES,
    PHOTO_DAMAGED,
    PHOTO_FILE_TOO_LARGE,
    PHOTO_KIND_UNKNOWN,
    PHOTO_TOO_MANY_PIXELS,
    PhotoError,
)

MAX_FILE_BYTES: Final = MAX_FILE_MEGABYTES * 1_000_000
MAX_SIDE: Final = 1800
"""The longest side of the stored photo, in pixels."""
QUALITY: Final = 80
MAX_MEGAPIXELS: Final = {"JPEG": 64, "PNG": 24, "WEBP": 14}
"""Most of a JPEG is left out while it is decoded; WebP is in memory four times."""
MAX_PROGRESSIVE_MEGAPIXELS: Final = 24
MAX_LENGTH: Final = 65_535  # as in a JPEG; each line costs memory
MAX_SECONDS: Final = 20.0
_BLOCK: Final = 1024
_BEGINNINGS: Final = re.compile(rb"\xff\xd8\xff|\x89PNG\r\n|RIFF....WEBP", re.DOTALL)
_HEIC: Final = b"heic heix heim heis hevc hevx hevm hevs mif1 msf1".split()

DataT = TypeVar("DataT")

# The pixels are counted here, with a sentence that says how many there are.
Image.MAX_IMAGE_PIXELS = None
# Several threads answer requests; decoding one picture at a time bounds the memory.
_one_at_a_time = Lock()


class _TimedFile(BytesIO):
    """A file that can be read for a limited time.

    A progressive JPEG of some megabytes can ask for a hundred thousand passes over all
    of its pixels.
    """

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self._until = time.monotonic() + MAX_SECONDS

    def read(self, size: int | None = -1, /) -> bytes:
        if time.monotonic() > self._until:
            raise PHOTO_DAMAGED()
        return super().read(size)


def read_photo(content: bytes) -> bytes:
    """Return the JPEG, PNG or WebP picture in `content` as a new JPEG.

    It is upright, its longest side has at most MAX_SIDE pixels, and it contains only
    the picture: no place, time, camera or colour profile. Of an animation it is the
    first frame. Transparent parts become white.

    Raises PhotoError for everything else.
    """
    return read_picture(content, _encode)


def read_picture(content: bytes, encode: Callable[[Image.Image], DataT]) -> DataT:
    """Return what `encode` makes of the picture in `content`, upright and reduced.

    Raises PhotoError for what is no JPEG, PNG or WebP picture of a bearable size.
    """
    if len(content) > MAX_FILE_BYTES:
        raise PHOTO_FILE_TOO_LARGE(limit=MAX_FILE_MEGABYTES)
    if content[4:8] == b"ftyp" and content[8:12] in _HEIC:
        raise HEIC_PHOTO()
    with _one_at_a_time:
        # WeasyPrint sets this to True for the whole process; then half a picture would
        # pass.
        ImageFile.LOAD_TRUNCATED_IMAGES = False
        try:
            with Image.open(
                _TimedFile(content), formats=list(MAX_MEGAPIXELS)
            ) as picture:
                _check_pixels(picture)
                return encode(_reduced(picture))
        except PhotoError:
            raise
        except UnidentifiedImageError as error:
            is_ours = _BEGINNINGS.match(content)
            raise (PHOTO_DAMAGED if is_ours else PHOTO_KIND_UNKNOWN)() from error
        except Exception as error:
            # A broken file can make Pillow raise almost any exception.
            raise PHOTO_DAMAGED() from error


def _check_pixels(picture: ImageFile.ImageFile) -> None:
    """Raise PHOTO_TOO_MANY_PIXELS; so far only the head of the file was read."""
    width, height = picture.size
    limit = MAX_MEGAPIXELS.get(str(picture.format), MAX_PROGRESSIVE_MEGAPIXELS)
    if picture.info.get("progressive"):  # it is in memory as a whole
        limit = MAX_PROGRESSIVE_MEGAPIXELS
    if width * height // 1_000_000 > limit or max(picture.size) > MAX_LENGTH:
        raise PHOTO_TOO_MANY_PIXELS(width=width, height=height, limit=limit)


def _reduced(picture: ImageFile.ImageFile) -> Image.Image:
    longest = max(picture.size)
    width, height = (max(1, side * MAX_SIDE // longest) for side in picture.size)
    picture.draft(None, (width, height))  # leaves out pixels of a large JPEG
    picture.decodermaxblock = _BLOCK  # so that the time is looked at often
    picture.load()
    image: Image.Image = picture
    # Pixels of these modes cannot be averaged.
    if picture.mode == "P":
        image = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    elif picture.mode == "I;16":
        # A direct conversion would make every shade above 255 (of 65,535) white.
        image = picture.point(lambda shade: shade * (1 / 256)).convert("L")
    elif picture.mode == "1":
        image = picture.convert("L")
    # Without `reducing_gap`, a very long picture needs a gigabyte of coefficients.
    image.thumbnail((MAX_SIDE, MAX_SIDE), Image.Resampling.LANCZOS, reducing_gap=2.0)
    try:
        return ImageOps.exif_transpose(image)
    except Exception:  # unreadable, so it turns nothing
        return image


def _encode(image: Image.Image) -> bytes:
    """Return the picture on white as a JPEG without any metadata."""
    paper = Image.new("RGB", image.size, "white")
    paper.paste(image, mask=image if image.mode in {"LA", "RGBA"} else None)
    file = BytesIO()
    paper.save(file, "JPEG", quality=QUALITY, progressive=True)
    return file.getvalue()
