"""Reads what is filled in on a photo of a score sheet. Pure: pixels in, games out.

The code on the sheet says roughly where it lies, four corner marks say it exactly. Each
row is then looked at by itself: it is brought into line with the values printed in it,
and what is left besides print is ink. A value counts as circled if ink goes round it; a
player won the game if something as tall as a figure stands in the points column.
Whatever is neither clearly so nor clearly not so is left to be asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import zxingcpp
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from matches.documents.fitting import MM_PER_POINT
from matches.documents.fontconfig import FONT_FOLDER
from matches.sheet_photos.layout import CODE, CORNER, Circled, Point, SheetLayout

Pixels: TypeAlias = NDArray[Any]
Mask: TypeAlias = NDArray[np.bool_]
Matrix: TypeAlias = NDArray[Any]

QR: Final = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
SCALE: Final = 8.0
"""Pixels to a millimetre of a sheet that is set straight."""
WIDE: Final = 132.0
AROUND: Final = 1.5
"""The millimetres above and below a row that are looked at with it."""
SHIFT: Final = 1.25
"""How far a row may be from its place on paper that is not flat."""
THICKEST: Final = 2.2
"""Ink is darker than everything this far from it; shades are larger."""
INK: Final = 0.2
"""How much darker ink is than the paper."""
ANGLES: Final = 32
CIRCLED: Final = 0.62
"""The part of the way round a value that is ink if it is circled."""
NOT_CIRCLED: Final = 0.36
STRUCK: Final = 0.9
"""Square millimetres of ink over a value that is struck out or marked otherwise."""
TALL: Final = 2.3
"""The least height of a figure, in millimetres."""
FLAT: Final = 1.5
"""The greatest height of a dash."""
SPECK: Final = 0.25
SURE_INK: Final = 0.55
"""Square millimetres: less ink than the first is none, more than the second is some."""
LEAST_MARK: Final = 0.38
"""How much darker a corner mark is than what is around it."""
ENOUGH: Final = 6
"""With so many points known, the perspective is known too."""
MOST_BENT: Final = 2.0
"""How far a corner may be from where the others say it is, in millimetres."""


class _Photo(NamedTuple):
    """A photo, and the projection from millimetres of the sheet to its pixels."""

    grey: Pixels
    projection: Matrix

    def straight(self, box: tuple[float, float, float, float]) -> Pixels:
        """Return a part of the sheet as if it lay straight.

        `box` is its left and upper edge, its width and its height. What is outside of
        the photo looks like its edge.
        """
        left, top, width, height = box
        xs = left + (np.arange(round(width * SCALE)) + 0.5) / SCALE
        ys = top + (np.arange(round(height * SCALE)) + 0.5) / SCALE
        grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
        grey = self.grey
        most = np.array([grey.shape[1] - 2, grey.shape[0] - 2])
        at = np.clip(_through(self.projection, grid) - 0.5, 0, most)
        whole = at.astype(np.intp)
        right, down = (at - whole).astype(np.float32).T
        x, y = whole.T
        upper = grey[y, x] * (1 - right) + grey[y, x + 1] * right
        lower = grey[y + 1, x] * (1 - right) + grey[y + 1, x + 1] * right
        found: Pixels = upper * (1 - down) + lower * down
        return found.reshape(len(ys), len(xs))


class SheetCode(NamedTuple):
    """A QR code in a photo: its text, and its corners in pixels."""

    text: str
    corners: Matrix


@dataclass(frozen=True, slots=True)
class ReadRow:
    """What is filled in in a row. None, or a doubtful field, is to be asked."""

    number: int
    winner: int | None
    cube: int
    letter: str
    """G, B or P; "" for a single game."""
    doubts: frozenset[str]
    """Which of "winner", "cube" and "kind" are not certain."""
    is_empty: bool
    picture: bytes
    """The row as a small JPEG."""


def codes_in(image: Image.Image) -> list[SheetCode]:
    """Return the QR codes in a photo."""
    grey = np.asarray(image.convert("L"))
    found = zxingcpp.read_barcodes(grey, formats=QR)
    return [SheetCode(code.text, _corners(code.position)) for code in found]


def _corners(place: Any) -> Matrix:
    points = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
    return np.array([(point.x + 0.5, point.y + 0.5) for point in points])


def read_rows(
    image: Image.Image, code: SheetCode, layouts: Sequence[SheetLayout]
) -> list[ReadRow] | None:
    """Return the rows of a sheet; None if it is not wholly in the photo.

    The layout is used whose corners are there.
    """
    grey = np.asarray(image.convert("L"), dtype=np.float32)
    placed = [(_located(grey, code.corners, layout), layout) for layout in layouts]
    fitting = [
        (found[1], found[0], layout) for found, layout in placed if found is not None
    ]
    if not fitting:
        return None
    _bent, to_photo, layout = min(fitting, key=lambda fit: fit[0])
    photo, prints = _Photo(grey, to_photo), _Prints(layout)
    return [_row(photo, prints, index) for index in range(layout.rows)]


# Where the sheet lies ---------------------------------------------------------


def _located(
    grey: Pixels, code: Matrix, layout: SheetLayout
) -> tuple[Matrix, float] | None:
    """Return the projection from millimetres to pixels, and how far corners are off.

    Corners are looked for from the nearest to the code on, each time with all that is
    found already.
    """
    upper_left, upper_right, lower_left, lower_right = layout.corners
    paper, photo = [*CODE], [*map(tuple, code)]
    for corner, reach in (
        (upper_right, 6.0), (upper_left, 12.0), (lower_right, 18.0), (lower_left, 14.0)
    ):  # fmt: skip
        # From points near one another only the direction and the size are certain.
        guesses = [_affine(paper, photo)]
        if len(paper) >= ENOUGH:
            guesses.insert(0, _projection(paper, photo))
        marks = (_mark_near(_Photo(grey, guess), corner, reach) for guess in guesses)
        found = next((mark for mark in marks if mark is not None), None)
        if found is None:
            return None
        paper.append(corner)
        photo.append(found)
    to_photo = _projection(paper, photo)
    back = _through(np.linalg.inv(to_photo), np.array(photo[len(CODE) :]))
    off = float(np.abs(back - np.array(paper[len(CODE) :])).max())
    return (to_photo, off) if off <= MOST_BENT else None


def _mark_near(photo: _Photo, corner: Point, reach: float) -> Point | None:
    """Return the middle of the black square nearest to where it should be."""
    left, top = corner[0] - reach, corner[1] - reach
    patch = photo.straight((left, top, 2 * reach, 2 * reach))
    dark = 1 - patch / np.maximum(_widest(patch, int(5 * SCALE) | 1, np.maximum), 1)
    side, around = round(CORNER * SCALE), round((CORNER + 1.8) * SCALE)
    inner = _sums(dark, side) / side**2
    outer = _sums(dark, around)
    more = (around - side) // 2
    inner = inner[more:, more:][: outer.shape[0], : outer.shape[1]]
    ring = (outer - inner * side**2) / (around**2 - side**2)
    score = inner - ring
    rows, columns = np.indices(score.shape)
    middle = around / 2
    away = np.hypot(rows + middle - reach * SCALE, columns + middle - reach * SCALE)
    score = score - 0.012 * away / SCALE
    row, column = np.unravel_index(int(score.argmax()), score.shape)
    if score[row, column] < LEAST_MARK:
        return None
    # Between pixels: the middle of what is dark there.
    box = dark[row : row + around, column : column + around]
    box = np.where(box > box.max() / 2, box, 0)
    ys, xs = np.indices(box.shape)
    y = top + (row + float((ys * box).sum() / box.sum()) + 0.5) / SCALE
    x = left + (column + float((xs * box).sum() / box.sum()) + 0.5) / SCALE
    at = _through(photo.projection, np.array([(x, y)]))[0]
    return float(at[0]), float(at[1])


def _affine(paper: Sequence[Point], photo: Sequence[Point]) -> Matrix:
    known = np.column_stack([np.array(paper), np.ones(len(paper))])
    found, *_rest = np.linalg.lstsq(known, np.array(photo), rcond=None)
    return np.vstack([found.T, [0, 0, 1]])


def _projection(paper: Sequence[Point], photo: Sequence[Point]) -> Matrix:
    """Return the best projection; corner marks count more than the corners of the code.

    The points are brought to about 1 before, as numbers of very different sizes are
    solved badly.
    """
    from_, to = np.array(paper) / WIDE, np.array(photo)
    middle, size = to.mean(axis=0), to.std()
    to = (to - middle) / size
    lines, right = [], []
    for number, ((x, y), (u, v)) in enumerate(zip(from_, to, strict=True)):
        weight = 0.3 if number < len(CODE) else 1.0
        lines.append([weight * value for value in (x, y, 1, 0, 0, 0, -u * x, -u * y)])
        lines.append([weight * value for value in (0, 0, 0, x, y, 1, -v * x, -v * y)])
        right += [weight * u, weight * v]
    solved, *_rest = np.linalg.lstsq(np.array(lines), np.array(right), rcond=None)
    projection = np.append(solved, 1).reshape(3, 3)
    back = np.array([[size, 0, middle[0]], [0, size, middle[1]], [0, 0, 1]])
    found: Matrix = back @ projection @ np.diag([1 / WIDE, 1 / WIDE, 1])
    return found


def _through(projection: Matrix, points: Matrix) -> Matrix:
    moved = np.column_stack([points, np.ones(len(points))]) @ projection.T
    found: Matrix = moved[:, :2] / moved[:, 2:]
    return found


# What is ink ------------------------------------------------------------------


class _Prints:
    """What is printed in each row, drawn once: to find the row, and to look past it."""

    def __init__(self, layout: SheetLayout) -> None:
        self.layout = layout
        self.font = ImageFont.truetype(
            FONT_FOLDER / "SourceSans3-Regular.ttf",
            layout.size * MM_PER_POINT * SCALE,
        )
        high = round((layout.row + 2 * AROUND) * SCALE)
        picture = Image.new("L", (round(WIDE * SCALE), high))
        draw = ImageDraw.Draw(picture)
        for value in layout.circled:
            at = (value.x * SCALE, high / 2)
            draw.text(at, value.text, fill=255, font=self.font, anchor="mm")
        self.values: Pixels = np.asarray(picture, dtype=np.float32) / 255
        """The values, without the lines of the table."""
        lines = np.zeros(self.values.shape, dtype=bool)
        for y in (AROUND, AROUND + layout.row):
            lines[round(y * SCALE) - 4 : round(y * SCALE) + 4] = True
        self.lines: Mask = lines
        self.thick: Mask = _widest(self.values, 7, np.maximum) > 0.3  # noqa: PLR2004 - of the range from paper to ink


def _row(photo: _Photo, prints: _Prints, index: int) -> ReadRow:
    layout = prints.layout
    top = layout.top + index * layout.row - AROUND
    shown = photo.straight((0, top, WIDE, layout.row + 2 * AROUND))
    paper = _widest(shown, round(THICKEST * SCALE) | 1, np.maximum)
    paper = _widest(paper, round(THICKEST * SCALE) | 1, np.minimum)
    dark = np.clip((paper - shown) / np.maximum(paper, 1), 0, 1)
    down, right = _shift(dark, prints)
    dark = np.roll(dark, (-down, -right), axis=(0, 1))
    ink = (dark > INK) & ~prints.thick & ~prints.lines
    states = {value: _state(ink, layout, value) for value in layout.circled}
    cube, cubes, cube_doubts = _likely(states, "cube")
    letter, letters, kind_doubts = _likely(states, "kind")
    # Of the cube one value is to be circled; of the letters at most one.
    has_cube = any(value.field == "cube" for value in layout.circled)
    cube_doubts |= has_cube and cubes != 1
    kind_doubts |= letters > 1
    winner, winner_doubts = _winner(dark > INK, layout)
    is_empty = winner is None and not winner_doubts and not any(states.values())
    picture = Image.fromarray(np.roll(shown, -down, axis=0).astype(np.uint8))
    picture = picture.resize((picture.width * 5 // 8, picture.height * 5 // 8))
    file = BytesIO()
    picture.save(file, "JPEG", quality=60)
    return ReadRow(
        number=index + 1,
        winner=winner,
        cube=int(cube or 1),
        letter=letter,
        doubts=frozenset(
            name
            for name, is_so in (
                ("winner", winner_doubts or (winner is None and not is_empty)),
                ("cube", cube_doubts),
                ("kind", kind_doubts),
            )
            if is_so and not is_empty
        ),
        is_empty=is_empty,
        picture=file.getvalue(),
    )


def _shift(dark: Pixels, prints: _Prints) -> tuple[int, int]:
    """Return by how many pixels the print of a row is lower and further right."""
    if not prints.layout.circled:
        return 0, 0
    most = round(SHIFT * SCALE)
    columns = np.flatnonzero(prints.values.any(axis=0))
    first, last = columns[0] - most, columns[-1] + most
    rows = np.flatnonzero(prints.values.any(axis=1))
    upper, lower = rows[0], rows[-1] + 1
    values = prints.values[upper:lower, first:last]
    # A pen is darker than print: beyond the print, ink does not speak for a place.
    part = np.minimum(dark, 0.5)

    def fit(down: int, right: int) -> float:
        shown = part[upper + down : lower + down, first + right : last + right]
        return float((shown * values).sum()) - 0.02 * (abs(down) + abs(right))

    steps = range(-most, most + 1, 2)
    best = max(((down, right) for down in steps for right in steps),
               key=lambda at: fit(*at))  # fmt: skip
    near = [(best[0] + y, best[1] + x) for y in (-1, 0, 1) for x in (-1, 0, 1)]
    return max(near, key=lambda at: fit(*at))


def _state(ink: Mask, layout: SheetLayout, value: Circled) -> str:
    """Return "yes" for a circled value, "" for one without ink, else "maybe"."""
    angles = np.arange(ANGLES) * 2 * np.pi / ANGLES
    steps = np.linspace(0, 1, 20)[:, None]
    middle = AROUND + layout.row / 2
    least = (value.width / 2 + 0.5, 1.5)
    most = (value.width / 2 + 2.4, layout.row / 2)
    radius_x = least[0] + (most[0] - least[0]) * steps
    radius_y = least[1] + (most[1] - least[1]) * steps
    xs = ((value.x + radius_x * np.cos(angles)) * SCALE).astype(int)
    ys = ((middle + radius_y * np.sin(angles)) * SCALE).astype(int)
    around = float(ink[ys, xs].any(axis=0).mean())
    left = round((value.x - value.width / 2 - 0.8) * SCALE)
    right = round((value.x + value.width / 2 + 0.8) * SCALE)
    upper, lower = (round((middle + way * 1.9) * SCALE) for way in (-1, 1))
    over = ink[upper:lower, left:right].sum() / SCALE**2
    if around >= CIRCLED:
        return "yes"
    return "maybe" if around > NOT_CIRCLED or over > STRUCK else ""


def _likely(states: dict[Circled, str], field: str) -> tuple[str, int, bool]:
    """Return the likely value of a field, how many are circled, and if any may be."""
    texts = {
        state: [value.text for value, is_so in states.items()
                if value.field == field and is_so == state]
        for state in ("yes", "maybe")
    }  # fmt: skip
    likely = [*texts["yes"], *texts["maybe"], ""]
    return likely[0], len(texts["yes"]), bool(texts["maybe"])


def _winner(ink: Mask, layout: SheetLayout) -> tuple[int | None, bool]:
    """Return who has points, and whether that is doubtful."""
    one, two = (_written(ink, layout, column) for column in layout.points)
    if "maybe" in {one, two} or (one == two == "figure"):
        return (1 if one == "figure" else 2 if two == "figure" else None), True
    if one == "figure":
        return 1, False
    return (2, False) if two == "figure" else (None, one == "dash" or two == "dash")


def _written(ink: Mask, layout: SheetLayout, column: tuple[float, float]) -> str:
    """Return what is written in a column: a "figure", a "dash", "maybe" or nothing."""
    left, width = column
    inside = ink[
        round((AROUND + 0.7) * SCALE) : round((AROUND + layout.row - 0.7) * SCALE),
        round((left + 1.2) * SCALE) : round((left + width - 1.2) * SCALE),
    ]
    amount = float(inside.sum()) / SCALE**2
    if amount < SPECK:
        return ""
    rows = np.flatnonzero(inside.sum(axis=1) >= 2)  # noqa: PLR2004 - one dark dot is dust
    high = (rows[-1] - rows[0] + 1) / SCALE if len(rows) else 0.0
    if high >= TALL and amount >= SURE_INK:
        return "figure"
    return "dash" if high <= FLAT and amount >= SURE_INK else "maybe"


def _widest(pixels: Pixels, size: int, choose: Any) -> Pixels:
    """Return the largest or the smallest value within a square around each pixel."""
    for axis in (0, 1):
        reach = size // 2
        edge = [(0, 0), (0, 0)]
        edge[axis] = (reach, reach)
        padded = np.pad(pixels, edge, mode="edge")
        done, found = 1, padded
        while done < size:
            step = min(done, size - done)
            length = found.shape[axis] - step
            found = choose(
                np.take(found, range(length), axis=axis),
                np.take(found, range(step, step + length), axis=axis),
            )
            done += step
        pixels = found
    return pixels


def _sums(pixels: Pixels, side: int) -> Pixels:
    """Return the sum of each square of so many pixels, by its upper left corner."""
    total = np.pad(pixels.astype(np.float64).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    wide = total[:, side:] - total[:, :-side]
    found: Pixels = wide[side:] - wide[:-side]
    return found
