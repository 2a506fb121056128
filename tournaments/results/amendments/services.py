"""Records the changes of an act in a tournament, undoes and redoes them.

An act runs inside `recording`, which stores the difference of the facts before and
after. `undo` and `redo` write these differences back and forth. The consequences of the
facts are never stored: after every act, undo and redo bracket matches that no longer
fit are set aside, matches that are due are opened, and free players are called.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from matches.accounts.models import User
from matches.ledger import amendments as ledger
from matches.ledger.amendments import ResultChangedError, amend_result
from matches.ledger.changes import Change, difference, inverted, pending
from matches.web import journal
from tournaments.results.amendments import write
from tournaments.results.amendments.facts import SOFT, FactScope, facts_of
from tournaments.results.amendments.models import Amendment, Correction
from tournaments.results.amendments.set_aside import make_room, refuse_begun
from tournaments.results.errors import (
    AMENDMENT_CHANGED,
    AMENDMENT_FOLLOWED,
    AMENDMENT_NOT_LAST,
)
from tournaments.rounds.models import Draw, Pairing
from tournaments.structure.locking import bump, lock_live_matches, lock_open
from tournaments.structure.models import Stage, Tournament
from tournaments.tables.calling import advance

UNDONE: Final = "act_undone"
REDONE: Final = "act_redone"
REASON: Final = "–"
"""The reason stored with pairings that an undo sets aside; the journal has the act."""


@dataclass(slots=True)
class Recording:
    """An act that is being recorded.

    `scope` tells what is compared beside the entries, stages and rounds. `opened` are
    the pairings (primary keys) that got a match by the act.
    """

    scope: FactScope
    params: dict[str, Any] = field(default_factory=dict)
    amendment: Amendment | None = None
    opened: tuple[int, ...] = ()

    @property
    def made(self) -> Amendment:
        """The stored amendment. Raises ValueError before the block has ended."""
        if self.amendment is None:
            message = "the act is still being recorded"
            raise ValueError(message)
        return self.amendment


@contextmanager
def recording(
    locked: Tournament,
    *,
    act: str,
    by: User | None,
    params: Mapping[str, object] | None = None,
    scope: FactScope | None = None,
    dependents_in: Stage | None = None,
) -> Iterator[Recording]:
    """Store what the block changes as an amendment; write it into the journal.

    The caller has locked the tournament, and its matches if the block sets any aside.
    `scope` is what may change beside entries, stages, rounds and pairings. Later rounds
    of the stage `dependents_in` depend on the act, so it cannot be undone once there
    are any.
    """
    scope = scope or FactScope(locked)
    before, newest = facts_of(scope), _newest_pairing(locked)
    made = Recording(scope, dict(params or {}))
    yield made
    # Two marks: pairings up to `by_hand` were made by the block, later ones by
    # `advance`, and all above `newest` are new.
    by_hand = _newest_pairing(locked)
    if not scope.is_list:
        advance(locked.pk)
    changes = difference(before, facts_of(scope))
    # Pairings that `advance` opened follow from the facts: they are no part of the act.
    changes = tuple(
        change
        for change in changes
        if change.kind != "pairing" or change.key[0] <= by_hand or not change.is_added
    )
    opened = (
        Pairing.objects.live().with_match().filter(tournament=locked, pk__gt=newest)
    )
    made.opened = tuple(opened.order_by("pk").values_list("pk", flat=True))
    made.amendment = Amendment.objects.create(
        tournament=locked,
        act=act,
        params=made.params,
        changes=changes,
        stage=dependents_in,
        live=None if dependents_in is None else _live_draws(dependents_in),
        made_by=by,
    )
    bump(locked)
    journal.record_act(act=act, by=by, subject=locked.subject, **made.params)


def undo(*, tournament: Tournament, pk: int, by: User | None) -> bool:
    """Restore the facts before an act; return False if nothing was left to undo.

    Raises TOURNAMENT_CLOSED, AMENDMENT_NOT_LAST, AMENDMENT_FOLLOWED, AMENDMENT_CHANGED,
    AMENDMENT_PLAYED, and Amendment.DoesNotExist.
    """
    return _turn(tournament, pk, by=by, back=True)


def redo(*, tournament: Tournament, pk: int, by: User | None) -> bool:
    """Make the changes of an act that was undone; return False if all are made.

    Raises what `undo` raises.
    """
    return _turn(tournament, pk, by=by, back=False)


def _turn(tournament: Tournament, pk: int, *, by: User | None, back: bool) -> bool:
    with transaction.atomic():
        locked = lock_open(tournament)
        amendment = Amendment.objects.select_related("stage").get(
            pk=pk, tournament=locked
        )
        if amendment.is_undone is back:
            return False
        lock_live_matches(locked)
        _refuse_newer(amendment)
        changes: Sequence[Change] = amendment.changes
        _refuse_followed(amendment, changes, back=back)
        is_changed = _make(inverted(changes) if back else changes, locked, by=by)
        Amendment.objects.filter(pk=pk).update(
            undone_by=by if back else None, undone_at=timezone.now() if back else None
        )
        advance(locked.pk)
        bump(locked)
        journal.record_act(
            act=UNDONE if back else REDONE,
            by=by,
            subject=locked.subject,
            undone=amendment.act,
            **amendment.params,
        )
    return is_changed


def _make(changes: Iterable[Change], locked: Tournament, *, by: User | None) -> bool:
    """Write changes into the rows, in an order that every constraint allows.

    Return False if all of them are made already.

    Raises AMENDMENT_CHANGED, AMENDMENT_PLAYED.
    """
    listed = tuple(changes)
    scope = FactScope(
        locked,
        matches={one.key[0] for one in listed if one.kind in ledger.KINDS},
        draws={
            one.key[0]
            for one in listed
            if one.kind == "draw" and {"swaps", "notes"} & {*(one.after or ())}
        },
        players={one.key[0] for one in listed if one.kind == "player"},
    )
    made, conflicts = pending(listed, facts_of(scope), soft=SOFT, whole=ledger.WHOLE)
    if conflicts:
        raise AMENDMENT_CHANGED()
    refuse_begun(_begun_since(listed))
    results = _by_match(made)
    for match_id, mine in results.items():
        try:
            amend_result(match_id=match_id, changes=mine, by=by)
        except ResultChangedError as error:
            raise AMENDMENT_CHANGED() from error
    # The order follows the foreign keys: pairings protect entries and entries protect
    # players, so what refers goes first and what is referred to comes first.
    write.remove_pairings(made, reason=REASON)
    write.write_people(made)
    write.write_entries(made, locked)
    write.remove_people(made)
    write.write_rounds(made)
    write.write_stages(made)
    returning = {
        change.key[0]: change.after["state"] or ""
        for change in made
        if change.kind == "pairing" and change.is_added and change.after is not None
    }
    aside: set[int] = set()
    for root in Stage.objects.filter(tournament=locked, plan__isnull=False):
        aside |= make_room(root, returning=returning, reason=REASON)
    fitting = (one for one in made if one.kind != "pairing" or one.key[0] not in aside)
    write.restore_pairings(fitting, locked)
    return bool(made)


def _newest_pairing(locked: Tournament) -> int:
    # The tournament is locked, so every pairing made from now on has a higher key.
    newest = Pairing.objects.filter(tournament=locked).aggregate(newest=Max("pk"))
    return newest["newest"] or 0


def _refuse_newer(amendment: Amendment) -> None:
    """Refuse to undo or redo a correction if a later one may depend on it.

    Raises AMENDMENT_NOT_LAST.
    """
    mine = Correction.objects.filter(amendment=amendment).first()
    if mine is None:
        return
    newer = (
        Correction.objects.filter(
            amendment__tournament=amendment.tournament_id,
            amendment__undone_at__isnull=True,
            match__pairing__stage__division=mine.match.pairing.stage.division_id,
            pk__gt=mine.pk,
        )
        .select_related("match__pairing")
        .first()
    )
    if newer is not None:
        raise AMENDMENT_NOT_LAST(label=f"M{newer.match.pairing.match_number}")


def _refuse_followed(
    amendment: Amendment, changes: Iterable[Change], *, back: bool
) -> None:
    """Refuse an undo or redo if later rounds that depend on the act have changed.

    Raises AMENDMENT_FOLLOWED.
    """
    if amendment.live is None:
        return
    expected = set(amendment.live)
    # `live` was stored after the act. A redo starts from the state before it: without
    # the rounds that the act published, and with those that it took back.
    if not back:
        for change in changes:
            if change.kind == "round":
                expected -= {(change.after or {}).get("draw", 0)}
                expected |= {(change.before or {}).get("draw", 0)} - {0}
    stage = amendment.stage
    if stage is None or set(_live_draws(stage)) != expected:
        raise AMENDMENT_FOLLOWED()


def _live_draws(root: Stage) -> list[int]:
    """Return the published draws (keys) of a stage, its branches and what they feed."""
    stages = {root.pk}
    rows = list(Stage.objects.filter(division=root.division_id).order_by("number"))
    # A transitive closure: no chain of stages is longer than the list.
    for _ in rows:
        stages |= {
            row.pk for row in rows if row.source_id in stages or row.parent_id in stages
        }
    live = Draw.objects.filter(stage__in=stages, round__isnull=False).order_by("pk")
    return list(live.values_list("pk", flat=True))


def _begun_since(changes: Iterable[Change]) -> list[Pairing]:
    """Return the pairings that the changes set aside, and that were played since.

    Also those of a round that is taken back again: its results may be of today.
    """
    listed = tuple(changes)
    states = {
        change.key[0]: change.before["state"]
        for change in listed
        if change.kind == "pairing" and change.is_removed and change.before is not None
    }
    rows = Pairing.objects.live().filter(pk__in=states)
    return [
        row
        for row in rows.select_related("match").order_by("match_number")
        if row.match is not None and row.match.state != states[row.pk]
    ]


def _by_match(changes: Iterable[Change]) -> dict[int, list[Change]]:
    found: defaultdict[int, list[Change]] = defaultdict(list)
    for change in changes:
        if change.kind in ledger.KINDS:
            found[change.key[0]].append(change)
    return found
