"""Lists as directors get them: by mail, from forms, federations and spreadsheets."""

from collections import Counter

import pytest

from matches.players.roster import KnownPlayer, ListedAs, layout_of, read_list

Read = tuple[str, str, str, str]
"""Name, club, country and rating."""

VERA = ("Vera Holm", "Bergen BK", "NOR", "1612")
NILS = ("Nils Lund", "Oslo", "DEN", "1540")


def cells(line):
    return line.name, line.club, line.country or "", str(line.rating or "")


def people(text):
    lines = read_list(text, known=(), entered=())
    return [cells(line) for line in lines if line.verdict is not ListedAs.INVALID]


def only(person, *columns):
    """Return the name and these columns of a person."""
    club, country, rating = (
        cell if place in columns else "" for place, cell in enumerate(person[1:], 1)
    )
    return person[0], club, country, rating


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        pytest.param(
            "sep=;\r\nName;Club;Rating\r\nVera Holm;Bergen BK;1612\r\n"
            "Nils Lund;Oslo;1540\r\n",
            (1, 3),
            id="line for Excel",
        ),
        pytest.param(
            'No.;Name;FED;Rtg\n1;"Holm, Vera";NOR;1612\n2;"Lund, Nils";DEN;1540',
            (2, 3),
            id="federation",
        ),
        pytest.param(
            "Tournament: Spring Open\nStarting rank list\n\n"
            "No.;;Name;FideID;FED;Rtg;Club/City\n"
            '1;;"Holm, Vera";1503014;NOR;1612;Bergen BK\n'
            '2;GM;"Lund, Nils";1401515;DEN;1540;Oslo',
            (1, 2, 3),
            id="starting rank",
        ),
        pytest.param(
            "Spring Open 2026\n\nPlayers;Nat;Elo\n"
            "Vera Holm;NOR;1612\nNils Lund;DEN;1540",
            (2, 3),
            id="title row",
        ),
        pytest.param(
            "Nr.;Fornavn;Efternavn;Klub;Land;Rating\n"
            "1;Vera;Holm;Bergen BK;NOR;1612\n2;Nils;Lund;Oslo;DEN;1540",
            (1, 2, 3),
            id="Danish",
        ),
        pytest.param(
            "Förnamn\tEfternamn\tKlubb\tRating\n"
            "Vera\tHolm\tBergen BK\t1612\nNils\tLund\tOslo\t1540",
            (1, 3),
            id="Swedish",
        ),
        pytest.param(
            "Navn;Klubb;Nasjonalitet\nVera Holm;Bergen BK;NOR\nNils Lund;Oslo;DEN",
            (1, 2),
            id="Norwegian",
        ),
        pytest.param(
            "Voornaam;Achternaam;Vereniging;Rating\n"
            "Vera;Holm;Bergen BK;1612\nNils;Lund;Oslo;1540",
            (1, 3),
            id="Dutch",
        ),
        pytest.param(
            "Rang;Vorname;Nachname;Verein;Nation;Punkte\n"
            "1;Vera;Holm;Bergen BK;NOR;12\n2;Nils;Lund;Oslo;DEN;10",
            (1, 2),
            id="German",
        ),
        pytest.param(
            "Prénom;Nom;Club;Pays;Classement\n"
            "Vera;Holm;Bergen BK;NOR;1612\nNils;Lund;Oslo;DEN;1540",
            (1, 2, 3),
            id="French",
        ),
        pytest.param(
            "Timestamp,Email address,What is your full name?,Your club?,Rating,Notes\n"
            '2026/11/01 19:22:11,v@example.org,Vera Holm,Bergen BK,1612,"Hi, all!"\n'
            "2026/11/02 09:02:01,n@example.org,Nils Lund,Oslo,1540,",
            (1, 3),
            id="form",
        ),
        pytest.param(
            '"Last Name","First Name","Club","Country","Rating"\n'
            '"Holm","Vera","Bergen BK","NOR","1,612"\n'
            '"Lund","Nils","Oslo","DEN","1540"',
            (1, 2, 3),
            id="thousands with a comma",
        ),
        pytest.param("Name;PR\nVera Holm;5,4\nNils Lund;7,1", (), id="PR"),
        pytest.param(
            "Place\tParticipants\tWon\tLost\tPoints\n"
            "1\tVera Holm\t5\t0\t5\n2\tNils Lund\t4\t1\t4",
            (),
            id="standings",
        ),
        pytest.param(
            "GamerTag,Short GamerTag,Seed,Prefix,Country\n"
            "Vera Holm,vera,1,,NOR\nNils Lund,nils,2,,DEN",
            (2,),
            id="other program",
        ),
        pytest.param(
            "Name;Paid;Late;Club\nVera Holm;yes;;Bergen BK\nNils Lund;no;x;Oslo",
            (1,),
            id="flags in columns",
        ),
        pytest.param(
            "| # | Name | Club | Rating |\n|---|------|------|-------|\n"
            "| 1 | Vera Holm | Bergen BK | 1612 |\n| 2 | Nils Lund | Oslo | 1540 |",
            (1, 3),
            id="bars",
        ),
        pytest.param(
            "Vera Holm     Bergen BK    NOR   1612\n"
            "Nils Lund     Oslo         DEN   1540",
            (1, 2, 3),
            id="columns of blanks",
        ),
        pytest.param(
            "Holm; Vera; Bergen BK; NOR\nLund; Nils; Oslo; DEN\nLund; Nils; Oslo; DEN",
            (1, 2),
            id="family name first, no heading",
        ),
        pytest.param(
            "> Vera Holm <vera@example.org>, NOR, 1612\n"
            "> Nils Lund nils@example.org, DEN, 1540",
            (2, 3),
            id="mail",
        ),
        pytest.param(
            "Name,Club,Rating\n,,\nVera Holm,Bergen BK,1612\n,,\n"
            "Nils Lund,Oslo,1540\nTotal,,2",
            (1, 3),
            id="blank rows and a sum",
        ),
        pytest.param(
            "Vera Holm [NOR] 1612\nNils Lund (DEN) 1540", (2, 3), id="brackets"
        ),
        pytest.param(
            "HOLM Vera NOR\nNils LUND – DEN\n--- waiting list ---\nReserves (2):",
            (2,),
            id="capitals and titles",
        ),
        pytest.param(
            "1. Vera Holm - paid\n2) Nils Lund (late, 19:30)\nWaiting list:",
            (),
            id="remarks",
        ),
    ],
)
def test_a_list_in_the_wild_is_read(text, columns):
    assert people(text)[:2] == [only(VERA, *columns), only(NILS, *columns)]
    assert {name for name, *_others in people(text)} == {"Vera Holm", "Nils Lund"}


def test_columns_that_are_not_read_are_named():
    layout = layout_of("Name;Paid;Handicap\nVera Holm;yes;3")
    assert layout
    assert layout.unread == ("Paid", "Handicap")


@pytest.mark.parametrize("country", ["(Norway)", "[NO]", "– NOR", "(NOR)", "(Norge)"])
def test_a_country_stands_anywhere(country):
    ((name, club, read, _rating),) = people(f"Vera Holm {country}")
    assert (name, club) == ("Vera Holm", "")
    assert read == country.strip("()[]– ")


def test_a_formula_is_refused():
    text = 'Name;Club\n=HYPERLINK("http://example.org");Oslo\n@Nils Lund;Oslo'
    formula, nils = read_list(text, known=(), entered=())
    assert formula.error
    assert formula.error.refusal.code == "roster.formula"
    assert nils.name == "Nils Lund"


def test_two_hundred_duplicates_are_named():
    names = [f"{first} {family}" for first in "ABCDEFGHIJ" for family in FAMILIES]
    lines = read_list("\n".join(names * 2), known=(), entered=())
    verdicts = Counter(line.verdict for line in lines)
    assert verdicts[ListedAs.DUPLICATE] == len(names) == 200
    assert not verdicts[ListedAs.INVALID]


FAMILIES = (
    *("Adler", "Bakker", "Christensen", "Dupont", "Engel", "Frey", "Gustafsson"),
    *("Hauser", "Iversen", "Jansson", "Kowalski", "Lindqvist", "Madsen", "Nyström"),
    *("Olsen", "Palm", "Quist", "Ravn", "Svendsen", "Thorup"),
)
DIRECTORY = (
    *("Anna Adler", "Bo Bakker", "Cia Christensen", "Dina Dahl", "Erik Engel"),
    *("Flavio Frey", "Gerd Gustafsson", "Hanne Holm", "Ida Iversen", "Jan Jansson"),
    *("Karl Kowalski", "Lise Lindqvist", "Mads Madsen", "Nina Nyström"),
)
_OF_AARHUS = "\n".join(
    f"{name}, Aarhus BK, DEN, {1350 + at}" for at, name in enumerate(DIRECTORY)
)
A_WEEKEND = f"""\
Spring Open – entries so far:

{_OF_AARHUS}
Hedda Hauser, Hamburg BG, GER, 1934
Ib Ibsen, Ribe Bræt & Spil, DEN, 1512
Jo Juhl, Milano Backgammon, ITA, 1700
Kim Krag, Café Nord, SWE, 1488
Lea Lorenz, Berlin, GER, 1420
Mia Moe, Oslo, NOR, 1377
Ditte DUPONT SWE
DUBOIS Denis FRA
DE VRIES Jan NED
Pia Palm paid
Per Poulsen – paid
Rikke Ravn ()
Rolf Rasmussen [GER]
Sara Svendsen (NOR)
Sune Sørensen (Norway)
Tove Thorup – GER
Tom Thomsen DEN 1500
Ulla Udsen (Odense BK) 1455
Ursula Urban (Wien) AUT
Viggo Vang 1433
Vera Vinter, 1502
Wim Willems, NED
Xenia Xu (late, 19:30)
Yrsa Yde (unpaid)
Zoe Zahl!
1. Asta Abel
2. Bent Berg
3) Carl Carlsen
- Dorte Dam
* Egon Ebbe
• Fie Fisker
> Gro Gran
Hugo Hvid <hugo@example.org>
Inga Isaksen; Tromsø; NOR; 1610
Jens Jarl; ; DEN; 1444
Kaja Krogh; Bergen BK
Lars Lauge;;;1333
Maja Munk\tKøge\t1388
Niels Nord\t\t1399
Olga Ohlsson - Malmö BGK - 1477
Poul Pil – Vejle – 1466
- Milano Backgammon -
Quentin Quist
Rosa Riis
Stig Storm
Tilde Toft
Uffe Ulrik
Vibe Voss
Werner Wulff
--- waiting list ---
Yvonne York
Åse Åberg
"""


def test_a_list_of_a_weekend_loses_and_spoils_nothing():
    known = [KnownPlayer(name, name, "") for name in DIRECTORY]
    lines = read_list(A_WEEKEND, known=known, entered=())
    assert len(lines) == 67
    refused = [line.raw for line in lines if line.verdict is ListedAs.INVALID]
    assert refused == [
        "Spring Open – entries so far:",
        "- Milano Backgammon -",
        "--- waiting list ---",
    ]
    by_name = {line.name: line for line in lines}
    for at, name in enumerate(DIRECTORY):
        line = by_name[name]
        assert line.verdict is ListedAs.KNOWN
        assert cells(line)[1:] == ("Aarhus BK", "DEN", str(1350 + at))
    read = {name: cells(line)[1:] for name, line in by_name.items()}
    expected = {
        "Hedda Hauser": ("Hamburg BG", "GER", "1934"),
        "Ib Ibsen": ("Ribe Bræt & Spil", "DEN", "1512"),
        "Jo Juhl": ("Milano Backgammon", "ITA", "1700"),
        "Kim Krag": ("Café Nord", "SWE", "1488"),
        "Ditte Dupont": ("", "SWE", ""),
        "Denis Dubois": ("", "FRA", ""),
        "Pia Palm": ("", "", ""),
        "Per Poulsen": ("", "", ""),
        "Rikke Ravn": ("", "", ""),
        "Rolf Rasmussen": ("", "GER", ""),
        "Sune Sørensen": ("", "Norway", ""),
        "Tove Thorup": ("", "GER", ""),
        "Tom Thomsen": ("", "DEN", "1500"),
        "Ulla Udsen": ("Odense BK", "", "1455"),
        "Ursula Urban": ("Wien", "AUT", ""),
        "Vera Vinter": ("", "", "1502"),
        "Hugo Hvid": ("", "", ""),
        "Inga Isaksen": ("Tromsø", "NOR", "1610"),
        "Jens Jarl": ("", "DEN", "1444"),
        "Lars Lauge": ("", "", "1333"),
        "Maja Munk": ("Køge", "", "1388"),
        "Olga Ohlsson": ("Malmö BGK", "", "1477"),
        "Poul Pil": ("Vejle", "", "1466"),
        "Bent Berg": ("", "", ""),
        "Gro Gran": ("", "", ""),
        "Åse Åberg": ("", "", ""),
    }
    assert {name: read.get(name) for name in expected} == expected
    doubtful = {line.name for line in lines if line.verdict is ListedAs.UNSURE}
    assert doubtful >= {"Pia Palm", "Ditte Dupont", "Xenia Xu", "Yrsa Yde"}
