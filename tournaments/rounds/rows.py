"""Rounds as pages show them: pairings with their tables, scores and states."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple

from django.db.models import Count, Q
from django.utils.translation import gettext

from matches.columns.prepared import Prepared
from matches.ledger.models.match import Match, is_decided, shows_score
from matches.ledger.states import state_tag
from matches.players.shown import told_club
from tournaments import engine
from tournaments.engine import Note, RoundsAsked, format_named
from tournaments.rounds import engine_state
from tournaments.rounds.busy_players import busy_reasons
from tournaments.rounds.models import DECIDED, Draw, Pairing, PairingQuerySet, Round
from tournaments.structure.columns import notes_of
from tournaments.structure.models import Entry, Stage


def open_labels(stage: Stage) -> tuple[str, ...]:
    """Return labels (M7) of a stage's published matches without a result. One query."""
    numbers = (
        Pairing.objects.live()
        .with_match()
        .filter(draw__stage=stage.root)
        .exclude(DECIDED)
        .order_by("match_number")
        .values_list("match_number", flat=True)
    )
    return tuple(f"M{number}" for number in numbers)


def rounds_planned(stage: Stage) -> int:
    """Return the number of rounds of a stage: see `planned_rounds`.

    One query as long as it is not known who plays, if that makes a difference.
    """
    # A branch has no format, and only the rounds of its plan.
    is_known = (
        stage.is_branch
        or stage.lots
        or stage.field
        or stage.take
        or _is_as_asked(stage)
    )
    return planned_rounds(stage, {} if is_known else entry_counts(stage))


def entry_counts(stage: Stage) -> dict[str, int]:
    """Count the entries that have not withdrawn, and those checked in. One query.

    The keys are `entries` and `here`.
    """
    entered = Q(withdrawn_at__isnull=True)
    return Entry.objects.filter(division=stage.division_id).aggregate(
        entries=Count("pk", filter=entered),
        here=Count("checked_in_at", filter=entered),
    )


def planned_rounds(stage: Stage, field: dict[str, int]) -> int:
    if stage.is_plan and stage.root.plan is not None:
        section = stage.section or engine_state.MAIN
        plan = engine_state.plan_of(stage.root)
        return max((node.round for node in plan.of(section)), default=0)
    if stage.is_branch or _has_no_plan(stage):
        return 0
    return engine.round_count(
        stage.format,
        len(stage.lots) or len(stage.field or ()) or stage.take or field.get("here", 0),
        stage.rounds,
        options=_counting(stage),
    )


def _is_as_asked(stage: Stage) -> bool:
    """Return True if the director has chosen the rounds, however many may play."""
    if not stage.rounds or stage.is_branch:
        return False
    return format_named(stage.format).rounds_asked is RoundsAsked.YES


def _counting(stage: Stage) -> engine.Options:
    """Return the options without those on who may meet, which change no count."""
    return replace(stage.chosen, apart=(), forbidden=())


def _has_no_plan(stage: Stage) -> bool:
    """Return True for a format whose number of rounds is not known beforehand."""
    known = engine.format_named(stage.format)
    return known.is_endless or known.is_until_decided


_SCORED: Final = {
    Match.State.PLAYING,
    Match.State.REPORTED,
    Match.State.UNFINISHED,
    Match.State.DONE,
}


class EntryColumns(NamedTuple):
    """The columns of an entry and its player that rows show."""

    number: int
    name: str
    sort_name: str
    club: str
    key: str


class MatchColumns(NamedTuple):
    """The columns of a match that rows show."""

    code: str
    sheet_code: str
    length: int
    state: str
    how: str
    reporting: str
    score_1: int
    score_2: int
    winner: int | None
    created_at: datetime

    @property
    def is_over(self) -> bool:
        """Whether the match is decided."""
        return is_decided(self.state, self.winner)


class PairingColumns(NamedTuple):
    """The columns of a pairing that rows show; `match_number` is 0 without a match.

    Model instances are not made, because for 500 pairings they take a fifth of the
    time.
    """

    stage_id: int
    draw_id: int
    round_number: int
    position: int
    slot: int | None
    table: int | None
    called_at: datetime | None
    recalled_at: datetime | None
    playing_at: datetime | None
    on_hold: bool
    match_number: int
    notes: list[Any]
    entry_1: EntryColumns
    entry_2: EntryColumns | None
    match: MatchColumns | None


_OF_PAIRING: Final = (
    *("stage_id", "draw_id", "round_number", "position", "slot"),
    *("table", "called_at", "recalled_at", "playing_at", "on_hold"),
    *("match_number", "notes"),
)
_OF_ENTRY: Final = (
    *("number", "player__name", "player__sort_name", "player__club", "player__key"),
)
_COLUMNS: Final = (
    *_OF_PAIRING,
    *(f"entry_1__{name}" for name in _OF_ENTRY),
    *(f"entry_2__{name}" for name in _OF_ENTRY),
    *(f"match__{name}" for name in MatchColumns._fields),
)
_ONE: Final = slice(len(_OF_PAIRING), len(_OF_PAIRING) + len(_OF_ENTRY))
_TWO: Final = slice(_ONE.stop, _ONE.stop + len(_OF_ENTRY))
_MATCH: Final = slice(_TWO.stop, len(_COLUMNS))
_MOST_MADE: Final = 4096
_MADE: Final[dict[tuple[Any, ...], PairingColumns]] = {}
"""The cache of rows: a row depends only on the values from the database."""

WAITED_FOR: Final = (
    Match.State.DISPUTED,
    Match.State.REPORTED,
    Match.State.UNFINISHED,
)
"""States of a match that need a director, the most urgent first."""


class Names(dict[int, str]):
    """Names by entry number; an entry without a name is called by its number."""

    def __missing__(self, number: int) -> str:
        """Return the entry number as lists write it: #7."""
        return f"#{number}"


@dataclass(frozen=True, slots=True)
class PairingSide:
    """One side of a pairing; `lot` is a player number or line, None before the draw."""

    number: int
    name: str
    sort_name: str
    club: str
    key: str
    lot: int | None


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A pairing with its match, as a row of a table.

    `table` is set once the match is called, which needs both players to be free. Until
    then `busy_reason` says which player is at which other table. `winner` is 1 or 2,
    None without one. `label` is the match number with its letter: M7.
    """

    position: int
    table: int | None
    label: str
    match_number: int
    code: str
    sheet_code: str
    one: PairingSide
    two: PairingSide | None
    score_1: int
    score_2: int
    winner: int | None
    is_decided: bool
    how: str
    state: str
    reporting: str
    length: int
    notes: tuple[str, ...]
    round_number: int = 0
    draw: int = 0
    busy_reason: str = ""
    opened_at: datetime | None = None
    called_at: datetime | None = None
    recalled_at: datetime | None = None
    playing_at: datetime | None = None
    on_hold: bool = False

    @property
    def is_called(self) -> bool:
        """Whether the match was called to a table."""
        return self.called_at is not None

    @property
    def is_playing(self) -> bool:
        """Whether both players sit at the table, and there is no result."""
        has_begun = self.state == Match.State.PLAYING
        sits = self.state == Match.State.READY and self.playing_at is not None
        return has_begun or sits

    @property
    def since(self) -> datetime | None:
        """Since when the match is in its state; None once it has a result."""
        if not self.is_open:
            return None
        if self.is_playing:
            return self.playing_at or self.called_at
        return self.recalled_at or self.called_at or self.opened_at

    @property
    def is_bye(self) -> bool:
        """Whether the entry has no opponent."""
        return self.two is None

    @property
    def is_open(self) -> bool:
        """Whether there is a match without a result."""
        return self.two is not None and not self.is_decided

    @property
    def waits_for_call(self) -> bool:
        """Whether the match could be called to a table, as both players are free."""
        return self.is_open and not self.is_called and not self.busy_reason

    @property
    def has_score(self) -> bool:
        """Whether there are points to show."""
        return self.state in _SCORED

    @property
    def tag(self) -> str:
        """The key of the state that the row shows."""
        if self.is_bye:
            return "bye"
        tag = state_tag(self.state, self.how, is_called=self.is_called)
        return "playing" if tag == "called" and self.is_playing else tag

    @property
    def walkover(self) -> bool:
        """Whether the match was decided other than at the board."""
        return self.is_decided and self.how not in {"", Match.How.PLAYED}


def published_rounds(stage: Stage) -> Sequence[Round]:
    """Return the published rounds of a stage, first to last. One query."""
    return _ROUNDS(stage=stage.root.pk)


_ROUNDS: Final = Prepared(
    lambda stage: Round.objects.filter(stage=stage).order_by("number"), stage=int
)


def is_endless(stage: Stage) -> bool:
    """Return True for a free club night, which pairs free players and has no rounds."""
    return format_named(stage.root.format).is_endless


@dataclass(frozen=True, slots=True)
class RoundView:
    """A published round and its rows in table order, after open ones of older rounds.

    `counts` are the decided matches and all matches where the rows do not show them, as
    in a bracket. `is_endless`: the stage is a free club night and has no rounds.
    """

    round: Round
    rows: tuple[PairingRow, ...]
    counts: tuple[int, int] | None = None
    is_endless: bool = False

    @property
    def total(self) -> int:
        """The number of matches."""
        if self.counts is not None:
            return self.counts[1]
        return sum(not row.is_bye for row in self.rows)

    @property
    def done(self) -> int:
        """The number of decided matches."""
        if self.counts is not None:
            return self.counts[0]
        return sum(not row.is_bye and not row.is_open for row in self.rows)

    @property
    def open_labels(self) -> list[str]:
        """The labels of the matches without a result."""
        return [row.label for row in self.rows if row.is_open]


def round_view(published: Round) -> RoundView:
    """Return a published round with its rows; of a free club night all its pairings.

    One query, and two more while a match waits to be called. The record of the draw is
    not read: it is large, and no row shows any of it.
    """
    stage = published.stage
    if not is_endless(stage):
        found = fetched(Pairing.objects.filter(draw=published.draw_id))
        return RoundView(round=published, rows=with_reasons(rows_of(found, stage)))
    found = fetched(Pairing.objects.live().filter(stage=stage))
    found.sort(key=_open_and_newest_first)
    rows = with_reasons(rows_of(found, stage))
    return RoundView(round=published, rows=rows, is_endless=True)


def _open_and_newest_first(pairing: PairingColumns) -> tuple[bool, int]:
    is_over = pairing.match is None or pairing.match.is_over
    return is_over, -pairing.match_number


def draw_rows(draw: Draw) -> tuple[PairingRow, ...]:
    """Return the rows of a draw, of a draft too, in table order. One query."""
    lots = {**draw.stage.lot_of, **draw.lot_of}
    return _rows(fetched(draw.pairings.all()), lots)


def rows_of(pairings: Sequence[PairingColumns], stage: Stage) -> tuple[PairingRow, ...]:
    """Return the rows of pairings of one stage, in the order given. No query."""
    return _rows(pairings, stage.root.lot_of)


def with_reasons(rows: tuple[PairingRow, ...]) -> tuple[PairingRow, ...]:
    """Return rows in which waiting matches name the player they wait for.

    Two queries; none if no match waits.
    """
    waiting = [row.code for row in rows if row.tag == "waiting"]
    reasons = busy_reasons(waiting) if waiting else {}
    return tuple(
        replace(row, busy_reason=reasons[row.code]) if row.code in reasons else row
        for row in rows
    )


def fetched(pairings: PairingQuerySet) -> list[PairingColumns]:
    """Return pairings with entries, players and matches, in table order. One query.

    After each result a list of hundreds of rows is made again, of which one has
    changed. So the value made from a database row is cached.
    """
    # The compiler is asked directly: rows as the database gives them are the keys of
    # the cache, and converting them (times, JSON, names) is what the cache spares.
    rows = pairings.order_by("position", "leg").values_list(*_COLUMNS)
    compiler = rows.query.get_compiler(rows.db)
    given = list(chain.from_iterable(compiler.execute_sql()))
    found = [_MADE.get(row) for row in given]
    unknown = [row for row, made in zip(given, found, strict=True) if made is None]
    if not unknown:
        return [made for made in found if made is not None]
    fresh = {
        row: _columns(values)
        for row, values in zip(
            unknown, compiler.results_iter(results=[unknown]), strict=True
        )
    }
    # No lock: two threads may make the same row twice, and both make the same value.
    if len(_MADE) + len(fresh) > _MOST_MADE:
        _MADE.clear()
    _MADE.update(fresh)
    return [made or fresh[row] for row, made in zip(given, found, strict=True)]


def _columns(row: tuple[Any, ...]) -> PairingColumns:
    *own, number, notes = row[: _ONE.start]
    two, match = row[_TWO], row[_MATCH]
    parts = (
        EntryColumns._make(row[_ONE]),
        None if two[0] is None else EntryColumns._make(two),
        None if match[0] is None else MatchColumns._make(match),
    )
    return PairingColumns._make((*own, number or 0, notes, *parts))


def _rows(
    pairings: Sequence[PairingColumns], lots: Mapping[int, int]
) -> tuple[PairingRow, ...]:
    noted = any(pairing.notes for pairing in pairings)
    names = Names(
        (entry.number, entry.name)
        for pairing in (pairings if noted else ())
        for entry in (pairing.entry_1, pairing.entry_2)
        if entry is not None
    )
    return tuple(_row(pairing, names, lots) for pairing in pairings)


def note_texts(notes: Sequence[Note], names: Mapping[int, str]) -> tuple[str, ...]:
    """Return stored notes in the reader's language, with names for entry numbers."""
    return tuple(gettext(note.message.english) % note.named(names) for note in notes)


def _row(
    pairing: PairingColumns, names: Mapping[int, str], lots: Mapping[int, int]
) -> PairingRow:
    match = pairing.match
    return PairingRow(
        position=pairing.position,
        table=pairing.table,
        label=f"M{pairing.match_number}" if pairing.match_number else "",
        match_number=pairing.match_number,
        code=match.code if match else "",
        sheet_code=match.sheet_code if match else "",
        one=_seat(pairing.entry_1, lots),
        two=_seat(pairing.entry_2, lots) if pairing.entry_2 else None,
        score_1=match.score_1 if match else 0,
        score_2=match.score_2 if match else 0,
        winner=match.winner if match and shows_score(match.state) else None,
        is_decided=match.is_over if match else True,
        how=match.how if match else "",
        state=match.state if match else "",
        reporting=match.reporting if match else "",
        length=match.length if match else 0,
        notes=note_texts(notes_of(pairing.notes), names) if pairing.notes else (),
        round_number=pairing.round_number,
        draw=pairing.draw_id,
        opened_at=match.created_at if match else None,
        called_at=pairing.called_at,
        recalled_at=pairing.recalled_at,
        playing_at=pairing.playing_at,
        on_hold=pairing.on_hold,
    )


def _seat(entry: EntryColumns, lots: Mapping[int, int]) -> PairingSide:
    return _seated(entry, lots.get(entry.number))


@lru_cache(maxsize=2 * _MOST_MADE)
def _seated(entry: EntryColumns, lot: int | None) -> PairingSide:
    told = told_club(entry.name, entry.club)
    return PairingSide(*entry._replace(club=told), lot=lot)


def seat_of(entry: Entry, lots: Mapping[int, int]) -> PairingSide:
    """Return an entry as a side of a pairing. The caller has fetched its player."""
    player = entry.player
    return PairingSide(
        number=entry.number,
        name=player.name,
        sort_name=player.sort_name,
        club=player.told_club,
        key=player.key,
        lot=lots.get(entry.number),
    )
