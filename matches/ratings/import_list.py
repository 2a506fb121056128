"""A pasted list of ratings, line by line, and the director's choice for each."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from matches.players.models import Player
from matches.players.roster import (
    RATING_UNREADABLE,
    KnownPlayer,
    ListedAs,
    ListLine,
    read_list,
)
from matches.players.services import NewPlayer
from matches.rules.ratings import POINT
from matches.rules.refusals import Refusal, RuleError
from matches.web.answers import sentence

RATING_MISSING = Refusal(
    "ratings.rating_missing",
    "This line has no rating. Use: Name; Club; Rating.",
)
RATING_IMPOSSIBLE = Refusal(
    "ratings.rating_impossible",
    "“%(rating)s” is not a valid rating. Enter a number from 0 to 9999 with "
    "up to two decimals, or leave it empty.",
)

SKIP: Final = "skip"
NEW: Final = "new"
BOUNDS: Final = (Decimal(0), Decimal(9999))
"""The range of ratings; some lists write 0 or 9999 for “none”."""


@dataclass(frozen=True, slots=True)
class ImportLine:
    """A line with the choice for it: a player's key, `new` or `skip`; "" without one.

    `problem` says why it cannot be imported.
    """

    line: ListLine
    field: str
    choice: str
    problem: RuleError | None

    @property
    def verdict(self) -> str:
        """How the line is marked."""
        return "error" if self.problem is not None else str(self.line.verdict)

    @property
    def reason(self) -> str:
        """Why the line cannot be imported, in the reader's language."""
        return "" if self.problem is None else sentence(self.problem)

    @property
    def is_open(self) -> bool:
        """Whether the director still has to choose."""
        return not self.choice

    @property
    def is_taken(self) -> bool:
        return self.choice not in {"", SKIP}


def read_lines(text: str, chosen: Mapping[str, str]) -> list[ImportLine]:
    """Return the lines of a list, with what was chosen. Raises TOO_MANY_LINES."""
    columns = ("key", "name", "club", "rating")
    rows = Player.objects.real().values_list(*columns)
    known = [KnownPlayer(key, name, club, rating) for key, name, club, rating in rows]
    return [_told(line, chosen) for line in read_list(text, known=known, entered=())]


def ratings_chosen(lines: list[ImportLine]) -> list[tuple[Player | NewPlayer, int]]:
    """Return the ratings of players by the choices made. One query."""
    keys = {line.choice for line in lines if line.is_taken and line.choice != NEW}
    players = {player.key: player for player in Player.objects.filter(key__in=keys)}
    found: list[tuple[Player | NewPlayer, int]] = []
    for one in lines:
        line = one.line
        if not one.is_taken or line.rating is None:
            continue
        person: Player | NewPlayer | None = players.get(one.choice)
        if one.choice == NEW:
            person = NewPlayer(
                line.name,
                line.club,
                sort_name=line.sort_name,
                country=line.country or "",
            )
        if person is not None:
            found.append((person, int(line.rating * POINT)))
    return found


def _told(line: ListLine, chosen: Mapping[str, str]) -> ImportLine:
    problem = _problem(line)
    field = f"line-{hashlib.sha256(line.raw.encode()).hexdigest()[:12]}"
    choice = SKIP if problem else _choice(line, chosen.get(field, ""))
    return ImportLine(line, field, choice, problem)


def _problem(line: ListLine) -> RuleError | None:
    error = line.error
    if error is not None and error.refusal is RATING_UNREADABLE:
        # A list of players may leave a rating out or say 0; a list of ratings may not.
        return RATING_IMPOSSIBLE(rating=error.params["rating"])
    if error is not None:
        return error
    if line.rating is None:
        return RATING_MISSING()
    low, high = BOUNDS
    if not low < line.rating < high:
        return RATING_IMPOSSIBLE(rating=f"{line.rating:f}")
    return None


def _choice(line: ListLine, chosen: str) -> str:
    if line.verdict is ListedAs.KNOWN and line.known is not None:
        return line.known.key
    if line.verdict is ListedAs.NEW:
        return NEW
    if line.verdict is ListedAs.UNSURE:
        allowed = {candidate.key for candidate in line.candidates} | {NEW, SKIP}
        return chosen if chosen in allowed else ""
    return SKIP
