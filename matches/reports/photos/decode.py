"""Converts uploaded photos of score sheets to small plain JPEGs, or refuses them.

The files are untrusted. A JPEG or PNG is first reduced to the parts that contain the
picture, and the decoder of WebP does not parse metadata. So no parser of metadata in
Pillow ever reads them.

Pillow takes several megabytes of each process, so this module is imported by the
functions that need it, when a picture is sent.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from struct import error as StructError  # noqa: N812 - it names an exception
from struct import unpack_from
from threading import Lock
from typing import Final, TypeVar

import PIL.ImageFile
from PIL import Image
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile

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
"""The quality of the stored JPEG, from 0 to 95."""

MAX_JPEG_MEGAPIXELS: Final = 64
"""The limit for JPEGs that can be decoded at a fraction of their size."""
MAX_MEGAPIXELS: Final = 24
"""The limit for PNG, and for JPEGs that must be decoded whole, as progressive ones."""
MAX_WEBP_MEGAPIXELS: Final = 14
"""The limit for WebP; its decoder has the picture in memory four times."""
MAX_SCANS: Final = 64
"""The most passes over a JPEG; cameras make one, programs about ten."""

_JPEG: Final = b"\xff\xd8\xff"
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_HEIC_BRANDS: Final = frozenset(
    b"heic heix heim heis hevc hevx hevm hevs mif1 msf1".split()
)
_LONGEST: Final = 65_535  # as in a JPEG; each line costs memory
_EXIF: Final = b"Exif\0\0"

_BASELINE, _EXTENDED, _PROGRESSIVE = 0xC0, 0xC1, 0xC2
_JPEG_FRAMES: Final = frozenset({_BASELINE, _EXTENDED, _PROGRESSIVE})
_SCAN: Final = 0xDA
_LEAD: Final = 0xFF
_LENGTH_ITSELF: Final = 2
_APP0, _APP1, _APP14 = 0xE0, 0xE1, 0xEE
# Huffman tables, quantisation tables, restart interval.
_JPEG_TABLES: Final = frozenset({0xC4, 0xDB, 0xDD})
_PNG_NEEDED: Final = frozenset({b"IDAT", b"IEND", b"PLTE"})
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

DataT = TypeVar("DataT")

# Eight threads answer requests; decoding one picture at a time bounds the memory.
_one_at_a_time = Lock()


@dataclass(frozen=True, slots=True)
class _Picture:
    """A file reduced to its picture, with what is needed to decode it.

    `size` is in pixels. `exif` is unparsed.
    """

    reader: Callable[[BytesIO], ImageFile]
    content: bytes
    size: tuple[int, int]
    limit: int
    """The largest allowed size in megapixels."""
    exif: bytes = b""


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
    strip = _strip_function(content)
    try:
        picture_file = strip(content)
        _check_pixels(picture_file)
        with _one_at_a_time:
            return encode(_decode(picture_file))
    except PhotoError:
        raise
    except Exception as error:
        # A broken file can make these functions and Pillow raise almost any exception.
        raise PHOTO_DAMAGED() from error


def _strip_function(content: bytes) -> Callable[[bytes], _Picture]:
    """Return the function for the kind of file.

    The kind is detected by the content, because name and declared type may be wrong.
    """
    if content.startswith(_JPEG):
        return _strip_jpeg
    if content.startswith(_PNG):
        return _strip_png
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return _strip_webp
    if content[4:8] == b"ftyp" and content[8:12] in _HEIC_BRANDS:
        raise HEIC_PHOTO()
    raise PHOTO_KIND_UNKNOWN()


def _check_pixels(picture_file: _Picture) -> None:
    width, height = picture_file.size
    megapixels = width * height // 1_000_000
    if megapixels > picture_file.limit or max(picture_file.size) > _LONGEST:
        raise PHOTO_TOO_MANY_PIXELS(
            width=width, height=height, limit=picture_file.limit
        )


def _strip_jpeg(content: bytes) -> _Picture:
    """Keep one frame and its tables; remove metadata, comments and other pictures."""
    kept, exif, frame = bytearray(content[:2]), b"", b""
    limit, rest = MAX_JPEG_MEGAPIXELS, 0
    for marker, start, rest in _jpeg_segments(content):
        body = content[start + 4 : rest]
        if marker == _APP1 and body.startswith(_EXIF):
            exif = exif or body
        if marker in _JPEG_FRAMES and frame:
            raise PHOTO_DAMAGED()
        if marker in _JPEG_FRAMES:
            frame = body
        # The decoder then needs memory for the whole picture, whatever size is
        # requested.
        if marker == _PROGRESSIVE or (marker == _SCAN and body[0] < frame[5]):
            limit = MAX_MEGAPIXELS
        if _is_needed(marker, body):
            kept += content[start:rest]
    height, width = unpack_from(">HH", frame, 1)
    kept += _jpeg_scans(content[rest:])
    return _Picture(JpegImageFile, bytes(kept), (width, height), limit, exif)


def _jpeg_segments(content: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield marker, start and end of each segment, up to the first scan's header."""
    marker, end = 0, 2
    while marker != _SCAN:
        start = end
        while (
            content[start : start + 2] == b"\xff\xff"
        ):  # a fill byte before the marker
            start += 1
        lead, marker, length = unpack_from(">BBH", content, start)
        end = start + 2 + length
        if lead != _LEAD or length < _LENGTH_ITSELF or end > len(content):
            raise PHOTO_DAMAGED()
        yield marker, start, end


def _is_needed(marker: int, body: bytes) -> bool:
    # The JFIF and Adobe segments determine how the colours are encoded.
    if marker == _APP0:
        return body.startswith(b"JFIF\0")
    if marker == _APP14:
        return body.startswith(b"Adobe")
    return marker == _SCAN or marker in _JPEG_FRAMES or marker in _JPEG_TABLES


def _jpeg_scans(rest: bytes) -> bytes:
    """Remove what follows the picture: a film, a depth map, an archive."""
    end = rest.find(b"\xff\xd9")
    scans = rest if end < 0 else rest[: end + 2]
    if scans.count(bytes((_LEAD, _SCAN))) >= MAX_SCANS:
        raise PHOTO_DAMAGED()
    return scans


def _strip_png(content: bytes) -> _Picture:
    """Keep the still picture; remove texts, profiles and the frames of an animation."""
    width, height, _bits, colours = unpack_from(">IIBB", content, 16)
    kept, exif = bytearray(content[:33]), b""
    place, kind = 33, b"IHDR"
    while place < len(content) and kind != b"IEND":
        length, kind = unpack_from(">I4s", content, place)
        end = place + 12 + length
        if kind == b"eXIf":
            exif = content[place + 8 : end - 4]
        if kind in _PNG_NEEDED or (kind == b"tRNS" and colours == _PNG_PALETTE):
            kept += content[place:end]
        place = end
    return _Picture(PngImageFile, bytes(kept), (width, height), MAX_MEGAPIXELS, exif)


def _strip_webp(content: bytes) -> _Picture:
    """Return the file unchanged: its decoder does not parse the metadata."""
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
    return _Picture(WebPImageFile, content, size, MAX_WEBP_MEGAPIXELS)


def _decode(picture_file: _Picture) -> Image.Image:
    """Decode the picture, reduce its size, and turn it upright."""
    # WeasyPrint sets this to True for the whole process; then half a picture would
    # pass.
    PIL.ImageFile.LOAD_TRUNCATED_IMAGES = False
    picture = picture_file.reader(BytesIO(picture_file.content))
    if picture.size != picture_file.size:
        raise PHOTO_DAMAGED()
    exif = picture_file.exif or picture.info.get("exif", b"")
    longest = max(picture.size)
    width, height = (max(1, side * MAX_SIDE // longest) for side in picture.size)
    picture.draft(None, (width, height))
    picture.load()
    image = _full_colours(picture)
    # Without `reducing_gap`, a very long picture needs a gigabyte of coefficients.
    image.thumbnail((MAX_SIDE, MAX_SIDE), Image.Resampling.LANCZOS, reducing_gap=2.0)
    turn = _TURNS.get(_orientation(exif))
    return image if turn is None else image.transpose(turn)


def _full_colours(picture: ImageFile) -> Image.Image:
    """Convert modes whose pixels cannot be averaged."""
    if picture.mode == "P":
        return picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    if picture.mode == "I;16":
        # A direct conversion would make every shade above 255 (of 65,535) white.
        return picture.point(lambda shade: shade * (1 / 256)).convert("L")
    return picture.convert("L") if picture.mode == "1" else picture


def _orientation(exif: bytes) -> int:
    """Return the orientation by the camera, 1 to 8, or 1 if it cannot be read.

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


def _encode(image: Image.Image) -> bytes:
    """Return the picture on white as a JPEG without any metadata."""
    paper = Image.new("RGB", image.size, "white")
    paper.paste(image, mask=image if image.mode in {"LA", "RGBA"} else None)
    file = BytesIO()
    paper.save(file, "JPEG", quality=QUALITY, progressive=True)
    return file.getvalue()
