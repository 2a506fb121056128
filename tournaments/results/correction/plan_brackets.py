"""The effects of a corrected result in a bracket, and the ways to deal with them."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Final

from matches.ledger.models.match import Match
from matches.rules.refusals import Message
from tournaments.brackets import Bracket
from tournaments.brackets.words import BracketNames, BracketPart
from tournaments.engine import VACANT, Slot, StageState
from tournaments.engine.bracket import refit
from tournaments.engine.bracket.refit import DrawnBracket
from tournaments.results.amendments.models import Correction
from tournaments.results.amendments.set_aside import drawn_in
from tournaments.results.correction import effects
from tournaments.results.correction.case import (
    DONE,
    AffectedMatch,
    Case,
    Suggestion,
    Way,
    in_short,
    kept_in_short,
    listed,
)
from tournaments.results.correction.plan_places import Fed, Tables
from tournaments.structure.queries import PlannedLine

RECORD, SWAP, REPLAY = Correction.Mode.values
FEW: Final = 2
"""Up to this number of matches, playing again is suggested for a correct bracket."""


class BracketEffects:
    def __init__(
        self, case: Case, tables: Tables, *, bracket: Bracket, slot: int
    ) -> None:
        self.case, self.tables, self.names = case, tables, BracketNames(bracket)
        self.slot = slot
        # Of a tie the newest match.
        self.rows = {row.slot: row for row in case.rows if row.slot is not None}
        self.before = drawn_in(case.root, case.before)
        self.turned = drawn_in(case.root, case.after)
        self.was = self.before.course()
        self.replayed, self.aside = refit.replayed(self.turned, self.slot)
        self.now = self.replayed.course()
        self.old = self.was.slots[slot].winner
        self.new = self.now.slots[slot].winner
        # Open matches that a decided tie no longer needs.
        is_over = self.now.slots[slot].state == "decided"
        tie = [row for row in case.rows if row.slot == slot]
        self.spare = [row for row in tie[1:] if is_over and not row.is_begun]
        self.following = self.was.depends_on(self.slot)
        moved = refit.moved(self.was, self.now) | set(self.aside)
        self.moved = sorted(moved - {self.slot})

    def changes(self) -> Iterator[PlannedLine]:
        for number in self.moved:
            was, now = self.was.slots[number], self.now.slots[number]
            row = self.rows.get(number)
            if row is not None and number in self.aside:
                yield self._standing(row, was)
            elif row is None:
                yield from self._moved(was, now)

    def ways(self) -> list[Way]:
        """Return the ways to choose from; only one if there is nothing to choose."""
        fed = self.tables.fed(self._state(self.replayed))
        aside = [*self._at(self.aside), *self.spare]
        replay = self._replay(aside, fed)
        if not any(row.is_begun for row in aside) and not fed:
            return [replay]
        kept = refit.kept_winners(self.before, self.turned, self.slot)
        ways = [self._record(kept, aside), self._swap(kept), replay]
        return [way for way in ways if way is not None]

    def suggested(self, ways: Iterable[Way], begun: int) -> Suggestion:
        """Return the fair way of least cost; `begun`: matches that it would replay."""
        if not begun:
            return Suggestion(REPLAY, PlannedLine(effects.NOTHING_BEGUN))
        if self._has_lost():
            return Suggestion(RECORD, PlannedLine(effects.HAS_LOST_SINCE))
        if begun > FEW and any(way.mode == SWAP for way in ways):
            return Suggestion(SWAP, PlannedLine(effects.NEXT_NOT_BEGUN))
        return Suggestion(REPLAY, PlannedLine(effects.STILL_IN))

    def _has_lost(self) -> bool:
        """Return True if the former winner has lost in the section they advanced to."""
        old, onward = self.old, self.was.winner_to.get(self.slot)
        if not old or onward is None:
            return False
        section = self.was.slots[onward[0]].node.section
        later = [self.was.slots[number] for number in self.following]
        return any(slot.loser == old and slot.node.section == section for slot in later)

    def _at(self, slots: Collection[int]) -> list[AffectedMatch]:
        return [row for row in self.case.rows if row.slot in slots]

    def _record(self, kept: DrawnBracket, aside: list[AffectedMatch]) -> Way:
        stay = PlannedLine(effects.MATCHES_STAY)
        return Way(
            mode=RECORD,
            pins=kept.pins,
            aside=tuple(row.pk for row in self.spare),
            summary=(stay, *kept_in_short(aside)),
            places=self.tables.moves(self._state(kept)),
        )

    def _swap(self, kept: DrawnBracket) -> Way | None:
        """Return the way that swaps the two where they wait; None if not possible.

        It is not possible if the new winner has withdrawn, if the former winner no
        longer waits, if both are in one match, if one has begun the next match, or if
        an entrant would be in two places.
        """
        places, old, new = {}, self.old, self.new
        if not old or not new or new in self.before.gone:
            return None
        own, other = self._waits(old), self._waits(new)
        if own is None or own == other or self._is_busy(own) or self._is_busy(other):
            return None
        places[refit.place_of(own, old)] = new
        if other is not None:
            places[refit.place_of(other, new)] = old
        touched = [slot.node.number for slot in (own, other) if slot is not None]
        swapped = refit.exchanged(kept, places).without(touched)
        if not refit.is_sound(swapped):
            return None
        aside = [*self._at(touched), *self.spare]
        lines = [
            self._takes_place(new, old, own),
            *([self._takes_place(old, new, other)] if other else []),
            *self._told(aside),
        ]
        stands = [
            row for row in self._at(set(self.aside) - set(touched)) if row.is_begun
        ]
        return Way(
            mode=SWAP,
            pins=swapped.pins,
            aside=tuple(row.pk for row in aside),
            summary=(*in_short(replaced=aside), *kept_in_short(stands)),
            details=tuple(lines),
            places=self.tables.moves(self._state(swapped)),
        )

    def _replay(self, aside: list[AffectedMatch], fed: list[Fed]) -> Way:
        again = [row for row in aside if row.is_begun]
        replaced = [row for row in aside if not row.is_begun]
        is_plain = not aside and not fed
        short = () if is_plain else in_short(again=again, replaced=replaced)
        return Way(
            mode=REPLAY,
            pins=self.replayed.pins,
            aside=tuple(row.pk for row in aside),
            rounds=tuple(pk for stage in fed for pk in stage.rounds),
            summary=(*short, *(stage.redrawn for stage in fed)),
            details=(*self._told(aside), *self._new_meetings()),
            places=self.tables.moves(self._state(self.replayed)),
        )

    def _waits(self, entrant: int) -> Slot | None:
        """Return where an entrant waits or plays next, if it depends on the result."""
        slot = self.was.where_now(entrant)
        return slot if slot and slot.node.number in self.following else None

    def _is_busy(self, slot: Slot | None) -> bool:
        row = self.rows.get(slot.node.number) if slot else None
        return row is not None and row.is_begun

    def _told(self, aside: list[AffectedMatch]) -> Iterator[PlannedLine]:
        played = [row for row in aside if row.is_begun]
        unplayed = [row for row in aside if not row.is_begun]
        rated = [row for row in aside if row.rated and row.state == DONE]
        if played:
            yield PlannedLine(effects.SET_ASIDE_PLAYED, {"labels": listed(played)})
        if unplayed:
            yield PlannedLine(effects.CANCELLED_UNBEGUN, {"labels": listed(unplayed)})
        if rated:
            yield PlannedLine(effects.NO_LONGER_RATED, {"labels": listed(rated)})

    def _new_meetings(self) -> Iterator[PlannedLine]:
        for number in self.moved:
            slot = self.now.slots[number]
            if slot.state != "due":
                continue
            yield PlannedLine(
                effects.MEET_IN,
                {
                    "one": self.case.name(slot.top),
                    "two": self.case.name(slot.bottom),
                    "match": self._place(slot),
                },
            )

    def _takes_place(self, new: int, old: int, slot: Slot) -> PlannedLine:
        return PlannedLine(
            effects.TAKES_PLACE,
            {
                "new": self.case.name(new),
                "old": self.case.name(old),
                "match": self._place(slot),
            },
        )

    def _standing(self, row: AffectedMatch, slot: Slot) -> PlannedLine:
        values = {
            "match": PlannedLine(
                effects.MATCH_IN_ROUND, {"label": row.label, "round": self._round(slot)}
            ),
            "one": self.case.names[row.one],
            "two": self.case.names[row.two],
            "table": row.table,
            "score": f"{row.score_1}–{row.score_2}",
        }
        return PlannedLine(standing(row), values)

    def _moved(self, was: Slot, now: Slot) -> Iterator[PlannedLine]:
        """Yield sentences on the changed sides of a match that is not open yet."""
        where = self._place(was)
        for before, after in ((was.top, now.top), (was.bottom, now.bottom)):
            if before == after or not (before or after):
                continue
            values = {"old": self._who(before), "new": self._who(after), "match": where}
            yield PlannedLine(effects.INSTEAD, values)
        for slot, other, message in (
            (now, was, effects.GETS_BYE),
            (was, now, effects.NO_BYE_ANY_MORE),
        ):
            if slot.state == "bye" and (other.state, other.winner) != (
                "bye",
                slot.winner,
            ):
                yield PlannedLine(
                    message, {"name": self.case.name(slot.winner), "match": where}
                )

    def _who(self, entrant: int | None) -> str | PlannedLine:
        if entrant is None:
            return PlannedLine(effects.NOT_KNOWN_YET)
        return self.case.name(entrant if entrant != VACANT else None)

    def _place(self, slot: Slot) -> str | BracketPart:
        label = self.names.here().label(slot.node.number)
        is_gone = slot.node.number in self.aside
        return label if label and not is_gone else self._round(slot)

    def _round(self, slot: Slot) -> BracketPart:
        return self.names.round(slot.node.section, slot.node.round)

    def _state(self, drawn: DrawnBracket) -> StageState:
        return replace(self.case.after, outcomes=drawn.outcomes, pins=drawn.pins)


def standing(row: AffectedMatch) -> Message:
    known = {
        Match.State.PLAYING: effects.IS_PLAYING,
        Match.State.UNFINISHED: effects.IS_UNFINISHED,
        Match.State.DONE: effects.IS_DONE,
    }
    if row.state != Match.State.READY:
        return known.get(Match.State(row.state), effects.IS_REPORTED)
    if row.table is None:
        return effects.WAITS_FOR_CALL
    return effects.IS_CALLED
