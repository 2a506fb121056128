"""The behaviour of the invented people of a practice. Pure: it follows from a seed.

All times are seconds of the practice, which pass faster than real ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Final

from matches.rules import GameResult, Kind, Side

MINUTE: Final = 60


class ReportingWay(StrEnum):
    """The ways in which the result of a match reaches the desk."""

    REPORTED = "reported"
    """One player reports by phone, the other confirms."""
    LIVE = "live"
    """Every game is recorded as it ends."""
    SHEET = "sheet"
    """The score sheet is handed in; a director types it."""
    DISPUTED = "disputed"
    """The two players report different results."""
    WRONG = "wrong"
    """Both confirm the wrong way round, and notice it later."""
    LATE = "late"
    """One of them comes late to the table; then it is reported."""


_WAYS: Final = (
    *(
        ReportingWay.REPORTED,
        ReportingWay.LIVE,
        ReportingWay.SHEET,
        ReportingWay.DISPUTED,
        ReportingWay.REPORTED,
    ),
    *(
        ReportingWay.LATE,
        ReportingWay.SHEET,
        ReportingWay.WRONG,
        ReportingWay.LIVE,
        ReportingWay.REPORTED,
    ),
)
"""The order of the ways, so that each occurs within ten matches."""
MINUTES_A_POINT: Final = 7
GAME: Final = 9 * MINUTE
"""The duration of a game that is recorded when it ends."""
FIRST_NAMES: Final = (
    *("Abel", "Berit", "Casper", "Ditte", "Emil", "Fenna", "Gustav", "Helle"),
    *("Ivar", "Jette", "Kjeld", "Lotte", "Mats", "Nynke", "Oskar", "Petra"),
)
LAST_NAMES: Final = (
    *("Almskov", "van Beekveld", "Czarnfelt", "Dalsmark", "Enegård", "Fjellheim"),
    *("Grønhøj", "Hallingdal", "Isfelt", "Jernström", "Klintø"),
)
CLUBS: Final = ("Nordby BK", "Sundvik", "Westpolder", "Fjordheim", "")
MOST_PEOPLE: Final = 64
"""The most people; the lists of names make more different names than this."""


@dataclass(frozen=True, slots=True)
class Course:
    """The course of one match.

    `sits` is the time from the call until both sit, `plays` from then to the end.
    `score` is how it ends, in the order of the sides; games that are recorded one by
    one end as they end.
    """

    way: ReportingWay
    sits: int
    plays: int
    score: tuple[int, int]

    @property
    def other_score(self) -> tuple[int, int]:
        """The wrong result that a player reports: the exchanged score."""
        one, two = self.score
        return two, one


def course_of(seed: str, number: int, length: int) -> Course:
    """Return the course of a match by its number and length."""
    chance = _chances(seed, "match", number)
    way = _WAYS[(number + chance_of(seed)) % len(_WAYS)]
    loser = chance[0] % length
    is_late = way == ReportingWay.LATE
    return Course(
        way=way,
        sits=(6 * MINUTE if is_late else 20) + chance[1] % (6 * MINUTE),
        plays=(length + loser)
        * MINUTES_A_POINT
        * MINUTE
        // 2
        * (75 + chance[2] % 50)
        // 100,
        score=(length, loser) if chance[3] % 2 else (loser, length),
    )


def game_of(seed: str, number: int, game: int, *, cube_is_free: bool) -> GameResult:
    """Return a game of a match that is recorded game by game."""
    chance = _chances(seed, f"game {number}", game)
    return GameResult(
        winner=Side(1 + chance[0] % 2),
        kind=Kind.GAMMON if chance[1] % 4 == 0 else Kind.SINGLE,
        cube=2 if cube_is_free and chance[2] % 2 else 1,
    )


def invented_people(seed: str, count: int) -> Sequence[tuple[str, str]]:
    """Return the names and clubs of invented people, no name twice."""
    first = chance_of(seed)
    found = []
    for place in range(count):
        # The lengths of the lists have no common divisor, so every pair of names comes
        # once.
        step = first + place
        name = FIRST_NAMES[step % len(FIRST_NAMES)]
        found.append(
            (
                f"{name} {LAST_NAMES[step % len(LAST_NAMES)]}",
                CLUBS[(step * 7 + place) % len(CLUBS)],
            )
        )
    return found


def arrives_at(seed: str, place: int) -> int:
    """Return when a latecomer arrives, in seconds of the practice."""
    return MINUTE + _chances(seed, "arrival", place)[0] * 2


def chance_of(seed: str) -> int:
    """Return the random number of a practice."""
    return _chances(seed, "all", 0)[0]


def _chances(seed: str, what: str, number: int) -> bytes:
    return sha256(f"{seed} {what} {number}".encode()).digest()
