"""Names in texts, in JSON and in files."""

import zlib

import pytest

from matches.player_page.replacing import Replacing

NEW = "N.N. 7KQ2"


def test_several_words_are_replaced_anywhere_but_in_longer_names():
    replacing = Replacing(["Ane Alm", "Alm, Ane"], NEW)
    told = {
        "match": "Ane Alm – Bo",
        "names": ["Ane Almer", "Alm, Ane", "Diane Alm"],
        "n": 3,
    }
    left = {"match": f"{NEW} – Bo", "names": ["Ane Almer", NEW, "Diane Alm"], "n": 3}
    assert replacing.in_json(told) == left
    assert (
        replacing.in_text("\u2068Ane  Alm\u2069 is here")
        == f"\u2068{NEW}\u2069 is here"
    )


def test_a_single_word_is_a_name_where_it_stands_alone():
    replacing = Replacing(["Bo"], NEW)
    for text in ("Bo Open", "Bo says", "Boris", "The Bo"):
        assert replacing.in_text(text) == text
    for text in (
        "Bo",
        "Bo – Ane",
        "Ane – Bo",
        "Ann, Bo, Cy",
        "Bo & Cy",
        "\u2068Bo\u2069",
    ):
        assert replacing.in_text(text) == text.replace("Bo", NEW)


def test_files_keep_their_columns():
    replacing = Replacing(["Åse Berg"], "N.N. 7KQ2")
    for encoding in ("utf-8", "cp1252"):
        file = " Åse Berg : 0     Ane Alm : 0\n".encode(encoding)
        changed = replacing.in_bytes(file)
        assert len(changed) == len(file)
        assert "Åse Berg".encode(encoding) not in changed
        assert b"N.N. 7KQ" in changed
        packed = replacing.in_bytes(zlib.compress(file))
        assert zlib.decompress(packed) == changed
    assert replacing.in_bytes(b"x is no zlib") == b"x is no zlib"


ZEBULON = ("Zebulon Quixwort", "Quixwort, Zebulon")
OTHERS = ("Zoe Alm", "Bo Dahl")


def replaced(text, *others):
    return Replacing(ZEBULON, NEW, others=others or OTHERS).in_text(text)


@pytest.mark.parametrize(
    "written",
    [
        "zebulon quixwort",
        "ZEBULON QUIXWORT",
        "Quixwort Zebulon",
        "QUIXWORT, Zebulon",
        "Quixwort, Zebulon J.",
        "Quixwort, Z.",
        "Zebulon J. Quixwort",
        "Zebulon\n Quixwort",
        "Z. Quixwort",
        "Z Quixwort",
        "Z. J. Quixwort",
        "Zébulon Quïxwört",
        "Ze\u0301bulon Quixwort",
        "zebulon_quixwort",
        "Quixwort",
        "QUIXWORT",
    ],
)
def test_a_name_is_replaced_however_it_is_written(written):
    assert replaced(f"Ask {written} at once!") == f"Ask {NEW} at once!"
    assert replaced(f"{written}’s table") == f"{NEW}’s table"


def test_letters_that_are_spelled_in_two_ways_are_one():
    replacing = Replacing(["Åse Aagaard", "Søren Weiß"], NEW)
    for written in ("Aase Ågård", "ase agaard", "Soren Weiss", "SÖREN WEISS"):
        assert replacing.in_text(f"Tell {written}") == f"Tell {NEW}"


def test_others_keep_their_names_and_what_may_be_theirs():
    family = ("Zoe Quixwort", "Zebulon Quixwort Holm", "Bo Dahl")
    for text in (
        "Zoe Quixwort – Bo Dahl",
        "Quixwort, Zoe",
        "Zebulon Quixwort Holm leads",
        "Z. Quixwort",
        "Quixwort to table 3",
        "Zebulon Quixworth",
        "quixwort-open",
        "a Zebulon",
    ):
        assert replaced(text, *family) == text
    assert replaced("Zoe Quixwort – zebulon quixwort", *family) == (
        f"Zoe Quixwort – {NEW}"
    )


def test_what_is_left_of_a_name_is_seen():
    replacing = Replacing(ZEBULON, NEW, others=["Zoe Quixwort"])
    for text in ("Ask Zebulon", "ZEBULON!", "Quixwort to table 3", "quixwort-open"):
        assert replacing.is_left_in(replacing.in_text(text))
    for text in ("Zoe Quixwort", "Zebulon Quixwort", "Quixworthy", "Ask Zeb"):
        assert not replacing.is_left_in(replacing.in_text(text))
    shared = Replacing(ZEBULON, NEW, others=["Zebulon Alm"])
    assert not shared.is_left_in("Ask Zebulon")


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16-le", "utf-16-be"])
def test_files_have_a_name_in_other_ways_too(encoding):
    replacing = Replacing(["Åse Quixwort"], NEW, others=OTHERS)
    for written in ("Quixwort, Åse", "ÅSE QUIXWORT", "Å. Quixwort", "Ase_Quixwort"):
        file = f'; [Player 1 "{written}"]\n'.encode(encoding)
        changed = replacing.in_bytes(file)
        assert len(changed) == len(file)
        assert "uixwort" not in changed.decode(encoding).lower()
        assert "N.N." in changed.decode(encoding)
    alone = replacing.in_bytes(b" Quixwort : 0      Alm : 0")
    assert alone == b" N.N. 7KQ : 0      Alm : 0"
