"""Publishes a draw as a round, and takes a round back."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.ledger.models.match import Match
from matches.web import journal
from tournaments.draws.errors import (
    DRAFT_CHANGED,
    DRAW_GONE,
    DRAW_OUTDATED,
    MEETS_ONESELF,
    REASON_NEEDED,
    ROUND_HAS_RESULTS,
    ROUND_NOT_LAST,
)
from tournaments.draws.job import is_current, refuse_renamed
from tournaments.draws.request import refuse_fed, refuse_unfinished_source
from tournaments.engine import has_schedule
from tournaments.results.amendments.models import Amendment
from tournaments.results.amendments.services import recording
from tournaments.results.amendments.set_aside import (
    ROUND_TAKEN_BACK,
    ROUNDS_TAKEN_BACK,
    withdraw_round,
)
from tournaments.rounds import engine_state
from tournaments.rounds.models import Draw, Pairing, Round
from tournaments.structure.locking import bump, lock_live_matches, lock_open
from tournaments.structure.models import Entry, Stage, Tournament
from tournaments.structure.queries import main_stage
from tournaments.tables.calling import (
    PairedEntry,
    PairingToOpen,
    every_leg,
    insert_opened,
    keep_numbers,
    open_due,
    open_matches_for,
)
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

    Raises TOURNAMENT_CLOSED; DRAW_GONE: the draw is no longer a draft; DRAFT_CHANGED:
    players were swapped since the director looked; DRAW_OUTDATED: an entry or a result
    changed after the draw was made; SOURCE_UNFINISHED; STAGE_FED; MEETS_ONESELF.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        draw = seen_draft(draw_id, locked, swaps=swaps)
        if draw.state == Draw.State.PUBLISHED:
            return PublishedRound(draw.round, changed=False)
        # Before the input is compared: a result that is being corrected now is either
        # in the comparison, or its correction waits and then finds this round.
        lock_live_matches(locked)
        published = make_public(draw, locked)
        call_free(locked)
        bump(locked)
        journal.record_act(
            act="round_published",
            by=by,
            subject=locked.subject,
            details=draw.journal_values(),
        )
    return PublishedRound(published, changed=True)


def seen_draft(draw_id: int, locked: Tournament, *, swaps: int) -> Draw:
    """Return a draft if it is as the director saw it, or the draw if already published.

    Raises DRAW_GONE, DRAFT_CHANGED.
    """
    draw = (
        Draw.objects.select_related("stage__division__profile", "stage__source")
        .filter(pk=draw_id, stage__division__tournament=locked)
        .first()
    )
    if draw is None:
        raise DRAW_GONE()
    if draw.state == Draw.State.PUBLISHED:
        return draw
    if draw.state != Draw.State.DRAFT:
        raise DRAW_GONE()
    if len(draw.swaps) != swaps:
        raise DRAFT_CHANGED()
    return draw


def make_public(draw: Draw, locked: Tournament) -> Round:
    """Make a round of a draft and open its matches, without calling them.

    The caller has locked the tournament and its matches.

    Raises DRAW_OUTDATED, NAMES_CHANGED, SOURCE_UNFINISHED, STAGE_FED, MEETS_ONESELF,
    DRAW_GONE.
    """
    refuse_unfinished_source(draw.stage)
    refuse_fed(draw.stage)
    if not is_current(draw):
        raise DRAW_OUTDATED()
    refuse_renamed(draw)
    _refuse_against_self(draw)
    return open_round(draw, locked)


def open_round(draw: Draw, locked: Tournament) -> Round:
    """Make a round of a draft that was just drawn, under the same locks.

    Raises DRAW_GONE.
    """
    # The unique key of stage and number stops a second publication of the same round,
    # even one that holds no lock.
    published = Round.objects.create(
        stage=draw.stage, number=draw.round_number, draw=draw
    )
    draft = Draw.objects.filter(pk=draw.pk, state=Draw.State.DRAFT)
    if not draft.move(Draw.State.PUBLISHED, published_at=timezone.now()):
        raise DRAW_GONE()
    _keep_draw(draw)
    _keep_rests(draw)
    _open(draw, locked)
    return published


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
    bracket is drawn once, so the whole bracket is taken back. Of rounds that were all
    known beforehand an earlier one is taken back together with those that follow it.

    Raises TOURNAMENT_CLOSED, REASON_NEEDED, ROUND_NOT_LAST, ROUND_HAS_RESULTS,
    STAGE_FED.
    """
    if not reason:
        raise REASON_NEEDED()
    with transaction.atomic():
        locked = lock_open(tournament)
        # Locked before the check, so that no match can begin between check and cancel.
        lock_live_matches(locked)
        taken = rounds_to_take_back(stage or main_stage(locked), round_number)
        newest = taken[0]
        told = {**newest.draw.journal_values(), "round": round_number, "reason": reason}
        params = {name: told[name] for name in told if name != "number"}
        if len(taken) > 1:
            params["last"] = newest.number
        with recording(
            locked,
            act=ROUND_TAKEN_BACK if len(taken) == 1 else ROUNDS_TAKEN_BACK,
            by=by,
            params=params,
            dependents_in=newest.stage,
        ) as made:
            for one in taken:
                withdraw_round(one, reason=reason)
    return made.made


def rounds_to_take_back(stage: Stage, first: int) -> list[Round]:
    """Return the rounds that are taken back with round `first`, the newest first.

    Four queries.

    Raises ROUND_NOT_LAST, ROUND_HAS_RESULTS, STAGE_FED.
    """
    taken = _last_rounds(stage, first)
    refuse_fed(taken[0].stage)
    _refuse_played(taken)
    return taken


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
    """Remove the rests in this round of entries that did not take part.

    A withdrawn player has not sat it out.
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
    drawn = list(
        draw.pairings.filter(entry_2__isnull=False)
        .select_related("entry_1", "entry_2")
        .order_by("position")
    )
    legs = draw.stage.chosen.legs
    to_open = [
        each
        for pairing in drawn
        if pairing.entry_2 is not None
        for each in every_leg(
            PairingToOpen(
                draw.stage,
                draw.round_number,
                pairing.position,
                _seat(pairing.entry_1),
                _seat(pairing.entry_2),
            ),
            legs,
        )
    ]
    opened = open_matches_for(to_open, tournament)
    # The first of each pairing's legs is a row of the draft, the others are new.
    for pairing, first in zip(drawn, opened[::legs], strict=True):
        pairing.match_id, pairing.match_number = first
    Pairing.objects.bulk_create(
        drawn,
        update_conflicts=True,
        unique_fields=["pk"],
        update_fields=["match", "match_number"],
    )
    later = [place for place, pairing in enumerate(to_open) if pairing.leg > 1]
    insert_opened(
        [to_open[place] for place in later],
        [opened[place] for place in later],
        draw,
    )


def _seat(entry: Entry) -> PairedEntry:
    return PairedEntry(entry.pk, entry.player_id)


def _open_bracket(draw: Draw, tournament: Tournament) -> None:
    """Replace the drawn pairs by the matches that the plan opens; keep the notes.

    A bye needs no row: it follows from a vacant line of the plan.
    """
    notes = {
        frozenset((pairing.entry_1_id, pairing.entry_2_id)): pairing.notes
        for pairing in _of_two(draw)
    }
    draw.pairings.all().delete()
    keep_numbers(draw.stage, tournament)
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


def last_together(stage: Stage, first: int) -> int:
    """Return the last round that is taken back together with this one.

    One query where all rounds are known beforehand, else none.
    """
    if not has_schedule(stage.root.format):
        return first
    rounds = Round.objects.filter(stage=stage.root, number__gte=first)
    return rounds.order_by("-number").values_list("number", flat=True).first() or first


def first_unplayed(stage: Stage) -> int:
    """Return the first of the last rounds in which no match has begun. One query.

    A number above those of all rounds if the newest one has begun.
    """
    begun = Pairing.objects.live().with_match().filter(draw__stage=stage.root)
    begun = begun.exclude(match__state=Match.State.READY)
    last = begun.order_by("-round_number").values_list("round_number", flat=True)
    return (last.first() or 0) + 1


def _last_rounds(stage: Stage, first: int) -> list[Round]:
    """Return the rounds from `first` on that can be taken back together, newest first.

    Raises ROUND_NOT_LAST.
    """
    rounds = list(
        Round.objects.filter(stage=stage.root, number__gte=first)
        .select_related("draw", "stage__division")
        .order_by("-number")
    )
    if not rounds or rounds[-1].number != first:
        raise ROUND_NOT_LAST()
    if len(rounds) > 1 and not has_schedule(stage.format):
        raise ROUND_NOT_LAST()
    return rounds


def _refuse_played(rounds: Iterable[Round]) -> None:
    played = (
        Pairing.objects.with_match()
        .filter(draw__in=[drawn_round.draw_id for drawn_round in rounds])
        .exclude(match__state=Match.State.READY)
        .order_by("match_number")
        .values_list("match_number", flat=True)
    )
    labels = [f"M{number}" for number in played]
    if labels:
        raise ROUND_HAS_RESULTS(labels=", ".join(labels))
