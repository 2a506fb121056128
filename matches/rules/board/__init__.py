"""The game on the board: positions, legal plays, IDs.

Standard library only, like all of `matches.rules`.
"""

from matches.rules.board.ids import gnubg_id, read_id
from matches.rules.board.ids.gnubg import (
    match_id,
    position_from_id,
    position_id,
    situation_from_ids,
)
from matches.rules.board.ids.xgid import situation_from_xgid, xgid
from matches.rules.board.legality import IllegalPlayError, judge_play
from matches.rules.board.notation import (
    UNREADABLE_PLAY,
    Move,
    UnreadablePlayError,
    format_play,
    marked_hits,
    parse_play,
)
from matches.rules.board.plays import Play, Step, can_move, legal_plays
from matches.rules.board.position import (
    BAR,
    CHECKERS,
    HOME,
    NACKGAMMON,
    NO_POSITION,
    OFF,
    OPPONENT_ON_BAR,
    POINTS,
    START,
    TOO_MANY_CHECKERS,
    Dice,
    GameValue,
    Points,
    Position,
    PositionError,
    Situation,
    WhyWon,
    position_of,
    verdict,
)
