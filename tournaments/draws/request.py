"""Announcing, requesting and discarding a draw.

All services here lock the tournament first. A stage has at most one open draw
(announced, being drawn, or a draft); the lock keeps two requests from making two.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from matches.accounts.models import User
from matches.jobs.models import Job
from matches.rules.refusals import RuleError
from matches.web import journal
from tournaments import engine
from tournaments.draws.announce import thrown_away
from tournaments.draws.errors import (
    ASKS_WAITING,
    DRAW_GONE,
    REASON_NEEDED,
    SOURCE_UNFINISHED,
    STAGE_FED,
)
from tournaments.draws.new_draws import (
    announced_draw,
    discard,
    drawn_before,
    new_draw,
    reason_of_itself,
    with_dice,
)
from tournaments.engine.record import fingerprint
from tournaments.rounds import engine_state
from tournaments.rounds.models import Draw
from tournaments.rounds.rests import asked_in
from tournaments.rounds.rows import open_labels
from tournaments.structure.errors import RESULTS_STILL_MISSING
from tournaments.structure.locking import bump, lock_open
from tournaments.structure.models import Entry, Stage, Tournament
from tournaments.structure.queries import main_stage, title_of


def announce_draw(
    *,
    tournament: Tournament,
    stage: Stage | None = None,
    reason: str = "",
    ahead: bool = False,
    by: User | None,
) -> Draw:
    """Publish the input of a draw before its seed exists; then dice are rolled.

    The published fingerprint proves later that the input was not changed to suit the
    seed. A repeated call without a reason returns the same announcement if the input is
    unchanged.

    Raises the errors of `request_draw`.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        chosen = drawn_stage(locked, stage)
        running = draw_under_way(chosen)
        if running is not None and running.state == Draw.State.DRAWING:
            return running
        record = input_of(chosen, ahead=ahead)
        if running is not None:
            if not reason and _announces(running, record):
                return running
            _replace(running, reason=reason)
        draw = announced_draw(chosen, record, reason=reason, by=by)
        bump(locked)
        _record_act("draw_announced", draw, locked, by=by, reason=reason)
    return draw


def request_draw(  # noqa: PLR0913 - what is drawn, from what, and why
    *,
    tournament: Tournament,
    stage: Stage | None = None,
    reason: str = "",
    dice: str = "",
    secret: str = "",
    ahead: bool = False,
    by: User | None,
) -> Draw:
    """Queue a draw of the next round and return its row; a worker makes the draw.

    An announced draw is made from the announced input, with the `dice` that were
    rolled. The seed of any other one is random, or `secret` for a draw that must always
    come out the same, as in the demonstration: 32 hexadecimal digits. A draft of the
    same round is replaced, and a round that was drawn or announced before is drawn
    again; both need a reason. A repeated call while the worker is busy returns the same
    draw. `ahead`: draw although results are missing.

    Raises TOURNAMENT_CLOSED, RESULTS_STILL_MISSING, REASON_NEEDED,
    ANNOUNCEMENT_OUTDATED, the errors of `seed_of`, and the engine's errors for a field
    that it cannot draw.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        chosen = drawn_stage(locked, stage)
        running = draw_under_way(chosen)
        if running is not None and running.state == Draw.State.DRAWING:
            return running
        if running is not None and running.state == Draw.State.ANNOUNCED:
            draw = with_dice(running, chosen, dice)
        else:
            record = input_of(chosen, ahead=ahead)
            if running is not None:
                _replace(running, reason=reason)
            draw = new_draw(chosen, record, reason=reason, secret=secret, by=by)
        _record_act("draw_requested", draw, locked, by=by, reason=reason)
    return draw


def pair_at_once(
    *, tournament: Tournament, stage: Stage, reason: str = "", by: User | None
) -> Draw:
    """Queue a draw of a club night that also pairs players who would otherwise wait.

    Raises the errors of `request_draw`.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        chosen = drawn_stage(locked, stage)
        running = draw_under_way(chosen)
        if running is not None and running.state == Draw.State.DRAWING:
            return running
        record = input_of(chosen, ahead=True, at_once=True)
        if running is not None:
            _replace(running, reason=reason)
        draw = new_draw(chosen, record, reason=reason, by=by)
        _record_act("draw_requested", draw, locked, by=by, reason=draw.reason)
    return draw


def call_off(*, draw_id: int, tournament: Tournament, by: User | None) -> Draw:
    """Discard an announced draw or a draft. Raises DRAW_GONE."""
    with transaction.atomic():
        locked = lock_open(tournament)
        draw = waiting_draw(draw_id, locked, (Draw.State.ANNOUNCED, Draw.State.DRAFT))
        discard(draw)
        bump(locked)
        _record_act("draw_discarded", draw, locked, by=by)
    return draw


def _record_act(
    act: str, draw: Draw, tournament: Tournament, *, by: User | None, **values: str
) -> None:
    """Add a line about a draw to the journal of its tournament."""
    journal.record_act(
        act=act,
        by=by,
        subject=tournament.subject,
        details={**draw.journal_values(), **values},
    )


def drawn_stage(tournament: Tournament, stage: Stage | None) -> Stage:
    """Return the stage that is drawn. A branch is drawn together with its root."""
    asked = stage or main_stage(tournament)
    root = asked.root
    return Stage.objects.select_related("division__profile", "source").get(pk=root.pk)


def draw_under_way(stage: Stage) -> Draw | None:
    """Return the draw that is announced, being drawn or a draft, else None."""
    # A job can fail without a chance to change its draw (the worker was killed), so
    # failed draws are recognised here. Otherwise they would block the stage for ever.
    stage.draws.filter(job__state=Job.State.FAILED).move(Draw.State.FAILED)
    return stage.draws.open().select_related("announcement").first()


def input_of(stage: Stage, *, ahead: bool, at_once: bool = False) -> dict[str, object]:
    """Return the input of the next draw of a stage as a record.

    Raises RESULTS_STILL_MISSING, SOURCE_UNFINISHED, STAGE_FED, ASKS_WAITING, and the
    engine's errors.
    """
    ahead = ahead or engine.format_named(stage.format).is_endless
    if not ahead:
        _refuse_missing_results(stage)
    refuse_unfinished_source(stage)
    refuse_fed(stage)
    state = replace(engine_state.to_draw(stage, ahead=ahead), at_once=at_once)
    _refuse_waiting_asks(stage, state.next_round)
    try:
        engine.check(state)
    except RuleError as error:
        raise engine_state.with_names(error, stage) from None
    return engine.to_record(state)


def _refuse_waiting_asks(stage: Stage, round_number: int) -> None:
    asked = [row for row in asked_in(stage) if row.round == round_number]
    if asked:
        names = ", ".join(row.name for row in asked)
        raise ASKS_WAITING(round=round_number, names=names)


def _refuse_missing_results(stage: Stage) -> None:
    labels = open_labels(stage)
    if labels:
        raise RESULTS_STILL_MISSING(labels=", ".join(labels))


def _announces(draw: Draw, record: dict[str, object]) -> bool:
    """Return True for an announcement of just this input."""
    is_announced = draw.state == Draw.State.ANNOUNCED
    return is_announced and draw.fingerprint == fingerprint(record)


def _replace(draw: Draw, *, reason: str) -> None:
    """Discard an open draw, for a reason.

    A second draw without one would let a director draw until they like it: a field can
    always be changed a little first.
    """
    if not reason:
        raise REASON_NEEDED()
    discard(draw)


def needs_reason(stage: Stage, round_number: int) -> bool:
    """Return True if a round was announced or drawn before. One query.

    A draw that failed and a round that was taken back give the reason themselves. So
    was a round of the same people in a stage or tournament that was removed since.
    """
    last = drawn_before(stage, round_number)
    if last is None:
        entries = Entry.objects.filter(
            division=stage.division_id, checked_in_at__isnull=False
        )
        people = entries.values_list("player", flat=True)
        return bool(thrown_away(stage, round_number, people))
    return not reason_of_itself(last)


def waiting_draw(draw_id: int, tournament: Tournament, states: Sequence[str]) -> Draw:
    """Return a draw that is in one of these states. Raises DRAW_GONE."""
    draw = (
        Draw.objects.select_related("stage__division")
        .filter(pk=draw_id, stage__division__tournament=tournament, state__in=states)
        .first()
    )
    if draw is None:
        raise DRAW_GONE()
    return draw


def refuse_unfinished_source(stage: Stage) -> None:
    """Refuse while the source stage, which decides the entrants, is not finished.

    Raises SOURCE_UNFINISHED.
    """
    source = stage.source
    if source is None:
        return
    state = engine_state.load(source)
    open_places = engine_state.standings_in(source, state).provisional
    if open_places or not engine.is_finished(state):
        raise SOURCE_UNFINISHED(name=title_of(source))


def refuse_fed(stage: Stage) -> None:
    """Refuse once another stage was drawn from the standings of this one.

    Raises STAGE_FED.
    """
    fed = Stage.objects.filter(
        source__in=[stage, *stage.branches.all()], published_rounds__isnull=False
    ).first()
    if fed is not None:
        raise STAGE_FED(name=title_of(fed))
