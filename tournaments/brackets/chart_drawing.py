"""The texts and lines of one sheet of a wall chart.

All lengths are millimetres. Two rows of text are as high as the distance between two
lines, so that a line and the middle between two lines both stand on a row.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import gcd
from typing import Final, NamedTuple

from django.utils.translation import gettext

from matches.documents.fitting import (
    ELLIPSIS,
    FittedText,
    fitted,
)
from matches.documents.pdf import text_width
from matches.documents.text import clean
from tournaments.brackets.chart_tree import Leaf, Subtree

ROWS_PER_LINE: Final = 2
ROWS_ABOVE: Final = 1
"""The number of rows above the first line, because a long name needs two."""
NAMES: Final = frozenset({"entry", "winner"})
"""The kinds of text that are names."""
LABELS: Final[Mapping[str, float]] = {"narrow": 7.0, "large": 11.5}
MARKS: Final[Mapping[str, float]] = {"narrow": 7.0, "": 8.5, "large": 12.0}
"""The type of what stands before a name: the number of its line, or of a match."""
BEFORE_NAME: Final = 2.5
"""The distance between the two."""
MOST: Final = 0.9
"""The share of the names in large type that would fit in the size that all have."""
POINT: Final = 25.4 / 72
SEVERAL: Final = range(2, 13)
"""How many lines a name may stand on if one is too short."""
ABOVE_LINE: Final = 0.2
"""The distance of several lines of a name from the line that they stand on."""
BELOW_LINE: Final = 0.6
"""The depth of letters of a name below that line, in some scripts."""
LINE: Final = 1.08
"""The height of one of several lines of a name, in heights of its type."""


class TextColumn(NamedTuple):
    """A column of text, row by row, as one element of the page.

    `size` is that of the type in points, 0 for the usual one of its kind.
    """

    kind: str
    left: float
    width: float
    text: str
    size: float = 0.0
    top: float = 0.0
    """The left edge in millimetres."""
    line: float = 0.0
    """The height of its lines."""
    first: int = 0
    """The row of its first line."""
    step: int = 0
    """The number of rows from line to line, 0 for a text on several lines."""

    @property
    def uppermost(self) -> str:
        """The first line of the text."""
        return self.text.partition("\n")[0]

    @property
    def below(self) -> str:
        """The other lines."""
        return self.text.partition("\n")[2]

    @property
    def is_two_lines(self) -> bool:
        """Whether the text of a heading is on two lines."""
        return "\n" in self.text


@dataclass(frozen=True, slots=True)
class ChartColumn:
    """The place of a column on the sheet, in millimetres."""

    left: float
    width: float


@dataclass(slots=True)
class ChartDrawing:
    """The texts and lines of a sheet while it is being drawn.

    `texts` has rows by column and kind, `raised` the columns and rows of labels that
    stand at the upper edge of their row, `wrapped` the names on several lines by column
    and kind, then by row, `cut` the columns and names of texts that have not enough
    room; `used` counts the lines drawn.
    """

    columns: dict[int, ChartColumn]
    row: float
    size: str
    names: tuple[float, ...]
    label_size: float
    lines: list[str] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)
    texts: dict[tuple[int, str], dict[int, str]] = field(default_factory=dict)
    raised: set[tuple[int, int]] = field(default_factory=set)
    wrapped: dict[tuple[int, str], dict[int, FittedText]] = field(default_factory=dict)
    cut: set[tuple[int, str]] = field(default_factory=set)
    used: int = 0

    @property
    def box(self) -> float:
        """The width of a score box."""
        return {"narrow": 6.0, "large": 13.0}.get(self.size, 9.0)

    @property
    def labels(self) -> float:
        """The size of small type in points."""
        return LABELS.get(self.size, self.label_size)

    def indent(self, number: int) -> float:
        """Return where the names of a column begin: after the longest mark."""
        marks = self.texts.get((number, "mark"), {}).values()
        ems = max(map(text_width, marks), default=0.0)
        return round(ems * MARKS[self.size] * POINT + BEFORE_NAME, 2)

    def draw(self, root: Subtree, goes_to: str) -> None:
        """Draw a match, all matches before it, and the line of its winner."""
        at = self._subtree(root)
        column = root.column + 1
        self._line(column, at)
        self._say(column, "winner", at=at, text=root.name)
        self._say(column, "label", at=at + 1, text=goes_to)

    def blocks(self) -> Iterator[TextColumn]:
        """Yield the texts; the rows have the same height in all of them."""
        self._make_room()
        most = self._usual_size()
        for (number, kind), rows in self.texts.items():
            column = self.columns[number]
            left, width = column.left, column.width
            if kind == "points":
                left, width = left + width - self.box, self.box
            else:
                left += self.indent(number) if kind == "entry" else 1.0
                width = self._room(number, kind)
            if kind == "label":
                width += self.box
            if kind == "mark":
                width = self.indent(number) - 0.5
            if kind == "label":
                yield from self._raised(number, rows, left, width=width)
            wrapped = self.wrapped.get((number, kind), {})
            for at, name in wrapped.items():
                yield self._on_lines(
                    TextColumn(kind, left, width, "", name.size), at, name
                )
            placed = wrapped.keys() | self._raised_rows(number, kind)
            single = {row: text for row, text in rows.items() if row not in placed}
            sizes = {0.0: single}
            if kind in NAMES:
                sizes = self._sizes(single, width, most)
            for size, some in sizes.items() if single else ():
                first, step = min(some), self._step(some)
                drawn = range(first, max(some) + 1, step)
                text = "\n".join(some.get(row, "") for row in drawn)
                block = TextColumn(kind, round(left, 2), round(width, 2), text, size)
                yield block._replace(first=first, step=step)

    def _room(self, number: int, kind: str) -> float:
        """Return the width of a text of this kind, beside its mark and a score box."""
        indent = self.indent(number) if kind == "entry" else 1.0
        return self.columns[number].width - indent - self.box - 0.6

    def _make_room(self) -> None:
        """Wrap long names, and move the labels that stand in their way.

        A label stands between the two names of its match. If rows are low, the name
        below it has one line and the name above it two: a short name needs only one of
        them, and the label stands above it. Any other label in the way is raised to
        the upper edge of its row.
        """
        smallest = self.names[-1]
        if 2 * smallest * POINT * LINE > self.row:
            self._move_labels(smallest)
        for number, kind in self.texts:
            if kind not in NAMES:
                continue
            labels = self.texts.get((number, "label"), {})
            found = self.wrapped[number, kind] = self._wrapped(number, kind)
            for at, name in found.items():
                above, _room = self._above(number, at)
                high = len(name.lines) * name.size * POINT * LINE + ABOVE_LINE
                if above in labels and high > self.row * (at - above):
                    self.raised.add((number, above))

    def _move_labels(self, smallest: float) -> None:
        """Move labels above short upper names where the lower name is long."""
        for (number, kind), names in self.texts.items():
            labels = self.texts.get((number, "label"))
            if kind != "entry" or labels is None:
                continue
            room = self._room(number, kind)
            long = {at for at, name in names.items() if not _fits(name, smallest, room)}
            for at in [at for at in labels if at + 1 in long]:
                if at - 1 in names and at - 1 not in long:
                    labels[at - 2] = labels.pop(at)

    def _raised_rows(self, number: int, kind: str) -> set[int]:
        return {
            at for column, at in self.raised if kind == "label" and column == number
        }

    def _raised(
        self, number: int, rows: Mapping[int, str], left: float, *, width: float
    ) -> Iterator[TextColumn]:
        """Yield the labels that stand at the upper edge of their rows."""
        line = round(self.labels * POINT * LINE, 2)
        for at in self._raised_rows(number, "label"):
            top = round((at - 1) * self.row, 2)
            block = TextColumn("label", round(left, 2), round(width, 2), rows[at])
            yield block._replace(top=top, line=line)

    def _step(self, rows: Mapping[int, str]) -> int:
        """Return how many rows a line of text can be high, for these rows.

        Empty lines take as long as others, so that rows without text are left out. A
        text is in the middle of its line, and no line may end below the last row.
        """
        last = max(rows)
        step = gcd(*(last - row for row in rows)) or 1
        room = 2 * (ROWS_PER_LINE * self.used + ROWS_ABOVE - last) + 1
        parts = range(min(step, max(1, room)), 0, -1)
        return next(part for part in parts if step % part == 0)

    def _above(self, number: int, at: int) -> tuple[int, float]:
        """Return the row of the next text above a name, and the room below that.

        There is room in the rows where nothing stands, and in what a label leaves of
        its row; letters of a name above may reach below its line.
        """
        labels = self.texts.get((number, "label"), {})
        rows = {0} | labels.keys()
        for kind in NAMES:
            rows |= self.texts.get((number, kind), {}).keys()
        above = max(row for row in rows if row < at)
        room = self.row * (at - above)
        if above in labels:
            room += self.row - self.labels * POINT * LINE - ABOVE_LINE
        elif above:
            room -= BELOW_LINE
        return above, room

    def _wrapped(self, number: int, kind: str) -> dict[int, FittedText]:
        """Return the names of a column that take several lines, by row.

        These are those too long for one line.
        """
        found = {}
        width = self._room(number, kind)
        for at, text in self.texts[number, kind].items():
            if _fits(text, self.names[-1], width):
                continue
            _above, room = self._above(number, at)
            size = int(self.names[-1])
            tries = [
                fitted(text, width, size=size, smallest=size, lines=lines)
                for lines in SEVERAL
                if lines * size * POINT * LINE <= room
            ]
            whole = (name for name in tries if ELLIPSIS not in name.lines[-1])
            name = next(whole, None)
            if name is None:
                self.cut.add((number, text))
                name = next(iter(tries[-1:]), None)
            if name is not None:
                found[at] = name
        return found

    def _on_lines(self, block: TextColumn, at: int, name: FittedText) -> TextColumn:
        """Return a name on its lines that ends just above the line at this row."""
        line = round(name.size * POINT * LINE, 2)
        return block._replace(
            left=round(block.left, 2),
            width=round(block.width, 2),
            text="\n".join(name.lines),
            top=round(at * self.row - len(name.lines) * line - ABOVE_LINE, 2),
            line=line,
        )

    def _sizes(
        self, rows: Mapping[int, str], width: float, most: float
    ) -> dict[float, dict[int, str]]:
        """Return the names of a column by the size in which each fits `width`.

        None is larger than `most`; what does not fit in the smallest is cut.
        """
        found: dict[float, dict[int, str]] = {}
        for row, text in rows.items():
            found.setdefault(min(most, self._size(text, width)), {})[row] = text
        return found

    def _size(self, text: str, width: float) -> float:
        """Return the largest size in which a name fits, or the smallest of all."""
        fitting = (size for size in self.names if _fits(text, size, width))
        return next(fitting, self.names[-1])

    def _usual_size(self) -> float:
        """Return the size that most names of the sheet have, so that they look alike.

        Names in larger type give up only that: none is smaller for the sake of others.
        """
        if self.size != "large":
            return self.names[0]
        sizes = sorted(
            (
                self._size(text, self._room(number, kind))
                for (number, kind), rows in self.texts.items()
                if kind in NAMES
                for at, text in rows.items()
                if at not in self.wrapped[number, kind]
            ),
            reverse=True,
        )
        if not sizes:
            return self.names[0]
        return max(self.names[1], sizes[int(MOST * (len(sizes) - 1))])

    def _subtree(self, subtree: Subtree) -> int:
        """Draw a match with all that lead to it, and return the row of its winner."""
        top = self._side(subtree.top, subtree.column, subtree.points[0], has_room=False)
        is_late = subtree.column > min(self.columns)
        bottom = self._side(
            subtree.bottom, subtree.column, subtree.points[1], has_room=is_late
        )
        column = self.columns[subtree.column]
        right = column.left + column.width
        self.lines.append(f"M{right:g} {self._y(top)}V{self._y(bottom)}")
        room = (column.width - 1.6) / POINT / self.labels
        self._say(subtree.column, "label", at=top + 1, text=_label(subtree, room))
        for at in (top, bottom) if subtree.is_played else ():
            left, high = right - self.box, min(self.row * 1.3, self.box * 0.6)
            self.boxes.append(
                f"M{left:.2f} {self._y(at)}v{-high:.2f}h{self.box:g}v{high:.2f}"
            )
        return (top + bottom) // 2

    def _side(
        self, side: Subtree | Leaf, column: int, points: str, *, has_room: bool
    ) -> int:
        """Draw a side and return its row.

        `has_room`: small type fits below its line.
        """
        if isinstance(side, Leaf):
            at = self.used * ROWS_PER_LINE + ROWS_ABOVE + 1
            self.used += 1
            is_before = bool(side.mark) and not has_room
            where = "mark" if is_before else "label"
            self._say(column, where, at=at + has_room, text=side.mark)
            self._say(column, "entry" if is_before else "winner", at=at, text=side.name)
        else:
            at = self._subtree(side)
            self._say(column, "winner", at=at, text=side.name)
        self._line(column, at)
        self._say(column, "points", at=at, text=points)
        return at

    def _line(self, number: int, at: int) -> None:
        column = self.columns[number]
        self.lines.append(f"M{column.left:g} {self._y(at)}h{column.width:g}")

    def _say(self, column: int, kind: str, *, at: int, text: str) -> None:
        if text:
            self.texts.setdefault((column, kind), {})[at] = clean(text)

    def _y(self, at: int) -> str:
        return f"{at * self.row:.2f}"


def _fits(text: str, size: float, width: float) -> bool:
    return text_width(text) * size * POINT < width


def _label(subtree: Subtree, room: float) -> str:
    """Return the small type in a match: its number, the table, and the loser's match.

    The section of the loser's match is left out where `room`, in ems, is too small; the
    legend tells it by the number. A bye has no number.
    """
    if not subtree.is_played:
        return subtree.label
    # Translators: on a wall chart, short for table; the number is written by hand.
    table = gettext("t") + (subtree.table or " ___")
    parts = [subtree.label, table]
    short = subtree.loser_to.split(" ")[-1]
    for match, between in ((subtree.loser_to, " · "), (short, " · "), (short, " ")):
        # Translators: on a wall chart: the loser goes to this match.
        onward = gettext("L→ %(match)s") % {"match": match} if match else ""
        text = between.join(part for part in (*parts, onward) if part)
        if text_width(text) < room:
            break
    return text
