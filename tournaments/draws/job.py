"""Makes a draw in a worker process, from the stored record only."""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import cast

from django.db import transaction

from matches.jobs import queue as jobs_queue
from matches.jobs.models import Job
from matches.rules.refusals import Message, RuleError
from tournaments import engine
from tournaments.draws.announce import names_since
from tournaments.draws.errors import DRAW_GONE, DRAW_OUTDATED, NAMES_CHANGED
from tournaments.engine.record import fingerprint
from tournaments.rounds import engine_state
from tournaments.rounds.engine_state import stored_note
from tournaments.rounds.models import Draw, Pairing
from tournaments.structure.columns import StoredRecord
from tournaments.structure.locking import lock_open
from tournaments.structure.models import Entry, Stage

STEPS = (
    Message("draw.step_reading", "Reading entries and results"),
    Message("draw.step_deciding", "Deciding the pairings"),
    Message("draw.step_checking", "Checking the draw"),
    Message("draw.step_writing", "Writing the draft"),
)


def make_draw(job: Job) -> None:
    """Make the draw of a job. Called by the worker that has claimed the job.

    The engine works outside any transaction: it can take seconds, and a lock would make
    other requests wait. The result is written only by the worker that still has the
    claim, and only if the input has not changed.

    Raises LostClaimError, DRAW_OUTDATED, NAMES_CHANGED, DRAW_GONE, and the errors of
    the engine.
    """
    draw = Draw.objects.select_related(
        "stage__division__tournament", "stage__division__profile", "stage__source"
    ).get(job=job)
    _report(job, 1)
    state = draw.made_from
    _report(job, 2)
    try:
        drawn = engine.draw(state, draw.seed, version=draw.version)
    except RuleError as error:
        raise engine_state.with_names(error, draw.stage) from None
    _report(job, 3)
    notes = notes_of(draw.stage, state, drawn)
    _report(job, 4)
    with transaction.atomic():
        # The order matters. The lock stops changes of entries and draws. `finish` fails
        # if the lease expired and another worker has claimed the job. Only then is the
        # input compared, and the lock keeps it as it is until the draft is written. An
        # error rolls all of it back, `finish` included.
        lock_open(draw.stage.division.tournament)
        jobs_queue.finish(job)
        if not is_current(draw):
            raise DRAW_OUTDATED()
        refuse_renamed(draw)
        _write_draft(draw, state=state, drawn=drawn, notes=notes)


def is_current(draw: Draw) -> bool:
    """Return True if the draw would still be made from the same input.

    The input of now is built and its fingerprint compared with the stored one. If the
    round was drawn ahead, results that were missing then do not count as a change.
    """
    recorded = draw.made_from
    stage = Stage.objects.select_related("division__profile").get(pk=draw.stage_id)
    now = engine_state.to_draw(stage, ahead=recorded.ahead)
    now = replace(now, at_once=recorded.at_once)
    if recorded.ahead:
        now = _as_open(now, recorded)
    return fingerprint(engine.to_record(now)) == draw.fingerprint


def refuse_renamed(draw: Draw) -> None:
    """Refuse a draw with names that are not those that were announced.

    Otherwise two players could exchange their names once the draw is seen. Raises
    NAMES_CHANGED.
    """
    since = names_since(draw.stage, draw.own_announcement)
    if since.renamed:
        changes = (
            f"{since.announced[number]} → {name}"
            for number, name in since.renamed.items()
        )
        raise NAMES_CHANGED(names=", ".join(changes))


def _report(job: Job, step: int) -> None:
    jobs_queue.report_step(job, step=step, steps=len(STEPS), label=STEPS[step - 1])


def _as_open(now: engine.StageState, recorded: engine.StageState) -> engine.StageState:
    """Return the state of now without the results that were missing in the record."""
    # One key can have several outcomes (two meet in several matches of a round). Both
    # sequences are in the same order, so the first of one belongs to the first of the
    # other.
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
    record = record_of(draw, state=state, drawn=drawn, notes=notes)
    # A conditional update: the director may have discarded the draw while the worker
    # was busy. The filter is needed although `move` checks the state: a move from
    # DISCARDED to DRAFT is allowed (an undo restores drafts), but not to a worker.
    drawing = Draw.objects.filter(pk=draw.pk, state=Draw.State.DRAWING)
    written = drawing.move(Draw.State.DRAFT, record=record)
    if not written:
        raise DRAW_GONE()
    write_pairings(draw, drawn)


def notes_of(
    stage: Stage, state: engine.StageState, drawn: engine.DrawnRound
) -> tuple[engine.Note, ...]:
    """Return the notes on a draw as a whole, after an independent audit."""
    return (
        *engine_state.cut_notes(stage),
        *engine.remarks(state, drawn),
        *engine.audit(state, drawn),
    )


def record_of(
    draw: Draw,
    *,
    state: engine.StageState,
    drawn: engine.DrawnRound,
    notes: Sequence[engine.Note],
) -> StoredRecord:
    """Return the record of a draw together with its result."""
    found: dict[str, object] = {
        **draw.record,
        "lots": {str(number): lot for number, lot in drawn.lots.items()},
        "pairs": [(pair.one, pair.two) for pair in drawn.pairings],
        "notes": [stored_note(note) for note in notes],
        **_plan_record(state, drawn),
    }
    return cast("StoredRecord", found)


def write_pairings(draw: Draw, drawn: engine.DrawnRound) -> None:
    """Insert the pairings of a draft."""
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
            notes=[stored_note(note) for note in pair.notes],
        )
        for position, pair in enumerate(drawn.pairings, start=1)
    )


def _plan_record(
    state: engine.StageState, drawn: engine.DrawnRound
) -> dict[str, dict[str, object]]:
    """Return the plan of a bracket for the record; empty for other formats.

    The plan is stored, not computed again, so that a later version of the code cannot
    change a bracket that is being played.
    """
    plan_of = engine.format_named(state.format).plan
    if plan_of is None:
        return {}
    entrants = tuple(
        replace(entrant, lot=drawn.lots.get(entrant.number, entrant.lot))
        for entrant in state.entrants
    )
    plan = plan_of(replace(state, entrants=entrants))
    return {"plan": {"lines": plan.lines, "nodes": plan.to_rows()}}
