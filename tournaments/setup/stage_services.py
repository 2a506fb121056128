"""Adding, changing and removing divisions and stages while nothing depends on them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db import transaction

from matches.accounts.models import User
from matches.jobs.models import Job
from matches.web import form_keys, journal
from tournaments.rounds.models import Draw, Pairing, Round
from tournaments.setup.errors import (
    DRAW_WAITING,
    LAST_DIVISION,
    LAST_STAGE,
    LOSERS_PLACED,
    NO_LOSERS,
    STAGE_DRAWN,
    STAGE_ENDLESS,
    STAGE_GONE,
    STAGE_NEEDED,
    TOO_FEW_ROUNDS,
)
from tournaments.setup.services import (
    change_rules,
    kept_options,
    make_division,
    new_stage,
    rounds_published,
)
from tournaments.structure.locking import bump, lock_open
from tournaments.structure.models import Division, Stage, Tournament
from tournaments.structure.names import stored_name
from tournaments.structure.plan import (
    BRANCH,
    ORDER,
    DivisionPlan,
    HouseRules,
    StagePlan,
    dropping_rounds,
    format_of,
    new_section_name,
    own_options,
    with_tiebreaks,
)
from tournaments.structure.queries import rules_of, stage_label, stages_of
from tournaments.structure.words import format_message


def add_division(
    *, tournament: Tournament, plan: DivisionPlan, by: User | None, op: str = ""
) -> Division:
    """Add a division, also while others play; without rules it gets those of the first.

    `op` is the key of the form: sent twice, it returns what it made.

    Raises TOURNAMENT_CLOSED.
    """

    def make() -> Division:
        locked = lock_open(tournament)
        stages = stages_of(locked)
        made = make_division(
            locked,
            plan,
            rules=plan.rules or rules_of(stages[0].division),
            number=locked.take_numbers("division"),
            first_stage=locked.take_numbers("stage", len(plan.stages)),
        )
        _written(locked, "division_added", str(made), by=by)
        return made

    return form_keys.made_once(op, Division, make)


def change_division(
    *,
    tournament: Tournament,
    number: int,
    name: str,
    rules: HouseRules,
    starts_at: int = 0,
    by: User | None,
) -> None:
    """Change the name of a division, and its rules while nothing of it is published.

    `starts_at` is the number of players at which it starts by itself, 0 for never.

    Raises TOURNAMENT_CLOSED, RULES_FROZEN, STAGE_GONE.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        division = _division(locked, number)
        change_rules(division, rules)
        Division.objects.filter(pk=division.pk).update(name=name, starts_at=starts_at)
        division.name = name
        _written(locked, "division_changed", str(division), by=by)


def remove_division(*, tournament: Tournament, number: int, by: User | None) -> str:
    """Remove a division with its entries and stages; return its name.

    Raises TOURNAMENT_CLOSED, LAST_DIVISION, STAGE_DRAWN, DRAW_WAITING, STAGE_GONE.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        division = _division(locked, number)
        if not Division.objects.filter(tournament=locked).exclude(pk=division.pk):
            raise LAST_DIVISION()
        name = str(division)
        stages = [
            stage for stage in stages_of(locked) if stage.division_id == division.pk
        ]
        for stage in stages:
            _refuse_drawn(stage)
            _refuse_waiting(stage)
        _forget_draws(stages)
        Stage.objects.filter(division=division).update(source=None)
        division.delete()
        _written(locked, "division_removed", name, by=by)
    return name


def add_stage(
    *,
    tournament: Tournament,
    after: int,
    plan: StagePlan,
    by: User | None,
    op: str = "",
) -> Stage:
    """Add a stage fed by the standings of the stage numbered `after`.

    `op` is the key of the form: sent twice, it returns what it made.

    Raises TOURNAMENT_CLOSED, STAGE_ENDLESS, STAGE_GONE.
    """

    def make() -> Stage:
        locked = lock_open(tournament)
        stages = stages_of(locked)
        source = _stage(stages, after)
        if format_of(source.format).is_endless:
            raise STAGE_ENDLESS()
        _name(source)
        row = new_stage(source.division, plan, number=locked.take_numbers("stage"))
        row.source = source
        row.save()
        _written(locked, "stage_added", stage_label(row), by=by)
        return row

    return form_keys.made_once(op, Stage, make)


def add_branch(
    *, tournament: Tournament, of: int, plan: StagePlan, by: User | None, op: str = ""
) -> Stage:
    """Add a bracket for the losers of the stage numbered `of`.

    `op` is the key of the form: sent twice, it returns what it made.

    Raises TOURNAMENT_CLOSED, NO_LOSERS, STAGE_DRAWN, LOSERS_PLACED, STAGE_GONE.
    """

    def make() -> Stage:
        locked = lock_open(tournament)
        stages = stages_of(locked)
        parent = _stage(stages, of)
        if "branches" not in format_of(parent.format).options:
            raise NO_LOSERS(name=stage_label(parent))
        if rounds_published(parent.root):
            raise STAGE_DRAWN(name=stage_label(parent.root))
        _refuse_placed(plan.options, _branches_of(stages, parent))
        _name(parent)
        taken = {stage.section for stage in stages if stage.root == parent.root}
        row = new_stage(parent.division, plan, number=locked.take_numbers("stage"))
        row.format = BRANCH
        row.section = new_section_name(not parent.is_branch, taken)
        row.parent = parent
        row.save()
        _written(locked, "stage_added", stage_label(row), by=by)
        return row

    return form_keys.made_once(op, Stage, make)


def change_stage(
    *,
    tournament: Tournament,
    number: int,
    plan: StagePlan,
    source: int | None = None,
    by: User | None,
) -> None:
    """Change a stage; once it is drawn, only what concerns later rounds.

    `source` is the number of the stage that is to feed it, None for the same as before.

    Raises TOURNAMENT_CLOSED, STAGE_DRAWN, TOO_FEW_ROUNDS, STAGE_NEEDED,
    STAGE_ENDLESS, LOSERS_PLACED, STAGE_GONE.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        stages = stages_of(locked)
        stage = _stage(stages, number)
        values = _values(stage, plan, _source(stages, stage, source))
        if drawn := rounds_published(stage.root):
            _refuse_changed(stage, values, drawn=drawn)
        _refuse_misfits(stages, stage, plan)
        Stage.objects.filter(pk=stage.pk).update(**values)
        stage.name = plan.name or stage.name
        _written(locked, "stage_changed", stage_label(stage), by=by)


def remove_stage(*, tournament: Tournament, number: int, by: User | None) -> str:
    """Remove a stage that feeds no other one and was not drawn; return its name.

    Raises TOURNAMENT_CLOSED, LAST_STAGE, STAGE_NEEDED, STAGE_DRAWN, DRAW_WAITING,
    STAGE_GONE.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        stages = stages_of(locked)
        stage = _stage(stages, number)
        fed = [
            other for other in stages if stage.pk in (other.parent_id, other.source_id)
        ]
        if fed:
            raise STAGE_NEEDED(name=stage_label(fed[0]))
        if stage.parent_id is None and stage.source_id is None:
            raise LAST_STAGE()
        _refuse_drawn(stage)
        _refuse_waiting(stage)
        _forget_draws([stage])
        stage.delete()
        _written(locked, "stage_removed", stage_label(stage), by=by)
    return stage_label(stage)


def _values(stage: Stage, plan: StagePlan, source: Stage | None) -> dict[str, object]:
    """Return the values of a stage's columns for a plan."""
    key = stage.format if stage.is_branch else plan.format
    known = replace(plan, format=key)
    if not plan.options.get("tiebreaks"):  # not asked for: those that there are stay
        kept = stage.options if key == stage.format else with_tiebreaks(key, {})
        order = {name: kept[name] for name in ORDER if name in kept}
        known = replace(known, options={**plan.options, **order})
    forbidden = {
        name: value
        for name, value in kept_options(stage, key).items()
        if name == "forbidden"
    }
    return {
        "name": plan.name,
        "format": key,
        "match_length": plan.match_length,
        "rounds": plan.rounds,
        "lengths": list(plan.lengths),
        "options": own_options(key, known.options) | forbidden,
        "source": source,
        "take": plan.take,
        "take_from": plan.take_from,
        "rebuys": plan.rebuys,
        "rebuys_until": plan.rebuys_until,
    }


def _source(stages: list[Stage], stage: Stage, number: int | None) -> Stage | None:
    """Return the source that a stage is to have. Raises STAGE_ENDLESS.

    A stage asked for that does not stand before it in the same division is ignored.
    """
    if stage.source is None or number is None:
        return stage.source
    source = _stage(stages, number)
    if source.division_id != stage.division_id or source.number >= stage.number:
        return stage.source
    if format_of(source.format).is_endless:
        raise STAGE_ENDLESS()
    return source


def _refuse_changed(stage: Stage, values: dict[str, Any], *, drawn: int) -> None:
    """Refuse a change that drawn rounds depend on.

    Raises STAGE_DRAWN, TOO_FEW_ROUNDS.
    """
    later = format_of(stage.format).later_options

    def fixed(options: dict[str, object]) -> dict[str, object]:
        return {name: options[name] for name in options if name not in later}

    if fixed(values["options"]) != fixed(kept_options(stage, stage.format)):
        raise STAGE_DRAWN(name=stage_label(stage.root))
    for name in ("format", "source", "take", "take_from"):
        if values[name] != getattr(stage, name):
            raise STAGE_DRAWN(name=stage_label(stage.root))
    if not stage.is_plan and values["rounds"] < drawn:
        raise TOO_FEW_ROUNDS(drawn=drawn)


def _refuse_misfits(stages: list[Stage], stage: Stage, plan: StagePlan) -> None:
    """Raise an error if the stages around this one do not allow the plan.

    Raises STAGE_NEEDED, STAGE_ENDLESS, LOSERS_PLACED.
    """
    branches = _branches_of(stages, stage)
    if stage.is_branch:
        siblings = _branches_of(stages, stage.parent)
        _refuse_placed(
            plan.options, [sibling for sibling in siblings if sibling != stage]
        )
        return
    if branches and "branches" not in format_of(plan.format).options:
        raise STAGE_NEEDED(name=stage_label(branches[0]))
    if format_of(plan.format).is_endless and any(
        other.source_id == stage.pk for other in stages
    ):
        raise STAGE_ENDLESS()


def _refuse_placed(options: Any, others: Iterable[Stage]) -> None:
    """Raise LOSERS_PLACED if losers of one round would go to two brackets."""
    wanted = dropping_rounds(own_options(BRANCH, options))
    for other in others:
        taken = dropping_rounds(other.options)
        shared = range(max(wanted.start, taken.start), min(wanted.stop, taken.stop))
        if shared:
            raise LOSERS_PLACED(round=shared.start, name=stage_label(other))


def _refuse_drawn(stage: Stage) -> None:
    """Raise STAGE_DRAWN if the stage has a published round or a match."""
    played = Pairing.objects.with_match().filter(stage=stage)
    root = stage.root
    if Round.objects.filter(stage=root).exists() or played.exists():
        raise STAGE_DRAWN(name=stage_label(root))


def _refuse_waiting(stage: Stage) -> None:
    if Draw.objects.open().filter(stage=stage).exists():
        raise DRAW_WAITING(name=stage_label(stage))


def _forget_draws(stages: Iterable[Stage]) -> None:
    """Delete the discarded draws of stages, so that the stages can be deleted."""
    draws = Draw.objects.filter(stage__in=list(stages))
    Pairing.objects.filter(draw__in=draws).delete()
    # Draws go with their jobs: no worker is sent after what is no longer there.
    Job.objects.filter(draw__in=draws).delete()
    draws.delete()


def _branches_of(stages: Iterable[Stage], parent: Stage | None) -> list[Stage]:
    if parent is None:
        return []
    return [stage for stage in stages if stage.parent_id == parent.pk]


def _name(stage: Stage) -> None:
    """Give a stage without a name that of its format: with others it needs one."""
    if not stage.name:
        Stage.objects.filter(pk=stage.pk).update(name=format_message(stage.format))


def _stage(stages: Iterable[Stage], number: int) -> Stage:
    for stage in stages:
        if stage.number == number:
            return stage
    raise STAGE_GONE()


def _division(tournament: Tournament, number: int) -> Division:
    division = (
        Division.objects.filter(tournament=tournament, number=number)
        .select_related("profile", "tournament")
        .first()
    )
    if division is None:
        raise STAGE_GONE()
    return division


def _written(tournament: Tournament, act: str, name: str, *, by: User | None) -> None:
    """Increase the revision and write the act into the journal."""
    bump(tournament)
    kept = stored_name(name)
    journal.record_act(act=act, by=by, subject=tournament.subject, name=kept)
