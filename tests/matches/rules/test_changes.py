"""What a correction changes, told in sentences."""

from collections.abc import Sequence

from matches.rules import (
    AdjustmentFact,
    AdjustmentReason,
    AwardReason,
    Ending,
    Fact,
    GameResult,
    Kind,
    MatchRules,
    ScoreChange,
    Side,
    changes,
    rescore,
)

A, B = Side.ONE, Side.TWO
FIVE = MatchRules(5)
TWO_EACH = [GameResult(A, cube=2), GameResult(B, cube=2)]


def told(
    before: Sequence[Fact], after: Sequence[Fact], rules: MatchRules = FIVE
) -> list[str]:
    return [
        str(change) for change in changes(rescore(rules, before), rescore(rules, after))
    ]


def points(side: Side, count: int) -> AdjustmentFact:
    return AdjustmentFact(side, count, reason=AdjustmentReason.CONDUCT)


def test_nothing_to_tell() -> None:
    resigned = GameResult(A, cube=2, ending=Ending.RESIGNED)
    assert told(TWO_EACH, TWO_EACH) == []
    assert told(TWO_EACH, [resigned, TWO_EACH[1]]) == []
    assert told([], []) == []


def test_another_score() -> None:
    before = [GameResult(A), GameResult(B), GameResult(B, Kind.GAMMON)]
    after = [GameResult(A), GameResult(A), GameResult(B, Kind.GAMMON)]
    assert told(before, after) == [
        "From game 2 on the score changes: it ends at 2–2 instead of 1–3."
    ]


def test_another_way_to_the_same_score() -> None:
    assert told(TWO_EACH, TWO_EACH[::-1]) == [
        "From game 1 on the score changes, and ends at 2–2 as before."
    ]


def test_the_crawford_game_moves() -> None:
    later = [GameResult(A, cube=2), *[GameResult(B)] * 2, GameResult(A, cube=2)]
    assert told([GameResult(A, cube=4), *later[1:3]], later[:3]) == [
        "From game 1 on the score changes: it ends at 2–2 instead of 4–2.",
        "There is no Crawford game any more.",
    ]
    sooner = [GameResult(A, cube=4), *later[1:3]]
    assert told(later, sooner) == [
        "From game 1 on the score changes, and ends at 4–2 as before.",
        "The Crawford game is now game 2.",
    ]


def test_the_match_ends_earlier() -> None:
    before = [*TWO_EACH, GameResult(A), GameResult(B)]
    after = [GameResult(A, Kind.BACKGAMMON, cube=2), *before[1:]]
    assert told(before, after) == [
        "The winner is now 1.",
        "The match now ends with game 1; later games stay on the sheet but do not "
        "count.",
        "From game 1 on the score changes: it ends at 5–0 instead of 3–3.",
    ]


def test_the_match_is_open_again_and_games_count_again() -> None:
    before = [GameResult(A, Kind.BACKGAMMON, cube=2), GameResult(B), GameResult(B)]
    after = [GameResult(A, cube=2), *before[1:]]
    assert told(before, after) == [
        "The match is open again.",
        "From game 1 on the score changes: it ends at 2–2 instead of 5–0.",
        "Game 2 counts again.",
        "Game 3 counts again.",
    ]


def test_the_winner_is_the_other_side() -> None:
    before = [GameResult(A, cube=8)]
    first = changes(rescore(FIVE, before), rescore(FIVE, [GameResult(B, cube=8)]))[0]
    assert first == ScoreChange("The winner is now %(side)s.", {"side": 2})


def test_a_match_that_just_ends() -> None:
    before = [GameResult(A, cube=4)]
    assert told(before, [*before, GameResult(A)]) == [
        "The winner is now 1.",
        "The match now ends with game 2.",
        "From game 2 on the score changes: it ends at 5–0 instead of 4–0.",
    ]


def test_points_end_the_match_before_a_game() -> None:
    before = [GameResult(A, cube=4), GameResult(B)]
    after = [before[0], points(A, 1), before[1]]
    assert told(before[:1], after[:2]) == [
        "The winner is now 1.",
        "The match now ends before game 2, with points awarded by a ruling.",
        "From game 2 on the score changes: it ends at 5–0 instead of 4–0.",
    ]
    assert told(before, after)[1] == (
        "The match now ends before game 2, with points awarded by a ruling; later "
        "games stay on the sheet but do not count."
    )


def test_points_in_the_middle_change_the_score_from_the_game_below() -> None:
    before = [GameResult(A), GameResult(A)]
    assert told(before, [before[0], points(B, 2), before[1]]) == [
        "From game 2 on the score changes: it ends at 2–2 instead of 2–0."
    ]


def test_a_ruling_without_points_changes_nothing() -> None:
    ruling = AdjustmentFact(A, 0, reason=AdjustmentReason.RULING)
    assert told(TWO_EACH, [TWO_EACH[0], ruling, TWO_EACH[1], ruling]) == []


def test_a_void_game_at_the_end_changes_nothing() -> None:
    assert told(TWO_EACH, [*TWO_EACH, GameResult(A, ending=Ending.WASHED)]) == []


def test_a_game_with_the_cube_becomes_the_crawford_game_and_back() -> None:
    before = TWO_EACH
    after = [GameResult(A, cube=4), TWO_EACH[1]]
    assert told(before, after) == [
        "From game 1 on the score changes: it ends at 4–2 instead of 2–2.",
        "The Crawford game is now game 2.",
        "Game 2 was played with the cube although it is now the Crawford game: its "
        "points are kept.",
    ]
    assert told(after, before) == [
        "From game 1 on the score changes: it ends at 2–2 instead of 4–2.",
        "There is no Crawford game any more.",
        "Game 2 fits the rules again.",
    ]


def test_a_ruling_about_the_crawford_game_no_longer_fits() -> None:
    ruled = GameResult(B, cube=2, awarded=1, reason=AwardReason.CRAWFORD_ANNULLED)
    assert told([GameResult(A, cube=4), ruled], [GameResult(A, cube=2), ruled]) == [
        "From game 1 on the score changes: it ends at 2–1 instead of 4–1.",
        "There is no Crawford game any more.",
        "Game 2 no longer fits the rules: its points are kept. Check it again.",
    ]


def test_a_deduction_finds_fewer_points() -> None:
    before = [GameResult(A, cube=2), points(A, -2), GameResult(B)]
    after = [GameResult(A), *before[1:]]
    assert told(before, after) == [
        "From game 1 on the score changes, and ends at 0–1 as before.",
        "Before game 2 more points were taken than there are now: the score stops at "
        "0.",
    ]
    assert told(after, before) == [
        "From game 1 on the score changes, and ends at 0–1 as before.",
    ]


def test_points_given_after_what_is_now_the_end() -> None:
    before = [GameResult(A), points(B, 1), GameResult(B)]
    after = [GameResult(A, Kind.BACKGAMMON, cube=2), *before[1:]]
    assert told(before, after)[-1] == (
        "The match is over before the points given or taken above game 2: they do not "
        "count."
    )


def test_only_the_deduction_that_is_too_large_is_named() -> None:
    before = [GameResult(A, cube=2), points(A, -1), points(A, -1)]
    after = [GameResult(A), *before[1:]]
    assert [line for line in told(before, after) if line.startswith("Before")] == [
        "Before game 2 more points were taken than there are now: the score stops at 0."
    ]


def test_of_two_games_after_the_end_one_counts_again() -> None:
    before = [GameResult(A, cube=4), GameResult(A), GameResult(A), GameResult(B)]
    after = [GameResult(A, cube=4), GameResult(B), GameResult(A), GameResult(B)]
    assert len(rescore(FIVE, before).surplus) == 2
    assert len(rescore(FIVE, after).surplus) == 1
    sentences = told(before, after)
    assert "Game 3 counts again." in sentences
    assert not any("ame 4 counts" in each for each in sentences)


def test_what_broke_the_same_rule_before_is_not_told_again() -> None:
    doubled = [GameResult(A, cube=4), GameResult(B, cube=2)]
    assert rescore(FIVE, doubled).lines[1].irregular is not None
    assert told([*doubled, GameResult(B)], [*doubled, GameResult(B, Kind.GAMMON)]) == [
        "From game 3 on the score changes: it ends at 4–4 instead of 4–3."
    ]
