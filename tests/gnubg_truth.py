"""Matches with a truth beside them, played by GNU Backgammon or invented here.

A truth file says of every game who won, how, at which cube, and the score before and
after. Its scores are not capped, its sides are 0 and 1, and a dropped double leaves the
cube at the value before it, as in our own records.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from matches.rules import Ending, GameResult, Kind, MatchRules, Score, Side

_REPOSITORY = Path(__file__).resolve().parents[1]

INVENTED = _REPOSITORY / "tests" / "golden" / "invented_match.json"
FOLDER = _REPOSITORY.parent / "shared" / "transcripts" / "made-by-gnubg"
"""Lies beside the repository on some machines only."""

SIDES = (Side.ONE, Side.TWO)
# A resignation is entered as a game played to the end, at the kind agreed on.
ENDINGS = {"played": Ending.PLAYED, "resign": Ending.PLAYED, "drop": Ending.DROPPED}


@dataclass(frozen=True, slots=True)
class TruthGame:
    """One game; `note` says where the truth is not sure of itself."""

    number: int
    result: GameResult
    points: int
    before: Score
    after: Score
    is_crawford: bool
    note: str


@dataclass(frozen=True, slots=True)
class Truth:
    """One match, or a money session, which has no rules."""

    name: str
    players: tuple[str, str]
    length: int
    rules: MatchRules | None
    games: tuple[TruthGame, ...]
    winner: Side | None
    final: Score
    has_automatic_doubles: bool

    @property
    def results(self) -> list[GameResult]:
        """The games as somebody enters them."""
        return [game.result for game in self.games]


def truth_files() -> list[Path]:
    """The files of GNU Backgammon, without those of other dialects; none if absent."""
    return sorted(path for path in FOLDER.glob("*.json") if "." not in path.stem)


def load_truth(path: Path) -> Truth:
    """Read one file."""
    found = json.loads(path.read_text(encoding="utf-8"))
    length = found["match_length"]
    return Truth(
        name=found["id"],
        players=(found["players"][0], found["players"][1]),
        length=length,
        rules=MatchRules(length, crawford="Crawford" in found["rules"])
        if length
        else None,
        games=tuple(_game(game) for game in found["games"]),
        winner=None if found["winner"] is None else SIDES[found["winner"]],
        final=Score(*found["final_score"]),
        has_automatic_doubles=found["automatic_doubles"],
    )


def _game(found: dict[str, Any]) -> TruthGame:
    return TruthGame(
        number=found["n"],
        result=GameResult(
            SIDES[found["winner"]],
            Kind(found["result"]),
            cube=found["cube"],
            ending=ENDINGS[found["ended_by"]],
            automatic=found.get("initial_cube", 1).bit_length() - 1,
        ),
        points=found["points"],
        before=Score(*found["score_before"]),
        after=Score(*found["score_after"]),
        is_crawford=found["crawford"],
        note=found.get("note", ""),
    )
