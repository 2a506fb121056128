"""What a season says of its rules and sums: everything that decides is told."""

from dataclasses import fields, replace
from typing import Any

import pytest
from django.utils.translation import override

from tournaments.seasons.presets import CARDS, SeasonCard
from tournaments.seasons.scoring import (
    ATTENDANCE,
    BEST_RESULTS,
    BYE,
    CONSOLATION,
    FIELD,
    LAST,
    LISTED,
    LOSS,
    MAIN,
    MASTER,
    MATCHES_WON,
    NO_PLACES,
    ORDER,
    PLACE,
    UNIT,
    WALKOVER,
    WIN,
    Placing,
    PointsTerm,
    SeasonScoring,
)
from tournaments.seasons.words import (
    scoring_text,
    season_points,
    shown_place,
    shown_term,
)

BASE = SeasonScoring(
    attendance=UNIT, win=(2 * UNIT, UNIT, UNIT), places=LISTED, points=(3 * UNIT, UNIT)
)
ONE_RULE_ELSE: dict[str, list[Any]] = {
    "attendance": [0, 2 * UNIT],
    "win": [(0, 0, 0), (2 * UNIT, 2 * UNIT, UNIT), (2 * UNIT, UNIT, 0)],
    "by_length": [True],
    "byes": [False],
    "walkovers": [False],
    "loss": [UNIT // 2],
    "places": [NO_PLACES, FIELD, MASTER, ORDER],
    "points": [(3 * UNIT,), (3 * UNIT, UNIT, UNIT // 4)],
    "down_to": [8],
    "place_weights": [(UNIT, UNIT // 2, 0), (UNIT, UNIT, UNIT)],
    "divisions": [(UNIT, UNIT // 2)],
    "best": [1, 8],
    "least": [1, 3],
    "ties": [BEST_RESULTS, MATCHES_WON],
}
"""For each rule other values than in `BASE`."""


def told(scoring: SeasonScoring) -> str:
    return "\n".join(scoring_text(scoring))


def test_no_rule_is_forgotten() -> None:
    assert set(ONE_RULE_ELSE) == {one.name for one in fields(SeasonScoring)}


@pytest.mark.parametrize("name", ONE_RULE_ELSE)
def test_every_rule_that_differs_reads_differently(name: str) -> None:
    texts = [told(BASE)]
    for value in ONE_RULE_ELSE[name]:
        assert getattr(BASE, name) != value
        texts.append(told(replace(BASE, **{name: value})))
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.key)
@pytest.mark.parametrize("language", ["en", "da", "sv", "nb", "nl"])
def test_cards_are_told_in_every_language(card: SeasonCard, language: str) -> None:
    with override(language):
        lines = list(scoring_text(card.scoring))
    assert len(lines) >= 3
    assert len(lines) == len(set(lines))
    assert not [line for line in lines if "%(" in line or not line.endswith(".")]


TERMS = [
    PointsTerm(ATTENDANCE, 1, UNIT),
    PointsTerm(WIN, 1, UNIT, length=7),
    PointsTerm(WIN, 3, UNIT, length=7),
    PointsTerm(WIN, 3, UNIT, length=5),
    PointsTerm(WIN, 3, UNIT, part=CONSOLATION, length=7),
    PointsTerm(WIN, 3, UNIT, part=LAST, length=7),
    PointsTerm(BYE, 1, UNIT, length=7),
    PointsTerm(BYE, 2, UNIT, length=7),
    PointsTerm(WALKOVER, 1, UNIT, length=7),
    PointsTerm(WALKOVER, 2, UNIT, length=7),
    PointsTerm(LOSS, 1, UNIT),
    PointsTerm(LOSS, 2, UNIT),
    PointsTerm(PLACE, 1, UNIT, placing=Placing(MAIN, 3, 1, 8)),
    PointsTerm(PLACE, 1, UNIT, placing=Placing(MAIN, 3, 2, 8)),
    PointsTerm(PLACE, 1, UNIT, placing=Placing(MAIN, 3, 2, 16)),
    PointsTerm(PLACE, 1, UNIT, part=LAST, placing=Placing(LAST, 3, 1, 8)),
]


@pytest.mark.parametrize("language", ["en", "da", "sv", "nb", "nl"])
def test_every_part_of_a_sum_reads_differently(language: str) -> None:
    with override(language):
        one = [shown_term(term, {1: "Open"}) for term in TERMS]
        two = [shown_term(term, {1: "Open", 2: "Beginners"}) for term in TERMS]
    assert len(one) == len(set(one))
    assert not [text for text in one if "Open" in text]  # there is only one
    assert all("Open" in text for text in two)


def test_points_have_the_decimals_that_they_need() -> None:
    amounts = (59, 1.5, 0.8819, 0, -0.25)
    texts = [season_points(round(one * UNIT)) for one in amounts]
    assert texts == ["59", "1.5", "0.8819", "0", "-0.25"]
    with override("da"):
        assert season_points(UNIT + UNIT // 2) == "1,5"


def test_shared_places_and_none() -> None:
    assert shown_place(3, shared=True) == "=3"
    assert shown_place(3, shared=False) == "3"
    assert shown_place(0, shared=False) == ""
