"""Publishing a draw as a round, and taking a round back."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.journal import services as journal
from matches.ledger.models.match import Match
from tournaments.amendments.models import Amendment
from tournaments.amendments.services import recording
from tournaments.amendments.set_aside import withdraw_round
from tournaments.draws.errors import (
    DRAFT_CHANGED,
    DRAW_GONE,
    DRAW_OUTDATED,
    MEETS_ONESELF,
    REASON_NEEDED,
    ROUND_HAS_RESULTS,
    ROUND_NOT_LAST,
)
from tournaments.draws.job import is_current
from tournaments.draws.request import refuse_fed, refuse_unfinished_source
from tournaments.rounds import engine_state
from tournaments.rounds.models import Draw, Pairing, Round
from tournaments.structure.locking import bump, hold_matches, lock_open
from tournaments.structure.models import Entry, Stage, Tournament
from tournaments.structure.queries import main_stage
from tournaments.tables.calling import further_legs, open_due, open_for
from tournaments.tables.calls import call_free


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """A published round; `changed` is False if it was published before this call."""

    round: Round
    changed: bool


def publish_round(
    *, draw_id: int, tournament: Tournament, swaps: int = 0, by: User | None
) -> PublishedRound:
    """Publish a draft as a round, and open its matches with numbers and codes.

    `swaps` is the number of swaps in the draft that the director saw.

    Raises TOURNAMENT_CLOSED; DRAW_GONE: the draw is no longer a draft;
    DRAFT_CHANGED: players were swapped since the director looked;
    DRAW_OUTDATED: an entry or a result changed after the draw was made;
    SOURCE_UNFINISHED; STAGE_FED; MEETS_ONESELF.
    """
    with transaction.atomic():
        held = lock_open(tournament)
        draw = _draw_of(draw_id, held)
        if draw.state == Draw.State.PUBLISHED:
            return PublishedRound(draw.round, changed=False)
        if draw.state != Draw.State.DRAFT:
            raise DRAW_GONE()
        if len(draw.swaps) != swaps:
            raise DRAFT_CHANGED()
        # Before the input is compared: a result that is being corrected now is either
        # in the comparison, or its correction waits and then finds this round.
        hold_matches(held)
        refuse_unfinished_source(draw.stage)
        refuse_fed(draw.stage)
        if not is_current(draw):
            raise DRAW_OUTDATED()
        _refuse_against_self(draw)
        published = Round.objects.create(
            stage=draw.stage, number=draw.round_number, draw=draw
        )
        draft = Draw.objects.filter(pk=draw.pk, state=Draw.State.DRAFT)
        if not draft.move(Draw.State.PUBLISHED, published_at=timezone.now()):
            raise DRAW_GONE()
        _keep_draw(draw)
        _keep_rests(draw)
        _open(draw, held)
        call_free(held)
        bump(held)
        journal.record_act(
            act="round_published",
            by=by,
            subject=held.subject,
            round=draw.round_number,
            number=draw.number,
        )
    return PublishedRound(published, changed=True)


def take_back_round(
    *,
    round_number: int,
    tournament: Tournament,
    stage: Stage | None = None,
    reason: str,
    by: User | None,
) -> Amendment:
    """Take back the last round of a stage while no match of it has begun.

    Its matches are cancelled and their codes stop working; the draw stays on record. A
    bracket is drawn once, so the whole bracket is taken back.

    Raises TOURNAMENT_CLOSED, REASON_NEEDED, ROUND_NOT_LAST,
    ROUND_HAS_RESULTS, STAGE_FED.
    """
    if not reason:
        raise REASON_NEEDED()
    with transaction.atomic():
        held = lock_open(tournament)
        taken = _last_round(stage or main_stage(held), round_number)
        refuse_fed(taken.stage)
        # Locked before the check, so that no match can begin between check and cancel.
        hold_matches(held)
        _refuse_played(taken.draw)
        with recording(
            held,
            act="round_taken_back",
            by=by,
            params={"round": round_number, "reason": reason},
            rests_on=taken.stage,
        ) as made:
            withdraw_round(taken, reason=reason)
    return made.made


def _draw_of(draw_id: int, tournament: Tournament) -> Draw:
    draw = (
        Draw.objects.select_related("stage__division__profile", "stage__source")
        .filter(pk=draw_id, stage__division__tournament=tournament)
        .first()
    )
    if draw is None:
        raise DRAW_GONE()
    return draw


def _keep_draw(draw: Draw) -> None:
    """Copy the results of the draw to its stage: lots, plan, and field."""
    stage, record = draw.stage, draw.record
    field = engine_state.field_of(stage)
    Stage.objects.filter(pk=stage.pk).update(
        lots={**stage.lots, **record.get("lots", {})},
        plan=record.get("plan", stage.plan),
        field=field,
    )
    stage.refresh_from_db(fields=["lots", "plan", "field"])


def _keep_rests(draw: Draw) -> None:
    """Remove from the entries that were not drawn what they asked of this round.

    Whoever had withdrawn has not sat it out.
    """
    if not engine_state.can_rest(draw.stage):
        return
    resting = {rest.entrant for rest in draw.made_from.resting()}
    of_round = str(draw.round_number)
    entries = Entry.objects.filter(
        division=draw.stage.division_id, rests__isnull=False
    ).exclude(number__in=resting)
    for entry in entries.only("number", "rests"):
        if of_round in (kept := dict(entry.rests or {})):
            del kept[of_round]
            entry.rests = kept or None
            entry.save(update_fields=["rests"])


def _open(draw: Draw, tournament: Tournament) -> None:
    """Open a match for every pairing of two, with numbers in the order of the draw."""
    if draw.stage.is_plan:
        _open_bracket(draw, tournament)
        return
    pairings = [
        pairing
        for pairing in _of_two(draw)
        for pairing in (pairing, *further_legs(pairing))
    ]
    open_for(pairings, tournament)
    Pairing.objects.bulk_create([pairing for pairing in pairings if pairing.pk is None])
    Pairing.objects.bulk_update(
        [pairing for pairing in pairings if pairing.pk is not None],
        ["match", "match_number"],
    )


def _open_bracket(draw: Draw, tournament: Tournament) -> None:
    """Replace the drawn pairs by the matches that the plan opens; keep the notes.

    A bye needs no row: it follows from a vacant line of the plan.
    """
    notes = {
        frozenset((pairing.entry_1_id, pairing.entry_2_id)): pairing.notes
        for pairing in _of_two(draw)
    }
    draw.pairings.all().delete()
    open_due(draw.stage, tournament)
    for pairing in draw.pairings.all():
        pairing.notes = notes.get(
            frozenset((pairing.entry_1_id, pairing.entry_2_id)), []
        )
        if pairing.notes:
            pairing.save(update_fields=["notes"])


def _refuse_against_self(draw: Draw) -> None:
    """Refuse a draft in which a swap has paired two entries of one person.

    Raises MEETS_ONESELF.
    """
    same = {frozenset(pair) for pair in draw.made_from.same_person}
    if not same:
        return
    for pairing in _of_two(draw):
        two = pairing.entry_2
        if two and frozenset((pairing.entry_1.number, two.number)) in same:
            raise MEETS_ONESELF(name=str(pairing.entry_1), other=str(two))


def _of_two(draw: Draw) -> list[Pairing]:
    """Return the pairings of two.

    They share one stage and one draw object, because these rows are large.
    """
    found = list(
        draw.pairings.filter(entry_2__isnull=False)
        .select_related("entry_1", "entry_2")
        .order_by("position")
    )
    for pairing in found:
        pairing.stage, pairing.draw = draw.stage, draw
    return found


def _last_round(stage: Stage, round_number: int) -> Round:
    newest = (
        Round.objects.filter(stage=stage.root)
        .select_related("draw", "stage__division")
        .order_by("-number")
        .first()
    )
    if newest is None or newest.number != round_number:
        raise ROUND_NOT_LAST()
    return newest


def _refuse_played(draw: Draw) -> None:
    played = (
        draw.pairings.with_match()
        .exclude(match__state=Match.State.READY)
        .values_list("match_number", flat=True)
    )
    labels = [f"M{number}" for number in played]
    if labels:
        raise ROUND_HAS_RESULTS(labels=", ".join(labels))
