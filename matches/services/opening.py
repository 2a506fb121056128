"""Opening, cancelling and locking matches, many at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F
from django.utils import timezone

from matches.codes import new_match_code
from matches.models import Match
from matches.rules import MatchRules


@dataclass(frozen=True, slots=True)
class NewMatch:
    """Who plays whom, by primary keys of players."""

    player_1: int
    player_2: int


def open_matches(*, new: Sequence[NewMatch], rules: MatchRules) -> list[Match]:
    """Create matches in the given order, each with a code of its own."""
    codes = _fresh_codes(len(new))
    return Match.objects.bulk_create(
        Match(
            code=code,
            length=rules.length,
            crawford=rules.crawford,
            cube_cap=rules.cube_cap,
            player_1_id=pair.player_1,
            player_2_id=pair.player_2,
        )
        for code, pair in zip(codes, new, strict=True)
    )


def cancel_matches(match_ids: Iterable[int]) -> None:
    """Void matches that will not be played; their codes open nothing any more."""
    Match.objects.filter(pk__in=list(match_ids)).update(
        state=Match.State.VOID, revision=F("revision") + 1
    )


def lock_matches(match_ids: Iterable[int]) -> None:
    """Refuse changes from now on."""
    Match.objects.filter(pk__in=list(match_ids)).update(locked_at=timezone.now())


def unlock_matches(match_ids: Iterable[int]) -> None:
    """Allow changes again."""
    Match.objects.filter(pk__in=list(match_ids)).update(locked_at=None)


def _fresh_codes(count: int) -> list[str]:
    codes: set[str] = set()
    while len(codes) < count:
        tried = {new_match_code() for _ in range(count - len(codes))}
        codes |= tried - set(
            Match.objects.filter(code__in=tried).values_list("code", flat=True)
        )
    return list(codes)
