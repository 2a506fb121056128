"""The drawing of a score sheet: headings, marks, lines and boxes as texts and paths."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext, pgettext

from matches.documents.fitting import MM_PER_POINT
from matches.documents.languages import BETWEEN, in_turn, is_two, speaking
from matches.documents.pdf import text_width
from tournaments.score_sheets.layout import (
    ASIDE_DOT,
    ASIDE_GAP,
    BOX_SIDE,
    CLOCK_LINE,
    CUBE_BOX,
    CUBE_LINE,
    FIGURE_WIDTH,
    HALF_FIGURE,
    LABEL_SIZE,
    MARK_SIZE,
    NO_CUBE_INDENT,
    PLAYERS_REPORT,
    SIDE_COLUMNS,
    TOPS,
    WIDTH,
    SheetColumn,
    SheetLayout,
)


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a column."""

    column: SheetColumn
    text: str
    dotted: bool
    """Whether the heading stands below the dot of a player."""


@dataclass(frozen=True, slots=True)
class CircledMarks:
    """Printed letters or numbers to circle, set as lines with tab stops."""

    left: float
    pitch: float
    text: str
    size: float = MARK_SIZE
    """In points."""


class Dot(NamedTuple):
    """The mark of a player in a heading, or beside a field."""

    x: float
    y: float
    is_black: bool


class AsideLabel(NamedTuple):
    """The label of a field for a match that is put aside."""

    left: float
    text: str


@dataclass(frozen=True, slots=True)
class AsideBand:
    """The fields for a match that is put aside, side by side.

    Lines and boxes are SVG paths, from the left upper corner of the band.
    """

    labels: tuple[AsideLabel, ...]
    lines: str
    boxes: str
    dots: tuple[Dot, ...]
    width: float
    """How far the last field reaches."""


@dataclass(frozen=True, slots=True)
class SheetDrawing:
    """A form as its template needs it: texts by column, lines as SVG paths."""

    form: SheetLayout
    headings: tuple[Heading, ...]
    numbers: str
    marks: tuple[CircledMarks, ...]
    hairlines: str
    rules: str
    boxes: str
    key: str
    """The lines below: what is circled, and what the rules say of it."""
    duty: str
    """Who brings or reports the result."""
    aside: AsideBand | None
    """None on a whole page, which has a box beside the form instead."""

    @property
    def key_lines(self) -> int:
        """How many lines the key has; what is in two languages takes two."""
        return self.key.count("\n") + self.key.count(BETWEEN) + 1

    @property
    def clock_line(self) -> str:
        """The setting of the clocks beside the length, "" if there is none."""
        seconds, delay = self.form.clock or (0, 0)
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
    def page_line(self) -> str:
        """Which page of the match it is, as a line; empty for the only one."""
        if self.form.pages == 1:
            return ""
        words = gettext("Page %(number)s of %(count)s")
        return f"{words}\n" % {
            "number": self.form.page + 1,
            "count": self.form.pages,
        }

    @property
    def dots(self) -> list["Dot"]:
        """The players' dots in the headings, from left to right.

        They stand above the words, and beside them in two languages.
        """
        columns = (self.form.columns[name] for name in SIDE_COLUMNS)
        are_black = (True, True, False, False)
        if is_two(self.form.language):
            places = ((column.left + 1.4, 3.0) for column in columns)
        else:
            places = ((column.middle, 1.8) for column in columns)
        return [
            Dot(*place, is_black)
            for place, is_black in zip(places, are_black, strict=True)
        ]


def drawing(form: SheetLayout) -> SheetDrawing:
    """Return the places of all texts and lines of `form`."""
    with speaking(form.language):
        return SheetDrawing(
            form=form,
            headings=_headings(form),
            numbers="\n".join(
                map(str, range(form.first_row, form.first_row + form.rows))
            ),
            marks=tuple(_marks(form)),
            hairlines=_hairlines(form),
            rules=_rules(form),
            boxes=_boxes(form),
            key="\n".join(_key(form)),
            duty=_duty(form),
            aside=None if form.size.side else _aside(form),
        )


def _headings(form: SheetLayout) -> tuple[Heading, ...]:
    # Translators: headings of narrow columns on the score sheet; keep them short.
    points = pgettext("score sheet", "points")
    score = pgettext("score sheet", "score")
    texts = {
        "game": pgettext("score sheet", "game"),
        "points-1": points,
        "score-1": score,
        # Translators: the value of the doubling cube at the end of the game.
        "cube": pgettext("score sheet", "cube at end"),
        "kind": _kind_heading(form),
        "score-2": score,
        "points-2": points,
        # Translators: short for Crawford.
        "crawford": pgettext("score sheet", "Cr"),
    }
    return tuple(
        Heading(column, texts[name], name in SIDE_COLUMNS)
        for name, column in form.columns.items()
    )


def _kind_heading(form: SheetLayout) -> str:
    if form.counts_checkers:
        # Translators: the number of checkers that count in poengspill, to be written.
        return pgettext("score sheet", "checkers left")
    if form.letters == "P":
        # Translators: above P (pass): a double was not accepted.
        return pgettext("score sheet", "pass?")
    if not form.letters:
        return pgettext("score sheet", "Notes")
    # Translators: above G (gammon), B (backgammon) and P (pass).
    return pgettext("score sheet", "not plain?")


def _marks(form: SheetLayout) -> Iterator[CircledMarks]:
    """Yield what is printed in the rows to be circled."""
    if form.is_one_game:
        yield _no_cube(form)
    if form.has_cube:
        yield _cubes(form)
    if form.letters:
        yield _kinds(form)


def _cubes(form: SheetLayout) -> CircledMarks:
    """Return the cube values, each in the middle of one of equal fields.

    Behind them is the field of the box for a higher value, if there is one.
    """
    column = form.columns["cube"]
    pitch = form.cube_field
    figures = map(str, form.cube_values)
    line = "\t".join(HALF_FIGURE * (len(text) == 1) + text for text in figures)
    return CircledMarks(
        column.left + pitch / 2 - FIGURE_WIDTH, pitch, "\n".join([line] * form.rows)
    )


def _kinds(form: SheetLayout) -> CircledMarks:
    """Return the letters that are the same in all languages: G, B and P.

    If checkers are counted, P is on the right, beside room for their number.
    """
    column = form.columns["kind"]
    fields = 3 if form.counts_checkers else len(form.letters)
    pitch = column.width / fields
    skipped = (fields - len(form.letters)) * pitch
    return CircledMarks(
        column.left + skipped + pitch / 2 - FIGURE_WIDTH * 0.6,
        pitch,
        "\n".join(["\t".join(form.letters)] * form.rows),
    )


def _no_cube(form: SheetLayout) -> CircledMarks:
    column = form.columns["cube"]
    # Translators: stands in the cube column of a match to one point.
    text = pgettext("score sheet", "no cube")
    room = column.width - 2 * NO_CUBE_INDENT
    size = min(MARK_SIZE, room / MM_PER_POINT / text_width(text))
    return CircledMarks(
        *(column.left + NO_CUBE_INDENT, column.width, "\n".join([text] * form.rows)),
        size=round(size, 2),
    )


def _aside(form: SheetLayout) -> AsideBand:
    """Return the fields for a match that is put aside, each behind its label."""
    labels: list[AsideLabel] = []
    lines: list[str] = []
    boxes: list[str] = []
    dots: list[Dot] = []
    x = 1.2

    def label(text: str, *, bold: bool = False) -> None:
        nonlocal x
        labels.append(AsideLabel(x, text))
        wide = max(text_width(part, bold=bold) for part in text.split(BETWEEN))
        x = round(x + wide * LABEL_SIZE * MM_PER_POINT + 1.4, 2)

    def dotted(width: float, paths: list[str], path: str) -> None:
        """Add a field of each player, behind the player's dot."""
        nonlocal x
        for is_black in (True, False):
            dots.append(Dot(round(x + ASIDE_DOT, 2), 3.6, is_black))
            x = round(x + 2 * ASIDE_DOT + 0.8, 2)
            paths.append(f"M{x} {path}")
            x = round(x + width + (1.6 if is_black else 0), 2)

    # Translators: heads the fields for a match that will be finished later.
    label(pgettext("score sheet", "put aside"), bold=True)
    x += ASIDE_GAP
    label(pgettext("score sheet", "on roll"))
    dotted(BOX_SIDE, boxes, f"2h{BOX_SIDE}v{BOX_SIDE}h-{BOX_SIDE}z")
    if form.has_cube:
        x += ASIDE_GAP
        label(pgettext("score sheet", "cube"))
        lines.append(f"M{x:.2f} 4.8h{CUBE_LINE}")
        x += CUBE_LINE
    if form.clock:
        x += ASIDE_GAP
        label(pgettext("score sheet", "clock"))
        dotted(CLOCK_LINE, lines, f"4.8h{CLOCK_LINE}")
    return AsideBand(tuple(labels), "".join(lines), "".join(boxes), tuple(dots), x)


def _hairlines(form: SheetLayout) -> str:
    """Return the SVG path of the thin lines: between rows and columns, around notes."""
    grid, headings = TOPS["grid"], TOPS["headings"]
    rows = (f"M0 {grid + row * form.row:.3f}h{WIDTH}" for row in range(1, form.rows))
    lefts = [column.left for column in form.columns.values()]
    columns = (f"M{x} {headings}V{form.bottom:.3f}" for x in (*lefts, WIDTH))
    end = form.bottom + form.notes
    notes = f"M0 {form.bottom}V{end}H{WIDTH}V{form.bottom}" if form.notes else ""
    return "".join((*rows, *columns, notes))


def _rules(form: SheetLayout) -> str:
    """Return the SVG path of the thick lines: round the grid, beside the cube."""
    columns, headings = form.columns, TOPS["headings"]
    across = (headings, TOPS["grid"], form.bottom)
    down = (columns[form.wide].left, columns["score-2"].left)
    return "".join(
        (
            *(f"M0 {y:.3f}h{WIDTH}" for y in across),
            *(f"M{x} {headings}V{form.bottom:.3f}" for x in down),
        )
    )


def _boxes(form: SheetLayout) -> str:
    """Return the SVG path of the boxes of each row.

    In them the Crawford game is ticked, and a higher value of the cube is written.
    """
    middles: list[tuple[float, float]] = []
    if form.has_cube and form.has_higher_cube:
        column = form.columns["cube"]
        side = min(CUBE_BOX, form.cube_field - 1.0)
        middles.append((column.left + column.width - form.cube_field / 2, side))
    if form.has_crawford:
        middles.append((form.columns["crawford"].middle, BOX_SIDE))
    return "".join(
        f"M{x - side / 2:.3f} "
        f"{TOPS['grid'] + (row + 0.5) * form.row - side / 2:.3f}h{side}v{side}h-{side}z"
        for x, side in middles
        for row in range(form.rows)
    )


def _key(form: SheetLayout) -> Iterator[str]:
    """Yield the lines that explain the grid, as the rules of the match have it."""
    if form.is_one_game:
        return
    yield _counted(form)
    if form.has_crawford:
        # Translators: Cr is the heading of the column with the boxes to tick.
        yield gettext(
            "Crawford game: the first game after a player comes within 1 point. No "
            "cube in it; tick Cr."
        )
    if more := BETWEEN.join(dict.fromkeys(filter(None, _more_lines(form)))):
        yield more


def _counted(form: SheetLayout) -> str:
    """Return what a game counts."""
    if form.counts_checkers:
        if not form.has_cube:
            return gettext("Points: the checkers that the loser has left (poengspill)")
        return gettext(
            "Points: the checkers that the loser has left (poengspill), times the "
            "cube · P pass (double dropped)"
        )
    counts = {"gammon": form.values[1], "backgammon": form.values[2]}
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
    return words[form.letters] % counts


@in_turn
def _more_lines(form: SheetLayout) -> str:
    return " · ".join(_more(form))


def _more(form: SheetLayout) -> Iterator[str]:
    """Yield what else the rules say of the cube, in a few words each."""
    if not form.has_cube:
        yield gettext("No cube")
    elif form.is_unlimited:
        yield gettext("Cube without limit")
    if form.automatic:
        words = gettext("Automatic doubles: %(number)s")
        yield words % {"number": form.automatic}
    if form.beavers:
        yield gettext("Beavers")
    if form.jacoby:
        yield gettext("Jacoby rule")


def _duty(form: SheetLayout) -> str:
    """Return who brings or reports the result, as the policy of reports has it."""
    if form.reporting in PLAYERS_REPORT:
        # Translators: on the score sheet, in two lines of at most 45 letters.
        return gettext(
            "Report the result with the code above,\nor bring this sheet to the desk."
        )
    return gettext("The winner brings this sheet to the desk.")
