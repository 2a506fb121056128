"""SGF files: read whole, read where damaged, refused where they are no backgammon."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import Score, Side
from matches.rules.board import BAR, OFF, START
from matches.rules.refusals import RuleError
from matches.transcripts.doubts import TOO_LONG_MATCH, UNREAD_PLAY, UNREAD_SETUP
from matches.transcripts.read import sgf
from matches.transcripts.read.sgf import decode_sgf, read_sgf
from matches.transcripts.record import Action, ActKind, Dialect, FileFormat
from matches.transcripts.sgf_tree import (
    DAMAGED_END,
    MOST_NODES,
    VARIATIONS_LEFT_OUT,
    escaped,
    parse,
    unescaped,
)
from tests.gnubg_truth import FOLDER, load_truth, truth_files
from tests.refusals import raises

GOLDEN = Path(__file__).parents[2] / "golden" / "transcripts"
FOREIGN = FOLDER.parent / "gibbon"
ONE, TWO = Side.ONE, Side.TWO
HEAD = "FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[Ada]PB[Bo]"


def golden(name):
    return read_sgf((GOLDEN / f"{name}.sgf").read_text(encoding="utf-8"))


def read_one(nodes, head=HEAD):
    return read_sgf(f"(;{head}{nodes})")


def acts_of(nodes):
    (game,) = read_one(nodes).games
    return [(act.side, act.kind, act.value) for act in game.acts]


def test_a_match_is_read_with_its_scores_and_results():
    match = golden("match")
    assert (match.format, match.dialect) == (FileFormat.SGF, Dialect.GNUBG)
    assert (match.length, match.names) == (4, ("Ada Aas", "Bo Berg"))
    assert (match.crawford, match.jacoby) == (True, None)
    assert [game.before for game in match.games] == [
        Score(0, 0), Score(0, 1), Score(1, 1), Score(2, 1), Score(2, 2), Score(3, 2)
    ]  # fmt: skip
    assert [game.crawford for game in match.games] == [
        False, False, False, False, False, True
    ]  # fmt: skip
    assert [(game.winner, game.stated) for game in match.games][:2] == [
        (TWO, 1),
        (ONE, 1),
    ]
    assert [game.number for game in match.games] == [1, 2, 3, 4, 5, 6]
    assert match.tags == (
        ("Site", "Nowhere"),
        ("Event", "Invented Open"),
        ("Round", "2"),
        ("EventDate", "2026.03.14"),
        ("Comment", "Invented; clock [2:00/12] used"),
    )
    assert match.notes == ()


def test_letters_are_read_from_the_mover_s_side():
    (game,) = read_one(";W[21mkxw];B[65aggl];W[64yvaz];B[31yxsz]").games
    assert [act.moves for act in game.acts] == [
        ((13, 11), (24, 23)),
        ((24, 18), (18, 13)),
        ((BAR, 22), (1, OFF)),
        ((BAR, 1), (6, OFF)),
    ]
    assert [act.dice for act in game.acts] == [(2, 1), (6, 5), (6, 4), (3, 1)]


def test_a_dance_has_no_moves_and_nonsense_none_that_can_be_read():
    match = read_one(";W[65];B[65a];W[zz];B[];W[31zaza];B[31abay]")
    (game,) = match.games
    assert [act.moves for act in game.acts] == [(), None, None, None, None, None]
    assert [act.dice for act in game.acts] == [
        (6, 5), (6, 5), None, None, (3, 1), (3, 1)
    ]  # fmt: skip
    assert match.notes[0] == UNREAD_PLAY(line=1, text="65a")
    assert len(match.notes) == 5


def test_a_double_after_a_double_is_a_beaver():
    assert acts_of(
        ";W[31];B[double];W[double];B[double];W[take];B[31];W[double];B[drop]"
    ) == [
        (ONE, ActKind.ROLL, 0),
        (TWO, ActKind.DOUBLE, 2),
        (ONE, ActKind.BEAVER, 4),
        (TWO, ActKind.BEAVER, 8),
        (ONE, ActKind.TAKE, 0),
        (TWO, ActKind.ROLL, 0),
        (ONE, ActKind.DOUBLE, 16),
        (TWO, ActKind.DROP, 0),
    ]


def test_automatic_doubles_raise_the_cube_before_the_first_move():
    (game,) = read_one("CV[4];W[double];B[take]").games
    assert (game.cube, game.acts[0].value) == (4, 8)


def test_money_is_read_with_jacoby_and_beavers():
    match = golden("beavers")
    assert (match.length, match.crawford, match.jacoby) == (0, None, True)
    kinds = [act.kind for act in match.games[0].acts]
    assert ActKind.BEAVER in kinds
    assert match.games[0].resigned
    assert match.names == ("Åse Ødegård", "Bo Berg")


def test_edited_positions_become_one_act():
    (game,) = golden("edited").games
    (act,) = game.acts
    assert (act.side, act.kind, act.dice) == (TWO, ActKind.SETUP, (6, 2))
    assert (act.value, act.owner) == (2, ONE)
    seen_by_one = act.position.turned
    assert (seen_by_one.points[6], seen_by_one.points[12]) == (3, -4)
    assert (seen_by_one.points[OFF], seen_by_one.points[BAR]) == (-2, 0)
    assert (game.crawford, game.before) == (True, Score(4, 6))


def test_dice_that_were_set_and_then_played_are_no_act_of_their_own():
    assert acts_of(";PL[W]DI[31];W[31hefe]") == [(ONE, ActKind.ROLL, 0)]
    assert acts_of(";PL[W]DI[31]") == [(ONE, ActKind.SETUP, 0)]


def test_the_owner_of_the_cube_is_kept_where_only_its_value_is_set():
    (game,) = read_one(";W[double];B[take];CV[8];B[31]").games
    assert (game.acts[2].value, game.acts[2].owner) == (8, TWO)


@pytest.mark.parametrize(
    "nodes",
    [";AE[a:y]AW[a]AB[a]", f";AE[a:y]AW{'[a]' * 16}AB[b]"],
    ids=["two colours on a point", "too many"],
)
def test_an_impossible_position_is_a_note(nodes):
    match = read_one(nodes)
    assert match.notes == (UNREAD_SETUP(line=1),)
    assert match.games[0].acts[0].position is None


def test_variants_begin_elsewhere():
    nack = read_one("RU[Crawford:Nackgammon]").games[0].start
    assert (nack.points[23], nack.points[6]) == (2, 4)
    hyper = read_one("RU[Hypergammon3]").games[0].start
    assert (hyper.checkers, hyper.points[22:25]) == (3, (1, 1, 1))
    assert read_one("").games[0].start == START


def test_an_analysis_is_passed_over():
    match = golden("analysed")
    assert match.names == ("Ada \\ Aas", "Bo [Berg]")
    assert [act.kind for act in match.games[0].acts] == [
        ActKind.ROLL,
        ActKind.DOUBLE,
        ActKind.DROP,
    ]
    assert match.notes == (VARIATIONS_LEFT_OUT(),)


def test_a_damaged_end_keeps_what_stands_before_it():
    match = golden("damaged")
    assert [len(game.acts) for game in match.games] == [2, 1]
    assert [(game.winner, game.stated) for game in match.games] == [
        (ONE, 1),
        (None, None),
    ]
    assert match.notes == (DAMAGED_END(line=8),)


def test_a_lost_bracket_does_not_swallow_the_next_game():
    text = f"(;{HEAD}RE[W+1]\n;W[31]\n(;{HEAD}RE[B+1];W[31])"
    match = read_sgf(text)
    assert [game.winner for game in match.games] == [ONE, TWO]
    assert match.notes == (DAMAGED_END(line=3),)


@pytest.mark.parametrize(
    ("result", "winner", "points", "resigned"),
    [
        ("W+4", ONE, 4, False),
        ("B+2R", TWO, 2, True),
        ("B+2Resign", TWO, 2, True),
        ("W+R", ONE, None, True),
        ("W+T", ONE, None, False),
        ("0", None, None, False),
        ("W+999999", ONE, 999_999, False),
        ("W+99999999999", ONE, None, False),
        ("", None, None, False),
    ],
)
def test_results(result, winner, points, resigned):
    (game,) = read_one(f"RE[{result}]").games
    assert (game.winner, game.resigned) == (winner, resigned)
    assert game.stated == points


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", sgf.NO_GAMES()),
        ("no brackets", sgf.NO_GAMES()),
        ("(;)", sgf.NO_GAMES()),
        ("(;GM[1];B[ee])", sgf.OTHER_GAME(game="go")),
        ("(;SZ[19];B[ee])", sgf.OTHER_GAME(game="go")),
        ("(;GM[3];B[ee])", sgf.UNNAMED_GAME(number="3")),
        ("(;GM[17];B[ee])", sgf.UNNAMED_GAME(number="17")),
    ],
)
def test_what_is_no_backgammon_is_refused(text, error):
    with raises(error.refusal) as refusal:
        read_sgf(text)
    assert refusal.value == error


def test_another_game_in_the_same_file_is_left_out():
    match = read_sgf(f"(;GM[1];B[ee])\n(;{HEAD};W[31])")
    assert len(match.games) == 1
    assert match.notes == (sgf.OTHER_GAME_LEFT_OUT(line=1),)


def test_names_and_tags_missing_later_are_those_of_the_first_game():
    match = read_sgf(f"(;{HEAD})(;GM[6]MI[length:5][game:1][ws:1][bs:0])")
    assert match.games[1].names == ("Ada", "Bo")


def test_huge_files_end_with_a_refusal():
    with raises(TOO_LONG_MATCH):
        parse("(" + ";" * (MOST_NODES + 1))


def test_deep_brackets_do_no_harm():
    games, _notes = parse("(;" + "(" * 100_000)
    assert len(games) == 1


def test_a_file_may_name_its_encoding():
    text = "(;GM[6]CA[windows-1251]PW[Анна]PB[Борис])"
    decoded = decode_sgf(text.encode("windows-1251"))
    assert decoded is not None
    assert read_sgf(decoded).names == ("Анна", "Борис")
    assert decode_sgf(b"(;GM[6])") is None
    assert decode_sgf(b"(;GM[6]CA[unicode_escape])") is None


@given(st.text())
def test_escaping_comes_back(text):
    assert unescaped(escaped(text)) == unescaped(escaped(unescaped(escaped(text))))
    (game,), _notes = parse(f"(;PW[{escaped(text)}];W[31])")
    assert set(game.nodes[0]) == {"PW"}
    assert len(game.nodes) == 2


@given(st.text(alphabet="(;)[]\\WBAE31az:\n CVGM6"))
def test_any_text_is_read_or_refused(text):
    for head in ("", f"(;{HEAD}"):
        try:
            read_sgf(head + text)
        except RuleError:
            assert not head or "GM" in text


@pytest.mark.parametrize("path", truth_files(), ids=lambda path: path.stem)
def test_matches_of_gnubg_agree_with_their_truth(path):
    truth = load_truth(path)
    match = read_sgf(path.with_suffix(".sgf").read_text(encoding="utf-8"))
    assert (match.length, match.names) == (truth.length, truth.players)
    for game, expected in zip(match.games, truth.games, strict=True):
        assert game.before == expected.before
        assert (game.number, bool(game.crawford)) == (
            expected.number,
            expected.is_crawford,
        )
        assert (game.winner, game.stated) == (expected.result.winner, expected.points)
        assert game.cube == expected.result.opening
        assert all(act.moves is not None for act in game.acts)
    assert match.notes == ()


@pytest.mark.skipif(not FOREIGN.is_dir(), reason="not on this machine")
def test_files_of_gibbon_are_read():
    match = read_sgf((FOREIGN / "7point.sgf").read_text(encoding="utf-8"))
    assert match.dialect is Dialect.OTHER
    assert (len(match.games), match.length) == (9, 7)
    assert match.games[3].acts[-1] == Action(TWO, ActKind.RESIGN, line=97)
    assert [game.crawford for game in match.games][-2:] == [False, True]
    for path in sorted((FOREIGN / "sgf-syntax").glob("*.sgf")):
        content = path.read_bytes()
        try:
            read_sgf(decode_sgf(content) or content.decode("utf-8"))
        except RuleError as error:
            assert error.refusal in {sgf.NO_GAMES, sgf.OTHER_GAME}
