"""Recomputes rating lists from the earliest result that changed.

Everything is read and computed first and then written in one short transaction, which
is rolled back if the list was computed or changed meanwhile.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.db import connection, transaction
from django.db.models import Q

from matches.ledger.models.match import Match
from matches.players.models import PlayerMerge
from matches.ratings.checkpoints import unpack
from matches.ratings.counting import AT_ONCE, CountedMatch, counted, parts_of
from matches.ratings.models import (
    Checkpoint,
    GivenRating,
    ListedPlayer,
    RatedMatch,
    RatingImport,
    RatingList,
    Recalculation,
    day_of_moment,
)
from matches.ratings.replaying import (
    computed,
    given_on,
    ladder_of,
    players_of,
    records,
    replay_ratings,
)
from matches.ratings.writing import COLUMNS, OvertakenError, Work, write_list
from matches.rules.ratings import Ladder

_RESULT: Final = slice(0, 6)
_WORTH: Final = slice(6, 10)
_TRIES: Final = 5


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
            write_list(work)
        except OvertakenError:
            continue
        return
    raise OvertakenError


def _whole(of: RatingList) -> Work:
    """Return the whole list, computed from the first match on."""
    ladder, done = computed(of)
    reason = Recalculation.Reason.RULES
    if _is_given(of):
        reason = Recalculation.Reason.GIVEN
    elif _is_merged(of):
        reason = Recalculation.Reason.PEOPLE
    return Work(
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


def _since(of: RatingList, due: Mapping[int, int]) -> Work | None:
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


def _stored(of: RatingList, matches: Iterable[int]) -> Iterable[tuple[int, ...]]:
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


def _appended(of: RatingList, new: Sequence[CountedMatch]) -> Work:
    """Return new matches at the end: only their players move."""
    ladder = ladder_of(of)
    players = players_of(new)
    rows = ListedPlayer.objects.filter(list=of, player__in=players)
    for player, rating, experience in rows.values_list(
        "player_id", "rating", "experience"
    ):
        ladder.give(player, rating, experience)
    done = replay_ratings(ladder, new, ())
    return Work(
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
    known: Mapping[int, tuple[int, ...]],
    new: Sequence[CountedMatch],
    gone: Sequence[int],
    earliest: tuple[int, ...],
) -> Work:
    """Return the changes by corrected results, computed from the checkpoint before."""
    ladder = ladder_of(of)
    start, tail = _tail(of, ladder, earliest)
    leaving = set(gone)
    stored = {row[1]: row for row in tail}
    staying = [CountedMatch(*row[_RESULT]) for row in tail if row[1] not in leaving]
    matches = sorted([*staying, *new])
    after = None if start is None else day_of_moment(start.moment)
    done = replay_ratings(
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
    return Work(
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
) -> tuple[Checkpoint | None, list[tuple[int, ...]]]:
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
