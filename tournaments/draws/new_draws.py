"""Making and discarding the rows of a draw that is requested."""

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext

from matches.accounts.models import User
from matches.jobs.models import Job
from tournaments import engine
from tournaments.draws.announce import announce, seed_of, thrown_away
from tournaments.draws.errors import (
    ANNOUNCEMENT_OUTDATED,
    DRAW_GONE,
    REASON_NEEDED,
)
from tournaments.draws.job import STEPS, is_current, refuse_renamed
from tournaments.engine.record import fingerprint
from tournaments.engine.record.announcement import ROLLS
from tournaments.rounds.models import SET_ASIDE, Draw
from tournaments.structure.columns import StoredRecord
from tournaments.structure.models import Entry, Stage


def drawn_before(stage: Stage, round_number: int) -> Draw | None:
    """Return the last draw of a round, a failed one too, else None."""
    return (
        stage.draws.filter(round_number=round_number)
        .exclude(SET_ASIDE)
        .order_by("number")
        .last()
    )


def reason_of_itself(before: Draw) -> str:
    """Return the reason for drawing again that a draw gives without a director.

    A round that was taken back has one already; a draw that failed was seen by no one,
    and counts as a try. Empty for other draws.
    """
    if before.state == Draw.State.FAILED:
        return gettext("The draw failed.")
    return before.reason if before.state == Draw.State.WITHDRAWN else ""


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
        entries = Entry.objects.filter(division=stage.division_id)
        numbers_drawn = [entrant.number for entrant in state.entrants]
        people = entries.filter(number__in=numbers_drawn)
        players = people.values_list("player", flat=True)
        if not thrown_away(stage, round_number, players):
            reason = ""
        elif not reason:
            raise REASON_NEEDED()
    elif not reason:
        reason = reason_of_itself(before)
        if not reason:
            raise REASON_NEEDED()
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
    """Give an announced draw its seed. Raises ANNOUNCEMENT_OUTDATED, NAMES_CHANGED."""
    draw.stage = stage
    if not is_current(draw):
        raise ANNOUNCEMENT_OUTDATED()
    refuse_renamed(draw)
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
