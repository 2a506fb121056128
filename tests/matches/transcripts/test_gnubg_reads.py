"""GNU Backgammon reads what is written here, and is read again.

One process gets all files: it takes each in and tells what it understood, its own
exports among it.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from matches.rules import (
    AdjustmentFact,
    AdjustmentReason,
    AwardReason,
    Ending,
    GameResult,
    Kind,
    MatchRules,
    MoneyRules,
    Score,
    Side,
    replay,
    replay_session,
)
from matches.rules.board.ids import position_id
from matches.transcripts.judge import judge
from matches.transcripts.read.sgf import read_sgf
from matches.transcripts.read.text import read_text
from matches.transcripts.record import ActKind
from matches.transcripts.replay import frames
from matches.transcripts.write.from_ledger import from_ledger, from_session
from matches.transcripts.write.mat import write_mat
from matches.transcripts.write.sgf import write_sgf
from tests.gnubg_oracle import ask, needs_gnubg
from tests.gnubg_truth import load_truth, truth_files
from tests.matches.transcripts.comparing import essence, results, stepped

pytestmark = needs_gnubg

GOLDEN = Path(__file__).parents[2] / "golden" / "transcripts"
ONE, TWO = Side.ONE, Side.TWO
NAMES = ("Ada Aas", "Bo Berg")
Answers: TypeAlias = dict[str, dict[str, Any]]
WINNERS = {"X": ONE, "O": TWO}
ODD_POINTS = ("ruled", "raised")
WRITERS = {"mat": write_mat, "sgf": write_sgf}

_SCRIPT = """
import json
for setting in ("new", "save"):
    gnubg.command("set confirm %s off" % setting)
told = {}
for name, text in questions.items():
    kind = name.rpartition(".")[2]
    with open("asked." + kind, "w", encoding="utf-8") as file:
        file.write(text)
    verb = {"mat": "import mat", "sgf": "load match"}[kind]
    gnubg.command("%s asked.%s" % (verb, kind))
    gnubg.command("save match answer.sgf")
    gnubg.command("export match mat answer.mat")
    told[name] = {
        "match": gnubg.match(analysis=0, boards=1),
        "sgf": open("answer.sgf", encoding="utf-8").read(),
        "mat": open("answer.mat", encoding="utf-8").read(),
    }
print(json.dumps(told))
"""


@cache
def with_moves():
    files = [GOLDEN / "match.sgf", GOLDEN / "beavers.sgf"]
    files += [path.with_suffix(".sgf") for path in truth_files()]
    return {
        path.stem: stepped(read_sgf(path.read_text(encoding="utf-8")))
        for path in files
        # GNU Backgammon has no room for automatic doubles in a text file.
        if path.parent == GOLDEN
        or not load_truth(path.with_suffix(".json")).has_automatic_doubles
    }


def score_sheets():
    single = GameResult(ONE)
    backgammon = GameResult(TWO, Kind.BACKGAMMON, cube=2)
    drop = GameResult(ONE, cube=4, ending=Ending.DROPPED)
    resigned = GameResult(TWO, Kind.GAMMON, ending=Ending.RESIGNED)
    late = AdjustmentFact(TWO, 2, reason=AdjustmentReason.LATE)
    awarded = GameResult(TWO, awarded=5, reason=AwardReason.DECISION)
    washed = GameResult(ONE, ending=Ending.WASHED)
    raised = GameResult(ONE, Kind.GAMMON, cube=2, automatic=1)
    return {
        "short": replay(MatchRules(1), [single]),
        "plain": replay(MatchRules(13), [single, backgammon, drop, resigned]),
        "won": replay(MatchRules(7), [drop, resigned, GameResult(ONE, Kind.GAMMON)]),
        "crawford": replay(MatchRules(5), [drop, resigned, single]),
        "free": replay(MatchRules(5, crawford=False), [drop, single]),
        "ruled": replay(MatchRules(21), [single, late, awarded, washed, single]),
        "raised": replay(MatchRules(21, automatic=2), [raised, single]),
        "begun": replay(MatchRules(5, start=Score(2, 0)), [single, resigned]),
        "running": replay(MatchRules(64), []),
    }


def sheets():
    tags = [("Event", "Open: 2026"), ("Site", 'Club "Five"'), ("Round", "3")]
    money = replay_session(
        MoneyRules(jacoby=True), [GameResult(ONE, Kind.GAMMON, cube=4), GameResult(TWO)]
    )
    return {
        name: from_ledger(ledger, names=NAMES, tags=tags)
        for name, ledger in score_sheets().items()
    } | {"money": from_session(money, names=NAMES)}


def tricky():
    ledger = replay(MatchRules(3), [GameResult(TWO), GameResult(ONE)])
    names = [
        ("", " "),
        ("Ada : 3", "Bo : 4"),
        ("nick,1764", "Berg, Bo"),
        ("Game 1", "Game 2"),
        ("M" * 60, "Å" * 60),
        ("Wins 3 points", "3) 31: 8/5"),
        ("a]b\\c", "; [d"),
    ]
    return {
        f"names{number}": from_ledger(ledger, names=pair)
        for number, pair in enumerate(names)
    }


@pytest.fixture(scope="module")
def told():
    """Return what GNU Backgammon says of every match, in both formats."""
    matches = with_moves() | sheets() | tricky()
    return json.loads(
        ask(
            _SCRIPT,
            {
                f"{name}.{kind}": write(match)
                for name, match in matches.items()
                if match.games
                for kind, write in WRITERS.items()
            },
        )
    )


def understood(answer):
    found = []
    for game in answer["match"]["games"]:
        info = game["info"]
        winner = WINNERS.get(info.get("winner", ""))
        score = Score(info["score-X"], info["score-O"])
        found.append((score, winner, info.get("points-won") if winner else None))
    return found


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("name", with_moves())
def test_matches_are_understood(name, kind, told):
    match, answer = with_moves()[name], told[f"{name}.{kind}"]
    assert understood(answer) == results(match)
    assert answer["match"]["match-info"]["match-length"] == match.length


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("name", with_moves())
def test_every_position_is_the_same(name, kind, told):
    judged = judge(with_moves()[name])
    games = told[f"{name}.{kind}"]["match"]["games"]
    for game, theirs in zip(judged.games, games, strict=True):
        ours = [
            position_id(frame.situation.position)
            for frame in frames(game)
            if frame.act.kind is ActKind.ROLL
        ]
        moves = [act["board"] for act in theirs["game"] if act["action"] == "move"]
        assert ours[: len(moves)] == moves
        assert len(ours) - len(moves) in {0, 1}


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("name", with_moves())
def test_what_comes_back_is_the_same_match(name, kind, told):
    match, answer = with_moves()[name], told[f"{name}.{kind}"]
    for again in (read_sgf(answer["sgf"]), read_text(answer["mat"])):
        assert essence(again, in_order=False) == essence(match, in_order=False)


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("name", sheets())
def test_score_sheets_are_understood(name, kind, told):
    match = sheets()[name]
    if not match.games:
        return
    found, expected = understood(told[f"{name}.{kind}"]), results(match)
    if kind == "mat" and name in ODD_POINTS:
        # It takes no more of a text than three times a cube it knows of.
        assert [each[:2] for each in found] == [each[:2] for each in expected]
        return
    assert found == expected


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("name", tricky())
def test_no_name_changes_a_score(name, kind, told):
    answer = told[f"{name}.{kind}"]
    assert understood(answer) == results(tricky()[name])
    info = answer["match"]["match-info"]
    assert info["X"]["name"]
    assert info["O"]["name"]
