"""Recomputes rating lists from the earliest result that changed.

Everything is read and computed first and then written in one short transaction, which
is rolled back if the list was computed or changed meanwhile.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Count, F, Max, Q
from django.utils import timezone

from matches.ledger.models.match import Match
from matches.players.models import PlayerMerge
from matches.ratings.checkpoints import EVERY, packed, unpack
from matches.ratings.counting import AT_ONCE, CountedMatch, counted, parts_of
from matches.ratings.models import (
    Checkpoint,
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
from matches.ratings.replaying import (
    NewCheckpoint,
    Record,
    computed,
    given_on,
    ladder_of,
    players_of,
    records,
    replay,
)
from matches.rules.ratings import Ladder, Worth

COLUMNS: Final = (
    *("moment", "match_id", "player_1_id", "player_2_id", "length", "winner"),
    *("before_1", "after_1", "before_2", "after_2"),
)
_RESULT: Final = slice(0, 6)
_WORTH: Final = slice(6, 10)
_TRIES: Final = 5


class OvertakenError(Exception):
    """Another computation or a change of the rules was stored first."""


@dataclass(slots=True)
class _Work:
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


def bring_up_to_date() -> None:
    """Recompute all lists from the results that changed; clear `ratings_due`."""
    lists = RatingList.objects.live()
    while True:
        due = _due()
        for pk in lists.values_list("pk", flat=True):
            _refresh(pk, due)
        # Only after all lists are stored. If the process dies before, the next run
        # computes the same changes again, and finds that nothing differs.
        _forget(due)
        if len(due) < AT_ONCE:
            return


def is_due() -> bool:
    """Return True if a list has to be computed. Two queries, both by an index."""
    lists = RatingList.objects.live()
    if not lists.exists():
        return False
    is_stale = lists.filter(is_stale=True).exists()
    return is_stale or Match.objects.filter(ratings_due=True).exists()


def _due() -> dict[int, int]:
    """Return the matches with `ratings_due`, each with the revision that is read."""
    rows = Match.objects.filter(ratings_due=True).order_by("pk")
    return dict(rows.values_list("pk", "revision")[:AT_ONCE])


def _forget(due: Mapping[int, int]) -> None:
    """Clear `ratings_due` of these matches, unless they changed since."""
    table = Match._meta.db_table
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {table} SET ratings_due = %s WHERE id = %s AND revision = %s",  # noqa: S608 - a name of our own
            [(False, pk, revision) for pk, revision in due.items()],
        )


def _refresh(pk: int, due: Mapping[int, int]) -> None:
    for _ in range(_TRIES):
        of = RatingList.objects.live().filter(pk=pk).first()
        if of is None:
            return
        work = _whole(of) if of.is_stale else _since(of, due)
        if work is None:
            return
        try:
            _write(work)
        except OvertakenError:
            continue
        return
    raise OvertakenError


def _whole(of: RatingList) -> _Work:
    """Return the whole list, computed from the first match on."""
    ladder, done = computed(of)
    reason = Recalculation.Reason.RULES
    if _is_given(of):
        reason = Recalculation.Reason.GIVEN
    elif _is_merged(of):
        reason = Recalculation.Reason.PEOPLE
    return _Work(
        of,
        ladder,
        whole=True,
        reason=reason,
        added=list(zip(done.matches, done.worth, strict=True)),
        marks=done.marks,
        players=ladder.players(),
        recorded=records(done.matches),
        is_published=of.computed_at is not None,
    )


def _is_given(of: RatingList) -> bool:
    """Return True if ratings were imported, or taken back, since the last time."""
    if of.computed_at is None:
        return False
    rows = RatingImport.objects.filter(list=of)
    since = Q(at__gt=of.computed_at) | Q(taken_back_at__gt=of.computed_at)
    return rows.filter(since).exists()


def _is_merged(of: RatingList) -> bool:
    """Return True if players were merged or a merge was undone since then."""
    if of.computed_at is None:
        return False
    since = Q(at__gt=of.computed_at) | Q(undone_at__gt=of.computed_at)
    return PlayerMerge.objects.filter(since).exists()


def _since(of: RatingList, due: Mapping[int, int]) -> _Work | None:
    """Return the changes by the matches that are due, None if there are none."""
    known = {row[1]: row for row in _stored(of, due)}
    now = {match.match: match for match in counted(of, among=due)}
    touched = [
        match
        for match in known.keys() | now.keys()
        if match not in now or match not in known or now[match] != known[match][_RESULT]
    ]
    if not touched:
        return None
    earliest = min(
        min(rows[match][:2] for rows in (known, now) if match in rows)
        for match in touched
    )
    gone = [match for match in touched if match in known]
    new = sorted(now[match] for match in touched if match in now)
    if not gone and _is_after_all(of, earliest):
        return _appended(of, new)
    return _corrected(of, known=known, new=new, gone=gone, earliest=earliest)


def _stored(of: RatingList, matches: Iterable[int]) -> Iterable[tuple[Any, ...]]:
    rows = RatedMatch.objects.filter(list=of)
    for part in parts_of(matches):
        yield from rows.filter(match__in=part).values_list(*COLUMNS)


def _is_after_all(of: RatingList, place: tuple[int, ...]) -> bool:
    """Return True if nothing that counts comes after this place."""
    moment, match = place
    after = Q(moment__gt=moment) | Q(moment=moment, match__gt=match)
    if RatedMatch.objects.filter(after, list=of, moment__gte=moment).exists():
        return False
    given = GivenRating.objects.valid().filter(list=of)
    return not given.filter(day__gt=day_of_moment(moment)).exists()


def _appended(of: RatingList, new: Sequence[CountedMatch]) -> _Work:
    """Return new matches at the end: only their players move."""
    ladder = ladder_of(of)
    players = players_of(new)
    rows = ListedPlayer.objects.filter(list=of, player__in=players)
    for player, rating, experience in rows.values_list(
        "player_id", "rating", "experience"
    ):
        ladder.give(player, rating, experience)
    done = replay(ladder, new, ())
    return _Work(
        of,
        ladder,
        whole=False,
        added=list(zip(done.matches, done.worth, strict=True)),
        players=players,
        is_published=False,
        marks_from=new[0].moment,
    )


def _corrected(
    of: RatingList,
    *,
    known: Mapping[int, tuple[Any, ...]],
    new: Sequence[CountedMatch],
    gone: Sequence[int],
    earliest: tuple[int, ...],
) -> _Work:
    """Return the changes by corrected results, computed from the checkpoint before."""
    ladder = ladder_of(of)
    start, tail = _tail(of, ladder, earliest)
    leaving = set(gone)
    stored = {row[1]: row for row in tail}
    staying = [CountedMatch(*row[_RESULT]) for row in tail if row[1] not in leaving]
    matches = sorted([*staying, *new])
    after = None if start is None else day_of_moment(start.moment)
    done = replay(
        ladder,
        matches,
        given_on(of, after=after),
        rated=0 if start is None else start.rated,
    )
    rated = zip(done.matches, done.worth, strict=True)
    moved = [
        (match, worth)
        for match, worth in rated
        if match.match not in stored or stored[match.match] != (*match, *worth)
    ]
    is_new = {match.match: match.winner for match in new}
    players = players_of(match for match, _worth in moved)
    players |= {
        row[side] for match in gone for row in [known[match]] for side in (2, 3)
    }
    changed = [pair for pair in moved if pair[0].match in stored]
    return _Work(
        of,
        ladder,
        whole=False,
        gone=[match for match in gone if match not in is_new],
        added=[pair for pair in moved if pair[0].match not in stored],
        changed=changed,
        marks=done.marks,
        marks_from=earliest[0],
        players=players,
        causes=[
            (match, known[match][5] if match in known else None, is_new.get(match))
            for match in sorted({*gone, *is_new})
        ],
        from_moment=earliest[0],
        is_published=bool(gone or changed),
    )


def _tail(
    of: RatingList, ladder: Ladder, earliest: tuple[int, ...]
) -> tuple[Checkpoint | None, list[tuple[Any, ...]]]:
    """Fill the ladder from the last checkpoint before a place; return what follows."""
    marks = Checkpoint.objects.filter(list=of, moment__lt=earliest[0])
    # Imported ratings are valid for whole days, so the computation must begin with a
    # day.
    start = marks.order_by("-rated").first()
    rows = RatedMatch.objects.filter(list=of).order_by("moment", "match_id")
    if start is not None:
        unpack(bytes(start.content), ladder)
        # After the checkpoint in the order of moment and match. `moment__gte` beside it
        # lets both databases begin in the index instead of at the first match.
        place = Q(moment__gt=start.moment) | Q(match__gt=start.match_number)
        rows = rows.filter(place, moment__gte=start.moment)
    return start, list(rows.values_list(*COLUMNS))


# Writing -----------------------------------------------------------------------------


def _write(work: _Work) -> None:
    of = work.of
    with transaction.atomic():
        locked = RatingList.objects.live().filter(pk=of.pk, revision=of.revision)
        count = len(work.added) - len(work.gone) + (0 if work.whole else of.matches)
        # The UPDATE is the lock: it finds the row only if nobody has stored since the
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


def _write_matches(work: _Work) -> None:
    rows = RatedMatch.objects.filter(list=work.of)
    if work.whole:
        # One DELETE. `delete` would read a million keys first, to look for rows that
        # refer to them; none do.
        rows._raw_delete(rows.db)
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


def _write_marks(work: _Work, count: int) -> None:
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


def _mark_end(work: _Work, count: int) -> None:
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


def _write_players(work: _Work) -> None:
    of = work.of
    recorded = work.recorded if work.whole else _records(of, work.players)
    rows = ListedPlayer.objects.filter(list=of)
    if work.whole:
        rows._raw_delete(rows.db)
    given = GivenRating.objects.valid().filter(list=of)
    members = set(given.values_list("player_id", flat=True))
    nobody = Record(0, 0, None)
    staying = [one for one in work.players if one in recorded or one in members]
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
    """Return the records of some players from the stored matches."""
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


def _publish(work: _Work, before: Mapping[int, int]) -> None:
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
