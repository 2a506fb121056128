"""The recorded matches to which a file of an archive may belong."""

import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, TypeAlias

from django.utils import timezone

from matches.files.archive.models import ArchiveFile
from matches.files.compare import FileComparison, compare_rows, parsed
from matches.ledger.models.facts import Game
from matches.ledger.models.match import Match
from matches.ledger.occasions import Occasion, occasions_of

MOST_CANDIDATES: Final = 5
NEAR: Final = timedelta(days=3)
"""The largest difference of dates at which a file may belong to a match."""

_Pair: TypeAlias = tuple[frozenset[int], int]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A match to which a file may belong, with its occasion.

    `games` is the comparison of the file with the recorded games, None if there are
    none. `shares_day`: another candidate has the same day.
    """

    match: Match
    occasion: Occasion | None
    games: FileComparison | None = None
    shares_day: bool = False


class Encounters:
    """The matches between some players to which files may belong. One query."""

    def __init__(self, files: Iterable[ArchiveFile]) -> None:
        asked = {pair for pair in map(_pair, files) if pair is not None}
        people = {player for pair, _length in asked for player in pair}
        self._found: dict[_Pair, list[Match]] = defaultdict(list)
        if not asked:
            return
        matches = (
            Match.objects.filter(player_1__in=people, player_2__in=people)
            .exclude(state=Match.State.VOID)
            .select_related("player_1", "player_2", "profile")
            .order_by("-created_at")
        )
        for match in matches:
            key = frozenset((match.player_1_id, match.player_2_id)), match.length
            self._found[key].append(match)

    def all_of(self, file: ArchiveFile) -> list[Match]:
        """Return every match of the two players with this length, the newest first."""
        pair = _pair(file)
        return [] if pair is None else self._found.get(pair, [])

    def near(self, file: ArchiveFile) -> list[Match]:
        """Return those near the day of the file, or all if the file has no day."""
        day = file.day
        found = self.all_of(file)
        if day is None:
            return found
        return [match for match in found if abs(day_of(match) - day) <= NEAR]


def time_of(match: Match) -> datetime:
    """Return the local time when a match was played, or opened."""
    return timezone.localtime(match.finished_at or match.created_at)


def day_of(match: Match) -> date:
    """Return the day when a match was played, or opened."""
    return time_of(match).date()


def score_in_file(file: ArchiveFile, match: Match) -> tuple[int, int]:
    """Return the recorded score in the order of the columns of a file."""
    if match.player_1_id == file.player_1_id:
        return match.score_1, match.score_2
    return match.score_2, match.score_1


def fits(file: ArchiveFile, match: Match) -> bool:
    """Return True if a match has no result, or the same final score as the file."""
    if match.state == Match.State.READY:
        return True
    in_file = (file.score_1, file.score_2)
    is_done = match.state == Match.State.DONE and match.how == Match.How.PLAYED
    return is_done and not match.is_money and score_in_file(file, match) == in_file


def candidates(file: ArchiveFile) -> list[Candidate]:
    """Return the matches to which a file may belong, those nearest to its day first.

    Without a day the newest come first. The file is read only if games are recorded
    with which it can be compared. Three queries, four if it is read.
    """
    found = _ranked(file, Encounters([file]).all_of(file))[:MOST_CANDIDATES]
    if file.match is not None and file.match not in found:
        found.append(file.match)
    occasions = occasions_of(found)
    recorded = _games_of(found)
    days = Counter(map(day_of, found))
    return [
        Candidate(
            match,
            occasions.get(match.pk),
            games=_compared(file, match, recorded[match.pk]),
            shares_day=days[day_of(match)] > 1,
        )
        for match in found
    ]


def _ranked(file: ArchiveFile, matches: Iterable[Match]) -> list[Match]:
    newest = sorted(matches, key=time_of, reverse=True)
    day = file.day
    if day is None:
        return newest
    return sorted(newest, key=lambda match: abs(day_of(match) - day))


def _games_of(matches: Sequence[Match]) -> dict[int, list[Game]]:
    games: dict[int, list[Game]] = defaultdict(list)
    if matches:
        valid = Game.objects.valid().filter(match__in=matches)
        for game in valid.order_by("match", "number"):
            games[game.match_id].append(game)
    return games


def _compared(
    file: ArchiveFile, match: Match, games: Sequence[Game]
) -> FileComparison | None:
    if not games:
        return None
    content = zlib.decompress(file.content)
    judged = parsed(content, name=file.name, length=match.length)
    swapped = match.player_1_id != file.player_1_id
    return compare_rows(match, judged, swapped=swapped, games=games, others=())


def _pair(file: ArchiveFile) -> _Pair | None:
    one, two = file.player_1_id, file.player_2_id
    if one is None or two is None or one == two or file.length is None:
        return None
    return frozenset((one, two)), file.length
