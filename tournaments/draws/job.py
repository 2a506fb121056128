"""Making a draw: what a worker does, from the record alone."""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction

from matches.jobs import queue as jobs_queue
from matches.jobs.models import Job
from matches.rules.text import gettext_noop
from tournaments import engine
from tournaments.draws.errors import DrawGoneError, DrawOutdatedError
from tournaments.engine.record import fingerprint
from tournaments.rounds import engine_state
from tournaments.rounds.engine_state import plain
from tournaments.rounds.models import Draw, Pairing
from tournaments.structure.locking import lock_open
from tournaments.structure.models import Entry, Stage

STEPS = (
    gettext_noop("Reading entries and results"),
    gettext_noop("Deciding who meets whom"),
    gettext_noop("Checking the draw"),
    gettext_noop("Writing the draft"),
)


def make_draw(job: Job) -> None:
    """Make the draw that `job` is for. Called by a worker that has claimed the job.

    The work happens outside any transaction, from the record alone; the outcome is
    written only by the holder of the claim, and only if nothing changed meanwhile.

    Raises LostClaimError, DrawOutdatedError, DrawGoneError, and what the engine says.
    """
    draw = Draw.objects.select_related(
        "stage__division__tournament", "stage__division__profile", "stage__source"
    ).get(job=job)
    _report(job, 1)
    state = draw.made_from
    _report(job, 2)
    drawn = engine.draw(state, draw.seed, version=draw.version)
    _report(job, 3)
    notes = (*engine_state.cut_notes(draw.stage), *engine.audit(state, drawn))
    _report(job, 4)
    with transaction.atomic():
        lock_open(draw.stage.division.tournament)
        jobs_queue.finish(job)
        if not is_current(draw):
            raise DrawOutdatedError
        _write_draft(draw, state=state, drawn=drawn, notes=notes)


def is_current(draw: Draw) -> bool:
    """Whether the draw would still be made from the same facts.

    A result that was missing when the round was drawn ahead may have come in since.
    """
    recorded = draw.made_from
    stage = Stage.objects.select_related("division__profile").get(pk=draw.stage_id)
    now = engine_state.to_draw(stage, ahead=recorded.ahead)
    if recorded.ahead:
        now = _as_open(now, recorded)
    return fingerprint(engine.to_record(now)) == draw.fingerprint


def _report(job: Job, step: int) -> None:
    jobs_queue.report_step(job, step=step, steps=len(STEPS), label=STEPS[step - 1])


def _as_open(now: engine.StageState, recorded: engine.StageState) -> engine.StageState:
    """Forget the results that were missing when the record was made."""
    was: defaultdict[Hashable, list[engine.Outcome]] = defaultdict(list)
    for outcome in recorded.outcomes:
        was[outcome.round, outcome.one, outcome.two].append(outcome)
    outcomes = []
    for outcome in now.outcomes:
        known = was[outcome.round, outcome.one, outcome.two]
        before = known.pop(0) if known else outcome
        outcomes.append(before if before.is_open else outcome)
    return replace(now, outcomes=tuple(outcomes))


def _write_draft(
    draw: Draw,
    *,
    state: engine.StageState,
    drawn: engine.DrawnRound,
    notes: Sequence[engine.Note],
) -> None:
    record = {
        **draw.record,
        "lots": {str(number): lot for number, lot in drawn.lots.items()},
        "pairs": [(pair.one, pair.two) for pair in drawn.pairings],
        "notes": [plain(note) for note in notes],
        **_plan_record(state, drawn),
    }
    # Of DISCARDED too a draft may come, but not by a worker.
    drawing = Draw.objects.filter(pk=draw.pk, state=Draw.State.DRAWING)
    written = drawing.move(Draw.State.DRAFT, record=record)
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
            stage=draw.stage,
            draw=draw,
            round_number=draw.round_number,
            position=position,
            entry_1_id=ids[pair.one],
            entry_2_id=None if pair.two is None else ids[pair.two],
            notes=[plain(note) for note in pair.notes],
        )
        for position, pair in enumerate(drawn.pairings, start=1)
    )


def _plan_record(
    state: engine.StageState, drawn: engine.DrawnRound
) -> dict[str, dict[str, Any]]:
    """Return the graph of a bracket, so that later code can never change it."""
    plan_of = engine.format_named(state.format).plan
    if plan_of is None:
        return {}
    entrants = tuple(
        replace(entrant, lot=drawn.lots.get(entrant.number, entrant.lot))
        for entrant in state.entrants
    )
    plan = plan_of(replace(state, entrants=entrants))
    return {"plan": {"lines": plan.lines, "nodes": plan.to_rows()}}
