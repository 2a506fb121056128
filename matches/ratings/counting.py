"""Which matches count on a rating list, and in which order."""

from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Q

from matches.ledger.models.match import ENDED, Match
from matches.ledger.occasions import shown_day
from matches.players.models import Player
from matches.ratings.models import MOMENT_BITS, GivenRating, RatingList

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_TICK: Final = timedelta(milliseconds=1)
_LAST_DAY: Final = (1 << (63 - MOMENT_BITS)) - 1
"""The largest day that fits into a moment, in the year 5742."""
AT_ONCE: Final = 5000
"""How many matches one query may name."""


class CountedMatch(NamedTuple):
    """A match that counts, with its place in the order of results."""

    moment: int
    match: int
    player_1: int
    player_2: int
    length: int
    winner: int


def first_moment(day: date) -> int:
    """Return a moment before every match of this day."""
    return min(day.toordinal(), _LAST_DAY) << MOMENT_BITS


def moment_of(day: date, ended: datetime) -> int:
    """Return the place of a match in the order of results: its day, then its end."""
    return first_moment(day) + max(0, (ended - EPOCH) // _TICK)


def suits(of: RatingList) -> Q:
    """Return which matches count on a list once they are over."""
    # A pair in doubles is no player of a list.
    pairs = Player.members.through.objects.values("from_player_id")
    found = Q(
        rated=True, length__gte=max(1, of.least_length), length__lte=of.most_length
    )
    found &= ~Q(player_1__in=pairs) & ~Q(player_2__in=pairs)
    if not of.takes_tournaments:
        found &= Q(in_event=False)
    if not of.takes_club:
        found &= Q(in_event=True)
    if of.members_only:
        members = GivenRating.objects.valid().filter(list=of).values("player")
        found &= Q(player_1__in=members) & Q(player_2__in=members)
    return found


def ended_so(of: RatingList) -> Q:
    """Return the condition on how a match ended, for it to count on a list."""
    how = Match.How
    endings = [how.PLAYED]
    endings += [how.RETIRED] if of.takes_retired else []
    endings += [how.PENALTY, how.TIME] if of.takes_penalties else []
    endings += [how.WALKOVER, how.FORFEIT] if of.takes_walkovers else []
    return Q(state=Match.State.DONE, winner__isnull=False, how__in=endings)


def counted(
    of: RatingList, *, among: Collection[int] | None = None
) -> Iterator[CountedMatch]:
    """Return the matches that count on a list, in no order; or those `among` some."""
    if of.rule.imported:
        return
    rows = Match.objects.filter(suits(of) & ended_so(of))
    parts = (
        [rows]
        if among is None
        else (rows.filter(pk__in=part) for part in parts_of(among))
    )
    for part in parts:
        found = part.order_by().annotate(day=shown_day(), ended=ENDED)
        columns = ("pk", "player_1_id", "player_2_id", "length", "winner")
        for *match, day, ended in found.values_list(*columns, "day", "ended"):
            if of.from_day is None or day >= of.from_day:
                yield CountedMatch(moment_of(day, ended), *match)


def parts_of(keys: Iterable[int]) -> Iterator[list[int]]:
    """Yield keys in parts that one query may name."""
    found = list(keys)
    for start in range(0, len(found), AT_ONCE):
        yield found[start : start + AT_ONCE]
