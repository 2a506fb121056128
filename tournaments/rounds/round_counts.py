"""The number of rounds of a stage, by its plan and its field."""

from dataclasses import replace

from django.db.models import Count

from tournaments import engine
from tournaments.engine import RoundsAsked, format_named
from tournaments.rounds import engine_state
from tournaments.structure.models import Entry, Stage


def rounds_planned(stage: Stage) -> int:
    """Return the number of rounds of a stage: see `rounds_planned_with`.

    One query while the field is unknown and decides the number, none otherwise.
    """
    # A branch has no format, and only the rounds of its plan.
    is_known = (
        stage.is_branch
        or stage.lots
        or stage.field
        or stage.take
        or _is_as_asked(stage)
    )
    return rounds_planned_with(stage, {} if is_known else entry_counts(stage))


def entry_counts(stage: Stage) -> dict[str, int]:
    """Count the entries of a stage's division that are to play. One query.

    The key `entries` has their number, `here` the number of those checked in.
    """
    entries = Entry.objects.filter(division=stage.division_id).active().placed()
    return entries.aggregate(entries=Count("pk"), here=Count("checked_in_at"))


def rounds_planned_with(stage: Stage, counts: dict[str, int]) -> int:
    """Return the number of rounds of a stage; 0 if it is not known beforehand.

    A drawn bracket has the rounds of its plan, a branch those of its section. `counts`
    are the `entry_counts` of the division, used while the field is unknown. No query.
    """
    if stage.is_plan and stage.root.plan is not None:
        section = stage.section or engine_state.MAIN
        plan = engine_state.plan_of(stage.root)
        return max((node.round for node in plan.of(section)), default=0)
    if stage.is_branch or _has_no_plan(stage):
        return 0
    return engine.round_count(
        stage.format,
        len(stage.lots)
        or len(stage.field or ())
        or stage.take
        or counts.get("here", 0),
        stage.rounds,
        options=_counting(stage),
    )


def _is_as_asked(stage: Stage) -> bool:
    """Return True if the director has chosen the rounds, however many may play."""
    if not stage.rounds or stage.is_branch:
        return False
    return format_named(stage.format).rounds_asked is RoundsAsked.YES


def _counting(stage: Stage) -> engine.Options:
    """Return the options without those on who may meet, which change no count."""
    return replace(stage.chosen, apart=(), forbidden=())


def _has_no_plan(stage: Stage) -> bool:
    """Return True for a format whose number of rounds is not known beforehand."""
    known = engine.format_named(stage.format)
    return known.is_endless or known.is_until_decided
