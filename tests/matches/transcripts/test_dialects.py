"""One match, as each program writes it."""

from pathlib import Path

import pytest

from matches.rules import Score, Side
from matches.transcripts import ActKind, Dialect, read
from matches.transcripts.doubts import SWAPPED_HEADER
from tests.gnubg_truth import FOLDER

GOLDEN = Path(__file__).parents[2] / "golden" / "transcripts"
FILES = {
    "gnubg.mat": Dialect.GNUBG,
    "snowie.txt": Dialect.SNOWIE,
    "xg.txt": Dialect.XG,
    "bgstudio.txt": Dialect.BGSTUDIO,
    "galaxy.txt": Dialect.GALAXY,
    "gridgammon.txt": Dialect.GRIDGAMMON,
    "javafibs.mat": Dialect.JAVAFIBS,
    "playok.txt": Dialect.PLAYOK,
    "opengammon.mat": Dialect.OPENGAMMON,
}
MADE = {
    "xg": Dialect.XG,
    "bgstudio": Dialect.BGSTUDIO,
    "galaxy": Dialect.GALAXY,
    "gridgammon": Dialect.GRIDGAMMON,
    "javafibs": Dialect.JAVAFIBS,
    "playok": Dialect.PLAYOK,
    "sno": Dialect.SNOWIE,
}
REAL = {"galaxy": Dialect.GALAXY, "bgstudio": Dialect.BGSTUDIO}
CUBE = {ActKind.DOUBLE, ActKind.TAKE, ActKind.DROP, ActKind.BEAVER}
ONE, TWO = Side.ONE, Side.TWO
beside_the_repository = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="the files of other programs are not on this machine"
)


def golden(name):
    """Read one of the invented files."""
    return read((GOLDEN / name).read_bytes(), name=name)


def cube(game):
    """Return what was done with the cube."""
    return [(act.side, act.kind, act.value) for act in game.acts if act.kind in CUBE]


def rolls(game):
    """Return the rolls with which something was played, the larger die first."""
    return [
        (act.side, tuple(sorted(act.dice, reverse=True)))
        for act in game.acts
        if act.moves and act.dice
    ]


def away(act):
    """Return how many points a play moves its checkers."""
    return sum(start - end for start, end in act.moves or ())


@pytest.mark.parametrize("name", FILES)
def test_the_same_match_in_every_dialect(name):
    match = golden(name)
    assert match.dialect is FILES[name]
    assert match.length == 3
    assert [name.replace(" ", "") for name in match.names] == ["IrisHolm", "TorVik"]
    one, two, three, four = match.games
    assert [game.before for game in match.games] == [
        Score(0, 0), Score(1, 0), Score(1, 2), Score(2, 2)
    ]  # fmt: skip
    assert [(game.winner, game.stated) for game in match.games] == [
        (ONE, 1), (TWO, 2), (ONE, 1), (TWO, 1)
    ]  # fmt: skip
    assert cube(one) == [(ONE, ActKind.DOUBLE, 2), (TWO, ActKind.DROP, 0)]
    assert cube(two) == [(TWO, ActKind.DOUBLE, 2), (ONE, ActKind.TAKE, 0)]
    assert cube(three) == []
    assert cube(four) == [(TWO, ActKind.DOUBLE, 2), (ONE, ActKind.DROP, 0)]
    assert rolls(one) == [(ONE, (3, 1)), (TWO, (5, 2))]
    assert rolls(two) == [
        (TWO, (4, 2)), (ONE, (3, 3)), (TWO, (6, 4)), (ONE, (5, 5)), (TWO, (2, 1))
    ]  # fmt: skip
    assert rolls(four) == [(TWO, (3, 1)), (ONE, (6, 6))]
    assert all(
        away(act) == sum(act.dice) * (2 if act.dice[0] == act.dice[1] else 1)
        for game in match.games
        for act in game.acts
        if act.moves and act.dice
    )


@pytest.mark.parametrize("name", sorted(set(FILES) - {"xg.txt"}))
def test_nothing_is_odd_about_them(name):
    assert golden(name).notes == ()


def test_a_swapped_head_is_noted():
    note = SWAPPED_HEADER(one="Tor Vik", two="Iris Holm")
    assert golden("xg.txt").notes == (note,)


@pytest.mark.parametrize(
    "name", ["xg.txt", "galaxy.txt", "javafibs.mat", "playok.txt", "opengammon.mat"]
)
def test_some_say_that_the_match_is_over(name):
    over = [game.ends_match for game in golden(name).games]
    assert over == [False, False, False, True]


@pytest.mark.parametrize("name", ["xg.txt", "bgstudio.txt", "galaxy.txt"])
def test_some_say_that_somebody_resigned(name):
    resigned = [game.resigned for game in golden(name).games]
    assert resigned == [False, True, True, False]


@pytest.mark.parametrize(
    "name", ["xg.txt", "bgstudio.txt", "galaxy.txt", "opengammon.mat"]
)
def test_some_say_that_the_crawford_rule_holds(name):
    assert golden(name).crawford is True


def test_the_loser_gives_up_even_if_it_is_said_in_the_other_column():
    match = golden("opengammon.mat")
    assert match.games[1].acts[-1].side is ONE
    assert match.games[1].acts[-1].kind is ActKind.RESIGN
    assert match.games[2].acts[-1].side is TWO
    assert match.games[2].acts[-1].kind is ActKind.TIMEOUT
    assert [game.resigned for game in match.games] == [False, True, False, False]


def test_ratings_are_no_part_of_names():
    match = golden("gridgammon.txt")
    assert match.names == ("Iris Holm", "Tor Vik")
    assert (match.tag("Player 1 Elo"), match.tag("Player 2 Elo")) == ("1764", "1518")


def test_a_position_put_up_in_a_snowie_file():
    setup, roll = golden("snowie.txt").games[2].acts[-2:]
    assert setup.kind is ActKind.SETUP
    assert setup.position is not None
    assert (setup.side, roll.side, roll.dice) == (TWO, TWO, (5, 2))


@beside_the_repository
def test_dialects_of_files_made_with_gnu_backgammon():
    for path in FOLDER.glob("*.txt"):
        assert read(path.read_bytes()).dialect is MADE[path.stem.split(".")[1]], path
    for path in FOLDER.glob("*.mat"):
        assert read(path.read_bytes()).dialect is Dialect.GNUBG, path


@beside_the_repository
def test_dialects_of_real_files():
    for folder, dialect in REAL.items():
        for path in (FOLDER.parent / folder).iterdir():
            assert read(path.read_bytes()).dialect is dialect, path
