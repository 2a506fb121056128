"""Drawing a round: asked for, made by a worker, looked at, swapped, drawn again."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max

from matches import journal
from matches.models import User
from matches.rules.text import gettext_noop
from tournaments import engine, snapshot
from tournaments.errors import (
    DrawGoneError,
    DrawOutdatedError,
    ReasonNeededError,
    ResultsMissingError,
    SwapInBracketError,
    SwapNeedsTwoError,
)
from tournaments.models import Draw, Entry, Job, Pairing, Stage, Tournament
from tournaments.selectors.desk import open_labels
from tournaments.selectors.tournaments import fingerprint, main_stage
from tournaments.services import jobs
from tournaments.services.tournaments import lock_open

STEPS = (
    gettext_noop("Reading entries and results"),
    gettext_noop("Deciding who meets whom"),
    gettext_noop("Checking the draw"),
    gettext_noop("Writing the draft"),
)


def request_draw(*, tournament: Tournament, reason: str = "", by: User | None) -> Draw:
    """Ask for a draw of the next round and return its record; a worker makes it.

    A draft of that round is replaced, which takes a reason unless something changed
    since it was made. Asking again while it is being made returns the same draw.

    Raises TournamentClosedError, ResultsMissingError, ReasonNeededError, and what the
    engine says of a field that cannot be drawn.
    """
    with transaction.atomic():
        held = lock_open(tournament)
        stage = main_stage(held)
        running = _open_draw(stage)
        if running is not None and running.state == Draw.State.DRAWING:
            return running
        _refuse_missing_results(stage)
        state = snapshot.load(stage)
        engine.check(state)
        basis = fingerprint(held.pk)
        if running is not None:
            if running.basis == basis and not reason:
                raise ReasonNeededError
            _discard(running)
        draw = _new_draw(stage, state.next_round, basis=basis, reason=reason, by=by)
        journal.write(
            act="draw_requested",
            by=by,
            subject=held.subject,
            round=draw.round_number,
            number=draw.number,
            reason=reason,
        )
    return draw


def make_draw(job: Job) -> None:
    """Make the draw that `job` is for. Called by a worker that has claimed the job.

    The work happens outside any transaction; the outcome is written only by the holder
    of the claim, and only if nothing changed meanwhile.

    Raises LostClaimError, DrawOutdatedError, DrawGoneError, and what the engine says.
    """
    draw = Draw.objects.select_related("stage__division__tournament").get(job=job)
    _report(job, 1)
    state = snapshot.load(draw.stage)
    _report(job, 2)
    drawn = engine.draw(state, draw.seed)
    _report(job, 3)
    notes = engine.audit(state, drawn)
    _report(job, 4)
    with transaction.atomic():
        held = lock_open(draw.stage.division.tournament)
        jobs.finish(job)
        if fingerprint(held.pk) != draw.basis:
            raise DrawOutdatedError
        _write_draft(draw, state=state, drawn=drawn, notes=notes)


def swap(
    *, draw_id: int, tournament: Tournament, first: int, second: int, by: User | None
) -> Draw:
    """Let two entries of a draft change places; the audit then looks at it again.

    `first` and `second` are entry numbers.

    Raises SwapNeedsTwoError, SwapInBracketError, DrawGoneError.
    """
    with transaction.atomic():
        held = lock_open(tournament)
        draw = _draft(draw_id, held)
        if not can_swap(draw):
            raise SwapInBracketError
        pairings = list(draw.pairings.select_related("entry_1", "entry_2"))
        touched = [
            pairing for pairing in pairings if {first, second} & set(_numbers(pairing))
        ]
        if first == second or len(touched) != 2:  # noqa: PLR2004
            raise SwapNeedsTwoError
        _exchange(draw, touched, first=first, second=second)
        _audit_again(draw)
        journal.write(
            act="draft_swapped",
            by=by,
            subject=held.subject,
            round=draw.round_number,
            names=_swapped_names(touched, first, second),
        )
    return draw


def _report(job: Job, step: int) -> None:
    jobs.report_step(job, step=step, steps=len(STEPS), label=STEPS[step - 1])


def can_swap(draw: Draw) -> bool:
    """Whether somebody else than the results may decide who meets in this round."""
    return draw.round_number == 1 or not engine.format_named(draw.algorithm).is_bracket


def as_drawn(draw: Draw) -> engine.DrawnRound:
    """Return the draft's pairings as the engine sees them."""
    return engine.DrawnRound(
        round=draw.round_number,
        pairings=tuple(
            engine.Pairing(pairing.entry_1.number, _second_number(pairing))
            for pairing in draw.pairings.select_related("entry_1", "entry_2")
        ),
        lots={int(number): lot for number, lot in draw.record.get("lots", {}).items()},
    )


def _open_draw(stage: Stage) -> Draw | None:
    """The draw under way or waiting as a draft; one whose job failed is neither."""
    stage.draws.filter(state=Draw.State.DRAWING, job__state=Job.State.FAILED).update(
        state=Draw.State.FAILED
    )
    return stage.draws.filter(state__in=(Draw.State.DRAWING, Draw.State.DRAFT)).first()


def _refuse_missing_results(stage: Stage) -> None:
    labels = open_labels(stage)
    if labels:
        raise ResultsMissingError(labels=", ".join(labels))


def _new_draw(
    stage: Stage, round_number: int, *, basis: int, reason: str, by: User | None
) -> Draw:
    last = stage.draws.filter(round_number=round_number).aggregate(last=Max("number"))
    number = (last["last"] or 0) + 1
    chosen = engine.format_named(stage.format)
    job = Job.objects.create(
        kind=Job.Kind.DRAW,
        key=f"draw:{stage.pk}:{round_number}:{number}",
        steps=len(STEPS),
    )
    return Draw.objects.create(
        stage=stage,
        round_number=round_number,
        number=number,
        algorithm=chosen.key,
        version=chosen.version,
        basis=basis,
        reason=reason,
        job=job,
        requested_by=by,
    )


def _discard(draw: Draw) -> None:
    draw.pairings.all().delete()
    Draw.objects.filter(pk=draw.pk).update(state=Draw.State.DISCARDED)


def _write_draft(
    draw: Draw,
    *,
    state: engine.StageState,
    drawn: engine.DrawnRound,
    notes: Sequence[engine.Note],
) -> None:
    record = {
        "state": engine.to_record(state),
        "lots": {str(number): lot for number, lot in drawn.lots.items()},
        "pairs": [[pair.one, pair.two] for pair in drawn.pairings],
        "notes": [_plain(note) for note in notes],
    }
    written = Draw.objects.filter(pk=draw.pk, state=Draw.State.DRAWING).update(
        state=Draw.State.DRAFT, record=record
    )
    if not written:
        raise DrawGoneError
    ids = dict(
        Entry.objects.filter(division=draw.stage.division_id).values_list(
            "number", "pk"
        )
    )
    Pairing.objects.bulk_create(
        Pairing(
            tournament=draw.stage.division.tournament,
            draw=draw,
            table=table,
            entry_1_id=ids[pair.one],
            entry_2_id=None if pair.two is None else ids[pair.two],
            notes=[_plain(note) for note in pair.notes],
        )
        for table, pair in enumerate(drawn.pairings, start=1)
    )


def _plain(note: engine.Note) -> dict[str, Any]:
    return {"message": note.message, "params": dict(note.params)}


def _draft(draw_id: int, tournament: Tournament) -> Draw:
    draw = (
        Draw.objects.select_related("stage__division")
        .filter(
            pk=draw_id,
            stage__division__tournament=tournament,
            state=Draw.State.DRAFT,
        )
        .first()
    )
    if draw is None:
        raise DrawGoneError
    return draw


def _second_number(pairing: Pairing) -> int | None:
    return pairing.entry_2.number if pairing.entry_2 else None


def _numbers(pairing: Pairing) -> tuple[int | None, ...]:
    return pairing.entry_1.number, _second_number(pairing)


def _exchange(draw: Draw, touched: list[Pairing], *, first: int, second: int) -> None:
    """Write two pairings anew with the two entries exchanged.

    Deleted and made again, because an entry may never stand in two rows of a draw, not
    even for the moment between two updates.
    """
    by_number: dict[int, Entry] = {}
    for pairing in touched:
        by_number[pairing.entry_1.number] = pairing.entry_1
        if pairing.entry_2:
            by_number[pairing.entry_2.number] = pairing.entry_2
    other = {first: by_number[second], second: by_number[first]}
    Pairing.objects.filter(pk__in=[pairing.pk for pairing in touched]).delete()
    Pairing.objects.bulk_create(
        Pairing(
            tournament_id=pairing.tournament_id,
            draw=draw,
            table=pairing.table,
            entry_1=other.get(pairing.entry_1.number, pairing.entry_1),
            entry_2=pairing.entry_2
            and other.get(pairing.entry_2.number, pairing.entry_2),
            notes=[{"message": SWAPPED, "params": {}}],
        )
        for pairing in touched
    )
    draw.swaps = [*draw.swaps, [first, second]]
    draw.record["lots"] = _exchanged_lots(draw.record.get("lots", {}), first, second)


SWAPPED = gettext_noop("Changed by the director.")


def _exchanged_lots(lots: Mapping[str, int], first: int, second: int) -> dict[str, int]:
    """Lots go with the places: whoever moves takes over the other's number."""
    one, two = str(first), str(second)
    if one not in lots or two not in lots:
        return dict(lots)
    return {**lots, one: lots[two], two: lots[one]}


def _audit_again(draw: Draw) -> None:
    state = engine.from_record(draw.record["state"])
    draw.record["notes"] = [
        _plain(note) for note in engine.audit(state, as_drawn(draw))
    ]
    draw.save(update_fields=["record", "swaps"])


def _swapped_names(touched: Sequence[Pairing], first: int, second: int) -> str:
    names = [
        entry.player.name
        for pairing in touched
        for entry in (pairing.entry_1, pairing.entry_2)
        if entry is not None and entry.number in {first, second}
    ]
    return " ↔ ".join(names)
