"""GNU Backgammon played, we score: every game and every match has to agree."""

import pytest

from matches.rules import MatchRules, Phase, Score, apply, check_final, replay
from matches.rules.refusals import RuleError
from tests.gnubg_truth import FOLDER, INVENTED, load_truth, truth_files

FILES = [INVENTED, *truth_files()]
beside_the_repository = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="the matches of GNU Backgammon are not on this machine"
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_replaying_the_games_gives_the_truth(path):
    truth = load_truth(path)
    if truth.rules is None:
        check_money_session(truth)
        return
    ledger = replay(truth.rules, truth.results)
    assert [
        (line.number, line.before, line.points, line.after) for line in ledger.lines
    ] == [(game.number, game.before, game.points, game.after) for game in truth.games]
    assert [line.phase is Phase.CRAWFORD for line in ledger.lines] == [
        game.is_crawford for game in truth.games
    ]
    assert (ledger.score, ledger.winner) == (truth.final, truth.winner)
    assert check_final(truth.rules, ledger.shown.one, ledger.shown.two) is truth.winner


def check_money_session(truth):
    """No race, hence no match; what one game is worth is the same as in a match."""
    with pytest.raises(RuleError):
        MatchRules(truth.length)
    sure = [game for game in truth.games if not game.note]
    assert [game.result.points for game in sure] == [game.points for game in sure]
    assert len(sure) == len(truth.games) - 1


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_entering_game_by_game_never_shows_a_wrong_score(path):
    truth = load_truth(path)
    if truth.rules is None:
        return
    ledger = replay(truth.rules, [])
    for game in truth.games:
        assert (ledger.score, ledger.winner) == (game.before, None)
        assert (ledger.phase is Phase.CRAWFORD) == game.is_crawford
        ledger = apply(ledger, game.result)
        assert ledger.shown == Score(
            min(game.after.one, truth.length), min(game.after.two, truth.length)
        )
    assert ledger.winner is truth.winner


@beside_the_repository
def test_all_the_matches_were_there():
    truths = [load_truth(path) for path in truth_files()]
    assert len(truths) == 18
    assert sum(truth.rules is None for truth in truths) == 1
    assert sum(game.is_crawford for truth in truths for game in truth.games) >= 3


def test_the_invented_match_has_what_it_was_invented_for():
    truth = load_truth(INVENTED)
    assert truth.rules is not None
    ledger = replay(truth.rules, truth.results)
    assert [line.phase.value for line in ledger.lines] == (
        ["normal"] * 5 + ["crawford"] + ["post-crawford"] * 3
    )
    assert (ledger.shown, ledger.score) == (Score(6, 7), Score(6, 8))
