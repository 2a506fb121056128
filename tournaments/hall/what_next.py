"""What comes next for each player of a tournament, for their own pages.

Made for everybody at once and kept as long as the tournament has the same mark: a hall
full of phones asks for it again and again.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from django.core.cache import caches
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext

from matches.ledger.models.match import Match
from matches.players.models import Player
from tournaments.brackets import Bracket, BracketWords, bracket_of
from tournaments.engine import VACANT, Slot
from tournaments.hall.messages import running_entries
from tournaments.hall.pace import DeskPace, clock, pace_at_desk
from tournaments.rounds import engine_state
from tournaments.rounds.rows import PairingRow, PairingSide
from tournaments.standings.finishing import EventOrder, finishing_order
from tournaments.structure.marks import mark_of
from tournaments.structure.models import Tournament
from tournaments.structure.queries import stage_url, stages_of
from tournaments.tables import order
from tournaments.tables.calls import HallState
from tournaments.tables.progress import Desk, DeskView, desk_of
from tournaments.tables.running import free_in

SECONDS: Final = 30
"""How long it is kept without any change: it says what time it will be."""
_TO_PLAY: Final = frozenset({Match.State.READY, Match.State.PLAYING})


class Next(NamedTuple):
    """What a player does next, in sentences. `table`: called there.

    `url` leads to the match, if there is one already, and `stage_url` to the path of
    the player in a bracket, or to the standings.
    """

    tournament: str
    text: str
    url: str = ""
    table: int | None = None
    stage_url: str = ""
    has_path: bool = False


def what_next(player: Player) -> list[Next]:
    """Return what comes next for a player in each tournament that runs now."""
    entries = running_entries(player).select_related("tournament")
    found = [
        _for_everybody(entry.tournament).get(entry.number)
        for entry in entries.order_by("-tournament__date", "number")
    ]
    return [one for one in found if one is not None]


def _for_everybody(tournament: Tournament) -> dict[int, Next]:
    """Return what comes next, by the numbers of the entries."""
    cache = caches["kept"]
    name = f"next-{mark_of(tournament).text}-{get_language()}"
    kept: dict[int, Next] | None = cache.get(name)
    if kept is None:
        kept = {}
        hall = _Hall(tournament)
        for number, nearest in hall.everybody():
            if number not in kept:
                kept[number] = nearest._replace(**hall.links(number))
        cache.set(name, kept, SECONDS)
    return kept


class _Hall:
    """A tournament with its queue and its pace, read once for all its players."""

    def __init__(self, tournament: Tournament) -> None:
        self.name = tournament.name
        self.desk: Desk = desk_of(tournament)
        state = HallState.of(tournament)
        self.pace: DeskPace = pace_at_desk(self.desk, state.table_count)
        self.queue = state.outlook()
        self.free = len(state.tables)
        self.divisions: dict[int, int] = dict(
            tournament.entries.values_list("number", "division_id")
        )

    def everybody(self) -> Iterator[tuple[int, Next]]:
        """Yield what comes for each entry, the nearest first."""
        for view in self.desk.shown:
            for row in view.round.rows if view.round else ():
                if row.is_open and row.two is not None:
                    yield row.one.number, self._match(row, row.two)
                    yield row.two.number, self._match(row, row.one)
        roots = {view.stage.root.pk: view.stage.root for view in self.desk.shown}
        for root in roots.values():
            bracket = bracket_of(root) if root.is_plan else None
            if bracket is not None:
                yield from self._bracket(bracket)
        for view in self.desk.views:
            yield from self._round(view)
        yield from self._places()

    def links(self, number: int) -> dict[str, Any]:
        """Return the address of an entry's path or standings, if it has any."""
        own = self.divisions[number]
        for view in self.desk.shown:
            stage = view.stage.root
            if stage.division_id != own:
                continue
            if not stage.is_plan:
                return {"stage_url": stage_url(stage, "standings")}
            if number in stage.lot_of:
                address = [stage.division.tournament.slug, stage.number, number]
                return {"stage_url": reverse("path", args=address), "has_path": True}
        return {}

    def _next(self, *sentences: str, **more: Any) -> Next:
        return Next(self.name, " ".join(filter(None, sentences)), **more)

    def _match(self, row: PairingRow, opponent: PairingSide) -> Next:
        """Return the match that is open: at which table, or why it waits."""
        url = reverse("match", args=[row.code])
        values = {"name": opponent.name, "table": row.table, "match": row.label}
        if row.state not in _TO_PLAY:
            text = gettext("Your next match is known once %(match)s is confirmed.")
            return self._next(text % values, url=url)
        if row.table is not None:
            text = gettext("Table %(table)s, against %(name)s.")
            return self._next(text % values, url=url, table=row.table)
        text = gettext("Next: %(match)s against %(name)s.") % values
        return self._next(
            text, row.busy_reason or self._line(row.match_number), url=url
        )

    def _line(self, match: int) -> str:
        """Return the place of a match in the queue, with the time if it is known."""
        reason = self.queue.get(match)
        if reason is None or reason.why != order.IN_LINE:
            return gettext("You will be called.")
        # The tables that are free now go to the first in the queue, then one by one.
        ends = sorted(one.until for one in self.pace.matches.values())
        values = {"place": reason.place, "time": ""}
        if self.free < reason.place <= self.free + len(ends):
            values["time"] = clock(ends[reason.place - self.free - 1])
            return gettext("Number %(place)s in the queue, about %(time)s.") % values
        return gettext("Number %(place)s in the queue.") % values

    def _bracket(self, bracket: Bracket) -> Iterator[tuple[int, Next]]:
        words = BracketWords(bracket)
        for number, slot in bracket.course.everywhere().items():
            is_top = slot.top == number
            other = slot.bottom if is_top else slot.top
            if other == VACANT:
                continue
            place = words.round_here(slot.node.section, slot.node.round)
            if other:
                text = gettext("Next: %(match)s against %(name)s.")
                values = {"match": place, "name": bracket.names[other]}
                yield number, self._next(text % values)
                continue
            source = slot.node.bottom if is_top else slot.node.top
            text = (
                gettext("%(round)s: waiting for the winner of %(match)s.")
                if source.kind == "winner"
                else gettext("%(round)s: waiting for the loser of %(match)s.")
            )
            before = words.slots[source.of]
            label = words.label(before.node.number)
            values = {"round": place, "match": label or words.title(before.node)}
            yield number, self._next(text % values, self._until(bracket, before))

    def _until(self, bracket: Bracket, before: Slot) -> str:
        """Return when a match before ends, or where it is in the queue."""
        meeting = bracket.meetings.get(before.node.number)
        number = int(meeting.label[1:]) if meeting else 0
        values: dict[str, object] = {"match": meeting.label if meeting else ""}
        if number in self.pace.matches:
            values["time"] = self.pace.matches[number].clock
            return gettext("%(match)s ends about %(time)s.") % values
        reason = self.queue.get(number)
        if reason is not None and reason.why == order.IN_LINE:
            values["place"] = reason.place
            return gettext("%(match)s is number %(place)s in the queue.") % values
        return ""

    def _round(self, view: DeskView) -> Iterator[tuple[int, Next]]:
        """Yield the next round of a stage for those who play in it."""
        if view.stage.is_plan or view.stage.is_branch or view.waits_for:
            return
        if view.is_endless:
            for entry in free_in(view.stage):
                yield entry.number, self._next(gettext("Waiting for the next pairing."))
            return
        if view.is_over or not (view.undrawn or view.unplayed or not view.round):
            return
        number, missing = view.played_number + 1, len(view.open_labels)
        text = gettext("Round %(number)s comes next.") % {"number": number}
        when = ""
        if missing:
            text = ngettext(
                "Round %(number)s begins when %(count)s more result is in.",
                "Round %(number)s begins when %(count)s more results are in.",
                missing,
            ) % {"number": number, "count": missing}
            if time := self.pace.rounds_clock:
                when = gettext("Expected about %(time)s.") % {"time": time}
        for entrant in engine_state.load(view.stage).due():
            yield entrant.number, self._next(text, when)

    def _places(self) -> Iterator[tuple[int, Next]]:
        """Yield the places of those who have played all their matches."""
        tournament = self.desk.tournament
        if not self.desk.shown:
            return
        for division in finishing_order(stages_of(tournament), self.desk.fingerprint):
            events: Sequence[EventOrder] = division.events
            numbers = {one.row.number for event in events for one in event.finishers}
            for number in numbers:
                places = [
                    (event, place)
                    for event in events
                    if (place := _place_in(event, number))
                ]
                yield number, self._next(*_done(places))


def _place_in(event: EventOrder, number: int) -> str:
    """Return the place in an event, "5–8" if it is shared, "" if there is none."""
    mine = next((one for one in event.finishers if one.row.number == number), None)
    if mine is None:
        return ""
    last = mine.place - 1 + sum(one.place == mine.place for one in event.finishers)
    return f"{mine.place}–{last}" if last > mine.place else f"{mine.place}"


def _done(places: Sequence[tuple[EventOrder, str]]) -> Iterator[str]:
    if len(places) == 1:
        event, place = places[0]
        text = (
            gettext("You have played all your matches. Place so far: %(place)s.")
            if event.provisional
            else gettext("You have finished: place %(place)s.")
        )
        yield text % {"place": place}
        return
    yield gettext("You have played all your matches.")
    for event, place in places:
        values = {"event": event.title, "place": place}
        yield gettext("%(event)s: place %(place)s.") % values
