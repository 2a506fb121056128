"""Pasted lists: lines, columns, spellings, and whom a name means."""

import codecs
import doctest
import random
from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.players import roster
from matches.players.roster import (
    COMMAS_BETWEEN_FIELDS,
    FORMULA,
    LINE_TOO_LONG,
    LOOKS_LIKE_HEADING,
    RATING_UNREADABLE,
    TOO_MANY_COLUMNS,
    TOO_MANY_NAMES,
    Doubt,
    KnownPlayer,
    ListedAs,
    decode,
    layout_of,
    read_list,
)
from matches.players.roster import errors as roster_errors
from matches.players.roster.running_text import near_words
from matches.rules.errors import (
    CLUB_TOO_LONG,
    COUNTRY_TOO_LONG,
    NAME_TOO_LONG,
    NO_NAME,
    UNREADABLE_TEXT,
)
from tests.refusals import raises, table

HUNDREDTH = Decimal("0.01")


def read(text, *known, entered=()):
    return list(read_list(text, known=known, entered=entered))


def one(text, *known, entered=()):
    (line,) = read(text, *known, entered=entered)
    return line


def columns(line):
    return line.name, line.club, "" if line.rating is None else str(line.rating)


def directory(*names):
    """Players keyed by their names; a club follows a semicolon."""
    pairs = (name.partition("; ") for name in names)
    return [
        KnownPlayer(f"{name} {club}".strip(), name, club) for name, _, club in pairs
    ]


def keys(line):
    return [player.key for player in line.candidates]


def test_the_example_of_the_docstring_is_true():
    assert doctest.testmod(roster).failed == 0


# Reading


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ole Berg", ("Ole Berg", "", "")),
        ("Ole Berg; Oslo; 1688", ("Ole Berg", "Oslo", "1688")),
        ("Berg, Ole; Oslo; 1688", ("Ole Berg", "Oslo", "1688")),
        ("Berg, Ole\tOslo\t1688", ("Ole Berg", "Oslo", "1688")),
        ("Berg, Ole", ("Ole Berg", "", "")),
        ("Ole Berg; Oslo", ("Ole Berg", "Oslo", "")),
        ("Ole Berg; 1688", ("Ole Berg", "", "1688")),
        ("Ole Berg, 1688", ("Ole Berg", "", "1688")),
        ("Ole Berg;;1688;", ("Ole Berg", "", "1688")),
        ("Ole Berg;1688;", ("Ole Berg", "", "1688")),
        ("Ole Berg; Oslo; -", ("Ole Berg", "Oslo", "")),
        ("Ole Berg; –; 1688", ("Ole Berg", "", "1688")),
        ("Ole Berg; Club 64; 1688,5", ("Ole Berg", "Club 64", "1688.5")),
        ("Ole Berg; Oslo; 1688.25", ("Ole Berg", "Oslo", "1688.25")),
        ("Ole Berg; Oslo; 1 688", ("Ole Berg", "Oslo", "1688")),
        ("Ole Berg; Oslo; 1\u00a0688,75", ("Ole Berg", "Oslo", "1688.75")),
        ("Ole Berg; Oslo; 0", ("Ole Berg", "Oslo", "0")),
        ("Ole Berg; Oslo; 9999", ("Ole Berg", "Oslo", "9999")),
        ("Ole Berg; Oslo; ١٦٨٨", ("Ole Berg", "Oslo", "1688")),
        ("  Ole \t", ("Ole", "", "")),
        ("\tOle Berg", ("Ole Berg", "", "")),
        ("1. Ole Berg", ("Ole Berg", "", "")),
        ("1.Ole Berg", ("Ole Berg", "", "")),
        ("12) Berg, Ole; Oslo", ("Ole Berg", "Oslo", "")),
        ("#3: Ole Berg", ("Ole Berg", "", "")),
        ("- Ole Berg", ("Ole Berg", "", "")),
        ("* Ole Berg; Oslo", ("Ole Berg", "Oslo", "")),
        ("•Ole Berg", ("Ole Berg", "", "")),
        ("☐ 4. Ole Berg", ("Ole Berg", "", "")),
        ("1\tOle Berg\tOslo\t1688", ("Ole Berg", "Oslo", "1688")),
        ("7.; Ole Berg; 1688", ("Ole Berg", "", "1688")),
        (
            '"Berg, Ole";"Oslo; centrum";"1688,5"',
            ("Ole Berg", "Oslo; centrum", "1688.5"),
        ),
        ('Ole "Bear" Berg; Oslo', ('Ole "Bear" Berg', "Oslo", "")),
        ('Ole Berg; Oslo "Acepoint"', ("Ole Berg", 'Oslo "Acepoint"', "")),
        ('"Ole ""Bear"" Berg"; Oslo', ('Ole "Bear" Berg', "Oslo", "")),
        ("Bjo\u0308rn\u00a0 Ek", ("Björn Ek", "", "")),
        ("\ufeffOle\u200b Berg", ("Ole Berg", "", "")),
        ("李明; 北京", ("李明", "北京", "")),
        ("Петров, Иван; Москва", ("Иван Петров", "Москва", "")),
        ("A64", ("A64", "", "")),
        ("Ole Berg 1688", ("Ole Berg", "", "1688")),
        ("Berg, Ole 1688,5", ("Ole Berg", "", "1688.5")),
        ("Ole Berg (1688)", ("Ole Berg", "", "1688")),
        ("Ole Berg (Oslo BK) 1688", ("Ole Berg", "Oslo BK", "1688")),
        ("Ole Berg 1688 [Oslo BK]", ("Ole Berg", "Oslo BK", "1688")),
        ("Berg, Ole (Oslo)", ("Ole Berg", "Oslo", "")),
        ("Berg, Ole, Oslo", ("Ole Berg", "Oslo", "")),
        ("Berg, Ole, Oslo, 1688", ("Ole Berg", "Oslo", "1688")),
        ("Berg, Ole, 1688", ("Ole Berg", "", "1688")),
        ("Ole Berg, Oslo BK", ("Ole Berg", "Oslo BK", "")),
        ("Ole Berg, Backgammonklubben", ("Ole Berg", "Backgammonklubben", "")),
        ("Ole Berg – Oslo – 1688", ("Ole Berg", "Oslo", "1688")),
        ("Ole Berg - Oslo", ("Ole Berg", "Oslo", "")),
        ("Karl Lind, Jr.", ("Karl Lind Jr.", "", "")),
        ("12 Ole Berg 1688", ("Ole Berg", "", "1688")),
        ("Ole Berg; 1688; Oslo", ("Ole Berg", "Oslo", "1688")),
        ("Ole Berg\t1688\tOslo", ("Ole Berg", "Oslo", "1688")),
        ("-Ole-", ("-Ole-", "", "")),
    ],
)
def test_columns_of_a_line(line, expected):
    found = one(line)
    assert columns(found) == expected
    assert (found.verdict, found.error, found.raw) == (ListedAs.NEW, None, line)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("; Oslo; 1688", NO_NAME),
        ("1688", NO_NAME),
        ("…;", NO_NAME),
        ("1.", NO_NAME),
        ("…", NO_NAME),
        ("a" * 200, NAME_TOO_LONG),
        ("=A1; Oslo", FORMULA),
        (f"{'Ole ' * 20}Berg; Oslo", NAME_TOO_LONG),
        (f"Ole Berg; {'Oslo' * 30}", CLUB_TOO_LONG),
        ("Ole Berg; Oslo; strong", RATING_UNREADABLE),
        ("Ole Berg; Oslo; 10000", RATING_UNREADABLE),
        ("Ole Berg; Oslo; -5", RATING_UNREADABLE),
        ("Ole Berg; Oslo; 16.888", RATING_UNREADABLE),
        ("Ole Berg; Oslo; 16 88", RATING_UNREADABLE),
        ("Ole Berg; Oslo; 1e3", RATING_UNREADABLE),
        ("Ole Berg; Oslo; 1688; paid", TOO_MANY_COLUMNS),
        ("Berg, Ole, Oslo, centrum", COMMAS_BETWEEN_FIELDS),
        ("Players tonight:", LOOKS_LIKE_HEADING),
        ("Table 3:", LOOKS_LIKE_HEADING),
        ("Berg, Ole, Dr; Oslo", COMMAS_BETWEEN_FIELDS),
        ("Ole\x07 Berg", UNREADABLE_TEXT),
        ("Ole Berg; Os\x00lo", UNREADABLE_TEXT),
        ("Ole\x0bBerg", UNREADABLE_TEXT),
        ("Bj\ufffdrn Ek", UNREADABLE_TEXT),
        ("Ole \ud800", UNREADABLE_TEXT),
        ("Ole" + " " * 1000, LINE_TOO_LONG),
        (";".join("a" * 600), LINE_TOO_LONG),
    ],
)
def test_a_line_that_cannot_be_read_stays(line, error):
    before, found, after = read(f"Ada Lind\n{line}\nBo Falk")
    assert found.error.refusal is error
    assert (found.verdict, found.raw, found.number) == (ListedAs.INVALID, line, 2)
    assert (found.known, found.candidates, found.duplicate_of) == (None, (), None)
    assert str(found.error).encode()
    assert len(str(found.error)) < 200
    assert [before.verdict, after.verdict] == [ListedAs.NEW, ListedAs.NEW]


@pytest.mark.parametrize(
    ("line", "expected", "doubt"),
    [
        ("Ole Berg, Oslo", ("Ole Berg", "Oslo", ""), Doubt.COMMA),
        ("Lund Hansen, Lise", ("Lund Hansen", "Lise", ""), Doubt.COMMA),
        ("Ole Berg, Oslo, 1688", ("Ole Berg", "Oslo", "1688"), Doubt.COMMA),
        ("Ole Berg, Oslo, centrum", ("Ole Berg", "Oslo, centrum", ""), Doubt.COMMA),
        ("Table 3", ("Table 3", "", ""), Doubt.NUMBER),
        ("Ole Berg 1688?", ("Ole Berg 1688?", "", ""), Doubt.NUMBER),
        ("Ole Berg 16888", ("Ole Berg 16888", "", ""), Doubt.NUMBER),
    ],
)
def test_what_may_be_meant_otherwise_is_asked(line, expected, doubt):
    found = one(line)
    assert columns(found) == expected
    assert (found.verdict, found.doubt) == (ListedAs.UNSURE, doubt)


def test_other_lines_and_known_clubs_settle_a_comma():
    first, second = read("Lund Hansen, Lise\nBerg, Ole (Oslo) 1688")
    assert (first.name, first.verdict) == ("Lise Lund Hansen", ListedAs.NEW)
    assert columns(second) == ("Ole Berg", "Oslo", "1688")
    known = [KnownPlayer("1", "Kim Ek", "Oslo")]
    (settled,) = read_list("Ole Berg, Oslo", known=known, entered=())
    assert (settled.name, settled.club) == ("Ole Berg", "Oslo")
    assert settled.verdict is ListedAs.NEW


def test_two_new_lines_that_nearly_agree_are_asked():
    text = "Ada Lovelace 1612\nBo Falk\nAda Lovelase\nA Lovelace\nADA LOVELACE"
    lines = read(f"{text}\nLars Hansen\nLars Jensen")
    assert [line.verdict.value for line in lines] == (
        ["new", "new", "unsure", "unsure", "duplicate", "new", "new"]
    )
    assert [line.like_line for line in lines[:5]] == [None, None, 1, 1, None]


def test_headings_of_two_names_make_one():
    (line,) = read("Fornavn;Efternavn;Klub;Rating\nLise;Lund Hansen;Oslo;1688")
    assert columns(line) == ("Lise Lund Hansen", "Oslo", "1688")
    assert line.sort_name == "Lund Hansen, Lise"


def test_every_reason_to_refuse_a_line_is_tested():
    assert {*table(roster_errors).values()} == {
        COMMAS_BETWEEN_FIELDS,
        FORMULA,
        LINE_TOO_LONG,
        LOOKS_LIKE_HEADING,
        RATING_UNREADABLE,
        TOO_MANY_COLUMNS,
        TOO_MANY_NAMES,
    }


def test_what_is_said_of_a_rating():
    strong = one("Ole; Oslo; strong").error
    assert strong.refusal is RATING_UNREADABLE
    assert strong.params == {"rating": "strong"}
    endless = one(f"Ole; Oslo; {'9' * 500}").error
    assert endless.params == {"rating": "9" * 24 + "…"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Name; Club; Rating\nOle Berg; Oslo; 1688", ("Ole Berg", "Oslo", "1688")),
        ("NAVN\tKLUB\tRATING\nOle Berg\tOslo\t1688", ("Ole Berg", "Oslo", "1688")),
        ("Spiller;Klubb;Rating:\nOle Berg;Oslo;1688", ("Ole Berg", "Oslo", "1688")),
        ("Namn;Klubb;Rating\nOle Berg;Oslo;1688", ("Ole Berg", "Oslo", "1688")),
        ("Naam;Vereniging;Rating\nOle Berg;Oslo;1688", ("Ole Berg", "Oslo", "1688")),
        ("\ufeff\nName\nOle Berg; Oslo; 1688", ("Ole Berg", "Oslo", "1688")),
        ("Rating;Navn;Klub\n1688;Ole Berg;Oslo", ("Ole Berg", "Oslo", "1688")),
        ("Nr.;Navn;Rating\n7;Ole Berg;1688", ("Ole Berg", "", "1688")),
        ("#\tName\tClub\n\tOle Berg\tOslo", ("Ole Berg", "Oslo", "")),
        (
            "Name;Club;Country;Rating\nOle Berg;Oslo;NO;1688",
            ("Ole Berg", "Oslo", "1688"),
        ),
        ("Name,Club,Rating\nOle Berg,Oslo,1688", ("Ole Berg", "Oslo", "1688")),
        ('Name,Club\n"Berg, Ole",Oslo', ("Ole Berg", "Oslo", "")),
        ("Navn;Klub\n1. Berg, Ole;Oslo", ("Ole Berg", "Oslo", "")),
    ],
)
def test_a_heading_names_the_columns(text, expected):
    assert columns(one(text)) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ole Berg; Oslo; NOR; 1688", ("Ole Berg", "Oslo", "NOR", "1688")),
        ("Ole Berg; NO; Oslo; 1688", ("Ole Berg", "Oslo", "NO", "1688")),
        ("Ole Berg; Oslo; 1688; DEN", ("Ole Berg", "Oslo", "DEN", "1688")),
        ("Ole Berg; DNK; 1688", ("Ole Berg", "", "DNK", "1688")),
        ("Ole Berg; 1688; DK; Oslo", ("Ole Berg", "Oslo", "DK", "1688")),
        ("Ole Berg\t\tDK\t1688", ("Ole Berg", "", "DK", "1688")),
        ("3;Ole Berg;Oslo;DK", ("Ole Berg", "Oslo", "DK", "")),
        ("OLE BERG; SWE", ("OLE BERG", "", "SWE", "")),
        ("Berg, Ole; Oslo;  NED ", ("Ole Berg", "Oslo", "NED", "")),
        ("Ole Berg (Oslo) 1688; NOR", ("Ole Berg", "Oslo", "NOR", "1688")),
        ("Ole Berg, DEN", ("Ole Berg", "", "DEN", "")),
        ("Ole Berg, DEN, 1688", ("Ole Berg", "", "DEN", "1688")),
        ("Ole Berg, 1688, DEN", ("Ole Berg", "", "DEN", "1688")),
        ("Berg, Ole, DEN", ("Ole Berg", "", "DEN", "")),
        ("BERG, BO, DEN", ("BO BERG", "", "DEN", "")),
        ("Berg, Ole, Oslo, NOR, 1688", ("Ole Berg", "Oslo", "NOR", "1688")),
        ("Ole Berg (DEN); Aarhus BK; 1688", ("Ole Berg", "Aarhus BK", "DEN", "1688")),
        (
            "3. Ole Berg (DEN), Aarhus BK, 1688",
            ("Ole Berg", "Aarhus BK", "DEN", "1688"),
        ),
        ('"Ole Berg";"Oslo";"Norge";"1688"', ("Ole Berg", "Oslo", "Norge", "1688")),
        ('"Ole Berg";"DEN";"";"–"', ("Ole Berg", "DEN", "", "")),
    ],
)
def test_a_code_in_a_cell_of_its_own_is_the_country(line, expected):
    found = one(line)
    name, club, rating = columns(found)
    assert (name, club, found.country, rating) == expected
    assert found.verdict is ListedAs.NEW


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ole Berg; BK", ("Ole Berg", "BK", "")),
        ("Ole Berg; KBK; 1688", ("Ole Berg", "KBK", "1688")),
        ("Ole Berg; BF", ("Ole Berg", "BF", "")),
        ("Ole Berg; BG", ("Ole Berg", "BG", "")),
        ("Ole Berg; SK", ("Ole Berg", "SK", "")),
        ("Ole Berg; den", ("Ole Berg", "den", "")),
        ("Ole Berg; Den", ("Ole Berg", "Den", "")),
        ("Ole Berg; DEN BK", ("Ole Berg", "DEN BK", "")),
        ("DEN; Oslo", ("DEN", "Oslo", "")),
        ("BERG; BO", ("BERG", "BO", "")),
        ("BERG, PER", ("PER BERG", "", "")),
        ("Berg, PER", ("PER Berg", "", "")),
        ("LUND HANSEN, PER", ("LUND HANSEN", "PER", "")),
        ("Karl Lind, SR", ("Karl Lind SR", "", "")),
    ],
)
def test_what_may_be_a_club_or_a_given_name_is_no_country(line, expected):
    found = one(line)
    assert (columns(found), found.country) == (expected, None)


def test_the_name_of_a_known_club_is_no_country():
    found = one("Bo Falk; LUX", KnownPlayer("1", "Ole Berg", "Lux"))
    assert (found.club, found.country) == ("LUX", None)


def test_two_codes_are_not_guessed():
    found = one("Ole Berg; DEN; SWE")
    assert (found.error.refusal, found.club) == (RATING_UNREADABLE, "DEN")


@pytest.mark.parametrize(
    "title",
    [
        *("Country", "NATION", "Nationality", "Land", "Nationalitet", "Nasjon"),
        *("Nasjonalitet", "Nationaliteit", "Landekode", "Landskod", "Landcode"),
    ],
)
def test_a_heading_names_the_country(title):
    text = f"Name;{title}:;Rating\nOle Berg; Fær  Øer ;1688\nBo Falk;-;"
    ole, bo = read(text)
    assert (ole.country, ole.club, bo.country) == ("Fær Øer", "", "")
    assert one(f"Name,{title}\nOle,BK").country == "BK"
    assert one(f"Name;{title}\nOle").country == ""


def test_under_a_heading_a_code_is_what_the_heading_says():
    found = one("Name;Club\nOle Berg;DEN")
    assert (found.club, found.country) == ("DEN", None)


@pytest.mark.parametrize(
    ("cell", "error"), [("x" * 41, COUNTRY_TOO_LONG), ("Nor\x00ge", UNREADABLE_TEXT)]
)
def test_a_country_that_cannot_be_kept(cell, error):
    found = one(f"Name;Country\nOle Berg;{cell}")
    assert (found.error.refusal, found.verdict) == (error, ListedAs.INVALID)


def test_lines_above_a_heading_are_left_out_and_asked_about():
    text = "Ole Berg\nName; Club; Rating\nLise Lund; Oslo; 1500"
    layout = layout_of(text)
    assert layout
    assert layout.left_out == ("Ole Berg",)
    assert [line.name for line in read(text)] == ["Lise Lund"]
    assert read("Name; Oslo")[0].name == "Name"
    assert read("Name;Club;Rating") == []


def test_too_many_cells_under_a_heading():
    line = one("Name;Club\nOle Berg;Oslo;1688")
    assert line.error.refusal is TOO_MANY_COLUMNS


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028"])
def test_lines_are_counted_as_the_editor_counts_them(end):
    lines = read(end.join(["", "Ole Berg ", " ", "\u200b", "Bo Falk", ""]))
    assert [(line.number, line.raw) for line in lines] == [
        (2, "Ole Berg "),
        (5, "Bo Falk"),
    ]


@pytest.mark.parametrize("text", ["", "\n\n", " \t ", "\ufeff", "\r\n"])
def test_nothing_is_an_empty_list(text):
    assert read(text) == []


def test_a_name_typed_with_its_comma_keeps_its_place_in_the_alphabet():
    lines = read("Lund Hansen, Lise\nJan van den Berg\nvan den Bos, Kees\nКим Ли")
    assert [line.sort_name for line in lines] == [
        "Lund Hansen, Lise",
        "Berg, Jan van den",
        "Bos, Kees van den",
        "Ким Ли",
    ]


def test_a_thousand_lines_and_no_more():
    full = "\n\n".join(f"Ada Lind {number}" for number in range(1000))
    assert len(read(full)) == 1000
    with raises(TOO_MANY_NAMES) as refused:
        read(f"{full}\nBo Falk")
    assert refused.value.params == {"count": 1001, "limit": 1000}


def test_five_thousand_lines_are_refused_as_one():
    with raises(TOO_MANY_NAMES) as refused:
        read("Ada Lind\n" * 5000)
    assert refused.value.params == {"count": 5000, "limit": 1000}


# Bytes


@pytest.mark.parametrize(
    "raw",
    [
        "Åse Møller – “Æ”".encode(),
        "Åse Møller – “Æ”".encode("utf-8-sig"),
        "Åse Møller – “Æ”".encode("utf-16"),
        codecs.BOM_UTF16_BE + "Åse Møller – “Æ”".encode("utf-16-be"),
        "Åse Møller – “Æ”".encode("cp1252"),
    ],
)
def test_bytes_in_the_encodings_people_have(raw):
    assert decode(raw) == "Åse Møller – “Æ”"


def test_bytes_in_latin_1():
    raw = "Åse Møller; Tromsø\nKarin Ström; Malmö".encode("latin-1")
    assert [columns(line)[:2] for line in read(decode(raw))] == [
        ("Åse Møller", "Tromsø"),
        ("Karin Ström", "Malmö"),
    ]


def test_broken_bytes_are_refused_line_by_line():
    raw = codecs.BOM_UTF8 + b"Ada Lind\nBj\xf8rn Ek\nBo Falk"
    verdicts = [line.verdict for line in read(decode(raw))]
    assert verdicts == [ListedAs.NEW, ListedAs.INVALID, ListedAs.NEW]


@given(st.binary(max_size=200))
def test_any_bytes_are_a_list(raw):
    for line in read(decode(raw)):
        line.name.encode()
        assert line.verdict in {ListedAs.NEW, ListedAs.INVALID, ListedAs.DUPLICATE}


# Whom a line means


def test_a_known_player_by_another_spelling():
    known = directory("Ole Berg; Oslo", "Åse Ågård", "Łukasz Żak")
    lines = read("BERG, Ole\nAase Aagaard\nLukasz Zak", *known)
    assert [line.verdict for line in lines] == [ListedAs.KNOWN] * 3
    assert [line.known for line in lines] == known
    assert [line.candidates for line in lines] == [(player,) for player in known]


@pytest.mark.parametrize(
    ("line", "names", "verdict", "candidates"),
    [
        ("Ole Berg; Oslo", ["Ole Berg; Oslo"], "known", ["Ole Berg Oslo"]),
        ("Ole Berg; Oslo", ["Ole Berg; Oslo BK"], "known", ["Ole Berg Oslo BK"]),
        ("Ole Berg; Oslo", ["Ole Berg"], "known", ["Ole Berg"]),
        ("Ole Berg", ["Ole Berg; Oslo"], "known", ["Ole Berg Oslo"]),
        ("Ole Berg; Køge", ["Ole Berg; Oslo"], "unsure", ["Ole Berg Oslo"]),
        (
            "Ole Berg",
            ["Ole Berg; Oslo", "Ole Berg; Køge"],
            "unsure",
            ["Ole Berg Køge", "Ole Berg Oslo"],
        ),
        (
            "Ole Berg; Oslo",
            ["Ole Berg; Køge", "Ole Berg; Oslo", "Ole Berg"],
            "known",
            ["Ole Berg Oslo"],
        ),
        (
            "Ole Berg; Lund",
            ["Ole Berg; Køge", "Ole Berg", "Ole Berg; Oslo"],
            "unsure",
            ["Ole Berg", "Ole Berg Køge", "Ole Berg Oslo"],
        ),
        ("Ole Berg", [], "new", []),
        ("Ole Berg", ["Kari Vik", "Per Dahl"], "new", []),
        ("L Lund", ["Lise Lund", "Lars Lund"], "unsure", ["Lars Lund", "Lise Lund"]),
        ("Lund, L.", ["Lise Lund", "Per Lund"], "unsure", ["Lise Lund"]),
        ("L Lund; Malmö", ["Lars Lund; Ystad", "Lise Lund; Malmö"], "unsure",
         ["Lise Lund Malmö", "Lars Lund Ystad"]),
        ("Lise Lund", ["L. Lund"], "unsure", ["L. Lund"]),
        ("J.P. Hansen", ["Jens Peter Hansen"], "unsure", ["Jens Peter Hansen"]),
        ("Jens Hansen", ["Jens Peter Hansen"], "unsure", ["Jens Peter Hansen"]),
        ("Jens Peter Hansen", ["Jens Hansen"], "unsure", ["Jens Hansen"]),
        ("Jens P Hansen", ["Jens Hansen"], "unsure", ["Jens Hansen"]),
        ("Annemarie Holm", ["Anne-Marie Holm"], "unsure", ["Anne-Marie Holm"]),
        ("Jan de Vries", ["Jan deVries"], "unsure", ["Jan deVries"]),
        ("Ole Borg", ["Ole Berg"], "unsure", ["Ole Berg"]),
        ("Ole Begr", ["Ole Berg"], "unsure", ["Ole Berg"]),
        ("Ole Brg", ["Ole Berg"], "unsure", ["Ole Berg"]),
        ("Ole Bergh", ["Ole Berg"], "unsure", ["Ole Berg"]),
        ("Olle Berg", ["Ole Berg"], "unsure", ["Ole Berg"]),
        ("Carl Lind", ["Karl Lind"], "unsure", ["Karl Lind"]),
        ("Christian Dahl", ["Kristian Dahl"], "unsure", ["Kristian Dahl"]),
        ("Karen Petersson", ["Karin Pettersson"], "unsure", ["Karin Pettersson"]),
        ("Lars Andersson", ["Lars Andersen"], "unsure", ["Lars Andersen"]),
        ("Saara Lind", ["Sara Lind"], "unsure", ["Sara Lind"]),
        # People, not slips:
        ("Lars Hansen", ["Lars Jensen", "Lars Larsen", "Hans Jensen"], "new", []),
        ("Lars Andersen", ["Lars Pedersen"], "new", []),
        ("Ole Berg", ["Ole Lund", "Kari Berg"], "new", []),
        ("Jan de Vries", ["Jan de Wit", "Els de Vries"], "new", []),
        ("Berg", ["Ole Berg"], "new", []),
        ("Team Oslo 12", ["Team Oslo 13", "Team Oslo 1"], "unsure", []),
        ("Player 1", ["Player 12"], "unsure", []),
        ("L Lund", ["M Lund", "L Berg"], "new", []),
        ("Bo Ek", ["Bo Ed"], "new", []),
        ("李明", ["李白"], "new", []),
        ("李 明", ["明 李"], "known", ["明 李"]),
        ("Иван Петров", ["Иван Петровь"], "unsure", ["Иван Петровь"]),
    ],
)  # fmt: skip
def test_whom_a_name_means(line, names, verdict, candidates):
    found = one(line, *directory(*names))
    assert (found.verdict.value, keys(found)) == (verdict, candidates)
    expected = found.candidates[0] if verdict == "known" else None
    assert found.known == expected


def test_the_closest_come_first_and_at_most_five():
    known = directory(
        "Kristian Bergstrøm",
        "Christian Bergstrøm",
        "Christian Bergstrom Lie",
        "K Bergstrøm",
        "Kristina Bergstrøm",
        "Kristiane Bergstrøm",
        "Kristian Bergström; Oslo",
        "Kristian Bergstrømm",
        "Kristian Bergstrø",
    )
    same = one("Kristian Bergstrøm", *known)
    assert keys(same) == ["Kristian Bergström Oslo", "Kristian Bergstrøm"]
    near = one("Kristian Bergstrøn; Oslo", *known)
    assert keys(near) == [
        "Kristian Bergström Oslo",
        "Kristian Bergstrø",
        "Kristian Bergstrøm",
        "Kristian Bergstrømm",
        "Kristiane Bergstrøm",
    ]
    assert [same.verdict, near.verdict] == [ListedAs.UNSURE, ListedAs.UNSURE]


def test_somebody_in_the_tournament_is_entered():
    known = directory("Ole Berg", "Lise Lund", "Lars Lund")
    lines = read(
        "Ole Berg\nL Lund\nLise Lund", *known, entered=("Ole Berg", "Lise Lund")
    )
    assert [line.verdict for line in lines] == [
        ListedAs.ENTERED,
        ListedAs.UNSURE,
        ListedAs.ENTERED,
    ]
    assert lines[0].known == known[0]


def test_a_line_may_repeat_an_earlier_one():
    text = "Ole Berg; Oslo\n\nKari Vik\nBerg, Ole\nOLE BERG; Oslo BK\nKari Vik; Køge"
    lines = read(text, *directory("Ole Berg"))
    assert [(line.number, line.verdict, line.duplicate_of) for line in lines] == [
        (1, ListedAs.KNOWN, None),
        (3, ListedAs.NEW, None),
        (4, ListedAs.DUPLICATE, 1),
        (5, ListedAs.DUPLICATE, 1),
        (6, ListedAs.DUPLICATE, 3),
    ]
    assert all(line.known is None for line in lines[2:])


def test_two_people_of_one_name_play_for_two_clubs():
    lines = read("Ole Berg; Oslo\nOle Berg; Køge\nOle Berg; Køge")
    assert [(line.verdict, line.duplicate_of) for line in lines] == [
        (ListedAs.NEW, None),
        (ListedAs.NEW, None),
        (ListedAs.DUPLICATE, 2),
    ]


def test_two_spellings_of_one_known_player_are_a_duplicate():
    lines = read("Aase Lind\nAse Lind", *directory("Åse Lind"))
    assert [line.verdict for line in lines] == [ListedAs.KNOWN, ListedAs.DUPLICATE]


def test_sara_and_saara_are_two_people():
    lines = read("Sara Lind\nSaara Lind")
    assert [line.verdict for line in lines] == [ListedAs.NEW, ListedAs.NEW]


def test_a_line_that_cannot_be_read_has_no_duplicates():
    lines = read("Ole Berg; Oslo; strong\nOle Berg; Oslo; 1688")
    assert [line.verdict for line in lines] == [ListedAs.INVALID, ListedAs.NEW]


def test_every_name_twice():
    names = [f"Ada Lind Nr{number}" for number in range(500)]
    counts = Counter(line.verdict for line in read("\n".join(names + names)))
    assert counts == {ListedAs.NEW: 500, ListedAs.DUPLICATE: 500}


def test_the_order_of_the_directory_does_not_count():
    known = directory(
        "Lise Lund", "Lars Lund", "Lone Lund", "Ole Berg; Oslo", "Ole Berg"
    )
    text = "L Lund\nOle Berg\nOla Berg\nLise Lunde"
    expected = read(text, *known)
    for _ in range(10):
        random.Random(4).shuffle(known)
        assert read(text, *known) == expected


# Slips of the keyboard


@pytest.mark.parametrize(
    ("one_word", "other", "slips"),
    [
        ("berg", "berg", None),
        ("berg", "borg", 1),
        ("berg", "begr", 1),
        ("berg", "bergh", 1),
        ("berg", "erg", 1),
        ("berg", "bord", None),
        ("jan", "jon", 1),
        ("bo", "bi", None),
        ("kristian", "christian", 2),
        ("pettersen", "peterson", 2),
        ("hansen", "jensen", None),
        ("andersson", "andersen", 2),
        ("lindstrom", "lingstrand", None),
    ],
)
def test_slips_between_words(one_word, other, slips):
    assert count_slips(one_word, other) == slips
    assert count_slips(other, one_word) == slips


def count_slips(word, other):
    """Return the slips between two words, None for equal words and for too many."""
    return near_words([word], [other])[word].get(other)


@given(
    st.sets(st.text("abck", min_size=1, max_size=7), max_size=12),
    st.sets(st.text("abck", min_size=1, max_size=7), max_size=12),
)
def test_near_words_are_those_that_comparing_all_with_all_finds(asked, vocabulary):
    expected = {
        word: {
            other: slips
            for other in vocabulary
            if (slips := count_slips(word, other)) is not None
        }
        for word in asked
    }
    assert near_words(asked, vocabulary) == expected


# Any text at all

# fmt: off
PIECES = st.sampled_from([
    "Ole", "Berg", "L", "Åse", "Aase", "李明", "van den", "1.", "- ", "1688", "name",
    "club", "DEN", "SK", "land", ",", ";", "\t", " ", "\n", "\r", '"', "\'", ".",
    "\ufeff", "\x07",
])
GIVEN_NAMES = ["Jens", "Lars", "Ole", "Anne", "Mette", "Søren", "Åse", "Karl", "Jan"]
FAMILY_NAMES = ["Hansen", "Jensen", "Larsen", "Berg", "Lund", "Johansson", "Bakker"]
SYLLABLES = ["ka", "ro", "mi", "lo", "be", "ta", "vi", "sen", "du", "ne"]
# fmt: on
TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=()), max_size=60),
    st.lists(PIECES, max_size=40).map("".join),
)
PLAYERS = st.lists(
    st.builds(
        KnownPlayer,
        st.text("abc", min_size=1, max_size=3),
        st.text(st.characters(exclude_categories=()), max_size=12)
        | st.lists(PIECES, max_size=4).map(" ".join),
        st.sampled_from(["", "Oslo", "Køge", "\x00"]),
    ),
    max_size=8,
    unique_by=lambda player: player.key,
)


@given(TEXTS, PLAYERS, st.sets(st.text("abc", min_size=1, max_size=3)))
def test_any_text_is_read_line_by_line(text, known, entered):
    lines = read_list(text, known=known, entered=entered)
    numbers = [line.number for line in lines]
    assert numbers == sorted({*numbers})
    raws = iter(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    if "\u2028" not in text and "\u2029" not in text:
        assert all(line.raw in raws for line in lines)
    for line in lines:
        check(line, lines, entered)


CODES = st.sampled_from(["DEN", "NO", "BO", "PER", "SUI"])


@given(TEXTS, PLAYERS)
def test_a_list_without_codes_has_no_countries(text, known):
    text = text.casefold().replace("land", "ort").replace('"', "")
    lines = read_list(text, known=known, entered=())
    assert all(line.country is None for line in lines)


@given(st.lists(st.sampled_from(["Oslo", "1688", "", "BK"]), max_size=2), CODES)
def test_a_code_takes_nothing_from_the_other_cells(cells, code):
    """Wherever the code stands, the rest is read as it is read without the code."""
    bare = one(";".join(["Ole Berg", *cells]))
    for place in range(len(cells) + 1):
        typed = ["Ole Berg", *cells[:place], code, *cells[place:]]
        found = one(";".join(typed))
        assert columns(found) == columns(bare)
        assert found.country == code
        assert (found.error is None) == (bare.error is None)


def check(line, lines, entered):
    """A line says neither more nor less than its verdict."""
    verdict = line.verdict
    assert (line.error is not None) == (verdict is ListedAs.INVALID)
    assert (line.known is not None) == (verdict in {ListedAs.KNOWN, ListedAs.ENTERED})
    if verdict is not ListedAs.UNSURE or not (line.doubt or line.like_line):
        assert bool(line.candidates) == (
            verdict in {ListedAs.KNOWN, ListedAs.ENTERED, ListedAs.UNSURE}
        )
    assert len(line.candidates) <= 5
    assert (line.duplicate_of is not None) == (verdict is ListedAs.DUPLICATE)
    if line.known:
        assert (line.known.key in entered) == (verdict is ListedAs.ENTERED)
    if line.duplicate_of is not None:
        assert line.duplicate_of < line.number
        (first,) = (other for other in lines if other.number == line.duplicate_of)
        assert first.verdict not in {ListedAs.DUPLICATE, ListedAs.INVALID}
    if line.error is None:
        assert any(map(str.isalpha, line.name))
        assert 0 < len(line.name) <= 80
        assert len(line.sort_name) <= 90
        assert len(line.club) <= 80
        assert len(line.country or "") <= 40
        f"{line.name}{line.sort_name}{line.club}".encode()
        if line.rating is not None:
            assert 0 <= line.rating < 10_000
            assert line.rating == line.rating.quantize(HUNDREDTH)


# A whole federation at once


def invented_names(count, rng):
    """Names as alike as those of a small country."""

    def invented():
        return "".join(rng.choices(SYLLABLES, k=rng.randint(2, 4))).title()

    def name(kinds):
        return rng.choice(kinds) if rng.random() < 0.6 else invented()

    return [f"{name(GIVEN_NAMES)} {name(FAMILY_NAMES)}" for _ in range(count)]


def test_a_thousand_lines_meet_five_thousand_players():
    rng = random.Random(7)
    known = [
        KnownPlayer(str(number), name, rng.choice(["", "Oslo", "Køge", "Malmö"]))
        for number, name in enumerate(invented_names(5000, rng))
    ]
    typed = [
        name if rng.random() < 0.6 else name.replace(rng.choice("aeios"), "", 1)
        for name in rng.sample([player.name for player in known], 700)
    ] + invented_names(300, rng)
    lines = read_list("\n".join(typed), known=known, entered=())
    assert len(lines) == 1000
    assert {line.verdict for line in lines} >= {
        ListedAs.KNOWN,
        ListedAs.NEW,
        ListedAs.UNSURE,
        ListedAs.DUPLICATE,
    }
