"""The audit of every format: sound draws pass, and each thing that breaks is named."""

from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest

from tests import simulate
from tests.simulate import field
from tests.tournaments.engine.record.documents import later, mixed_field, stage
from tournaments.engine import (
    FORMATS,
    BracketPlan,
    Branch,
    DrawnPairing,
    DrawnRound,
    Entrant,
    Node,
    Note,
    Options,
    Outcome,
    StageState,
    audit,
    draw,
    format_named,
    is_finished,
)
from tournaments.engine.audit import audit_plan, brackets
from tournaments.engine.audit.brackets import SAME_HALF
from tournaments.engine.audit.round_robin import BYE_AGAIN, MET_TOO_OFTEN, OUT_OF_GROUP
from tournaments.engine.audit.rounds import (
    MISSING,
    NEEDLESS_BYE,
    NOT_DUE,
    NOT_LISTED,
    RESULTS_MISSING,
    UNSTATED_REMATCH,
    WAITS,
)
from tournaments.engine.audit.wishes import (
    FORBIDDEN_PAIR,
    SAME_CLUB,
    SAME_COUNTRY,
    SAME_FAMILY,
)
from tournaments.engine.errors import TooFewEntrantsError
from tournaments.engine.plan import Source
from tournaments.engine.state import swapped


def won(round_number: int, winner: int, loser: int | None) -> Outcome:
    return Outcome(round_number, winner, loser, winner, 7, 2)


def made(*pairs: tuple[int, int | None], number: int = 1, **lots: int) -> DrawnRound:
    given = {int(key[1:]): lot for key, lot in lots.items()}
    return DrawnRound(number, tuple(DrawnPairing(*pair) for pair in pairs), given)


def messages(state: StageState, drawn: DrawnRound) -> set[str]:
    return {note.message for note in audit(state, drawn)}


# Sound draws ------------------------------------------------------------------

ROUNDS = [
    ("swiss", Options()),
    ("monrad", Options()),
    ("danish", Options()),
    ("danish", Options(legs=2)),
    ("lives", Options(lives=2)),
    ("lives", Options(legs=2)),
    ("round_robin", Options()),
    ("round_robin", Options(times=2)),
    ("round_robin", Options(groups=3)),
    ("round_robin", Options(legs=2)),
    ("night", Options()),
    ("night", Options(legs=2)),
]


def second_legs(state, drawn, random):
    """Return the state with a second match of every pairing just played."""
    outcomes = [
        simulate.result(random, drawn.round, pairing, mishaps=simulate.MOST)
        for pairing in drawn.pairings
        if pairing.two is not None
    ]
    return replace(state, outcomes=(*state.outcomes, *outcomes))


@pytest.mark.parametrize(("key", "options"), ROUNDS)
@pytest.mark.parametrize("size", [3, 4, 7, 12])
@pytest.mark.parametrize("mishaps", [simulate.NONE, simulate.MOST])
def test_evenings_are_sound(key, options, size, mishaps):
    random = Random(f"{key} {size} {options.legs}")
    rounds = 0 if key == "round_robin" else 6
    state = stage(key, size, rounds=rounds, options=options)
    for _ in range(9):
        if is_finished(state):
            break
        if key != "round_robin":  # which has no seat for everybody who comes late
            state = simulate.disturbed(state, random, mishaps)
        try:
            drawn = draw(state, f"{size}-{state.next_round}")
        except TooFewEntrantsError:
            break
        assert audit(state, drawn) == ()
        state = simulate.played_on(state, drawn, random, mishaps=mishaps)
        if options.legs == 2:
            state = second_legs(state, drawn, random)


@pytest.mark.parametrize("key", ["elimination", "double_elimination"])
@pytest.mark.parametrize("byes", ["spread", "top", "bottom", "lots"])
@pytest.mark.parametrize("seeded", [0, 2, 8])
def test_brackets_are_sound(key, byes, seeded):
    for size in range(3, 35):
        options = Options(byes=byes, seeded=seeded, apart=("club", "family"))
        state = stage(key, size, options=options, entrants=mixed_field(size))
        drawn = draw(state, f"{size}")
        assert audit(state, drawn) == ()
        assert not plan_faults(state, drawn)


@pytest.mark.parametrize("pattern", ["first_loss", "unshifted", "shifted"])
def test_branches_are_sound(pattern):
    for size in range(2, 66):
        branches = (Branch(pattern=pattern), Branch(section="last", of="consolation"))
        state = stage("elimination", size, options=Options(branches=branches))
        assert not plan_faults(state, draw(state, "s"))


def plan_faults(state: StageState, drawn: DrawnRound) -> tuple[Note, ...]:
    make = format_named(state.format).plan
    assert make is not None
    entrants = tuple(
        replace(one, lot=drawn.lots.get(one.number)) for one in state.entrants
    )
    return audit_plan(make(replace(state, entrants=entrants)), len(drawn.lots))


# What each format promises -------------------------------------------------------


def test_danish_neighbours():
    state = StageState("danish", 5, 7, field(6), (won(1, 1, 2), won(1, 3, 4)))
    assert audit(state, made((1, 3), (2, 4), (5, 6), number=2)) == ()
    assert audit(state, made((3, 1), (2, 6), (5, 4), number=2)) == ()
    state = replace(state, outcomes=(*state.outcomes, won(1, 5, 6)))
    assert audit(state, made((1, 3), (5, 2), (4, 6), number=2)) == ()
    assert audit(state, made((1, 2), (3, 5), (4, 6), number=2)) == ()
    drawn = made((1, 2), (3, 4), (5, 6), number=2)
    assert messages(state, drawn) == {NOT_LISTED}


def test_lives_only_for_those_who_have_one():
    outcomes = (won(1, 1, 2), won(1, 3, 4), won(2, 1, 3), won(2, 4, 2))
    state = StageState("lives", 9, 7, field(4), outcomes, options=Options(lives=2))
    assert messages(state, made((1, 4), (3, None), number=3)) == set()
    assert NOT_DUE in messages(state, made((1, 4), (3, 2), number=3))


def test_a_drawn_pairing_costs_no_life():
    outcomes = (won(1, 1, 2), won(1, 2, 1))
    state = StageState(
        "lives", 9, 7, field(2), outcomes, options=Options(lives=1, legs=2)
    )
    assert messages(state, made((1, 2), number=2)) == {UNSTATED_REMATCH}


def test_night_takes_who_is_free():
    outcomes = (Outcome(1, 1, 2, None), won(1, 3, 4))
    state = StageState("night", 9, 7, field(5), outcomes, ahead=True)
    assert messages(state, made((5, 3), number=2)) == set()
    assert messages(state, made((3, 4), number=2)) == {WAITS}
    assert messages(state, made((5, 1), (3, 4), number=2)) == {NOT_DUE}
    assert messages(state, made(number=2)) >= {MISSING}


def test_results_may_be_missing_only_ahead():
    state = StageState("swiss", 4, 7, field(4), (Outcome(1, 1, 2, None), won(1, 3, 4)))
    drawn = made((3, 1), (2, 4), number=2)
    assert messages(state, drawn) == {RESULTS_MISSING}
    assert messages(replace(state, ahead=True), drawn) == set()
    again = made((1, 2), (3, 4), number=2)
    assert messages(replace(state, ahead=True), again) == {UNSTATED_REMATCH}


def test_round_robin():
    outcomes = (won(1, 1, 4), won(1, 2, 3))
    state = StageState("round_robin", 3, 7, field(4), outcomes)
    assert messages(state, made((1, 2), (3, 4), number=2)) == set()
    assert messages(state, made((1, 4), (2, 3), number=2)) == {MET_TOO_OFTEN}
    twice = replace(state, options=Options(times=2))
    assert messages(twice, made((1, 4), (2, 3), number=2)) == set()
    assert messages(state, made((1, 2), number=2)) == {MISSING}
    assert NEEDLESS_BYE in messages(state, made((1, 2), (3, None), number=2))


def test_round_robin_has_one_bye_for_each_odd_group():
    state = StageState("round_robin", 3, 7, field(3))
    notes = audit(state, made((1, None), (2, None), (3, None)))
    assert [note for note in notes if note.message == NEEDLESS_BYE] == [
        Note(NEEDLESS_BYE, {"entrant": 2}),
        Note(NEEDLESS_BYE, {"entrant": 3}),
    ]


def test_groups_that_are_all_mixed_up():
    """No one pair and no two pairs alone join the groups: all of them are named."""
    outcomes = (
        *(won(1, 1, 2), won(1, 3, 4), won(1, 5, 6), won(1, 7, 8)),
        *(won(2, 1, 3), won(2, 2, 4), won(2, 5, 7), won(2, 6, 8)),
    )
    state = StageState(
        "round_robin", 3, 7, field(8), outcomes, options=Options(groups=2)
    )
    notes = audit(state, made((1, 5), (2, 6), (3, 7), (4, 8), number=3))
    assert notes == tuple(
        Note(OUT_OF_GROUP, {"entrant": number, "other": number + 4})
        for number in range(1, 5)
    )


def test_round_robin_byes_in_turn():
    outcomes = (won(1, 1, None), won(1, 2, 3))
    state = StageState("round_robin", 3, 7, field(3), outcomes)
    assert messages(state, made((2, None), (1, 3), number=2)) == set()
    assert BYE_AGAIN in messages(state, made((1, None), (2, 3), number=2))


def test_groups_stay_apart():
    outcomes = (won(1, 1, 2), won(1, 3, 4), won(1, 5, 6), won(1, 7, 8))
    state = StageState(
        "round_robin", 3, 7, field(8), outcomes, options=Options(groups=2)
    )
    sound = made((1, 3), (2, 4), (5, 7), (6, 8), number=2)
    assert audit(state, sound) == ()
    after = tuple(won(2, pair.one, pair.two) for pair in sound.pairings)
    state = replace(state, outcomes=outcomes + after)
    assert audit(state, made((1, 4), (2, 3), (5, 8), (6, 7), number=3)) == ()
    notes = audit(state, made((1, 8), (2, 3), (5, 4), (6, 7), number=3))
    assert notes == (
        Note(OUT_OF_GROUP, {"entrant": 1, "other": 8}),
        Note(OUT_OF_GROUP, {"entrant": 4, "other": 5}),
    )


# Brackets ------------------------------------------------------------------------


def bracket(size: int, **options: object) -> StageState:
    return stage("elimination", size, options=Options(**options))  # type: ignore[arg-type]


def test_lines_of_a_bracket():
    sound = made((1, 2), (3, 4), _1=1, _2=2, _3=3, _4=4)
    assert audit(bracket(4), sound) == ()
    assert messages(bracket(4), made((1, 3), (2, 4), _1=1, _2=2, _3=3, _4=4)) == {
        brackets.NOT_NEIGHBOURS
    }
    assert brackets.BEYOND in messages(
        bracket(4), made((1, 2), (3, 4), _1=1, _2=2, _3=3, _4=5)
    )
    assert brackets.NO_LINE in messages(
        bracket(4), made((1, 2), (3, 4), _1=1, _2=2, _3=3)
    )
    assert brackets.LOT_TWICE in messages(
        bracket(4), made((1, 2), (3, 4), _1=1, _2=2, _3=3, _4=3)
    )
    byes = made((1, 2), (3, None), (4, None), _1=1, _2=2, _3=3, _4=4)
    assert messages(bracket(4), byes) == {NEEDLESS_BYE}


def test_byes_of_a_bracket():
    lots = {"_1": 1, "_2": 2, "_3": 3, "_4": 4, "_5": 5, "_6": 6}
    top_heavy = made((1, 2), (3, 4), (5, 6), **lots)
    assert messages(bracket(6), top_heavy) == {
        brackets.EMPTY_MATCH,
        brackets.BYES_UNEVEN,
    }
    assert messages(bracket(6, byes="lots"), top_heavy) == set()
    lots = {"_1": 1, "_2": 3, "_3": 5, "_4": 6, "_5": 7, "_6": 8}
    at_the_top = made((3, 4), (5, 6), (1, None), (2, None), **lots)
    assert messages(bracket(6), at_the_top) == {brackets.BYES_UNEVEN}
    assert messages(bracket(6, byes="top"), at_the_top) == set()
    assert messages(bracket(6, byes="bottom"), at_the_top) == {brackets.BYES_ELSEWHERE}


def rated(*ratings: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(n, Decimal(r)) for n, r in enumerate(ratings, start=1))


def test_seeds_of_a_bracket():
    state = stage(
        "elimination", 4, options=Options(seeded=4), entrants=rated(9, 8, 7, 6)
    )
    assert audit(state, made((1, 4), (2, 3), _1=1, _4=2, _2=3, _3=4)) == ()
    assert audit(state, made((3, 2), (4, 1), _3=1, _2=2, _4=3, _1=4)) == ()
    drawn = made((1, 2), (3, 4), _1=1, _2=2, _3=3, _4=4)
    assert brackets.SEEDS_TOGETHER in messages(state, drawn)
    drawn = made((1, 3), (2, 4), _1=1, _3=2, _2=3, _4=4)
    assert messages(state, drawn) == {brackets.SEED_MISPLACED}
    equal = replace(state, entrants=rated(9, 8, 8, 6))
    assert messages(equal, drawn) == set()
    three = stage("elimination", 3, options=Options(seeded=2), entrants=rated(9, 8, 7))
    drawn = made((1, 3), (2, None), _1=1, _3=2, _2=3)
    assert messages(three, drawn) == {brackets.BYE_TO_LOWER}


# Wishes ---------------------------------------------------------------------------


def people(**values: tuple[str, ...]) -> tuple[Entrant, ...]:
    rows = zip(*values.values(), strict=True)
    return tuple(
        Entrant(number, **dict(zip(values, row, strict=True)))  # type: ignore[arg-type]
        for number, row in enumerate(rows, start=1)
    )


@pytest.mark.parametrize(
    ("kind", "message"),
    [("club", SAME_CLUB), ("country", SAME_COUNTRY), ("family", SAME_FAMILY)],
)
@pytest.mark.parametrize("key", ["swiss", "elimination"])
def test_kept_apart_where_it_costs_nothing(key, kind, message):
    entrants = people(**{kind: ("A", "A", "B", "B")})
    state = stage(key, 4, entrants=entrants, options=Options(apart=(kind,)))
    lots = {"_1": 1, "_2": 2, "_3": 3, "_4": 4} if key == "elimination" else {}
    assert messages(state, made((1, 2), (3, 4), **lots)) == {message}
    lots = {"_1": 1, "_3": 2, "_2": 3, "_4": 4} if key == "elimination" else {}
    assert messages(state, made((1, 3), (2, 4), **lots)) == set()
    crowded = replace(state, entrants=people(**{kind: ("A", "A", "A", "B")}))
    assert messages(crowded, made((1, 3), (2, 4), **lots)) == set()


def test_two_who_met_once_meet_before_two_who_met_twice():
    """Four in round 6. By wins alone, and by country, 1 would meet 3 or 4."""
    entrants = people(country=("A", "A", "B", "B"))
    rounds = (
        ((1, 2), (3, 4)),
        ((1, 3), (2, 4)),
        ((1, 4), (3, 2)),
        ((3, 1), (4, 2)),
        ((4, 1), (2, 3)),
    )
    outcomes = tuple(
        won(number, *pair)
        for number, pairs in enumerate(rounds, start=1)
        for pair in pairs
    )
    options = Options(apart=("country",), apart_rounds=0)
    four = StageState("swiss", 9, 7, entrants, outcomes, options=options)
    drawn = draw(four, "s")
    assert {frozenset((one.one, one.two)) for one in drawn.pairings} == {
        frozenset((1, 2)),
        frozenset((3, 4)),
    }
    assert audit(four, drawn) == ()


def test_kept_apart_in_the_first_rounds_only():
    entrants = people(club=("A", "A", "B", "B"))
    state = stage("swiss", 4, entrants=entrants, options=Options(apart=("club",)))
    state = replace(state, outcomes=(won(1, 1, 3), won(1, 2, 4)))
    drawn = made((1, 2), (3, 4), number=2)
    assert messages(state, drawn) == set()
    always = replace(state, options=Options(apart=("club",), apart_rounds=0))
    assert messages(always, drawn) == set()  # apart would cost wins


def test_seeds_are_not_moved_to_keep_apart():
    entrants = tuple(
        replace(one, club="A" if one.number in {1, 4} else "B")
        for one in rated(9, 8, 7, 6)
    )
    state = stage(
        *("elimination", 4),
        entrants=entrants,
        options=Options(seeded=4, apart=("club",)),
    )
    assert messages(state, made((1, 4), (2, 3), _1=1, _4=2, _2=3, _3=4)) == set()


@pytest.mark.parametrize("key", ["swiss", "monrad"])
def test_forbidden_pairs(key):
    state = stage(key, 4, options=Options(forbidden=((2, 3),)))
    assert FORBIDDEN_PAIR in messages(state, made((1, 4), (3, 2)))
    assert FORBIDDEN_PAIR not in messages(state, made((1, 3), (4, 2)))


# Swaps ------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [known.key for known in FORMATS])
def test_who_is_missing_or_twice_is_always_said(key):
    state = stage(key, 8)
    drawn = draw(state, "s")
    first, *others = drawn.pairings
    assert messages(state, replace(drawn, pairings=tuple(others))) >= {MISSING}
    doubled = (*drawn.pairings, first)
    assert messages(state, replace(drawn, pairings=doubled))


def test_a_rematch_by_a_swap_is_said():
    state = later(stage("swiss", 8, rounds=4), 1)
    one = state.outcomes[0]
    rest = [n for n in range(1, 9) if n not in {one.one, one.two}]
    pairs = [(one.one, one.two), *zip(rest[::2], rest[1::2], strict=True)]
    assert UNSTATED_REMATCH in messages(state, made(*pairs, number=2))


# Plans --------------------------------------------------------------------------------


def node(number: int, section: str, place: tuple[int, int], *sources: Source) -> Node:
    top, bottom = sources
    return Node(number, section, *place, *top, *bottom)


FOUR = BracketPlan(
    4,
    (
        node(1, "main", (1, 0), Source("line", 1), Source("line", 2)),
        node(2, "main", (1, 1), Source("line", 3), Source("line", 4)),
        node(3, "main", (2, 0), Source("winner", 1), Source("winner", 2)),
        node(4, "consolation", (1, 0), Source("loser", 1), Source("loser", 2)),
    ),
)


def broken(place: int, *, top: Source | None = None, **values: object) -> set[str]:
    nodes = list(FOUR.nodes)
    if top is not None:
        values |= {"top_kind": top.kind, "top_of": top.of}
    nodes[place] = nodes[place]._replace(**values)  # type: ignore[arg-type]
    return {note.message for note in audit_plan(replace(FOUR, nodes=tuple(nodes)), 4)}


def test_plans():
    assert audit_plan(FOUR, 4) == audit_plan(FOUR, 3) == ()
    assert {note.message for note in audit_plan(FOUR, 5)} == {brackets.SIZE}
    assert broken(0, top=Source("line", 2)) >= {
        brackets.LINE_TWICE,
        brackets.LINE_UNUSED,
    }
    assert broken(0, top=Source("line", 3)) >= {brackets.LINES_APART}
    assert broken(0, top=Source("line", 9)) >= {brackets.UNKNOWN_SOURCE}
    assert broken(2, top=Source("winner", 9)) >= {brackets.UNKNOWN_SOURCE}
    assert broken(2, top=Source("lucky", 1)) >= {brackets.UNKNOWN_SOURCE}
    assert broken(2, top=Source("winner", 2)) == {
        brackets.WINNER_TWICE,
        brackets.TWO_ENDS,
    }
    assert broken(3, top=Source("first_loser", 2)) == {brackets.LOSER_TWICE}
    assert broken(2, top=Source("winner", 4)) >= {brackets.NOT_BEFORE}
    assert broken(3, number=2) >= {brackets.NUMBER_TWICE}
    assert broken(1, position=0) == {brackets.PLACE_TWICE}


def halves_of(drawn) -> set[frozenset[int]]:
    upper = {one for one, line in drawn.lots.items() if line <= len(drawn.lots) // 2}
    return {frozenset(upper), frozenset(drawn.lots) - frozenset(upper)}


@pytest.mark.parametrize("key", ["elimination", "double_elimination"])
@pytest.mark.parametrize("kind", ["forbidden", "same_person"])
def test_pairs_not_to_meet_stand_in_different_halves(key, kind):
    pair = ((1, 2),)
    options = Options(forbidden=pair if kind == "forbidden" else ())
    same = pair if kind == "same_person" else ()
    state = StageState(key, 0, 7, simulate.field(16), options=options, same_person=same)
    for seed in "abcdefgh":
        drawn = draw(state, seed)
        assert not any({1, 2} <= half for half in halves_of(drawn))
        assert audit(state, drawn) == ()
        other = next(
            number
            for number, line in drawn.lots.items()
            if (line - 1) ^ (drawn.lots[1] - 1) in {4, 5, 6, 7}
        )
        wrong = swapped(drawn, 2, other)
        assert wrong is not None
        assert SAME_HALF in {note.message for note in audit(state, wrong)}


def test_a_triangle_cannot_be_in_three_halves():
    """Two of three are in one half whatever is exchanged: no false alarm."""
    options = Options(forbidden=((1, 2), (1, 3), (2, 3)))
    for size in (3, 5, 8, 13, 16):
        state = StageState("elimination", 0, 7, simulate.field(size), options=options)
        assert [audit(state, draw(state, seed)) for seed in "abcd"] == [()] * 4
