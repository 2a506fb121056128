"""The contract that every registered format keeps, at every size from 0 to 64."""

import json
import pickle
import pkgutil
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import networkx as nx
import pytest

from tests.simulate import MANY, MOST, NONE, Played, field, play
from tests.simulate.checks import expected_in
from tournaments.engine import (
    FORMATS,
    DrawnRound,
    StageState,
    audit,
    draw,
    format_named,
    formats,
    is_finished,
    round_count,
    standings,
)
from tournaments.engine.errors import (
    ResultsOutstandingError,
    StageFinishedError,
    TooFewEntrantsError,
    UnknownFormatError,
)
from tournaments.engine.state import REMATCH, SECOND_BYE, Outcome

KEYS = [known.key for known in FORMATS]
PLANS = [known.key for known in FORMATS if known.plan]
ROUND_BY_ROUND = [key for key in KEYS if key not in PLANS]
THOROUGH = {"swiss", "monrad", "danish", "knockout"}
"""The others are played at every size in `test_simulations`, too."""

ONE_BYE = {"swiss", "monrad", "danish"}
NO_REMATCHES = {"swiss", "monrad", "lives", "knockout"}
BYES_DECIDE = {"swiss", "monrad", "danish", "round_robin"}
"""Where lives are lost a bye costs none, and that is all; a club night has no byes."""

SIZES = range(65)
ROUNDS = 9
BYES = (Fraction(1), Fraction(1, 2), Fraction(0))
WALKOVERS = ("none", "full", "half")
ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture(scope="module", params=KEYS)
def events(request) -> list[Played]:
    """Tournaments of every size: smooth ones and some full of mishaps.

    Three of these have double forfeits, and byes that are worth more and less.
    """
    is_thorough = request.param in THOROUGH
    sizes = SIZES if is_thorough else SIZES[:33]
    plain = ((1, NONE), (2, MANY), (3, NONE), (4, MANY))
    usual = [
        play(
            request.param,
            size,
            1 + (size * 7 + seed * 2) % ROUNDS,
            seed=seed,
            mishaps=mishaps,
        )
        for size in sizes
        for seed, mishaps in (plain if is_thorough else plain[:2])
    ]
    unusual = [
        play(
            request.param,
            size,
            1 + (size * 7 + seed * 2) % ROUNDS,
            seed=seed,
            mishaps=MOST,
            bye=bye,
            walkover=WALKOVERS[(size + seed) % 3],
        )
        for size in sizes
        for seed, bye in enumerate(BYES, start=5)
    ]
    return usual + unusual


def test_some_have_double_forfeits_and_half_wins(events):
    nobody = [one for event in events for one in event.final.outcomes if one.nobody]
    assert len(nobody) > 100
    halves = [
        row.wins
        for event in events
        for row in standings(event.final).rows
        if row.wins != int(row.wins)
    ]
    assert bool(halves) == (events[0].final.format in {*BYES_DECIDE, "lives"})


def test_every_module_is_registered():
    modules = {found.name for found in pkgutil.iter_modules(formats.__path__)}
    assert modules - {"base"} == set(KEYS)
    assert len(set(KEYS)) == len(KEYS)


def test_every_format_explains_itself():
    for known in FORMATS:
        assert known.label
        assert known.explanation.endswith(".")
        assert known.places_explanation.endswith(".")
        assert format_named(known.key) is known


@pytest.mark.parametrize("known", FORMATS, ids=KEYS)
def test_every_format_says_what_a_bye_is_worth(known):
    said = [known.places_explained(bye) for bye in BYES]
    assert said[0] == known.places_explanation
    assert len(set(said)) == (len(BYES) if known.key in BYES_DECIDE else 1)
    assert all(text.endswith(".") for text in said)


def test_unknown_format():
    with pytest.raises(UnknownFormatError, match="ladder"):
        draw(StageState("ladder", 3, 7, field(4)), "seed")


def test_ends(events):
    for event in events:
        state = event.final
        present = sum(entrant.present for entrant in state.entrants)
        if state.format == "night":
            assert present < 2 or state.next_round == state.rounds + 1
            continue
        assert is_finished(state) or present < 2 or _all_out(event)
        if state.format != "lives":  # who comes late brings lives along
            assert len(event.rounds) <= state.rounds


def _all_out(event: Played) -> bool:
    """A cup of which nobody is left."""
    return event.final.format == "knockout"


def test_everyone_present_plays_exactly_once(events):
    for event in events:
        for state, drawn in event.rounds:
            people = [one for pair in drawn.pairings for one in (pair.one, pair.two)]
            count = Counter(people)
            byes = count.pop(None, 0)
            expected = expected_in(state, drawn)
            assert set(count.values()) <= {1}
            assert set(count) <= expected
            waiting = len(expected) % 2 if state.format == "night" else 0
            assert len(expected) - len(count) == waiting
            if state.format in {*ONE_BYE, "lives"}:
                assert byes == len(count) % 2
                assert not byes or drawn.pairings[-1].two is None


def test_everyone_is_placed_exactly_once(events):
    for event in events:
        table = standings(event.final)
        numbers = sorted(entrant.number for entrant in event.final.entrants)
        assert sorted(row.entrant for row in table.rows) == numbers
        assert not table.provisional
        _check_places(table)


def _check_places(table):
    places = Counter(row.place for row in table.rows)
    expected = 1
    for index, row in enumerate(table.rows):
        if index and row.place != table.rows[index - 1].place:
            expected = index + 1
        assert row.place == expected
        assert row.shared == (places[row.place] > 1)
        assert len(row.values) == len(table.columns)


def test_audit_finds_nothing(events):
    for event in events:
        for state, drawn in event.rounds:
            assert audit(state, drawn) == ()


def test_nobody_meets_twice_where_it_can_be_avoided(events):
    """A rematch or second bye is drawn only if networkx finds no way around it."""
    for event in events if events[0].final.format in NO_REMATCHES else ():
        for state, drawn in event.rounds:
            met = _met(state)
            stated = {
                note.message for pairing in drawn.pairings for note in pairing.notes
            }
            again = [
                pairing
                for pairing in drawn.pairings
                if pairing.two and frozenset((pairing.one, pairing.two)) in met
            ]
            assert all(REMATCH in _messages(pairing) for pairing in again)
            assert (REMATCH in stated) == bool(again)
            if again:
                assert not _can_pair(state, drawn, met, any_bye=True)
            if SECOND_BYE in stated:
                assert again or not _can_pair(state, drawn, met, any_bye=False)


def _messages(pairing) -> set[str]:
    return {note.message for note in pairing.notes}


def _met(state: StageState) -> set[frozenset[int]]:
    return {
        frozenset((one.one, one.two))
        for one in state.outcomes
        if one.two is not None and one.played
    }


def _can_pair(
    state: StageState, drawn: DrawnRound, met: set[frozenset[int]], *, any_bye: bool
) -> bool:
    """Ask networkx for a round without a rematch, the bye to the fewest byes or any."""
    both = [each for one in drawn.pairings for each in (one.one, one.two)]
    people = [one for one in both if one is not None]
    graph = nx.Graph()
    graph.add_nodes_from(people)
    graph.add_edges_from(
        (one, two)
        for one in people
        for two in people
        if one < two and frozenset((one, two)) not in met
    )
    if len(people) % 2:
        byes = Counter(one.one for one in state.outcomes if one.two is None)
        fewest = min(byes[one] for one in people)
        graph.add_edges_from(
            (one, "bye") for one in people if any_bye or byes[one] == fewest
        )
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return 2 * len(matching) == len(graph)


def test_byes_are_at_most_one_apart(events):
    """Among those who were always there, unless a second bye was unavoidable."""
    for event in events:
        notes = [
            note.message
            for _, drawn in event.rounds
            for pairing in drawn.pairings
            for note in pairing.notes
        ]
        if event.final.format not in ONE_BYE or SECOND_BYE in notes:
            continue
        byes = Counter(one.one for one in event.final.outcomes if one.two is None)
        present = Counter(
            entrant.number
            for state, _ in event.rounds
            for entrant in state.entrants
            if entrant.present
        )
        loyal = [byes[one] for one in present if present[one] == len(event.rounds)]
        assert not loyal or max(loyal) - min(loyal) <= 1


def test_same_seed_same_draw_whatever_the_order(events):
    random = Random(5)
    for event in events[::7]:
        for state, drawn in event.rounds:
            entrants, outcomes = list(state.entrants), list(state.outcomes)
            random.shuffle(entrants)
            random.shuffle(outcomes)
            mixed = replace(state, entrants=tuple(entrants), outcomes=tuple(outcomes))
            assert draw(mixed, f"{event.seed}-{drawn.round}") == drawn
            assert standings(mixed) == standings(state)


def test_other_seed_other_draw():
    for key in KEYS:
        state = StageState(key, 3, 7, field(16))
        assert len({str(draw(state, str(seed)).pairings) for seed in range(20)}) == 20


PROGRAM = """
from fractions import Fraction
from tests.simulate import MANY, MOST, play
from tournaments.engine import FORMATS
for known in FORMATS:
    for size in (7, 16):
        many = play(known.key, size, 7, seed=3, mishaps=MANY)
        most = play(known.key, size, 7, seed=3, mishaps=MOST, bye=Fraction(1, 2))
        for _, drawn in many.rounds + most.rounds:
            print([(one.one, one.two) for one in drawn.pairings], dict(drawn.lots))
"""


def test_same_draw_in_another_process_with_other_hashes():
    answers = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(answers) == 1
    assert answers != {b""}


def test_the_web_process_does_not_load_the_matching_library():
    program = "import sys, tournaments.engine; print('rustworkx' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True
    )
    assert answer.stdout.strip() == b"False"


def test_withdrawn_entrants_keep_their_wins(events):
    """In a plan a bye is won without an outcome."""
    for event in events if events[0].final.format not in PLANS else ():
        bye = 0 if event.final.format == "knockout" else event.final.bye
        won: Counter[int] = Counter()
        for one in event.final.outcomes:
            if one.winner is not None:
                won[one.winner] += bye if one.two is None else 1
        table = standings(event.final)
        assert {row.entrant: row.wins for row in table.rows} == {
            entrant.number: won[entrant.number] for entrant in event.final.entrants
        }


def test_whole_wins_are_plain_numbers(events):
    for event in events:
        for row in standings(event.final).rows:
            assert isinstance(row.wins, int) or row.wins.denominator == 2


def test_notes_are_fit_for_json(events):
    for event in events:
        for _, drawn in event.rounds:
            for pairing in drawn.pairings:
                for note in pairing.notes:
                    assert json.loads(json.dumps(note.params)) == note.params


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("present", [0, 1])
def test_too_few_entrants(key, present):
    entrants = tuple(
        replace(entrant, present=entrant.number <= present) for entrant in field(6)
    )
    with pytest.raises(TooFewEntrantsError) as caught:
        draw(StageState(key, 3, 7, entrants), "seed")
    assert caught.value.params == {"needed": 2, "present": present}


@pytest.mark.parametrize("key", ROUND_BY_ROUND)
def test_results_outstanding(key):
    state, drawn = play(key, 6, 3, seed=1).rounds[0]
    outcomes = tuple(
        Outcome(1, one.one, one.two, winner=None if one.two else one.one)
        for one in drawn.pairings
    )
    waiting = replace(state, outcomes=outcomes)
    with pytest.raises(ResultsOutstandingError) as caught:
        draw(waiting, "seed")
    missing = sum(one.two is not None for one in drawn.pairings)
    assert caught.value.params == {"round": 1, "outstanding": missing}
    assert standings(waiting).provisional
    assert not is_finished(waiting)
    assert not is_finished(replace(waiting, rounds=1))


@pytest.mark.parametrize("key", ROUND_BY_ROUND)
def test_a_double_forfeit_is_not_outstanding(key):
    state, drawn = play(key, 6, 1, seed=1).rounds[0]
    lots = tuple(replace(one, lot=drawn.lots.get(one.number)) for one in state.entrants)
    outcomes = tuple(
        Outcome(1, one.one, one.two, one.one if index or not one.two else None)
        for index, one in enumerate(drawn.pairings)
    )
    waiting = replace(state, rounds=3, entrants=lots, outcomes=outcomes)
    with pytest.raises(ResultsOutstandingError):
        draw(waiting, "seed")
    decided = replace(outcomes[0], nobody=True)
    state = replace(waiting, outcomes=(decided, *outcomes[1:]))
    assert not standings(state).provisional
    assert not is_finished(state)
    assert audit(state, draw(state, "seed")) == ()


@pytest.mark.parametrize("key", [key for key in KEYS if key != "night"])
def test_finished(key):
    event = play(key, 8, 3, seed=1)
    assert is_finished(event.final)
    with pytest.raises(StageFinishedError) as caught:
        draw(event.final, "seed")
    assert caught.value.params == {"rounds": event.final.next_round - 1}


def test_nobody_is_paired_before_joining():
    late = replace(field(5)[4], joined=2)
    for key in KEYS:
        state = StageState(key, 3, 7, (*field(4), late))
        drawn = draw(state, "seed")
        assert len(drawn.pairings) == 2
        assert audit(state, drawn) == ()


def test_round_count():
    assert [round_count("swiss", size) for size in (0, 2, 3, 12, 16, 17)] == [
        *(1, 1, 2, 4, 4, 5)
    ]
    assert round_count("monrad", 12, 7) == 7
    sizes = (0, 1, 2, 3, 8, 9, 512)
    assert [round_count("knockout", size, 3) for size in sizes] == [
        *(0, 0, 1, 2, 3, 4, 9)
    ]


def test_standings_survive_a_cache(events):
    table = standings(events[80].final)
    assert pickle.loads(pickle.dumps(table)) == table  # noqa: S301 (our own bytes)
