"""The form of score sheets and match cards, as the rules of the match have it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property, partial
from typing import Final, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext, pgettext

from matches.documents.fitting import (
    FIGURE_SPACE,
    MM_PER_POINT,
    SMALLEST_LABEL,
    Label,
    set_apart,
    text_width,
)
from matches.documents.joined import one_pdf
from matches.documents.languages import (
    BETWEEN,
    clean,
    in_first,
    in_turn,
    is_two,
    printed_line,
    speaking,
)
from matches.documents.pdf import in_batches, print_in_parts, print_template
from matches.documents.registry import A5, LETTER, paper_now
from matches.rules.refusals import Refusal
from matches.sheet_photos.layout import CORNER, Circled, Point, SheetLayout
from matches.web.bidi import FIRST_STRONG_ISOLATE, POP

NOTHING_TO_PRINT = Refusal(
    "score_sheet.nothing_to_print",
    "Nothing to print: no match in this round has two players.",
)
"""No match of the round is between two players."""

AT_A_TIME: Final = 64
"""The sheets that are laid out as one document."""
CARDS_ON_A_PAGE: Final = 4
LONG_MATCH: Final = 15
"""The match length from which a sheet is a whole page."""
LONGEST: Final = 99
LEAST_ROW: Final = 7.0
"""The least height of a row that leaves room for handwriting, in millimetres."""
TALLEST_ROW: Final = 9.0
"""The greatest height of a row; more room is left for notes below the games."""
LEAST_NOTES: Final = 15.0
PLAYERS_REPORT: Final = frozenset({"suggest", "agree", "trust"})
"""The policies by which players may report."""


@dataclass(frozen=True, slots=True)
class SheetSide:
    name: str
    club: str = ""


NOBODY: Final = SheetSide("")


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetValues:
    tournament: str
    place: str
    """The division and the stage."""
    round: str = ""
    date: date
    length: int
    """Points to win."""
    table: int | None = None
    match_number: int = 0
    code: str = ""
    url: str = ""
    """Absolute; printed in capitals, which makes a smaller QR code."""
    one: SheetSide = NOBODY
    two: SheetSide = NOBODY
    crawford: bool
    start: tuple[int, int] = (0, 0)
    """The score before the first game."""
    cube_values: tuple[int, ...] = (1, 2, 4, 8, 16)
    values: tuple[int, int, int] = (1, 2, 3)
    """What single, gammon and backgammon count, times the cube."""
    counts_checkers: bool = False
    """Whether a win counts by the checkers left (poengspill)."""
    automatic: int = 0
    beavers: int = 0
    """How many automatic doubles and beavers there may be."""
    jacoby: bool = False
    is_unlimited: bool = False
    """Whether doubling has no limit."""
    clock: tuple[int, int] | None = None
    """Each player's time and the delay of a move, in seconds; None without clocks. The
    time is 0 where the rules do not say it."""
    reporting: str = ""
    """Who may report the result; empty on blank sheets."""
    keeper: str = ""
    """The mark of the player who keeps it, where each keeps one."""
    called_at: datetime | None = None
    printed_at: datetime
    draw_number: int = 0
    language: str
    club: str = ""
    """Name and town of the club; empty for a club without a name."""

    @property
    def title(self) -> str:
        return clean(self.tournament)

    @property
    def label(self) -> str:
        """The number of the match, as it is called everywhere; "" on a blank sheet."""
        return f"M{self.match_number}" if self.code else ""

    @property
    def where(self) -> str:
        return clean(" · ".join(filter(None, (self.place, self.round))))

    @property
    def duty(self) -> str:
        """Who brings or reports the result, as the policy of reports has it."""
        if self.reporting in PLAYERS_REPORT:
            # Translators: on score sheets and match cards, in two lines of at most 45
            # letters.
            return gettext(
                "Report the result with the code above,\nor bring this to the desk."
            )
        # Translators: on score sheets and match cards.
        return gettext("The winner brings this to the desk.")

    @property
    def keeping(self) -> str:
        """How many sheets there are of the match, and who keeps this one."""
        if self.keeper:
            # Translators: on a score sheet; the side is a black or a white circle.
            words = gettext("Kept by %(side)s: each player keeps one.")
            return words % {"side": self.keeper}
        return gettext("One sheet per match.")

    @property
    def shown_table(self) -> str:
        return "" if self.table is None else str(self.table)

    @property
    def sides(self) -> list[tuple[str, str, str, int]]:
        """The mark, the name, the club and the start score of both players."""
        sides = zip("●○", (self.one, self.two), self.start, strict=True)
        return [
            (dot, clean(side.name), clean(side.club), start)
            for dot, side, start in sides
        ]

    @property
    def stamp(self) -> str:
        printed = printed_line(timezone.localtime(self.printed_at), self.draw_number)
        address = clean(self.url.partition("://")[2]).rstrip("/").lower()
        return " · ".join(filter(None, (printed, address, clean(self.club))))


class SheetSize(NamedTuple):
    """The rows that a sheet has at most, and the height of all of them together.

    `is_whole`: it has a page of its own, and a column for notes beside the games.
    """

    rows: int
    height: float
    is_whole: bool = False

    @property
    def bottom(self) -> float:
        """Where the rows, and the room for notes below them, end."""
        return round(TOP_OF_ROWS + self.height, 2)

    @property
    def foot(self) -> float:
        """Where the fields below begin: the first are beside the games on a page."""
        return self.bottom - 6.0 * self.is_whole

    def in_two(self) -> "SheetSize":
        """Return the size of a sheet in two languages: some labels need two lines."""
        return self._replace(rows=self.rows - 2, height=self.height - 14.0)


HALF_PAGE: Final = SheetSize(14, 14 * LEAST_ROW)
WHOLE_PAGE: Final = SheetSize(25, 25 * 7.4, is_whole=True)
WHOLE_LETTER: Final = SheetSize(24, 24 * LEAST_ROW, is_whole=True)

CORNERS: Final = ((3.0, 43.6), (129.0, 43.6))
"""The middles of the upper corner marks, by which a photo is set straight."""
LOWER_CORNERS: Final = ((3.2, 22.6), (128.6, 10.2))
"""Those of the lower ones, from the top of the foot."""
WIDE: Final = 132.0
"""The width of a sheet in millimetres."""
TOP_OF_EXAMPLE: Final = 52.6
"""Where the example begins, in millimetres from the top of a sheet."""
EXAMPLE: Final = 5.6
"""The height of the example."""
TOP_OF_ROWS: Final = TOP_OF_EXAMPLE + EXAMPLE
TYPE_OF_ROWS: Final = 10.5
LARGEST_TYPE: Final = 51
"""The type of the number of a table, in points."""
LEFT_OF_ROWS: Final = 1.0
LAST_OF_NUMBER: Final = 2
"""Where the number of a game ends in the line of its row."""
END_OF_NUMBERS: Final = 6.5
"""Where the numbers of the games end, as wide as three figures, in millimetres."""
ROOM_FOR_MARK: Final = 6.0
MOST_FAR_APART: Final = 5
"""So many values of the cube have two spaces between them, more have one."""
WIDTHS: Final = {
    "game": 9.0,
    "points": 13.0,
    "score": 13.0,
    "kind": 28.0,
    "checkers": 28.0,
    "crawford": 8.0,
}
"""The widths of the columns in millimetres."""
WIDEST: Final = ("cube", "no-cube", "kind", "checkers")
"""The columns of which the first that is there takes the rest."""


class GameColumn(NamedTuple):
    key: str
    heading: str
    marks: str = ""
    left: float = 0.0
    width: float = 0.0


@dataclass(frozen=True)
class PrintedSheet:
    sheet: SheetValues
    size: SheetSize
    page: int = 0
    """Which page of the match it is, counted from 0."""

    @property
    def is_blank(self) -> bool:
        return not self.sheet.code

    # The games ----------------------------------------------------------------

    @property
    def pages(self) -> int:
        """How many pages the match needs; on half a page the rest is on the back."""
        return -(-self._games // self.size.rows) if self.size.is_whole else 1

    @property
    def _games(self) -> int:
        return 2 * self.sheet.length - 1

    @property
    def rows(self) -> range:
        """The numbers of the games: a row for each that can be played, as they fit."""
        first = self.page * self.size.rows + 1
        count = self.size.rows if self.page else min(self.size.rows, self._games)
        return range(first, first + count)

    @property
    def row(self) -> float:
        return round((self.size.height - self.notes) / len(self.rows), 3)

    @property
    def notes(self) -> float:
        """The height that is left for notes below the games."""
        spare = self.size.height - len(self.rows) * TALLEST_ROW
        return spare if spare >= LEAST_NOTES else 0.0

    @property
    def has_cube(self) -> bool:
        return self.sheet.length > 1 and len(self.sheet.cube_values) > 1

    @property
    def letters(self) -> str:
        """The letters to circle for a game: G (gammon), B (backgammon), P (pass)."""
        counts_kinds = not self.sheet.counts_checkers and self.sheet.length > 1
        kinds = "GB" if counts_kinds and self.sheet.values[-1] > 1 else ""
        return kinds + "P" * self.has_cube

    @property
    def form(self) -> tuple[object, ...]:
        """What it shares with all sheets that have the same rules."""
        own = (self.columns, self.rows, self.row, self.notes, self.is_last)
        return (*own, self.example, self.has_clock)

    @property
    def is_last(self) -> bool:
        """Whether the result is written on this page."""
        return self.page == self.pages - 1

    @property
    def has_clock(self) -> bool:
        return self.sheet.clock is not None

    @property
    def _shows_gammon(self) -> bool:
        points = (2 if self.has_cube else 1) * self.sheet.values[1]
        return "G" in self.letters and points < self.sheet.length

    @property
    def example(self) -> tuple[str, ...]:
        """The texts of a game that is filled in: a gammon with the cube on 2."""
        points = 2 if self.has_cube else 1
        if self._shows_gammon:
            points *= self.sheet.values[1]
        if self.page or points >= self.sheet.length or self.sheet.counts_checkers:
            return ()
        # Translators: on the score sheet, before a game that is filled in as an
        # example; at most five letters.
        with in_first():
            texts = {"game": pgettext("score sheet", "e.g.")}
        sides = iter((str(points), str(points), "0", "–"))
        return tuple(
            next(sides)
            if column.key in {"points", "score"}
            else texts.get(column.key, "")
            for column in self.columns
        )

    @cached_property
    def columns(self) -> tuple[GameColumn, ...]:
        # Translators: headings of narrow columns on the score sheet; keep them short.
        points = gettext("points")
        score = pgettext("score sheet", "score")
        # Translators: the value of the doubling cube at the end of the game.
        cube = pgettext("score sheet", "cube at end")
        # Translators: stands in the cube column of a match to one point.
        no_cube = pgettext("score sheet", "no cube")
        is_one_game = self.sheet.length == 1
        columns = [
            GameColumn("game", pgettext("score sheet", "game")),
            GameColumn("points", f"●{points}"),
            GameColumn("score", f"●{score}"),
        ]
        if is_one_game:
            columns.append(GameColumn("no-cube", cube, no_cube.split(BETWEEN)[0]))
        if self.has_cube:
            values = self.sheet.cube_values
            space = FIGURE_SPACE * (2 if len(values) <= MOST_FAR_APART else 1)
            columns.append(GameColumn("cube", cube, space.join(map(str, values))))
        if not is_one_game:
            key = "checkers" if self.sheet.counts_checkers else "kind"
            letters = (3 * FIGURE_SPACE).join(self.letters)
            columns.append(GameColumn(key, self._kind_heading(), letters))
        columns += [
            GameColumn("score", f"○{score}"),
            GameColumn("points", f"○{points}"),
        ]
        if self.sheet.crawford and self.has_cube:
            # Translators: short for Crawford.
            columns.append(GameColumn("crawford", pgettext("score sheet", "Cr")))
        return _placed(columns)

    def _kind_heading(self) -> str:
        if self.sheet.counts_checkers:
            # Translators: the number of checkers that count in poengspill, to be
            # written.
            return pgettext("score sheet", "checkers left")
        if self.letters == "P":
            # Translators: above P (pass): a double was not accepted.
            return pgettext("score sheet", "pass?")
        if not self.letters:
            return gettext("Notes")
        # Translators: above G (gammon), B (backgammon) and P (pass).
        return pgettext("score sheet", "G/B/P?")

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return round(TOP_OF_ROWS + len(self.rows) * self.row, 2)

    @property
    def to_circle(self) -> list[Circled]:
        """The values in each row of which players circle some."""
        ems = TYPE_OF_ROWS * MM_PER_POINT
        line = self.games.split("\n")[0].replace(FIRST_STRONG_ISOLATE, "")
        line, at, found = line.replace(POP, ""), LAST_OF_NUMBER, []
        for column in self.columns:
            for text in column.marks.split() if column.key in {"cube", "kind"} else ():
                at = line.index(text, at + 1)
                left = LEFT_OF_ROWS + text_width(line[:at]) * ems
                width = text_width(text) * ems
                found.append(Circled(column.key, text, left + width / 2, width))
        return found

    @property
    def boxes(self) -> list[tuple[float, float]]:
        """The corners of the boxes to tick in a row, which are 2.6 mm wide."""
        return [
            (column.left + column.width / 2 - 1.3, self.row / 2 - 1.3)
            for column in self.columns
            if column.key == "crawford"
        ]

    @property
    def example_text(self) -> str:
        """The line of the example, with all that a row has."""
        return set_apart(
            (
                Label(text or column.marks, column.left, column.width)
                for column, text in zip(self.columns, self.example, strict=False)
            ),
            size=TYPE_OF_ROWS,
        )

    @property
    def example_circles(self) -> list[float]:
        """The middles of what is circled in the example."""
        ems = TYPE_OF_ROWS * MM_PER_POINT
        line = self.example_text.replace(FIRST_STRONG_ISOLATE, "").replace(POP, "")
        middles: list[float] = []
        circled = {"cube": "2", "kind": "G" * self._shows_gammon}
        for column in self.columns if self.example else ():
            mark = circled.get(column.key, "")
            if mark and mark in column.marks:
                at = line.index(column.marks) + column.marks.index(mark)
                before = text_width(line[:at])
                middles.append((before + text_width(mark) / 2) * ems)
        return middles

    @property
    def headings(self) -> str:
        return set_apart(
            Label(column.heading, column.left, column.width) for column in self.columns
        )

    @property
    def games(self) -> str:
        """A line for each row: its number, and the marks to circle."""
        marks = set_apart(
            (
                # Beside the checkers that are left there is room to write them.
                Label(column.marks, column.left + column.width - ROOM_FOR_MARK)
                if column.key == "checkers"
                else Label(column.marks, column.left, column.width)
                for column in self.columns
                if column.marks
            ),
            size=TYPE_OF_ROWS,
            start=END_OF_NUMBERS,
        )
        return "\n".join(f"{number:{FIGURE_SPACE}>3}{marks}" for number in self.rows)

    @property
    def starts(self) -> str:
        # Translators: points that a player has before the first game.
        start = Label(pgettext("score sheet", "start score"), 0.0)
        return set_apart([start, Label(gettext("penalty"), 16.8)])

    @property
    def aside(self) -> str:
        # Translators: heads the fields for a match that will be finished later.
        labels = [Label(pgettext("score sheet", "adjourned"), 0.0)]
        labels.append(Label(pgettext("score sheet", "to roll"), 14.8))
        if self.has_cube:
            labels.append(Label(pgettext("score sheet", "cube"), 45.8))
        if self.has_clock:
            labels.append(Label(gettext("clock"), 77.8))
        return set_apart(labels)

    @property
    def ends(self) -> str:
        """The ways in which a match can end other than by playing, to tick."""
        # Translators: ways in which a match can end other than by playing, to tick.
        walkover = Label(gettext("walkover"), 0.0)
        retired = Label(gettext("retired"), 17.8)
        by_penalty = Label(pgettext("score sheet", "penalty/time"), 34.0)
        return set_apart([walkover, retired, by_penalty])

    @property
    def signed(self) -> str:
        # Translators: a line for the player's signature.
        signed = pgettext("score sheet", "signed")
        return set_apart([Label(signed, 0.0), Label(signed, 65.0)])

    # The words around them ----------------------------------------------------

    @property
    def about(self) -> str:
        between = "\n" if is_two(self.sheet.language) else " · "
        turn = between.join(filter(None, (self.sheet.round, _day(self.sheet))))
        return "\n".join(filter(None, (clean(self.sheet.place), turn)))

    @property
    def clock(self) -> str:
        """The setting of the clocks beside the length, "" if there is none."""
        seconds, delay = self.sheet.clock or (0, 0)
        if not seconds:
            return ""
        time = f"{seconds // 60}:{seconds % 60:02}"
        if not delay:
            # Translators: the setting of a chess clock, "clock 14:00".
            return " · " + gettext("clock %(time)s") % {"time": time}
        # Translators: the setting of a chess clock, "clock 14:00 + 12 s": each player's
        # time in minutes and seconds, and the delay of each move.
        words = gettext("clock %(time)s + %(delay)s s")
        return " · " + words % {"time": time, "delay": delay}

    @property
    def times(self) -> str:
        # Translators: the times when a match was started and finished.
        started = Label(pgettext("score sheet", "started"), 0.0)
        finished = Label(pgettext("score sheet", "finished"), 39.0)
        return set_apart([started, finished, Label(self.called, 80.0)])

    @property
    def called(self) -> str:
        if self.sheet.called_at is None or self.is_blank:
            return ""
        called = timezone.localtime(self.sheet.called_at)
        # Translators: on the score sheet, the time when the match was called.
        return gettext("called %(time)s") % {"time": time_format(called, "H:i")}

    @property
    def key(self) -> list[str]:
        """The lines that explain the games, as the rules of the match have them."""
        return [] if self.sheet.length == 1 else list(self._key())

    def _key(self) -> Iterator[str]:
        yield self._counted()
        if self.has_cube:
            yield gettext(
                "Cube: circle its value at the end of the game – 1 if it was never "
                "turned, after a pass the value before the double."
            )
        if self.sheet.crawford and self.has_cube:
            # Translators: Cr is the heading of the column with the boxes to tick.
            yield gettext(
                "Crawford game: the first game after a player comes within 1 point of "
                "winning. No doubling; tick Cr."
            )
        if more := BETWEEN.join(dict.fromkeys(filter(None, _more_lines(self)))):
            yield more

    def _counted(self) -> str:
        if self.sheet.counts_checkers:
            if not self.has_cube:
                return gettext("Points: loser’s remaining checkers (poengspill)")
            return gettext(
                "Points: loser’s remaining checkers (poengspill) × cube · P pass "
                "(double dropped)"
            )
        words = {
            # Translators: explains what players circle. Keep the letters G, B and P.
            "GBP": gettext(
                "Nothing circled: single game · G gammon ×%(gammon)s · B backgammon "
                "×%(backgammon)s · P pass (double dropped)"
            ),
            "GB": gettext(
                "Nothing circled: single game · G gammon ×%(gammon)s · B backgammon "
                "×%(backgammon)s"
            ),
            "P": gettext("Every win counts as a single game · P pass (double dropped)"),
            "": gettext("Every win counts as a single game"),
        }
        _single, gammon, backgammon = self.sheet.values
        return words[self.letters] % {"gammon": gammon, "backgammon": backgammon}


def _placed(columns: Sequence[GameColumn]) -> tuple[GameColumn, ...]:
    keys = [column.key for column in columns]
    widest = next(key for key in WIDEST if key in keys)
    rest = WIDE - sum(WIDTHS[key] for key in keys if key != widest)
    placed, left = [], 0.0
    for column in columns:
        width = rest if column.key == widest else WIDTHS[column.key]
        placed.append(column._replace(left=left, width=width))
        left += width
    return tuple(placed)


@in_turn
def _more_lines(printed: PrintedSheet) -> str:
    return " · ".join(_more(printed))


def _more(printed: PrintedSheet) -> Iterator[str]:
    """Yield what else the rules say of the cube, in a few words each."""
    sheet = printed.sheet
    if not printed.has_cube:
        yield gettext("No cube")
    elif sheet.is_unlimited:
        yield gettext("Unlimited cube")
    if sheet.automatic:
        words = gettext("Automatic doubles: %(number)s")
        yield words % {"number": sheet.automatic}
    if sheet.beavers:
        yield gettext("Beavers")
    if sheet.jacoby:
        yield gettext("Jacoby rule")


def _day(sheet: SheetValues) -> str:
    # Translators: a date in Django's letters, on the score sheet: "Thu 12 Nov 2026".
    # M is the short month with a capital, b without one.
    with in_first():
        return date_format(sheet.date, pgettext("score sheet", "D j M Y"))


def score_sheets(sheets: Sequence[SheetValues]) -> bytes:
    """Return the PDF of sheets, in their order; those of long matches come last.

    Two A5 sheets are on each page, a sheet of a long match on a page of its own or on
    as many as it needs. After an odd number of sheets the last half page is a blank
    sheet of the same form, for a match that needs a second sheet. Raises
    NOTHING_TO_PRINT.
    """
    if not sheets:
        raise NOTHING_TO_PRINT()
    paper = paper_now()
    is_single = paper == A5
    least = LONGEST + 1 if is_single else LONG_MATCH
    short = [sheet for sheet in sheets if sheet.length < least]
    long = [sheet for sheet in sheets if sheet.length >= least]
    if len(short) % 2 and not is_single:
        short.append(blank_of(short[-1]))
    whole = WHOLE_LETTER if paper == LETTER else WHOLE_PAGE
    makers = [
        partial(_print, some, size, on_a_page)
        for some, size, on_a_page in (
            (short, HALF_PAGE, 1 if is_single else 2),
            (long, whole, 1),
        )
        if some
    ]
    with speaking(sheets[0].language):
        return makers[0]() if len(makers) == 1 else one_pdf(makers)


def _print(sheets: Sequence[SheetValues], size: SheetSize, on_a_page: int) -> bytes:
    size = size.in_two() if is_two(sheets[0].language) else size
    printed = [
        PrintedSheet(sheet, size, page)
        for sheet in sheets
        for page in range(PrintedSheet(sheet, size).pages)
    ]
    return print_in_parts(
        printed, lambda some: _laid_out(some, on_a_page), at_a_time=AT_A_TIME
    )


def _laid_out(printed: Sequence[PrintedSheet], on_a_page: int) -> bytes:
    forms: dict[object, tuple[PrintedSheet, str]] = {}
    sheets = [
        (sheet, forms.setdefault(sheet.form, (sheet, f"form{len(forms)}"))[1])
        for sheet in printed
    ]
    return print_template(
        "tournaments/paper/score_sheets",
        {
            "title": printed[0].sheet.title,
            "pages": in_batches(sheets, on_a_page),
            "forms": forms.values(),
            "size": printed[0].size,
            "corners": corners_of(printed[0].size),
            "corner": CORNER,
            "half_corner": CORNER / 2,
            "sizes": range(SMALLEST_LABEL, LARGEST_TYPE + 1),
            "on_a_page": on_a_page,
        },
    )


def corners_of(size: SheetSize) -> tuple[Point, Point, Point, Point]:
    """Return the middles of the corner marks of a sheet."""
    (left, lower), (right, upper) = LOWER_CORNERS
    return (*CORNERS, (left, size.foot + lower), (right, size.foot + upper))


def layouts_of(sheet: SheetValues) -> list[SheetLayout]:
    """Return how a sheet is laid out on each paper, for photos of it.

    Checkers that are left are written, not circled: such sheets cannot be read.
    """
    if sheet.counts_checkers:
        return []
    is_long = sheet.length >= LONG_MATCH
    sizes = [WHOLE_PAGE, WHOLE_LETTER, HALF_PAGE] if is_long else [HALF_PAGE]
    found = []
    for size in sizes:
        printed = PrintedSheet(sheet, size.in_two() if is_two(sheet.language) else size)
        one, two = (column for column in printed.columns if column.key == "points")
        found.append(
            SheetLayout(
                corners=corners_of(printed.size),
                top=TOP_OF_ROWS,
                row=printed.row,
                rows=len(printed.rows),
                points=((one.left, one.width), (two.left, two.width)),
                circled=tuple(printed.to_circle),
                size=TYPE_OF_ROWS,
            )
        )
    return found


def blank_of(sheet: SheetValues) -> SheetValues:
    return replace(
        sheet,
        round="",
        table=None,
        match_number=0,
        code="",
        url="",
        one=NOBODY,
        two=NOBODY,
        keeper="",
    )


def match_cards(cards: Sequence[SheetValues]) -> bytes:
    """Return the PDF of match cards, four on a page: a final score and nothing else.

    Raises NOTHING_TO_PRINT.
    """
    if not cards:
        raise NOTHING_TO_PRINT()

    def build(some: Sequence[SheetValues]) -> bytes:
        pages = in_batches(some, CARDS_ON_A_PAGE)
        return print_template(
            "tournaments/paper/match_cards", {"title": cards[0].title, "pages": pages}
        )

    with speaking(cards[0].language):
        return print_in_parts(cards, build)
