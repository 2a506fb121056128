"""What holds for every match there is."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from matches.rules import (
    AdjustmentFact,
    AdjustmentReason,
    AwardReason,
    Checkers,
    Ending,
    GameError,
    GameResult,
    Kind,
    Ledger,
    Line,
    MatchRules,
    Phase,
    Score,
    Scoring,
    Side,
    apply,
    changes,
    check_final,
    check_final_against,
    cube_values,
    replay,
    rescore,
)

CUBES = st.sampled_from([1, 1, 1, 2, 2, 4, 8, 64, 128])
PLAIN = st.builds(
    GameResult,
    st.sampled_from(Side),
    st.sampled_from(Kind),
    cube=st.one_of(CUBES, st.integers(-3, 70)),
    ending=st.sampled_from(Ending),
)
AWARDS = st.one_of(
    st.tuples(st.none(), st.none()),
    st.tuples(st.integers(0, 4), st.sampled_from(AwardReason)),
    st.tuples(
        st.one_of(st.none(), st.just(Fraction(1, 2)), st.integers(-2, 4)),
        st.one_of(st.none(), st.sampled_from(AwardReason)),
    ),
)
CHECKERS = st.one_of(st.none(), st.builds(Checkers, *[st.integers(-1, 5)] * 4))


@st.composite
def odd_results(draw):
    awarded, reason = draw(AWARDS)
    return replace(
        draw(PLAIN),
        automatic=draw(st.integers(-1, 2)),
        beavers=draw(st.integers(-1, 2)),
        checkers=draw(CHECKERS),
        awarded=awarded,
        reason=reason,
    )


RESULTS = st.one_of(PLAIN, PLAIN, odd_results())
ADJUSTMENTS = st.builds(
    AdjustmentFact,
    st.sampled_from(Side),
    st.integers(-3, 3),
    reason=st.sampled_from(AdjustmentReason),
    in_play=st.booleans(),
)
FACTS = st.one_of(RESULTS, RESULTS, RESULTS, ADJUSTMENTS)


@st.composite
def rules_of_a_match(draw):
    length = draw(st.integers(1, 25))
    start = st.integers(0, length - 1) if draw(st.booleans()) else st.just(0)
    cap = draw(st.sampled_from([1, 2, 64, 256, None]))
    return MatchRules(
        length,
        crawford=draw(st.booleans()),
        cube_cap=cap,
        jacoby=draw(st.booleans()),
        beavers=draw(st.integers(0, 2)),
        automatic=0 if cap == 1 else draw(st.integers(0, 1)),
        scoring=draw(st.sampled_from([Scoring.KINDS, Scoring.KINDS, Scoring.CHECKERS])),
        values=draw(st.sampled_from([(1, 2, 3), (1, 2, 3), (1, 3, 5)])),
        start=Score(draw(start), draw(start)),
    )


RULES = rules_of_a_match()


def a_win(rules, side, *, cube=1):
    """A single win that these rules accept."""
    counted = rules.scoring == Scoring.CHECKERS
    return GameResult(side, cube=cube, checkers=Checkers(1) if counted else None)


@st.composite
def ledgers(draw, *, complete=False):
    """A match as it can happen, by leaving out what is refused."""
    ledger = replay(draw(RULES), ())
    for fact in draw(st.lists(FACTS, max_size=60)):
        try:
            ledger = apply(ledger, fact)
        except GameError:
            continue
    while complete and ledger.winner is None:
        winner = draw(st.sampled_from(Side))
        ledger = apply(ledger, a_win(ledger.rules, winner))
    return ledger


def facts_of(ledger):
    return [
        entry.result if isinstance(entry, Line) else entry.adjustment
        for entry in ledger.entries
    ]


@given(ledgers())
def test_replay_is_apply_again_and_again(ledger):
    facts = facts_of(ledger)
    assert replay(ledger.rules, facts) == ledger
    assert replay(ledger.rules, iter(facts)) == ledger


@given(ledgers())
def test_rescoring_what_was_accepted_changes_nothing(ledger):
    again = rescore(ledger.rules, facts_of(ledger))
    assert again == ledger
    assert changes(ledger, again) == ()
    assert not again.surplus
    assert all(entry.irregular is None for entry in again.entries)


@given(RULES, st.lists(FACTS, max_size=30))
def test_rescoring_takes_whatever_is_on_record(rules, facts):
    ledger = rescore(rules, facts)
    assert facts_of(ledger) == facts
    games = [entry for entry in ledger.entries if isinstance(entry, Line)]
    assert [*ledger.lines, *ledger.surplus] == games
    assert [line.number for line in games] == list(range(1, len(games) + 1))
    assert ledger.standing.number == len(games) + 1
    assert all(line.points == 0 and line.irregular for line in ledger.surplus)
    assert bool(ledger.winner) == (ledger.phase is Phase.OVER)
    refused = next((each.irregular for each in ledger.entries if each.irregular), None)
    try:
        replay(rules, facts)
    except GameError as error:
        assert error == refused
    else:
        assert refused is None


@given(RULES, st.lists(FACTS, max_size=30))
def test_scores_on_record_stay_within_bounds(rules, facts):
    ledger = rescore(rules, facts)
    before = rules.start
    for entry in ledger.entries:
        assert entry.before == before
        before = entry.after
        assert min(before.one, before.two) >= 0
    assert before == ledger.score
    crawford = [line for line in ledger.lines if line.is_crawford_game]
    assert len(crawford) <= (rules.crawford and rules.length > 1)
    for side in Side:
        assert 0 <= ledger.shown.of(side) <= rules.length


@given(ledgers(), FACTS, st.integers(0, 59))
def test_an_early_fact_can_always_be_revised(ledger, fact, index):
    facts = facts_of(ledger)
    facts[index : index + 1] = [fact]
    revised = rescore(ledger.rules, facts)
    untouched = ledger.entries[:index]
    assert revised.entries[: len(untouched)] == untouched
    for change in changes(ledger, revised):
        assert str(change)
    if (revised.winner, revised.score) != (ledger.winner, ledger.score):
        assert changes(ledger, revised) or revised.shown == ledger.shown


@given(RULES, st.lists(FACTS, max_size=30))
def test_replay_refuses_what_apply_refuses(rules, facts):
    step = replay(rules, ())
    for fact in facts:
        assert isinstance(step, Ledger)
        try:
            step = apply(step, fact)
        except GameError as error:
            step = error
            break
    try:
        whole = replay(rules, facts)
    except GameError as error:
        whole = error
    assert whole == step


@given(ledgers())
def test_lines_follow_each_other(ledger):
    before, number = ledger.rules.start, 1
    for entry in ledger.entries:
        assert (entry.number, entry.before) == (number, before)
        if isinstance(entry, Line):
            side, points, number = entry.result.winner, entry.points, number + 1
            assert points >= 0
        else:
            side, points = entry.adjustment.side, entry.adjustment.points
        gained = {each: entry.after.of(each) - before.of(each) for each in Side}
        assert gained == {side: points, side.other: 0}
        before = entry.after
    assert ledger.score == before
    assert ledger.standing.number == number


@given(ledgers())
def test_a_game_gives_what_was_computed_or_awarded(ledger):
    for line in ledger.lines:
        result = line.result
        if result.awarded is not None:
            assert line.points == result.awarded
            assert result.reason
        elif result.ending == Ending.WASHED:
            assert line.points == 0
        elif result.ending == Ending.DROPPED:
            assert line.points == result.cube
        elif result.checkers:
            assert line.points == result.checkers.points
        else:
            count = line.points // result.cube
            assert count * result.cube == line.points
            assert count in (1, ledger.rules.values[result.kind.multiplier - 1])


@given(ledgers())
def test_somebody_has_won_when_somebody_reached_the_length(ledger):
    length = ledger.rules.length
    reached = [side for side in Side if ledger.score.of(side) >= length]
    assert ([ledger.winner] if ledger.winner else []) == reached
    assert (ledger.phase is Phase.OVER) == bool(reached)
    for line in ledger.lines:
        assert max(line.before.one, line.before.two) < length
        assert line.phase is not Phase.OVER


@given(ledgers())
def test_nobody_shows_more_than_the_length(ledger):
    length = ledger.rules.length
    for side in Side:
        assert ledger.shown.of(side) == min(ledger.score.of(side), length)
        assert ledger.needs(side) == length - ledger.shown.of(side)


@given(ledgers())
def test_there_is_at_most_one_crawford_game_and_it_comes_first(ledger):
    rules = ledger.rules
    marked = [line.number for line in ledger.lines if line.is_crawford_game]
    begun = {
        entry.number
        for entry in ledger.entries
        if not isinstance(entry, Line) and entry.adjustment.in_play
    }
    at_match_point = [
        line.number
        for line in ledger.lines
        if rules.length - 1 in (line.before.one, line.before.two)
        and line.result.ending != Ending.WASHED
    ]
    allowed = rules.crawford and rules.length > 1
    assert len(marked) <= allowed
    if not begun:
        assert marked == (at_match_point[:1] if allowed else [])
    if ledger.phase is not Phase.CRAWFORD:
        assert ledger.crawford_game == next(iter(marked), None)


@given(ledgers())
def test_nobody_doubles_in_the_crawford_game_and_everybody_after_it(ledger):
    ruled = (AwardReason.CRAWFORD_ANNULLED, AwardReason.CRAWFORD_STANDS)
    for line in ledger.lines:
        if line.phase is Phase.CRAWFORD and line.result.reason not in ruled:
            assert not line.result.is_doubled
    if ledger.phase is Phase.POST_CRAWFORD and ledger.rules.highest_cube > 1:
        assert 2 in cube_values(ledger) or ledger.needs(Side.ONE) == 1
        apply(ledger, a_win(ledger.rules, Side.TWO, cube=2))
        apply(ledger, GameResult(Side.TWO, ending=Ending.DROPPED))


@given(ledgers())
def test_every_value_offered_is_accepted(ledger):
    values = cube_values(ledger)
    assert bool(values) == (ledger.winner is None)
    for side in Side:
        for cube in values:
            apply(ledger, a_win(ledger.rules, side, cube=cube))
    if len(values) > 1:
        needs = max(ledger.needs(side) for side in Side)
        assert values[-2] < needs
        assert values[-1] >= needs or values[-1] == ledger.rules.highest_cube


@given(ledgers(complete=True))
def test_a_finished_match_agrees_with_its_quick_report(ledger):
    one, two = ledger.shown.one, ledger.shown.two
    assert check_final(ledger.rules, one, two) is ledger.winner
    facts = facts_of(ledger)
    falls = any(isinstance(fact, AdjustmentFact) and fact.points < 0 for fact in facts)
    for count in range(0 if not falls else len(facts), len(facts) + 1):
        earlier = replay(ledger.rules, facts[:count])
        assert check_final_against(earlier, one, two) is ledger.winner


@given(ledgers(complete=True), FACTS)
def test_nothing_follows_the_last_game(ledger, fact):
    try:
        apply(ledger, fact)
    except GameError as error:
        assert error.number == len(ledger.lines) + 1
    else:
        raise AssertionError("a fact after the end")
    after = rescore(ledger.rules, [*facts_of(ledger), fact])
    assert (after.score, after.winner) == (ledger.score, ledger.winner)
    assert after.lines == ledger.lines


@given(ledgers())
def test_the_two_sides_are_equal_before_the_rules(ledger):
    start = ledger.rules.start
    mirror = replay(
        replace(ledger.rules, start=Score(start.two, start.one)),
        [
            replace(fact, side=fact.side.other)
            if isinstance(fact, AdjustmentFact)
            else replace(fact, winner=fact.winner.other)
            for fact in facts_of(ledger)
        ],
    )
    assert mirror.score == Score(ledger.score.two, ledger.score.one)
    assert mirror.phase is ledger.phase
    assert mirror.crawford_game == ledger.crawford_game
