"""Real files of many programs, and matches of GNU Backgammon with the truth beside.

They lie beside the repository on some machines only. Whatever is odd about one of them
is listed here with its reason; nothing else may be doubtful, and nothing may get lost.
"""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from matches.rules import (
    AwardReason,
    Ending,
    GameResult,
    Kind,
    MatchRules,
    Phase,
    Score,
    rescore,
)
from matches.rules.board.ids import position_id
from matches.transcripts.judge import judge
from matches.transcripts.read import read
from matches.transcripts.record import ActKind
from matches.transcripts.replay import frames
from tests.gnubg_truth import SIDES
from tests.transcript_report import FOLDER, found_in, line_of, match_files, summary

FILES = match_files()
beside_the_repository = pytest.mark.skipif(
    not FILES, reason="the collected match files are not on this machine"
)

# By the note of the index, doubts and refusals of all its files together.
ODD = {
    "Backgammon Galaxy export, clean": {},
    # A game that is no match, which Galaxy writes as one to 16.
    'Galaxy "unlimited" single game written as 16 point match': {"UNLIMITED_GAME": 8},
    "Galaxy with Losses marker (resignation or clock) flags=capped,losses_marker": {},
    "Galaxy with Losses marker (resignation or clock) flags=losses_marker": {},
    "Galaxy, last game capped flags=capped,losses_marker": {},
    "Galaxy, last game capped flags=capped": {},
    # Odd only until one knows of the Jacoby rule.
    "Galaxy, points not a multiple of the cube flags=odd_points": {"UNLIMITED_GAME": 2},
    # The match was given up: the loser lost all that was needed.
    "Galaxy, points not a multiple of the cube flags=losses_marker,odd_points": {
        "POINTS_CONCEDED": 3
    },
    "Galaxy, game decided without a move flags=gnubg_found_no_winner,losses_marker": {
        "UNLIMITED_GAME": 1
    },
    "Galaxy, empty player name flags=empty_name": {"NO_PLAYER_NAME": 3},
    "Galaxy, empty player name flags=empty_name,losses_marker": {"NO_PLAYER_NAME": 1},
    "Backgammon Studio export": {},
    "Backgammon Studio export flags=question_marks": {},
    "Backgammon Studio with ???? flags=question_marks": {},
    # "Wins 4016 point" with the cube on 4.
    "Backgammon Studio with ???? flags=odd_points,question_marks": {
        "POINTS_CONCEDED": 1
    },
    'Backgammon Studio, "Wins 4016 point" (match conceded) '
    "flags=odd_points,question_marks": {"POINTS_CONCEDED": 1},
    # A .match is refused; an edited position is the beginning of a game at 6-3.
    "JavaFIBS .mat with CRLF / JavaFIBS internal .match / sgf written by gibbon / sgf "
    "of an edited position": {
        "OWN_FORMAT": 1,
        "STARTS_LATER": 1,
        "MATCH_UNFINISHED": 1,
        "LEFT_OUT": 1,
    },
    # Made to test parsers of SGF; most are of go, or have no names and no result.
    "generic SGF syntax test": {
        "EMPTY_FILE": 2,
        "LEFT_OUT": 7,
        "NO_GAMES": 1,
        "NO_PLAYER_NAME": 16,
        "OTHER_GAME": 5,
        "OTHER_GAME_LEFT_OUT": 3,
        "POINTS_CONCEDED": 1,
        "RESULT_FROM_MOVES": 1,
    },
    "gnubg .mat and fully analysed .sgf of the same match": {},
    "eXtreme Gammon position text (XGID + diagram), several UI languages": {
        "POSITION_FILE": 5
    },
    "BGBlitz position text with Position-ID, Match-ID and XGID of the same position": {
        "POSITION_FILE": 5
    },
}
# Made by GNU Backgammon: three headers were swapped on purpose; in the session it
# counts a resignation against the Jacoby rule, and forgets an automatic double.
ODD_TRUTH = {
    "d122.xg.txt": {"SWAPPED_HEADER": 1},
    "d139.xg.txt": {"SWAPPED_HEADER": 1},
    "m001.xg.txt": {"SWAPPED_HEADER": 1},
    "s147.sgf": {"JACOBY_IGNORED": 1, "RESULT_KEPT": 1},
}
NO_RESULT = {"gibbon/edited.sgf", "gibbon/sgf-syntax"}


def judged_or_none(path):
    return found_in(path).judged


def index():
    path = FOLDER / "INDEX.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else []


def name_of(code):
    """Return the name of a doubt or refusal in its table."""
    return code.partition(".")[2].upper()


@beside_the_repository
def test_the_index_names_every_real_file_and_its_oddities():
    odd = {}
    for entry in index():
        found = found_in(FOLDER / entry["file"])
        counted = odd.setdefault(entry["note"], Counter())
        if found.judged:
            counted.update(name_of(each.code) for each in found.judged.doubts)
        else:
            counted[name_of(found.refusal.code)] += 1
    assert {note: dict(counted) for note, counted in odd.items()} == ODD


@beside_the_repository
def test_nothing_is_lost():
    for path in FILES:
        judged = judged_or_none(path)
        if judged is None:
            continue
        text = path.read_bytes()
        if judged.transcript.format == "mat":
            assert len(judged.games) == text.count(b"Game ")
            wins = sum(line.count(b"Wins ") for line in text.splitlines())
            assert len(judged.results) == wins, path.stem
        for game in judged.games:
            assert game.result or any(each in str(path) for each in NO_RESULT)


@beside_the_repository
def test_no_play_in_the_collection_is_illegal_or_unsure():
    for path in FILES:
        judged = judged_or_none(path)
        for game in judged.games if judged else ():
            check_frames(game)


def check_frames(game):
    """The slow replay and the fast one see the same."""
    found = frames(game)
    assert len(found) == len(game.written.acts)
    assert not [frame for frame in found if frame.illegal or not frame.sure]
    for frame, following in pairwise(found):
        assert frame.after.cube == following.situation.cube or frame.after.doubled
        if frame.act.kind is ActKind.ROLL and following.act.kind is ActKind.ROLL:
            assert frame.after.position == following.situation.position
    if not found:
        return
    last = found[-1].after
    seen = last.position if last.on_roll == SIDES[0] else last.position.turned
    assert seen == game.position
    assert game.result is None or game.result.cube == last.cube


@beside_the_repository
def test_the_ledger_comes_to_the_same_score():
    for path in FILES:
        judged = judged_or_none(path)
        if judged is None or not judged.length or not judged.results:
            continue
        rules = MatchRules(
            judged.length, cube_cap=None, crawford=judged.crawford, start=judged.start
        )
        ledger = rescore(rules, judged.results)
        assert (ledger.shown, ledger.winner) == (judged.shown, judged.winner)
        assert not [line for line in ledger.lines if line.irregular]
        crawford = [
            game.number
            for game, line in zip(judged.games, ledger.lines, strict=True)
            if line.phase is Phase.CRAWFORD
        ]
        assert crawford == [game.number for game in judged.games if game.is_crawford]


@beside_the_repository
def test_where_a_file_says_that_the_match_is_over_it_is():
    for path in FILES:
        judged = judged_or_none(path)
        if judged and judged.says_over:
            assert judged.winner


# Beside the truth


def truths():
    """Every match with a truth file: the match, and the truth."""
    folder = FOLDER / "made-by-gnubg"
    return [
        (path, truth)
        for truth in sorted(folder.glob("*.json"))
        for path in sorted(folder.glob(f"{truth.stem}.*"))
        if path.suffix != ".json"
        and path.name.removeprefix(truth.stem) in {".mat", ".sgf", ".txt", ".sno.txt"}
    ]


def expected(game):
    return GameResult(
        SIDES[game["winner"]],
        Kind(game["result"]),
        cube=game["cube"],
        ending={
            "played": Ending.PLAYED,
            "resign": Ending.RESIGNED,
            "drop": Ending.DROPPED,
        }[game["ended_by"]],
    )


def is_sure(game):
    """Whether the file can tell: not beside a note, nor after a capped resignation."""
    return (
        "note" not in game
        and game.get("initial_cube", 1) == 1
        and game.get("recoverable_points", game["points"]) == game["points"]
    )


@beside_the_repository
@pytest.mark.parametrize(
    ("path", "truth"), truths(), ids=lambda path: path.name if path else ""
)
def test_the_truth_of_every_game(path, truth):
    told = json.loads(truth.read_text(encoding="utf-8"))
    judged = judge(read(path.read_bytes(), name=path.name))
    assert len(judged.games) == len(told["games"])
    assert judged.names == tuple(told["players"])
    assert judged.length == told["match_length"]
    for game, true in zip(judged.games, told["games"], strict=True):
        check_game(game, true)
    winner = told["winner"]
    assert judged.winner is (None if winner is None else SIDES[winner])
    if "final_score" in told:
        assert judged.final == Score(*told["final_score"])
    odd = Counter(name_of(doubt.code) for doubt in judged.doubts)
    assert dict(odd) == ODD_TRUTH.get(path.name, {})


def check_game(game, true):
    assert game.number == true["n"]
    assert game.before == Score(*true["score_before"])
    assert game.is_crawford == true["crawford"]
    assert game.result
    assert game.winner is SIDES[true["winner"]]
    if is_sure(true):
        plain = replace(game.result, beavers=0, automatic=0)
        assert plain == expected(true)
        assert game.result.points == true["points"]
    if "score_after" in true and is_sure(true):
        assert game.after == Score(*true["score_after"])
    if "final_position_id" in true:
        seen = (game.position, game.position.turned)
        assert true["final_position_id"] in [position_id(each) for each in seen]
    if "cube_actions" in true:
        assert cube_actions(game) == unanswered_beavers(true["cube_actions"])


def cube_actions(game):
    words = {
        ActKind.DOUBLE: "double",
        ActKind.BEAVER: "double",
        ActKind.TAKE: "take",
        ActKind.DROP: "drop",
    }
    done = [act for act in game.written.acts if act.kind in words]
    return unanswered_beavers([[act.side - 1, words[act.kind]] for act in done])


def unanswered_beavers(actions):
    """Leave out how a beaver was taken, which text files do not write."""
    found = [(int(side), str(word)) for side, word in actions]
    return [
        act
        for at, act in enumerate(found)
        if not (
            act[1] == "take"
            and at > 1
            and found[at - 1][1] == found[at - 2][1] == "double"
            and found[at - 1][0] != found[at - 2][0]
        )
    ]


@beside_the_repository
def test_the_session_with_automatic_doubles():
    """The score above the next game forgets the cube; the moves know it."""
    path = FOLDER / "made-by-gnubg" / "s147.sgf"
    judged = judge(read(path.read_bytes()))
    assert (judged.length, judged.jacoby) == (0, True)
    assert sum(result.beavers for result in judged.results) == 5
    tenth, eleventh = judged.games[9:11]
    assert tenth.result
    assert (tenth.result.awarded, tenth.result.reason) == (3, AwardReason.AGREED)
    assert eleventh.result
    assert (eleventh.result.cube, eleventh.result.automatic) == (32, 1)
    assert (eleventh.stated, eleventh.by_headers, eleventh.points) == (32, 16, 32)


@beside_the_repository
def test_the_report_names_no_player():
    found = [found_in(path) for path in FILES if path.parent.name == "made-by-gnubg"]
    lines = [line_of(each) for each in found]
    assert len(lines) == len(found)
    assert lines[0].startswith("made-by-gnubg/d122.bgstudio.txt: mat/bgstudio | to 2")
    counts = list(summary(found))
    assert counts[0].startswith(f"files {len(found)}, matches {len(found)}")
    assert "Berg" not in "".join((*lines, *counts))
