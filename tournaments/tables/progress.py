"""The desk of a tournament: each stage with its round, draw and open matches."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from matches.ledger.models.match import is_decided
from tournaments import engine
from tournaments.rounds import engine_state
from tournaments.rounds.announcements.bulletin import NOTHING, Bulletin, bulletin_of
from tournaments.rounds.models import Draw, Pairing
from tournaments.rounds.round_names import entry_counts, rounds_planned_with
from tournaments.rounds.rows import PairingRow, RoundView
from tournaments.structure.marks import mark_of
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import main_stage, stages_of, title_of
from tournaments.tables.running import free_in, running_round
from tournaments.tables.waiting import WaitingMatch, waiting_in


@dataclass(frozen=True, slots=True)
class DeskView:
    """One stage as the desk shows it.

    `title` is empty if the tournament has no other stage. `is_over`: every match of the
    stage is decided. `waits_for` is the title of the stage that decides the entrants,
    empty once it is over. `free` holds the names of the free players of a free club
    night, None in other formats. `round_number` is that of the newest published round,
    0 before the first; of a schedule an earlier one may be played now. `fingerprint` is
    that of the tournament.
    """

    tournament: Tournament
    stage: Stage
    round: RoundView | None
    draw: Draw | None
    entries: int
    here: int
    rounds_planned: int
    fingerprint: str
    open_labels: tuple[str, ...]
    waiting: tuple[WaitingMatch, ...] = ()
    title: str = ""
    is_over: bool = False
    free: tuple[str, ...] | None = None
    waits_for: str = ""
    round_number: int = 0

    @property
    def mark(self) -> str:
        """The text that a poll of the draw page sends: the facts, and the draw."""
        return _mark(self.fingerprint, [self.draw] if self.draw else [])

    @property
    def played_number(self) -> int:
        """The number of the round that is played now, 0 before the first."""
        return self.round.round.number if self.round else 0

    @property
    def counts_rounds(self) -> bool:
        is_counted = not self.stage.is_plan and not self.is_endless
        return bool(self.rounds_planned) and is_counted

    @property
    def undrawn(self) -> int:
        """How many of the rounds planned are not published yet; 0 where none count."""
        return max(self.rounds_planned - self.round_number, 0) * self.counts_rounds

    @property
    def unplayed(self) -> int:
        """How many published rounds come after the one that is played now."""
        return max(self.round_number - self.played_number, 0) * self.counts_rounds

    @property
    def all_rounds_done(self) -> bool:
        return self.round is not None and not self.open_labels and self.is_over

    @property
    def is_endless(self) -> bool:
        return self.free is not None

    @property
    def is_empty(self) -> bool:
        """Whether the stage has nothing to play, so that no other waits for it."""
        return self.round is None and (self.stage.is_branch or not self.entries)


@dataclass(frozen=True)
class Desk:
    """The desk of a tournament: all its stages, in order.

    `courses` are those of the drawn brackets, by the key of their first stage.
    """

    tournament: Tournament
    views: tuple[DeskView, ...]
    fingerprint: str
    bulletin: Bulletin = NOTHING
    courses: Mapping[int, engine.BracketCourse] = field(default_factory=dict)

    @property
    def mark(self) -> str:
        """The text that a poll of the desk sends: the facts, and all draws."""
        return _mark(self.fingerprint, [view.draw for view in self.views if view.draw])

    @cached_property
    def waiting(self) -> tuple[WaitingMatch, ...]:
        found = [match for view in self.views for match in view.waiting]
        return tuple(sorted(found, key=lambda match: match.state != "disputed"))

    @property
    def shown(self) -> tuple[DeskView, ...]:
        return tuple(view for view in self.views if view.round is not None)

    @property
    def rows(self) -> list[PairingRow]:
        return [row for view in self.shown if view.round for row in view.round.rows]

    @property
    def all_rounds_done(self) -> bool:
        return not self.unfinished

    @property
    def unfinished(self) -> tuple[DeskView, ...]:
        return tuple(
            view for view in self.views if not (view.all_rounds_done or view.is_empty)
        )


def desk_of(tournament: Tournament) -> Desk:
    """Return the desk of a tournament. A fixed number of queries for each stage."""
    marked = mark_of(tournament)
    mark = marked.text
    stages = stages_of(tournament)
    several = len(stages) > 1
    # Shared by the stages: a bracket and its consolations are one course, which takes
    # longer to compute than all rows of the desk.
    courses: dict[int, engine.BracketCourse] = {}
    return Desk(
        tournament=tournament,
        views=tuple(_view(stage, mark, courses, several=several) for stage in stages),
        fingerprint=mark,
        bulletin=bulletin_of(tournament) if marked.told else NOTHING,
        courses=courses,
    )


def desk_view(tournament: Tournament, stage: Stage | None = None) -> DeskView:
    """Return one stage as the desk shows it; without `stage` the first, untitled."""
    mark = mark_of(tournament).text
    chosen = stage or main_stage(tournament)
    return _view(chosen, mark, {}, several=stage is not None)


def _view(
    stage: Stage, mark: str, courses: dict[int, engine.BracketCourse], *, several: bool
) -> DeskView:
    counts = entry_counts(stage)
    running = running_round(stage, _course(stage, courses))
    waits = "" if running.round else _waits_for(stage)
    over = running.round is not None and not running.open_labels and _is_over(stage)
    if stage.source_id is not None and running.round is None and not waits:
        # Such a stage has no entries of its own: those of its division who have
        # qualified play.
        counts = dict.fromkeys(counts, len(engine_state.field_of(stage) or ()))
    return DeskView(
        tournament=stage.division.tournament,
        stage=stage,
        round=running.round,
        draw=None if stage.is_branch else open_draw(stage),
        entries=counts["entries"],
        here=counts["here"],
        rounds_planned=rounds_planned_with(stage, counts),
        fingerprint=mark,
        open_labels=running.open_labels,
        waiting=waiting_in(stage) if running.is_waited_for else (),
        title=title_of(stage) if several else "",
        is_over=over,
        free=_free(stage),
        waits_for=waits,
        round_number=running.newest,
    )


def _course(
    stage: Stage, known: dict[int, engine.BracketCourse]
) -> engine.BracketCourse | None:
    """Return the course of a drawn bracket, read once for the root and its branches."""
    root = stage.root
    if root.plan is None:
        return None
    if root.pk not in known:
        known[root.pk] = engine_state.course_of(root, engine_state.load(root))
    return known[root.pk]


def _is_over(stage: Stage) -> bool:
    if stage.is_branch:
        return not engine_state.standings(stage).provisional
    return engine.is_finished(engine_state.load(stage))


def _free(stage: Stage) -> tuple[str, ...] | None:
    """Return the names of the free players, None unless it is a free club night."""
    if not stage.is_endless:
        return None
    return tuple(entry.player.name for entry in free_in(stage))


def _waits_for(stage: Stage) -> str:
    if stage.is_branch:
        return title_of(stage.parent) if stage.parent else ""
    if stage.source is None or _is_over(stage.source):
        return ""
    return title_of(stage.source)


def open_draw(stage: Stage) -> Draw | None:
    """Return the draw of a stage that is announced, under way or a draft. One query."""
    return stage.draws.open().select_related("job", "announcement").first()


def open_matches(tournament: Tournament) -> int:
    """Return how many matches of published rounds have no result. One query."""
    live = Pairing.objects.live()
    return live.filter(tournament=tournament, match__winner=None).count()


def desk_mark(tournament: Tournament) -> str:
    """Return a text that changes whenever the desk does. Two queries."""
    draws = (
        Draw.objects.open()
        .filter(stage__division__tournament=tournament)
        .select_related("job")
        .defer("record")
        .order_by("stage__division__number", "stage__number")
    )
    return _mark(mark_of(tournament).text, draws)


def _mark(of_facts: str, draws: Iterable[Draw]) -> str:
    parts = [
        f"{draw.pk}-{draw.state}-{draw.job.state if draw.job else ''}" for draw in draws
    ]
    return "-".join([of_facts, *parts])


def unlisted_matches(
    tournament: Tournament,
    rows: Sequence[PairingRow],
    listed: Sequence[PairingRow],
    *,
    with_sheets: bool = True,
) -> dict[int, Mapping[str, object]]:
    """Return the data of matches that are not `listed`, for the result box.

    `rows` must hold the open matches, but for those of a schedule that wait for their
    round; the other matches are decided and get fewer keys. `with_sheets`: with the
    codes of score sheets, which not everybody may know. One query.
    """
    known = {row.match_number for row in (*rows, *listed)}
    others = (
        Pairing.objects.live()
        .with_match()
        .filter(tournament=tournament)
        .exclude(match_number__in=known)
        .order_by()
        .values_list(
            "match_number",
            "match__player_1__name",
            "match__player_2__name",
            "match__code",
            "match__sheet_code",
            "match__length",
            "match__state",
            "match__winner",
        )
    )
    shown = {row.match_number for row in listed}
    unlisted: dict[int, Mapping[str, object]] = {
        row.match_number: _echo(row, with_sheets=with_sheets)
        for row in rows
        if row.two and row.match_number not in shown
    }
    for number, one, two, code, sheet, length, state, winner in others:
        is_over = is_decided(state, winner)
        unlisted[number or 0] = {
            "one": one,
            "two": two,
            "codes": [code, sheet] if with_sheets else [code],
            **({"done": True} if is_over else {"length": length}),
        }
    return unlisted


def _echo(row: PairingRow, *, with_sheets: bool) -> dict[str, object]:
    return {
        "one": row.one.name,
        "two": row.two.name if row.two else "",
        "length": row.length,
        "done": not row.is_open,
        "codes": [row.code, row.sheet_code] if with_sheets else [row.code],
    }
