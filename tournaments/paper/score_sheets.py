"""The score sheets of a round: their form, as the rules of the match have it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Concatenate, Final, NamedTuple, ParamSpec
from urllib.parse import quote

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext, pgettext

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

LEAST_ROW: Final = 7.0
"""The least height of a row that leaves room for handwriting, in millimetres."""
TALLEST_ROW: Final = 9.0
"""The greatest height of a row; more room is left for notes below the games."""
LEAST_NOTES: Final = 15.0
TO_TICK: Final = "□"
PLAYERS_REPORT: Final = frozenset({"suggest", "agree", "trust"})
"""The policies by which players may report."""

P = ParamSpec("P")


class SheetSize(NamedTuple):
    """The rows that a sheet has at most, and the height of all of them together.

    `is_whole`: it has a page of its own, and a column for notes beside the games.
    """

    rows: int
    height: float
    is_whole: bool = False

    def in_two(self) -> "SheetSize":
        """Return the size of a sheet in two languages: some labels need two lines."""
        return self._replace(rows=self.rows - 2, height=self.height - 14.0)


HALF_PAGE: Final = SheetSize(15, 15 * LEAST_ROW)
WHOLE_PAGE: Final = SheetSize(25, 25 * 7.6, is_whole=True)
WHOLE_LETTER: Final = SheetSize(25, 25 * LEAST_ROW, is_whole=True)


class GameColumn(NamedTuple):
    """A column of the games: its heading, and what is printed in its rows."""

    key: str
    heading: str
    dot: str = ""
    rows: str = ""


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
    def lines(self) -> str:
        """The lines between the rows, as the data URL of a picture 10 mm wide."""
        height = round(self.row * len(self.rows), 2)
        path = "".join(
            f"M0 {number * self.row:.2f}h10" for number in range(1, len(self.rows))
        )
        svg = (
            "<svg xmlns='http://www.w3.org/2000/svg' preserveAspectRatio='none' "
            f"viewBox='0 0 10 {height}'>"
            f"<path stroke='#000' stroke-width='.12' d='{path}'/></svg>"
        )
        return f"data:image/svg+xml,{quote(svg)}"

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
    def columns(self) -> list[GameColumn]:
        """The columns of the games, as far as the rules of the match need them."""
        # Translators: headings of narrow columns on the score sheet; keep them short.
        points = pgettext("score sheet", "points")
        score = pgettext("score sheet", "score")
        # Translators: the value of the doubling cube at the end of the game.
        cube = pgettext("score sheet", "cube at end")
        # Translators: stands in the cube column of a match to one point.
        no_cube = pgettext("score sheet", "no cube")
        is_one_game = self.sheet.length == 1
        columns = [
            GameColumn(
                "game",
                pgettext("score sheet", "game"),
                rows="\n".join(map(str, self.rows)),
            ),
            GameColumn("points", points, "●"),
            GameColumn("score", score, "●"),
        ]
        if is_one_game:
            columns.append(self._marked("no-cube", cube, no_cube.split(BETWEEN)[0]))
        if self.has_cube:
            values = " ".join(map(str, self.sheet.cube_values))
            columns.append(self._marked("cube", cube, values))
        if self.has_cube and self.sheet.has_higher_cube:
            columns.append(self._marked("higher", "", TO_TICK))
        if not is_one_game:
            key = "checkers" if self.sheet.counts_checkers else "kind"
            letters = " ".join(self.letters)
            columns.append(self._marked(key, self._kind_heading(), letters))
        columns += [GameColumn("score", score, "○"), GameColumn("points", points, "○")]
        if self.sheet.crawford and self.has_cube:
            # Translators: short for Crawford.
            heading = pgettext("score sheet", "Cr")
            columns.append(self._marked("crawford", heading, TO_TICK))
        return columns

    def _marked(self, key: str, heading: str, mark: str) -> GameColumn:
        """Return a column with the same marks in each row, to be circled or ticked."""
        return GameColumn(key, heading, rows="\n".join([mark] * len(self.rows)))

    def _kind_heading(self) -> str:
        if self.sheet.counts_checkers:
            # Translators: the number of checkers that count in poengspill, to be
            # written.
            return pgettext("score sheet", "checkers left")
        if self.letters == "P":
            # Translators: above P (pass): a double was not accepted.
            return pgettext("score sheet", "pass?")
        if not self.letters:
            return pgettext("score sheet", "Notes")
        # Translators: above G (gammon), B (backgammon) and P (pass).
        return pgettext("score sheet", "G/B/P?")

    # The words around them ----------------------------------------------------

    @property
    def place(self) -> str:
        """The division and the stage."""
        names = map(shown_name, (self.sheet.division, self.sheet.stage))
        return " · ".join(filter(None, map(clean, names)))

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


def _in_their_language(
    build: Callable[Concatenate[Sequence[SheetValues], P], bytes],
) -> Callable[Concatenate[Sequence[SheetValues], P], bytes]:
    """Print sheets in their own language. Without sheets NOTHING_TO_PRINT is raised."""

    @wraps(build)
    def made(
        sheets: Sequence[SheetValues], /, *args: P.args, **named: P.kwargs
    ) -> bytes:
        if not sheets:
            raise NOTHING_TO_PRINT()
        with speaking(sheets[0].language):
            return build(sheets, *args, **named)

    return made


@_in_their_language
def score_sheets(
    sheets: Sequence[SheetValues], on_progress: OnProgress = lambda _done, _parts: None
) -> bytes:
    """Return the PDF of `sheets`, two A5 sheets on each A4 page, in their order.

    After an odd number of sheets the last half page is a blank sheet of the same form,
    for a match that needs a second sheet. Raises NOTHING_TO_PRINT without sheets,
    and PRINTING_UNAVAILABLE where the libraries are missing.
    """
    on_a_page = 1 if paper_now() == A5 else 2
    size = _size(sheets[0], HALF_PAGE)
    printed = [PrintedSheet(sheet, size) for sheet in sheets]
    if len(sheets) % on_a_page:
        printed.append(PrintedSheet(blank_of(sheets[-1]), size))

    def build(some: Sequence[PrintedSheet]) -> bytes:
        return _print(some, on_a_page)

    return print_in_parts(printed, build, on_progress)


@_in_their_language
def whole_page_sheets(
    sheets: Sequence[SheetValues], on_progress: OnProgress = lambda _done, _parts: None
) -> bytes:
    """Return the PDF of `sheets`, each on a page or on as many as it needs.

    See `score_sheets`.
    """
    usual = WHOLE_LETTER if paper_now() == LETTER else WHOLE_PAGE
    size = _size(sheets[0], usual)
    printed = [
        PrintedSheet(sheet, size, page)
        for sheet in sheets
        for page in range(PrintedSheet(sheet, size).pages)
    ]
    return print_in_parts(printed, lambda some: _print(some, 1), on_progress)


def _print(printed: Sequence[PrintedSheet], on_a_page: int) -> bytes:
    return print_template(
        "tournaments/paper/score_sheets",
        {
            "title": printed[0].sheet.title,
            "pages": in_batches(printed, on_a_page),
            "is_whole": printed[0].size.is_whole,
            "on_a_page": on_a_page,
        },
    )


def _size(sheet: SheetValues, size: SheetSize) -> SheetSize:
    """Return the size of a sheet, which has fewer rows in two languages."""
    return size.in_two() if is_two(sheet.language) else size


def blank_of(sheet: SheetValues) -> SheetValues:
    """Return a spare sheet of the same form, without names."""
    nobody = SheetSide("")
    return replace(
        sheet, table=None, match_number=0, code="", url="", one=nobody, two=nobody
    )
