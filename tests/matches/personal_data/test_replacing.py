"""Names in texts, in JSON and in files."""

import zlib

from matches.personal_data.replacing import Replacing

NEW = "N.N. 7KQ2"


def test_several_words_are_replaced_anywhere_but_in_longer_names() -> None:
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


def test_a_single_word_is_a_name_where_it_stands_alone() -> None:
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


def test_files_keep_their_columns() -> None:
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
