"""What kind of file it is, by what stands in it."""

import gzip
import io
import zipfile
from pathlib import Path

import pytest

from matches.transcripts import (
    Dialect,
    FileFormat,
    ForeignFileError,
    TranscriptError,
    read,
)
from matches.transcripts.read.encoding import EmptyFileError, NoTextError
from matches.transcripts.read.refused import (
    BGBlitzFileError,
    CompressedFileError,
    DataFileError,
    ExtremeGammonFileError,
    FibsLogError,
    GamesGridFileError,
    GnuBackgammonCommandsError,
    JavaFibsFileError,
    MoneyGamesFileError,
    OfficeFileError,
    PartyGammonFileError,
    PdfFileError,
    PictureFileError,
    PositionFileError,
    WebPageError,
    ZipFileError,
)
from matches.transcripts.read.text import NoTranscriptError
from tests.gnubg_truth import FOLDER

GOLDEN = Path(__file__).parents[2] / "golden" / "transcripts"
POSITIONS = FOLDER.parent / "positions"


def zipped(*names: str) -> bytes:
    """Return a packed folder with files of these names."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as folder:
        for name in names:
            folder.writestr(name, "text")
    return packed.getvalue()


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", EmptyFileError),
        (b"RGMH\x01\x00\x00\x00", ExtremeGammonFileError),
        (b'{ "format": "BGF", "version": "1.0" }\n\x1f\x8b\x08', BGBlitzFileError),
        (b"JavaFIBS internal match representation v1.1\n8:A:7\n", JavaFibsFileError),
        (b"Score is 0-0 in a 5 point match.\nX is ann, O is bob\n", FibsLogError),
        (b"ann vs. bob\n1\t31\t8-5\tO-O\n", GamesGridFileError),
        (b"MatchID: 7\nGameInfo: 1\n", MoneyGamesFileError),
        (b"PartyGammon hand history\n", PartyGammonFileError),
        (b"# made by hand\nnew match 5\n", GnuBackgammonCommandsError),
        (b"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10\n", PositionFileError),
        (b"GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n", PositionFileError),
        (zipped("a.mat"), ZipFileError),
        (zipped("word/document.xml"), OfficeFileError),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", OfficeFileError),
        (b"{\\rtf1 Game 1}", OfficeFileError),
        (gzip.compress(b" 7 point match", mtime=0), CompressedFileError),
        (b"%PDF-1.7\n", PdfFileError),
        (b"\x89PNG\r\n\x1a\n", PictureFileError),
        (b"\xff\xd8\xff\xe0\x00", PictureFileError),
        (b"\x00\x00\x00\x18ftypheic", PictureFileError),
        (b"<!DOCTYPE html><html></html>", WebPageError),
        (b'{"games": []}', DataFileError),
        (b"<?xml version='1.0'?><match/>", DataFileError),
        (b"Dear director, here is our match.", NoTranscriptError),
        (b"7 point match\n", NoTranscriptError),
        (bytes(range(1, 32)) * 20, NoTextError),
    ],
)
def test_other_files_are_refused_by_name(
    content: bytes, error: type[TranscriptError]
) -> None:
    with pytest.raises(error) as caught:
        read(content)
    assert type(caught.value) is error
    assert str(caught.value).endswith(".")


def test_a_packed_document_is_known_by_its_name_too() -> None:
    with pytest.raises(OfficeFileError):
        read(zipped("content.bin"), name="Match.DOCX")


@pytest.mark.skipif(not POSITIONS.is_dir(), reason="real files are not here")
def test_positions_of_other_programs_are_refused() -> None:
    for path in sorted(POSITIONS.iterdir()):
        with pytest.raises(PositionFileError):
            read(path.read_bytes(), name=path.name)


def test_text_matches_are_read() -> None:
    assert read((GOLDEN / "xg.txt").read_bytes()).format is FileFormat.MAT


def test_sgf_is_read_whatever_it_is_called() -> None:
    content = (GOLDEN / "match.sgf").read_bytes()
    assert (
        read(b"\xef\xbb\xbf\r\n" + content, name="match.mat").format is FileFormat.SGF
    )


def test_sgf_below_a_greeting() -> None:
    assert read((GOLDEN / "damaged.sgf").read_bytes()).format is FileFormat.SGF


def test_a_match_that_mentions_other_formats_is_still_a_match() -> None:
    text = (GOLDEN / "gnubg.mat").read_text(encoding="utf-8")
    content = f'; [Event "XGID=, PartyGammon, ann vs. bob"]\n{text}'.encode()
    assert read(content).dialect is Dialect.GNUBG


def test_every_foreign_file_has_its_own_sentence() -> None:
    kinds = ForeignFileError.__subclasses__()
    assert len({kind.english for kind in kinds}) == len(kinds) > 10
