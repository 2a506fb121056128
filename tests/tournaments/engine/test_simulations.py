"""Every kind of tournament at every size, with everything that goes wrong.

Many more of them: `python -m tests.simulate 10000`.
"""

from dataclasses import replace
from random import Random

import pytest

from tests.examples import NIGHTLY
from tests.refusals import raises
from tests.simulate import MOST, NONE, field, played_on
from tests.simulate.__main__ import main
from tests.simulate.brackets import CUPS, Cup, fresh, play_cup
from tests.simulate.chains import CHAINS, chain_faults_of, play_chain
from tests.simulate.checks import faults_of, placed_once, repeated
from tests.simulate.cup_checks import cup_faults_of
from tests.simulate.kinds import KINDS, PROMISED
from tests.simulate.rounds import Kind, play_rounds
from tournaments import engine
from tournaments.engine.errors import TOO_FEW_ENTRANTS
from tournaments.engine.formats import REBUY_ROUND
from tournaments.engine.standings.tally import count_for_draw

SIZES = range(65) if NIGHTLY else (*range(14), 16, 17, 32, 33)
LARGE = (100, 256)
LARGEST = 512
MANY_FORFEITS = 20 if NIGHTLY else 5


def names(kinds) -> list[str]:
    return [kind.name for kind in kinds]


def test_every_format_is_played():
    played = {each.format for each in (*KINDS, *CUPS)}
    assert played == {known.key for known in engine.FORMATS}


@pytest.mark.parametrize("kind", KINDS, ids=names(KINDS))
def test_rounds(kind: Kind):
    double_forfeits = 0
    for size in SIZES:
        story = play_rounds(kind, size, seed=size % 5)
        assert not [*faults_of(story)], size
        double_forfeits += sum(one.nobody for one in story.final.outcomes)
        if story.rounds:
            one = story.rounds[size % len(story.rounds)]
            assert not [*repeated(one, Random(size))], size
    fewest = 0 if kind.format == REBUY_ROUND.key else MANY_FORFEITS  # one match each
    assert double_forfeits > fewest or MOST not in kind.mishaps


@pytest.mark.parametrize("kind", PROMISED, ids=names(PROMISED))
def test_promises(kind: Kind):
    for size in range(8, 65 if NIGHTLY else 15):
        story = play_rounds(kind, size, seed=size)
        assert not [*faults_of(story)], size


@pytest.mark.parametrize("key", ["swiss", "monrad", "danish", "round_robin", "lives"])
def test_some_byes_count_half_a_win(key):
    assert any(
        row.wins != int(row.wins)
        for kind in KINDS
        for size in SIZES
        if kind.format == key
        for row in engine.standings(play_rounds(kind, size, seed=size % 5).final).rows
    )


@pytest.mark.parametrize("kind", KINDS, ids=names(KINDS))
def test_large_fields(kind: Kind):
    size = min(LARGE[len(kind.name) % 2], kind.most)
    assert not [*faults_of(play_rounds(kind, size, seed=1))]


@pytest.mark.nightly
@pytest.mark.parametrize("key", sorted({kind.format for kind in KINDS} - {"lives"}))
def test_the_largest_field(key):
    kind = next(kind for kind in KINDS if kind.format == key)
    story = play_rounds(kind, LARGEST, seed=2)
    assert story.rounds
    assert not [*faults_of(story)]


@pytest.mark.parametrize("cup", CUPS, ids=names(CUPS))
def test_brackets(cup: Cup):
    for size in SIZES[2:]:
        assert not [*cup_faults_of(play_cup(cup, size, seed=size % 7))], size


@pytest.mark.parametrize(
    ("cup", "size"),
    [
        *((CUPS[1], 100), (CUPS[1], 256), (CUPS[4], 128)),
        pytest.param(CUPS[0], LARGEST, marks=pytest.mark.nightly),
    ],
)
def test_large_brackets(cup: Cup, size):
    assert not [*cup_faults_of(play_cup(cup, size, seed=size))]


@pytest.mark.parametrize("cup", CUPS[::4], ids=names(CUPS[::4]))
@pytest.mark.parametrize("size", [0, 1])
def test_no_bracket_for_less_than_two(cup: Cup, size):
    state = fresh(cup, Random(size), size)
    with raises(TOO_FEW_ENTRANTS):
        engine.draw(state, "seed")
    assert not [*placed_once(engine.standings(state), range(1, size + 1))]


@pytest.mark.parametrize("chain", CHAINS, ids=names(CHAINS))
def test_stages_that_feed_each_other(chain):
    for size in (*SIZES, 128):
        assert not [*chain_faults_of(play_chain(chain, size, seed=size % 3))], size


def test_the_table(capsys):
    assert main(["90"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + len(KINDS) + len(PROMISED) + len(CUPS) + len(CHAINS) + 1
    assert lines[-1].split()[:3] == ["All", "90", "0–2"]
    assert lines[-1].split()[5] == "0"


PLAYED = engine.Outcome(1, 1, 2, winner=1)
WALKOVER = replace(PLAYED, winner=2, played=False)
OPEN = replace(PLAYED, winner=None)


@pytest.mark.parametrize("second", [PLAYED, WALKOVER, OPEN])
def test_two_matches_of_a_round_are_one_meeting(second):
    for outcomes in ((PLAYED, second), (second, PLAYED)):
        state = engine.StageState(
            "swiss", 3, 7, field(2), outcomes, options=engine.Options(legs=2)
        )
        assert count_for_draw(state).meetings(1, 2) == 1


@pytest.mark.parametrize("away", range(1, 6))
def test_byes_of_a_round_robin_after_somebody_was_away(away):
    state = engine.StageState("round_robin", 5, 7, field(5))
    for number in range(1, 6):
        here = tuple(
            replace(one, present=number != 2 or one.number != away)
            for one in state.entrants
        )
        state = replace(state, entrants=here)
        drawn = engine.draw(state, "seed")
        assert engine.audit(state, drawn) == ()
        state = played_on(state, drawn, Random(number), mishaps=NONE)


def test_who_is_away_takes_no_seed():
    """Only a seed could help the two of one club: the audit knows whom not to move."""
    people = (
        engine.Entrant(1, club="a", country="x", seed=1),
        engine.Entrant(2, seed=2, present=False),
        engine.Entrant(3, club="c", country="z", seed=3),
        engine.Entrant(4, club="a", country="y", seed=4),
        engine.Entrant(5, club="b", country="x", seed=5),
    )
    options = engine.Options(seeded=2, apart=("country", "club"))
    state = engine.StageState("elimination", 0, 7, people, options=options)
    for seed in "abcdef":
        assert engine.audit(state, engine.draw(state, seed)) == ()
