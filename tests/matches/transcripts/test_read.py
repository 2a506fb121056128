"""What kind of file it is, by what stands in it."""

import gzip
import io
import zipfile
from pathlib import Path

import pytest

from matches.rules.refusals import Refusal, RuleError
from matches.transcripts import Dialect, FileFormat, read
from matches.transcripts.read import refused
from matches.transcripts.read.headers import EMPTY_FILE, NO_TEXT
from matches.transcripts.read.text import NO_TRANSCRIPT
from tests.gnubg_truth import FOLDER
from tests.refusals import raises

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
        (b"", EMPTY_FILE),
        (b"RGMH\x01\x00\x00\x00", refused.EXTREME_GAMMON_FILE),
        (b'{ "format": "BGF", "version": "1.0" }\n\x1f\x8b\x08', refused.BGBLITZ_FILE),
        (
            b"JavaFIBS internal match representation v1.1\n8:A:7\n",
            refused.JAVA_FIBS_FILE,
        ),
        (b"Score is 0-0 in a 5 point match.\nX is ann, O is bob\n", refused.FIBS_LOG),
        (b"ann vs. bob\n1\t31\t8-5\tO-O\n", refused.GAMES_GRID_FILE),
        (b"MatchID: 7\nGameInfo: 1\n", refused.MONEY_GAMES_FILE),
        (b"PartyGammon hand history\n", refused.PARTY_GAMMON_FILE),
        (b"# made by hand\nnew match 5\n", refused.GNU_BACKGAMMON_COMMANDS),
        (
            b"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10\n",
            refused.POSITION_FILE,
        ),
        (b"GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n", refused.POSITION_FILE),
        (zipped("a.mat"), refused.ZIP_FILE),
        (zipped("word/document.xml"), refused.OFFICE_FILE),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", refused.OFFICE_FILE),
        (b"{\\rtf1 Game 1}", refused.OFFICE_FILE),
        (gzip.compress(b" 7 point match", mtime=0), refused.COMPRESSED_FILE),
        (b"%PDF-1.7\n", refused.PDF_FILE),
        (b"\x89PNG\r\n\x1a\n", refused.PICTURE_FILE),
        (b"\xff\xd8\xff\xe0\x00", refused.PICTURE_FILE),
        (b"\x00\x00\x00\x18ftypheic", refused.PICTURE_FILE),
        (b"<!DOCTYPE html><html></html>", refused.WEB_PAGE),
        (b'{"games": []}', refused.DATA_FILE),
        (b"<?xml version='1.0'?><match/>", refused.DATA_FILE),
        (b"Dear director, here is our match.", NO_TRANSCRIPT),
        (b"7 point match\n", NO_TRANSCRIPT),
        (bytes(range(1, 32)) * 20, NO_TEXT),
    ],
)
def test_other_files_are_refused_by_name(
    content: bytes, error: Refusal[RuleError]
) -> None:
    with raises(error) as caught:
        read(content)
    assert caught.value.refusal is error
    assert str(caught.value).endswith(".")


def test_a_packed_document_is_known_by_its_name_too() -> None:
    with raises(refused.OFFICE_FILE):
        read(zipped("content.bin"), name="Match.DOCX")


@pytest.mark.skipif(not POSITIONS.is_dir(), reason="real files are not here")
def test_positions_of_other_programs_are_refused() -> None:
    for path in sorted(POSITIONS.iterdir()):
        with raises(refused.POSITION_FILE):
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
