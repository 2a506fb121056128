"""Text matches against the truth, and against a second reader of twenty lines."""

import json
import re
from itertools import pairwise

import pytest

from matches.rules import Score, Side
from matches.rules.board import NACKGAMMON, START
from matches.rules.refusals import RuleError
from matches.transcripts import ActKind, doubts, read
from matches.transcripts.read.text import SEVERAL_MATCHES, read_text
from tests.gnubg_truth import FOLDER, SIDES
from tests.refusals import raises

ONE, TWO = Side.ONE, Side.TWO
SHARED = FOLDER.parent
TEXTS = sorted(
    path
    for folder in ("galaxy", "bgstudio", "gibbon", "gnubg", "made-by-gnubg")
    for path in (SHARED / folder).glob("*")
    if path.suffix in {".mat", ".txt"}
)
TRUTHS = sorted(FOLDER.glob("*.json"))
beside_the_repository = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="the files of other programs are not on this machine"
)

HEAD = " 5 point match\n\n Game 1\n"
NAMES = " Ada : 0                        Bo : 0\n"
WINS = "      Wins 1 point\n"


def game(rows, *, number=1, score="0 0"):
    """Return a game as a file has it, with these rows."""
    one, two = score.split()
    return f" Game {number}\n Ada : {one}                        Bo : {two}\n{rows}\n"


def match(*games, head=" 5 point match\n"):
    """Read a match of these games."""
    return read_text("\n".join((head, *games)))


def notes(transcript):
    """Return the kinds of the notes, each of which says something."""
    assert all(str(note) for note in transcript.notes)
    return [note.refusal for note in transcript.notes]


def second_reader(text):
    """Return score and result of every game, read in the simplest way there is."""
    games = []
    for line in text.splitlines():
        if re.fullmatch(r" ?Game \d+ *", line):
            games.append([None, None, None, None])
        elif games and games[-1][0] is None and line.strip():
            scores = re.search(r" : (\d+)  .* : (\d+) *$", line)
            assert scores, line
            games[-1][:2] = int(scores[1]), int(scores[2])
        elif games and (wins := re.search(r"(?<= )Wins (\d+) ", line + " ")):
            is_left = wins.start() < 20
            games[-1][2:] = ONE if is_left else TWO, int(wins[1])
    return [tuple(game) for game in games]


@beside_the_repository
def test_every_real_file_gives_its_results():
    assert len(TEXTS) > 150
    for path in TEXTS:
        content = path.read_bytes()
        found = read(content, name=path.name)
        assert [
            (game.before.one, game.before.two, game.winner, game.stated)
            for game in found.games
        ] == second_reader(content.decode("utf-8-sig")), path


@beside_the_repository
def test_every_play_of_every_real_file_is_read():
    for path in TEXTS:
        for each in read(path.read_bytes()).games:
            assert all(act.moves is not None for act in each.acts), path
            assert each.acts or each.winner, path


@pytest.mark.parametrize("path", TRUTHS, ids=lambda path: path.stem)
def test_files_of_gnu_backgammon_agree_with_the_truth(path):
    truth = json.loads(path.read_text(encoding="utf-8"))
    written = path.with_suffix(".txt" if "." in path.stem else ".mat")
    found = read(written.read_bytes())
    assert found.length == truth["match_length"]
    assert list(found.names) == truth["players"]
    assert len(found.games) == len(truth["games"])
    for ours, theirs in zip(found.games, truth["games"], strict=True):
        assert ours.number == theirs["n"]
        assert ours.winner is SIDES[theirs["winner"]]
        assert ours.stated == theirs.get("stated_points", theirs.get("mat_wins"))
        if not truth.get("automatic_doubles"):
            assert ours.before == Score(*theirs["score_before"])
        if "cube_actions" in theirs:
            check_cube(ours.acts, theirs["cube_actions"])


def check_cube(acts, actions):
    """Compare what was done with the cube; a beaver needs no take."""
    kinds = {
        ActKind.DOUBLE: "double",
        ActKind.BEAVER: "double",
        ActKind.TAKE: "take",
        ActKind.DROP: "drop",
    }
    ours = [(act.side, kinds[act.kind]) for act in acts if act.kind in kinds]
    after_beaver = [
        index + 1
        for index, (one, two) in enumerate(pairwise(actions))
        if one[1] == two[1] == "double"
    ]
    assert ours == [
        (SIDES[side], kind)
        for index, (side, kind) in enumerate(actions)
        if kind != "take" or index - 1 not in after_beaver
    ]


def test_line_ends_and_a_missing_last_one():
    text = f"{HEAD}{NAMES}  1) 31: 8/5 6/5                 Losses 1 point\n{WINS}"
    expected = read_text(text).games
    assert expected[0].winner is ONE
    for end in ("\r\n", "\r"):
        assert read_text(text.replace("\n", end)).games == expected
    assert read_text(text.rstrip()).games == expected


def test_tabs_stand_for_blanks():
    found = match(game("  1) 31: 8/5 6/5\t\t\t 42: 8/4 6/4\n\t\t\t\t\tWins 1 point"))
    assert [act.side for act in found.games[0].acts] == [ONE, TWO]
    assert found.games[0].winner is TWO


def test_blanks_that_do_not_break():
    text = game("  1) 31: 8/5 6/5                 42: 8/4 6/4\n" + WINS)
    assert match(text.replace(" ", "\xa0")).games == match(text).games


def test_lines_are_counted():
    found = match(game("  1) 31: 8/5 6/5                 Losses 1 point"))
    assert [act.line for act in found.games[0].acts] == [5, 5]
    assert found.games[0].line == 3


def test_rows_beyond_99():
    rows = "\n".join(
        f"{n:3}) 31: 8/5 6/5                 42: 8/4" for n in range(1, 120)
    )
    assert len(match(game(f"{rows}\n{WINS}")).games[0].acts) == 238


def test_a_game_without_a_roll():
    (played,) = match(
        game("  1)                \n   Wins 5 points and the match")
    ).games
    assert (played.winner, played.stated, played.ends_match) == (ONE, 5, True)
    assert played.acts == ()


def test_points_no_cube_gives_are_kept():
    assert match(game("      Wins 1004 point")).games[0].stated == 1004


def test_an_unfinished_last_game_is_nothing_odd():
    found = match(game("  1) 31: 8/5 6/5"))
    assert (found.games[0].winner, found.games[0].stated) == (None, None)
    assert found.notes == ()


def test_an_unfinished_game_before_another_is():
    found = match(game("  1) 31: 8/5 6/5"), game(WINS, number=2))
    assert notes(found) == [doubts.NO_RESULT_LINE]


@pytest.mark.parametrize(
    "word", ["Losses 2 point", "Concedes", "Resigns", "Loses on time"]
)
def test_who_gives_up_has_lost(word):
    (played,) = match(game(f"  1) 31: 8/5 6/5                  {word}")).games
    assert played.winner is ONE
    assert played.stated == (2 if word.startswith("Losses") else None)


def test_who_gives_up_may_be_unclear():
    found = match(game("  1) 31: 8/5 6/5                  Resigned Game"))
    assert found.games[0].winner is None
    assert notes(found) == [doubts.UNCLEAR_LOSER]


def test_question_marks_at_the_end_are_a_resignation():
    (played,) = match(game(f"  1) 31: 8/5 6/5                 63: ????\n{WINS}")).games
    assert played.resigned
    assert (played.acts[-1].moves, played.acts[-1].text) == ((), "????")


def test_question_marks_in_the_middle_are_an_unknown_play():
    found = match(game(f"  1) 63: ????                     31: 8/5 6/5\n{WINS}"))
    assert not found.games[0].resigned
    assert found.games[0].acts[0].moves is None
    assert found.notes == (doubts.UNREAD_PLAY(line=5, text="????"),)


def test_a_play_that_cannot_be_read_costs_no_result():
    found = match(game(f"  1) 63: up and down               31: 8/5 6/5\n{WINS}"))
    assert (found.games[0].winner, len(found.games[0].acts)) == (ONE, 2)
    assert found.notes == (doubts.UNREAD_PLAY(line=5, text="up and down"),)


def test_a_setup_that_cannot_be_read_is_noted():
    found = match(game(f"  1) 63:            Illegal play (5;0;0;)\n{WINS}"))
    assert notes(found) == [doubts.UNREAD_SETUP]


def test_a_board_set_up_in_a_comment():
    found = match(game(f"; Set Pos=-b----E-C---eE---c-e----B-/2\n{WINS}"))
    (setup,) = found.games[0].acts
    assert (setup.kind, setup.position) == (ActKind.SETUP, START)
    assert (setup.value, setup.owner) == (4, TWO)


def test_other_comments_are_passed_over():
    found = match(game(f"; a good game\n# so far\n{WINS}"))
    assert found.games[0].winner is ONE
    assert found.notes == ()


def test_impossible_dice():
    found = match(game(f"  1) 71: 8/1 6/5                 31: 8/5 6/5\n{WINS}"))
    assert found.games[0].acts[0].dice is None
    assert notes(found) == [doubts.IMPOSSIBLE_DICE]


def test_the_first_result_counts():
    found = match(game(f"{WINS}                                  Wins 2 points\n"))
    assert (found.games[0].winner, found.games[0].stated) == (ONE, 1)
    assert notes(found) == [doubts.SECOND_RESULT]
    assert match(game(WINS + WINS)).notes == ()


def test_nothing_is_played_after_the_result():
    found = match(game(f"{WINS}  2) 31: 8/5 6/5                 31: 8/5 6/5"))
    assert found.games[0].acts == ()
    assert notes(found) == [doubts.AFTER_RESULT]


def test_text_between_the_rows():
    found = match(game(f"What a roll!\n{WINS}"))
    assert found.notes == (doubts.UNREAD_TEXT(line=5, text="What a roll!"),)


def test_games_out_of_order():
    found = match(game(WINS), game(WINS, number=3, score="1 0"))
    assert [each.number for each in found.games] == [1, 3]
    assert found.notes == (doubts.GAME_ORDER(line=8, number=3, last=1),)


def test_a_game_without_names():
    found = read_text(f"{HEAD}  1) 31: 8/5 6/5\n{WINS}")
    assert (found.games[0].before, found.games[0].winner) == (Score(0, 0), ONE)
    assert notes(found) == [doubts.NO_SCORE_LINE]


def test_a_name_like_the_number_of_a_row():
    row = "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
    found = read_text(f"{HEAD} 12) Ada : 2            3) Bo : 1\n{row}{WINS}")
    assert found.names == ("12) Ada", "3) Bo")
    assert found.games[0].before == Score(2, 1)
    assert len(found.games[0].acts) == 2
    assert found.notes == ()


def test_names_that_change():
    other = game(WINS, number=2, score="1 0").replace("Bo :", "X22 :")
    found = match(game(WINS), other)
    assert found.names == ("Ada", "Bo")
    assert found.games[1].names == ("Ada", "X22")
    assert notes(found) == [doubts.OTHER_NAMES]


def test_a_name_that_is_missing_once():
    found = match(game(WINS).replace("Ada", "   "), game(WINS, number=2))
    assert found.names == ("Ada", "Bo")
    assert found.notes == ()


def test_other_names_in_the_head():
    head = '; [Player 1 "Ada Aas"]\n; [Player 2 "Bo Berg"]\n 5 point match\n'
    found = match(game(WINS), head=head)
    assert found.names == ("Ada", "Bo")
    assert notes(found) == [doubts.OTHER_HEADER_NAMES]


def test_money():
    assert match(game(WINS), head="0 point match").length == 0


def test_no_length():
    found = match(game(WINS), head="; a session")
    assert found.length == 0
    assert notes(found) == [doubts.NO_LENGTH]


@pytest.mark.parametrize(
    ("value", "meaning"), [("On", True), ("off", False), ("?", None)]
)
def test_rules_in_the_head(value, meaning):
    head = f'; [Crawford "{value}"]\n; [Jacoby "{value}"]\n 5 point match\n'
    found = match(game(WINS), head=head)
    assert (found.crawford, found.jacoby) == (meaning, meaning)
    assert (match(game(WINS)).crawford, match(game(WINS)).jacoby) == (None, None)


def test_a_crawford_game_that_is_called_so():
    found = match(
        game(WINS).replace("Game 1", "Game 1 (Crawford)"), game(WINS, number=2)
    )
    assert [each.crawford for each in found.games] == [True, None]


def test_variants_begin_otherwise():
    head = '; [Variation "{}"]\n 5 point match\n'
    assert match(game(WINS)).games[0].start == START
    found = match(game(WINS), head=head.format("NackGammon"))
    assert found.games[0].start == NACKGAMMON
    found = match(game(WINS), head=head.format("HyperGammon (3)"))
    assert found.games[0].start.points[22:25] == (1, 1, 1)
    found = match(game(WINS), head=head.format("Plakoto"))
    assert found.games[0].start == START
    assert notes(found) == [doubts.UNKNOWN_VARIANT]


def test_tags_keep_their_order():
    head = (
        '; [Site "B"]\n; [Event "A"]\n; [Event "C"]\n; clock [2:00]\n 5 point match\n'
    )
    assert match(game(WINS), head=head).tags == (("Site", "B"), ("Event", "A"))


def test_two_matches_in_one_file():
    text = f" 5 point match\n{game(WINS)}"
    with raises(SEVERAL_MATCHES) as caught:
        read_text(text + text)
    assert caught.value.params == {"line": 6}


def test_a_second_length_within_a_match():
    again = f" 7 point match\n{game(WINS, number=2)}"
    found = match(game(WINS), again)
    assert (found.length, len(found.games)) == (5, 2)
    assert notes(found) == [doubts.SECOND_LENGTH]


def test_all_of_it_is_refused_as_one_kind():
    with pytest.raises(RuleError):
        read_text("nothing")
