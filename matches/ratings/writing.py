"""Writes what was computed of a rating list, in one short transaction."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.db import connection, transaction
from django.db.models import Count, F, Max, Q
from django.utils import timezone

from matches.ratings.checkpoints import EVERY, packed
from matches.ratings.counting import CountedMatch, parts_of
from matches.ratings.models import (
    Checkpoint,
    GivenRating,
    ListedPlayer,
    RatedMatch,
    RatingList,
    Recalculation,
    RecalculationCause,
    RecalculationMove,
    day_of_moment,
)
from matches.ratings.replaying import (
    NewCheckpoint,
    Record,
    ladder_of,
)
from matches.rules.ratings import Ladder, Worth

COLUMNS: Final = (
    *("moment", "match_id", "player_1_id", "player_2_id", "length", "winner"),
    *("before_1", "after_1", "before_2", "after_2"),
)


class OvertakenError(Exception):
    """Another computation or a change of the rules was stored first."""


@dataclass(slots=True)
class Work:
    """The rows to be written for one list."""

    of: RatingList
    ladder: Ladder
    whole: bool
    reason: str = Recalculation.Reason.RESULTS
    gone: Collection[int] = ()
    added: Sequence[tuple[CountedMatch, Worth]] = ()
    changed: Sequence[tuple[CountedMatch, Worth]] = ()
    marks: Sequence[NewCheckpoint] = ()
    marks_from: int = 0
    players: Collection[int] = ()
    recorded: Mapping[int, Record] = field(default_factory=dict)
    causes: Sequence[tuple[int, int | None, int | None]] = ()
    from_moment: int | None = None
    is_published: bool = True


def write_list(work: Work) -> None:
    """Write the rows of one list.

    Raises OvertakenError, and writes nothing, if the list was stored since it was read.
    """
    of = work.of
    with transaction.atomic():
        locked = RatingList.objects.live().filter(pk=of.pk, revision=of.revision)
        count = len(work.added) - len(work.gone) + (0 if work.whole else of.matches)
        # The UPDATE is the lock: it finds the row only if nothing was stored since the
        # list was read, and holds it until the commit.
        if not locked.update(
            revision=F("revision") + 1,
            is_stale=False,
            matches=count,
            computed_at=timezone.now(),
        ):
            raise OvertakenError
        before = _ratings(of, None if work.is_published else ())
        _write_matches(work)
        _write_marks(work, count)
        _write_players(work)
        if work.is_published:
            _publish(work, before)


def _ratings(of: RatingList, players: Collection[int] | None) -> dict[int, int]:
    if players is not None:
        return {}
    rows = ListedPlayer.objects.filter(list=of)
    return dict(rows.values_list("player_id", "rating"))


def _write_matches(work: Work) -> None:
    rows = RatedMatch.objects.filter(list=work.of)
    if work.whole:
        rows.delete()
    for part in parts_of(work.gone):
        rows.filter(match__in=part).delete()
    table = RatedMatch._meta.db_table
    columns = ", ".join(("list_id", *COLUMNS))
    places = ", ".join(["%s"] * (1 + len(COLUMNS)))
    sets = ", ".join(f"{column} = %s" for column in COLUMNS)
    key = work.of.pk
    with connection.cursor() as cursor:
        # A million rows would take too much memory with `bulk_create`.
        if work.added:
            cursor.executemany(
                f"INSERT INTO {table} ({columns}) VALUES ({places})",  # noqa: S608 - names of our own
                [(key, *match, *worth) for match, worth in work.added],
            )
        if work.changed:
            cursor.executemany(
                f"UPDATE {table} SET {sets} WHERE list_id = %s AND match_id = %s",  # noqa: S608 - names of our own
                [(*match, *worth, key, match.match) for match, worth in work.changed],
            )


def _write_marks(work: Work, count: int) -> None:
    of = work.of
    rows = Checkpoint.objects.filter(list=of)
    stale = rows if work.whole else rows.filter(moment__gte=work.marks_from)
    stale.delete()
    Checkpoint.objects.bulk_create(
        Checkpoint(
            list=of,
            moment=mark.moment,
            match_number=mark.match,
            rated=mark.rated,
            content=mark.content,
        )
        for mark in work.marks
    )
    if work.marks or work.is_published or count < EVERY:
        return
    newest = rows.aggregate(newest=Max("rated"))["newest"] or 0
    if count - newest >= EVERY:
        _mark_end(work, count)


def _mark_end(work: Work, count: int) -> None:
    """Store a checkpoint after the matches that were appended."""
    last, _worth = work.added[-1]
    ladder = ladder_of(work.of)
    rows = ListedPlayer.objects.filter(list=work.of)
    for player, rating, experience in rows.values_list(
        "player_id", "rating", "experience"
    ):
        ladder.give(player, rating, experience)
    for player in work.ladder.players():
        after = work.ladder
        ladder.give(player, after.rating_of(player), after.experience[player])
    Checkpoint.objects.create(
        list=work.of,
        moment=last.moment,
        match_number=last.match,
        rated=count,
        content=packed(ladder),
    )


def _write_players(work: Work) -> None:
    of = work.of
    recorded = work.recorded if work.whole else _records(of, work.players)
    rows = ListedPlayer.objects.filter(list=of)
    if work.whole:
        rows.delete()
    given = GivenRating.objects.valid().filter(list=of)
    members = set(given.values_list("player_id", flat=True))
    nobody = Record(0, 0, None)
    staying = [
        player for player in work.players if player in recorded or player in members
    ]
    if not work.whole:
        for part in parts_of(set(work.players) - set(staying)):
            rows.filter(player__in=part).delete()
    ListedPlayer.objects.bulk_create(
        [
            ListedPlayer(
                list=of,
                player_id=player,
                rating=work.ladder.rating_of(player),
                experience=work.ladder.experience[player],
                matches=record.matches,
                wins=record.wins,
                last_day=record.last_day,
            )
            for player in staying
            for record in [recorded.get(player, nobody)]
        ],
        update_conflicts=True,
        unique_fields=["list", "player"],
        update_fields=["rating", "experience", "matches", "wins", "last_day"],
    )


def _records(of: RatingList, players: Collection[int]) -> dict[int, Record]:
    found: dict[int, Record] = {}
    rows = RatedMatch.objects.filter(list=of)
    for side in (1, 2):
        for part in parts_of(players):
            grouped = (
                rows.filter(**{f"player_{side}__in": part})
                .order_by()
                .values_list(f"player_{side}_id")
                .annotate(
                    played=Count("pk"),
                    won=Count("pk", filter=Q(winner=side)),
                    last=Max("moment"),
                )
            )
            for player, played, won, last in grouped:
                known = found.get(player, Record(0, 0, None))
                days = filter(None, (known.last_day, day_of_moment(last)))
                found[player] = Record(
                    known.matches + played, known.wins + won, max(days)
                )
    return found


def _publish(work: Work, before: Mapping[int, int]) -> None:
    """Store which ratings changed and why, as a public `Recalculation`."""
    of = work.of
    after = dict(
        ListedPlayer.objects.filter(list=of).values_list("player_id", "rating")
    )
    moved = [
        (player, before.get(player), after.get(player))
        for player in sorted(before.keys() | after.keys())
        if before.get(player) != after.get(player)
    ]
    if not moved and not work.causes:
        return
    told = Recalculation.objects.create(
        list=of,
        reason=work.reason,
        from_day=None if work.from_moment is None else day_of_moment(work.from_moment),
        matches=len(work.changed) + len(work.added),
    )
    RecalculationCause.objects.bulk_create(
        RecalculationCause(
            recalculation=told, match_id=match, winner_was=was, winner_is=now
        )
        for match, was, now in work.causes
    )
    RecalculationMove.objects.bulk_create(
        RecalculationMove(recalculation=told, player_id=player, before=was, after=now)
        for player, was, now in moved
    )
