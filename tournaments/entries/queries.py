"""The entries of a tournament and their state."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Max, Q
from django.utils.translation import get_language

from matches.ledger.models.match import Match
from matches.players.alphabet import alphabetical, first_letter
from matches.players.models import Player
from matches.players.names import begins_with, finder
from matches.players.roster import KnownPlayer
from tournaments.engine import LotPlace, format_named
from tournaments.engine.state import ABSENT, BAKU, HALF_BYE
from tournaments.rounds import engine_state
from tournaments.rounds.models import Draw, Pairing, Round
from tournaments.rounds.rests import upper_half_in
from tournaments.rounds.rows import Names
from tournaments.structure.models import (
    CheckedIn,
    Division,
    Entry,
    EntryQuerySet,
    Placing,
    Stage,
    Tournament,
)
from tournaments.structure.queries import in_drawn_stages


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry as lists show it.

    `drawn`: it was in a published draw, so it can be withdrawn but not removed. `place`
    is its lot: a number, a line, or a group. `never` is the number of entries that it
    never meets. `wants_bye`: a bye is welcome in the round that comes next.
    `is_upper`: that round is accelerated and lends it wins. `may_rebuy`: it has lost
    where losers can enter again, and its player has not done so.
    """

    entry: Entry
    drawn: bool
    place: LotPlace | None
    open_label: str
    never: int = 0
    wants_bye: bool = False
    is_upper: bool = False
    may_rebuy: bool = False

    @property
    def tag(self) -> str:
        """The key of the state that the row shows."""
        if self.entry.withdrawn_at is not None:
            return "withdrawn"
        return "here" if self.entry.checked_in_at is not None else "missing"

    @property
    def came_by(self) -> str:
        """How they checked in without the desk: by phone or at the door, else ""."""
        entry = self.entry
        is_here = entry.checked_in_at is not None and entry.withdrawn_at is None
        if not is_here or not entry.checked_in_by:
            return ""
        return str(CheckedIn(entry.checked_in_by).label)

    @property
    def is_late(self) -> bool:
        """Whether the entry joined after the first round."""
        return self.entry.joined_round > 1

    @property
    def byes(self) -> str:
        """The numbers of the rounds for which the entry has asked for a bye."""
        return self._sits_out(HALF_BYE)

    @property
    def absences(self) -> str:
        """The numbers of the rounds that the entry has said beforehand to miss."""
        return self._sits_out(ABSENT)

    def _sits_out(self, kind: str) -> str:
        rounds = self.entry.sits_out
        return ", ".join(
            str(number) for number in sorted(rounds) if rounds[number] == kind
        )


@dataclass(frozen=True, slots=True)
class DivisionCount:
    """A division with the number of its entries, and of those checked in."""

    division: Division
    entries: int
    here: int


@dataclass(frozen=True, slots=True)
class DivisionList:
    """The entries of one division."""

    division: Division
    rows: Sequence[EntryRow]

    @property
    def has_lots(self) -> bool:
        """Whether any entry has a number or a line."""
        return any(row.place for row in self.rows)


def division_counts(tournament: Tournament) -> list[DivisionCount]:
    """Return the number of entries of each division. One query."""
    entered = Q(entries__withdrawn_at__isnull=True) & ~Q(entries__placing=Placing.WAITS)
    rows = Division.objects.filter(tournament=tournament).annotate(
        entered=Count("entries", filter=entered),
        arrived=Count("entries__checked_in_at", filter=entered),
    )
    return [
        DivisionCount(row, row.entered, row.arrived) for row in rows.order_by("number")
    ]


def division_lists(stages: Sequence[Stage]) -> list[DivisionList]:
    """Return the entries of each division, by name. Three queries for each.

    `stages` are those of the tournament, in order.
    """
    firsts: dict[int, Stage] = {}
    for stage in stages:
        firsts.setdefault(stage.division_id, stage)
    return [
        DivisionList(stage.division, entry_rows(stage)) for stage in firsts.values()
    ]


@dataclass(frozen=True, slots=True)
class EntryPage:
    """A page of the entries of a division, or those found by `search`.

    `letters` are the first letters of the names, each with its page and the number of
    the first entry there; none if all entries are on one page. `has_places`: some of
    all the entries have a lot.
    """

    rows: Sequence[EntryRow]
    page: Page[Any]
    has_places: bool
    search: str = ""
    letters: Sequence[tuple[str, int, int]] = ()


def entry_page(
    stage: Stage, *, search: str = "", asked: str = "", at: str = "", per_page: int
) -> EntryPage:
    """Return a page of entries by name: the one asked for, or the one with entry `at`.

    Only the names of all entries are read, the other columns for one page. Three
    queries.
    """
    language = get_language() or "en"
    rows = Entry.objects.filter(division=stage.division_id).order_by("number")
    named = rows.values_list(
        "pk", "number", "player__sort_name", "player__name", "player__club"
    )
    is_found = finder(search)
    names = sorted(
        (
            (pk, number, sort_name)
            for pk, number, sort_name, *texts in named
            if is_found(*texts)
        ),
        key=lambda entry: alphabetical(entry[2], language),
    )
    pages = Paginator(names, per_page)
    places = {str(number): place for place, (_pk, number, _name) in enumerate(names)}
    page = pages.get_page(places[at] // per_page + 1 if at in places else asked)
    letters: dict[str, tuple[str, int, int]] = {}
    for place, (_pk, number, sort_name) in enumerate(names):
        letter = first_letter(sort_name, language)
        letters.setdefault(letter, (letter, place // per_page + 1, number))
    return EntryPage(
        rows=entry_rows(stage, [pk for pk, *_others in page.object_list]),
        page=page,
        has_places=bool(stage.lots),
        search=search,
        letters=tuple(letters.values()) if pages.num_pages > 1 else (),
    )


def entry_rows(stage: Stage, keys: Sequence[int] | None = None) -> Sequence[EntryRow]:
    """Return entries of a stage's division by name. Three queries.

    `keys` are the primary keys of those wanted; all are, if it is None.
    """
    rows = Entry.objects.filter(division=stage.division_id)
    if keys is not None:
        rows = rows.filter(pk__in=keys)
    entries = list(rows.select_related("player").order_by("number"))
    language = get_language() or "en"
    entries.sort(key=lambda entry: alphabetical(entry.player.sort_name, language))
    drawn, waiting = _drawn(stage, keys)
    locked, known = in_drawn_stages(stage.division_id), format_named(stage.format)
    most = stage.plan["lines"] if stage.plan else None
    places = {
        number: known.lot_place(lot)
        for number, lot in stage.lot_of.items()
        if most is None or lot <= most  # beyond them: a preliminary match
    }
    out = _may_rebuy(stage, entries)
    pairs = Counter(number for pair in stage.chosen.forbidden for number in pair)
    is_accelerated = stage.chosen.accelerated == BAKU
    is_asked = is_accelerated or any(entry.bye_round for entry in entries)
    coming = next_round(stage) if is_asked else 0
    upper = upper_half_in(stage, coming) if is_accelerated else frozenset()
    return [
        EntryRow(
            entry=entry,
            drawn=entry.pk in drawn or entry.number in locked,
            place=places.get(entry.number),
            open_label=waiting.get(entry.pk, ""),
            never=pairs[entry.number],
            wants_bye=bool(coming) and entry.bye_round == coming,
            is_upper=entry.number in upper,
            may_rebuy=entry.number in out,
        )
        for entry in entries
    ]


def _may_rebuy(stage: Stage, entries: Sequence[Entry]) -> frozenset[int]:
    """Return the entries that have lost in a stage with re-buys. One query, or none."""
    known = format_named(stage.format)
    if known.through is None or known.out is None:
        return frozenset()
    newest = Entry.objects.filter(division=stage.division_id).values_list("player")
    again = dict(newest.annotate(newest=Max("again")))
    lost = known.out(engine_state.load(stage))
    return frozenset(
        entry.number
        for entry in entries
        if entry.number in lost
        and entry.withdrawn_at is None
        and entry.again == again[entry.player_id]
    )


def _drawn(stage: Stage, keys: Sequence[int] | None) -> tuple[set[int], dict[int, str]]:
    """Return the entries of published draws, and the label of the open match of each.

    Draws that were taken back count. One query.
    """
    drawn: set[int] = set()
    waiting: dict[int, str] = {}
    pairings = Pairing.objects.filter(stage__division=stage.division_id)
    if keys is not None:
        pairings = pairings.filter(Q(entry_1__in=keys) | Q(entry_2__in=keys))
    rows = pairings.exclude(draw__state=Draw.State.DRAFT).values_list(
        "entry_1", "entry_2", "match_number", "match__state"
    )
    for one, two, number, state in rows:
        here = [entry for entry in (one, two) if entry is not None]
        drawn.update(here)
        if state in {Match.State.READY, Match.State.PLAYING}:
            waiting |= dict.fromkeys(here, f"M{number}")
    return drawn, waiting


def entry_names(stage: Stage) -> Names:
    """Return the names of all entries in a stage's division. One query."""
    rows = Entry.objects.filter(division=stage.division_id)
    return Names(rows.values_list("number", "player__name"))


def players_of(tournament: Tournament, number: int) -> list[Player]:
    """Return the players of a division; none if it does not exist. One query."""
    rows = Entry.objects.active().filter(tournament=tournament, division__number=number)
    people = rows.select_related("player").order_by("number")
    return list(dict.fromkeys(entry.player for entry in people))


def keys_of(division: Division) -> set[str]:
    """Return the keys of the players who are entered in a division. One query."""
    rows = Entry.objects.filter(division=division)
    return set(rows.values_list("player__key", flat=True))


def numbers_of(division: Division) -> list[int]:
    """Return the numbers of all entries of a division. One query."""
    return list(
        Entry.objects.filter(division=division).values_list("number", flat=True)
    )


def entered_in(tournament: Tournament) -> int:
    """Return how many players have a place in any division. One query."""
    active = entries_of(tournament).active().placed().order_by()
    return active.values("player").distinct().count()


def entry_numbered(tournament: Tournament, number: int) -> Entry | None:
    """Return an entry of a tournament, None if it was removed. One query."""
    rows = Entry.objects.filter(tournament=tournament, number=number)
    return rows.select_related("division__tournament").first()


def entries_beginning(tournament: Tournament, typed: str) -> list[Entry]:
    """Return the active entries whose name begins like this, each person once.

    "and" is Anders And, and And, Anders. One query.
    """
    rows = entries_of(tournament).active().select_related("player", "division")
    by_person = {
        entry.player_id: entry
        # The last one of a person stays: in the first of their divisions.
        for entry in rows.order_by("-division__number")
        if begins_with(typed, entry.player.name)
    }
    return list(by_person.values())


def divisions_of(tournament: Tournament) -> list[Division]:
    """Return the divisions of a tournament; there is at least one. One query."""
    rows = Division.objects.filter(tournament=tournament).order_by("number")
    return list(rows.select_related("tournament"))


def division_numbered(tournament: Tournament, typed: str) -> Division:
    """Return the division asked for; the first one for any other text."""
    return division_among(divisions_of(tournament), typed)


def division_among(divisions: Sequence[Division], typed: str) -> Division:
    """Return the one of these that is asked for; the first one for any other text."""
    # Only ASCII digits: `isdecimal` is true of those of every script, and `int` reads
    # them.
    number = int(typed) if typed[:4].isascii() and typed[:4].isdecimal() else 0
    asked = (division for division in divisions if division.number == min(number, 9999))
    return next(asked, divisions[0])


def other_players(entry: Entry) -> list[tuple[int, str]]:
    """Return number and name of the other entries of a division, by name. One query."""
    rows = Entry.objects.filter(division=entry.division_id).exclude(pk=entry.pk)
    by_name = rows.order_by("player__sort_name", "number")
    return list(by_name.values_list("number", "player__name"))


def other_entries(entry: Entry) -> list[Entry]:
    """Return the further entries of the same player in the tournament. One query."""
    rows = Entry.objects.filter(player=entry.player_id, tournament=entry.tournament_id)
    return list(rows.exclude(pk=entry.pk).select_related("division", "player"))


def directory() -> list[KnownPlayer]:
    """Return all players of the directory. One query."""
    columns = ("key", "name", "club", "rating", "country")
    rows = Player.objects.real().values_list(*columns)
    return [KnownPlayer(*row) for row in rows]


def players_by_key(keys: Iterable[str]) -> dict[str, Player]:
    """Return the players of some keys. One query."""
    return {player.key: player for player in Player.objects.filter(key__in=list(keys))}


def first_stage(division: Division) -> Stage:
    """Return the stage in which the entrants of a division begin. One query."""
    stages = Stage.objects.filter(
        division=division, source__isnull=True, parent__isnull=True
    ).select_related("division")
    return stages.order_by("number")[0]


def next_round(stage: Stage) -> int:
    """Return the number of the next round to be drawn. One query."""
    newest = Round.objects.filter(stage=stage).aggregate(newest=Max("number"))
    return (newest["newest"] or 0) + 1


def entries_of(tournament: Tournament) -> EntryQuerySet:
    """Return all entries of a tournament, with their players."""
    return Entry.objects.filter(tournament=tournament).select_related("player")
