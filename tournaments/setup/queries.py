"""The structure of a tournament: as values, and as lines of the structure page."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Count

from tournaments.rounds.models import Draw, Round
from tournaments.structure.models import Division, Entry, Stage, Tournament
from tournaments.structure.plan import (
    DivisionPlan,
    StagePlan,
    Structure,
    children,
    format_of,
    renewed,
)
from tournaments.structure.queries import rules_of, stages_of
from tournaments.structure.words import chain, stage_facts, stage_name


@dataclass(frozen=True, slots=True, kw_only=True)
class StageLine:
    """A stage on the structure page.

    `depth` is the number of stages that feed one another up to this one. `drawn`: a
    round of it is or was published. `waiting`: a draw of it is open.
    """

    stage: Stage
    name: str
    facts: str
    depth: int
    drawn: bool
    waiting: bool
    can_branch: bool
    can_follow: bool
    can_remove: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionBlock:
    """A division on the structure page, with its stages in playing order."""

    division: Division
    name: str
    chain: str
    entries: int
    lines: tuple[StageLine, ...]
    can_remove: bool


def plans_of(rows: Sequence[Stage]) -> tuple[StagePlan, ...]:
    """Return the stages of one division as values, in the order given."""
    places = {row.pk: place for place, row in enumerate(rows)}
    return tuple(
        StagePlan(
            name=row.name,
            format=row.format,
            match_length=row.match_length,
            rounds=row.rounds,
            lengths=tuple(row.lengths),
            options=row.options,
            parent=None if row.parent_id is None else places[row.parent_id],
            section=row.section,
            source=None if row.source_id is None else places[row.source_id],
            take=row.take,
            take_from=row.take_from,
            rebuys=row.rebuys,
            rebuys_until=row.rebuys_until,
        )
        for row in rows
    )


def structure_of(tournament: Tournament) -> Structure:
    """Return the structure of a tournament, for a template or a copy. One query.

    `rules` are those of the first division; other divisions have rules only where they
    differ.
    """
    blocks = _by_division(stages_of(tournament))
    rules = rules_of(blocks[0][0].division)
    return Structure(
        rules=rules,
        divisions=tuple(
            DivisionPlan(
                name=rows[0].division.name,
                rules=None if (own := rules_of(rows[0].division)) == rules else own,
                stages=tuple(map(renewed, plans_of(rows))),
                starts_at=rows[0].division.starts_at,
            )
            for rows in blocks
        ),
    )


def plan_of(division: Division, *, name: str) -> DivisionPlan:
    """Return a division as a value, for a further one of that name."""
    rows = list(division.stages.order_by("number"))
    return DivisionPlan(
        name=name,
        rules=rules_of(division),
        stages=tuple(map(renewed, plans_of(rows))),
        starts_at=division.starts_at,
    )


def outline(tournament: Tournament) -> list[DivisionBlock]:
    """Return the divisions of the structure page. Four queries."""
    blocks = _by_division(stages_of(tournament))
    rounds = Counter(
        Round.objects.filter(stage__division__tournament=tournament).values_list(
            "stage", flat=True
        )
    )
    waiting = set(
        Draw.objects.open()
        .filter(stage__division__tournament=tournament)
        .values_list("stage", flat=True)
    )
    entries = dict(
        Entry.objects.filter(tournament=tournament)
        .values_list("division")
        .annotate(count=Count("pk"))
        .order_by("division")
    )
    return [
        _block(
            rows,
            drawn=set(rounds),
            waiting=waiting,
            entries=entries.get(rows[0].division_id, 0),
            is_only=len(blocks) == 1,
        )
        for rows in blocks
    ]


def _block(
    rows: list[Stage],
    *,
    drawn: set[int],
    waiting: set[int],
    entries: int,
    is_only: bool,
) -> DivisionBlock:
    division = rows[0].division
    plan = DivisionPlan(name=division.name, stages=plans_of(rows))
    lines = tuple(_lines(rows, plan, drawn=drawn, waiting=waiting))
    return DivisionBlock(
        division=division,
        name=str(division),
        chain=chain(plan) if len(rows) > 1 else "",
        entries=entries,
        lines=lines,
        can_remove=not is_only and not any(x.drawn or x.waiting for x in lines),
    )


def _lines(
    rows: list[Stage], plan: DivisionPlan, *, drawn: set[int], waiting: set[int]
) -> Iterator[StageLine]:
    for place, depth in _walk(plan.stages, 0, 0):
        row, stage = rows[place], plan.stages[place]
        root = rows[_root(plan.stages, place)]
        is_drawn = root.pk in drawn
        feeds = any(True for _ in children(plan.stages, place))
        yield StageLine(
            stage=row,
            name=stage_name(stage),
            facts=stage_facts(plan, place),
            depth=depth,
            drawn=is_drawn,
            waiting=row.pk in waiting,
            can_branch="branches" in format_of(stage.format).options and not is_drawn,
            can_follow=not format_of(stage.format).is_endless,
            can_remove=not (is_drawn or row.pk in waiting or feeds or not place),
        )


def _walk(
    stages: tuple[StagePlan, ...], place: int, depth: int
) -> Iterator[tuple[int, int]]:
    yield place, depth
    for child in children(stages, place):
        yield from _walk(stages, child, depth + 1)


def _root(stages: tuple[StagePlan, ...], place: int) -> int:
    parent = stages[place].parent
    return place if parent is None else _root(stages, parent)


def _by_division(stages: Sequence[Stage]) -> list[list[Stage]]:
    blocks: dict[int, list[Stage]] = {}
    for stage in stages:
        blocks.setdefault(stage.division_id, []).append(stage)
    return list(blocks.values())


def are_drawn(stages: Sequence[Stage]) -> bool:
    """Return True if a round of any of the stages was published. One query."""
    return Round.objects.filter(stage__in=list(stages)).exists()


def is_drawn(division: Division) -> bool:
    """Return True if a round of a division was published. One query."""
    return Round.objects.filter(stage__division=division).exists()
