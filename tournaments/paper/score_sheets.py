"""The score sheets of a round: their form, as the rules of the match have it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext, pgettext

from matches.documents.fitting import FIGURE_SPACE, SMALLEST_LABEL, Label, set_apart
from matches.documents.languages import BETWEEN, in_first, in_turn, is_two, speaking
from matches.documents.papers import A5, LETTER, paper_now
from matches.documents.pdf import in_batches, print_in_parts, print_template
from matches.documents.registry import OnProgress
from matches.documents.text import clean
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop
from tournaments.paper.sheet_values import SheetSide, SheetValues
from tournaments.structure.names import round_or_draw_name, shown_name

NOTHING_TO_PRINT = Refusal(
    "score_sheet.nothing_to_print",
    gettext_noop("Nothing to print: no match in this round has two players."),
)
"""No match of the round is between two players."""

AT_A_TIME: Final = 64
"""The sheets that are laid out as one document."""
LEAST_ROW: Final = 7.0
"""The least height of a row that leaves room for handwriting, in millimetres."""
TALLEST_ROW: Final = 9.0
"""The greatest height of a row; more room is left for notes below the games."""
LEAST_NOTES: Final = 15.0
PLAYERS_REPORT: Final = frozenset({"suggest", "agree", "trust"})
"""The policies by which players may report."""


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


HALF_PAGE: Final = SheetSize(15, 15 * LEAST_ROW)
WHOLE_PAGE: Final = SheetSize(25, 25 * 7.6, is_whole=True)
WHOLE_LETTER: Final = SheetSize(25, 25 * LEAST_ROW, is_whole=True)

WIDE: Final = 132.0
"""The width of a sheet in millimetres."""
TOP_OF_ROWS: Final = 52.6
"""Where the rows begin, in millimetres from the top of a sheet."""
TYPE_OF_ROWS: Final = 10.5
LARGEST_TYPE: Final = 51
"""The type of the number of a table, in points."""
TICKED: Final = frozenset({"higher", "crawford"})
END_OF_NUMBERS: Final = 6.5
"""Where the numbers of the games end, as wide as three figures, in millimetres."""
ROOM_FOR_MARK: Final = 6.0
MOST_FAR_APART: Final = 5
"""So many values of the cube have two spaces between them, more have one."""
WIDTHS: Final = {
    "game": 9.0,
    "points": 13.0,
    "score": 13.0,
    "higher": 7.0,
    "kind": 28.0,
    "checkers": 28.0,
    "crawford": 8.0,
}
"""The widths of the columns in millimetres."""
WIDEST: Final = ("cube", "no-cube", "kind", "checkers")
"""The columns of which the first that is there takes the rest."""


class GameColumn(NamedTuple):
    """A column of the games: its heading, and the marks to circle in each row."""

    key: str
    heading: str
    marks: str = ""
    left: float = 0.0
    width: float = 0.0


class Form(NamedTuple):
    """What most sheets of a round share: all of them that have the same rules.

    Lengths are in millimetres.
    """

    columns: tuple[GameColumn, ...]
    rows: range
    row: float
    notes: float
    has_cube: bool
    has_clock: bool

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return round(TOP_OF_ROWS + len(self.rows) * self.row, 2)

    @property
    def ruled(self) -> list[GameColumn]:
        """The columns with a line before them."""
        return [column for column in self.columns if column.key != "higher"]

    @property
    def boxes(self) -> list[tuple[float, float]]:
        """The corners of the boxes to tick in a row, which are 2.6 mm wide."""
        return [
            (column.left + column.width / 2 - 1.3, self.row / 2 - 1.3)
            for column in self.columns
            if column.key in TICKED
        ]

    @property
    def headings(self) -> str:
        """The headings of the columns, each in the middle of its column."""
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
        """The labels beside each player."""
        # Translators: points that a player has before the first game.
        start = Label(pgettext("score sheet", "start score"), 0.0)
        return set_apart([start, Label(gettext("penalty"), 16.8)])

    @property
    def aside(self) -> str:
        """The labels of the fields for a match that will be finished later."""
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
        """The labels of the lines for the signatures."""
        # Translators: a line for the player's signature.
        signed = pgettext("score sheet", "signed")
        return set_apart([Label(signed, 0.0), Label(signed, 65.0)])


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """A sheet as its template shows it."""

    sheet: SheetValues
    size: SheetSize
    page: int = 0
    """Which page of the match it is, counted from 0."""

    @property
    def is_blank(self) -> bool:
        """Whether the names are to be written."""
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
        """The height of a row in millimetres."""
        return round((self.size.height - self.notes) / len(self.rows), 3)

    @property
    def notes(self) -> float:
        """The height that is left for notes below the games."""
        spare = self.size.height - len(self.rows) * TALLEST_ROW
        return spare if spare >= LEAST_NOTES else 0.0

    @property
    def has_cube(self) -> bool:
        """Whether the cube can be turned."""
        return self.sheet.length > 1 and len(self.sheet.cube_values) > 1

    @property
    def letters(self) -> str:
        """The letters to circle for a game: G (gammon), B (backgammon), P (pass)."""
        counts_kinds = not self.sheet.counts_checkers and self.sheet.length > 1
        kinds = "GB" if counts_kinds and self.sheet.values[-1] > 1 else ""
        return kinds + "P" * self.has_cube

    @property
    def form(self) -> Form:
        """What it shares with other sheets."""
        return Form(
            columns=self.columns,
            rows=self.rows,
            row=self.row,
            notes=self.notes,
            has_cube=self.has_cube,
            has_clock=self.sheet.clock is not None,
        )

    @property
    def columns(self) -> tuple[GameColumn, ...]:
        """The columns of the games, as far as the rules of the match need them."""
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
        if self.has_cube and self.sheet.has_higher_cube:
            columns.append(GameColumn("higher", ""))
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

    # The words around them ----------------------------------------------------

    @property
    def place(self) -> str:
        """The division and the stage."""
        names = map(shown_name, (self.sheet.division, self.sheet.stage))
        return " · ".join(filter(None, map(clean, names)))

    @property
    def about(self) -> str:
        """The lines below the title."""
        return "\n".join(filter(None, (self.place, self.turn)))

    @property
    def turn(self) -> str:
        """The round and the day; of a blank sheet the day."""
        parts = ["" if self.is_blank else self._round, _day(self.sheet)]
        between = "\n" if is_two(self.sheet.language) else " · "
        return between.join(filter(None, parts))

    @property
    def _round(self) -> str:
        sheet = self.sheet
        if sheet.round_name:
            return gettext(sheet.round_name)
        if not sheet.rounds:
            return round_or_draw_name(sheet.round_number, is_endless=sheet.is_endless)
        return gettext("Round %(number)s of %(total)s") % {
            "number": sheet.round_number,
            "total": sheet.rounds,
        }

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
        """The labels of the start and the end of the match, and its call."""
        # Translators: the times when a match was started and finished.
        started = Label(pgettext("score sheet", "started"), 0.0)
        finished = Label(pgettext("score sheet", "finished"), 39.0)
        return set_apart([started, finished, Label(self.called, 80.0)])

    @property
    def called(self) -> str:
        """The time of the call, "" before it."""
        if self.sheet.called_at is None or self.is_blank:
            return ""
        called = timezone.localtime(self.sheet.called_at)
        # Translators: on the score sheet, the time when the match was called.
        return gettext("called %(time)s") % {"time": time_format(called, "H:i")}

    @property
    def duty(self) -> str:
        """Who brings or reports the result, as the policy of reports has it."""
        if self.sheet.reporting in PLAYERS_REPORT:
            # Translators: on the score sheet, in two lines of at most 45 letters.
            return gettext(
                "Report the result with the code above,\nor bring this sheet to the "
                "desk."
            )
        return gettext("The winner brings this sheet to the desk.")

    @property
    def key(self) -> list[str]:
        """The lines that explain the games, as the rules of the match have them."""
        return [] if self.sheet.length == 1 else list(self._key())

    def _key(self) -> Iterator[str]:
        yield self._counted()
        if self.sheet.crawford and self.has_cube:
            # Translators: Cr is the heading of the column with the boxes to tick.
            yield gettext(
                "Crawford game: the first game after a player comes within 1 point of "
                "winning. No doubling; tick Cr."
            )
        if more := BETWEEN.join(dict.fromkeys(filter(None, _more_lines(self)))):
            yield more

    def _counted(self) -> str:
        """Return what a game counts."""
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
    """Return columns side by side, as wide as the sheet."""
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


def score_sheets(
    sheets: Sequence[SheetValues], on_progress: OnProgress = lambda _done, _parts: None
) -> bytes:
    """Return the PDF of `sheets`, two A5 sheets on each A4 page, in their order.

    After an odd number of sheets the last half page is a blank sheet of the same form,
    for a match that needs a second sheet. Raises NOTHING_TO_PRINT without sheets,
    and PRINTING_UNAVAILABLE where the libraries are missing.
    """
    on_a_page = 1 if paper_now() == A5 else 2
    spare = [blank_of(sheet) for sheet in sheets[-1:] if len(sheets) % on_a_page]
    printed = [*sheets, *spare]
    return _print(printed, on_progress, size=HALF_PAGE, on_a_page=on_a_page)


def whole_page_sheets(
    sheets: Sequence[SheetValues], on_progress: OnProgress = lambda _done, _parts: None
) -> bytes:
    """Return the PDF of `sheets`, each on a page or on as many as it needs.

    See `score_sheets`.
    """
    size = WHOLE_LETTER if paper_now() == LETTER else WHOLE_PAGE
    return _print(sheets, on_progress, size=size, on_a_page=1)


def _print(
    sheets: Sequence[SheetValues],
    on_progress: OnProgress,
    *,
    size: SheetSize,
    on_a_page: int,
) -> bytes:
    """Print sheets in their own language."""
    if not sheets:
        raise NOTHING_TO_PRINT()
    size = size.in_two() if is_two(sheets[0].language) else size
    printed = [
        PrintedSheet(sheet, size, page)
        for sheet in sheets
        for page in range(PrintedSheet(sheet, size).pages)
    ]
    with speaking(sheets[0].language):
        return print_in_parts(
            printed,
            lambda some: _laid_out(some, on_a_page),
            on_progress,
            at_a_time=AT_A_TIME,
        )


def _laid_out(printed: Sequence[PrintedSheet], on_a_page: int) -> bytes:
    forms: dict[Form, str] = {}
    sheets = []
    for sheet in printed:
        form = sheet.form
        sheets.append((sheet, form, forms.setdefault(form, f"form{len(forms)}")))
    return print_template(
        "tournaments/paper/score_sheets",
        {
            "title": printed[0].sheet.title,
            "pages": in_batches(sheets, on_a_page),
            "forms": forms,
            "size": printed[0].size,
            "sizes": range(SMALLEST_LABEL, LARGEST_TYPE + 1),
            "on_a_page": on_a_page,
        },
    )


def blank_of(sheet: SheetValues) -> SheetValues:
    """Return a spare sheet of the same form, without names."""
    nobody = SheetSide("")
    return replace(
        sheet, table=None, match_number=0, code="", url="", one=nobody, two=nobody
    )
