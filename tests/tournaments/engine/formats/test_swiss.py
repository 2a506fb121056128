"""Swiss rounds: as good as any exact solver's, and explained."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from matches.rules.refusals import Message
from tests.refusals import raises
from tests.simulate import MANY, MOST, field, history, play
from tests.tournaments.engine.pairing.test_optimum import criteria, networkx_round
from tournaments.engine import (
    DrawnPairing,
    Entrant,
    Note,
    Options,
    Outcome,
    StageState,
    audit,
    draw,
)
from tournaments.engine.errors import RESULTS_OUTSTANDING
from tournaments.engine.format import BYE_LOWEST
from tournaments.engine.formats.swiss import FLOAT_MET, FLOAT_ODD
from tournaments.engine.pairing.lots import pair_factors
from tournaments.engine.pairing.neighbours import DrawnPairs
from tournaments.engine.pairing.optimum import best_round
from tournaments.engine.pairing.wishes import (
    BYE_NOT_GIVEN,
    BYE_WANTED,
    DOWN_AGAIN,
    NO_BYE,
    TOGETHER,
    UP_AGAIN,
    wishes_of,
)
from tournaments.engine.standings import tally as tallies
from tournaments.engine.state import (
    BYE_HIGHER,
    NOT_TO_MEET,
    REMATCH,
    SECOND_BYE,
    DrawnRound,
)

FIDE_ROUNDS = Path(__file__).parents[3] / "golden" / "fide-rounds.json"


def drawn_pairs(drawn: DrawnRound) -> DrawnPairs:
    byes = [one.one for one in drawn.pairings if one.two is None]
    return DrawnPairs(
        [(one.one, one.two) for one in drawn.pairings if one.two is not None],
        byes[0] if byes else None,
    )


def present_wins(state: StageState) -> dict[int, int]:
    wins = tallies.count(state).wins
    return {one.number: wins[one.number] for one in state.entrants if one.present}


def pairs(drawn: DrawnRound) -> list[tuple[int, int | None]]:
    return [(one.one, one.two) for one in drawn.pairings]


@pytest.mark.parametrize("size", range(2, 65))
def test_as_good_as_networkx_in_tournaments(size):
    """Every round of a whole tournament, with latecomers, withdrawals, walk-overs."""
    rounds = 9 if size < 24 else 4
    for state, drawn in play("swiss", size, rounds, seed=size, mishaps=MANY).rounds:
        wins, tally, wishes = (
            present_wins(state),
            tallies.count(state),
            wishes_of(state),
        )
        if len(wins) > 40:
            factors = pair_factors("s", "p", wins)
            expected = best_round(wins, tally, factors, wishes=wishes)
        else:
            expected = networkx_round(wins, tally, "s", lots=False, wishes=wishes)
        assert criteria(drawn_pairs(drawn), wins, tally, wishes) == criteria(
            expected, wins, tally, wishes
        )


@pytest.mark.parametrize("bye", [Fraction(1, 2), Fraction(0)])
@pytest.mark.parametrize("size", range(3, 26, 2))
def test_as_good_as_networkx_where_a_bye_is_no_win(size, bye):
    event = play("swiss", size, 9, seed=size, mishaps=MOST, bye=bye)
    for state, drawn in event.rounds:
        tally = tallies.count(state)
        heights = {one: int(2 * wins) for one, wins in present_wins(state).items()}
        wishes = wishes_of(state)
        expected = networkx_round(heights, tally, "s", lots=False, wishes=wishes)
        assert criteria(drawn_pairs(drawn), heights, tally, wishes) == criteria(
            expected, heights, tally, wishes
        )


def test_half_wins_in_notes():
    """Of 1 with two wins and 2 with one, who have met, 5 with a bye takes the best."""
    outcomes = (won(1, 1, 2), won(1, 3, 4), won(1, 5, None), won(2, 1, 3))
    outcomes += (won(2, 2, 4),)
    entrants = (*field(2), Entrant(5), Entrant(6))
    state = StageState("swiss", 3, 7, (*entrants, *absent(3, 4)), outcomes)
    drawn = draw(replace(state, bye=Fraction(1, 2)), "s")
    assert drawn.pairings == (
        DrawnPairing(1, 5, (Note(FLOAT_ODD, {"entrant": 1, "high": 2, "low": "½"}),)),
        DrawnPairing(2, 6, (Note(FLOAT_MET, {"entrant": 2, "high": 1, "low": 0}),)),
    )
    assert audit(state, drawn) == ()


def absent(*numbers: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(number, present=False) for number in numbers)


def test_half_wins_of_who_has_a_further_bye():
    outcomes = (won(1, 1, None), won(2, 2, None), won(3, 3, None), won(3, 1, 2))
    outcomes += (won(4, 2, 3), won(5, 3, 2))
    state = StageState("swiss", 9, 7, field(3), outcomes, bye=Fraction(1, 2))
    note = Note(BYE_LOWEST, {"wins": "1½"})
    assert draw(state, "s").pairings[-1].notes == (note,)


def test_double_forfeit_may_be_met_again():
    nobody = Outcome(1, 1, 2, None, played=False, nobody=True)
    state = StageState("swiss", 3, 7, field(2), (nobody,))
    assert draw(state, "s").pairings[0].notes == ()


def test_as_good_as_the_optimum_on_fields_without_order():
    """The quick way must not claim what only the exact one can know."""
    random = Random(11)
    for number in range(300):
        state = history(random, random.randrange(2, 34), random.randrange(10))
        wins, tally = present_wins(state), tallies.count(state)
        drawn = draw(state, str(number))
        assert audit(state, drawn) == ()
        wishes = wishes_of(state)
        factors = pair_factors("s", "p", wins)
        best = best_round(wins, tally, factors, wishes=wishes)
        assert criteria(drawn_pairs(drawn), wins, tally, wishes) == criteria(
            best, wins, tally, wishes
        )


def test_quick_way_alone_draws_large_fields():
    """A field of 1,024 never needs the matching, which would take seconds."""
    event = play("swiss", 1024, 9, seed=1)
    for state, drawn in event.rounds:
        wins, tally = present_wins(state), tallies.count(state)
        heights = sorted(wins.values())
        assert criteria(drawn_pairs(drawn), wins, tally, wishes_of(state)) == (
            *(0, 0, 0, 0, 0),
            sum(
                (one - two) ** 2
                for one, two in zip(heights[::2], heights[1::2], strict=True)
            ),
            *(0, 0),
        )


def won(round_number: int, winner: int, loser: int | None) -> Outcome:
    return Outcome(round_number, winner, loser, winner, 7, 3)


def test_bye_goes_to_the_lowest_without_one():
    """3 has fewest wins but had the bye: it goes to 1 or 2, who have one loss."""
    outcomes = (won(1, 4, 1), won(1, 5, 2), won(1, 3, None))
    state = StageState("swiss", 3, 7, field(5), outcomes)
    for seed in range(20):
        last = draw(state, str(seed)).pairings[-1]
        assert last.one in {1, 2}
        assert last == DrawnPairing(last.one, None, (Note(BYE_LOWEST, {"wins": 0}),))


def test_walkover_may_be_met_again():
    """Two entrants: a walk-over was no match, a match makes the next a rematch."""
    walkover = Outcome(1, 1, 2, winner=1, played=False)
    state = StageState("swiss", 3, 7, field(2), (walkover,))
    note = Note(FLOAT_ODD, {"entrant": 1, "high": 1, "low": 0})
    assert draw(state, "s").pairings == (DrawnPairing(1, 2, (note,)),)
    state = StageState("swiss", 3, 7, field(2), (won(1, 1, 2),))
    assert draw(state, "s").pairings == (DrawnPairing(1, 2, (Note(REMATCH), note)),)


def test_float_because_the_group_is_odd():
    outcomes = (won(1, 1, 4), won(1, 2, 5), won(1, 3, 6))
    drawn = draw(StageState("swiss", 3, 7, field(6), outcomes), "s")
    floats = [one for one in drawn.pairings if one.notes]
    assert len(floats) == 1
    assert floats[0] == drawn.pairings[1]
    note = Note(FLOAT_ODD, {"entrant": floats[0].one, "high": 1, "low": 0})
    assert floats[0].notes == (note,)


def test_float_because_of_who_has_met():
    """Of 1 and 2, with a win each, neither may meet the other: both float."""
    outcomes = (won(1, 1, 2), Outcome(2, 2, 3, winner=2, played=False))
    drawn = draw(StageState("swiss", 3, 7, field(4), outcomes), "s")
    assert {one.one for one in drawn.pairings} == {1, 2}
    assert all(
        one.notes == (Note(FLOAT_MET, {"entrant": one.one, "high": 1, "low": 0}),)
        for one in drawn.pairings
    )


def test_second_bye_rather_than_a_rematch():
    """3 has met 1 and 2 and has had a bye; they have not met and had none."""
    outcomes = (won(1, 3, None), won(1, 1, 4), won(2, 1, 3), won(3, 2, 3))
    entrants = (*field(3), Entrant(4, present=False))
    drawn = draw(StageState("swiss", 4, 7, entrants, outcomes), "s")
    assert pairs(drawn) == [(1, 2), (3, None)]
    assert drawn.pairings[-1].notes == (Note(SECOND_BYE),)


def test_bye_above_the_lowest_score():
    """1 has met 2 and 3: only 1 can sit out, although 3 has fewer wins."""
    outcomes = (won(1, 1, 2), won(2, 1, 3), Outcome(3, 2, 3, 2, played=False))
    drawn = draw(StageState("swiss", 4, 7, field(3), outcomes), "s")
    assert pairs(drawn) == [(2, 3), (1, None)]
    assert drawn.pairings[-1].notes == (Note(BYE_HIGHER),)


def test_tables_run_from_the_top():
    event = play("swiss", 33, 6, seed=4)
    for state, drawn in event.rounds:
        wins = present_wins(state)
        tables = [(wins[one], wins[two]) for one, two in pairs(drawn) if two]
        assert tables == sorted(tables, reverse=True)
        assert all(high >= low for high, low in tables)


def notes_of(drawn: DrawnRound) -> list[Message]:
    return [note.message for pairing in drawn.pairings for note in pairing.notes]


def test_never_dearer_than_the_fide_rules():
    """Rounds that py4swiss 0.3.1 drew by the Dutch system, colours left out."""
    fields = better = 0
    for event in json.loads(FIDE_ROUNDS.read_text("utf-8")):
        outcomes: tuple[Outcome, ...] = ()
        size = max(one for game in event[0] for one in game)
        for number, games in enumerate(event, start=1):
            state = StageState("swiss", len(event), 7, field(size), outcomes)
            theirs = DrawnPairs(
                [(one, two) for one, two, _ in games if two],
                next((one for one, two, _ in games if not two), None),
            )
            wins, tally = present_wins(state), tallies.count(state)
            known = (wins, tally, wishes_of(state))
            ours = criteria(drawn_pairs(draw(state, "s")), *known)
            assert ours <= criteria(theirs, *known)
            fields += 1
            better += ours < criteria(theirs, *known)
            outcomes += tuple(
                Outcome(number, one, two or None, winner, played=bool(two))
                for one, two, winner in games
            )
    assert fields == 73
    assert better > 0


def club_field(*clubs: str) -> tuple[Entrant, ...]:
    return tuple(Entrant(number, club=club) for number, club in enumerate(clubs, 1))


@pytest.mark.parametrize("kind", ["club", "country", "family"])
def test_kept_apart_in_the_first_round(kind):
    entrants = tuple(
        replace(one, **{kind: "A" if one.number <= 8 else "B"}) for one in field(16)
    )
    state = StageState("swiss", 5, 7, entrants, options=Options(apart=(kind,)))
    for seed in range(10):
        drawn = draw(state, str(seed))
        assert all(
            one.one <= 8 < one.two or one.two <= 8 < one.one for one in drawn.pairings
        )
        assert notes_of(drawn) == []


@pytest.mark.parametrize(
    ("most", "clashes"), [(2048, 1024), (1500, 476), (1025, 1), (1024, 0)]
)
def test_known_answers_at_4096(most, clashes):
    """Of 2,048 winners so many are of one club, and only so few can be kept apart."""
    outcomes = tuple(won(1, one, one + 2048) for one in range(1, 2049))
    entrants = tuple(
        replace(one, club="A" if one.number <= most else "") for one in field(4096)
    )
    options = Options(apart=("club",), apart_rounds=0)
    state = StageState("swiss", 12, 7, entrants, outcomes, options=options)
    drawn = draw(state, "s")
    assert sorted(one for pair in pairs(drawn) for one in pair) == [*range(1, 4097)]
    assert all((one <= 2048) == (two <= 2048) for one, two in pairs(drawn))
    assert notes_of(drawn) == [TOGETHER["club"]] * clashes


def test_apart_only_as_long_as_wanted():
    """1 and 2 are of one club and the only ones who won."""
    entrants = club_field("A", "A", "", "")
    options = Options(apart=("club",), apart_rounds=1)
    outcomes = (won(1, 1, 3), won(1, 2, 4))
    for rounds, noted in ((1, False), (2, True), (0, True)):
        state = StageState(
            *("swiss", 3, 7, entrants, outcomes),
            options=replace(options, apart_rounds=rounds),
        )
        drawn = draw(state, "s")
        assert (1, 2) in [tuple(sorted(pair)) for pair in pairs(drawn)]
        assert (TOGETHER["club"] in notes_of(drawn)) == noted


def test_forbidden_before_clubs_and_clubs_in_order():
    """Of three possible rounds one breaks each wish: the least of the wishes goes."""
    entrants = (
        Entrant(1, club="A", country="X"),
        Entrant(2, club="A"),
        Entrant(3, country="X"),
        Entrant(4),
    )
    for forbidden, apart, expected in (
        (((1, 4),), ("club", "country"), {(1, 3), (2, 4)}),
        (((1, 4),), ("country", "club"), {(1, 2), (3, 4)}),
        (((1, 3), (1, 4)), ("club", "country"), {(1, 2), (3, 4)}),
    ):
        options = Options(forbidden=forbidden, apart=apart)
        state = StageState("swiss", 3, 7, entrants, options=options)
        drawn = draw(state, "s")
        assert {(min(pair), max(pair)) for pair in pairs(drawn)} == expected


def test_forbidden_where_nothing_else_is_possible():
    options = Options(forbidden=((1, 2),))
    state = StageState("swiss", 3, 7, field(2), options=options)
    assert notes_of(draw(state, "s")) == [NOT_TO_MEET]


def test_bye_to_who_asked_for_it():
    entrants = (*field(4), Entrant(5, wants_bye=True))
    for seed in range(10):
        drawn = draw(StageState("swiss", 3, 7, entrants), str(seed))
        assert drawn.pairings[-1].one == 5
        assert Note(BYE_WANTED, {"entrant": 5}) in drawn.pairings[-1].notes


def test_bye_that_was_not_given():
    outcomes = (won(1, 5, 1), won(1, 2, 3), won(1, 4, None))
    entrants = (*field(4), Entrant(5, wants_bye=True))
    drawn = draw(StageState("swiss", 3, 7, entrants, outcomes), "s")
    assert drawn.pairings[-1].one in {1, 3}
    assert BYE_NOT_GIVEN in notes_of(drawn)
    even = StageState("swiss", 3, 7, entrants[1:])
    assert NO_BYE in notes_of(draw(even, "s"))


def test_who_floated_does_not_float_again():
    """5 floated down and 6 up: in the next round somebody else does."""
    first = tuple(won(1, one, one + 6) for one in range(1, 7))
    second = (won(2, 1, 2), won(2, 3, 4), won(2, 5, 7), won(2, 6, 8), won(2, 9, 10))
    second += (won(2, 11, 12),)
    state = StageState("swiss", 5, 7, field(12), first + second)
    wishes = wishes_of(state)
    assert wishes.down == {5, 6}
    assert wishes.up == {7, 8}
    for seed in range(20):
        messages = notes_of(draw(state, str(seed)))
        assert DOWN_AGAIN not in messages
        assert UP_AGAIN not in messages


def test_floats_again_where_they_must():
    """1 beat 2 and then 3, who had no win: he floats down again, 4 came late."""
    outcomes = (won(1, 1, 2), won(2, 1, 3))
    entrants = (Entrant(1), Entrant(4, joined=3), *absent(2, 3))
    drawn = draw(StageState("swiss", 5, 7, entrants, outcomes), "s")
    note = Note(DOWN_AGAIN, {"entrant": 1})
    assert note in drawn.pairings[0].notes


def test_drawn_ahead_of_the_last_result():
    """3 and 4 still play: half a win each, and they do not meet again."""
    outcomes = (won(1, 1, 2), Outcome(1, 3, 4, None))
    state = StageState("swiss", 3, 7, field(4), outcomes, ahead=True)
    for seed in range(10):
        drawn = draw(state, str(seed))
        assert {frozenset(pair) for pair in pairs(drawn)} < {
            frozenset(pair) for pair in ((1, 3), (1, 4), (2, 3), (2, 4))
        }
    note = Note(FLOAT_ODD, {"entrant": 1, "high": 1, "low": "½"})
    assert drawn.pairings[0].notes == (note,)
    with raises(RESULTS_OUTSTANDING):
        draw(replace(state, ahead=False), "s")


@pytest.mark.parametrize("size", [9, 16, 40])
def test_as_good_as_networkx_while_some_still_play(size):
    for state, _ in play("swiss", size, 6, seed=size, mishaps=MOST).rounds[1:]:
        last = state.next_round - 1
        outcomes = tuple(
            Outcome(one.round, one.one, one.two, None)
            if one.round == last and one.two and one.one % 3 == 0
            else one
            for one in state.outcomes
        )
        ahead = replace(state, outcomes=outcomes, ahead=True)
        tally, wishes = tallies.count_for_draw(ahead), wishes_of(ahead)
        heights = {one: int(2 * tally.wins[one]) for one in present_wins(state)}
        drawn = drawn_pairs(draw(ahead, "s"))
        expected = networkx_round(heights, tally, "s", lots=False, wishes=wishes)
        assert criteria(drawn, heights, tally, wishes) == criteria(
            expected, heights, tally, wishes
        )


def test_two_legs_are_one_meeting():
    """A win each in the same pairing; the two have met once."""
    legs = (won(1, 1, 2), Outcome(1, 1, 2, 2, 3, 7), won(1, 3, 4), won(1, 3, 4))
    options = Options(legs=2)
    state = StageState("swiss", 3, 7, field(4), legs, options=options)
    tally = tallies.count_for_draw(state)
    assert tally.wins == {1: 1, 2: 1, 3: 2, 4: 0}
    assert tally.meetings(1, 2) == tally.meetings(3, 4) == 1
    drawn = draw(state, "s")
    assert REMATCH not in notes_of(drawn)
    assert len(drawn.pairings) == 2
    one_open = (*legs[:3], Outcome(1, 3, 4, None))
    tally = tallies.count_for_draw(replace(state, outcomes=one_open, ahead=True))
    assert tally.wins[3] == Fraction(3, 2)
    assert tally.meetings(3, 4) == 1


def test_a_forbidden_pair_ranks_directly_after_rematches():
    """Only 1 and 3 have two wins, and each could play somebody with one."""
    results = ((1, 1, 2), (1, 3, 4), (1, 5, 6), (1, 7, 8))
    results += ((2, 1, 5), (2, 3, 7), (2, 2, 6), (2, 4, 8))
    outcomes = tuple(won(*result) for result in results)
    options = Options(forbidden=((1, 3),))
    state = StageState("swiss", 5, 7, field(8), outcomes, options=options)
    for seed in range(10):
        drawn = draw(state, str(seed))
        assert {1, 3} not in [{one, two} for one, two in pairs(drawn)]
        assert REMATCH not in notes_of(drawn)
        assert audit(state, drawn) == ()


def test_a_bye_counts_once_for_each_match_of_a_pairing_in_floats_too():
    """With two matches a pairing, two winners and the holder of the bye are level."""
    outcomes = (
        *(won(1, 1, 2), won(1, 1, 2), won(1, 3, 4), won(1, 3, 4)),
        Outcome(1, 5, None, 5),
        *(won(2, 1, 5), won(2, 1, 5), won(2, 3, 2), won(2, 3, 2)),
        Outcome(2, 4, None, 4),
    )
    state = StageState("swiss", 5, 7, field(5), outcomes, options=Options(legs=2))
    wishes = wishes_of(state)
    assert not {1, 5} & (wishes.down | wishes.up)
    assert 3 in wishes.down
    assert 2 in wishes.up
