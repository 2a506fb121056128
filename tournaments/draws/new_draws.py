"""Making and discarding the rows of a draw that is requested."""

from django.db.models import Max
from django.utils import timezone

from matches.accounts.models import User
from matches.jobs.models import Job
from tournaments import engine
from tournaments.draws.announce import announce, seed_of
from tournaments.draws.errors import (
    ANNOUNCEMENT_OUTDATED,
    DRAW_GONE,
    REASON_NEEDED,
)
from tournaments.draws.job import STEPS, is_current
from tournaments.engine.record import fingerprint
from tournaments.engine.record.announcement import ROLLS
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


def announced_draw(
    stage: Stage, record: dict[str, object], *, reason: str, by: User | None
) -> Draw:
    """Save a new draw that waits for its dice. Raises REASON_NEEDED."""
    draw = _unsaved(stage, record, reason=reason, by=by)
    draw.announced_at = timezone.now()
    draw.announcement = announce(draw, rolls=ROLLS)
    draw.state, draw.seed = Draw.State.ANNOUNCED, ""
    return _saved(draw)


def new_draw(
    stage: Stage,
    record: dict[str, object],
    *,
    reason: str,
    secret: str = "",
    by: User | None,
) -> Draw:
    """Save a new draw and queue it for a worker; `secret` as in `announce`.

    Raises REASON_NEEDED.
    """
    draw = _unsaved(stage, record, reason=reason, by=by)
    draw.announcement = announce(draw, secret=secret)
    return _seeded(draw)


def new_draft(
    stage: Stage, record: dict[str, object], *, reason: str, by: User | None
) -> Draw:
    """Save a draw with a random seed as a draft; the caller then writes its pairings.

    Raises REASON_NEEDED.
    """
    draw = _unsaved(stage, record, reason=reason, by=by)
    draw.announcement = announce(draw)
    draw.seed, draw.parts = seed_of(draw.announcement, "")
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


def with_dice(draw: Draw, stage: Stage, dice: str) -> Draw:
    """Give an announced draw its seed. Raises ANNOUNCEMENT_OUTDATED."""
    draw.stage = stage
    if not is_current(draw):
        raise ANNOUNCEMENT_OUTDATED()
    return _seeded(draw, dice)


def _seeded(draw: Draw, dice: str = "") -> Draw:
    draw.seed, draw.parts = seed_of(draw.own_announcement, dice)
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
        draw.state, seed=draw.seed, parts=draw.parts, job=draw.job
    )
    if not moved:
        raise DRAW_GONE()
    return draw


def discard(draw: Draw) -> None:
    """Delete the pairings of a draft and mark its draw as discarded."""
    draw.pairings.all().delete()
    Draw.objects.filter(pk=draw.pk).move(Draw.State.DISCARDED)
