"""What a stage wishes, read from its options, its entrants and its last floats."""

from fractions import Fraction

from tests.simulate import field
from tournaments.engine import Entrant, Note, Options, Outcome, StageState
from tournaments.engine.pairing.wishes import (
    BYE_NOT_GIVEN,
    DOWN_AGAIN,
    NO_BYE,
    NO_WISHES,
    TOGETHER,
    UP_AGAIN,
    Wishes,
    wishes_of,
)
from tournaments.engine.state import NOT_TO_MEET


def won(round_number: int, winner: int, loser: int | None) -> Outcome:
    return Outcome(round_number, winner, loser, winner, 7, 3)


def stage(*outcomes: Outcome, **known) -> StageState:
    entrants = known.pop("entrants", field(6))
    return StageState("swiss", 5, 7, entrants, outcomes, **known)


def test_nothing_wished():
    assert wishes_of(stage()) == NO_WISHES


def test_options_and_entrants():
    entrants = (
        Entrant(1, club="A", country="X"),
        Entrant(2, club="A"),
        Entrant(3, country="X", wants_bye=True),
        Entrant(4, club="A", present=False, wants_bye=True),
    )
    options = Options(apart=("country", "club"), forbidden=((3, 1), (2, 2)))
    assert wishes_of(stage(entrants=entrants, options=options)) == Wishes(
        forbidden=frozenset({(1, 3)}),
        apart=(("country", {1: "X", 3: "X"}), ("club", {1: "A", 2: "A"})),
        byes=frozenset({3}),
    )


def test_apart_in_the_first_rounds():
    for rounds, kept in ((1, False), (2, True), (0, True)):
        options = Options(apart=("club",), apart_rounds=rounds)
        assert bool(wishes_of(stage(won(1, 1, 2), options=options)).apart) == kept


def test_floats_of_the_last_pairing():
    """3 floated down in round 2 and sat out since; 1 met his equal in round 3."""
    outcomes = (won(1, 1, 2), won(1, 3, 4), won(2, 1, 4), won(2, 3, 2), won(3, 1, 5))
    wishes = wishes_of(stage(*outcomes, Outcome(3, 2, 4, 2)))
    assert wishes.down == {1, 3}
    assert wishes.up == {5}


def test_byes_and_open_matches_count_before_a_float():
    outcomes = (won(1, 1, None), Outcome(1, 2, 3, None), won(2, 1, 2), won(2, 3, 4))
    whole = wishes_of(stage(*outcomes, ahead=True))
    assert (whole.down, whole.up) == ({1, 3}, {2, 4})
    half = wishes_of(stage(*outcomes, ahead=True, bye=Fraction(1, 2)))
    assert (half.down, half.up) == ({3}, {4})


def test_a_bye_counts_both_legs_before_a_float():
    """1 and 3 won both matches, 5 had the bye: 1 against 5 were equals in round 2."""
    outcomes = [won(1, *pair) for pair in ((1, 2), (1, 2), (3, 4), (3, 4))]
    outcomes += [won(1, 5, None), won(2, 1, 5), won(2, 5, 1)]
    five = stage(*outcomes, entrants=field(5), options=Options(legs=2))
    assert (wishes_of(five).down, wishes_of(five).up) == (set(), set())


def test_forfeits_float_too():
    nobody = Outcome(2, 1, 2, None, played=False, nobody=True)
    wishes = wishes_of(stage(won(1, 1, 3), nobody))
    assert (wishes.down, wishes.up) == ({1}, {2})


def test_what_breaks_a_wish():
    wishes = Wishes(
        forbidden=frozenset({(1, 2)}),
        apart=(("club", {3: "A", 4: "A", 5: "B"}),),
        down=frozenset({5}),
        up=frozenset({6}),
    )
    heights = dict.fromkeys(range(1, 8), 1) | {6: 0, 7: 2}
    assert wishes.breaks(2, 1, heights)
    assert wishes.breaks(3, 4, heights)
    assert not wishes.breaks(4, 5, heights)
    assert not wishes.breaks(5, 1, heights)
    assert wishes.breaks(6, 5, heights)
    assert wishes.repeats(5, 6) == 2
    assert not wishes.breaks(7, 5, heights)
    assert wishes.breaks(6, 1, heights)


def test_notes():
    wishes = Wishes(
        forbidden=frozenset({(1, 2)}),
        apart=(("club", {1: "A", 2: "A"}), ("family", {1: "F", 2: "F"})),
        byes=frozenset({2}),
        down=frozenset({1}),
        up=frozenset({2}),
    )
    assert wishes.pair_notes(2, 1) == (
        Note(NOT_TO_MEET),
        Note(TOGETHER["club"]),
        Note(TOGETHER["family"]),
    )
    assert wishes.float_notes(1, 2) == (
        Note(DOWN_AGAIN, {"entrant": 1}),
        Note(UP_AGAIN, {"entrant": 2}),
    )
    assert wishes.float_notes(2, 1) == ()
    assert wishes.bye_notes((1, 2), odd=True) == (Note(BYE_NOT_GIVEN, {"entrant": 2}),)
    assert wishes.bye_notes((1, 2), odd=False) == (Note(NO_BYE, {"entrant": 2}),)
