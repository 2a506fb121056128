"""Making and discarding the rows of a draw that is requested."""

from django.db.models import Max
from django.utils import timezone

from matches.accounts.models import User
from matches.jobs.models import Job
from tournaments import engine
from tournaments.draws.announce import (
    MACHINE,
    Seed,
    Sources,
    announce,
    seed_of,
)
from tournaments.draws.errors import (
    ANNOUNCEMENT_OUTDATED,
    DRAW_GONE,
    REASON_NEEDED,
)
from tournaments.draws.job import STEPS, is_current
from tournaments.engine.record import fingerprint
from tournaments.rounds.models import SET_ASIDE, Draw
from tournaments.structure.columns import StoredRecord
from tournaments.structure.models import Stage


def drawn_before(stage: Stage, round_number: int) -> Draw | None:
    """Return the last draw of a round that was seen, else None."""
    return (
        stage.draws.filter(round_number=round_number)
        .exclude(SET_ASIDE)
        .exclude(state=Draw.State.FAILED)
        .order_by("number")
        .last()
    )


def new_draw(
    stage: Stage,
    record: dict[str, object],
    *,
    reason: str,
    seed: Seed | None = None,
    sources: Sources | None = None,
    by: User | None,
) -> Draw:
    """Save a new draw: announced if `seed` is None, else queued for a worker.

    Raises REASON_NEEDED.
    """
    draw = _unsaved(stage, record, reason=reason, by=by)
    draw.announced_at = timezone.now() if seed is None else None
    typed = seed is not None and bool(seed.text)
    draw.announcement = announce(draw, sources=sources, typed=typed)
    if seed is None:
        draw.state, draw.seed = Draw.State.ANNOUNCED, ""
        return _saved(draw)
    draw.seed_from = Draw.SeedFrom.TYPED if typed else Draw.SeedFrom.MACHINE
    return _seeded(draw, seed)


def new_draft(
    stage: Stage, record: dict[str, object], *, reason: str, by: User | None
) -> Draw:
    """Save a draw with a random seed as a draft; the caller then writes its pairings.

    Raises REASON_NEEDED.
    """
    draw = _unsaved(stage, record, reason=reason, by=by)
    draw.announcement = announce(draw, sources=None)
    draw.seed, draw.parts = seed_of(draw.announcement, MACHINE)
    draw.state = Draw.State.DRAFT
    return _saved(draw)


def _unsaved(
    stage: Stage, record: dict[str, object], *, reason: str, by: User | None
) -> Draw:
    """Return a new draw with the next number of its round, without a seed.

    Raises REASON_NEEDED.
    """
    state = engine.from_record(record)
    round_number = state.next_round
    before = drawn_before(stage, round_number)
    if before is None:
        reason = ""
    elif not reason:
        if before.state != Draw.State.WITHDRAWN:
            raise REASON_NEEDED()
        reason = before.reason
    numbers = stage.draws.filter(round_number=round_number)
    # Largest plus one is safe under the lock of the tournament; the unique key of
    # stage, round and number says so if it ever were not.
    last = numbers.aggregate(last=Max("number"))
    chosen = engine.format_named(stage.format)
    return Draw(
        stage=stage,
        round_number=round_number,
        number=(last["last"] or 0) + 1,
        algorithm=chosen.key,
        version=chosen.version,
        fingerprint=fingerprint(record),
        record=StoredRecord(state=record),
        reason=reason,
        requested_by=by,
    )


def with_seed(draw: Draw, stage: Stage, seed: Seed) -> Draw:
    """Give an announced draw its seed. Raises ANNOUNCEMENT_OUTDATED."""
    draw.stage = stage
    if not is_current(draw):
        raise ANNOUNCEMENT_OUTDATED()
    draw.seed_from = Draw.SeedFrom.JOINED
    return _seeded(draw, seed)


def _seeded(draw: Draw, seed: Seed) -> Draw:
    draw.seed, draw.parts = seed_of(draw.own_announcement, seed)
    draw.state = Draw.State.DRAWING
    draw.job = Job.objects.create(
        kind="draw",
        key=f"draw:{draw.stage_id}:{draw.round_number}:{draw.number}",
        steps=len(STEPS),
    )
    return _saved(draw)


def _saved(draw: Draw) -> Draw:
    """Insert a new draw, or write the seed and the job into an announced one."""
    if draw.pk is None:
        draw.save()
        return draw
    # A conditional update: `move` changes the row only from a state that allows it. No
    # row changed means that the announcement was discarded in between.
    moved = Draw.objects.filter(pk=draw.pk).move(
        draw.state,
        seed=draw.seed,
        seed_from=draw.seed_from,
        parts=draw.parts,
        job=draw.job,
    )
    if not moved:
        raise DRAW_GONE()
    return draw


def discard(draw: Draw) -> None:
    """Delete the pairings of a draft and mark its draw as discarded."""
    draw.pairings.all().delete()
    Draw.objects.filter(pk=draw.pk).move(Draw.State.DISCARDED)
