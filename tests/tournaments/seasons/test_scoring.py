"""What an evening is worth: published examples with their source, and properties."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tournaments.seasons.presets import CARDS, card_named
from tournaments.seasons.scoring import (
    BEST_RESULTS,
    BYE,
    CONSOLATION,
    LAST,
    LISTED,
    LOSS,
    MAIN,
    MATCHES_WON,
    PLACE,
    PLACE_KINDS,
    TIES,
    UNIT,
    WALKOVER,
    WIN,
    Evening,
    Placing,
    ScoredLine,
    Scorer,
    SeasonScoring,
    Showing,
    Wins,
    rounded,
    table,
)


def of_card(key: str) -> SeasonScoring:
    card = card_named(key)
    assert card is not None
    return card.scoring


def played(  # noqa: PLR0913 - all that a showing can have
    player: int,
    *,
    place: int = 1,
    shared: int = 1,
    field: int = 8,
    part: int = MAIN,
    division: int = 1,
    wins: int = 0,
    length: int = 7,
    kind: str = WIN,
    losses: int = 0,
) -> Showing:
    won = (Wins(kind, part, length, wins),) if wins else ()
    placing = Placing(part, place, shared, field)
    return Showing(player, division, (placing,), won, losses)


def evening(number: int, *showings: Showing, weight: int = UNIT) -> Evening:
    return Evening((number, number), weight, showings)


def points(scoring: SeasonScoring, *showings: Showing, weight: int = UNIT) -> float:
    """What the first of these players gets for an evening."""
    results = Scorer(scoring).results(evening(1, *showings, weight=weight))
    return results[showings[0].player].points / UNIT


# usbgf.org, “How USBGF Master Points are Calculated”, effective January 2019: a win is
# event weight × division weight × sqrt(length) / 3; a place is event weight × division
# weight × 0.6 × log2(players) × rank factor, with the factors 1, 0.7 and 1 / (R - 1),
# which N players equally far from the first share. The decimals are computed from it.


@pytest.mark.parametrize(
    ("length", "worth"), [(7, 0.8819), (9, 1.0), (11, 1.1055), (1, 0.3333)]
)
def test_a_win_in_master_points(length: int, worth: float) -> None:
    won = played(1, wins=1, length=length, field=1)
    assert points(of_card("master"), won) == worth


@pytest.mark.parametrize(
    ("field", "place", "shared", "worth"),
    [
        (48, 1, 1, 3.3510),
        (48, 2, 1, 2.3457),
        (48, 3, 2, 1.3962),
        (64, 1, 1, 3.6),
        (64, 2, 1, 2.52),
        (64, 3, 2, 1.5),
        (64, 5, 4, 0.6836),
        (64, 9, 8, 0.0),
    ],
)
def test_a_place_in_master_points(
    field: int, place: int, shared: int, worth: float
) -> None:
    placed = played(1, place=place, shared=shared, field=field)
    assert points(of_card("master"), placed) == worth


@pytest.mark.parametrize(("division", "worth"), [(2, 0.7), (3, 0.5), (4, 0.5)])
def test_lower_divisions_get_a_part_of_the_master_points(
    division: int, worth: float
) -> None:
    won = played(1, wins=1, length=9, field=1, division=division)
    assert points(of_card("master"), won) == worth
    assert points(of_card("master"), won, weight=2 * UNIT) == 2 * worth


def test_byes_walk_overs_and_consolations_bring_no_master_points() -> None:
    for kind in (BYE, WALKOVER):
        assert points(of_card("master"), played(1, wins=3, kind=kind, field=1)) == 0
    fewer = played(1, wins=3, part=CONSOLATION)
    assert points(of_card("master"), fewer) == 0


# nbgf.no, news 2014, Nordic Tour 2011.
@pytest.mark.parametrize(("part", "worth"), [(MAIN, 7), (CONSOLATION, 5), (LAST, 3)])
def test_wins_of_the_nordic_tour(part: int, worth: int) -> None:
    assert points(of_card("nordic"), played(1, wins=2, part=part)) == 2 * worth


# brasscitybackgammon.com: win 1, attendance 1, first as many as there are participants,
# second half of it, third a quarter.
@pytest.mark.parametrize(
    ("place", "wins", "worth"), [(1, 4, 17), (2, 3, 10), (3, 2, 6), (4, 2, 3)]
)
def test_a_club_evening_of_twelve(place: int, wins: int, worth: int) -> None:
    shown = played(1, place=place, wins=wins, field=12)
    assert points(of_card("evenings"), shown) == worth


# bellinghambackgammon.com, tournament rules: win 2, bye 2, loss 1.
def test_matches_and_a_point_for_playing() -> None:
    shown = Showing(1, 1, (), (Wins(WIN, MAIN, 7, 2), Wins(BYE, MAIN, 7, 1)), 1)
    assert points(of_card("wins"), shown) == 7


# usbgf.org, “How ABT Points are Calculated”, effective January 2025: the total in the
# top division is the number of its players; the divisions have 1, 0.5 and 0.25.
@pytest.mark.parametrize(("division", "factor"), [(1, 1), (2, 0.5), (3, 0.25)])
def test_a_division_of_the_american_tour_pays_its_field(
    division: int, factor: float
) -> None:
    places = [(1, 1), (2, 1), (3, 2), (3, 2), *[(5, 4)] * 4, (9, 1)]
    field = [
        played(number, place=place, shared=shared, field=80, division=division)
        for number, (place, shared) in enumerate(places, start=1)
    ]
    results = Scorer(of_card("abt")).results(evening(1, *field))
    total = sum(result.points for result in results.values())
    assert total == 80 * factor * UNIT
    assert results[9].points == 0


def test_the_whole_field_is_paid_by_finishing_order() -> None:
    first, last = played(1, field=20), played(2, place=20, field=20)
    assert points(of_card("order"), first) == 20
    assert points(of_card("order"), last) == 1
    shared = played(3, place=19, shared=2, field=20)
    assert points(of_card("order"), shared) == 1.5


def test_a_sum_is_made_of_its_terms() -> None:
    scoring = replace(of_card("evenings"), loss=UNIT // 2)
    shown = played(1, place=2, shared=2, field=9, wins=3, losses=2)
    result = Scorer(scoring).results(evening(1, shown))[1]
    kinds = [(term.kind, term.number, term.each) for term in result.terms]
    assert kinds == [
        ("attendance", 1, UNIT),
        (WIN, 3, UNIT),
        (LOSS, 2, UNIT // 2),
        (PLACE, 1, round(9 * 0.375 * UNIT)),
    ]
    assert result.points == sum(term.points for term in result.terms)
    assert result.won == 3


def test_attendance_is_paid_once_an_evening() -> None:
    scoring = SeasonScoring(attendance=UNIT)
    assert points(scoring, played(1), played(1, division=2)) == 1


def test_equal_sums() -> None:
    evenings = [
        evening(1, played(1, place=1, wins=1), played(2, place=2, wins=3)),
        evening(2, played(1, place=3), played(2, place=2, wins=3)),
    ]
    scoring = SeasonScoring(places=LISTED, points=(5 * UNIT, 3 * UNIT, UNIT))
    shared = table(scoring, evenings)
    assert [(line.place, line.shared) for line in shared] == [(1, True), (1, True)]
    by_best = table(replace(scoring, ties=BEST_RESULTS), evenings)
    assert [(line.player, line.place) for line in by_best] == [(1, 1), (2, 2)]
    by_wins = table(replace(scoring, ties=MATCHES_WON), evenings)
    assert [(line.player, line.place) for line in by_wins] == [(2, 1), (1, 2)]


def test_too_few_evenings_have_no_place() -> None:
    scoring = SeasonScoring(places=LISTED, points=(5 * UNIT, UNIT), least=2)
    evenings = [
        evening(1, played(1), played(2, place=2)),
        evening(2, played(2, place=2)),
    ]
    lines = table(scoring, evenings)
    assert [(line.player, line.place) for line in lines] == [(2, 1), (1, 0)]


def test_members_alone_and_what_they_bring() -> None:
    lines = table(
        SeasonScoring(attendance=UNIT),
        [evening(1, played(1), played(2))],
        members={2, 3},
        carried={3: 5 * UNIT},
    )
    assert [(line.player, line.points // UNIT) for line in lines] == [(3, 5), (2, 1)]


def test_a_season_without_an_evening_is_empty() -> None:
    assert all(table(card.scoring, []) == [] for card in CARDS)


@pytest.mark.parametrize(
    ("amount", "weights", "worth"), [(UNIT, (), UNIT), (3, (UNIT // 2,), 2)]
)
def test_rounding(amount: int, weights: tuple[int, ...], worth: int) -> None:
    assert rounded(amount, *weights) == worth


# Properties -----------------------------------------------------------------

AMOUNTS = st.integers(0, 20 * UNIT)
PARTS = st.tuples(AMOUNTS, AMOUNTS, AMOUNTS)
SCORINGS = st.builds(
    SeasonScoring,
    attendance=AMOUNTS,
    win=PARTS,
    by_length=st.booleans(),
    loss=AMOUNTS,
    byes=st.booleans(),
    walkovers=st.booleans(),
    places=st.sampled_from(PLACE_KINDS),
    points=st.lists(AMOUNTS, max_size=5).map(tuple),
    place_weights=PARTS,
    down_to=st.integers(0, 6),
    divisions=st.lists(AMOUNTS, min_size=1, max_size=3).map(tuple),
    best=st.integers(0, 4),
    least=st.integers(0, 3),
    ties=st.sampled_from(TIES),
)
SHOWINGS = st.builds(
    played,
    st.integers(1, 5),
    place=st.integers(1, 8),
    shared=st.integers(1, 4),
    field=st.integers(0, 40),
    part=st.sampled_from((MAIN, CONSOLATION, LAST)),
    division=st.integers(1, 4),
    wins=st.integers(0, 5),
    length=st.integers(1, 25),
    kind=st.sampled_from((WIN, BYE, WALKOVER)),
    losses=st.integers(0, 3),
)
SEASONS = st.lists(
    st.lists(SHOWINGS, max_size=6, unique_by=lambda one: (one.player, one.division)),
    max_size=5,
).map(lambda many: [evening(n, *shown) for n, shown in enumerate(many, start=1)])


def by_player(lines: list[ScoredLine]) -> dict[int, ScoredLine]:
    return {line.player: line for line in lines}


@examples(60)
@given(SCORINGS, SEASONS, st.randoms(use_true_random=False))
def test_the_order_of_entry_makes_no_difference(
    scoring: SeasonScoring, season: list[Evening], lots: Random
) -> None:
    mixed = [
        one._replace(showings=tuple(lots.sample(one.showings, len(one.showings))))
        for one in lots.sample(season, len(season))
    ]
    assert table(scoring, mixed) == table(scoring, season)


@examples(60)
@given(SCORINGS, SEASONS, st.lists(SHOWINGS, max_size=3))
def test_one_evening_more_never_costs_points(
    scoring: SeasonScoring, season: list[Evening], more: list[Showing]
) -> None:
    before = by_player(table(scoring, season))
    after = by_player(table(scoring, [*season, evening(99, *more)]))
    assert all(after[key].points >= line.points for key, line in before.items())


@examples(60)
@given(SCORINGS, SEASONS)
def test_what_counts_is_the_best_and_adds_up(
    scoring: SeasonScoring, season: list[Evening]
) -> None:
    lines = table(scoring, season)
    for line in lines:
        assert line.points == sum(result.points for result in line.counted)
        assert len(line.counted) == min(scoring.best or 99, line.evenings)
        worst = min((result.points for result in line.counted), default=0)
        assert all(result.points <= worst for result in line.dropped)
        for result in (*line.counted, *line.dropped):
            assert result.points == sum(term.points for term in result.terms)
        assert (line.place == 0) == (line.evenings < scoring.least)


@examples(60)
@given(SCORINGS, SEASONS)
def test_places_follow_the_points(
    scoring: SeasonScoring, season: list[Evening]
) -> None:
    lines = [line for line in table(scoring, season) if line.place]
    for place, line in enumerate(lines, start=1):
        above = [other for other in lines if other.place < line.place]
        beside = [other for other in lines if other.place == line.place]
        assert line.place == len(above) + 1 <= place
        assert all(other.points >= line.points for other in above)
        assert line.shared == (len(beside) > 1)
        assert {other.points for other in beside} == {line.points}
