"""Which matches count on a rating list; computes it from them; the job for it.

A list is always computed from its first match on: an old result changes all later
ratings. It is read and computed first, and then written in one short transaction, which
writes what differs, and nothing if the list was computed or changed meanwhile.

The job is not part of a result's transaction: the lock of a list would make all results
of a hall wait for each other. `ratings_due` of a match is written with its state, so a
crash loses nothing.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from operator import itemgetter
from typing import Final, TypeAlias

from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from matches.jobs import queue as jobs_queue
from matches.jobs.models import Job
from matches.ledger.models.match import ENDED, Match
from matches.ledger.occasions import shown_day
from matches.players.models import Player, PlayerMerge
from matches.ratings.models import (
    MOMENT_BITS,
    GivenRating,
    ListedPlayer,
    RatedMatch,
    RatingImport,
    RatingList,
    Recalculation,
    RecalculationCause,
    RecalculationMove,
    day_of_moment,
)
from matches.rules.ratings import Ladder, Worth

KIND: Final = "ratings"
AGAIN_AFTER: Final = timedelta(minutes=1)
"""The delay before the next try after a failure."""
_TRIES: Final = 5
_RESULT: Final = itemgetter(2, 3, 4, 5)
_MATCH: Final = ("moment", "match_id", "player_1_id", "player_2_id", "length", "winner")
_WORTH: Final = ("before_1", "after_1", "before_2", "after_2")
_COLUMNS: Final = (*_MATCH, *_WORTH)
_PLAYER: Final = ("rating", "experience", "matches", "wins", "last_day")
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_TICK: Final = timedelta(milliseconds=1)
_LAST_DAY: Final = (1 << (63 - MOMENT_BITS)) - 1
"""The largest day that fits into a moment, in the year 5742."""
AT_ONCE: Final = 5000
"""How many matches one query may name."""


class OvertakenError(Exception):
    """Another computation or a change of the rules was stored first."""


CountedMatch: TypeAlias = tuple[int, int, int, int, int, int]
"""A match that counts: its place in the order of results, its key, and `_RESULT`.

These are both players, the length and the winner.
"""


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
                yield (moment_of(day, ended), *match)


def parts_of(keys: Iterable[int]) -> Iterator[list[int]]:
    found = list(keys)
    for start in range(0, len(found), AT_ONCE):
        yield found[start : start + AT_ONCE]


Computed: TypeAlias = tuple[Ladder, Sequence[CountedMatch], Sequence[Worth]]
"""The ladder, the matches that count in their order, and what each was worth."""


# The job -------------------------------------------------------------------


def queue_due() -> list[int]:
    """Queue the job if a list is due and no such job is open; return its id."""
    if not is_due():
        return []
    return jobs_queue.queue_alone(KIND, again_after=AGAIN_AFTER)


def compute(job: Job) -> None:
    bring_up_to_date()
    with transaction.atomic():
        jobs_queue.finish(job)


def is_due() -> bool:
    """Return True if a list has to be computed. Two queries, both by an index."""
    lists = RatingList.objects.live()
    if not lists.exists():
        return False
    is_stale = lists.filter(is_stale=True).exists()
    return is_stale or Match.objects.filter(ratings_due=True).exists()


def bring_up_to_date() -> None:
    """Compute all lists if results changed, else the stale ones."""
    rows = Match.objects.filter(ratings_due=True)
    due = dict(rows.values_list("pk", "revision"))
    for pk in RatingList.objects.live().values_list("pk", flat=True):
        _refresh(pk, is_due=bool(due))
    # Only after all lists are stored. If the process dies before, the next run computes
    # the same changes again, and finds that nothing differs.
    _forget(due)


def _forget(due: Mapping[int, int]) -> None:
    """Clear `ratings_due` of matches, unless their revision changed since."""
    table = Match._meta.db_table
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {table} SET ratings_due = %s WHERE id = %s AND revision = %s",  # noqa: S608 - a name of our own
            [(False, pk, revision) for pk, revision in due.items()],
        )


def _refresh(pk: int, *, is_due: bool) -> None:
    for _ in range(_TRIES):
        rating_list = RatingList.objects.live().filter(pk=pk).first()
        if rating_list is None or not (is_due or rating_list.is_stale):
            return
        try:
            _write(rating_list, computed(rating_list))
        except OvertakenError:
            continue
        return
    raise OvertakenError


# Computing -----------------------------------------------------------------


def computed(rating_list: RatingList) -> Computed:
    """Return the whole list, computed from all results. Two queries.

    Imported ratings come before the matches of their day.
    """
    rule, start = rating_list.rule, rating_list.start
    ladder = Ladder(rule, start=start, counts_own=rating_list.own)
    matches = sorted(counted(rating_list))
    worth: list[Worth] = []
    given = GivenRating.objects.valid().filter(list=rating_list).order_by("day", "pk")
    begin = 0
    for day, *gift in given.values_list("day", "player_id", "rating", "experience"):
        end = bisect_left(matches, (first_moment(day),))
        worth += ladder.rate(map(_RESULT, matches[begin:end]))
        ladder.give(*gift)
        begin = end
    worth += ladder.rate(map(_RESULT, matches[begin:]))
    return ladder, matches, worth


def _records(matches: Iterable[CountedMatch]) -> dict[int, tuple[int, int, date]]:
    """Return how many matches each player rated and won, and the last day."""
    played: Counter[int] = Counter()
    won: Counter[int] = Counter()
    last: dict[int, int] = {}
    for moment, _match, one, two, _length, winner in matches:
        played[one] += 1
        played[two] += 1
        won[one if winner == 1 else two] += 1
        last[one] = last[two] = moment
    return {
        player: (count, won[player], day_of_moment(last[player]))
        for player, count in played.items()
    }


# Writing -------------------------------------------------------------------


def _write(rating_list: RatingList, now: Computed) -> None:
    """Write what differs. Raises OvertakenError: it was stored since it was read."""
    ladder, matches, worths = now
    rows = RatedMatch.objects.filter(list=rating_list)
    before = {row[1]: row for row in rows.values_list(*_COLUMNS)}
    after = {
        match[1]: (*match, *worth) for match, worth in zip(matches, worths, strict=True)
    }
    gone = before.keys() - after.keys()
    differing = [row for key, row in after.items() if before.get(key) != row]
    if not (rating_list.is_stale or gone or differing):
        return
    with transaction.atomic():
        locked = RatingList.objects.live().filter(
            pk=rating_list.pk, revision=rating_list.revision
        )
        # The UPDATE is the lock: it finds the row only if nothing was stored since the
        # list was read, and holds it until the commit.
        if not locked.update(
            revision=F("revision") + 1,
            is_stale=False,
            matches=len(after),
            computed_at=timezone.now(),
        ):
            raise OvertakenError
        for part in parts_of(gone):
            rows.filter(match__in=part).delete()
        RatedMatch.objects.bulk_create(
            (
                RatedMatch(list=rating_list, **dict(zip(_COLUMNS, row, strict=True)))
                for row in differing
            ),
            update_conflicts=True,
            unique_fields=["list", "match"],
            update_fields=[name.removesuffix("_id") for name in _COLUMNS],
        )
        moves = _write_players(rating_list, ladder, _records(matches))
        is_corrected = bool(gone) or any(row[1] in before for row in differing)
        was_computed = rating_list.computed_at is not None
        if was_computed if rating_list.is_stale else is_corrected:
            _publish(rating_list, before, after, moves=moves, rated=len(differing))


def _write_players(
    rating_list: RatingList,
    ladder: Ladder,
    records: Mapping[int, tuple[int, int, date]],
) -> list[tuple[int, int | None, int | None]]:
    """Write the players that differ; return whose rating moved, before and after."""
    after = {
        player: (
            ladder.rating_of(player),
            ladder.experience[player],
            *records.get(player, (0, 0, None)),
        )
        for player in ladder.players()
    }
    rows = ListedPlayer.objects.filter(list=rating_list)
    before = {row[0]: row[1:] for row in rows.values_list("player_id", *_PLAYER)}
    for part in parts_of(before.keys() - after.keys()):
        rows.filter(player__in=part).delete()
    ListedPlayer.objects.bulk_create(
        (
            ListedPlayer(
                list=rating_list,
                player_id=player,
                **dict(zip(_PLAYER, row, strict=True)),
            )
            for player, row in after.items()
            if before.get(player) != row
        ),
        update_conflicts=True,
        unique_fields=["list", "player"],
        update_fields=_PLAYER,
    )
    ratings = (
        (player, before.get(player, (None,))[0], after.get(player, (None,))[0])
        for player in sorted(before.keys() | after.keys())
    )
    return [move for move in ratings if move[1] != move[2]]


def _publish(
    rating_list: RatingList,
    before: Mapping[int, tuple[int, ...]],
    after: Mapping[int, tuple[int, ...]],
    *,
    moves: Iterable[tuple[int, int | None, int | None]],
    rated: int,
) -> None:
    """Store which ratings changed and why, as a public `Recalculation`."""
    size = len(_MATCH)
    causes = [
        (key, was, now)
        for key in sorted(before.keys() | after.keys())
        for was, now in [(before.get(key, ())[:size], after.get(key, ())[:size])]
        if was != now and not rating_list.is_stale
    ]
    if not moves and not causes:
        return
    moments = [row[0] for _key, *rows in causes for row in rows if row]
    recalculation = Recalculation.objects.create(
        list=rating_list,
        reason=_reason(rating_list),
        from_day=day_of_moment(min(moments)) if moments else None,
        matches=rated,
    )
    RecalculationCause.objects.bulk_create(
        RecalculationCause(
            recalculation=recalculation,
            match_id=key,
            winner_was=was[-1] if was else None,
            winner_is=now[-1] if now else None,
        )
        for key, was, now in causes
    )
    RecalculationMove.objects.bulk_create(
        RecalculationMove(
            recalculation=recalculation, player_id=player, before=was, after=now
        )
        for player, was, now in moves
    )


def _reason(rating_list: RatingList) -> str:
    since = rating_list.computed_at
    if not rating_list.is_stale or since is None:
        return Recalculation.Reason.RESULTS
    imports = RatingImport.objects.filter(list=rating_list)
    if imports.filter(Q(at__gt=since) | Q(taken_back_at__gt=since)).exists():
        return Recalculation.Reason.GIVEN
    if PlayerMerge.objects.filter(Q(at__gt=since) | Q(undone_at__gt=since)).exists():
        return Recalculation.Reason.PEOPLE
    return Recalculation.Reason.RULES
