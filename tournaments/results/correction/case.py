"""The facts of a correction: the result before and after, and what may depend on it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from matches.ledger.book import RecordedEnd
from matches.ledger.models.match import Match
from tournaments.engine import Outcome, Pin, StageState
from tournaments.results.amendments.models import Correction
from tournaments.results.correction import effects
from tournaments.rounds import engine_state
from tournaments.rounds.models import Pairing
from tournaments.rounds.rows import Names
from tournaments.structure.models import Entry, Stage
from tournaments.structure.queries import PlannedLine

PLAYED: Final = Match.How.PLAYED.value
NOBODY: Final = Match.How.NOBODY.value
SHORTEST_SPAN: Final = 3
READY: Final = Match.State.READY.value
DONE: Final = Match.State.DONE.value


class AffectedMatch(NamedTuple):
    """A live pairing of the stage; `two` is 0 for a bye, which has no match."""

    pk: int
    slot: int | None
    round: int
    one: int
    two: int
    label: str
    state: str
    score_1: int
    score_2: int
    how: str
    table: int | None
    rated: bool

    @property
    def is_begun(self) -> bool:
        """Whether the match has begun; a bye never has."""
        return bool(self.two) and self.state != READY

    def has(self, *entrants: int) -> bool:
        return bool({self.one, self.two} & set(entrants))


@dataclass(frozen=True, slots=True)
class PlaceMoves:
    """Entrants whose place changes: `count` of them, the widest moves in `lines`.

    `prizes` names the prizes that move with them, for those who may see money; they are
    not stored with the correction.
    """

    lines: tuple[PlannedLine, ...] = ()
    count: int = 0
    prizes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way of dealing with what depends on a result, and what it does.

    `aside`: pairings (primary keys) whose matches are set aside. `pins`: those of the
    bracket afterwards. `rounds`: published rounds (primary keys) that are taken back,
    in the order in which that is done. `exchange`: two entries who change places in
    the newest round. `summary` is shown as one, empty if nothing depends on the
    result; `details` and `places` are further sentences.
    """

    mode: str
    summary: effects.Lines = ()
    details: tuple[PlannedLine, ...] = ()
    places: PlaceMoves = PlaceMoves()
    aside: tuple[int, ...] = ()
    pins: tuple[Pin, ...] | None = None
    rounds: tuple[int, ...] = ()
    exchange: tuple[int, int] | None = None

    @property
    def label(self) -> str:
        return str(Correction.Mode(self.mode).label)

    @property
    def lines(self) -> tuple[PlannedLine | effects.Lines, ...]:
        first = (self.summary,) if self.summary else ()
        return (*first, *self.details, *self.places.lines)


class Suggestion(NamedTuple):
    mode: str = ""
    reason: PlannedLine | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """The stage before and after one result has changed, and nothing else has."""

    match: Match
    pairing: Pairing
    root: Stage
    was: RecordedEnd
    result: RecordedEnd
    before: StageState
    after: StageState
    rows: tuple[AffectedMatch, ...]
    names: Names

    @property
    def label(self) -> str:
        return f"M{self.pairing.match_number}"

    @property
    def old(self) -> int | None:
        return self.entry(self.was.winner)

    @property
    def new(self) -> int | None:
        return self.entry(self.result.winner)

    @property
    def is_turned(self) -> bool:
        return self.was.winner != self.result.winner

    def entry(self, side: int | None) -> int | None:
        if side is None:
            return None
        found = self.pairing.entry_1 if side == 1 else self.pairing.entry_2
        return None if found is None else found.number

    def name(self, entrant: int | None) -> str | PlannedLine:
        """Return the name of an entrant, or the word for none, as a value of a line."""
        return self.names[entrant] if entrant else PlannedLine(effects.NO_ENTRANT)


def case_of(pairing: Pairing, result: RecordedEnd) -> Case:
    match = pairing.opened_match
    root = Stage.objects.select_related(
        "division__profile", "division__tournament", "source"
    ).get(pk=pairing.draw.stage_id)
    before = engine_state.load(root)
    people = Entry.objects.filter(division=root.division_id)
    return Case(
        match=match,
        pairing=pairing,
        root=root,
        was=RecordedEnd(match.score_1, match.score_2, match.winner, match.how),
        result=result,
        before=before,
        after=replace(before, outcomes=changed(before.outcomes, pairing, result)),
        rows=tuple(_rows(root)),
        names=Names(people.values_list("number", "player__name")),
    )


def changed(
    outcomes: Iterable[Outcome], pairing: Pairing, result: RecordedEnd
) -> tuple[Outcome, ...]:
    known = list(outcomes)
    place = _place_of(known, pairing)
    if place is not None:
        known[place] = _corrected(known[place], pairing, result)
    return tuple(known)


def is_of(outcome: Outcome, pairing: Pairing) -> bool:
    """Return True if an outcome is that of a pairing, or of its other leg."""
    if pairing.slot is not None:
        return outcome.slot == pairing.slot
    two = pairing.entry_2.number if pairing.entry_2 else None
    both = {pairing.entry_1.number, two}
    return outcome.round == pairing.round_number and {outcome.one, outcome.two} == both


def listed(rows: Iterable[AffectedMatch]) -> str:
    """Return the numbers of matches, those in a row as a span: M3, M7–M12."""
    numbers = sorted(int(row.label[1:]) for row in rows if row.label)
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(
        f"M{span[0]}–M{span[-1]}"
        if len(span) >= SHORTEST_SPAN
        else ", ".join(f"M{number}" for number in span)
        for span in spans
    )


def in_short(
    *, again: Collection[AffectedMatch] = (), replaced: Collection[AffectedMatch] = ()
) -> Iterator[PlannedLine]:
    if again:
        yield effects.counted(effects.PLAYED_AGAIN, len(again), listed(again))
    else:
        yield PlannedLine(effects.NOTHING_AGAIN)
    if replaced:
        yield effects.counted(effects.REPLACED, len(replaced), listed(replaced))


def kept_in_short(rows: Collection[AffectedMatch]) -> Iterator[PlannedLine]:
    if rows:
        yield effects.counted(effects.KEPT, len(rows), listed(rows))


def _place_of(outcomes: Sequence[Outcome], pairing: Pairing) -> int | None:
    """Return the index of the outcome of a pairing, None if it is not there.

    Of several legs, the outcome with the same score is chosen, because a record sorts
    legs by their content and not by their number.
    """
    found = [at for at, outcome in enumerate(outcomes) if is_of(outcome, pairing)]
    match = pairing.match
    if not found or match is None:
        return found[0] if found else None
    was = RecordedEnd(match.score_1, match.score_2, match.winner, match.how)
    alike = [
        at for at in found if outcomes[at] == _corrected(outcomes[at], pairing, was)
    ]
    return (alike or found[: pairing.leg])[-1]


def _corrected(outcome: Outcome, pairing: Pairing, result: RecordedEnd) -> Outcome:
    one = pairing.entry_1.number
    two = pairing.entry_2.number if pairing.entry_2 else None
    points = {one: result.one, two: result.two}
    return replace(
        outcome,
        winner={1: one, 2: two}.get(result.winner or 0),
        points_one=points[outcome.one],
        points_two=points[outcome.two],
        played=result.how == PLAYED,
        nobody=result.how == NOBODY,
    )


def _rows(root: Stage) -> Iterator[AffectedMatch]:
    rows = (
        Pairing.objects.live()
        .filter(draw__stage=root)
        .order_by("round_number", "position", "leg")
        .values_list(
            *("pk", "slot", "round_number", "entry_1__number", "entry_2__number"),
            *("match_number", "match__state", "match__score_1", "match__score_2"),
            *("match__how", "table", "match__rated"),
        )
    )
    for pk, slot, number, one, two, label, *match in rows:
        yield AffectedMatch(
            pk, slot, number, one, two or 0, f"M{label}" if label else "", *match
        )
