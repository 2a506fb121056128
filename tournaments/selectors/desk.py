"""What the desk shows: the rounds, what waits for the director, the next steps."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.db.models import Count, Q

from tournaments import engine, snapshot
from tournaments.models import Draw, Entry, Pairing, Stage, Tournament
from tournaments.selectors.rounds import PairingRow, RoundView, running_round
from tournaments.selectors.tournaments import (
    DECIDED,
    fingerprint,
    main_stage,
    stages_of,
    title_of,
)
from tournaments.selectors.waiting import Waiting, waiting_in

OPEN_STATES: Final = (Draw.State.ANNOUNCED, Draw.State.DRAWING, Draw.State.DRAFT)


@dataclass(frozen=True, slots=True)
class DeskView:
    """What the desk shows of one stage.

    `title` is empty where the tournament has no other stage. `is_over`: all is played
    and decided. `waits_for`: the stage whose standings decide who plays here. `free`:
    in a free club night, how many are here and at no table.
    """

    tournament: Tournament
    stage: Stage
    round: RoundView | None
    draw: Draw | None
    entries: int
    here: int
    rounds_planned: int
    fingerprint: int
    open_labels: tuple[str, ...]
    waiting: tuple[Waiting, ...] = ()
    title: str = ""
    is_over: bool = False
    free: int | None = None
    waits_for: str = ""

    @property
    def mark(self) -> str:
        """What the page of the draw polls with: how a draw is getting on, too."""
        return _mark(self.fingerprint, [self.draw] if self.draw else [])

    @property
    def round_number(self) -> int:
        """The newest published round, 0 before the first."""
        return self.round.round.number if self.round else 0

    @property
    def takes_late_entries(self) -> bool:
        """Whether somebody can still join."""
        known = engine.format_named(self.stage.root.format)
        return self.round is None or not known.is_bracket or known.plan is not None

    @property
    def all_rounds_done(self) -> bool:
        """Whether everything is played and decided."""
        return self.round is not None and not self.open_labels and self.is_over


@dataclass(frozen=True)
class Desk:
    """Everything the desk of a tournament shows, stage by stage."""

    tournament: Tournament
    views: tuple[DeskView, ...]
    fingerprint: int

    @property
    def mark(self) -> str:
        """What the desk polls with: directors also see how draws are getting on."""
        return _mark(self.fingerprint, [each.draw for each in self.views if each.draw])

    @cached_property
    def waiting(self) -> tuple[Waiting, ...]:
        """What waits for a director in any stage, disputes first."""
        found = [each for view in self.views for each in view.waiting]
        return tuple(sorted(found, key=lambda each: each.state != "disputed"))

    @property
    def shown(self) -> tuple[DeskView, ...]:
        """The stages of which something is published."""
        return tuple(view for view in self.views if view.round is not None)

    @property
    def rows(self) -> list[PairingRow]:
        """The rows of all stages."""
        return [row for view in self.shown if view.round for row in view.round.rows]

    @property
    def all_rounds_done(self) -> bool:
        """Whether nothing is left to play or to draw."""
        return all(view.all_rounds_done or _is_empty(view) for view in self.views)


def desk_of(tournament: Tournament) -> Desk:
    """Gather the desk of a tournament, in a fixed number of queries for each stage."""
    mark = fingerprint(tournament.pk)
    stages = stages_of(tournament)
    several = len(stages) > 1
    return Desk(
        tournament=tournament,
        views=tuple(_view(stage, mark, several=several) for stage in stages),
        fingerprint=mark,
    )


def desk_view(tournament: Tournament, stage: Stage | None = None) -> DeskView:
    """Gather what the desk shows of one stage, the first if none is named."""
    mark = fingerprint(tournament.pk)
    chosen = stage or main_stage(tournament)
    return _view(chosen, mark, several=stage is not None)


def _view(stage: Stage, mark: int, *, several: bool) -> DeskView:
    field = _field(stage)
    running = running_round(stage)
    waits = "" if running.round else _waits_for(stage)
    over = running.round is not None and not running.open_labels and _is_over(stage)
    return DeskView(
        tournament=stage.division.tournament,
        stage=stage,
        round=running.round,
        draw=None if stage.is_branch else open_draw(stage),
        entries=field["entries"],
        here=field["here"],
        rounds_planned=_planned(stage, field),
        fingerprint=mark,
        open_labels=running.open_labels,
        waiting=waiting_in(stage) if running.is_waited_for else (),
        title=title_of(stage) if several else "",
        is_over=over,
        free=_free(stage),
        waits_for=waits,
    )


def _is_empty(view: DeskView) -> bool:
    """Whether nobody was ever entered here: such a stage does not hold up the rest."""
    return view.round is None and (view.stage.is_branch or not view.entries)


def _is_over(stage: Stage) -> bool:
    if stage.is_branch:
        return not snapshot.standings(stage).provisional
    return engine.is_finished(snapshot.load(stage))


def _free(stage: Stage) -> int | None:
    """Count who could be paired now, in a format that always pairs whoever is free."""
    if stage.is_branch or not engine.format_named(stage.format).is_endless:
        return None
    try:
        state = snapshot.load(stage, ahead=True)
        return len(engine.format_named(stage.format).due(state))
    except engine.TooFewEntrantsError as error:
        return int(error.params["present"])


def _waits_for(stage: Stage) -> str:
    """Name the stage that has to be played first, if it is not."""
    if stage.is_branch:
        return title_of(stage.parent) if stage.parent else ""
    if stage.source is None or _is_over(stage.source):
        return ""
    return title_of(stage.source)


def open_labels(stage: Stage) -> tuple[str, ...]:
    """Return the matches of all published rounds that have no result. One query."""
    numbers = (
        Pairing.objects.filter(
            draw__stage=stage.root,
            draw__round__isnull=False,
            match__isnull=False,
        )
        .exclude(DECIDED)
        .order_by("match_number")
        .values_list("match_number", flat=True)
    )
    return tuple(f"M{number}" for number in numbers)


def rounds_planned(stage: Stage) -> int:
    """How many rounds the stage has: as asked for, or as the field needs. One query."""
    return _planned(stage, _field(stage))


def _field(stage: Stage) -> dict[str, int]:
    """Count who is entered and who of them is here. One query."""
    entered = Q(withdrawn_at__isnull=True)
    return Entry.objects.filter(division=stage.division_id).aggregate(
        entries=Count("pk", filter=entered),
        here=Count("checked_in_at", filter=entered),
    )


def _planned(stage: Stage, field: dict[str, int]) -> int:
    if stage.is_plan and stage.root.plan is not None:
        section = stage.section or snapshot.MAIN
        plan = snapshot.plan_of(stage.root)
        return max((node.round for node in plan.of(section)), default=0)
    if stage.is_branch or engine.format_named(stage.format).is_endless:
        return 0
    return engine.round_count(
        stage.format,
        len(stage.lots) or len(stage.field or ()) or stage.take or field["here"],
        stage.rounds,
        options=snapshot.options_of(stage),
    )


def open_draw(stage: Stage) -> Draw | None:
    """Return the draw announced, under way, failed or a draft. One query."""
    return (
        stage.draws.filter(state__in=OPEN_STATES)
        .select_related("job")
        .first()
    )


def desk_mark(tournament: Tournament) -> str:
    """Return a text that differs whenever the desk does. Two queries."""
    draws = (
        Draw.objects.filter(
            stage__division__tournament=tournament, state__in=OPEN_STATES
        )
        .select_related("job")
        .defer("record")
        .order_by("stage__division__number", "stage__number")
    )
    return _mark(fingerprint(tournament.pk), draws)


def _mark(of_facts: int, draws: Iterable[Draw]) -> str:
    parts = [
        f"{draw.pk}-{draw.state}-{draw.job.state if draw.job else ''}" for draw in draws
    ]
    return "-".join([str(of_facts), *parts])


def matches_data(rows: Sequence[PairingRow]) -> dict[str, dict[str, object]]:
    """What the result box needs to echo a line while it is typed."""
    return {
        str(row.match_number): {
            "one": row.one.name,
            "two": row.two.name,
            "length": row.length,
            "done": not row.is_open,
            "score": [row.score_1, row.score_2],
            "code": row.code,
            "sheet": row.sheet_code,
        }
        for row in rows
        if row.two is not None
    }
