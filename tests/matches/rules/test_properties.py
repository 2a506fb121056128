"""What holds for every match there is."""

from hypothesis import given
from hypothesis import strategies as st

from matches.rules import (
    Ending,
    GameError,
    GameResult,
    Kind,
    Ledger,
    MatchRules,
    Phase,
    Score,
    Side,
    apply,
    check_final,
    check_final_against,
    cube_values,
    replay,
)

CAPS = st.sampled_from([1, 2, 64, 256, None])
CUBES = st.sampled_from([1, 1, 1, 2, 2, 4, 8, 64, 128])
RESULTS = st.builds(
    GameResult,
    st.sampled_from(Side),
    st.sampled_from(Kind),
    cube=st.one_of(CUBES, st.integers(-3, 70)),
    ending=st.sampled_from(Ending),
)
RULES = st.builds(MatchRules, st.integers(1, 25), crawford=st.booleans(), cube_cap=CAPS)


@st.composite
def ledgers(draw: st.DrawFn, *, complete: bool = False) -> Ledger:
    """A match as it can happen, by leaving out what is refused."""
    ledger = replay(draw(RULES), ())
    for result in draw(st.lists(RESULTS, max_size=60)):
        try:
            ledger = apply(ledger, result)
        except GameError:
            continue
    while complete and ledger.winner is None:
        ledger = apply(ledger, GameResult(draw(st.sampled_from(Side))))
    return ledger


@given(ledgers())
def test_replay_is_apply_again_and_again(ledger: Ledger) -> None:
    results = [line.result for line in ledger.lines]
    assert replay(ledger.rules, results) == ledger
    assert replay(ledger.rules, iter(results)) == ledger


@given(RULES, st.lists(RESULTS, max_size=30))
def test_replay_refuses_what_apply_refuses(
    rules: MatchRules, results: list[GameResult]
) -> None:
    step: Ledger | GameError = replay(rules, ())
    for result in results:
        assert isinstance(step, Ledger)
        try:
            step = apply(step, result)
        except GameError as error:
            step = error
            break
    try:
        whole: Ledger | GameError = replay(rules, results)
    except GameError as error:
        whole = error
    assert whole == step


@given(ledgers())
def test_lines_follow_each_other(ledger: Ledger) -> None:
    before = Score(0, 0)
    for number, line in enumerate(ledger.lines, start=1):
        assert (line.number, line.before) == (number, before)
        assert line.points == line.result.points > 0
        gained = {side: line.after.of(side) - before.of(side) for side in Side}
        assert gained == {
            line.result.winner: line.points,
            line.result.winner.other: 0,
        }
        before = line.after
    assert ledger.score == before


@given(ledgers())
def test_somebody_has_won_when_somebody_reached_the_length(ledger: Ledger) -> None:
    length = ledger.rules.length
    reached = [side for side in Side if ledger.score.of(side) >= length]
    assert ([ledger.winner] if ledger.winner else []) == reached
    assert (ledger.phase is Phase.OVER) == bool(reached)
    for line in ledger.lines:
        assert max(line.before.one, line.before.two) < length
        assert line.phase is not Phase.OVER


@given(ledgers())
def test_nobody_shows_more_than_the_length(ledger: Ledger) -> None:
    length = ledger.rules.length
    for side in Side:
        assert ledger.shown.of(side) == min(ledger.score.of(side), length)
        assert ledger.needs(side) == length - ledger.shown.of(side)


@given(ledgers())
def test_there_is_at_most_one_crawford_game_and_it_comes_first(ledger: Ledger) -> None:
    rules = ledger.rules
    marked = [line.number for line in ledger.lines if line.phase is Phase.CRAWFORD]
    at_match_point = [
        line.number
        for line in ledger.lines
        if rules.length - 1 in (line.before.one, line.before.two)
    ]
    expected = at_match_point[:1] if rules.crawford and rules.length > 1 else []
    assert marked == expected
    if ledger.phase is not Phase.CRAWFORD:
        assert ledger.crawford_game == next(iter(marked), None)


@given(ledgers())
def test_nobody_doubles_in_the_crawford_game_and_everybody_after_it(
    ledger: Ledger,
) -> None:
    for line in ledger.lines:
        if line.phase is Phase.CRAWFORD:
            assert (line.result.cube, line.result.ending) == (1, Ending.PLAYED)
    if ledger.phase is Phase.POST_CRAWFORD and ledger.rules.highest_cube > 1:
        assert 2 in cube_values(ledger) or ledger.needs(Side.ONE) == 1
        apply(ledger, GameResult(Side.TWO, cube=2))
        apply(ledger, GameResult(Side.TWO, ending=Ending.DROPPED))


@given(ledgers())
def test_every_value_offered_is_accepted(ledger: Ledger) -> None:
    values = cube_values(ledger)
    assert bool(values) == (ledger.winner is None)
    for side in Side:
        for cube in values:
            apply(ledger, GameResult(side, cube=cube))
    if len(values) > 1:
        needs = max(ledger.needs(side) for side in Side)
        assert values[-2] < needs
        assert values[-1] >= needs or values[-1] == ledger.rules.highest_cube


@given(ledgers(complete=True))
def test_a_finished_match_agrees_with_its_quick_report(ledger: Ledger) -> None:
    one, two = ledger.shown.one, ledger.shown.two
    assert check_final(ledger.rules, one, two) is ledger.winner
    for games in range(len(ledger.lines) + 1):
        results = [line.result for line in ledger.lines[:games]]
        earlier = replay(ledger.rules, results)
        assert check_final_against(earlier, one, two) is ledger.winner


@given(ledgers(complete=True), RESULTS)
def test_no_game_follows_the_last(ledger: Ledger, result: GameResult) -> None:
    try:
        apply(ledger, result)
    except GameError as error:
        assert error.params == {
            "number": len(ledger.lines) + 1,
            "last": len(ledger.lines),
        }
    else:
        raise AssertionError("a game after the end")


@given(ledgers())
def test_the_two_sides_are_equal_before_the_rules(ledger: Ledger) -> None:
    turned = [
        GameResult(
            line.result.winner.other,
            line.result.kind,
            cube=line.result.cube,
            ending=line.result.ending,
        )
        for line in ledger.lines
    ]
    mirror = replay(ledger.rules, turned)
    assert mirror.score == Score(ledger.score.two, ledger.score.one)
    assert mirror.phase is ledger.phase
    assert mirror.crawford_game == ledger.crawford_game
