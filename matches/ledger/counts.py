"""Keeps the counts of the games of a match beside its result."""

from collections.abc import Iterable
from typing import Final

from matches.ledger.models.facts import Adjustment, Game, in_order
from matches.ledger.models.match import Match, MatchCounts
from matches.rules import Ledger, rescore
from matches.rules.ledger import GameCounts, count_games

AT_ONCE: Final = 500
_COLUMNS: Final = [f"{field}_{side}" for field in GameCounts._fields for side in (1, 2)]


def keep_counts(match: Match, ledger: Ledger) -> None:
    """Write the counts of the games of a match. One query."""
    _write([_row(match, ledger)])


def forget_counts(match: Match) -> None:
    """Remove the counts of a match without games. One query."""
    MatchCounts.objects.filter(match=match).delete()


def count_again(keys: Iterable[int]) -> None:
    """Count the games of decided matches anew, such as those of an imported file."""
    wanted = list(keys)
    for start in range(0, len(wanted), AT_ONCE):
        part = Match.objects.filter(pk__in=wanted[start : start + AT_ONCE])
        matches = part.filter(state=Match.State.DONE, length__gt=0)
        rows = [
            _row(match, ledger)
            for match, ledger in _ledgers(list(matches.select_related("profile")))
            if ledger.lines
        ]
        _write(rows)


def _ledgers(matches: list[Match]) -> Iterable[tuple[Match, Ledger]]:
    games: dict[int, list[Game]] = {match.pk: [] for match in matches}
    decisions: dict[int, list[Adjustment]] = {match.pk: [] for match in matches}
    for game in Game.objects.valid().filter(match__in=games).order_by("number"):
        games[game.match_id].append(game)
    given = Adjustment.objects.valid().filter(match__in=games)
    for row in given.order_by("before", "pk"):
        decisions[row.match_id].append(row)
    for match in matches:
        facts = in_order(games[match.pk], decisions[match.pk])
        yield match, rescore(match.rules, facts)


def _row(match: Match, ledger: Ledger) -> MatchCounts:
    values = {
        f"{field}_{side}": value
        for side, counts in enumerate(count_games(ledger), 1)
        for field, value in counts._asdict().items()
    }
    return MatchCounts(match=match, **values)


def _write(rows: list[MatchCounts]) -> None:
    # One statement inserts or replaces: looking first would let two writers both
    # insert.
    MatchCounts.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["match"], update_fields=_COLUMNS
    )
