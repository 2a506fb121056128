"""Computing the effects of a corrected result before anything is saved."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from matches.ledger.book import RecordedEnd
from tournaments.brackets import bracket_of
from tournaments.results.correction.case import READY, Case, Suggestion, Way, case_of
from tournaments.results.correction.effects import (
    COUNTS_FOR_RATING,
    RESULT_BECOMES,
    WINNER_CHANGES,
    WINNER_STAYS,
)
from tournaments.results.correction.plan_brackets import BracketEffects
from tournaments.results.correction.plan_places import Tables
from tournaments.results.correction.plan_rounds import RoundEffects
from tournaments.rounds.models import Pairing
from tournaments.structure.queries import PlannedLine

__all__ = ["Case", "Effects", "Way", "effects_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """The certain effects of a correction, and the ways to deal with the rest.

    `mark` is a digest of all effects. The page sends it back with the decision, so that
    `correct` can refuse if the effects have changed. `suggestion` is empty if there is
    only one way.
    """

    case: Case
    changes: tuple[PlannedLine, ...]
    ways: tuple[Way, ...]
    mark: str
    suggestion: Suggestion

    @property
    def is_choice(self) -> bool:
        return len(self.ways) > 1

    def way(self, mode: str) -> Way | None:
        """Return the way of a mode; the only way if there is no choice."""
        if not self.is_choice:
            return self.ways[0]
        return next((way for way in self.ways if way.mode == mode), None)


def effects_of(pairing: Pairing, result: RecordedEnd) -> Effects:
    case = case_of(pairing, result)
    tables = Tables(case)
    slot, bracket = case.pairing.slot, bracket_of(case.root)
    found = (
        RoundEffects(case, tables)
        if slot is None or bracket is None
        else BracketEffects(case, tables, bracket=bracket, slot=slot)
    )
    ways = tuple(found.ways())
    fed = [line for table in tables.fed(case.after) for line in table.lines]
    changes = (*_result(case), *found.changes(), *fed, *_rating(case))
    suggestion = Suggestion()
    if len(ways) > 1:
        suggestion = found.suggested(ways, _begun(case, ways[-1]))
    return Effects(
        case=case,
        changes=changes,
        ways=ways,
        mark=_mark(case, ways),
        suggestion=suggestion,
    )


def _begun(case: Case, replay: Way) -> int:
    """Count the matches that have begun and would be played again."""
    here = sum(row.is_begun for row in case.rows if row.pk in replay.aside)
    rows = Pairing.objects.with_match().filter(draw__round__in=replay.rounds)
    return here + rows.exclude(match__state=READY).count()


def _result(case: Case) -> Iterator[PlannedLine]:
    values = {
        "old": case.name(case.old),
        "new": case.name(case.new),
        "before": case.was.text,
        "after": case.result.text,
    }
    if case.is_turned:
        yield PlannedLine(WINNER_CHANGES, values)
    else:
        yield PlannedLine(WINNER_STAYS)
    yield PlannedLine(RESULT_BECOMES, values)


def _rating(case: Case) -> Iterator[PlannedLine]:
    if case.match.rated:
        yield PlannedLine(COUNTS_FOR_RATING, {"labels": case.label})


def _mark(case: Case, ways: tuple[Way, ...]) -> str:
    """Return a digest of all that the effects follow from, the same in every language.

    The effects are sentences; they are a function of these facts. A game of a match
    that goes on changes none of them.
    """
    # Of the facts and not of the sentences: two directors may read two languages.
    seen: list[object] = [
        (case.match.pk, case.match.revision, str(case.result)),
        (case.before.entrants, case.before.pins),
        [outcome for outcome in case.before.outcomes if not outcome.is_open],
        [(row.pk, row.one, row.two, row.is_begun) for row in case.rows],
        [(way.mode, way.aside, way.pins, way.rounds, way.exchange) for way in ways],
    ]
    return sha256(repr(seen).encode()).hexdigest()[:16]
