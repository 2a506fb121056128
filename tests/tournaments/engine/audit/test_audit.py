"""The audit catches every tampering with a sound draw, and nothing else."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.simulate import field, play
from tournaments.engine import (
    DrawnPairing,
    DrawnRound,
    Entrant,
    Note,
    Outcome,
    StageState,
    audit,
    draw,
)
from tournaments.engine.audit import rounds
from tournaments.engine.audit.brackets import LOT_TWICE
from tournaments.engine.state import BYE_HIGHER, REMATCH, SECOND_BYE


def won(round_number: int, winner: int, loser: int | None) -> Outcome:
    return Outcome(round_number, winner, loser, winner, 7, 2)


# After one round of five: 1 beat 2, 3 beat 4, 5 had the bye.
FIVE = StageState(
    "swiss", 5, 7, field(5), (won(1, 1, 2), won(1, 3, 4), won(1, 5, None))
)


def faults(*pairs: tuple[int, int | None], state: StageState = FIVE) -> list[Note]:
    drawn = DrawnRound(state.next_round, tuple(DrawnPairing(*pair) for pair in pairs))
    return [*audit(state, drawn)]


def test_sound_draws():
    assert faults((1, 3), (5, 2), (4, None)) == []
    assert faults((5, 4), (1, 3), (2, None)) == []


def test_rematch():
    note = Note(rounds.UNSTATED_REMATCH, {"entrant": 2, "other": 1})
    assert faults((2, 1), (5, 3), (4, None)) == [note]


def test_rematch_after_a_walkover_is_none():
    outcomes = (replace(FIVE.outcomes[0], played=False), *FIVE.outcomes[1:])
    state = replace(FIVE, outcomes=outcomes)
    assert faults((2, 1), (5, 3), (4, None), state=state) == []


@pytest.mark.parametrize(
    ("message", "pairs"),
    [
        (REMATCH, ((2, 1), (5, 3), (4, None))),
        (SECOND_BYE, ((1, 3), (2, 4), (5, None))),
        (BYE_HIGHER, ((2, 5), (3, 4), (1, None))),
    ],
)
def test_what_the_draw_states_is_no_fault(message, pairs):
    pairings = tuple(DrawnPairing(*pair, notes=(Note(message),)) for pair in pairs)
    stated = DrawnRound(2, pairings)
    rematch = message != REMATCH and any(set(pair) == {3, 4} for pair in pairs)
    expected = (Note(rounds.UNSTATED_REMATCH, {"entrant": 3, "other": 4}),) * rematch
    assert audit(FIVE, stated) == expected


def test_twice_and_missing():
    assert faults((1, 3), (5, 3), (4, None)) == [
        Note(rounds.TWICE, {"entrant": 3}),
        Note(rounds.MISSING, {"entrant": 2}),
    ]


def test_against_oneself():
    assert faults((1, 3), (5, 5), (4, None)) == [
        Note(rounds.AGAINST_SELF, {"entrant": 5}),
        Note(rounds.TWICE, {"entrant": 5}),
        Note(rounds.MISSING, {"entrant": 2}),
    ]


def test_absent_late_and_unknown():
    entrants = (replace(field(5)[0], present=False), *field(5)[1:])
    state = replace(FIVE, entrants=(*entrants, Entrant(6, joined=3)))
    assert faults((1, 3), (5, 2), (4, 6), (9, None), state=state) == [
        Note(rounds.NOT_DUE, {"entrant": 1}),
        Note(rounds.NOT_DUE, {"entrant": 6}),
        Note(rounds.NOT_DUE, {"entrant": 9}),
        Note(rounds.NEEDLESS_BYE, {"entrant": 9}),
    ]


def test_byes():
    assert faults((1, 3), (2, 4), (5, None)) == [
        Note(rounds.UNFAIR_BYE, {"entrant": 5, "other": 2})
    ]
    assert faults((3, 2), (5, 4), (1, None)) == [
        Note(rounds.HIGH_BYE, {"entrant": 1, "other": 2})
    ]
    assert faults((1, 3), (2, None), (4, None), (5, None)) == [
        Note(rounds.NEEDLESS_BYE, {"entrant": 4}),
        Note(rounds.NEEDLESS_BYE, {"entrant": 5}),
    ]
    four = StageState("swiss", 5, 7, field(4))
    assert faults((1, 3), (2, None), (4, None), state=four) == [
        Note(rounds.NEEDLESS_BYE, {"entrant": 2}),
        Note(rounds.NEEDLESS_BYE, {"entrant": 4}),
    ]


def test_wrong_round():
    drawn = replace(draw(FIVE, "seed"), round=1)
    assert audit(FIVE, drawn) == (Note(rounds.WRONG_ROUND, {"drawn": 1, "due": 2}),)


def test_lot_given_twice():
    state = StageState("monrad", 5, 7, field(4))
    drawn = draw(state, "seed")
    lots = dict(drawn.lots) | {2: drawn.lots[1]}
    assert audit(state, replace(drawn, lots=lots)) == (
        Note(LOT_TWICE, {"entrant": 1, "other": 2, "lot": drawn.lots[1]}),
    )


def test_double_forfeit_is_no_meeting():
    """Whatever is said of the board: nobody won, so they have not met."""
    for played in (False, True):
        nobody = Outcome(1, 1, 2, None, played=played, nobody=True)
        state = replace(FIVE, outcomes=(nobody, *FIVE.outcomes[1:]))
        assert faults((2, 1), (5, 3), (4, None), state=state) == []


@pytest.mark.parametrize("bye", [Fraction(1), Fraction(1, 2), Fraction(0)])
def test_byes_whatever_they_are_worth(bye):
    """1 has a bye and no win, 2 one win, 3 two: 2 is the lowest without a bye."""
    outcomes = (won(1, 1, None), won(1, 2, 4), won(1, 3, 5), won(2, 3, 4))
    state = StageState("swiss", 9, 7, field(3), outcomes, bye=bye)
    assert faults((1, 3), (2, None), state=state) == []
    assert faults((1, 2), (3, None), state=state) == [
        Note(rounds.HIGH_BYE, {"entrant": 3, "other": 2})
    ]
    assert faults((2, 3), (1, None), state=state) == [
        Note(rounds.UNFAIR_BYE, {"entrant": 1, "other": 2})
    ]


@pytest.mark.parametrize("key", ["swiss", "monrad"])
def test_every_mutation_of_a_round_is_caught(key):
    """Drop, double, replace: whatever is done to any pairing, the audit tells."""
    for size in (7, 12):
        for state, drawn in play(key, size, 4, seed=size).rounds:
            for index, pairing in enumerate(drawn.pairings):
                others = drawn.pairings[:index] + drawn.pairings[index + 1 :]
                for changed in (
                    others,
                    (*drawn.pairings, pairing),
                    (*others, DrawnPairing(pairing.one, pairing.one)),
                    (*others, DrawnPairing(pairing.one, 99)),
                ):
                    assert audit(state, replace(drawn, pairings=changed))


def test_every_fault_is_a_sentence():
    for note in faults((1, 1), (9, 2), (3, 4), (5, None), (4, None)):
        assert str(note).endswith(".")
        assert "%" not in str(note)
