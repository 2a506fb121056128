"""Correcting a result on which later pairings depend, and undoing the correction.

A correction is one transaction: the result, the matches set aside, the pins, the rounds
taken back, and the matches opened instead. Its undo is one transaction, too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from matches.accounts.models import User
from matches.journal import services as journal
from matches.ledger.models.match import Match
from matches.ledger.replace_result import Wanted, result_of, write_back, write_result
from tournaments.amendments.models import Correction
from tournaments.amendments.set_aside import (
    bring_back_round,
    restore,
    set_aside,
    shelve_round,
)
from tournaments.engine.bracket.refit import DrawnBracket, misfits, moved
from tournaments.results.correction.case import outcome_of
from tournaments.results.correction.errors import (
    CHOICE_NEEDED,
    CORRECTION_FOLLOWED,
    CORRECTION_NOT_LAST,
    CORRECTION_RESTED,
    NOT_CORRECTABLE,
    NOTHING_CHANGES,
    PREVIEW_OUTDATED,
)
from tournaments.results.correction.plan import (
    Case,
    CorrectedResult,
    Effects,
    Way,
    effects_of,
)
from tournaments.results.correction.plan_brackets import drawn_of
from tournaments.results.correction.swap_players import (
    exchange,
    exchange_back,
    opened_by,
)
from tournaments.rounds import engine_state
from tournaments.rounds.models import Draw, Pairing, PairingQuerySet, Round
from tournaments.structure.locking import bump, hold_matches, lock_open
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.saved import SavedCorrection, SavedPairing, StoredPin
from tournaments.tables.calling import AT_A_TABLE, call_free, open_due

_REASON: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The decision of a director; `mark` identifies the effects that they saw."""

    wanted: Wanted
    mode: str = ""
    reason: str = ""
    mark: str = ""


def preview(*, match: Match, wanted: Wanted) -> Effects:
    """Return the effects of a correction; nothing is saved.

    Raises NOT_CORRECTABLE, NOTHING_CHANGES, and RuleError if the wanted result
    is not possible in this match.
    """
    pairing = _live(match.pk)
    assert pairing.match is not None  # noqa: S101 - it was found by its match
    result = result_of(pairing.match, wanted)
    known = pairing.match
    if result == CorrectedResult(known.score_1, known.score_2, known.winner, known.how):
        raise NOTHING_CHANGES()
    return effects_of(pairing, result)


def correct(
    *, tournament: Tournament, match: Match, chosen: Chosen, by: User | None
) -> Correction:
    """Correct a result and apply the chosen way to what depends on it.

    Raises TOURNAMENT_CLOSED; PREVIEW_OUTDATED: the effects differ from those
    that the director saw; CHOICE_NEEDED; and the errors of `preview`.
    """
    with transaction.atomic():
        held = lock_open(tournament)
        hold_matches(held)
        # Computed again under both locks. Equal marks prove that what happens now is
        # what the director saw, although time has passed since the preview.
        effects = preview(match=match, wanted=chosen.wanted)
        if effects.mark != chosen.mark:
            raise PREVIEW_OUTDATED()
        way = effects.way(chosen.mode)
        if way is None:
            raise CHOICE_NEEDED()
        saved = _carried_out(effects.case, way, reason=chosen.reason, by=by)
        made = Correction.objects.create(
            tournament=held,
            match=match,
            mode=way.mode,
            reason=chosen.reason,
            effects=[*effects.changes, *way.lines],
            undo=saved,
            made_by=by,
        )
        bump(held)
        journal.record_act(
            act="corrected",
            by=by,
            subject=held.subject,
            label=effects.case.label,
            score=effects.case.result.text,
            before=effects.case.was.text,
            reason=chosen.reason,
            mode=way.mode,
        )
    return made


def undo_correction(*, tournament: Tournament, pk: int, by: User | None) -> Correction:
    """Restore everything as it was before a correction. A second call does nothing.

    Raises TOURNAMENT_CLOSED, CORRECTION_NOT_LAST, CORRECTION_FOLLOWED,
    CORRECTION_RESTED, CORRECTION_OUTDATED.
    """
    with transaction.atomic():
        held = lock_open(tournament)
        made = Correction.objects.select_related("match__pairing").get(
            pk=pk, tournament=held
        )
        if made.undone_at is not None:
            return made
        hold_matches(held)
        label = f"M{made.match.pairing.match_number}"
        _refuse_followed(made)
        text = write_back(
            match_id=made.match_id, saved=made.undo["match"], label=label, by=by
        )
        _put_back(made, held)
        Correction.objects.filter(pk=made.pk).update(
            undone_by=by, undone_at=timezone.now()
        )
        bump(held)
        journal.record_act(
            act="correction_undone",
            by=by,
            subject=held.subject,
            label=label,
            score=text,
        )
    made.refresh_from_db()
    return made


def _live(match_id: int) -> Pairing:
    """Return the live pairing of a decided match. Raises NOT_CORRECTABLE."""
    pairing = (
        Pairing.objects.live()
        .filter(match=match_id, match__state=Match.State.DONE)
        .select_related(
            "draw__stage", "entry_1", "entry_2", "match__profile", "tournament"
        )
        .first()
    )
    if pairing is None:
        raise NOT_CORRECTABLE()
    return pairing


def _carried_out(
    case: Case, way: Way, *, reason: str, by: User | None
) -> SavedCorrection:
    """Apply a way, and return the facts that undo it.

    The order matters. What no longer fits is set aside before new matches are opened,
    because it frees slots, positions and players; tables are given last.
    """
    held = case.pairing.tournament
    # The tournament is locked, so every pairing with a higher key is made below.
    newest = Pairing.objects.filter(tournament=held).aggregate(newest=Max("pk"))
    waiting = set(_uncalled(held).values_list("pk", flat=True))
    saved: SavedCorrection = {
        "match": write_result(match_id=case.match.pk, result=case.result, by=by),
        "turned": case.is_turned,
        "root": case.root.pk,
        "pins": case.root.pins,
        "aside": [],
        "rounds": [],
        "called": [],
        "opened": [],
        "live": [],
    }
    why = _reason(case, reason)
    saved["aside"] = set_aside(_pairings(way.aside), reason=why)
    if way.pins is not None:
        _pin(case.root.pk, [(pin.slot, pin.side, pin.entrant) for pin in way.pins])
    saved["rounds"] = [shelve_round(_round(pk), reason=why) for pk in way.rounds]
    if way.exchange is not None:
        draw = saved["aside"][0]["draw"]
        saved["exchange"] = exchange(case, way, draw_id=draw)
    if case.root.is_plan:
        open_due(Stage.objects.get(pk=case.root.pk), held)
    call_free(held)
    saved["called"] = list(
        Pairing.objects.filter(pk__in=waiting, called_at__isnull=False).values_list(
            "pk", flat=True
        )
    )
    opened = Pairing.objects.filter(tournament=held, pk__gt=newest["newest"])
    saved["opened"] = list(opened.order_by("pk").values_list("pk", flat=True))
    saved["live"] = _live_draws(case.root)
    return saved


def _put_back(made: Correction, held: Tournament) -> None:
    """Undo everything but the result, which the caller has restored before.

    The reverse of `_carried_out`: first the opened matches go, then the former ones
    come back, and last the tables are given. Raises CORRECTION_RESTED.
    """
    saved = made.undo
    why = f"M{made.match.pairing.match_number}"
    root = Stage.objects.select_related("division__profile").get(pk=saved["root"])
    if "exchange" in saved:
        _refuse_begun(opened_by(saved["exchange"]))
        exchange_back(saved["exchange"], reason=why)
    if root.is_plan:
        _pin(root.pk, saved["pins"])
        root.refresh_from_db()
        _make_room(root, saved, made.match.pairing.slot or 0, reason=why)
    restore(saved["aside"])
    for each in reversed(saved["rounds"]):
        bring_back_round(each)
    _uncall(saved)
    if root.is_plan:
        open_due(root, held)
    call_free(held)


def _make_room(root: Stage, saved: SavedCorrection, slot: int, *, reason: str) -> None:
    """Set aside matches opened since the correction that the undo makes wrong.

    A match has to go if its slot gets its former match back, or if its two entrants do
    not come to the slot by the former facts.

    Raises CORRECTION_RESTED: such a match has begun.
    """
    back = [each["pairing"] for each in saved["aside"]]
    returning = Pairing.objects.filter(pk__in=back).values_list("slot", flat=True)
    slots = {slot for slot in returning if slot is not None}
    live = {
        each.slot or 0: each
        for each in Pairing.objects.live()
        .filter(draw__stage=root)
        .select_related("match", "draw__stage")
    }
    drawn = _as_before(root, saved["aside"])
    was = drawn.course()
    now = engine_state.course_of(root, engine_state.load(root))
    among = moved(now, was) | set(was.depends_on(slot))
    unfit = set(misfits(drawn, among)) | slots
    gone = [live[number] for number in sorted(unfit & set(live))]
    _refuse_begun(gone)
    set_aside(gone, reason=reason)


def _as_before(root: Stage, aside: Iterable[SavedPairing]) -> DrawnBracket:
    """Return the bracket with the outcomes of the matches that are to be restored."""
    states = {each["pairing"]: each["state"] for each in aside}
    returning = Pairing.objects.filter(pk__in=states).select_related(
        "entry_1", "entry_2", "match"
    )
    before = [outcome_of(each, states[each.pk] or "") for each in returning]
    slots = {each.slot for each in before}
    state = engine_state.load(root)
    kept = [outcome for outcome in state.outcomes if outcome.slot not in slots]
    return drawn_of(root, replace(state, outcomes=(*kept, *before)))


def _refuse_begun(pairings: Iterable[Pairing]) -> None:
    begun = [
        f"M{pairing.match_number}"
        for pairing in pairings
        if pairing.match is not None and pairing.match.state != Match.State.READY
    ]
    if begun:
        raise CORRECTION_RESTED(labels=", ".join(begun))


def _refuse_followed(made: Correction) -> None:
    """Refuse the undo if a later correction or round may depend on this one.

    Raises CORRECTION_NOT_LAST, CORRECTION_FOLLOWED.
    """
    root = Stage.objects.get(pk=made.undo["root"])
    newer = (
        Correction.objects.filter(
            match__pairing__stage__division=root.division_id,
            pk__gt=made.pk,
            undone_at__isnull=True,
        )
        .select_related("match__pairing")
        .first()
    )
    if newer is not None:
        raise CORRECTION_NOT_LAST(label=f"M{newer.match.pairing.match_number}")
    if _needs_quiet(made) and _live_draws(root) != made.undo["live"]:
        raise CORRECTION_FOLLOWED()


def _needs_quiet(made: Correction) -> bool:
    """Return True if rounds published since may depend on the correction."""
    return made.undo["turned"] or bool(made.undo["rounds"])


def _live_draws(root: Stage) -> list[int]:
    """Return the published draws (keys) of a stage, its branches and what they feed."""
    stages = {root.pk}
    rows = list(Stage.objects.filter(division=root.division_id).order_by("number"))
    # A closure: each pass goes one step further, and no chain is longer than the list.
    for _ in rows:
        stages |= {
            row.pk for row in rows if row.source_id in stages or row.parent_id in stages
        }
    live = Draw.objects.filter(stage__in=stages, round__isnull=False).order_by("pk")
    return list(live.values_list("pk", flat=True))


def _pairings(pks: Iterable[int]) -> list[Pairing]:
    pairings = Pairing.objects.filter(pk__in=list(pks))
    return list(pairings.select_related("match", "draw__stage").order_by("pk"))


def _round(pk: int) -> Round:
    return Round.objects.select_related("draw", "stage").get(pk=pk)


def _pin(root: int, pins: Sequence[StoredPin]) -> None:
    Stage.objects.filter(pk=root).update(pins=pins)


def _reason(case: Case, reason: str) -> str:
    return f"{case.label} {case.was.text} → {case.result.text}. {reason}"[:_REASON]


def _uncalled(tournament: Tournament) -> PairingQuerySet:
    return Pairing.objects.live().filter(tournament=tournament, called_at__isnull=True)


def _uncall(saved: SavedCorrection) -> None:
    """Take back table calls that the undo makes wrong.

    These are the calls made by the correction, and those of restored matches whose
    table or players are busy by now.
    """
    Pairing.objects.filter(
        pk__in=saved["called"], match__state=Match.State.READY
    ).update(table=None, called_at=None)
    back = [each["pairing"] for each in saved["aside"]]
    draws = [each["draw"] for each in saved["rounds"]]
    returned = Pairing.objects.filter(
        Q(pk__in=back) | Q(draw__in=draws),
        match__state=Match.State.READY,
        called_at__isnull=False,
    ).select_related("match")
    for each in returned:
        if _is_taken(each):
            Pairing.objects.filter(pk=each.pk).update(table=None, called_at=None)


def _is_taken(pairing: Pairing) -> bool:
    """Return True if the table, or one of the two players, is in another match."""
    match = pairing.match
    assert match is not None  # noqa: S101 - it is ready
    players = [match.player_1_id, match.player_2_id]
    busy = (
        Pairing.objects.live()
        .filter(
            tournament=pairing.tournament_id,
            match__state__in=AT_A_TABLE,
            called_at__isnull=False,
        )
        .exclude(pk=pairing.pk)
    )
    return busy.filter(
        Q(table=pairing.table)
        | Q(match__player_1__in=players)
        | Q(match__player_2__in=players)
    ).exists()
