"""Position IDs, Match IDs and XGIDs: exact both ways, and kind to every bad one."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import RuleError, Score, Side
from matches.rules.board import (
    BAR,
    NACKGAMMON,
    OPPONENT_ON_BAR,
    START,
    TOO_MANY_CHECKERS,
    PositionError,
    Situation,
    gnubg_id,
    match_id,
    position_from_id,
    position_id,
    position_of,
    read_id,
    situation_from_ids,
    situation_from_xgid,
    xgid,
)
from matches.rules.board.ids import errors as ids_errors
from matches.rules.board.ids.gnubg import write_key
from tests.gnubg_truth import FOLDER
from tests.matches.rules.board.strategies import lay, positions, situations
from tests.refusals import raises

SAMPLES = sorted((FOLDER.parent / "positions").glob("*.txt"))

# The same situation three times, as BGBlitz and eXtreme Gammon write it.
POSITION = "b9sBCIC5bYDQAA"
MATCH = "QQnlAGAAGAAE"
MATCH_UNSORTED = "QYnoAGAAGAAE"
XGID = "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10"
SITUATION = Situation(
    position=position_of(
        {1: 2, 3: 3, 4: 2, 5: 2, 6: 2, 14: 1, 18: 1, 19: 2},
        {1: 4, 2: 2, 3: 2, 4: 2, 5: 3, 15: 1},
    ),
    on_roll=Side.TWO,
    dice=(2, 1),
    cube=2,
    owner=Side.ONE,
    length=7,
    score=Score(6, 3),
)

XGID_START = "-b----E-C---eE---c-e----B-"


def line(**parts):
    """An XGID of the start of a match to 7, with some parts replaced."""
    whole = {
        "board": XGID_START,
        "cube": "0",
        "owner": "0",
        "turn": "1",
        "dice": "00",
        "upper": "0",
        "lower": "0",
        "rules": "0",
        "length": "7",
        "cap": "10",
    }
    return "XGID=" + ":".join((whole | parts).values())


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (START, "4HPwATDgc/ABMA"),
        (NACKGAMMON, "4Dl4ADbgOXgANg"),
        (SITUATION.position, POSITION),
        (lay([1], []), "AAAAAgAAAAAAAA"),
        (lay([], [BAR] * 15), "AAAA/38AAAAAAA"),
        (lay([BAR] * 15, [BAR] * 15), "AAAA/38AAAD/fw"),
    ],
    ids=["start", "nackgammon", "sample", "one left", "all on one bar", "all on bars"],
)
def test_known_position_ids(position, text):
    assert position_id(position) == text
    assert position_from_id(text) == position


def test_the_mover_comes_second_in_a_position_id():
    one_left, other_left = lay([1], []), lay([], [1])

    assert position_id(one_left) != position_id(other_left)
    assert position_id(other_left) == "AQAAAAAAAAAAAA"


@pytest.mark.parametrize(
    ("situation", "text"),
    [
        (Situation(length=7, dice=(6, 5)), "MAH3AAAAAAAE"),
        (SITUATION, MATCH),
        (Situation(), "MAEAAAAAAAAE"),
        (Situation(jacoby=True), "MAEAAAAAAAAA"),
        (Situation(jacoby=True, doubled=True), "MBkAAAAAAAAA"),
        (
            Situation(jacoby=True, doubled=True, turned_back=1, cube=2, owner=Side.TWO),
            "EREAAAAAAAAA",
        ),
        (
            Situation(jacoby=True, doubled=True, turned_back=2, cube=4, owner=Side.TWO),
            "EhkAAAAAAAAA",
        ),
    ],
    ids=["roll", "sample", "money", "jacoby", "double", "beaver", "raccoon"],
)
def test_known_match_ids(situation, text):
    assert match_id(situation) == text
    position = position_id(situation.position)
    assert situation_from_ids(position, text) == situation


def test_a_match_id_of_a_program_that_does_not_sort_the_dice():
    assert situation_from_ids(POSITION, MATCH_UNSORTED) == replace(
        SITUATION, dice=(1, 2)
    )


def test_a_finished_game_is_told_as_one():
    won = Situation(position=lay([], [24]), length=5)

    assert match_id(won) == "MAKgAAAAAAAE"
    assert situation_from_ids(position_id(won.position), match_id(won)) == won


def test_a_finished_crawford_game_comes_with_the_score_after_it():
    over = Situation(
        position=lay([1], []).turned, length=7, score=Score(8, 0), crawford=True
    )

    assert read_id(gnubg_id(over)) == over


@pytest.mark.parametrize(
    ("situation", "text"),
    [
        (SITUATION, XGID),
        (Situation(), f"XGID={XGID_START}:0:0:-1:00:0:0:0:0:10"),
        (Situation(on_roll=Side.TWO, length=7), line()),
        (
            Situation(jacoby=True, beavers=True, cube_cap=64, doubled=True),
            f"XGID={XGID_START}:0:0:-1:D:0:0:3:0:6",
        ),
        (
            Situation(
                beavers=True, doubled=True, turned_back=1, cube=2, owner=Side.TWO
            ),
            f"XGID={XGID_START}:0:0:-1:B:0:0:2:0:10",
        ),
        (
            Situation(
                beavers=True, doubled=True, turned_back=2, cube=8, owner=Side.TWO
            ),
            f"XGID={XGID_START}:1:-1:-1:R:0:0:2:0:10",
        ),
        (
            Situation(length=3, score=Score(2, 0), crawford=True, cube_cap=1),
            f"XGID={XGID_START}:0:0:-1:00:0:2:1:3:0",
        ),
    ],
    ids=["sample", "money", "match", "double", "beaver", "raccoon", "crawford"],
)
def test_known_xgids(situation, text):
    assert xgid(situation) == text
    assert situation_from_xgid(text) == situation


def test_a_beaver_is_understood_with_the_cube_as_it_lies():
    taken = f"XGID={XGID_START}:1:1:-1:B:0:0:2:0:10"

    assert situation_from_xgid(taken) == situation_from_xgid(
        f"XGID={XGID_START}:0:0:-1:B:0:0:2:0:10"
    )


@given(positions)
def test_every_position_comes_back_from_its_id(position):
    assert position_from_id(position_id(position)) == position


@given(situations())
def test_every_situation_comes_back_from_its_xgid(situation):
    assert situation_from_xgid(xgid(situation)) == situation
    assert read_id(xgid(situation).lower()[:5] + xgid(situation)[5:]) == situation


@given(situations())
def test_a_situation_comes_back_from_its_match_id_as_far_as_that_goes(situation):
    dice = situation.dice
    told = replace(
        situation,
        dice=None if dice is None else (max(dice), min(dice)),
        beavers=False,
        cube_cap=None,
    )

    position = position_id(situation.position)
    assert situation_from_ids(position, match_id(situation)) == told
    assert read_id(gnubg_id(situation)) == told


@pytest.mark.skipif(not SAMPLES, reason="the samples lie on some machines only")
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_of_other_programs(path):
    text = path.read_text(encoding="utf-8", errors="replace")
    told = re.search(r"XGID=\S+", text)

    situation = read_id(text)

    assert xgid(situation) == told.group()
    both = re.search(r"Position-ID: (\S+) +Match-ID: (\S+)", text)
    if both is not None:
        by_ids = situation_from_ids(both.group(1), both.group(2))
        assert position_id(situation.position) == both.group(1)
        assert _sorted(by_ids) == _sorted(situation)


def _sorted(situation):
    if situation.dice is None:
        return situation
    one, two = sorted(situation.dice)
    return replace(situation, dice=(one, two))


@pytest.mark.parametrize(
    "text",
    [
        f"{POSITION}:{MATCH}",
        f"  {POSITION}  {MATCH}\n",
        f"GNUBGID {POSITION}:{MATCH}",
        f"gnubg id: {POSITION}:{MATCH}",
        f"GNU Backgammon  Position ID: {POSITION}\n            Match ID   : {MATCH}",
        f" Position-ID: {POSITION}    Match-ID: {MATCH}\n Green - 6 Red - 3",
        f"Position ID {POSITION}:{MATCH}",
        f"Match ID: {MATCH}\nPosition ID: {POSITION}",
        XGID,
        XGID.removeprefix("XGID="),
        f"look: xgid = {XGID.removeprefix('XGID=')} – what now?",
        f"X:A   O:B\n{XGID}\r\n +13-14-15-16-17-18------19-20-",
    ],
)
def test_ids_are_found_among_labels(text):
    assert read_id(text) == SITUATION


@pytest.mark.parametrize(
    "text", [POSITION, f"Position ID: {POSITION}", f"GNU Backgammon ID={POSITION}"]
)
def test_a_position_id_alone_is_enough(text):
    assert read_id(text) == Situation(position=SITUATION.position)


def key_of(counts):
    """A Position ID of 50 places, whatever it stands for."""
    text = "".join("1" * count + "0" for count in counts)
    return write_key(int(text[:80][::-1], 2), size=10)


BAD = [
    ("", ids_errors.NO_ID),
    (" \n ", ids_errors.NO_ID),
    (":", ids_errors.NO_ID),
    ("who can play this roll", ids_errors.NO_ID),
    ("Position ID:", ids_errors.NO_ID),
    (MATCH, ids_errors.MATCH_ID_ALONE),
    (f"Match ID: {MATCH}", ids_errors.MATCH_ID_ALONE),
    ("4HPwATDgc/ABM", ids_errors.POSITION_ID_SIZE_INVALID),
    ("4HPwATDgc/ABMAA", ids_errors.POSITION_ID_SIZE_INVALID),
    (f"{POSITION}:{MATCH[:-1]}", ids_errors.MATCH_ID_SIZE_INVALID),
    (f"{POSITION}:{MATCH}A", ids_errors.MATCH_ID_SIZE_INVALID),
    ("4HPwATDgc_ABMA", ids_errors.ID_CHARACTER_INVALID),
    ("4HPwATDgcéABMA", ids_errors.ID_CHARACTER_INVALID),
    (f"{POSITION}:QQnlAGAAGAA=", ids_errors.ID_CHARACTER_INVALID),
    # The last letter holds bits beyond the 80.
    ("4HPwATDgc/ABMB", ids_errors.MISTYPED_POSITION_ID),
    # A checker more after the last place.
    (write_key(1 << 79 | 1, size=10), ids_errors.MISTYPED_POSITION_ID),
    (key_of([16] + [0] * 49), TOO_MANY_CHECKERS),
    (key_of([0] * 25 + [16] + [0] * 24), TOO_MANY_CHECKERS),
    ("//////////////", TOO_MANY_CHECKERS),
    ("/////////////w", TOO_MANY_CHECKERS),
    (key_of([1] + [0] * 47 + [1, 0]), ids_errors.SHARED_POINT),
    ("AAAAAAAAAAAAAA", ids_errors.EMPTY_BOARD),
    (f"{POSITION}:IAEAAAAAAAAE", ids_errors.MATCH_ID_OWNER_INVALID),
    (f"{POSITION}:MAUAAAAAAAAE", ids_errors.MATCH_ID_STATE_INVALID),
    (f"{POSITION}:MIEDAAAAAAAE", ids_errors.MATCH_ID_DICE_INVALID),
    (f"{POSITION}:MAEcAAAAAAAE", ids_errors.MATCH_ID_DICE_INVALID),
    (f"{POSITION}:AAEAAAAAAAAE", ids_errors.OWNED_CUBE),
    (f"{POSITION}:sAEAAAAAAAAE", ids_errors.CRAWFORD_FOR_MONEY),
    (f"{POSITION}:sAHgAAAAAAAE", ids_errors.CRAWFORD_SCORE_INVALID),
    ("XGID=", ids_errors.XGID_PARTS_INVALID),
    (line() + ":1", ids_errors.XGID_PARTS_INVALID),
    (line().removesuffix(":10"), ids_errors.XGID_PARTS_INVALID),
    (line(board=XGID_START[:-1]), ids_errors.XGID_BOARD_SIZE_INVALID),
    (line(board=XGID_START.replace("E", "P")), ids_errors.XGID_BOARD_INVALID),
    (line(board=XGID_START.replace("E", "5")), ids_errors.XGID_BOARD_INVALID),
    (line(board="-" * 26), ids_errors.EMPTY_BOARD),
    (line(board="A" + "-" * 25), OPPONENT_ON_BAR),
    (line(board="-" * 25 + "a"), OPPONENT_ON_BAR),
    (line(board="-OA" + "-" * 23), TOO_MANY_CHECKERS),
    (line(board="-oa" + "-" * 23), TOO_MANY_CHECKERS),
    (line(cube="x"), ids_errors.XGID_CUBE_INVALID),
    (line(cube="-1"), ids_errors.XGID_CUBE_INVALID),
    (line(cube="21"), ids_errors.XGID_CUBE_INVALID),
    (line(cube=""), ids_errors.XGID_CUBE_INVALID),
    (line(cube="²"), ids_errors.XGID_CUBE_INVALID),
    (line(cube="9" * 5000), ids_errors.XGID_CUBE_INVALID),
    (line(owner="2"), ids_errors.XGID_OWNER_INVALID),
    (line(turn="0"), ids_errors.XGID_TURN_INVALID),
    (line(dice="07"), ids_errors.XGID_DICE_INVALID),
    (line(dice="10"), ids_errors.XGID_DICE_INVALID),
    (line(dice=""), ids_errors.XGID_DICE_INVALID),
    (line(dice="DB"), ids_errors.XGID_DICE_INVALID),
    (line(dice="٣٣"), ids_errors.XGID_DICE_INVALID),
    (line(upper="-1"), ids_errors.XGID_SCORE_INVALID),
    (line(lower="32768"), ids_errors.XGID_SCORE_INVALID),
    (line(rules="2"), ids_errors.XGID_RULES_INVALID),
    (line(rules="4", length="0"), ids_errors.XGID_RULES_INVALID),
    (line(length="seven"), ids_errors.XGID_LENGTH_INVALID),
    (line(cap="21"), ids_errors.XGID_CAP_INVALID),
    (line(cube="4", owner="1", cap="3"), ids_errors.CUBE_ABOVE_CAP),
    (line(owner="1"), ids_errors.OWNED_CUBE),
    (line(cube="1", owner="-1", dice="D"), ids_errors.DOUBLED_WITHOUT_CUBE),
    (line(cube="1", owner="-1", dice="R", length="0"), ids_errors.BEAVERED_CUBE),
    (line(rules="1"), ids_errors.CRAWFORD_SCORE_INVALID),
]


@pytest.mark.parametrize(("text", "error"), BAD)
def test_what_is_wrong_is_named(text, error):
    with raises(error) as caught:
        read_id(text)

    assert caught.value.refusal is error
    assert "%(" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_a_double_after_the_roll_is_refused():
    doubled = match_id(Situation(dice=(3, 1), doubled=True))

    with raises(ids_errors.DOUBLED_AFTER_ROLL):
        situation_from_ids(position_id(START), doubled)


def test_the_shared_point_is_named_as_the_mover_counts() -> None:
    # One checker on the opponent's ace point, one on the mover's 24 point.
    with raises(ids_errors.SHARED_POINT) as caught:
        read_id(key_of([1] + [0] * 47 + [1, 0]))

    assert caught.value.params == {"point": 24}


@pytest.mark.parametrize(
    "write", [position_id, lambda it: xgid(Situation(position=it))]
)
def test_no_id_is_written_for_what_is_no_position(write):
    with raises(TOO_MANY_CHECKERS):
        write(lay([6] * 16, [6]))


@pytest.mark.parametrize(
    "situation",
    [
        Situation(cube=2**21),
        Situation(length=2**15),
        Situation(score=Score(-1, 0)),
        Situation(score=Score(0, 2**15)),
    ],
    ids=["cube", "length", "below zero", "score"],
)
def test_what_no_id_has_room_for_is_refused(situation):
    for write in (match_id, xgid):
        with raises(ids_errors.BEYOND_ID):
            write(situation)


def test_each_id_has_its_own_limit():
    with raises(ids_errors.BEYOND_ID):
        match_id(Situation(cube=2**16))
    with raises(ids_errors.BEYOND_ID):
        xgid(Situation(doubled=True, turned_back=3, cube=8, owner=Side.TWO))
    assert situation_from_xgid(xgid(Situation(cube=2**16))).cube == 2**16


@pytest.mark.parametrize(
    "text",
    [
        "4HPwATDgc\x00ABMA",
        "4HPwATDgc\ud800ABMA",
        line(cube="\x1b[31m"),
        line(board="\u202e" + XGID_START[1:]),
    ],
)
def test_a_sentence_quotes_only_what_can_be_seen(text):
    with pytest.raises(RuleError) as caught:
        read_id(text)

    assert str(caught.value).isprintable()


@pytest.mark.parametrize("word", ["gnu", "position", "match", "XGID", "XGID="])
@pytest.mark.parametrize("rest", [" ", "-", "position", " gnu", " ID", " ="])
def test_a_long_text_is_no_trap(word, rest):
    """A search that tries every way to divide the blanks would take minutes here."""
    with pytest.raises(RuleError):
        read_id(word + rest * 100_000)


@given(st.text())
def test_any_text_is_an_id_or_is_refused(text):
    _read(text)


LETTERS = st.sampled_from("AEMQYZagmw049+/=:- \n")


@given(
    st.lists(
        st.sampled_from(["XGID=", "Position ID: ", " Match ID:", ":", " "])
        | st.text(LETTERS, min_size=12, max_size=14)
        | st.text(max_size=3),
        max_size=12,
    )
)
def test_any_scramble_of_ids_is_an_id_or_is_refused(parts):
    _read("".join(parts))


@given(st.text(LETTERS | st.sampled_from(XGID), min_size=1, max_size=8), st.data())
def test_a_damaged_id_is_an_id_or_is_refused(wrong, data):
    whole = data.draw(st.sampled_from([XGID, f"{POSITION}:{MATCH}", POSITION]))
    at = data.draw(st.integers(0, len(whole)))
    _read(whole[:at] + wrong + whole[at + len(wrong) :])


@given(st.binary(min_size=10, max_size=10), st.binary(min_size=9, max_size=9))
def test_any_key_is_an_id_or_is_refused(board, match):
    texts = (
        write_key(int.from_bytes(each, "little"), size=len(each))
        for each in (board, match)
    )
    _read(":".join(texts))
    _read(f"{POSITION}:{write_key(int.from_bytes(match, 'little'), size=9)}")


def _read(text):
    """Read a text, and what comes of it again."""
    try:
        situation = read_id(text)
    except (RuleError, PositionError) as error:
        assert str(error)
        return
    situation.position.checked()
    assert read_id(xgid(situation)) == situation
