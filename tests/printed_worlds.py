"""Everything of which a document can be printed, and reading back what was printed."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import combinations
from typing import Any, Final

import pypdfium2
from django.utils import translation

from matches.documents import registry
from matches.documents.languages import speaking
from matches.documents.registry import AnyDocument, Paper, printing_on
from matches.web.shown import public_names
from tests import builders
from tests.paper import MM
from tournaments.models import Season, Stage, Tournament
from tournaments.money import services as money
from tournaments.money.models import PoolKind
from tournaments.seasons.scoring import UNIT, SeasonScoring
from tournaments.seasons.services import SeasonRules, make_season

WITHOUT_A_WORLD: Final = frozenset({"printings", "profile", "ruling"})
"""Kinds of subjects that no tournament has, or that print other documents."""
PAYS: Final = SeasonScoring(attendance=UNIT, win=(2 * UNIT, UNIT, UNIT))
WORD: Final = re.compile(r"[^\W\d_]{4,}")

WIDE: Final = 0.3
HIGH: Final = 0.5
"""Letters that share so many millimetres stand over one another."""
TOUCHING: Final = 4
"""Letters of a text that are not further apart are not compared."""
CELL: Final = 40
"""The side of the squares within which letters are compared, in half points."""
AROUND: Final = 20
LEAST_WORD: Final = 5
"""Shorter names may be a part of another word."""
BEGINNING: Final = 8
"""So many letters of a name are looked for: the rest may be on another line."""

Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""
World = dict[str, list[Any]]
"""Subjects by the kind of their scope."""


def world(names: Sequence[str]) -> World:
    """Return a cup, a round robin and a Monrad of these people, and their subjects.

    The Monrad has an open round, the others are played as far as papers need it.
    """
    cup = builders.tournament("elimination", name="Cup", match_length=15)
    details = {"fee": "60 EUR", "programme": "11:00 Start", "contact": "bo@example.org"}
    Tournament.objects.filter(pk=cup.pk).update(**details)
    main = builders.stage(cup)
    Stage.objects.filter(pk=main.pk).update(name="Main")
    builders.branch(builders.branch(main), "last", length=3)
    builders.entered(cup, names)
    if len(names) > 1:
        builders.published_round(cup)
        builders.play_on(cup)
    few = builders.tournament("round_robin", name="Groups", rounds=3)
    builders.entered(few, [f"{name} 2" for name in names[:8]])
    monrad = builders.tournament("monrad", name="Monrad", rounds=3)
    builders.entered(monrad, [f"{name} 3" for name in names])
    rounds = []
    if len(names) > 1:
        builders.played_round(few)
        builders.played_round(monrad)
        rounds = [builders.published_round(monrad)]
    money.keep_money(cup, currency="EUR", by=None)
    cup = Tournament.objects.get(pk=cup.pk)
    money.make_pool(cup, {"kind": PoolKind.FEES.value, "fee": 2000}, by=None)
    stages = [builders.stage(each) for each in (cup, few, monrad)]
    return {
        "tournament": [cup],
        "stage": stages,
        "round": rounds,
        "money": [cup],
        "season": [season("Season 2026")],
    }


def season(name: str) -> Season:
    """Return a season in which all tournaments of the year count."""
    days = {"from_day": date(2026, 1, 1), "to_day": date(2026, 12, 31)}
    return make_season(rules=SeasonRules(name=name, scoring=PAYS, **days), by=None)


def subjects(within: World) -> Iterator[tuple[AnyDocument, Any]]:
    for document in registry.all_documents():
        kind = document.scope.kind
        assert kind in within or kind in WITHOUT_A_WORLD, kind
        for subject in within.get(kind, ()):
            if document.is_offered(subject):
                for form in document.forms():
                    yield form, subject


def spoken(within: World, one: str, two: str = "") -> None:
    """Say in which languages everything of a world is printed."""
    Tournament.objects.update(language=one, second_language=two)
    for subject in within["tournament"] + within["money"]:
        subject.refresh_from_db()
    for stage in within["stage"]:
        stage.division.tournament.refresh_from_db()
    for published in within["round"]:
        published.stage.division.tournament.refresh_from_db()


def made(document: AnyDocument, subject: Any, paper: Paper | None = None) -> bytes:
    """Return the PDF of a document, as a job makes it."""
    languages = document.language_for(subject)
    size = paper or document.papers[0]
    with speaking(languages), public_names(), printing_on(size):
        return document.build(document.values(subject))


def made_for(reader: str, document: AnyDocument, subject: Any) -> bytes:
    with translation.override(reader):
        return made(document, subject)


def text_of(content: bytes) -> str:
    """Return all that is to be read in a PDF."""
    return "\n".join(
        page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(content)
    )


def words_of(content: bytes) -> set[str]:
    """Return the words of a PDF, in small letters."""
    return set(WORD.findall(text_of(content).casefold()))


def outside(content: bytes, edge: float) -> list[str]:
    """Return the texts of a PDF that are nearer to an edge of the page than `edge`."""
    found = []
    for page in pypdfium2.PdfDocument(content):
        width, height = page.get_size()
        text = page.get_textpage()
        for place in range(text.count_rects()):
            left, bottom, right, top = text.get_rect(place)
            inner = edge * MM
            if min(left, bottom, width - right, height - top) < inner:
                found.append(text.get_text_bounded(left, bottom, right, top))
    return found


def type_of_names(content: bytes, names: Sequence[str]) -> list[float]:
    """Return the sizes of type in which names of several letters begin, in points."""
    found = []
    for page in pypdfium2.PdfDocument(content):
        text = page.get_textpage()
        words = (name.split()[0] for name in names)
        for word in (word for word in words if len(word) >= LEAST_WORD):
            search = text.search(word[:BEGINNING], match_case=True)
            while place := search.get_next():
                found.append(_type_at(text, place[0]))
    return found


def type_at_most(content: bytes) -> float:
    """Return the largest type of the first page, in points."""
    text = pypdfium2.PdfDocument(content)[0].get_textpage()
    return max(_type_at(text, place) for place in range(text.count_chars()))


def in_small_type(content: bytes, least: float) -> list[str]:
    """Return the texts of a PDF with letters of a type smaller than `least` points.

    The numbers on diagrams are none.
    """
    found = []
    for page in pypdfium2.PdfDocument(content):
        text = page.get_textpage()
        found += [
            text.get_text_range(max(0, place - AROUND), 2 * AROUND)
            for place in range(text.count_chars())
            if _type_at(text, place) < least and text.get_text_range(place, 1).isalpha()
        ]
    return found


def _type_at(text: Any, place: int) -> float:
    """Return the size in which a letter is drawn, in points."""
    size = pypdfium2.raw.FPDFText_GetFontSize(text.raw, place)
    matrix = pypdfium2.raw.FS_MATRIX()
    pypdfium2.raw.FPDFText_GetMatrix(text.raw, place, matrix)
    return float(size * max(abs(matrix.b), abs(matrix.d)))


def overlaps(content: bytes) -> list[str]:
    """Return the letters of a PDF that stand over others, with what is around them.

    Letters beside one another in a word may touch, and in many scripts they do.
    """
    found = []
    for page in pypdfium2.PdfDocument(content):
        text = page.get_textpage()
        cells: dict[tuple[int, int], list[int]] = {}
        boxes: dict[int, Box] = {}
        for place in range(text.count_chars()):
            if not text.get_text_range(place, 1).strip():
                continue
            boxes[place] = box = text.get_charbox(place)
            middle = (int(box[0] + box[2]) // CELL, int(box[1] + box[3]) // CELL)
            cells.setdefault(middle, []).append(place)
        found += [
            text.get_text_range(max(0, one - AROUND), 2 * AROUND)
            for near in cells.values()
            for one, two in combinations(near, 2)
            if two - one > TOUCHING and _is_over(boxes[one], boxes[two])
        ]
    return found


def _is_over(one: Box, two: Box) -> bool:
    left, bottom, right, top = one
    other_left, other_bottom, other_right, other_top = two
    wide = min(right, other_right) - max(left, other_left)
    high = min(top, other_top) - max(bottom, other_bottom)
    return wide > WIDE * MM and high > HIGH * MM
