"""The Danish system: neighbours on the list of the standings, rematches or not."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.refusals import raises
from tests.simulate import MOST, NONE, field
from tests.tournaments.engine.evening import check_same_draw, evening
from tournaments import engine
from tournaments.engine.errors import RESULTS_OUTSTANDING
from tournaments.engine.formats.danish import MET_AGAIN
from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.state import DrawnRound


def pairs(drawn: DrawnRound) -> list[tuple[int, int | None]]:
    return [(one.one, one.two) for one in drawn.pairings]


def numbered(size: int) -> tuple[engine.Entrant, ...]:
    """Entrants whose player number is their number."""
    return tuple(replace(one, lot=one.number) for one in field(size))


def won(number: int, winner: int, loser: int | None, points: int = 3) -> engine.Outcome:
    return engine.Outcome(number, winner, loser, winner, 7, points)


def test_first_round_by_lot():
    drawn = engine.draw(engine.StageState("danish", 5, 7, field(7)), "seed")
    order = by_lot("seed", "danish:1", range(1, 8))
    assert [drawn.lots[number] for number in order] == [*range(1, 8)]
    assert [one for pair in pairs(drawn) for one in pair if one] == order


def test_neighbours_by_wins_then_tie_breaks_then_player_number():
    """1 and 3 won, 3 by more; 2 and 4 lost, 4 by more."""
    outcomes = (won(1, 1, 2, 6), won(1, 3, 4, 2), won(1, 5, 6, 2))
    state = engine.StageState("danish", 5, 7, numbered(6), outcomes)
    assert pairs(engine.draw(state, "any")) == [(3, 5), (1, 2), (4, 6)]


def test_rematches_are_what_the_list_brings():
    """After two rounds the best two have met, and meet again."""
    outcomes = (won(1, 1, 2), won(1, 3, 4), won(2, 1, 3), won(2, 4, 2))
    outcomes += (won(3, 3, 4), won(3, 1, 2))
    drawn = engine.draw(engine.StageState("danish", 5, 7, numbered(4), outcomes), "s")
    assert drawn.pairings == (
        engine.DrawnPairing(1, 3, (engine.Note(MET_AGAIN),)),
        engine.DrawnPairing(4, 2, (engine.Note(MET_AGAIN),)),
    )


def test_open_matches_count_half_a_win():
    """1 won, 5 and 6 still play: they come before 4, who has lost."""
    outcomes = (won(1, 1, 2), won(1, 3, 4), engine.Outcome(1, 5, 6, None))
    state = engine.StageState("danish", 5, 7, numbered(6), outcomes)
    with raises(RESULTS_OUTSTANDING):
        engine.draw(state, "s")
    drawn = engine.draw(replace(state, ahead=True), "s")
    assert pairs(drawn) == [(1, 3), (5, 6), (2, 4)]
    assert drawn.pairings[1].notes == (engine.Note(MET_AGAIN),)


@pytest.mark.parametrize("size", [*range(14), 23, 41, 64])
@pytest.mark.parametrize("mishaps", [NONE, MOST], ids=["smooth", "mishaps"])
def test_evenings(size, mishaps):
    legs, ahead = 1 + size % 2, 20 * (size % 3)
    played = evening(
        "danish", size, seed=size, mishaps=mishaps, ahead=ahead, rounds=7, legs=legs
    )
    check_same_draw(played, size)
    for state, drawn, after in played:
        people = Counter(one for pair in pairs(drawn) for one in pair)
        byes = people.pop(None, 0)
        assert people == {one.number: 1 for one in state.entrants if one.present}
        assert byes == len(people) % 2
        rows = engine.standings(state).rows
        if not ahead:
            wins = {row.entrant: row.wins for row in rows}
            listed = [wins[one] for pair in pairs(drawn) for one in pair if pair[1]]
            assert listed == sorted(listed, reverse=True)
        assert len(rows) == len(state.entrants)
        assert len({one.lot for one in after.entrants if one.lot}) == sum(
            one.lot is not None for one in after.entrants
        )
    assert bool(played) == (size > 1)
    if mishaps is NONE and not ahead and played:
        assert len(played) == 7
        assert engine.is_finished(played[-1][2])


def test_where_nobody_may_meet_anybody_the_best_round_is_drawn():
    forbidden = engine.Options(forbidden=((1, 2), (1, 3), (2, 3)))
    state = engine.StageState("danish", 3, 7, field(3), options=forbidden)
    drawn = engine.draw(state, "seed")
    assert len(drawn.pairings) == 2
    assert engine.audit(state, drawn) == ()
    one_pair = replace(state, options=engine.Options(forbidden=((1, 2), (1, 3))))
    for seed in range(6):
        first, last = engine.draw(one_pair, str(seed)).pairings
        assert ({first.one, first.two}, last.one) == ({2, 3}, 1)
