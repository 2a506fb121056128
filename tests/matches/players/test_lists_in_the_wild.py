"""Lists as federations, forms, spreadsheets and e-mails write them."""

import pytest

from matches.players.roster import (
    LOOKS_LIKE_HEADING,
    Doubt,
    ListedAs,
    layout_of,
    read_list,
)


def read(text):
    return list(read_list(text, known=(), entered=()))


def told(line):
    """Return name, club, country and rating, with bars between them."""
    cells = (line.name, line.club, line.country or "", line.rating)
    return "|".join(str(cell or "") for cell in cells)


VERA = "Vera Holm|Bergen BK||1612"
NILS = "Nils Lund|Oslo BK||1540"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sep=;\nName;Club;Rating\nVera Holm;Bergen BK;1612", [VERA]),
        ("sep=,\nName,Club,Rating\nVera Holm,Bergen BK,1612", [VERA]),
        ('\ufeff"sep=;"\nVera Holm;Bergen BK;1612', [VERA]),
        ("Full name;Club\nVera Holm;Bergen BK", ["Vera Holm|Bergen BK||"]),
        ("Participants\nVera Holm\nNils Lund", ["Vera Holm|||", "Nils Lund|||"]),
        (
            'No.;Name;FED;Rtg\n1;"Holm, Vera";NOR;1612\n2;"Lund, Nils";DEN;1540',
            ["Vera Holm||NOR|1612", "Nils Lund||DEN|1540"],
        ),
        ("Rank;Name;Points\n1;Vera Holm;12", ["Vera Holm|||"]),
        ("Name;PR\nVera Holm;5,4", ["Vera Holm|||"]),
        ("Open 2026\n\nName;Club;Rating\nVera Holm;Bergen BK;1612", [VERA]),
        (
            "Timestamp,Full name,Club,Rating\n"
            "2026/03/01 19:02:11,Vera Holm,Bergen BK,1612",
            [VERA],
        ),
        (
            "Timestamp,What is your name?,Your club?,Rating?\n"
            "2026/03/01 19:02:11,Vera Holm,Bergen BK,1612\n"
            "2026/03/01 19:05:40,Nils Lund,Oslo BK,1540",
            [VERA, NILS],
        ),
        ("Vorname;Nachname;Verein\nVera;Holm;Bergen BK", ["Vera Holm|Bergen BK||"]),
        ("Name;Vorname;Verein\nHolm;Vera;Bergen BK", ["Vera Holm|Bergen BK||"]),
        ("Nom;Prénom;Classement\nHolm;Vera;1612", ["Vera Holm|||1612"]),
        ("Deltagere\tKlub\nVera Holm\tBergen BK", ["Vera Holm|Bergen BK||"]),
        ("Vera Holm (NOR)", ["Vera Holm||NOR|"]),
        (
            "Name, Club, Nat, Rating\nVera Holm, - Bergen Backgammon -, [NOR], 1612\n"
            "Nils Lund (DEN)\nKaj Holm ()",
            ["Vera Holm|Bergen Backgammon|NOR|1612", "Nils Lund||DEN|", "Kaj Holm|||"],
        ),
        ("Nils Lund (DEN) 1540", ["Nils Lund||DEN|1540"]),
        ("Tora Due [SWE]", ["Tora Due||SWE|"]),
        ("Tora Due (Norway)", ["Tora Due||Norway|"]),
        ("Tora Due – GER", ["Tora Due||GER|"]),
        ("Jo Due NOR 1500", ["Jo Due||NOR|1500"]),
        ("Jo Due, Oslo BK, Norge", ["Jo Due|Oslo BK|Norge|"]),
        ("Ole Berg; Oslo; 1688; Norway", ["Ole Berg|Oslo|Norway|1688"]),
        ("Berg, Ole, Oslo, Norway", ["Ole Berg|Oslo|Norway|"]),
        ("Hedda Hauser, Hamburg BG, GER, 1934", ["Hedda Hauser|Hamburg BG|GER|1934"]),
        ("Anna Adler, Würfler, DEN, 1350", ["Anna Adler|Würfler|DEN|1350"]),
        (
            "Berg, Ole\nLund, Lise\nAnna Adler, Würfler, DEN, 1350",
            ["Ole Berg|||", "Lise Lund|||", "Anna Adler|Würfler|DEN|1350"],
        ),
        ("Rikke Ravn ()", ["Rikke Ravn|||"]),
        (
            "7;Vera Holm;;NOR;1612;v@club.example\n"
            "8;Nils Lund;Oslo BK;DEN;1540;n@club.example\n"
            "9;Tora Due;Oslo BK;SWE;;t@club.example",
            [
                "Vera Holm||NOR|1612",
                "Nils Lund|Oslo BK|DEN|1540",
                "Tora Due|Oslo BK|SWE|",
            ],
        ),
    ],
)
def test_a_list_is_read_as_its_writer_meant_it(text, expected):
    lines = read(text)
    assert [told(line) for line in lines] == expected
    assert {line.error for line in lines} == {None}
    assert {line.doubt for line in lines} == {None}


@pytest.mark.parametrize(
    ("line", "name", "doubt"),
    [
        ("Pia Palm paid", "Pia Palm", Doubt.REMARK),
        ("Pia Palm PAID!", "Pia Palm", Doubt.REMARK),
        ("Pia Palm (paid)", "Pia Palm", Doubt.REMARK),
        ("Pia Palm (late, 19:30)", "Pia Palm", Doubt.REMARK),
        ("DUPONT Ditte SWE", "Ditte Dupont", Doubt.CAPITALS),
        ("Name;Club\nDUPONT Ditte;Paris", "Ditte Dupont", Doubt.CAPITALS),
        ("Ditte DUPONT-LÉVY", "Ditte Dupont-Lévy", Doubt.CAPITALS),
        ("Pia Palm; Oslo", "Pia Palm", None),
        ("JP Hansen", "JP Hansen", None),
        ("OLE BERG", "OLE BERG", None),
        ("Larry Late", "Larry Late", None),
    ],
)
def test_what_is_no_name_is_flagged(line, name, doubt):
    (found,) = read(line)
    assert (found.name, found.doubt) == (name, doubt)
    assert (found.verdict is ListedAs.UNSURE) == (doubt is not None)


@pytest.mark.parametrize(
    "line",
    [
        "--- waiting list ---",
        "- Milano Backgammon -",
        "*** Group A ***",
        "Waiting list",
    ],
)
def test_a_title_between_players_is_no_player(line):
    found = read(f"Ole Berg\n{line}\nLise Lund")[1]
    assert found.verdict is ListedAs.INVALID
    assert found.error
    assert found.error.refusal is LOOKS_LIKE_HEADING


def test_columns_that_are_not_read_are_named():
    layout = layout_of("Rank;Name;Points;PR\n1;Vera Holm;12;5,4")
    assert layout
    assert layout.unread == ("Points", "PR")
    assert layout.is_sure


@pytest.mark.parametrize(
    "text",
    [
        "Who?;Where?;Strength\nVera Holm;Bergen BK;1612\nNils Lund;Oslo BK;1540",
        "1;Vera Holm;a;NOR;1612\n2;Nils Lund;b;DEN;1540\n3;Tora Due;c;SWE;1600",
    ],
)
def test_columns_that_were_guessed_are_asked_about(text):
    layout = layout_of(text)
    assert layout
    assert not layout.is_sure
