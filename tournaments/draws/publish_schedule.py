"""Publishes all rounds of a schedule at once.

The first round of a round robin decides all others, so these can be shown in advance
and published together, as leagues need it. Each round still has a recorded draw of its
own, which everyone can check.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from matches.accounts.models import User
from matches.rules.refusals import RuleError
from matches.web import journal
from tournaments import engine
from tournaments.draws.errors import DRAW_GONE
from tournaments.draws.job import notes_of, record_of, write_pairings
from tournaments.draws.new_draws import new_draft
from tournaments.draws.publish import make_public, open_round, seen_draft
from tournaments.draws.request import draw_under_way, drawn_stage, input_of
from tournaments.draws.swap import as_drawn
from tournaments.engine import has_schedule, rounds_after
from tournaments.entries.queries import entry_names
from tournaments.rounds import engine_state
from tournaments.rounds.models import SET_ASIDE, Draw, Round
from tournaments.structure.locking import bump, lock_live_matches, lock_open
from tournaments.structure.models import Stage, Tournament
from tournaments.tables.calls import call_free


@dataclass(frozen=True, slots=True)
class ComingRound:
    """A round that follows from the newest one or from a draft.

    `meetings` have the names of two, or of one who has a bye and "".
    """

    number: int
    meetings: tuple[tuple[str, str], ...]


def publish_schedule(
    *,
    tournament: Tournament,
    stage: Stage,
    draft: int | None = None,
    swaps: int = 0,
    reason: str = "",
    by: User | None,
) -> Sequence[Round]:
    """Publish a draft, if there is one, and all rounds that follow; return them.

    `draft` is its primary key and `swaps` the number of its swaps, as the director saw
    it. Empty if another request has published them already.

    Raises what `publish_round` and `request_draw` raise.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        # Before anything is read: the rounds to come follow from who has met, and no
        # result may change under them.
        lock_live_matches(locked)
        made: list[Round] = []
        chosen = drawn_stage(locked, stage)
        if draft is not None:
            draw = seen_draft(draft, locked, swaps=swaps)
            if draw.state == Draw.State.PUBLISHED:
                return ()
            chosen = draw.stage
            made.append(make_public(draw, locked))
        elif draw_under_way(chosen) is not None:
            raise DRAW_GONE()
        made += _follow(chosen, locked, reason=reason, by=by)
        if not made:
            return ()
        call_free(locked)
        bump(locked)
        journal.record_act(
            act="rounds_published",
            by=by,
            subject=locked.subject,
            details={**made[0].draw.journal_values(), "last": made[-1].number},
        )
    return made


def _follow(
    stage: Stage, locked: Tournament, *, reason: str, by: User | None
) -> list[Round]:
    """Draw and publish the rounds that follow the newest one."""
    to_come = rounds_after(engine_state.to_draw(stage, ahead=True))
    return [
        open_round(_draft(stage, reason=reason, by=by), locked) for _round in to_come
    ]


def _draft(stage: Stage, *, reason: str, by: User | None) -> Draw:
    """Draw the next round in this process: it is read from a table."""
    # No worker and no announcement ahead: nothing of these rounds is left to chance.
    draw = new_draft(stage, input_of(stage, ahead=True), reason=reason, by=by)
    state = draw.made_from
    drawn = engine.draw(state, draw.seed, version=draw.version)
    notes = notes_of(stage, state, drawn)
    draw.record = record_of(draw, state=state, drawn=drawn, notes=notes)
    draw.save(update_fields=["record"])
    write_pairings(draw, drawn)
    return draw


def coming_rounds(stage: Stage, draft: Draw | None) -> Sequence[ComingRound]:
    """Return the rounds after the newest one, or after a draft, as they will be drawn.

    Empty for a stage whose rounds are not known beforehand. Nine queries at most.
    """
    is_open = draft is None and not stage.lots
    if is_open or stage.is_branch or not has_schedule(stage.format):
        return ()
    state = engine_state.to_draw(stage, ahead=True)
    try:
        rounds = rounds_after(state, None if draft is None else as_drawn(draft))
    except RuleError:
        return ()  # too few entrants are left; the draw itself will refuse
    if not rounds:
        return ()
    names = entry_names(stage)
    return [
        ComingRound(
            drawn_round.round,
            tuple(
                (names[pair.one], "" if pair.two is None else names[pair.two])
                for pair in drawn_round.pairings
            ),
        )
        for drawn_round in rounds
    ]


def rounds_need_reason(stage: Stage, first: int) -> bool:
    """Return True if one of the rounds from `first` on was drawn before. One query."""
    last = dict(
        stage.draws.filter(round_number__gte=first)
        .exclude(SET_ASIDE)
        .order_by("number")
        .values_list("round_number", "state")
    )
    settled = {Draw.State.WITHDRAWN, Draw.State.FAILED}
    return not settled.issuperset(last.values())
