"""Score sheets printed, filled in by hand and photographed, all invented."""

import io
import math
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import cache

import numpy as np
import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from matches.documents.registry import A4, printing_on
from tournaments.paper.score_sheets import (
    SheetSide,
    SheetValues,
    layouts_of,
    score_sheets,
)

DOTS = 220 / 25.4
"""Pixels to a millimetre of the printed page."""
FIGURES = {
    "0": [(5, 0), (1, 2), (0, 5), (1, 8), (5, 10), (9, 8), (10, 5), (9, 2), (5, 0)],
    "1": [(3, 2), (6, 0), (6, 10)],
    "2": [(0, 2), (3, 0), (8, 1), (8, 4), (0, 10), (9, 10)],
    "3": [(1, 0), (8, 1), (4, 4), (9, 7), (5, 10), (0, 9)],
    "4": [(6, 10), (6, 0), (0, 7), (9, 7)],
    "5": [(9, 0), (2, 0), (1, 4), (7, 4), (9, 7), (5, 10), (0, 9)],
    "6": [(7, 0), (2, 4), (0, 8), (4, 10), (8, 8), (5, 5), (1, 7)],
    "7": [(0, 0), (9, 0), (3, 10)],
    "8": [(5, 5), (1, 2), (5, 0), (9, 2), (1, 8), (5, 10), (9, 8), (5, 5)],
    "9": [(9, 3), (4, 5), (1, 2), (5, 0), (9, 3), (7, 10)],
    "–": [(0, 5), (10, 5)],
}


@dataclass(frozen=True)
class Played:
    """A game as players write it down."""

    winner: int
    cube: int
    letter: str = ""

    @property
    def points(self):
        kinds = {"G": 2, "B": 3}
        return self.cube * kinds.get(self.letter, 1)


def sheet(**changes):
    values = SheetValues(
        tournament="Køge Open",
        place="Open · Swiss",
        round="Round 2 of 5",
        date=date(2026, 11, 12),
        length=9,
        table=7,
        match_number=23,
        code="K7Q2MXTR",
        url="https://bg.example.org/s/K7Q2MXTR/",
        one=SheetSide("Anna Quist", "Køge"),
        two=SheetSide("Åge Lund"),
        crawford=True,
        printed_at=datetime(2026, 11, 12, 12, 55, tzinfo=UTC),
        draw_number=1,
        language="en",
    )
    code = changes.get("code", values.code)
    return replace(values, url=f"https://bg.example.org/s/{code}/", **changes)


@cache
def pages(values, paper=A4):
    """Return the printed pages as pictures."""
    with printing_on(paper):
        content = score_sheets([values])
    document = pypdfium2.PdfDocument(content)
    return [
        page.render(scale=DOTS * 25.4 / 72).to_pil().convert("RGB") for page in document
    ]


def half_page(values):
    """Return the left half of a page, cut out, and where the sheet begins on it."""
    (page, *_rest) = pages(values)
    half = page.crop((0, 0, page.width // 2, page.height))
    return half.copy(), (8.25, 4.7)


def some_games(random, length, most):
    """Return games as they might be played, up to so many or the end of the match."""
    games = []
    score = [0, 0]
    while max(score) < length and len(games) < most:
        winner = random.choice((1, 2))
        cube = random.choice((1, 1, 2, 2, 4))
        game = Played(winner, cube, random.choice(("", "", "G", "P", "B")))
        games.append(game)
        score[winner - 1] += game.points
    return games


class Pen:
    """A hand with a pen that is more or less dark and thick."""

    def __init__(self, picture, random):
        self.random = random
        self.layer = Image.new("RGB", picture.size, "white")
        self.draw = ImageDraw.Draw(self.layer)
        self.colour = random.choice([(35, 45, 130), (30, 30, 35), (85, 85, 90)])
        self.width = random.uniform(0.35, 0.65)
        self.picture = picture

    def line(self, points):
        at = [(x * DOTS, y * DOTS) for x, y in points]
        self.draw.line(at, self.colour, round(self.width * DOTS), joint="curve")

    def figures(self, text, middle, *, high):
        u = self.random.uniform
        size, slant = high * u(0.85, 1.1) / 10, u(-0.1, 0.35)
        left = middle[0] - len(text) * size * 6
        down = middle[1] - size * 5 + u(-0.4, 0.4)
        for place, figure in enumerate(text):
            self.line(
                [
                    (
                        left + place * size * 12 + size * (x + slant * (10 - y))
                        + u(-0.08, 0.08),
                        down + size * y + u(-0.08, 0.08),
                    )
                    for x, y in FIGURES[figure]
                ]
            )  # fmt: skip

    def circle(self, middle, width, row):
        u = self.random.uniform
        x, y = middle[0] + u(-0.4, 0.4), middle[1] + u(-0.4, 0.4)
        wide, high = width / 2 + u(1.0, 1.8), u(1.9, min(2.9, row / 2 - 0.3))
        start, turn = u(0, 2 * math.pi), math.radians(u(325, 400))
        drift = u(-0.15, 0.25)
        self.line(
            [
                (
                    x + (wide + drift * part) * math.cos(start + turn * part),
                    y + (high + drift * part) * math.sin(start + turn * part),
                )
                for part in (step / 40 for step in range(41))
            ]
        )

    def done(self):
        return ImageChops.multiply(self.picture, self.layer)


def filled(picture, origin, layout, games, random):
    """Fill in games; the loser's points are mostly left out."""
    pen = Pen(picture, random)
    score = [0, 0]
    for number, game in enumerate(games):
        middle = origin[1] + layout.top + (number + 0.5) * layout.row
        score[game.winner - 1] += game.points
        for side in (1, 2):
            left, width = layout.points[side - 1]
            left += origin[0]
            away = 13.0 if side == 1 else -13.0
            at = left + width / 2 + random.uniform(-1.5, 1.5)
            if side == game.winner:
                pen.figures(str(game.points), (at, middle), high=4.4)
            elif random.random() < 0.35:
                text = "0" if random.random() < 0.15 else "–"
                pen.figures(text, (at, middle), high=4.0)
            total = str(score[side - 1])
            pen.figures(total, (left + away + width / 2, middle), high=4.2)
        for value in layout.circled:
            wanted = str(game.cube) if value.field == "cube" else game.letter
            if value.text == wanted:
                pen.circle((origin[0] + value.x, middle), value.width, layout.row)
    return pen.done()


def photo(paper, random, *, turn=0.0, is_flat=False, size=1800):
    """Photograph a piece of paper on a table: tilted, shaded, creased, blurred."""
    u = random.uniform
    if not is_flat:
        paper = _creased(paper, random)
    high, wide = size, round(size * 0.8)
    scale = u(0.8, 0.9) * min(high / paper.height, wide / paper.width)
    if abs(turn) == 90:
        high, wide = wide, high
    w, h = paper.width * scale / 2, paper.height * scale / 2
    angle = math.radians(turn + u(-6, 6))
    corners = []
    for right, down in ((-w, -h), (w, -h), (w, h), (-w, h)):
        x, y = right * (1 + u(-0.05, 0.05)), down * (1 + u(-0.04, 0.04))
        corners.append(
            (
                wide / 2 + x * math.cos(angle) - y * math.sin(angle),
                high / 2 + x * math.sin(angle) + y * math.cos(angle),
            )
        )
    table = Image.new("RGB", (wide, high), (random.randint(60, 150), 95, 70))
    coefficients = _perspective(corners, paper.size)
    laid = paper.transform(
        table.size, Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BICUBIC
    )
    whole = Image.new("L", paper.size, 255).transform(
        table.size, Image.Transform.PERSPECTIVE, coefficients
    )
    table.paste(laid, mask=whole)
    light = np.asarray(table, dtype=np.float32)
    light = light * _light(table.size, random)[..., None]
    grain = np.random.default_rng(random.randrange(2**32))
    noise = grain.normal(0, u(2, 6), light.shape)
    picture = Image.fromarray(np.clip(light + noise, 0, 255).astype(np.uint8))
    picture = picture.filter(ImageFilter.GaussianBlur(u(0.3, 1.1)))
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=random.randint(60, 88))
    return Image.open(file)


def _creased(paper, random):
    """Fold the paper once: what is below is a little nearer, the fold is dark."""
    at = random.uniform(0.3, 0.8) * paper.height
    bent = random.uniform(-0.6, 0.6) * DOTS
    out = Image.new("RGB", paper.size, "white")
    out.paste(paper, (0, 0))
    lower = paper.crop((0, round(at), paper.width, paper.height))
    out.paste(lower, (round(bent / 2), round(at + bent)))
    draw = ImageDraw.Draw(out)
    shade = random.randint(150, 220)
    draw.line([(0, at), (paper.width, at + random.uniform(-8, 8))], (shade,) * 3, 3)
    return out


def _light(size, random):
    """Return how light each pixel is: a slope, and the shadow of a hand."""
    u = random.uniform
    ys, xs = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32)
    slope = 1 - u(0, 0.35) * xs / size[0] - u(0, 0.25) * ys / size[1]
    shadow = Image.new("L", size, 255)
    x, y = u(0, size[0]), u(0, size[1])
    wide, high = u(0.2, 0.6) * size[0], u(0.2, 0.6) * size[1]
    ImageDraw.Draw(shadow).ellipse((x, y, x + wide, y + high), random.randint(130, 220))
    shadow = shadow.filter(ImageFilter.GaussianBlur(u(4, 40)))
    return slope * np.asarray(shadow, dtype=np.float32) / 255


def _perspective(corners, size):
    """Return the coefficients by which Pillow lays a picture between four corners."""
    width, height = size
    lines, right = [], []
    targets = ((0, 0), (width, 0), (width, height), (0, height))
    for (x, y), (u, v) in zip(corners, targets, strict=True):
        lines.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        lines.append([0, 0, 0, x, y, 1, -v * x, -v * y])
        right += [u, v]
    return [float(value) for value in np.linalg.solve(np.array(lines), np.array(right))]


def layout(values):
    return layouts_of(values)[0]
