"""Acts of directors on seasons: each is one transaction and one line of the journal.

Closing stores the table; an open season is computed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from hashlib import sha256
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.text import slugify

from matches.accounts.models import User
from matches.players.models import Player
from matches.web import form_keys, journal
from matches.web.models import renew
from tournaments.seasons import errors
from tournaments.seasons import scoring as scores
from tournaments.seasons.models import (
    Season,
    SeasonCarried,
    SeasonClosing,
    SeasonEvening,
    SeasonMember,
    SeasonPlace,
)
from tournaments.seasons.state import state_of
from tournaments.structure.models import Tournament

_RESERVED: Final = frozenset({"new"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRules:
    """A director's decisions about a season; the fields are columns of `Season`."""

    name: str
    from_day: date
    to_day: date | None = None
    by_rule: bool = True
    named: str = ""
    divisions: str = ""
    scoring: scores.SeasonScoring = field(default_factory=scores.SeasonScoring)
    opt_in: bool = False
    is_public: bool = True

    @property
    def digest(self) -> str:
        return sha256(repr(self).encode()).hexdigest()[:16]

    def check(self) -> None:
        """Raise DAYS_CROSSED, PLACES_MISSING, PAYS_NOTHING."""
        if self.to_day is not None and self.to_day < self.from_day:
            raise errors.DAYS_CROSSED()
        scoring = self.scoring
        by_list = scoring.places in {scores.LISTED, scores.FIELD}
        if by_list and not any(scoring.points):
            raise errors.PLACES_MISSING()
        places = scoring.places != scores.NO_PLACES and any(scoring.place_weights)
        pays = scoring.attendance or scoring.loss or any(scoring.win) or places
        if not (pays and any(scoring.divisions)):
            raise errors.PAYS_NOTHING()

    def applied_to(self, of: Season) -> Season:
        """Set the columns of a row to these rules and return it; nothing is stored."""
        for column in fields(self):
            setattr(of, column.name, getattr(self, column.name))
        return of


Decision = tuple[bool, int] | None
"""Whether a tournament counts, and its weight; None leaves it to the rule."""


def season_rules(of: Season) -> SeasonRules:
    return SeasonRules(
        **{field.name: getattr(of, field.name) for field in fields(SeasonRules)}
    )


def make_season(
    *,
    rules: SeasonRules,
    by: User | None,
    op: str = "",
    previous: Season | None = None,
    carried: Mapping[int, int] | None = None,
    members: Iterable[int] = (),
) -> Season:
    """Make a season; a repeat with the same `op` returns the one that was made.

    `carried` are points by player that it begins with, from the season `previous`.

    Raises DAYS_CROSSED, PLACES_MISSING, PAYS_NOTHING, OTHER_ACT.
    """
    rules.check()

    def make() -> Season:
        of = Season(key=_free_key(rules.name), created_by=by, previous=previous)
        rules.applied_to(of).save()
        SeasonCarried.objects.bulk_create(
            SeasonCarried(season=of, player_id=player, points=points)
            for player, points in (carried or {}).items()
            if points
        )
        SeasonMember.objects.bulk_create(
            SeasonMember(season=of, player_id=player) for player in members
        )
        renew()  # pages of tournaments name the seasons in which they count
        journal.record_act(act="season_made", by=by, name=rules.name)
        return of

    if not op:
        with transaction.atomic():
            return make()
    return form_keys.made_once(op, Season, make)


def change_season(
    *, of: Season, rules: SeasonRules, known: str, by: User | None
) -> bool:
    """Change the rules of a season; `known` is the digest that the form began with.

    Returns False if nothing changes.

    Raises DAYS_CROSSED, PLACES_MISSING, PAYS_NOTHING, SEASON_CHANGED, SEASON_CLOSED.
    """
    rules.check()
    with transaction.atomic():
        locked = lock_season(of)
        now = season_rules(locked)
        if now == rules:
            return False
        if now.digest != known:
            raise errors.SEASON_CHANGED()
        rules.applied_to(locked).save()
        record_change(locked, "season_changed", by=by)
    return True


def decide_tournaments(
    *, of: Season, decisions: Mapping[int, Decision], by: User | None
) -> int:
    """Decide whether tournaments count; return the number of changed decisions.

    Raises SEASON_CLOSED.
    """
    with transaction.atomic():
        locked = lock_season(of)
        evenings = SeasonEvening.objects.filter(season=locked)
        rows = {row.tournament_id: row for row in evenings}
        there = Tournament.objects.in_bulk(decisions)
        changed = sum(
            _decide(locked, pk, decisions[pk], row=rows.get(pk)) for pk in there
        )
        if changed:
            record_change(locked, "season_tournaments", by=by, count=changed)
    return changed


def _decide(
    of: Season, tournament: int, decision: Decision, *, row: SeasonEvening | None
) -> bool:
    if decision is None:
        if row is not None:
            row.delete()
        return row is not None
    if row is None:
        row = SeasonEvening(season=of, tournament_id=tournament)
    elif (row.counts, row.weight) == decision:
        return False
    row.counts, row.weight = decision
    row.save()
    return True


def sign_up(*, of: Season, players: Iterable[int], by: User | None) -> int:
    """Take players into a season for which one signs up; return how many are new to it.

    Raises SEASON_CLOSED.
    """
    with transaction.atomic():
        locked = lock_season(of)
        inside = locked.members.values_list("player", flat=True)
        added = sorted({*players}.difference(inside))
        SeasonMember.objects.bulk_create(
            SeasonMember(season=locked, player_id=pk) for pk in added
        )
        if added:
            record_change(locked, "season_signed_up", by=by, count=len(added))
    return len(added)


def sign_off(*, of: Season, player: Player, by: User | None) -> bool:
    """Take a player out of a season; the results stay and count again with a sign-up.

    Raises SEASON_CLOSED.
    """
    with transaction.atomic():
        locked = lock_season(of)
        gone, _rows = locked.members.filter(player=player).delete()
        if gone:
            record_change(locked, "season_signed_off", by=by, player=player.name)
    return bool(gone)


def remove_season(*, of: Season, by: User | None) -> None:
    """Remove a season: it is hidden from everybody, and it can be restored."""
    with transaction.atomic():
        if Season.objects.live().filter(pk=of.pk).update(removed_at=timezone.now()):
            record_change(of, "season_removed", by=by)


def restore_season(*, of: Season, by: User | None) -> None:
    with transaction.atomic():
        if Season.objects.removed().filter(pk=of.pk).update(removed_at=None):
            record_change(of, "season_restored", by=by)


def lock_season(of: Season) -> Season:
    """Lock the row of a season that is open. Raises SEASON_CLOSED."""
    # Closing locks the same row, so no change comes between the table that it computes
    # and the table that it stores.
    locked = Season.objects.locked(of.pk)
    if locked.is_closed:
        raise errors.SEASON_CLOSED()
    return locked


def record_change(of: Season, act: str, *, by: User | None, **told: Any) -> None:
    """Count a change of a season, outdate the cached pages, and tell the journal."""
    Season.objects.filter(pk=of.pk).update(revision=F("revision") + 1)
    renew()
    journal.record_act(act=act, by=by, name=of.name, **told)


def _free_key(name: str) -> str:
    stem = slugify(name, allow_unicode=True)[:40].strip("-") or "season"
    alike = Season.objects.filter(key__startswith=stem)
    taken = {*alike.values_list("key", flat=True), *_RESERVED}
    number, key = 1, stem
    while key in taken:
        number += 1
        key = f"{stem}-{number}"
    return key


def both_placed(one: Player, other: Player) -> list[str]:
    """Return the seasons in which both players have points or a final place."""
    in_force = SeasonPlace.objects.filter(closing__reopened_at__isnull=True)
    brought, placed = (
        [rows.filter(player=player).values(column) for player in (one, other)]
        for rows, column in (
            (SeasonCarried.objects.all(), "season"),
            (in_force, "closing__season"),
        )
    )
    both = Q(pk__in=brought[0]) & Q(pk__in=brought[1])
    both |= Q(pk__in=placed[0]) & Q(pk__in=placed[1])
    names = Season.objects.filter(both).order_by("pk")
    return list(names.values_list("name", flat=True))


def close_season(*, of: Season, known: str, by: User | None) -> SeasonClosing:
    """Close a season with its table as it is now; `known` is the digest that was shown.

    Of two directors who close it at once the second one changes nothing. If results
    were corrected since it was closed, it is closed anew with the new table.

    Raises SEASON_EMPTY, SEASON_RUNNING, TABLE_CHANGED.
    """
    with transaction.atomic():
        # The table is computed under the lock and compared with the digest that the
        # director saw: results may have been corrected in between.
        locked = Season.objects.locked(of.pk)
        state = state_of(locked)
        if state.running:
            names = [one.tournament.name for one in state.running]
            raise errors.SEASON_RUNNING(names=", ".join(names))
        if not any(line.place for line in state.lines):
            raise errors.SEASON_EMPTY()
        before = locked.closing()
        # Closed with this very table already: the second of two directors who close at
        # once.
        if before is not None and before.digest == state.digest:
            return before
        if state.digest != known:
            raise errors.TABLE_CHANGED()
        now = timezone.now()
        if before is not None:
            _end(before, now)
        closing = locked.closings.create(digest=state.digest, at=now, by=by)
        SeasonPlace.objects.bulk_create(
            _kept(closing, number, line)
            for number, (line, _player) in enumerate(state.rows, start=1)
        )
        _set_closed(locked, now, "season_closed", by=by)
    return closing


def _kept(closing: SeasonClosing, number: int, line: scores.ScoredLine) -> SeasonPlace:
    def pairs(results: Iterable[scores.EveningResult]) -> list[tuple[int, int]]:
        return [(result.order[1], result.points) for result in results]

    return SeasonPlace(
        closing=closing,
        row=number,
        player_id=line.player,
        place=line.place,
        shared=line.shared,
        points=line.points,
        carried=line.carried,
        counted=pairs(line.counted),
        dropped=pairs(line.dropped),
    )


def reopen_season(*, of: Season, by: User | None) -> bool:
    """Undo closing; return False if the season is open."""
    with transaction.atomic():
        locked = Season.objects.locked(of.pk)
        if not locked.is_closed:
            return False
        _put_in_force(locked, None, instead_of=locked.closing(), by=by)
    return True


def undo_closing(*, closing: SeasonClosing, by: User | None) -> bool:
    """Undo a closing; return False if it is not in force.

    The season is as it was before: closed with the table in whose place the new one
    came, or else open.
    """
    with transaction.atomic():
        locked = Season.objects.locked(closing.season_id)
        if locked.closing() != closing:
            return False
        _put_in_force(locked, closing.replaced(), instead_of=closing, by=by)
    return True


def restore_closing(*, closing: SeasonClosing, by: User | None) -> bool:
    """Close a season again with the table of a closing that was undone.

    Returns False if the season was closed anew since then.
    """
    with transaction.atomic():
        locked = Season.objects.locked(closing.season_id)
        in_force = locked.closing()
        if in_force is not None and in_force.pk >= closing.pk:
            return False
        _put_in_force(locked, closing, instead_of=in_force, by=by)
    return True


def _put_in_force(
    locked: Season,
    closing: SeasonClosing | None,
    *,
    instead_of: SeasonClosing | None,
    by: User | None,
) -> None:
    """Let a season be closed by another closing, or be open with None."""
    is_newer = closing is not None and (
        instead_of is None or closing.pk > instead_of.pk
    )
    if instead_of is not None:
        # The moment says which closing took its place: see `SeasonClosing.replaced`.
        _end(instead_of, closing.at if closing and is_newer else timezone.now())
    if closing is None:
        _set_closed(locked, None, "season_reopened", by=by)
        return
    _end(closing, None)
    act = "season_closed" if is_newer else "season_corrections_undone"
    _set_closed(locked, closing.at, act, by=by)


def _end(closing: SeasonClosing, moment: datetime | None) -> None:
    """Say when a closing ceased to be in force; None if it is in force."""
    SeasonClosing.objects.filter(pk=closing.pk).update(reopened_at=moment)


def _set_closed(
    locked: Season, moment: datetime | None, act: str, *, by: User | None
) -> None:
    locked.closed_at = moment
    locked.save(update_fields=["closed_at"])
    record_change(locked, act, by=by)
