"""Photos of filled-in sheets: every row is read rightly, or asked about."""

from collections import Counter
from random import Random

import pytest
from PIL import Image

from matches.sheet_photos.reading import codes_in, read_rows
from tests import paper
from tests.matches.sheet_photos import filled
from tests.matches.sheet_photos.filled import Played
from tournaments.paper.score_sheets import layouts_of

pytestmark = pytest.mark.filterwarnings("error")

SHEETS = (
    filled.sheet(),
    filled.sheet(length=5, clock=(600, 12), code="M2XTRK7Q"),
    filled.sheet(length=1, cube_values=(1,), crawford=False),
    filled.sheet(length=11, language="da+sv", reporting="agree"),
)
"""Of usual lengths, without a cube, in two languages."""


@pytest.fixture(scope="module", autouse=True)
def _pango():
    paper.need_printing()


def read(photo, values):
    codes = codes_in(photo)
    return read_rows(photo, codes[0], layouts_of(values)) if codes else None


def outcomes(seed):
    """Fill in and photograph a sheet; count its rows by how they are read."""
    random = Random(seed)
    values = SHEETS[seed % 2 and seed // 2 % len(SHEETS)]
    layout = filled.layout(values)
    games = filled.some_games(random, values.length, layout.rows)
    if values.length == 1:
        games = [Played(games[0].winner, 1)]
    half, origin = filled.half_page(values)
    done = filled.filled(half, origin, layout, games, random)
    turn = random.choice((0, 0, 0, 180, 90, -90))
    rows = read(filled.photo(done, random, turn=turn), values)
    if rows is None:
        return Counter(asked=layout.rows)
    padded = [*games, *[None] * (layout.rows - len(games))]
    return Counter(map(outcome, rows, padded))


def outcome(row, game):
    if row.doubts:
        return "asked"
    if game is None:
        return "right" if row.is_empty else "wrong"
    told = (row.winner, row.cube, row.letter)
    is_right = not row.is_empty and told == (game.winner, game.cube, game.letter)
    return "right" if is_right else "wrong"


@pytest.mark.parametrize(
    ("first", "count"), [(0, 12), pytest.param(1000, 200, marks=pytest.mark.nightly)]
)
def test_rows_are_read_rightly_or_asked_about(first, count):
    total = Counter()
    for seed in range(first, first + count):
        total += outcomes(seed)
    assert total["wrong"] <= 0.005 * total.total(), total
    assert total["asked"] <= 0.2 * total.total(), total


def test_a_photo_of_something_else_has_no_code():
    assert codes_in(Image.new("RGB", (900, 1200), "grey")) == []
    assert codes_in(Image.radial_gradient("L")) == []


def test_a_sheet_that_is_cut_off_is_not_read():
    (values, *_rest) = SHEETS
    half, _origin = filled.half_page(values)
    upper = half.crop((0, 0, half.width, half.height // 2))
    assert read(filled.photo(upper, Random(1), is_flat=True), values) is None


def test_both_sheets_of_a_page_are_told_apart_by_their_codes():
    one, two = SHEETS[:2]
    left, _origin = filled.half_page(one)
    right, _origin = filled.half_page(two)
    both = Image.new("RGB", (left.width * 2, left.height), "white")
    both.paste(left, (0, 0))
    both.paste(right, (left.width, 0))
    photo = filled.photo(both, Random(2), is_flat=True, size=2400)
    found = {code.text.rstrip("/").rpartition("/")[2] for code in codes_in(photo)}
    assert found == {one.code, two.code}


@pytest.mark.parametrize("length", [15, 21])
def test_a_long_match_has_its_page_read(length):
    values = filled.sheet(length=length, cube_values=(1, 2, 4, 8, 16))
    random = Random(length)
    (page, *_more) = filled.pages(values)
    layout = filled.layout(values)
    games = filled.some_games(random, length, layout.rows)
    done = filled.filled(page.copy(), (9.5, 8.0), layout, games, random)
    rows = read(filled.photo(done, random, size=2400), values)
    assert rows is not None
    padded = [*games, *[None] * (layout.rows - len(games))]
    counted = Counter(map(outcome, rows, padded))
    assert counted["wrong"] == 0
    assert counted["right"] > counted["asked"]
