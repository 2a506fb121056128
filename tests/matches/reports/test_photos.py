"""Photos of score sheets: what is taken, what is refused, and what is left of it."""

import importlib
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from matches.reports.photos import decode
from matches.reports.photos.decode import read_photo
from matches.reports.photos.errors import (
    HEIC_PHOTO,
    PHOTO_DAMAGED,
    PHOTO_FILE_TOO_LARGE,
    PHOTO_KIND_UNKNOWN,
    PHOTO_TOO_MANY_PIXELS,
    PhotoError,
)
from tests.refusals import raises

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # of broken Exif

ROOT = Path(decode.__file__).resolve().parents[3]
RED, BLUE = (200, 20, 20), (20, 20, 200)


def saved(image, kind, **options):
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def sheet(width=64, height=48):
    """Red above, blue below."""
    image = Image.new("RGB", (width, height), RED)
    ImageDraw.Draw(image).rectangle((0, height // 2, width, height), fill=BLUE)
    return image


def opened(content):
    image = Image.open(BytesIO(content), formats=["JPEG"])
    image.load()
    return image


def alike(pixel, colour):
    assert isinstance(pixel, tuple)
    return all(abs(one - two) < 30 for one, two in zip(pixel, colour, strict=True))


def markers(content):
    """Every segment before the first scan."""
    found, place = [], 2
    while not found or found[-1][0] != 0xDA:
        lead, marker, length = struct.unpack_from(">BBH", content, place)
        assert lead == 0xFF
        found.append((marker, content[place + 4 : place + 2 + length]))
        place += 2 + length
    return found


def chunk(kind, body):
    check = struct.pack(">I", zlib.crc32(kind + body))
    return struct.pack(">I", len(body)) + kind + body + check


def png(width, height, *, pixels, colours=2, extra=b""):
    header = struct.pack(">IIBBBBB", width, height, 8, colours, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + extra
        + chunk(b"IDAT", pixels)
        + chunk(b"IEND", b"")
    )


@cache
def zeros(megabytes):
    packer = zlib.compressobj(9)
    parts = [packer.compress(bytes(1_000_000)) for _ in range(megabytes)]
    return b"".join(parts) + packer.flush()


def camera_exif(orientation=1):
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "A Camera Maker"
    exif.get_ifd(0x8825).update({1: "N", 2: (51.0, 28.0, 40.0), 3: "W"})
    return exif.tobytes()


JPEG = saved(sheet(), "JPEG")
PNG = saved(sheet(), "PNG")
WEBP = saved(sheet(), "WEBP")
DEPICTED = camera_exif(6)
SAMPLES = {
    "jpeg": JPEG,
    "jpeg-progressive": saved(sheet(), "JPEG", progressive=True, exif=DEPICTED),
    "jpeg-grey": saved(sheet().convert("L"), "JPEG", comment=b"hello"),
    "jpeg-cmyk": saved(sheet().convert("CMYK"), "JPEG"),
    "png": PNG,
    "png-exif": saved(sheet(), "PNG", exif=DEPICTED),
    "png-palette": saved(sheet().quantize(8), "PNG", transparency=bytes([9, 200])),
    "png-grey": saved(sheet().convert("L"), "PNG"),
    "png-grey-alpha": saved(sheet().convert("LA"), "PNG"),
    "png-16-bit": saved(Image.new("I;16", (9, 9), 40_000), "PNG"),
    "png-1-bit": saved(sheet().convert("1"), "PNG"),
    "webp": WEBP,
    "webp-lossless": saved(sheet().convert("RGBA"), "WEBP", lossless=True),
    "webp-exif": saved(sheet(), "WEBP", exif=DEPICTED),
}


class TestTaking:
    @pytest.mark.parametrize("kind", SAMPLES)
    def test_every_kind_becomes_a_plain_progressive_jpeg(self, kind):
        content = read_photo(SAMPLES[kind])
        image = opened(content)
        assert (image.format, image.mode) == ("JPEG", "RGB")
        assert 0xC2 in dict(markers(content))

    @pytest.mark.parametrize("content", [JPEG, PNG, WEBP])
    def test_the_picture_stays_as_it_was(self, content):
        image = opened(read_photo(content))
        assert image.size == (64, 48)
        assert alike(image.getpixel((32, 8)), RED)
        assert alike(image.getpixel((32, 40)), BLUE)

    def test_sixteen_bits_keep_their_shade(self):
        image = opened(read_photo(SAMPLES["png-16-bit"]))
        assert alike(image.getpixel((4, 4)), (156, 156, 156))

    @pytest.mark.parametrize("kind", ["PNG", "WEBP"])
    def test_what_is_transparent_becomes_white(self, kind):
        glass = Image.new("RGBA", (40, 40), (0, 0, 0, 0))
        image = opened(read_photo(saved(glass, kind)))
        assert alike(image.getpixel((20, 20)), (255, 255, 255))

    def test_a_transparent_palette_becomes_white(self):
        glass = saved(sheet().quantize(8), "PNG", transparency=bytes(8))
        image = opened(read_photo(glass))
        assert alike(image.getpixel((20, 20)), (255, 255, 255))

    def test_a_long_side_is_shortened_and_a_small_picture_not_enlarged(self):
        wide = opened(read_photo(saved(sheet(4000, 2000), "PNG")))
        assert wide.size == (decode.MAX_SIDE, decode.MAX_SIDE // 2)
        assert opened(read_photo(saved(sheet(3, 2), "PNG"))).size == (3, 2)

    def test_a_jpeg_of_40_megapixels_is_taken(self):
        content = read_photo(saved(sheet(8000, 5000), "JPEG"))
        assert opened(content).size == (1800, 1125)
        assert len(content) < 500_000

    def test_the_first_frame_of_an_animated_webp(self):
        frames = [
            Image.new("RGB", (16, 16), (n % 256, n // 256, 0)) for n in range(2000)
        ]
        content = saved(
            sheet(16, 16), "WEBP", save_all=True, append_images=frames, duration=1
        )
        image = opened(read_photo(content))
        assert alike(image.getpixel((8, 2)), RED)
        assert alike(image.getpixel((8, 13)), BLUE)

    def test_the_first_frame_of_an_animated_png(self):
        frames = [
            Image.new("RGB", (16, 16), (n % 256, n // 256, 0)) for n in range(2000)
        ]
        content = saved(sheet(16, 16), "PNG", save_all=True, append_images=frames)
        assert content.count(b"fdAT") >= 1999
        image = opened(read_photo(content))
        assert alike(image.getpixel((8, 2)), RED)
        assert alike(image.getpixel((8, 13)), BLUE)


class TestLeavingOut:
    @pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
    def test_neither_place_nor_camera_nor_profile_is_kept(self, kind):
        content = saved(
            sheet(),
            kind,
            exif=camera_exif(),
            icc_profile=b"A profile" * 20,
            xmp=b"<x/>",
        )
        assert b"Camera Maker" in content
        photo = read_photo(content)
        first, *others = markers(photo)
        assert (first[0], first[1][:5]) == (0xE0, b"JFIF\0")
        assert not {marker for marker, _ in others} & {*range(0xE0, 0xF0), 0xFE}
        assert not opened(photo).getexif()

    def test_no_comment_and_no_thumbnail(self):
        content = saved(sheet(), "JPEG", comment=b"from the club")
        jfif = dict(markers(read_photo(content)))[0xE0]
        assert b"from the club" not in read_photo(content)
        assert len(jfif) == 14

    @pytest.mark.parametrize("content", [JPEG, PNG, WEBP])
    def test_an_archive_behind_the_picture_is_gone(self, content):
        photo = read_photo(content + b"PK\x03\x04 an archive")
        assert photo == read_photo(content)
        assert photo.endswith(b"\xff\xd9")
        assert b"PK\x03\x04" not in photo

    def test_a_film_behind_the_picture_is_no_matter(self):
        photo = read_photo(JPEG + b"\xff\xda\x00\x08 a film" * 500)
        assert photo == read_photo(JPEG)

    def test_bytes_that_only_fill_are_skipped(self):
        filled = JPEG[:2] + b"\xff\xff\xff" + JPEG[2:]
        assert read_photo(filled) == read_photo(JPEG)


class TestTurning:
    @pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
    @pytest.mark.parametrize("orientation", range(1, 9))
    def test_the_picture_stands_as_the_camera_says(self, kind, orientation):
        exif = Image.Exif()
        exif[0x0112] = orientation
        turned = {
            1: None,
            2: Image.Transpose.FLIP_LEFT_RIGHT,
            3: Image.Transpose.ROTATE_180,
            4: Image.Transpose.FLIP_TOP_BOTTOM,
            5: Image.Transpose.TRANSPOSE,
            6: Image.Transpose.ROTATE_90,
            7: Image.Transpose.TRANSVERSE,
            8: Image.Transpose.ROTATE_270,
        }[orientation]
        upright = sheet()
        upright.paste((20, 200, 20), (0, 0, 32, 24))
        lying = upright if turned is None else upright.transpose(turned)
        photo = opened(read_photo(saved(lying, kind, exif=exif.tobytes())))
        assert photo.size == (64, 48)
        assert alike(photo.getpixel((8, 8)), (20, 200, 20))
        assert alike(photo.getpixel((56, 8)), RED)
        assert alike(photo.getpixel((8, 40)), BLUE)

    @pytest.mark.parametrize(
        "exif",
        [
            b"Exif\0\0",
            b"Exif\0\0II*\0",
            b"Exif\0\0II*\0\xff\xff\xff\xff",
            b"Exif\0\0MM\0*\0\0\0\x08\xff\xff",
            b"Exif\0\0nonsense",
            DEPICTED[:40],
            DEPICTED.replace(b"\x12\x01\x03\x00", b"\x12\x01\x07\x00"),
        ],
    )
    def test_unreadable_exif_turns_nothing(self, exif):
        assert opened(read_photo(saved(sheet(), "JPEG", exif=exif))).size[0] in {48, 64}

    def test_an_unknown_orientation_turns_nothing(self):
        photo = read_photo(saved(sheet(), "JPEG", exif=camera_exif(9)))
        assert photo == read_photo(JPEG)


class TestRefusing:
    @pytest.mark.parametrize(
        "content",
        [
            pytest.param(b"", id="empty"),
            pytest.param(b"\0", id="byte"),
            pytest.param(b"Lo there, a score sheet", id="text"),
            pytest.param(b"<svg xmlns='http://www.w3.org/2000/svg'/>", id="svg"),
            pytest.param(b"<?xml version='1.0'?><svg/>", id="svg-xml"),
            pytest.param(b"%PDF-1.7\n", id="pdf"),
            pytest.param(b"PK\x03\x04" + bytes(40), id="zip"),
            pytest.param(b"PK\x03\x04" + JPEG, id="zip-then-jpeg"),
            pytest.param(saved(sheet(), "GIF"), id="gif"),
            pytest.param(saved(sheet(), "TIFF"), id="tiff"),
            pytest.param(saved(sheet(), "BMP"), id="bmp"),
            pytest.param(b"\0\0\0\x1cftypavif" + bytes(40), id="avif"),
            pytest.param(b"\0\0\0\x1cftypisom" + bytes(40), id="film"),
            pytest.param(b"RIFF\x24\0\0\0WAVEfmt " + bytes(40), id="sound"),
        ],
    )
    def test_other_kinds(self, content):
        with raises(PHOTO_KIND_UNKNOWN):
            read_photo(content)

    @pytest.mark.parametrize("brand", [b"heic", b"heix", b"mif1", b"hevc"])
    def test_heic_is_told_what_to_set(self, brand):
        with raises(HEIC_PHOTO):
            read_photo(b"\0\0\0\x24ftyp" + brand + bytes(60))

    def test_a_file_may_be_as_large_as_the_limit(self):
        padding = bytes(decode.MAX_FILE_BYTES - len(JPEG))
        assert read_photo(JPEG + padding) == read_photo(JPEG)
        with raises(PHOTO_FILE_TOO_LARGE, limit=10):
            read_photo(JPEG + padding + b"\0")

    @pytest.mark.parametrize(
        ("width", "height"), [(8000, 5000), (50_000, 50_000), (1, 70_000)]
    )
    def test_a_png_of_too_many_pixels(self, width, height):
        content = png(width, height, pixels=zeros(1))
        with raises(PHOTO_TOO_MANY_PIXELS, width=width, height=height):
            read_photo(content)

    def test_a_webp_of_too_many_pixels(self):
        with raises(PHOTO_TOO_MANY_PIXELS, width=5000, height=3000):
            read_photo(saved(sheet(5000, 3000), "WEBP", method=0))

    def test_a_jpeg_of_too_many_pixels(self):
        header = JPEG.index(b"\xff\xc0")
        claim = struct.pack(">HH", 8200, 8200)
        content = JPEG[: header + 5] + claim + JPEG[header + 9 :]
        with raises(PHOTO_TOO_MANY_PIXELS, limit=64):
            read_photo(content)

    def test_a_progressive_jpeg_of_too_many_pixels(self):
        content = saved(Image.new("L", (8000, 5000)), "JPEG", progressive=True)
        with raises(PHOTO_TOO_MANY_PIXELS, limit=24):
            read_photo(content)

    @pytest.mark.parametrize("kind", SAMPLES)
    @pytest.mark.parametrize("part", [0.35, 0.5, 0.65])
    def test_half_a_file(self, kind, part):
        content = SAMPLES[kind]
        with raises(PHOTO_DAMAGED):
            read_photo(content[: int(len(content) * part)])

    def test_half_a_file_after_a_pdf_was_made(self):
        importlib.import_module("weasyprint")  # it makes Pillow content with half
        content = SAMPLES["png"]
        with raises(PHOTO_DAMAGED):
            read_photo(content[: len(content) // 2])

    def test_a_png_whose_pixels_never_come(self):
        with raises(PHOTO_DAMAGED):
            read_photo(png(6000, 4000, pixels=zlib.compress(bytes(900))))


class TestBombs:
    @pytest.mark.parametrize(
        ("kind", "lead"),
        [(b"zTXt", b"a\0\0"), (b"iCCP", b"a\0\0"), (b"iTXt", b"a\0\1\0\0\0")],
    )
    def test_what_is_packed_beside_the_picture_is_not_unpacked(self, kind, lead):
        pixels = zlib.compress(bytes(10 * 31))
        bomb = png(10, 10, pixels=pixels, extra=chunk(kind, lead + zeros(300)))
        with raises(PHOTO_DAMAGED):
            read_photo(bomb)

    def test_a_jpeg_of_endless_passes(self, monkeypatch):
        large = saved(Image.new("RGB", (4000, 3000)), "JPEG", progressive=True)
        last = large[large.rindex(b"\xff\xda") : -2]
        monkeypatch.setattr(decode, "MAX_SECONDS", 0.5)
        with raises(PHOTO_DAMAGED):  # all of it would take many minutes
            read_photo(large[:-2] + last * 2000 + b"\xff\xd9")

    def test_more_pixels_than_the_picture_has_are_not_unpacked(self):
        assert opened(read_photo(png(10, 10, pixels=zeros(300)))).size == (10, 10)

    @pytest.mark.skipif(sys.platform != "linux", reason="/proc tells the memory")
    @pytest.mark.parametrize(
        "make",
        [
            pytest.param(
                lambda: png(6000, 4000, colours=6, pixels=zeros(97)), id="png"
            ),
            pytest.param(
                lambda: png(65_000, 369, colours=6, pixels=zeros(97)),
                id="png-strip",
                marks=pytest.mark.nightly,
            ),
            pytest.param(
                lambda: saved(Image.new("RGB", (9200, 6900)), "JPEG"),
                id="jpeg",
                marks=pytest.mark.nightly,
            ),
            pytest.param(
                lambda: saved(
                    Image.new("CMYK", (6000, 4000)), "JPEG", progressive=True
                ),
                id="jpeg-progressive",
            ),
            pytest.param(
                lambda: saved(
                    Image.new("RGBA", (4400, 3200), (9, 9, 9, 9)), "WEBP", lossless=True
                ),
                id="webp",
                marks=pytest.mark.nightly,
            ),
        ],
    )
    def test_the_largest_pictures_fit_into_memory(
        self, make: Callable[[], bytes]
    ) -> None:
        # The peak of getrusage survives exec and would tell the size of pytest.
        program = (
            "import sys; from pathlib import Path\n"
            "from matches.reports.photos.decode import *\n"
            "assert read_photo(sys.stdin.buffer.read())\n"
            "print(Path('/proc/self/status').read_text())"
        )
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", program],
            input=make(),
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        (peak,) = (
            line.split()[1] for line in done.stdout.splitlines() if b"VmHWM" in line
        )
        assert int(peak) < 350_000


def ends_well(content):
    try:
        photo = read_photo(content)
    except PhotoError as error:
        assert str(error)
    else:
        assert max(opened(photo).size) <= decode.MAX_SIDE


samples = st.sampled_from(list(SAMPLES.values()))


@given(samples, st.floats(0, 1))
def test_a_file_may_break_off_anywhere(content, part):
    ends_well(content[: int(part * len(content))])


@given(
    samples, st.lists(st.tuples(st.integers(0, 1500), st.integers(0, 255)), max_size=12)
)
def test_any_byte_may_be_wrong(content, wrong):
    changed = bytearray(content)
    for place, byte in wrong:
        changed[place % len(changed)] = byte
    ends_well(bytes(changed))


@given(samples, st.integers(0, 1500), st.integers(0, 40), st.binary(max_size=40))
def test_any_piece_may_be_another(content, place, length, piece):
    place %= len(content)
    ends_well(content[:place] + piece + content[place + length :])


@given(
    st.sampled_from([b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBP", b""]),
    st.binary(max_size=200),
)
@example(b"\xff\xd8\xff", b"\xff" * 200)
@example(b"\x89PNG\r\n\x1a\n", b"")
@example(b"RIFF\0\0\0\0WEBP", b"")
def test_anything_may_follow_a_beginning(start, rest):
    ends_well(start + rest)


@given(st.binary(max_size=120))
def test_any_exif_may_come(exif):
    for start in (b"II*\0\x08\0\0\0", b"MM\0*\0\0\0\x08", b""):
        content = saved(sheet(8, 8), "JPEG", exif=b"Exif\0\0" + start + exif)
        assert opened(read_photo(content)).size == (8, 8)
