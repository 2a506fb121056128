"""Rounds as pages show them: pairings with their tables, scores and states."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext

from matches.ledger.lists import state_tag
from matches.ledger.models.match import Match
from matches.players.models import Player
from matches.web.sentences import sentence_of
from tournaments.engine import Note
from tournaments.rounds.models import DECIDED, Draw, Pairing, Round
from tournaments.structure.columns import notes_of
from tournaments.structure.models import Entry, Stage, Tournament

_AT_A_TABLE: Final = (
    *(Match.State.READY, Match.State.PLAYING),
    *(Match.State.REPORTED, Match.State.DISPUTED),
)
"""A called match keeps its players until its result counts."""

People = Mapping[int, str]
"""Names by primary key of the player."""


def busy_reasons(codes: Sequence[str]) -> dict[str, str]:
    """Return, by match code, a sentence on the player who is at another table.

    `codes` are those of matches of one tournament that are not called; a match whose
    players are all free is left out. Other tournaments of the day count too, and one
    that is in no list is not named. A doubles pair counts as its two members, as it
    does when matches are called. Two queries.
    """
    own = Tournament.objects.filter(pairings__match__code=codes[0])
    of_the_day = Tournament.objects.open().filter(date__in=own.values("date"))
    rows = list(
        Pairing.objects.live()
        .filter(
            Q(tournament__in=own.values("pk"))
            | Q(tournament__in=of_the_day.values("pk"), called_at__isnull=False),
            match__state__in=_AT_A_TABLE,
        )
        .select_related("match__player_1", "match__player_2", "tournament")
        .order_by("match_number")
    )
    mine = {row.tournament_id for row in rows if row.match and row.match.code in codes}
    people = _people(rows)
    at_tables = {
        person: row
        for row in rows
        if row.table is not None and row.called_at is not None
        for person in people[row.pk]
    }
    reasons: dict[str, str] = {}
    for row in rows:
        if row.match is None or row.match.code not in codes:
            continue
        for person, name in people[row.pk].items():
            if busy := at_tables.get(person):
                text = _text(name, busy, is_here=busy.tournament_id in mine)
                reasons.setdefault(row.match.code, text)
    return reasons


def _text(name: str, row: Pairing, *, is_here: bool) -> str:
    if is_here:
        text = gettext("%(name)s is at table %(table)s")
    elif row.tournament.is_listed:
        text = gettext("%(name)s is at table %(table)s in %(tournament)s")
    else:
        text = gettext("%(name)s is in another match")
    return text % {"name": name, "table": row.table, "tournament": row.tournament.name}


def _people(rows: Sequence[Pairing]) -> dict[int, People]:
    players = {
        player.pk: player.name for row in rows for player in _both(row) if player
    }
    members: defaultdict[int, dict[int, str]] = defaultdict(dict)
    through = Player.members.through.objects.filter(from_player__in=players)
    for pair, member, name in through.values_list(
        "from_player", "to_player", "to_player__name"
    ):
        members[pair][member] = name
    return {
        row.pk: {
            person: name
            for player in _both(row)
            for person, name in members.get(player.pk, {player.pk: player.name}).items()
        }
        for row in rows
    }


def _both(row: Pairing) -> Iterator[Player]:
    if row.match is not None:
        yield row.match.player_1
        yield row.match.player_2


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


_SCORED: Final = {
    Match.State.PLAYING,
    Match.State.REPORTED,
    Match.State.UNFINISHED,
    Match.State.DONE,
}


WAITED_FOR: Final = (Match.State.DISPUTED, Match.State.REPORTED, Match.State.UNFINISHED)
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
    is_locked: bool = False

    @property
    def anchor(self) -> str:
        return f"match-{self.match_number}" if self.code else f"bye-{self.position}"

    @property
    def is_called(self) -> bool:
        return self.called_at is not None

    @property
    def is_playing(self) -> bool:
        has_begun = self.state == Match.State.PLAYING
        sits = self.state == Match.State.READY and self.playing_at is not None
        return has_begun or sits

    @property
    def since(self) -> datetime | None:
        """Since when the match is in its state; None once it has a result."""
        if not self.is_open or self.is_locked:
            return None
        if self.is_playing:
            return self.playing_at or self.called_at
        return self.recalled_at or self.called_at or self.opened_at

    @property
    def is_bye(self) -> bool:
        return self.two is None

    @property
    def is_open(self) -> bool:
        return self.two is not None and not self.is_decided

    @property
    def waits_for_call(self) -> bool:
        """Whether the match could be called to a table, as both players are free."""
        waits = self.is_open and not self.is_locked
        return waits and not self.is_called and not self.busy_reason

    @property
    def has_score(self) -> bool:
        return self.state in _SCORED

    @property
    def shows_points(self) -> bool:
        return self.has_score and not self.is_walkover

    @property
    def tag(self) -> str:
        if self.is_bye:
            return "bye"
        tag = state_tag(
            self.state, self.how, is_called=self.is_called, is_locked=self.is_locked
        )
        return "playing" if tag == "called" and self.is_playing else tag

    @property
    def is_walkover(self) -> bool:
        """Whether the match was decided other than at the board."""
        return self.is_decided and self.how not in {"", Match.How.PLAYED}


def texts_of(row: PairingRow) -> list[str]:
    return [row.label, row.one.name, row.two.name if row.two else ""]


def published_rounds(stage: Stage) -> Sequence[Round]:
    """Return the published rounds of a stage, first to last. One query."""
    return list(Round.objects.filter(stage=stage.root).order_by("number"))


@dataclass(frozen=True, slots=True)
class RoundView:
    """A published round and its rows in table order, after open ones of older rounds.

    `counts` are the numbers of decided matches and of all matches, for a bracket, whose
    rows do not show all of them. With `is_endless` the stage is a free club night and
    has no rounds.
    """

    round: Round
    rows: tuple[PairingRow, ...]
    counts: tuple[int, int] | None = None
    is_endless: bool = False

    @property
    def total(self) -> int:
        if self.counts is not None:
            return self.counts[1]
        return sum(not row.is_bye for row in self.rows)

    @property
    def done(self) -> int:
        if self.counts is not None:
            return self.counts[0]
        return sum(not row.is_bye and not row.is_open for row in self.rows)

    @property
    def has_begun(self) -> bool:
        """Whether a match has points or a result: the round cannot be taken back."""
        return self.done > 0 or any(row.has_score for row in self.rows)

    @property
    def open_labels(self) -> list[str]:
        return [row.label for row in self.rows if row.is_open]


def round_view(published: Round) -> RoundView:
    """Return a published round with its rows; of a free club night all its pairings.

    One query, and two more while a match waits to be called.
    """
    # The record of the draw is not read: it is large, and no row shows any of it.
    stage = published.stage
    if not stage.is_endless:
        pairings = Pairing.objects.filter(draw=published.draw_id).listed()
        return RoundView(
            round=published, rows=with_reasons(pairing_rows(pairings, stage))
        )
    pairings = Pairing.objects.live().filter(stage=stage).listed()
    ordered = sorted(pairings, key=_open_and_newest_first)
    rows = with_reasons(pairing_rows(ordered, stage))
    return RoundView(round=published, rows=rows, is_endless=True)


def _open_and_newest_first(pairing: Pairing) -> tuple[bool, int]:
    is_over = pairing.match is None or pairing.match.is_over
    return is_over, -(pairing.match_number or 0)


def draw_rows(draw: Draw) -> tuple[PairingRow, ...]:
    """Return the rows of a draw, of a draft too, in table order. One query."""
    lots = {**draw.stage.lot_of, **draw.lot_of}
    return _rows(draw.pairings.all().listed(), lots)


def pairing_rows(pairings: Iterable[Pairing], stage: Stage) -> tuple[PairingRow, ...]:
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


def _rows(
    pairings: Iterable[Pairing], lots: Mapping[int, int]
) -> tuple[PairingRow, ...]:
    noted = any(pairing.notes for pairing in pairings)
    names = Names(
        (entry.number, entry.player.name)
        for pairing in (pairings if noted else ())
        for entry in (pairing.entry_1, pairing.entry_2)
        if entry is not None
    )
    return tuple(_row(pairing, names, lots) for pairing in pairings)


def note_texts(notes: Sequence[Note], names: Mapping[int, str]) -> tuple[str, ...]:
    """Return stored notes in the reader's language, with names for entry numbers."""
    return tuple(sentence_of(note.message, note.named(names)) for note in notes)


def _row(
    pairing: Pairing, names: Mapping[int, str], lots: Mapping[int, int]
) -> PairingRow:
    match = pairing.match
    return PairingRow(
        position=pairing.position,
        table=pairing.table,
        label=f"M{pairing.match_number}" if pairing.match_number else "",
        match_number=pairing.match_number or 0,
        code=match.code if match else "",
        sheet_code=match.sheet_code if match else "",
        one=side_of_entry(pairing.entry_1, lots),
        two=side_of_entry(pairing.entry_2, lots) if pairing.entry_2 else None,
        score_1=match.score_1 if match else 0,
        score_2=match.score_2 if match else 0,
        winner=match.winner if match and match.shows_score else None,
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
        is_locked=match is not None and match.locked_at is not None,
    )


def side_of_entry(entry: Entry, lots: Mapping[int, int]) -> PairingSide:
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
