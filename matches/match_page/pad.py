"""The score pad: a tile for every way in which a game can end, and what it counts."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeAlias

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from matches.ledger.models.match import Match
from matches.ledger.queries import GameLine, MatchView, SessionGame, SessionView
from matches.match_page.forms import DROPPED_TILE, GameForm
from matches.match_page.games import balance_words, number
from matches.players.models import Player
from matches.rules import (
    Ending,
    GameError,
    GameResult,
    GameRules,
    Kind,
    Ledger,
    MatchRules,
    MatchScore,
    Phase,
    Scoring,
    Side,
    apply,
    can_double,
    cube_values,
)
from matches.rules.money import MoneySession

GameEffect: TypeAlias = dict[str, str | bool]
"""The `points` of a game, the score or balance `after` it, whether it `wins`."""
Counting: TypeAlias = Callable[[GameResult], GameEffect | None]
"""Says what a game counts, None if the game is impossible."""


def counting_before(view: MatchView | SessionView, game: int) -> Counting:
    """Return what counts the game with this number, after all games before it."""
    if isinstance(view, SessionView):
        session = view.session_before(game)
        return lambda result: _in_session(view.match, session, result)
    return counting_after(view.ledger_before(game))


def counting_after(ledger: Ledger) -> Counting:
    return lambda result: _in_match(ledger, result)


def _in_match(ledger: Ledger, result: GameResult) -> GameEffect | None:
    try:
        after = apply(ledger, result)
    except GameError:
        return None
    shown = after.shown
    return {
        "points": number(after.lines[-1].points),
        "after": f"{shown.one}–{shown.two}",
        "wins": after.winner is not None,
    }


def _in_session(
    match: Match, session: MoneySession, result: GameResult
) -> GameEffect | None:
    try:
        after = session.apply(result)
    except GameError:
        return None
    points, balance = number(after.lines[-1].points), after.balance
    return {"points": points, "after": balance_words(match, balance), "wins": False}


MONEY_CUBES: Final = (1, 2, 4, 8)
_PLAIN: Final = {
    Kind.SINGLE.value: gettext_lazy("single game"),
    Kind.GAMMON.value: gettext_lazy("gammon"),
    Kind.BACKGAMMON.value: gettext_lazy("backgammon"),
    DROPPED_TILE: gettext_lazy("first double dropped"),
}
_WITH_CUBE: Final = {
    Kind.SINGLE.value: gettext_lazy("single game with the cube at %(cube)s"),
    Kind.GAMMON.value: gettext_lazy("gammon with the cube at %(cube)s"),
    Kind.BACKGAMMON.value: gettext_lazy("backgammon with the cube at %(cube)s"),
    DROPPED_TILE: gettext_lazy("double dropped with the cube at %(cube)s"),
}
KEYS: Final = {1: "1", 2: "2", 4: "4", 8: "8", 16: "6", 32: "3"}
"""The key for each cube value: its first digit that no smaller value uses."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One way in which a game can end: a cube value with a kind, or a dropped double.

    `value` is the value of the form field, such as "2-gammon", and `points` the points
    it gives. A tile that is not `is_possible` is disabled. `words` say the same.
    With `is_counted` the points follow from the checkers left. `counts` says for each
    winner what follows, None where that depends on more.
    """

    value: str
    how: str
    points: int
    is_possible: bool
    words: str
    is_counted: bool = False
    counts: tuple[GameEffect | None, ...] = ()


@dataclass(frozen=True, slots=True)
class PadGrid:
    """The tiles of the next game, from the lowest cube upwards.

    Each of the `rows` has a cube, the key that selects it on a keyboard, and its tiles.
    With `cube_is_fixed` the game is played without doubling, as in the Crawford game.
    With `by_checkers` the points follow from the checkers left (poengspill).
    With `is_decisive` one point wins the match for either side, so that a double gains
    nothing. `automatic` and `beavers` are the limits of the rules.
    """

    rows: tuple[tuple[int, str, tuple[Tile, ...]], ...]
    cube_is_fixed: bool
    is_crawford: bool
    is_decisive: bool
    by_checkers: bool
    automatic: int
    beavers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSide:
    """One side as the page shows it; `points` are hidden while players disagree.

    `other` is the opponent.
    """

    number: int
    css: str
    player: Player
    other: Player
    points: str
    needs: int
    won: bool
    claimed: bool


def grid_of(ledger: Ledger, *, also: Iterable[int] = ()) -> PadGrid:
    """Return the tiles of the next game of a match. `also` adds cube values.

    They depend on the rules and the standing alone, and on the language. Every saved
    game shows them, in a hall often the same ones.
    """
    standing = replace(ledger.standing, number=1, last_game=None)
    return _grid_at(ledger.rules, standing, tuple(also), get_language())


@lru_cache(maxsize=256)
def _grid_at(
    rules: MatchRules, standing: MatchScore, also: Sequence[int], _language: str | None
) -> PadGrid:
    ledger = Ledger(rules, (), standing)
    phase = ledger.phase
    values = cube_values(ledger) or (1,)
    is_fixed = not can_double(ledger)
    return _grid(
        ledger.rules,
        sorted({*values, *also}),
        counting_after(ledger),
        is_fixed=is_fixed,
        is_crawford=phase is Phase.CRAWFORD,
        is_decisive=values == (1,) and not is_fixed,
    )


def money_grid(
    rules: GameRules, counting: Counting, *, also: Iterable[int] = ()
) -> PadGrid:
    """Return the tiles of a game of a money session. `also` adds cube values."""
    values = [value for value in MONEY_CUBES if value <= rules.highest_cube]
    is_fixed = len(values) == 1
    return _grid(rules, sorted({*values, *also}), counting, is_fixed=is_fixed)


def _grid(
    rules: GameRules,
    cubes: Sequence[int],
    counting: Counting,
    *,
    is_fixed: bool,
    is_crawford: bool = False,
    is_decisive: bool = False,
) -> PadGrid:
    return PadGrid(
        rows=tuple(
            (cube, KEYS.get(cube, ""), _tiles(rules, cube, counting, is_fixed=is_fixed))
            for cube in cubes
        ),
        cube_is_fixed=is_fixed,
        is_crawford=is_crawford,
        is_decisive=is_decisive,
        by_checkers=rules.scoring == Scoring.CHECKERS,
        automatic=rules.automatic,
        beavers=rules.beavers,
    )


def _tiles(
    rules: GameRules, cube: int, counting: Counting, *, is_fixed: bool
) -> tuple[Tile, ...]:
    is_counted = rules.scoring == Scoring.CHECKERS
    kinds = [
        Tile(
            f"{cube}-{kind.value}",
            kind.value,
            rules.computed(
                GameResult(Side.ONE, kind, cube=cube), cube_in_play=not is_fixed
            ),
            is_possible=True,
            words=_words(kind.value, cube, is_counted=is_counted),
            is_counted=is_counted,
            counts=tuple(counting(GameResult(side, kind, cube=cube)) for side in Side),
        )
        for kind in ([Kind.SINGLE] if is_counted else Kind)
    ]
    can_drop = not is_fixed and cube < rules.highest_cube
    dropped = Tile(
        f"{cube}-{DROPPED_TILE}",
        DROPPED_TILE,
        cube,
        is_possible=can_drop,
        words=_words(DROPPED_TILE, cube),
        counts=tuple(
            counting(GameResult(side, cube=cube, ending=Ending.DROPPED))
            for side in Side
        ),
    )
    return (*kinds, dropped)


def _words(how: str, cube: int, *, is_counted: bool = False) -> str:
    if is_counted:
        return _("by the checkers left, cube at %(cube)s") % {"cube": cube}
    if cube == 1:
        return str(_PLAIN[how])
    return str(_WITH_CUBE[how]) % {"cube": cube}


def tile_of(result: GameResult) -> str:
    """Return the value of the tile for a game, "other" if no tile stands for it."""
    ending, cube = result.ending, result.cube
    tiles = {Ending.DROPPED: DROPPED_TILE, Ending.PLAYED: result.kind.value}
    plain = GameResult(result.winner, result.kind, cube=cube, ending=ending)
    is_plain = result == plain and ending in tiles
    return f"{cube}-{tiles[ending]}" if is_plain else "other"


def as_typed(line: GameLine | SessionGame, remark: str) -> dict[str, object]:
    """Return the initial values of the form that corrects a game.

    `remark` is what the reader may see of the remark.
    """
    game, result = line.game, line.game.result
    typed = {
        "winner": game.winner,
        "outcome": tile_of(result),
        "kind": game.kind,
        "cube": game.cube,
        "ending": game.ending,
        "automatic": game.automatic or None,
        "beavers": game.beavers or None,
        "awarded": game.awarded,
        "reason": game.reason,
        "remark": remark,
    }
    if result.checkers is not None:
        typed |= result.checkers._asdict()
    return typed


def offered(
    values: Iterable[int], form: forms.Form | None, field: str
) -> tuple[int | str, ...]:
    """Return the values of the buttons, and the typed value if it is another one."""
    known = tuple(values)
    typed = form[field].value() if form else None
    return known if typed in {None, "", *map(str, known)} else (*known, str(typed))


def new_game_form() -> GameForm:
    """Return the form with a single game preset, so that the winner is enough."""
    return GameForm(initial={"outcome": "1-single", "cube": 1, "kind": "single"})


def sides_of(match: Match) -> list[MatchSide]:
    """Return both sides with score, points needed, and whether they won."""
    scores = (match.score_1, match.score_2)
    return [
        MatchSide(
            number=int(side),
            css="one" if side is Side.ONE else "two",
            player=match.player(side),
            other=match.player(side.other),
            points=str(points) if match.shows_score else "–",
            needs=max(match.length - points, 0),
            won=match.shows_score and match.winner == side,
            claimed=match.shows_score and match.claimed == side,
        )
        for side, points in zip(Side, scores, strict=True)
    ]


def phase_of(view: MatchView | SessionView) -> Phase:
    """Return the phase of the Crawford rule that the score shows."""
    if isinstance(view, SessionView) or not view.match.shows_score:
        return Phase.NORMAL
    return view.ledger.phase
