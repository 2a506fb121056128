"""Finds the columns of a list: its heading, the lines above it, or its cells alone."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from babel import Locale
from django.utils.translation import pgettext_lazy

from matches.players.names import fold, tidy
from matches.web.sentences import in_languages, languages

_NAME_LANGUAGES: Final = ("en", "da", "sv", "nb", "nl", "de", "fr")
_OTHER_NAMES: Final = frozenset(
    ("czech republic", "england", "great britain", "holland", "scotland", "wales")
)
_GIVEN_NAMES: Final = frozenset(
    ("chad", "georgia", "india", "israel", "jersey", "jordan", "kenya", "tchad")
)
"""Names of countries that are those of people, too."""

_ISO_2: Final = """
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM
BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX
CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG
GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR
IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV
LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE
NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO
RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF
TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF
WS YE YT ZA ZM ZW
"""
"""ISO 3166-1 alpha-2."""

_ISO_3: Final = """
ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN
BES BFA BGD BGR BHR BHS BIH BLM BLR BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN
CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP CZE DEU
DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR
GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV
HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM
KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA
MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM
NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL
PRI PRK PRT PRY PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE
SLV SMR SOM SPM SRB SSD STP SUR SVK SVN SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK
TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI URY USA UZB VAT VCT VEN VGB
VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE
"""
"""ISO 3166-1 alpha-3."""

_IOC: Final = """
ALG ANG ANT ARU ASA BAH BAN BAR BER BHU BIZ BOT BRU BUL BUR CAM CAY CGO CHA CHI
CRC CRO DEN ESA FIJ GAM GBS GEQ GER GRE GRN GUA GUI HAI HON INA IRI ISV IVB KOS
KSA KUW LAT LBA LES LIB MAD MAS MAW MGL MON MRI MTN MYA NCA NED NEP NGR NIG OMA
PAR PHI PLE POR PUR RSA SAM SEY SIN SKN SLO SOL SRI SUD SUI TAN TGA TOG TPE UAE
URU VAN VIE VIN ZAM ZIM
"""
"""Codes of the International Olympic Committee that ISO 3166 does not have."""

_USUAL: Final = "UK XK XKX ENG SCO WAL NIR"
"""Codes in use that no list of these has."""

_OTHERWISE: Final = """
BB BF BG BS BV CC CM FK FM GF GM HK IM MD MK MR MS NA NR PM PR SB SC SG SK SR
ST SV TC TV BAR BER
"""
"""Codes that clubs (BF, SK, SV), titles (GM, MD, SR) and columns (NR) use, too."""

_CODES: Final = frozenset(f"{_ISO_2} {_ISO_3} {_IOC} {_USUAL}".split()) - frozenset(
    _OTHERWISE.split()
)


def is_country_code(text: str) -> bool:
    """Return True for a code in capital letters that hardly means anything else."""
    return text in _CODES


def is_country(text: str) -> bool:
    """Return True for such a code, and for the name of a country in seven languages."""
    return is_country_code(text) or fold(text) in _names()


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    names = {
        fold(name)
        for language in _NAME_LANGUAGES
        for code, name in Locale.parse(language).territories.items()
        if code.isalpha()
    }
    return frozenset(names - _GIVEN_NAMES) | _OTHER_NAMES


SEPARATORS: Final = ";\t"
LONGEST_LINE: Final = 1000
COLUMNS: Final = ("name", "given", "family", "club", "country", "rating")
Numbered = Sequence[tuple[int, str]]
"""Lines that are not blank, with their numbers."""

# Translators: words above a column of a list that people paste, with commas between
# them: all that are usual in your language. Those of lists that Crawford writes, too.
_HEADINGS: Final = {
    "name": pgettext_lazy("typed words", "name, player, entrant"),
    "club": pgettext_lazy("typed words", "club"),
    "country": pgettext_lazy(
        "typed words", "country, nation, nationality, country code"
    ),
    "rating": pgettext_lazy("typed words", "rating, elo"),
    "number": pgettext_lazy("typed words", "#, no, nr, number"),
    "given": pgettext_lazy("typed words", "first name, given name"),
    "family": pgettext_lazy("typed words", "last name, family name, surname"),
}
_OTHER_HEADINGS: Final = {
    "name": "full name, names, player name, name of player, players, participant, "
    "participants, competitor, gamertag, spieler, spielername, teilnehmer, joueur, "
    "joueurs, nom, nom complet, deltagere, deltakere, deltagare, deelnemers, spillere, "
    "spelare, spelers",
    "club": "club name, home club, club/city, team, verein, klub",
    "country": "fed, federation, nat, noc, flag, land, pays",
    "rating": "rtg, elo rating, wertung, classement",
    "number": "rank, rk, place, pos, position, seed, sno, snr, start number, startnr, "
    "platz, rang, id, fide id",
    "given": "firstname, given names, forename, vorname, prénom, prenom",
    "family": "lastname, family, nachname, familienname, nom de famille",
}
"""Headings of federations, forms, and lists in German and French."""
_UNREAD: Final = frozenset(
    ["pr", "points", "pts", "score", "timestamp", "e-mail", "email", "phone", "paid"]
)
"""Headings that say that the line is one, although their columns are not read."""
_SEP_LINE: Final = re.compile(r"\W*sep=(.)\W*", re.IGNORECASE)
_QUOTED_CELL: Final = {
    separators: re.compile(
        rf' *"((?:[^"]|"")*)" *(?=[{separators}]|$)|([^{separators}]*)'
    )
    for separators in (SEPARATORS, ",")
}
_RATING_CELL: Final = re.compile(r"[1-9]\d{2,3}(?:[.,]\d{1,2})?")
_MOST_TITLES: Final = 4
"""Lines above a heading: the name of the event, its date, a blank row."""
_FEWEST_CELLS: Final = 5
"""Cells of a line that can hardly be read without knowing the columns."""
_MOST_ROWS: Final = 60
_MOSTLY: Final = 0.7


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a list.

    `first` is the number of the first line with a player; `columns` has one of
    `COLUMNS` for each, empty if it is not read; `titles` the heading, or the cells of
    the first line. `unread` are headings of columns that are not read, `left_out` the
    lines above the heading. The columns of a layout that is not sure were guessed.
    """

    separators: str
    first: int
    columns: tuple[str, ...]
    titles: tuple[str, ...]
    unread: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    is_sure: bool = True

    @property
    def is_table(self) -> bool:
        return len(self.columns) > 1

    @property
    def titled_columns(self) -> list[tuple[str, str]]:
        return list(zip(self.titles, self.columns, strict=True))

    @property
    def mark(self) -> str:
        """The choices as one word, to see whether others were made."""
        return f"{self.first}:{','.join(self.columns)}"


LINE_BY_LINE: Final = Layout("", 0, (), ())
"""The layout of a list whose lines are each read alone."""


def without_sep(lines: Numbered) -> Numbered:
    """Return the lines without a first line `sep=;`, which is meant for Excel."""
    has_sep = bool(lines) and _SEP_LINE.fullmatch(lines[0][1]) is not None
    return lines[1:] if has_sep else lines


def find_layout(lines: Numbered) -> Layout | None:
    """Return the columns of a list, None if its lines are read one by one."""
    for place, (number, line) in enumerate(lines[: _MOST_TITLES + 1]):
        layout = _heading(number, line, is_first=place == 0)
        if layout is not None:
            above = tuple(tidy(title) for _number, title in lines[:place])
            return replace(layout, left_out=above)
    return _guessed(lines, SEPARATORS) or _guessed(lines, ",")


def cells_of(line: str, separators: str) -> list[str]:
    """Split a line into tidied cells; a cell in double quotes may hold separators."""
    if '"' not in line:
        return [tidy(cell) for cell in re.split(f"[{separators}]", line)]
    cells, start, pattern = [], 0, _QUOTED_CELL[separators]
    # `<=`: after a separator at the end of the line there is one more cell, an empty
    # one. Each round moves `start` by one at least.
    while start <= len(line):
        found = pattern.match(line, start)
        quoted, plain = found.groups() if found else (None, "")
        cells.append(tidy(plain if quoted is None else quoted.replace('""', '"')))
        start = (found.end() if found else start) + 1
    return cells


def _heading(number: int, line: str, *, is_first: bool) -> Layout | None:
    """Return the columns of a heading, None for a player's line."""
    if len(line) > LONGEST_LINE:
        return None
    headings = _headings(languages())
    for separators in (SEPARATORS, ","):
        titles = tuple(cells_of(line, separators))
        words = [title.casefold().rstrip(".:?* ") for title in titles]
        columns = [
            next((column for column in headings if word in headings[column]), "")
            for word in words
        ]
        named = {*columns} - {""}
        if not ("name" in named or {"given", "family"} <= named):
            continue
        is_alone = len(titles) == 1
        if (is_alone and is_first) or len(named) > 1 or not _UNREAD.isdisjoint(words):
            if "given" in named and "family" not in named:
                columns = ["family" if name == "name" else name for name in columns]
            return Layout(
                separators,
                number + 1,
                tuple("" if name == "number" else name for name in columns),
                titles,
                tuple(
                    title
                    for title, name in zip(titles, columns, strict=True)
                    if title and not name
                ),
            )
    return None


@lru_cache(maxsize=4)
def _headings(codes: tuple[str, ...]) -> Mapping[str, frozenset[str]]:
    """Return the headings of each column, in these languages and some others."""
    return {
        column: in_languages(words, codes) | {*_OTHER_HEADINGS[column].split(", ")}
        for column, words in _HEADINGS.items()
    }


def _guessed(lines: Numbered, separators: str) -> Layout | None:
    """Return columns by what is in them, for a list that is clearly a table."""
    short = [line for _number, line in lines[:_MOST_ROWS] if len(line) <= LONGEST_LINE]
    rows = [cells_of(line, separators) for line in short]
    width, count = Counter(map(len, rows)).most_common(1)[0] if rows else (0, 0)
    if width < 2 or len(rows) < 3 or count < _MOSTLY * len(rows):  # noqa: PLR2004 - two cells, three lines
        return None
    first, *others = rows
    others = [row for row in others if len(row) == width]
    is_heading = len(first) == width and _is_heading(first, others)
    columns = _by_content(others)
    is_clear = is_heading or "family" in columns or width >= _FEWEST_CELLS
    if not is_clear or not {"name", "family"} & {*columns}:
        return None
    number = lines[0][0]
    return Layout(
        separators,
        number + 1 if is_heading else number,
        columns,
        tuple(first),
        is_sure=False,
    )


def _is_heading(first: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return True if no cell is like those below it, or one asks a question."""
    if any(character.isdigit() for cell in first for character in cell):
        return False
    return any(cell.endswith("?") for cell in first) or any(
        any(map(str.isalpha, title))
        and _is_mostly(column, lambda cell: any(map(str.isdigit, cell)))
        for title, *column in zip(first, *rows, strict=True)
    )


def _by_content(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return what is in each column; two of single words and a third: two names."""
    names = ["name", "club"]
    texts = [
        column
        for column in zip(*rows, strict=True)
        if _is_mostly(column, _is_text) and not _is_mostly(column, is_country)
    ]
    if len(texts) > len(names) and all(
        _is_mostly(column, str.isalpha) for column in texts[:2]
    ):
        names = ["family", "given", "club"]
    columns: list[str] = []
    for column in zip(*rows, strict=True):
        meaning = ""
        if _is_mostly(column, is_country):
            meaning = "country"
        elif _is_mostly(column, lambda cell: bool(_RATING_CELL.fullmatch(cell))):
            meaning = "rating"
        elif _is_mostly(column, _is_text):
            meaning = names.pop(0) if names else ""
        columns.append("" if meaning in columns else meaning)
    return tuple(columns)


def _is_text(cell: str) -> bool:
    return any(map(str.isalpha, cell)) and not any(
        character.isdigit() or character == "@" for character in cell
    )


def _is_mostly(column: Sequence[str], test: Callable[[str], bool]) -> bool:
    filled = [cell for cell in column if cell]
    return bool(filled) and sum(map(test, filled)) >= _MOSTLY * len(filled)
