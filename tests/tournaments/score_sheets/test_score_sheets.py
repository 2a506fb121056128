"""Score sheets: everything on them, in its place, whatever people are called."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from io import BytesIO
from itertools import permutations
from typing import Any

import pytest
import segno
from django.test import override_settings
from django.utils import translation
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import ImageFont
from pypdf import PageObject, PdfReader

from matches.documents import pdf as layout_process
from matches.documents.fitting import MM_PER_POINT
from matches.documents.languages import BETWEEN
from matches.documents.pdf import text_width
from matches.documents.text import clean
from matches.rulebook.profiles import Profile
from matches.rules import Score
from matches.rules.refusals import RuleError
from matches.web.qr import QR_PIXELS, qr_address
from tests import paper, printed_worlds
from tests.conftest import missing
from tests.examples import examples
from tests.refusals import raises
from tournaments.score_sheets import (
    NOTHING_TO_PRINT,
    SheetSide,
    SheetValues,
    score_sheets,
    whole_page_sheets,
)
from tournaments.score_sheets import pdf as sheets_pdf
from tournaments.score_sheets.documents import _of_rules
from tournaments.score_sheets.drawing import SheetDrawing, drawing
from tournaments.score_sheets.layout import (
    BANDS,
    HALF_PAGE,
    HEIGHT,
    LEAST_ROW,
    MARGIN_X,
    MARGIN_Y,
    SHEET_WIDTH,
    TOPS,
    WHOLE_LETTER,
    WHOLE_PAGE,
    WIDTH,
    SheetLayout,
    SheetSize,
)
from tournaments.score_sheets.pdf import _form
from tournaments.score_sheets.texts import CLUB_FIT, NAME_FIT, face, in_slots

MM = 72 / 25.4
LANGUAGES = ("en", "da", "sv", "nb", "nl")
PAIRS = tuple(permutations(LANGUAGES, 2))
A4 = (297 * MM, 210 * MM)


@pytest.fixture(scope="module", autouse=True)
def _pango() -> None:
    try:
        layout_process._engine()
    except RuleError as error:
        assert error.refusal is layout_process.PRINTING_UNAVAILABLE
        missing("libpango-1.0-0")


def sheet(number: int = 23, **changes: object) -> SheetValues:
    values = SheetValues(
        tournament="Køge Open",
        division="Open",
        stage="Swiss",
        round_number=2,
        rounds=5,
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


def pages(*sheets: SheetValues) -> list[PageObject]:
    return list(PdfReader(BytesIO(score_sheets(sheets)), strict=True).pages)


def text(*sheets: SheetValues) -> str:
    return "\n".join(page.extract_text() for page in pages(*sheets))


def places(page: PageObject) -> list[tuple[str, float, float]]:
    """Where each piece of text begins, in millimetres from the upper left corner."""
    found = []

    def visit(part: str, cm: list[float], tm: list[float], *_rest: object) -> None:
        if part.strip():
            x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
            y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
            found.append((part.strip(), x / MM, 210 - y / MM))

    page.extract_text(visitor_text=visit)
    return found


def pictures(page: PageObject) -> int:
    """How many images are drawn: the pages share one list of them."""
    content = page.get_contents()
    assert content is not None
    return content.get_data().count(b" Do")


def modules(address: str) -> tuple[tuple[bool, ...], ...]:
    """The dark modules of a QR code, as any reader of the standard expects them."""
    code = segno.make(address, error="m", mask=2, boost_error=False, micro=False)
    return tuple(tuple(bool(dark) for dark in row) for row in code.matrix)


class TestPages:
    @pytest.mark.parametrize(("count", "expected"), [(1, 1), (2, 1), (3, 2), (5, 3)])
    def test_two_sheets_on_a_page(self, count: int, expected: int) -> None:
        printed = pages(*(sheet(number) for number in range(20, 20 + count)))
        assert len(printed) == expected
        for page in printed:
            assert (page.mediabox.width, page.mediabox.height) == pytest.approx(
                A4, abs=0.01
            )

    def test_in_the_order_given(self) -> None:
        first, second = pages(*(sheet(number) for number in (31, 30, 33, 32)))
        for page, left, right in ((first, "31", "30"), (second, "33", "32")):
            found = {part: x for part, x, _y in places(page)}
            assert found[f"Anna {left}"] < SHEET_WIDTH < found[f"Anna {right}"]

    def test_an_odd_half_is_blank(self) -> None:
        _first, last = pages(sheet(20), sheet(21), sheet(22))
        found = places(last)
        right = [part for part, x, _y in found if x > SHEET_WIDTH]
        left = [part for part, x, _y in found if x < SHEET_WIDTH]
        assert "Anna 22" in left
        assert not any("22" in part or "K7Q" in part for part in right)
        for part in ("Køge Open", "to 7 points", "Final", "Winner", "Cr"):
            assert part in right
        assert pictures(last) == 1

    def test_nothing_is_refused_with_a_reason(self) -> None:
        with raises(NOTHING_TO_PRINT):
            score_sheets([])

    def test_the_same_sheets_are_the_same_file(self) -> None:
        assert score_sheets([sheet()]) == score_sheets([sheet()])

    def test_many_sheets_are_laid_out_in_chunks(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sheets = [sheet(number) for number in range(20, 25)]
        whole = [page.extract_text() for page in pages(*sheets)]
        size = len(score_sheets(sheets))
        monkeypatch.setattr(sheets_pdf, "CHUNK", 1)
        told: list[tuple[int, int]] = []
        content = score_sheets(sheets, lambda *done: told.append(done))
        # The form, the two patterns (one is the blank half), and all pages.
        assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
        read = PdfReader(BytesIO(content), strict=True)
        assert [page.extract_text() for page in read.pages] == whole
        assert len(content) < size * 1.1

    def test_a_sheet_more_costs_little(self) -> None:
        few, many = (
            len(score_sheets([sheet(number) for number in range(1, count + 1)]))
            for count in (2, 42)
        )
        assert many - few < 40 * 2000


class TestWholePages:
    def test_as_many_pages_as_the_games_need(self) -> None:
        sheets = [sheet(20, length=25), sheet(21, length=13), sheet(22)]
        printed = list(PdfReader(BytesIO(whole_page_sheets(sheets)), strict=True).pages)
        assert len(printed) == 4
        for page in printed:
            width, height = page.mediabox.width, page.mediabox.height
            assert (width / MM, height / MM) == pytest.approx((210, 297), abs=0.01)
        texts = [page.extract_text() for page in printed]
        assert [
            f"Anna {number}" in text
            for number, text in zip((20, 20, 21, 22), texts, strict=True)
        ] == [True] * 4
        games = [
            [int(part) for part, x, _y in places(page) if part.isdecimal() and x < 17]
            for page in printed
        ]
        assert games == [
            *(list(range(1, 26)), list(range(26, 51))),
            *(list(range(1, 26)), list(range(1, 14))),
        ]

    @pytest.mark.parametrize("size", [WHOLE_PAGE, WHOLE_LETTER])
    @pytest.mark.parametrize("length", [1, 7, 13, 14, 25, 26, 99])
    def test_rows_are_high_enough_for_every_game(
        self, length: int, size: SheetSize
    ) -> None:
        form = SheetLayout(length, True, (1, 2, 4, 8, 16), "en", size=size)
        pages = [replace(form, page=page) for page in range(form.pages)]
        assert sum(page.rows for page in pages) >= 2 * length - 1
        assert [page.is_last for page in pages] == [False] * (form.pages - 1) + [True]
        for page in pages:
            assert page.row >= LEAST_ROW
            assert page.bottom + page.notes == pytest.approx(size.tops["final"])

    def test_it_fits_on_its_paper_and_beside_its_margins(self) -> None:
        assert WHOLE_PAGE.width <= 210 - 2 * 8
        assert WHOLE_PAGE.height <= 297 - 2 * 7
        assert WHOLE_LETTER.width <= 215.9 - 2 * 8
        assert WHOLE_LETTER.height <= 279.4 - 2 * 7

    def test_without_sheets_there_is_nothing(self) -> None:
        with raises(NOTHING_TO_PRINT):
            whole_page_sheets([])


class TestFilledPages:
    """Sheets that are drawn from the layout of another one."""

    sheets = (
        sheet(7, table=1, one=SheetSide("Wim", "Oslo"), two=SheetSide("Ada fifi AV")),
        sheet(1234, table=123, one=SheetSide("ØYSTEIN W. ÅS", "Ø")),
        sheet(88, called_at=datetime(2026, 11, 12, 13, 2, tzinfo=UTC)),
        sheet(9, one=SheetSide("Anna " * 9, "Køge"), two=SheetSide("Anna " * 15)),
        sheet(10, one=SheetSide("山田太郎", "Юг"), two=SheetSide("محمد")),
        sheet(11, table=None, round_name="Final", rounds=0),
        sheet(12, two=SheetSide("x" * 200, "m" * 200)),
    )

    def drawn(self, *sheets: SheetValues) -> list[list[tuple[str, int, int]]]:
        content = score_sheets(sheets)
        assert paper.untold(content) == []
        return [
            sorted((part, round(x * 20), round(y * 20)) for part, x, y in places(page))
            for page in PdfReader(BytesIO(content), strict=True).pages
        ]

    @pytest.mark.parametrize("language", ["en", "da+nl"])
    def test_everything_is_where_a_layout_of_its_own_puts_it(
        self, language: str
    ) -> None:
        """The first sheet of a document has one; the others are drawn from it."""
        usual = sheet(23, table=50, language=language)
        for each in self.sheets:
            one = replace(each, language=language)
            assert self.drawn(usual, usual, one, one)[1:] == self.drawn(one, one)

    def test_names_that_fit_share_one_layout(self) -> None:
        patterns = {in_slots(face(sheet(number)))[0] for number in (23, 24, 99)}
        assert len(patterns) == 1
        own = [in_slots(face(each))[1].get("one-name") for each in self.sheets[3:5]]
        assert own == ["Anna " * 8 + "Anna", None]


class TestReadAloud:
    def test_in_the_order_in_which_it_is_filled_in(self) -> None:
        called = datetime(2026, 11, 12, 13, 2, tzinfo=UTC)
        content = score_sheets([sheet(called_at=called), sheet(24), sheet(25)])
        first = paper.spoken(content)[:13]
        assert [kind for kind, *_ in first] == [
            *("H1", *"PPP", "Figure", *"PPPP", "Figure", *"PPP"),
        ]
        labels = ("start score", "start score", "0", "0", "penalty", "penalty")
        assert first[:8] == [
            ("H1", "Køge Open"),
            ("P", "to 7 points", "Open · Swiss", "Round 2 of 5 · Thu 12 Nov 2026"),
            ("P", "Table", "7"),
            ("P", "Match", "23", "K7Q023"),
            ("Figure", "K7Q023"),
            ("P", "Anna 23", "Køge"),
            ("P", "Åge 23"),
            ("P", *labels, "started", "finished", "called 14:02"),
        ]
        assert first[9] == (
            "Figure",
            "Table to fill in with 13 rows, one for each game",
        )
        assert paper.untold(content) == []

    def test_a_blank_half_says_what_is_to_be_filled_in(self) -> None:
        content = score_sheets([sheet(25)])
        blank = paper.spoken(content)[13:]
        assert blank[:3] == [
            ("H1", "Køge Open"),
            ("P", "to 7 points", "Open · Swiss", "Thu 12 Nov 2026"),
            ("P", "Table"),
        ]

    def test_a_whole_page_has_its_notes_and_both_pages(self) -> None:
        content = whole_page_sheets([sheet(20, length=25)])
        assert paper.untold(content) == []
        for page, number in enumerate(("Page 1 of 2", "Page 2 of 2")):
            (notes,) = (said for said in paper.spoken(content, page) if number in said)
            assert {"Notes", "If the match is put aside", "on roll"} <= set(notes)


class TestRules:
    def form(self, **rules: Any) -> SheetDrawing:
        return drawing(
            SheetLayout(7, rules.pop("crawford", True), (1, 2), "en", **rules)
        )

    def test_the_key_is_that_of_the_rules(self) -> None:
        assert self.form().key_lines == 2
        assert "×2" in self.form().key
        assert "×4" in self.form(values=(1, 2, 4)).key
        checkers = self.form(counts_checkers=True).key
        assert "×" not in checkers
        both = self.form(automatic=2, beavers=1)
        assert both.key_lines == 3
        assert self.form(crawford=False, beavers=1).key_lines == 2

    def test_who_reports_stands_on_the_sheet(self) -> None:
        desk = self.form(reporting="director").duty
        assert self.form().duty == desk
        code = {self.form(reporting=one).duty for one in ("suggest", "agree", "trust")}
        assert len(code) == 1
        assert desk not in code

    def test_the_table_is_larger_than_the_match(self) -> None:
        css = sheets_pdf._stylesheet(sheets_pdf.ON_A4, HALF_PAGE)
        sizes = [
            float(size)
            for size in re.findall(
                r"\.(?:table|match) \{[^}]*font-size: ([\d.]+)pt", css
            )
        ]
        assert sizes == sorted(sizes, reverse=True)
        assert len(sizes) == 2

    def test_the_time_of_the_call(self) -> None:
        called = datetime(2026, 11, 12, 13, 2, tzinfo=UTC)
        assert face(sheet()).called == ""
        assert "14:02" in face(sheet(called_at=called)).called


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
        {"P", "16", "checkers left", "poengspill), times the cube", "doubles: 2"},
        {"G", "B", "Cr", "not plain?", "gammon", "Crawford"},
    ),
    "poengspill without a cube": (
        {"scoring": "checkers", "cube_cap": 1},
        7,
        {"checkers left", "has left (poengspill)", "No cube"},
        {"G", "B", "P", "16", "Cr", "cube at end", "times the cube", "dropped"},
    ),
    "beavers and the Jacoby rule": (
        {"beavers": 2, "jacoby": True},
        5,
        {"G", "B", "P", "Beavers · Jacoby rule"},
        {"Automatic", "Cube without limit"},
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
        {"G", "B", "not plain?", "gammon"},
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
        {"G", "B", "not plain?", "B backgammon ×3", "No cube"},
        {"P", "1 2", "16", "cube at end", "dropped", "Cr", "Crawford"},
    ),
    "a cube without end": (
        {"cube_cap": None, "crawford": False},
        15,
        {"G", "P", "16", "Cube without limit"},
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
        one = sheet(length=length, **_of_rules(profile, profile.match_rules(length)))
        for content in (score_sheets([one]), whole_page_sheets([one])):
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
            rules = _of_rules(profile, profile.match_rules(length))
            form = _form(sheet(length=length, language=languages, **rules))
            shown = drawing(form)
            for heading in shown.headings:
                for line in heading.text.split(BETWEEN):
                    width = text_width(line) * 7 * MM_PER_POINT
                    assert width <= heading.column.width, line
            for marks in shown.marks:
                line = marks.text.split("\n")[0].rsplit("\t", 1)[-1]
                width = text_width(line) * marks.size * MM_PER_POINT
                assert width <= marks.pitch
            assert shown.key_lines <= (6 if "+" in languages else 3)
            if switches.get("jacoby"):
                *_other, more = shown.key.split("\n")
                two = ["Beavers · Jacobyregel", "Beaver · Jacobyregeln"]
                assert more.split(BETWEEN) == (two if "+" in languages else [more])

    @pytest.mark.parametrize("build", [score_sheets, whole_page_sheets])
    @pytest.mark.parametrize("minutes", [0, 2])
    @pytest.mark.parametrize("cap", [1, 64])
    def test_what_is_asked_of_a_match_put_aside(
        self, build: Callable[[list[SheetValues]], bytes], minutes: int, cap: int
    ) -> None:
        profile = Profile(clock_minutes=minutes, cube_cap=cap)
        one = sheet(**_of_rules(profile, profile.match_rules(7)))
        content = build([one, replace(one, match_number=24)])
        aside = next(said for said in paper.spoken(content) if "on roll" in said)
        assert ("clock" in aside) == (minutes > 0)
        assert ("cube" in aside) == (cap > 1)

    @pytest.mark.parametrize("languages", [*LANGUAGES, *map("+".join, PAIRS)])
    def test_the_fields_of_a_match_put_aside_are_side_by_side(
        self, languages: str
    ) -> None:
        shown = drawing(
            replace(_form(sheet(language=languages)), clock=(60, 12), length=25)
        ).aside
        assert shown is not None
        assert shown.width <= WIDTH
        lefts = [label.left for label in shown.labels]
        assert lefts == sorted(lefts)
        for label, dot in zip(shown.labels[1::2], shown.dots[::2], strict=True):
            words = max(map(text_width, label.text.split(BETWEEN)))
            assert label.left + words * 7 * MM_PER_POINT < dot.x - 1.2

    @pytest.mark.parametrize(
        ("length", "switches", "circled", "is_written"),
        [
            (7, {}, 16, False),
            (16, {}, 16, False),
            (17, {}, 32, False),
            (33, {}, 64, False),
            (99, {}, 64, False),
            (99, {"cube_cap": 16}, 16, False),
            (7, {"cube_cap": None, "crawford": False}, 16, True),
            (7, {"beavers": 1, "cube_cap": 64}, 16, True),
            (7, {"automatic": 2, "cube_cap": 8}, 8, False),
            (33, {"automatic": 2, "cube_cap": 64}, 64, False),
        ],
    )
    def test_the_cube_has_the_values_that_can_be(
        self, length: int, switches: dict[str, Any], circled: int, is_written: bool
    ) -> None:
        profile = Profile(**switches, extras_in_matches=True)
        rules = _of_rules(profile, profile.match_rules(length))
        values = rules["cube_values"]
        assert values == tuple(2**power for power in range(len(values)))
        assert values[-1] == circled
        assert rules["has_higher_cube"] == is_written
        form = _form(sheet(length=length, **rules))
        shown = drawing(form)
        (cube, *_kinds) = shown.marks
        assert cube.text.split("\n")[0].count("\t") == len(values) - 1
        assert text_width("64") * cube.size * MM_PER_POINT + 0.5 < cube.pitch
        boxes = shown.boxes.count("z")
        assert boxes == form.rows * (is_written + form.has_crawford)

    def test_clocks_that_are_required_without_a_time(self) -> None:
        profile = Profile(clocks_required=True)
        (content,) = [
            whole_page_sheets([sheet(**_of_rules(profile, profile.match_rules(7)))])
        ]
        assert any("clock" in said for said in paper.spoken(content))
        assert any(said[1] == "to 7 points" for said in paper.spoken(content))

    def test_a_start_score_shortens_the_time(self) -> None:
        profile = Profile(clock_minutes=2, clock_scored=1)
        rules = profile.match_rules(7, start=Score(0, 3))
        assert _of_rules(profile, rules)["clock"] == (11 * 60, 12)


class TestTexts:
    def test_everything_is_on_the_sheet(self) -> None:
        printed = text(sheet(), sheet(24))
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
            "The winner brings this sheet to the desk.",
            "Nothing circled: single game",
            "Crawford game",
            "printed 2026-11-12 13:55 · draw 1 · bg.example.org/m/k7q023",
        ):
            assert part in printed, part
        found = [part for part, _x, _y in places(pages(sheet())[0])]
        assert {"7", "23"} <= set(found)

    def test_the_number_to_type_is_in_the_upper_right_corner(self) -> None:
        ((x, y),) = [(x, y) for part, x, y in places(pages(sheet())[0]) if part == "23"]
        assert SHEET_WIDTH / 2 < x < SHEET_WIDTH - MARGIN_X
        assert y < MARGIN_Y + BANDS["head"]

    def test_crawford_is_mentioned_only_where_it_is_played(self) -> None:
        assert "Crawford" in text(sheet())
        for without in (sheet(crawford=False), sheet(length=1)):
            assert "Crawford" not in text(without)
            assert "Cr\n" not in text(without)

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
        printed = text(sheet(start=(0, 3)))
        assert "start score" in printed
        assert re.search(r"0\s+3", printed)

    def test_in_the_language_of_the_sheet(self) -> None:
        with translation.override("en"):
            printed = text(sheet(language="da"))
            assert translation.get_language() == "en"
        assert "tor" in printed

    def test_an_undivided_tournament(self) -> None:
        assert face(sheet(division="")).lines.splitlines()[0] == "Swiss"

    def test_large_numbers_are_set_smaller(self) -> None:
        assert face(sheet(999)).number_fit == ""
        assert face(sheet(1000)).number_fit == "smaller"
        assert face(sheet(table=99)).table_fit == ""
        assert face(sheet(table=100)).table_fit == "smaller"


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
                tournament=name, division=name, stage=name, one=player, two=player
            )
            sheets += [strange, sheet(24)]
        printed = pages(*sheets)
        assert len(printed) == len(self.hostile)
        for name, page in zip(self.hostile, printed, strict=True):
            assert pictures(page) == 2, name
            said = page.extract_text()
            if "\0" in said:
                continue  # pypdf cannot read a font that lacks one of the characters
            assert "Anna 24" in said, name
            assert said.count("to 7 points") == 2, name
            for part, x, y in places(page):
                assert MARGIN_X - 0.5 <= x % SHEET_WIDTH <= MARGIN_X + WIDTH, part
                assert MARGIN_Y <= y <= MARGIN_Y + HEIGHT, part

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

    def test_long_names_get_smaller_and_end_in_dots(self) -> None:
        short, long, longer = "Anna Hansen", "Anna " * 9, "Anna " * 15
        sizes = [face(sheet(one=SheetSide(name))).one for name in (short, long, longer)]
        assert [one.fit.split()[0] for one in sizes if one] == [
            "alone",
            "long",
            "longer",
        ]
        endless = face(sheet(one=SheetSide("m" * 200, "m" * 200))).one
        assert endless is not None
        assert endless.name.endswith("m…")
        assert endless.club.endswith("m…")
        assert text_width(endless.name, bold=True) <= NAME_FIT[-1]
        assert text_width(endless.club) <= CLUB_FIT

    @pytest.mark.parametrize("bold", [False, True])
    @pytest.mark.parametrize(
        "name",
        [
            "Anna Hansen",
            "MIKKEL WILLUMSEN",
            "Øystein Ødegård",
            "Юлия Щукина",
            "– … @ %",
        ],
    )
    def test_widths_are_those_that_freetype_measures(
        self, name: str, bold: bool
    ) -> None:
        font = ImageFont.truetype(
            layout_process._FONTS["bold" if bold else "normal"], 1000
        )
        expected = font.getlength(name) / 1000  # with kerning
        assert text_width(name, bold=bold) == pytest.approx(expected, rel=0.02)

    def test_what_the_font_lacks_still_has_a_width(self) -> None:
        assert text_width("李e\u0301") == text_width("李") + text_width("e")
        assert text_width("\u0645") > 0.5

    def test_a_name_in_capitals_keeps_the_full_size(self) -> None:
        one = face(sheet(one=SheetSide("HANNA ELISABETH STEINSLAND-BERG DAHL"))).one
        assert one is not None
        assert one.fit.strip() == "alone"

    @given(st.text(st.characters(max_codepoint=0x24F), min_size=40, max_size=200))
    def test_a_line_that_was_cut_fits_with_its_dots(self, club: str) -> None:
        one = face(sheet(one=SheetSide("Anna", club))).one
        assert one is not None
        assert text_width(one.club) <= CLUB_FIT
        assert one.club == clean(club) or one.club.endswith("…")


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


class TestGeometry:
    @pytest.mark.parametrize("crawford", [True, False])
    @pytest.mark.parametrize("length", range(1, 100))
    def test_rows_are_high_enough_and_fit(self, length: int, crawford: bool) -> None:
        form = SheetLayout(length, crawford, (1, 2, 4, 8, 16), "en")
        assert form.rows == min(15, 2 * length - 1)
        assert form.row >= LEAST_ROW
        assert form.rows * form.row + form.notes == pytest.approx(BANDS["grid"])
        assert form.bottom + form.notes == pytest.approx(TOPS["aside"])
        assert sum(column.width for column in form.columns.values()) == WIDTH
        assert ("crawford" in form.columns) == (crawford and length > 1)

    def test_everything_fits_on_half_a_page(self) -> None:
        assert sum(BANDS.values()) <= HEIGHT
        assert 2 * MARGIN_Y + HEIGHT <= 210
        assert 2 * MARGIN_X + WIDTH == SHEET_WIDTH == 297 / 2

    @pytest.mark.parametrize("length", [1, 5, 7, 11, 25])
    def test_the_rows_are_where_the_lines_are(self, length: int) -> None:
        form = SheetLayout(length, True, (1, 2, 4, 8, 16), "en")
        drawn = drawing(form)
        assert drawn.numbers.count("\n") == form.rows - 1
        assert drawn.boxes.count("z") == (form.rows if length > 1 else 0)
        numbers = [
            y
            for part, x, y in places(pages(sheet(length=length, table=50))[0])
            if part.isdecimal() and x < MARGIN_X + form.columns["game"].width
        ]
        for row, y in enumerate(numbers):
            top = MARGIN_Y + TOPS["grid"] + row * form.row
            assert top + 1 < y < top + form.row - 1
        assert len(numbers) == form.rows


class TestFromRightToLeft:
    """English laid out as a language whose lines begin on the right."""

    @pytest.mark.parametrize("build", [score_sheets, whole_page_sheets])
    def test_all_lies_the_other_way_round(
        self, build: Callable[[list[SheetValues]], bytes]
    ) -> None:
        both = [sheet(23), sheet(24)]
        usual = read(build(both))
        with override_settings(LANGUAGES_BIDI=["en"]):
            turned = read(build(both))
        width = float(usual.mediabox.width) / MM
        before, after = at_height(usual), at_height(turned)
        same = before.keys() & after.keys()
        assert len(same) > 30
        for part, y in same:
            # Each piece ends as far from the right edge as it began from the left one.
            lefts, rights = (
                sorted(before[part, y]),
                sorted(after[part, y], reverse=True),
            )
            for one, other in zip(lefts, rights, strict=True):
                points = (width - one - other) * MM / text_width(part)
                assert 5.5 < points < 55, (part, one, other)
        rows = {part for part, _y in after}
        assert "P B G" in rows
        assert "G B P" not in rows
        assert b"-1 0 0 1 " in drawn(turned)
        assert b"-1 0 0 1 " not in drawn(usual)


def read(content: bytes) -> PageObject:
    """Return the first page."""
    return PdfReader(BytesIO(content), strict=True).pages[0]


def drawn(page: PageObject) -> bytes:
    content = page.get_contents()
    assert content is not None
    return content.get_data()


def at_height(page: PageObject) -> dict[tuple[str, int], list[float]]:
    """Where pieces of text begin, from the left, by what they say and how far down."""
    found: dict[tuple[str, int], list[float]] = {}
    for part, x, y in places(page):
        found.setdefault((part, round(y)), []).append(x)
    return found
