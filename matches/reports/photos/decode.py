"""Photos of score sheets: whatever is sent ends as a small plain JPEG or a refusal.

A JPEG or PNG is first cut down to what draws the picture; WebP's reader sets metadata
apart. So none of Pillow's parsers of metadata ever meets what a stranger sent.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from struct import error as StructError  # noqa: N812 - it names an exception
from struct import unpack_from
from threading import Lock
from typing import Final

import PIL.ImageFile
from PIL import Image
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop

MAX_FILE_MEGABYTES: Final = 10
MAX_FILE_BYTES: Final = MAX_FILE_MEGABYTES * 1_000_000
MAX_SIDE: Final = 1800
"""Longest side of the photo that is kept, in pixels."""
QUALITY: Final = 80
"""Of the JPEG that is kept, from 0 to 95."""

MAX_JPEG_MEGAPIXELS: Final = 64
"""For JPEGs that can be decoded at a fraction of their size."""
MAX_MEGAPIXELS: Final = 24
"""For PNG, and for JPEGs whose decoder holds the whole picture, as progressive ones."""
MAX_WEBP_MEGAPIXELS: Final = 14
"""The decoder of WebP holds the picture four times."""
MAX_SCANS: Final = 64
"""Passes over a JPEG; cameras make one, programs about ten."""

_JPEG: Final = b"\xff\xd8\xff"
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_HEIC_BRANDS: Final = frozenset(
    b"heic heix heim heis hevc hevx hevm hevs mif1 msf1".split()
)
_LONGEST: Final = 65_535  # as in a JPEG; Pillow pays for each line, however short
_EXIF: Final = b"Exif\0\0"

_BASELINE, _EXTENDED, _PROGRESSIVE = 0xC0, 0xC1, 0xC2
_JPEG_FRAMES: Final = frozenset({_BASELINE, _EXTENDED, _PROGRESSIVE})
_SCAN: Final = 0xDA
_LEAD: Final = 0xFF
_LENGTH_ITSELF: Final = 2
_APP0, _APP1, _APP14 = 0xE0, 0xE1, 0xEE
# Huffman tables, quantisation tables, restart interval.
_JPEG_TABLES: Final = frozenset({0xC4, 0xDB, 0xDD})
_PNG_DRAWING: Final = frozenset({b"IDAT", b"IEND", b"PLTE"})
_PNG_PALETTE: Final = 3

_ORIENTATION: Final = 0x0112
_SHORT: Final = 3
_TURNS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}

# Eight threads answer requests; one picture at a time bounds their memory.
_darkroom = Lock()


class PhotoError(RuleError):
    """A file that cannot become the photo of a score sheet."""


class PhotoKindError(PhotoError):
    english = gettext_noop(
        "This is no photo that can be shown: choose a JPEG, PNG or WebP picture."
    )


class HeicPhotoError(PhotoError):
    english = gettext_noop(
        # Translators: “Most Compatible” is what the setting of an iPhone is called.
        "This is a HEIC picture, which most browsers cannot show. Set the camera to "
        "“Most Compatible”, or take the photo from this page."
    )


class PhotoFileTooLargeError(PhotoError):
    english = gettext_noop(
        # Translators: MB is short for megabytes.
        "This file is larger than %(limit)s MB. Choose a smaller copy of the picture, "
        "or take the photo again with a lower resolution."
    )


class PhotoTooManyPixelsError(PhotoError):
    english = gettext_noop(
        # Translators: MP is short for megapixels.
        "This picture of %(width)s × %(height)s pixels is too large: at most "
        "%(limit)s MP can be read. Choose a smaller copy of the picture, or take the "
        "photo again with a lower resolution."
    )


class PhotoDamagedError(PhotoError):
    english = gettext_noop(
        "This picture is damaged or incomplete. Choose another copy of it, or take "
        "the photo again."
    )


@dataclass(frozen=True, slots=True)
class _Negative:
    """What draws a picture, out of a file nobody vouches for."""

    reader: Callable[[BytesIO], ImageFile]
    content: bytes
    size: tuple[int, int]
    limit: int
    """In megapixels."""
    exif: bytes = b""


def read_photo(content: bytes) -> bytes:
    """Return the JPEG, PNG or WebP picture in `content` as a fresh JPEG.

    It stands upright, its longest side has at most MAX_SIDE pixels, and it carries
    nothing but the picture: no place, no time, no camera, no colour profile. Of an
    animation it is the first frame. What is transparent becomes white.

    Raises PhotoError for everything else.
    """
    if len(content) > MAX_FILE_BYTES:
        raise PhotoFileTooLargeError(limit=MAX_FILE_MEGABYTES)
    cut = _cutter(content)
    try:
        negative = cut(content)
        _check_pixels(negative)
        with _darkroom:
            return _print(_develop(negative))
    except PhotoError:
        raise
    except Exception as error:
        # Neither a cutter nor Pillow can say beforehand what a broken file raises.
        raise PhotoDamagedError from error


def _cutter(content: bytes) -> Callable[[bytes], _Negative]:
    """Tell the kind by the content: names and declared types are anybody's guess."""
    if content.startswith(_JPEG):
        return _cut_jpeg
    if content.startswith(_PNG):
        return _cut_png
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return _cut_webp
    if content[4:8] == b"ftyp" and content[8:12] in _HEIC_BRANDS:
        raise HeicPhotoError
    raise PhotoKindError


def _check_pixels(negative: _Negative) -> None:
    width, height = negative.size
    megapixels = width * height // 1_000_000
    if megapixels > negative.limit or max(negative.size) > _LONGEST:
        raise PhotoTooManyPixelsError(width=width, height=height, limit=negative.limit)


def _cut_jpeg(content: bytes) -> _Negative:
    """Keep one frame and its tables; drop metadata, comments and further pictures."""
    kept, exif, frame = bytearray(content[:2]), b"", b""
    limit, rest = MAX_JPEG_MEGAPIXELS, 0
    for marker, start, rest in _jpeg_segments(content):
        body = content[start + 4 : rest]
        if marker == _APP1 and body.startswith(_EXIF):
            exif = exif or body
        if marker in _JPEG_FRAMES and frame:
            raise PhotoDamagedError
        if marker in _JPEG_FRAMES:
            frame = body
        # The decoder then holds the whole picture, whatever size is asked for.
        if marker == _PROGRESSIVE or (marker == _SCAN and body[0] < frame[5]):
            limit = MAX_MEGAPIXELS
        if _draws(marker, body):
            kept += content[start:rest]
    height, width = unpack_from(">HH", frame, 1)
    kept += _jpeg_scans(content[rest:])
    return _Negative(JpegImageFile, bytes(kept), (width, height), limit, exif)


def _jpeg_segments(content: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield marker, start and end of each segment, the first scan's header the last."""
    marker, end = 0, 2
    while marker != _SCAN:
        start = end
        while content[start : start + 2] == b"\xff\xff":  # the first only fills
            start += 1
        lead, marker, length = unpack_from(">BBH", content, start)
        end = start + 2 + length
        if lead != _LEAD or length < _LENGTH_ITSELF or end > len(content):
            raise PhotoDamagedError
        yield marker, start, end


def _draws(marker: int, body: bytes) -> bool:
    # JFIF and Adobe say how the colours are meant.
    if marker == _APP0:
        return body.startswith(b"JFIF\0")
    if marker == _APP14:
        return body.startswith(b"Adobe")
    return marker == _SCAN or marker in _JPEG_FRAMES or marker in _JPEG_TABLES


def _jpeg_scans(rest: bytes) -> bytes:
    """Cut off what follows the picture: a film, a depth map, an archive."""
    end = rest.find(b"\xff\xd9")
    scans = rest if end < 0 else rest[: end + 2]
    if scans.count(bytes((_LEAD, _SCAN))) >= MAX_SCANS:
        raise PhotoDamagedError
    return scans


def _cut_png(content: bytes) -> _Negative:
    """Keep the still picture; drop texts, profiles and the frames of an animation."""
    width, height, _bits, colours = unpack_from(">IIBB", content, 16)
    kept, exif = bytearray(content[:33]), b""
    place, kind = 33, b"IHDR"
    while place < len(content) and kind != b"IEND":
        length, kind = unpack_from(">I4s", content, place)
        end = place + 12 + length
        if kind == b"eXIf":
            exif = content[place + 8 : end - 4]
        if kind in _PNG_DRAWING or (kind == b"tRNS" and colours == _PNG_PALETTE):
            kept += content[place:end]
        place = end
    return _Negative(PngImageFile, bytes(kept), (width, height), MAX_MEGAPIXELS, exif)


def _cut_webp(content: bytes) -> _Negative:
    """Leave the file as it is: its one reader keeps metadata apart, unread."""
    kind = content[12:16]
    if kind == b"VP8X":
        low_width, high_width, low_height, high_height = unpack_from(
            "<HBHB", content, 24
        )
        size = (high_width << 16 | low_width) + 1, (high_height << 16 | low_height) + 1
    elif kind == b"VP8L":
        (bits,) = unpack_from("<I", content, 21)
        size = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    else:
        width, height = unpack_from("<HH", content, 26)
        size = width & 0x3FFF, height & 0x3FFF
    return _Negative(WebPImageFile, content, size, MAX_WEBP_MEGAPIXELS)


def _develop(negative: _Negative) -> Image.Image:
    """Decode the picture, small and upright."""
    # WeasyPrint makes Pillow content with half a picture, in the whole process.
    PIL.ImageFile.LOAD_TRUNCATED_IMAGES = False
    picture = negative.reader(BytesIO(negative.content))
    if picture.size != negative.size:
        raise PhotoDamagedError
    exif = negative.exif or picture.info.get("exif", b"")
    longest = max(picture.size)
    width, height = (max(1, side * MAX_SIDE // longest) for side in picture.size)
    picture.draft(None, (width, height))
    picture.load()
    image = _full_colours(picture)
    # Without the gap, a very long picture needs a gigabyte of coefficients.
    image.thumbnail((MAX_SIDE, MAX_SIDE), Image.Resampling.LANCZOS, reducing_gap=2.0)
    turn = _TURNS.get(_orientation(exif))
    return image if turn is None else image.transpose(turn)


def _full_colours(picture: ImageFile) -> Image.Image:
    """Leave the modes whose pixels cannot be averaged."""
    if picture.mode == "P":
        return picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    if picture.mode == "I;16":
        # Converted at once, every shade above 255 of 65,535 would be white.
        return picture.point(lambda shade: shade * (1 / 256)).convert("L")
    return picture.convert("L") if picture.mode == "1" else picture


def _orientation(exif: bytes) -> int:
    """Return what the camera says, 1 to 8, or 1 where it says nothing readable.

    Source: Exif 2.32, section 4.6.4
    """
    tiff = exif.removeprefix(_EXIF)
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(tiff[:4], "")
    if not order:
        return 1
    try:
        (directory,) = unpack_from(f"{order}I", tiff, 4)
        (entries,) = unpack_from(f"{order}H", tiff, directory)
        for entry in range(entries):
            tag, kind, _count, value = unpack_from(
                f"{order}HHIH", tiff, directory + 2 + 12 * entry
            )
            if (tag, kind) == (_ORIENTATION, _SHORT):
                return int(value)
    except StructError:
        return 1
    return 1


def _print(image: Image.Image) -> bytes:
    """Write the picture onto white paper, which knows nothing of its origin."""
    paper = Image.new("RGB", image.size, "white")
    paper.paste(image, mask=image if image.mode in {"LA", "RGBA"} else None)
    file = BytesIO()
    paper.save(file, "JPEG", quality=QUALITY, progressive=True)
    return file.getvalue()
