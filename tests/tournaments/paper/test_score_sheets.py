"""Score sheets: everything on them, in its place, whatever people are called."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime
from io import BytesIO
from itertools import pairwise, permutations
from typing import Any

import pypdfium2
import pytest
import segno
from django.test import override_settings
from django.utils import translation
from hypothesis import example, given
from hypothesis import strategies as st
from pypdf import PageObject, PdfReader

from matches.documents.joined import telling
from matches.documents.languages import clean
from matches.documents.registry import A4, A5, LETTER, Paper, printing_on
from matches.rulebook.profiles import Profile
from matches.rules import Score
from matches.web.qr import QR_PIXELS, qr_address
from tests import paper, printed_worlds
from tests.examples import examples
from tests.refusals import raises
from tournaments.paper.score_sheets import (
    AT_A_TIME,
    HALF_PAGE,
    LEAST_ROW,
    LONG_MATCH,
    NOTHING_TO_PRINT,
    WHOLE_LETTER,
    WHOLE_PAGE,
    PrintedSheet,
    SheetSide,
    SheetSize,
    SheetValues,
    match_cards,
    score_sheets,
)
from tournaments.paper.sheets import rule_values

MM = 72 / 25.4
LANGUAGES = ("en", "da", "sv", "nb", "nl")
PAIRS = tuple(permutations(LANGUAGES, 2))
MIDDLE = 148.5
"""Where an A4 page is cut, in millimetres from the left."""
EDGE = 4.2
APART = re.compile("\u2007{4,}|\n")
"""What is between the labels of a line."""


@pytest.fixture(scope="module", autouse=True)
def _pango() -> None:
    paper.need_printing()


def sheet(number: int = 23, **changes: object) -> SheetValues:
    values = SheetValues(
        tournament="Køge Open",
        place="Open · Swiss",
        round="Round 2 of 5",
        date=date(2026, 11, 12),
        length=7,
        table=number - 16,
        match_number=number,
        code=f"K7Q{number:03d}",
        url=f"https://bg.example.org/m/K7Q{number:03d}/",
        one=SheetSide(f"Anna {number}", "Køge"),
        two=SheetSide(f"Åge {number}"),
        crawford=True,
        printed_at=datetime(2026, 11, 12, 12, 55, tzinfo=UTC),
        draw_number=1,
        language="en",
    )
    return replace(values, **changes)  # type: ignore[arg-type]


def shown(size: SheetSize = HALF_PAGE, **changes: object) -> PrintedSheet:
    return PrintedSheet(sheet(**changes), size)  # type: ignore[arg-type]


def pages(*sheets: SheetValues) -> list[PageObject]:
    return list(PdfReader(BytesIO(score_sheets(sheets)), strict=True).pages)


def text(*sheets: SheetValues) -> str:
    return "\n".join(page.extract_text() for page in pages(*sheets))


def places(page: PageObject) -> list[tuple[str, float, float]]:
    """Where each line begins, in millimetres from the upper left corner.

    Labels that stand in one line are parts of their own.
    """
    return [
        (part.strip(), x, y)
        for text, x, y in paper.texts(page)
        for part in APART.split(text)
        if part.strip()
    ]


def rows_of(page: PageObject, right: float) -> list[tuple[int, float]]:
    """The numbers of the games that begin left of a place, and where their rows are.

    The numbers of the example, which stand in its line, are none.
    """
    parts = places(page)
    examples = {y for part, _x, y in parts if part == "e.g."}
    return [
        (int(part), y)
        for part, x, y in parts
        if part.isdecimal() and x < right and y not in examples
    ]


def pictures(content: bytes, page: int) -> int:
    """How many pictures are drawn on a page."""
    wanted = [pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]
    return len(list(pypdfium2.PdfDocument(content)[page].get_objects(filter=wanted)))


def modules(address: str) -> tuple[tuple[bool, ...], ...]:
    """The dark modules of a QR code, as any reader of the standard expects them."""
    code = segno.make(address, error="m", mask=2, boost_error=False, micro=False)
    return tuple(tuple(bool(dark) for dark in row) for row in code.matrix)


class TestPages:
    @pytest.mark.parametrize(("count", "expected"), [(1, 1), (2, 1), (3, 2), (5, 3)])
    def test_two_sheets_on_a_page(self, count: int, expected: int) -> None:
        printed = pages(*(sheet(number) for number in range(20, 20 + count)))
        assert [paper.size(page) for page in printed] == [(297, 210)] * expected

    @pytest.mark.parametrize(
        ("size", "measures"),
        [(A4, (297, 210)), (LETTER, (279.4, 215.9)), (A5, (148, 210))],
    )
    @pytest.mark.parametrize("language", ["en", "nl+sv"])
    def test_each_paper_has_margins_for_any_printer(
        self, size: Paper, measures: tuple[float, float], language: str
    ) -> None:
        one = sheet(language=language, clock=(840, 12), reporting="agree", beavers=2)
        with printing_on(size):
            content = score_sheets([one, replace(one, match_number=24)])
        found = paper.read(content)
        assert len(found) == (2 if size == A5 else 1)
        assert {paper.size(page) for page in found} == {measures}
        assert printed_worlds.outside(content, EDGE) == []
        assert printed_worlds.overlaps(content) == []
        assert printed_worlds.in_small_type(content, 6.95) == []

    def test_in_the_order_given(self) -> None:
        first, second = pages(*(sheet(number) for number in (31, 30, 33, 32)))
        for page, left, right in ((first, "31", "30"), (second, "33", "32")):
            found = {part: x for part, x, _y in places(page)}
            assert found[f"Anna {left}"] < MIDDLE < found[f"Anna {right}"]

    def test_an_odd_half_is_blank(self) -> None:
        content = score_sheets([sheet(20), sheet(21), sheet(22)])
        _first, last = paper.read(content)
        found = places(last)
        right = [part for part, x, _y in found if x > MIDDLE]
        left = [part for part, x, _y in found if x < MIDDLE]
        assert "Anna 22" in left
        assert not any("22" in part or "K7Q" in part for part in right)
        for part in ("Køge Open", "to 7 points", "Final", "Winner", "Cr"):
            assert part in right
        assert pictures(content, 1) == 1

    def test_nothing_is_refused_with_a_reason(self) -> None:
        for build in (score_sheets, match_cards):
            with raises(NOTHING_TO_PRINT):
                build([])

    def test_the_same_sheets_are_the_same_file(self) -> None:
        assert score_sheets([sheet()]) == score_sheets([sheet()])

    def test_many_sheets_are_laid_out_a_few_at_a_time(self) -> None:
        told: list[tuple[int, int]] = []
        count = AT_A_TIME + 2
        sheets = [sheet(number) for number in range(20, 20 + count)]
        with telling(lambda *done: told.append(done)):
            content = score_sheets(sheets)
        assert told == [(1, 2), (2, 2)]
        assert len(paper.read(content)) == count // 2
        assert paper.untold(content) == []
        words = paper.words(content)
        assert all(f"Anna {number}" in words for number in range(20, 20 + count))


class TestWholePages:
    def test_as_many_pages_as_the_games_need(self) -> None:
        content = score_sheets(
            [sheet(20, length=25), sheet(21, length=15), sheet(), sheet(24)]
        )
        short, *printed = paper.read(content)
        assert paper.size(short) == (297, 210)
        assert [paper.size(page) for page in printed] == [(210, 297)] * 4
        assert [page.extract_text().count("Final") for page in printed] == [
            *(0, 1, 0, 1)
        ]
        assert "Continue on page 2." in printed[0].extract_text()
        games = [[number for number, _y in rows_of(page, 12)] for page in printed]
        assert games == [
            *(list(range(1, 26)), list(range(26, 51))),
            *(list(range(1, 26)), list(range(26, 51))),
        ]
        for number, page in zip((20, 20, 21, 21), printed, strict=True):
            assert f"Anna {number}" in page.extract_text()

    @pytest.mark.parametrize("size", [HALF_PAGE, WHOLE_PAGE, WHOLE_LETTER])
    @pytest.mark.parametrize("is_two", [False, True])
    @pytest.mark.parametrize("length", [1, 3, 7, 8, 13, 14, 25, 26, 99])
    def test_rows_are_high_enough_for_every_game(
        self, length: int, size: SheetSize, *, is_two: bool
    ) -> None:
        size = size.in_two() if is_two else size
        form = shown(size, length=length)
        every = [replace(form, page=page) for page in range(form.pages)]
        if size.is_whole:
            assert sum(len(page.rows) for page in every) >= 2 * length - 1
        for page in every:
            assert page.row >= LEAST_ROW - 0.001
            height = page.row * len(page.rows) + page.notes
            assert height == pytest.approx(size.height, abs=0.02)

    @pytest.mark.parametrize("size", [A4, LETTER])
    @pytest.mark.parametrize("language", ["en", "nl+sv"])
    def test_it_fits_on_its_paper(self, size: Paper, language: str) -> None:
        one = sheet(language=language, clock=(840, 12), length=25)
        with printing_on(size):
            content = score_sheets([one])
        assert len(paper.read(content)) == (
            3 if "+" in language or size == LETTER else 2
        )
        assert printed_worlds.outside(content, EDGE) == []
        assert printed_worlds.overlaps(content) == []
        for number in (0, 1):
            said = " ".join(
                text
                for _kind, *texts in paper.spoken(content, number)
                for text in texts
            )
            if language == "en":
                assert f"Page {number + 1} of" in said


class TestReadAloud:
    def test_in_the_order_in_which_it_is_filled_in(self) -> None:
        called = datetime(2026, 11, 12, 13, 2, tzinfo=UTC)
        content = score_sheets([sheet(called_at=called), sheet(24)])
        assert paper.untold(content) == []
        assert paper.breaks_pdf_ua(content) == []
        told = [
            part
            for _kind, *said in paper.spoken(content)
            for text in said
            for part in APART.split(text)
        ]
        wanted = (
            *("Køge Open", "Open · Swiss", "to 7 points", "Table", "7", "Match", "M23"),
            *("K7Q023", "Anna 23", "Køge", "Åge 23", "called 14:02", "game", "Final"),
            *("Winner", "signed"),
        )
        order = [told.index(word) for word in wanted]
        assert order == sorted(order)
        assert "K7Q023" in paper.alternatives(content)


class TestRules:
    def test_the_key_is_that_of_the_rules(self) -> None:
        assert len(shown().key) == 3
        assert "×2" in shown().key[0]
        assert "×4" in shown(values=(1, 2, 4)).key[0]
        assert "×2" not in shown(counts_checkers=True).key[0]
        assert len(shown(automatic=2, beavers=1).key) == 4
        assert len(shown(crawford=False, beavers=1).key) == 3
        assert shown(length=1).key == []

    def test_who_reports_stands_on_the_sheet(self) -> None:
        desk = sheet(reporting="director").duty
        assert sheet().duty == desk
        code = {sheet(reporting=one).duty for one in ("suggest", "agree", "trust")}
        assert len(code) == 1
        assert desk not in code
        for build in (score_sheets, match_cards):
            said = " ".join(paper.words(build([sheet(reporting="agree")])).split())
            assert " ".join(code.pop().split()) in said if code else True

    def test_the_time_of_the_call(self) -> None:
        called = datetime(2026, 11, 12, 13, 2, tzinfo=UTC)
        assert shown().called == ""
        assert "14:02" in shown(called_at=called).called


KINDS: dict[str, tuple[dict[str, Any], int, set[str], set[str]]] = {
    "as in Denmark": (
        {"key": "danish"},
        7,
        {
            "G",
            "B",
            "P",
            "16",
            "Cr",
            "G gammon ×2 · B backgammon ×3 · P pass",
            "tick Cr",
        },
        {"clock", "Beavers", "Automatic", "Jacoby", "limit"},
    ),
    "poengspill with automatic doubles": (
        {"scoring": "checkers", "automatic": 2, "crawford": False},
        7,
        {"P", "16", "checkers left", "poengspill) × cube", "doubles: 2"},
        {"G", "B", "Cr", "G/B/P?", "gammon", "Crawford"},
    ),
    "poengspill without a cube": (
        {"scoring": "checkers", "cube_cap": 1},
        7,
        {"checkers left", "remaining checkers (poengspill)", "No cube"},
        {"G", "B", "P", "16", "Cr", "cube at end", "times the cube", "dropped"},
    ),
    "beavers and the Jacoby rule": (
        {"beavers": 2, "jacoby": True},
        5,
        {"G", "B", "P", "Beavers · Jacoby rule"},
        {"Automatic", "Unlimited cube"},
    ),
    "higher gammons": (
        {"gammon_value": 3, "backgammon_value": 4},
        5,
        {"G gammon ×3 · B backgammon ×4"},
        {"×2"},
    ),
    "every win is single": (
        {"gammon_value": 1, "backgammon_value": 1},
        5,
        {"P", "pass?", "Every win counts as a single game · P pass"},
        {"G", "B", "G/B/P?", "gammon"},
    ),
    "nothing but single games": (
        {"gammon_value": 1, "backgammon_value": 1, "cube_cap": 1},
        5,
        {"Notes", "Every win counts as a single game", "No cube"},
        {"G", "B", "P", "pass?", "cube at end", "Cr", "dropped"},
    ),
    "no cube": (
        {"cube_cap": 1},
        7,
        {"G", "B", "G/B/P?", "B backgammon ×3", "No cube"},
        {"P", "1 2", "16", "cube at end", "dropped", "Cr", "Crawford"},
    ),
    "a cube without end": (
        {"cube_cap": None, "crawford": False},
        15,
        {"G", "P", "16", "Unlimited cube"},
        {"Cr", "Crawford"},
    ),
    "a low cube": ({"cube_cap": 4}, 7, {"4", "Cr"}, {"16", "8\t", "limit"}),
    "clocks": (
        {"clock_minutes": 2, "clock_scored": 1, "clock_delay": 12},
        11,
        {"to 11 points · clock 22:00 + 12 s"},
        set(),
    ),
    "clocks without a delay": (
        {"clock_minutes": 6, "clock_delay": 0},
        5,
        {"to 5 points · clock 30:00"},
        {"+"},
    ),
    "one point": (
        {"key": "danish"},
        1,
        {"to 1 point", "no cube", "cube at end"},
        {"G", "B", "P", "16", "Cr", "gammon"},
    ),
}


class TestProfiles:
    @pytest.mark.parametrize("kind", KINDS)
    def test_the_fields_are_those_of_the_rules(self, kind: str) -> None:
        switches, length, there, away = KINDS[kind]
        profile = Profile(**switches, extras_in_matches=True)
        one = sheet(length=length, **rule_values(profile, profile.match_rules(length)))
        for content in (score_sheets([one]), score_sheets([replace(one, keeper="○")])):
            assert printed_worlds.overlaps(content) == []
            page = paper.read(content)[0]
            found = {part for part, _x, _y in places(page)}
            fields = {field for part in found for field in part.split()}
            for text in there:
                assert text in fields or any(text in part for part in found), text
            for text in away:
                is_field = len(text) < 3
                assert text not in fields, text
                assert is_field or not any(text in part for part in found), text

    @pytest.mark.parametrize("languages", ["da", "nl+sv"])
    def test_no_label_leaves_its_column(self, languages: str) -> None:
        """The widest labels are those of two languages."""
        for switches, length, _there, _away in KINDS.values():
            profile = Profile(**switches, extras_in_matches=True)
            rules = rule_values(profile, profile.match_rules(length))
            content = score_sheets([sheet(length=length, language=languages, **rules)])
            assert (len(paper.read(content)) > 1) == (length >= LONG_MATCH)
            assert printed_worlds.overlaps(content) == []
            assert printed_worlds.outside(content, EDGE) == []

    @pytest.mark.parametrize("length", [7, 15])
    @pytest.mark.parametrize("minutes", [0, 2])
    @pytest.mark.parametrize("cap", [1, 64])
    def test_what_is_asked_of_a_match_put_aside(
        self, length: int, minutes: int, cap: int
    ) -> None:
        profile = Profile(clock_minutes=minutes, cube_cap=cap)
        rules = rule_values(profile, profile.match_rules(length))
        said = " ".join(
            paper.words(score_sheets([sheet(length=length, **rules)])).split()
        )
        aside = re.split("Nothing circled|a photo", said.partition("to roll")[2])[0]
        assert ("clock" in aside) == (minutes > 0)
        assert ("cube" in aside) == (cap > 1)

    @pytest.mark.parametrize("languages", [*LANGUAGES, *map("+".join, PAIRS)])
    def test_the_fields_of_a_match_put_aside_are_side_by_side(
        self, languages: str
    ) -> None:
        content = score_sheets([sheet(language=languages, clock=(60, 12), length=25)])
        assert printed_worlds.overlaps(content) == []
        assert printed_worlds.outside(content, EDGE) == []

    @pytest.mark.parametrize(
        ("length", "switches", "circled"),
        [
            (7, {}, 16),
            (16, {}, 16),
            (17, {}, 32),
            (33, {}, 64),
            (99, {}, 64),
            (99, {"cube_cap": 16}, 16),
            (7, {"cube_cap": None, "crawford": False}, 64),
            (7, {"beavers": 1, "cube_cap": 64}, 64),
            (7, {"automatic": 2, "cube_cap": 8}, 8),
            (33, {"automatic": 2, "cube_cap": 64}, 64),
        ],
    )
    def test_the_cube_has_the_values_that_can_be(
        self, length: int, switches: dict[str, Any], circled: int
    ) -> None:
        profile = Profile(**switches, extras_in_matches=True)
        rules = rule_values(profile, profile.match_rules(length))
        values = rules["cube_values"]
        assert values == tuple(2**power for power in range(len(values)))
        assert values[-1] == circled
        one = sheet(length=length, **rules)
        form = PrintedSheet(one, HALF_PAGE)
        content = score_sheets([replace(one, match_number=1), replace(one, url="u")])
        line = " ".join(map(str, values))
        found = " ".join(paper.words(content).split())
        rows = len(form.rows) + bool(form.example)
        assert found.count(line) >= 2 * rows or length >= LONG_MATCH
        assert printed_worlds.overlaps(content) == []

    def test_clocks_that_are_required_without_a_time(self) -> None:
        profile = Profile(clocks_required=True)
        one = sheet(**rule_values(profile, profile.match_rules(7)))
        assert "clock" in paper.words(score_sheets([one]))
        assert PrintedSheet(one, HALF_PAGE).clock == ""

    def test_a_start_score_shortens_the_time(self) -> None:
        profile = Profile(clock_minutes=2, clock_scored=1)
        rules = profile.match_rules(7, start=Score(0, 3))
        assert rule_values(profile, rules)["clock"] == (11 * 60, 12)


class TestTexts:
    def test_everything_is_on_the_sheet(self) -> None:
        printed = text(sheet(club="Køge BK"), sheet(24))
        for part in (
            "Køge Open",
            "Open · Swiss",
            "Round 2 of 5 · Thu 12 Nov 2026",
            "to 7 points",
            "K7Q023",
            "Anna 23",
            "Køge",
            "Åge 23",
            "start score",
            "penalty",
            "started",
            "finished",
            "Final",
            "Winner",
            "walkover",
            "retired",
            "signed",
            "One sheet per match.",
            "The winner brings this to the desk.",
            "Nothing circled: single game",
            "Crawford game",
            "adjourned",
            "printed 12 November 2026 13:55 · draw 1 · bg.example.org/m/k7q023",
        ):
            assert part in printed, part
        found = [part for part, _x, _y in places(pages(sheet())[0])]
        assert {"7", "M23"} <= set(found)

    def test_the_number_to_type_is_in_the_upper_right_corner(self) -> None:
        ((x, y),) = [
            (x, y) for part, x, y in places(pages(sheet())[0]) if part == "M23"
        ]
        assert MIDDLE / 2 < x < MIDDLE - 8
        assert y < 28

    def test_crawford_is_mentioned_only_where_it_is_played(self) -> None:
        assert "Crawford" in text(sheet())
        for without in (sheet(crawford=False), sheet(length=1)):
            assert "Crawford" not in text(without)
            assert "Cr\n" not in text(without)

    def test_a_game_is_filled_in_as_an_example(self) -> None:
        printed = " ".join(text(sheet()).split())
        assert "e.g. 4 4 1 2 4 8 16 G B P 0 –" in printed
        short = " ".join(text(sheet(length=3)).split())
        assert "e.g. 2 2 1 2 4 8 16 G B P 0 –" in short
        assert "e.g." not in text(sheet(length=1))

    def test_each_player_has_a_sheet_where_each_keeps_one(self) -> None:
        sheets = [sheet(keeper="●"), sheet(keeper="○")]
        printed = text(*sheets)
        for side in "●○":
            assert f"Kept by {side}: each player keeps one." in printed
        assert "One sheet per match." not in printed

    def test_a_match_to_one_point_has_no_cube(self) -> None:
        printed = text(sheet(length=1))
        assert "to 1 point" in printed
        assert "to 1 points" not in printed
        assert "no cube" in printed
        assert "gammon" not in printed

    def test_without_a_cube_gammons_still_count(self) -> None:
        printed = text(sheet(cube_values=(1,), crawford=False))
        assert "to 7 points" in printed
        assert "gammon" in printed
        assert "no cube" not in printed

    def test_a_handicap_stands_as_the_start_score(self) -> None:
        found = [part for part, x, _y in places(pages(sheet(start=(0, 3)))[0])]
        at = found.index("start score")
        assert found[at : at + 3] == ["start score", "penalty", "0"]
        at = found.index("start score", at + 1)
        assert found[at : at + 3] == ["start score", "penalty", "3"]

    def test_in_the_language_of_the_sheet(self) -> None:
        with translation.override("en"):
            printed = text(sheet(language="da"))
            assert translation.get_language() == "en"
        assert "tor" in printed


class TestNames:
    hostile = (
        "<script>alert(1)</script>",
        "</div></article><img src=file:///etc/passwd>",
        "a & b &amp; c &#x0; &lt;",
        "\"quoted\" 'twice' {{ braces }} {% tag %}",
        "x" * 200,
        "Wolfeschlegelsteinhausenbergerdorff " * 6,
        "\u202ereversed\u202c and \u2067isolated",
        "nul \x00 bell \x07 escape \x1b[31m half \ud800 \udfff",
        "line\nbreak\tand\u2028more",
        "\U0001f44d\U0001f3fd\U0001f469\u200d\U0001f680 emoji",
        "e\u0301" * 100 + "\u0336" * 50,
        "\u0645\u062d\u0645\u062f \u0627\u0644\u0631\u062d\u0645\u0646",
        "\u5c71\u7530\u592a\u90ce\u30fb\u30d0\u30c3\u30af\u30ae\u30e3\u30e2\u30f3",
        "\ufffe\uffff\U000e0001",
        "",
        " ",
    )

    def test_neither_break_nor_inject(self) -> None:
        """Beside each sheet with such a name is a usual one, on a page of their own."""
        sheets = []
        for name in self.hostile:
            player = SheetSide(name, name)
            strange = sheet(
                tournament=name, place=f"{name} · {name}", one=player, two=player
            )
            sheets += [strange, sheet(24)]
        content = score_sheets(sheets)
        printed = paper.read(content)
        assert len(printed) == len(self.hostile)
        for number, (name, page) in enumerate(zip(self.hostile, printed, strict=True)):
            assert pictures(content, number) == 2, name
            said = page.extract_text()
            if "\0" in said:
                continue  # pypdf cannot read a font that lacks one of the characters
            assert "Anna 24" in said, name
            assert said.count("to 7 points") == 2, name

    def test_markup_is_printed_as_it_was_typed(self) -> None:
        name = '<script>alert(1)</script> & "x" &#x0;'
        assert name in text(sheet(one=SheetSide(name)))

    @given(st.text(max_size=300))
    @example("\ud800")
    def test_cleaned_texts_are_one_line_that_can_be_encoded(self, name: str) -> None:
        cleaned = clean(name)
        cleaned.encode()
        assert cleaned == clean(cleaned)
        assert cleaned.isprintable() or not cleaned.isascii()
        assert "\n" not in cleaned

    @examples(12)
    @given(name=st.text(max_size=200), club=st.text(max_size=200))
    def test_any_name_gives_one_page(self, name: str, club: str) -> None:
        assert len(pages(sheet(tournament=club, one=SheetSide(name, club)))) == 1

    @pytest.mark.parametrize(
        "name",
        [
            "Maximiliane-Alexandra von und zu Hohenlohe-Langenburg",
            "Wolfeschlegelsteinhausenbergerdorff",
            "HANNA ELISABETH STEINSLAND-BERG DAHL",
            "Александра Константиновна Воскресенская",
        ],
    )
    def test_a_long_name_is_whole_and_no_smaller_than_nine_points(
        self, name: str
    ) -> None:
        content = score_sheets(
            [sheet(one=SheetSide(name, "Club"), two=SheetSide(name))]
        )
        assert printed_worlds.overlaps(content) == []
        said = "".join(printed_worlds.text_of(content).split())
        assert said.count("".join(name.split())) == 2
        assert min(printed_worlds.type_of_names(content, [name])) >= 8.95


class TestQr:
    def test_is_the_address_in_capitals(self) -> None:
        (page,) = pages(sheet())
        image = page.images[0].image
        assert image is not None
        side = image.width // QR_PIXELS
        assert image.size == (side * QR_PIXELS,) * 2
        dark = tuple(
            tuple(
                image.getpixel((x * QR_PIXELS + 1, y * QR_PIXELS + 1)) == 0
                for x in range(side)
            )
            for y in range(side)
        )
        assert dark == modules("HTTPS://BG.EXAMPLE.ORG/M/K7Q023/")

    def test_is_small_because_of_the_capitals(self) -> None:
        assert len(modules("HTTPS://BG.EXAMPLE.DK/M/K7Q2MX")) == 25
        assert qr_address("https://bg.example.dk/m/k7q2mx") == qr_address(
            "HTTPS://BG.EXAMPLE.DK/M/K7Q2MX"
        )

    def test_each_sheet_has_its_own(self) -> None:
        (page,) = pages(sheet(23), sheet(24))
        assert len({image.data for image in page.images}) == 2


@pytest.mark.parametrize("length", [1, 5, 7, 11, 25])
def test_the_rows_stand_one_below_the_other(length: int) -> None:
    size = WHOLE_PAGE if length >= LONG_MATCH else HALF_PAGE
    form = shown(size, length=length)
    (page, *_more) = pages(sheet(length=length, table=50))
    rows = rows_of(page, 17)
    assert [number for number, _y in rows] == list(form.rows)
    for (_number, above), (_next, below) in pairwise(rows):
        assert below - above == pytest.approx(form.row, abs=0.05)


@pytest.mark.parametrize("length", [7, 15])
def test_all_lies_the_other_way_round_from_right_to_left(
    length: int,
) -> None:
    with override_settings(LANGUAGES_BIDI=["en"]):
        content = score_sheets([sheet(23, length=length), sheet(24, length=length)])
    page = paper.read(content)[0]
    width, _height = paper.size(page)
    found = {part: x for part, x, _y in places(page)}
    text = pypdfium2.PdfDocument(content)[0].get_textpage()
    game, crawford = (
        text.get_charbox(text.search(word, match_case=True).get_next()[0])[0]
        for word in ("game", "Cr")
    )
    assert game > crawford
    if length < LONG_MATCH:
        assert found["Anna 23"] > width / 2 > found["Anna 24"]
    assert printed_worlds.overlaps(content) == []
    assert printed_worlds.outside(content, EDGE) == []
