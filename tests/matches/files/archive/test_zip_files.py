"""Zip files of match files: what is taken from them, and what a stranger may try."""

import struct
import zlib
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile, ZipInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.files.archive import zip_files
from matches.files.archive.zip_files import (
    ARCHIVE_DAMAGED,
    ARCHIVE_EMPTY,
    ARCHIVE_IN_ARCHIVE,
    ARCHIVE_TOO_LARGE,
    PACKED_FILE_DAMAGED,
    PACKED_FILE_ENCRYPTED,
    PACKED_FILE_TOO_LARGE,
    PACKING_UNKNOWN,
    TOO_MANY_IN_ARCHIVE,
    Unpacked,
    is_zip,
    label,
    unpack,
)
from matches.rules.refusals import Refusal, RuleError
from tests.refusals import raises, table

TEXT = b" 7 point match\n\n Game 1\n Ada : 0                  Bo : 0\n"


def zipped(*files: tuple[str, bytes], kind: int = ZIP_DEFLATED) -> bytes:
    """A zip file with these files in it."""
    made = BytesIO()
    with ZipFile(made, "w", kind) as packed:
        for name, content in files:
            packed.writestr(name, content)
    return made.getvalue()


def unpacked(content: bytes) -> list[Unpacked]:
    return list(unpack(content))


def error_of(content: bytes) -> Refusal[RuleError]:
    """Why the one file in this zip file is not taken."""
    (file,) = unpacked(content)
    assert file.error is not None
    assert file.content == b""
    return file.error.refusal


# What is taken --------------------------------------------------------------


@pytest.mark.parametrize("kind", [ZIP_STORED, ZIP_DEFLATED])
def test_the_files_come_out_in_their_order(kind: int) -> None:
    content = zipped(("b.mat", TEXT), ("2022/a.mat", b""), ("c.sgf", b"("), kind=kind)
    assert is_zip(content)
    assert unpacked(content) == [
        Unpacked("b.mat", TEXT),
        Unpacked("2022/a.mat", b""),
        Unpacked("c.sgf", b"("),
    ]


def test_a_zip_file_at_the_end_of_something_else_is_one_too() -> None:
    assert unpacked(b"MZ a program that unpacks itself" + zipped(("a.mat", TEXT)))
    assert not is_zip(TEXT)
    assert not is_zip(b"")


def test_two_files_of_one_name_are_two() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        content = zipped(("a.mat", b"1"), ("a.mat", b"2"))
    assert [file.content for file in unpacked(content)] == [b"1", b"2"]


def test_folders_and_what_systems_leave_behind_are_left_out() -> None:
    litter = (
        *("matches/", "__MACOSX/._a.mat", "x/__MACOSX/a.mat", "._a.mat"),
        *("a/.DS_Store", "Thumbs.db", "a/desktop.ini"),
    )
    content = zipped(*((name, b"") for name in litter), ("a.mat", TEXT))
    assert [file.label for file in unpacked(content)] == ["a.mat"]


# Names are labels -----------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd", "etc/passwd"),
        ("/etc/passwd", "etc/passwd"),
        ("..\\..\\windows\\a.mat", "windows/a.mat"),
        ("a/./b//c.mat", "a/b/c.mat"),
        ("C:\\club\\a.mat", "C:/club/a.mat"),
        ("a\u202etam.exe", "atam.exe"),
        ("a\x1b[31m.mat", "a[31m.mat"),
        ("Ærø  Øst.mat", "Ærø Øst.mat"),
        ("..", "?"),
        ("", "?"),
        ("\x07", "?"),
        (f"{'x' * 300}.mat", f"…{'x' * 115}.mat"),
    ],
)
def test_a_name_is_shown_safely(name: str, shown: str) -> None:
    assert label(name) == shown
    assert len(shown) <= zip_files.LONGEST_LABEL


@given(st.text())
def test_any_name_can_be_shown(name: str) -> None:
    shown = label(name)
    assert 0 < len(shown) <= zip_files.LONGEST_LABEL
    assert shown.isprintable()
    assert ".." not in shown.split("/")
    assert not shown.startswith("/")


def raw_name(name: bytes, *, flags: int = 0) -> bytes:
    """A zip file whose one file is called by these very bytes."""
    plain = b"x" * len(name)
    content = bytearray(zipped((plain.decode(), TEXT)).replace(plain, name))
    for magic, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        struct.pack_into("<H", content, content.index(magic) + place, flags)
    return bytes(content)


def test_names_in_any_encoding() -> None:
    assert unpacked(raw_name("Blåbær.mat".encode()))[0].label == "Blåbær.mat"
    assert unpacked(raw_name(b"Bl\x86b\x91r.mat"))[0].label == "Blåbær.mat"
    latin = unpacked(raw_name("Blåbær.mat".encode("latin-1")))[0]
    assert latin.content == TEXT


def test_a_name_that_is_not_the_utf_8_it_claims_to_be() -> None:
    with raises(ARCHIVE_DAMAGED):
        unpack(raw_name(b"\xff\xfe.mat", flags=0x800))


# What is refused ------------------------------------------------------------


@pytest.mark.parametrize("content", [b"", TEXT, b"PK\x03\x04", b"PK\x05\x06" * 9])
def test_what_is_no_zip_file(content: bytes) -> None:
    with raises(ARCHIVE_DAMAGED):
        unpack(content)


def test_half_a_zip_file() -> None:
    content = zipped(("a.mat", TEXT * 100), ("b.mat", TEXT * 100))
    with raises(ARCHIVE_DAMAGED):
        unpack(content[: len(content) // 2])


def test_nothing_in_it() -> None:
    for content in (zipped(), zipped(("a/", b""), (".DS_Store", b""))):
        with raises(ARCHIVE_EMPTY):
            unpack(content)


def test_more_files_than_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_files, "MOST_FILES", 3)
    assert len(unpacked(zipped(*((f"{n}.mat", TEXT) for n in range(3))))) == 3
    with raises(TOO_MANY_IN_ARCHIVE):
        unpack(zipped(*((f"{n}.mat", TEXT) for n in range(4))))


def test_a_directory_too_long_to_be_read() -> None:
    with raises(TOO_MANY_IN_ARCHIVE) as refused:
        unpack(b"PK\x03\x04" + b"PK\x01\x02" * 50_000)
    assert "at most 2000" in str(refused.value)


def test_more_than_can_be_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_files, "MAX_TOTAL_BYTES", 2 * len(TEXT))
    assert len(unpacked(zipped(("a.mat", TEXT), ("b.mat", TEXT)))) == 2
    with raises(ARCHIVE_TOO_LARGE):
        unpack(zipped(("a.mat", TEXT), ("b.mat", TEXT), ("c.mat", b"x")))


def test_a_file_that_is_too_long_is_never_unpacked() -> None:
    bomb = zipped(("bomb.mat", b"\0" * (zip_files.MAX_FILE_BYTES + 1)), ("a.mat", TEXT))
    assert len(bomb) < 10_000
    first, second = unpacked(bomb)
    assert first.error.refusal is PACKED_FILE_TOO_LARGE
    assert second.content == TEXT


def test_many_long_files_are_refused_as_a_whole() -> None:
    long = b"\0" * zip_files.MAX_FILE_BYTES
    with raises(ARCHIVE_TOO_LARGE):
        unpack(zipped(*((f"{n}.mat", long) for n in range(21))))


def lied(content: bytes, size: int) -> bytes:
    """The same zip file, whose directory gives another length for its first file."""
    changed = bytearray(content)
    struct.pack_into("<I", changed, content.index(b"PK\x01\x02") + 24, size)
    return bytes(changed)


@pytest.mark.parametrize("size", [0, 1, 5000, 2**31])
def test_a_directory_that_lies_about_a_length(size: int) -> None:
    (file,) = unpacked(lied(zipped(("a.mat", TEXT * 1000)), size))
    assert file.error is not None
    assert file.content == b""


def test_a_small_length_for_a_bomb_unpacks_no_more_than_that() -> None:
    bomb = zipped(("a.mat", b"\0" * 50_000_000))
    assert error_of(lied(bomb, 1000)) is PACKED_FILE_DAMAGED


def test_a_file_with_a_password() -> None:
    content = bytearray(zipped(("a.mat", TEXT)))
    for magic, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(magic) + place] |= 1
    assert error_of(bytes(content)) is PACKED_FILE_ENCRYPTED


@pytest.mark.parametrize("kind", [ZIP_BZIP2, ZIP_LZMA])
def test_a_compression_that_nobody_uses_here(kind: int) -> None:
    assert error_of(zipped(("a.mat", TEXT), kind=kind)) is PACKING_UNKNOWN


def test_a_packed_file_in_a_packed_file() -> None:
    inner = zipped(("a.mat", TEXT))
    for name in ("inner.zip", "INNER.ZIP", "a.tar.gz", "b.7z"):
        assert error_of(zipped((name, inner))) is ARCHIVE_IN_ARCHIVE
    assert error_of(zipped(("a.mat", inner))) is ARCHIVE_IN_ARCHIVE


def test_a_sum_that_does_not_agree() -> None:
    content = bytearray(zipped(("a.mat", TEXT), kind=ZIP_STORED))
    content[content.index(b"point")] ^= 1
    assert error_of(bytes(content)) is PACKED_FILE_DAMAGED


def test_other_files_are_taken_where_one_is_damaged() -> None:
    content = bytearray(zipped(("a.mat", TEXT), ("b.mat", TEXT), kind=ZIP_STORED))
    content[content.index(b"point")] ^= 1
    first, second = unpacked(bytes(content))
    assert first.error.refusal is PACKED_FILE_DAMAGED
    assert second.content == TEXT


def test_a_link_out_of_the_folder_is_a_text_like_any_other() -> None:
    made = BytesIO()
    link = ZipInfo("a.mat")
    link.create_system, link.external_attr = 3, 0o120777 << 16
    with ZipFile(made, "w") as packed:
        packed.writestr(link, "/etc/passwd")
    assert unpacked(made.getvalue()) == [Unpacked("a.mat", b"/etc/passwd")]


def test_every_refusal_says_what_to_do() -> None:
    kinds = table(zip_files).values()
    assert len(kinds) == 9
    for kind in kinds:
        assert kind.english.count(".") >= 2


# Nonsense -------------------------------------------------------------------

SAMPLE = zipped(("a.mat", TEXT * 20), ("b/c.sgf", bytes(range(256))))


@given(
    st.lists(
        st.tuples(st.integers(0, len(SAMPLE) - 1), st.integers(0, 255)),
        min_size=1,
        max_size=8,
    )
)
def test_whatever_is_changed_is_read_or_refused(changes: list[tuple[int, int]]) -> None:
    content = bytearray(SAMPLE)
    for place, value in changes:
        content[place] = value
    try:
        files = unpacked(bytes(content))
    except RuleError:
        return
    for file in files:
        assert (file.error is None) or not file.content
        assert len(file.content) <= zip_files.MAX_FILE_BYTES


@given(st.binary(max_size=300))
def test_whatever_is_sent_is_read_or_refused(content: bytes) -> None:
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, len(content), 0, 0)
    for sent in (content, b"PK\x03\x04" + content, content + tail):
        try:
            files = unpacked(sent)
        except RuleError:
            continue
        assert all(zlib.crc32(file.content) >= 0 for file in files)
