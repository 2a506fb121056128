"""The effects of a corrected result in a stage that is drawn round by round."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from matches.rules.refusals import RuleError
from tournaments import engine
from tournaments.engine import DrawnRound, StageState
from tournaments.engine.state import swapped
from tournaments.results.amendments.models import Correction
from tournaments.results.correction import effects
from tournaments.results.correction.case import (
    DONE,
    AffectedMatch,
    Case,
    Suggestion,
    Way,
    changed,
    in_short,
    is_of,
    kept_in_short,
    listed,
)
from tournaments.results.correction.plan_brackets import standing
from tournaments.results.correction.plan_places import Fed, Tables
from tournaments.rounds.models import Draw, Pairing, Round
from tournaments.structure.queries import PlannedLine, title_of

RECORD, SWAP, REPLAY = Correction.Mode.values
MOST_PAIRS: Final = 6
MOST_REDRAWN: Final = 128
"""In larger fields only the first later round is drawn again: the page must be fast."""


class RoundEffects:
    def __init__(self, case: Case, tables: Tables) -> None:
        self.case, self.tables = case, tables
        self.later = dependent_rounds(case.pairing) if case.is_turned else []
        newest = max((row.round for row in case.rows), default=0)
        self.newest = [row for row in case.rows if row.round == newest]

    def changes(self) -> Iterator[PlannedLine]:
        """Yield which later rounds depend on the result, and how they would differ."""
        for later in self.later:
            yield from self._redrawn(later)
        yield from self._out()

    def ways(self) -> list[Way]:
        """Return the ways to choose from; only one if there is nothing to choose."""
        fed = self.tables.fed(self._replayed())
        moves = self.tables.moves(self.case.after)
        record = Way(mode=RECORD, places=moves)
        if not self.case.is_turned or not (self.later or fed):
            return [record]
        stay = PlannedLine(effects.ROUNDS_STAY)
        short = (stay, *kept_in_short(self._resting()))
        ways = [replace(record, summary=short), self._swap(), self._replay(fed)]
        return [way for way in ways if way is not None]

    def suggested(self, ways: Iterable[Way], begun: int) -> Suggestion:
        """Return the way that no player loses a match by; `begun`: matches replayed."""
        if begun or self._is_called([*ways][-1]):
            return Suggestion(RECORD, PlannedLine(effects.LATER_ROUND_BEGUN))
        return Suggestion(REPLAY, PlannedLine(effects.NOTHING_BEGUN))

    def _is_called(self, replay: Way) -> bool:
        """Return True if players were called to a match that would be replayed.

        They may have begun although no game was recorded. One query.
        """
        rows = Pairing.objects.with_match().filter(draw__round__in=replay.rounds)
        return rows.exclude(called_at=None, playing_at=None).exists()

    def _resting(self) -> list[AffectedMatch]:
        return [row for row in self.case.rows if row.two and row.round in self._taken]

    def _replay(self, fed: list[Fed]) -> Way:
        gone = self._resting()
        begun = [row for row in gone if row.is_begun]
        rated = [row for row in gone if row.rated and row.state == DONE]
        lines = [
            PlannedLine(effects.ROUND_TAKEN_BACK, {"number": later.number})
            for later in reversed(self.later)
        ]
        if begun:
            lines.append(
                PlannedLine(effects.SET_ASIDE_PLAYED, {"labels": listed(begun)})
            )
        if rated:
            lines.append(
                PlannedLine(effects.NO_LONGER_RATED, {"labels": listed(rated)})
            )
        short = in_short(
            again=begun, replaced=[row for row in gone if not row.is_begun]
        )
        return Way(
            mode=REPLAY,
            rounds=(
                *(pk for stage in fed for pk in stage.rounds),
                *(later.pk for later in reversed(self.later)),
            ),
            summary=(*short, *(stage.redrawn for stage in fed)),
            details=tuple(lines),
            places=self.tables.moves(self._replayed()),
        )

    def _swap(self) -> Way | None:
        """Return the way that swaps the two in the newest round, None if impossible.

        It is possible if neither has begun to play there and they do not meet.
        """
        case = self.case
        if not self.later or case.old is None or case.new is None:
            return None
        old, new = case.old, case.new
        touched = [row for row in self.newest if row.has(old, new)]
        seats = {frozenset((row.one, row.two)) for row in touched}
        present = {
            entrant.number for entrant in case.before.entrants if entrant.present
        }
        is_there = any(row.has(old) for row in touched)
        if not is_there or new not in present or frozenset((old, new)) in seats:
            return None
        if any(row.is_begun for row in touched):
            return None
        replaced = [row for row in touched if row.two]
        kept = [row for row in self._resting() if row not in touched]
        return Way(
            mode=SWAP,
            exchange=(old, new),
            aside=tuple(row.pk for row in touched),
            summary=(*in_short(replaced=replaced), *kept_in_short(kept)),
            details=(*self._seats(touched, old, new), *self._audited(old, new)),
            places=self.tables.moves(case.after),
        )

    def _seats(
        self, touched: list[AffectedMatch], old: int, new: int
    ) -> Iterator[PlannedLine]:
        other = {old: new, new: old}
        for row in touched:
            one, two = other.get(row.one, row.one), other.get(row.two, row.two)
            values = {
                "label": row.label,
                "one": self.case.name(one),
                "two": self.case.name(two),
            }
            if not two:
                yield PlannedLine(effects.HAS_BYE, values)
                continue
            yield PlannedLine(effects.MEET_INSTEAD, values)

    def _audited(self, old: int, new: int) -> Iterator[PlannedLine]:
        """Yield the audit notes that the round would get if the two were swapped."""
        draw = self.later[-1].draw
        drawn = DrawnRound(
            draw.round_number,
            tuple(engine.DrawnPairing(row.one, row.two or None) for row in self.newest),
        )
        with_both = swapped(drawn, old, new)
        if with_both is None:
            return
        state = _corrected_state(self.case, draw)
        known = {str(note) for note in engine.audit(state, drawn)}
        for note in engine.audit(state, with_both):
            if str(note) not in known:
                yield PlannedLine(note.message, note.named(self.case.names))

    def _redrawn(self, later: Round) -> Iterator[PlannedLine]:
        number = {"number": later.number}
        yield from self._stands(later.number)
        state = _corrected_state(self.case, later.draw)
        if len(state.entrants) > MOST_REDRAWN and later != self.later[0]:
            yield PlannedLine(effects.ROUND_DEPENDS, number)
            return
        try:
            drawn = engine.draw(state, later.draw.seed, version=later.draw.version)
        except RuleError:
            yield PlannedLine(effects.ROUND_IMPOSSIBLE, number)
            return
        was = {frozenset((pair.one, pair.two)) for pair in later.draw.pairs}
        others = [
            pair
            for pair in drawn.pairings
            if frozenset((pair.one, pair.two)) not in was
        ]
        if not others:
            yield PlannedLine(effects.ROUND_SAME, number)
            return
        yield PlannedLine(
            effects.ROUND_OTHER_PAIRS,
            {**number, "count": len(others), "pairs": self._pairs(others)},
        )

    def _stands(self, number: int) -> Iterator[PlannedLine]:
        """Yield the state of the matches of the two players in a later round."""
        both = [entry for entry in (self.case.old, self.case.new) if entry is not None]
        for row in self.case.rows:
            if row.round == number and row.two and row.has(*both):
                yield PlannedLine(
                    standing(row),
                    {
                        "match": row.label,
                        "one": self.case.names[row.one],
                        "two": self.case.names[row.two],
                        "table": row.table,
                        "score": f"{row.score_1}–{row.score_2}",
                    },
                )

    def _pairs(self, pairs: list[engine.DrawnPairing]) -> effects.ListedPairs:
        named = (
            f"{self.case.names[pair.one]} – {self.case.names[pair.two]}"
            if pair.two
            else PlannedLine(effects.BYE_FOR, {"name": self.case.names[pair.one]})
            for pair in pairs[:MOST_PAIRS]
        )
        return effects.ListedPairs(tuple(named), is_all=len(pairs) <= MOST_PAIRS)

    def _out(self) -> Iterator[PlannedLine]:
        out = engine.format_named(self.case.root.format).out
        if out is None:
            return
        before, after = out(self.case.before), out(self.case.after)
        for row in engine.standings(self.case.after).rows:
            values = {"name": self.case.names[row.entrant]}
            if row.entrant in after - before:
                yield PlannedLine(effects.WOULD_BE_OUT, values)
            if row.entrant in before - after:
                yield PlannedLine(effects.WOULD_STILL_BE_IN, values)

    @property
    def _taken(self) -> set[int]:
        return {later.number for later in self.later}

    def _replayed(self) -> StageState:
        kept = [
            outcome
            for outcome in self.case.after.outcomes
            if outcome.round not in self._taken
        ]
        return replace(self.case.after, outcomes=tuple(kept))


def dependent_rounds(pairing: Pairing) -> list[Round]:
    """Return the published rounds that depend on a result, the first one first.

    These are the first round that was drawn with knowledge of the result, and all later
    rounds. A round that was drawn while the result was missing does not depend on it.
    """
    stage = pairing.draw.stage
    if engine.format_named(stage.format).is_drawn_once:
        return []
    later = list(
        Round.objects.filter(stage=stage, number__gt=pairing.round_number)
        .select_related("draw")
        .order_by("number")
    )
    for place, published in enumerate(later):
        if _knows(published.draw, pairing):
            return later[place:]
    return []


def fed_stage(pairing: Pairing) -> str:
    """Return the name of a drawn stage that the result's stage feeds, "" for none."""
    root = pairing.draw.stage
    rounds = Round.objects.filter(stage__source__isnull=False).select_related(
        "stage__division__tournament", "stage__source__parent__parent"
    )
    for published in rounds.filter(stage__division=root.division_id):
        source = published.stage.source
        if source is not None and source.root.pk == root.pk:
            return title_of(published.stage)
    return ""


def _knows(draw: Draw, pairing: Pairing) -> bool:
    if "state" not in draw.record:  # drawn before records were kept
        return True
    state = draw.made_from
    mine = [outcome for outcome in state.outcomes if is_of(outcome, pairing)]
    return any(not outcome.is_open for outcome in mine)


def _corrected_state(case: Case, draw: Draw) -> StageState:
    state = draw.made_from
    outcomes = changed(state.outcomes, case.pairing, case.result)
    return replace(state, outcomes=outcomes)
