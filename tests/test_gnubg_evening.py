"""Matches of GNU Backgammon entered where the score pad enters them.

Every game goes through `POST /m/<code>/games/`; scores, Crawford games and winner that
the pages then show have to be those of the truth. A money session has no length, so
nobody can win it: it is no match, and the test says which files those are.
"""

from pathlib import Path

import pytest
from django.test import Client

from matches.ledger.club_matches import Terms, profile_row
from matches.models import Game, Match
from matches.rulebook.profiles import DEFAULT
from matches.rules import Ending, Score, Side
from tests import builders
from tests.gnubg_truth import (
    FOLDER,
    INVENTED,
    Truth,
    TruthGame,
    load_truth,
    truth_files,
)

pytestmark = pytest.mark.django_db

FILES = {path: load_truth(path) for path in (INVENTED, *truth_files())}
MATCHES = [path for path, truth in FILES.items() if truth.rules is not None]


def open_match(truth: Truth) -> Match:
    """A match between the players of the truth, by its rules."""
    assert truth.rules is not None
    one, two = (builders.player(name) for name in truth.players)
    rules = truth.rules
    terms = Terms(
        length=rules.length,
        profile=profile_row(
            DEFAULT.with_changes(crawford=rules.crawford, cube_cap=rules.cube_cap)
        ),
    )
    return builders.opened(one, two, terms)


def form(game: TruthGame) -> dict[str, str | int]:
    """A game as it is tapped into the pad."""
    result = game.result
    tapped: dict[str, str | int] = {
        "winner": int(result.winner),
        "kind": result.kind.value,
        "cube": result.cube,
        "after": game.number - 1,
    }
    if result.automatic:
        tapped["automatic"] = result.automatic
    return tapped | ({"dropped": "on"} if result.ending is Ending.DROPPED else {})


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_a_match_entered_game_by_game_is_the_match_that_was_played(
    path: Path, client: Client
) -> None:
    truth = FILES[path]
    match = open_match(truth)
    ada, address = builders.signed_in(builders.director()), f"/m/{match.code}/"
    for game in truth.games:
        page = client.get(address).context["page"]
        assert page.view.ledger.score == game.before
        assert page.is_crawford == game.is_crawford
        assert page.view.game_number == game.number
        answer = ada.post(f"{address}games/", form(game))
        assert answer.status_code == 302
        match.refresh_from_db()
        shown = game.after.capped(truth.length)
        assert (match.score_1, match.score_2) == (shown.one, shown.two)
        assert match.revision == game.number
    page = client.get(address)
    assert page.context["page"].view.ledger.score == truth.final
    assert match.winner == truth.winner
    lines = page.context["page"].view.lines
    assert [line.line.points for line in lines] == [game.points for game in truth.games]
    assert Game.objects.filter(match=match).count() == len(truth.games)
    one_more = ada.post(
        f"{address}games/", form(truth.games[-1]) | {"after": len(lines)}
    )
    assert one_more.status_code == 422
    assert Game.objects.filter(match=match).count() == len(truth.games)


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_the_quick_report_gives_the_same_result(path: Path) -> None:
    truth = FILES[path]
    match = open_match(truth)
    score: Score = truth.final.capped(truth.length)
    loser = min(score.one, score.two)
    ada = builders.signed_in(builders.director())
    report = {"winner": int(truth.winner or 0), "points": loser}
    assert ada.post(f"/m/{match.code}/final/", report).status_code == 302
    match.refresh_from_db()
    assert (match.score_1, match.score_2) == (score.one, score.two)
    assert match.winner == truth.winner


def test_the_invented_match_is_an_evening_of_its_own() -> None:
    """What is committed has a drop, a resignation, a gammon and a Crawford game."""
    truth = FILES[INVENTED]
    assert truth.winner is Side.TWO
    assert [game.number for game in truth.games if game.is_crawford] == [6]
    assert any(game.result.ending is Ending.DROPPED for game in truth.games)
    assert len({game.result.kind for game in truth.games}) >= 2


SESSIONS = [path for path, truth in FILES.items() if truth.rules is None]


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_a_money_session_runs_the_balance_that_was_played(path: Path) -> None:
    truth = FILES[path]
    assert (truth.length, truth.winner) == (0, None)
    match = builders.match(
        0, people=truth.players, cube_cap=None, automatic=6, jacoby=True
    )
    ada, address = builders.signed_in(builders.director()), f"/m/{match.code}/"
    balance = 0
    for game in truth.games:
        tapped = form(game)
        if game.note:  # resigned at points that cube and kind do not give
            tapped |= {"ending": "resigned", "reason": "agreed"}
            tapped["awarded"] = game.points
        answer = ada.post(f"{address}games/", tapped)
        assert answer.status_code == 302
        sign = 1 if game.result.winner is Side.ONE else -1
        balance += sign * game.points
        match.refresh_from_db()
        assert match.balance == balance
    # The file's own running score jumps before the last game: its games are right.
    assert match.winner is None


def test_every_file_is_a_match_or_a_session() -> None:
    assert len(MATCHES) + len(SESSIONS) == len(FILES)


@pytest.mark.skipif(
    not FOLDER.is_dir(), reason="the matches of GNU Backgammon are not on this machine"
)
def test_all_the_matches_are_there() -> None:
    assert [path.stem for path in SESSIONS] == ["s147"]
    assert len(MATCHES) == len(truth_files())
