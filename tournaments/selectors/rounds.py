"""Rounds as pages show them: who met whom at which table, and how it ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import get_language, gettext

from matches.models import Match
from matches.rules.alphabet import alphabetical, first_letter
from tournaments.engine import Note
from tournaments.models import Draw, Entry, Pairing, Round, Stage
from tournaments.selectors.tournaments import DECIDED

_SCORED: Final = {
    Match.State.PLAYING,
    Match.State.REPORTED,
    Match.State.DISPUTED,
    Match.State.UNFINISHED,
    Match.State.DONE,
}


WAITED_FOR: Final = (
    Match.State.DISPUTED,
    Match.State.REPORTED,
    Match.State.UNFINISHED,
)
"""States of a match that ask for a director, the most urgent first."""


class Names(dict[int, str]):
    """Names by entry number; somebody who is in no row is called by the number."""

    def __missing__(self, number: int) -> str:
        """Return the number, as lists write it."""
        return f"#{number}"


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a pairing. `lot` is the player number or line, once drawn."""

    number: int
    name: str
    sort_name: str
    club: str
    key: str
    lot: int | None


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A pairing with its match, ready for a row of a table.

    `table` is known once the match is called: when neither player is at another one.
    """

    position: int
    table: int | None
    is_called: bool
    label: str
    match_number: int
    code: str
    sheet_code: str
    one: Seat
    two: Seat | None
    score_1: int
    score_2: int
    winner: int | None
    is_decided: bool
    how: str
    state: str
    reporting: str
    length: int
    notes: tuple[str, ...]

    @property
    def is_bye(self) -> bool:
        """Whether nobody sits opposite."""
        return self.two is None

    @property
    def is_open(self) -> bool:
        """Whether a result is still to come."""
        return self.two is not None and not self.is_decided

    @property
    def has_score(self) -> bool:
        """Whether there are points to show."""
        return self.state in _SCORED

    @property
    def tag(self) -> str:
        """The word of the state tag."""
        if self.is_bye:
            return "bye"
        is_special = self.state == Match.State.DONE and self.walkover
        return self.how if is_special else self.state

    @property
    def walkover(self) -> bool:
        """Whether the winner did not win it on the board."""
        return self.is_decided and self.how not in {"", Match.How.PLAYED}


@dataclass(frozen=True, slots=True)
class RoundView:
    """A published round and its rows in table order."""

    round: Round
    rows: tuple[PairingRow, ...]

    @property
    def total(self) -> int:
        """How many matches the round has."""
        return sum(not row.is_bye for row in self.rows)

    @property
    def done(self) -> int:
        """How many of them have a winner."""
        return sum(not row.is_bye and not row.is_open for row in self.rows)

    @property
    def open_labels(self) -> list[str]:
        """The numbers of matches without a result."""
        return [row.label for row in self.rows if row.is_open]


@dataclass(frozen=True, slots=True)
class Place:
    """Where one player sits in the newest round, for the A–Z list."""

    seat: Seat
    opponent: Seat | None
    row: PairingRow
    stage: Stage


@dataclass(frozen=True, slots=True)
class Now:
    """A stage that is under way, and the round or the open matches of it."""

    stage: Stage
    round: RoundView


def published_rounds(stage: Stage) -> Sequence[Round]:
    """Return the published rounds of a stage, first to last. One query."""
    return list(Round.objects.filter(stage=stage.root).order_by("number"))


@dataclass(frozen=True, slots=True)
class Running:
    """The newest round, and what is open in every published one.

    `is_waited_for`: a report, a dispute or an unfinished match asks for a director.
    """

    round: RoundView | None = None
    open_labels: tuple[str, ...] = ()
    is_waited_for: bool = False


def running_round(stage: Stage) -> Running:
    """Return the newest round, and every published match without a result.

    Two queries.
    """
    newest = Round.objects.filter(stage=stage.root).order_by("-number").first()
    if newest is None:
        return Running()
    is_open = Q(match__isnull=False) & ~DECIDED
    is_newest = Q() if stage.is_plan else Q(draw=newest.draw_id) | is_open
    found = _fetched(
        Pairing.objects.filter(is_newest, stage=stage, draw__round__isnull=False)
    )
    rows = _rows(_running(found, newest, is_plan=stage.is_plan), stage.root.lot_of)
    numbers = sorted(
        each.match_number or 0
        for each in found
        if each.match is not None
        and (not each.match.is_over or each.match.state == Match.State.DISPUTED)
    )
    return Running(
        RoundView(round=newest, rows=rows),
        tuple(f"M{each}" for each in numbers),
        any(each.match and each.match.state in WAITED_FOR for each in found),
    )


def _running(
    found: Sequence[Pairing], newest: Round, *, is_plan: bool
) -> Sequence[Pairing]:
    """Return what the desk looks at: a round; in a bracket all that is open first."""
    if not is_plan:
        return [each for each in found if each.draw_id == newest.draw_id]
    last = max((each.round_number for each in found), default=0)
    shown = [
        each
        for each in found
        if each.round_number == last or (each.match and not each.match.is_over)
    ]
    return sorted(shown, key=lambda each: each.match_number or 0)


def round_view(published: Round) -> RoundView:
    """Return a published round with its rows. One query.

    The draw itself stays unread: its record is long, and no row shows any of it.
    """
    pairings = Pairing.objects.filter(draw=published.draw_id)
    return RoundView(
        round=published, rows=_rows(_fetched(pairings), published.stage.lot_of)
    )


def draw_rows(draw: Draw) -> tuple[PairingRow, ...]:
    """Return the rows of a draw in table order, drafts too. One query."""
    lots = {int(number): lot for number, lot in draw.record.get("lots", {}).items()}
    return _rows(_fetched(draw.pairings.all()), {**draw.stage.lot_of, **lots})


def _fetched(pairings: QuerySet[Pairing]) -> list[Pairing]:
    return list(
        pairings.select_related("entry_1__player", "entry_2__player", "match").order_by(
            "position", "leg"
        )
    )


def _rows(
    pairings: Sequence[Pairing], lots: Mapping[int, int]
) -> tuple[PairingRow, ...]:
    names = Names(
        (entry.number, entry.player.name)
        for pairing in pairings
        for entry in (pairing.entry_1, pairing.entry_2)
        if entry is not None
    )
    return tuple(_row(pairing, names, lots) for pairing in pairings)


def now_playing(stages: Sequence[Stage]) -> list[Now]:
    """Return what each stage with a published round is playing. Two queries."""
    newest = {
        published.stage_id: published
        for published in Round.objects.filter(
            stage__in=[stage.root for stage in stages]
        ).order_by("number")
    }
    if not newest:
        return []
    is_open = Q(match__isnull=False) & ~DECIDED
    is_newest = Q(draw__in=[published.draw_id for published in newest.values()])
    found = _fetched(
        Pairing.objects.filter(
            is_newest | is_open, stage__in=stages, draw__round__isnull=False
        )
    )
    return [
        Now(stage, RoundView(newest[stage.root.pk], _rows(shown, stage.root.lot_of)))
        for stage in stages
        if stage.root.pk in newest
        and (
            shown := _running(
                [each for each in found if each.stage_id == stage.pk],
                newest[stage.root.pk],
                is_plan=stage.is_plan,
            )
        )
    ]


def places(nows: Sequence[Now]) -> list[tuple[str, list[Place]]]:
    """Return everybody who plays now by first letter of the sort name.

    Who plays in several stages stands there for each match still open, or else for the
    last one.
    """
    found = [
        Place(seat, other, row, now.stage)
        for now in nows
        for row in now.round.rows
        for seat, other in ((row.one, row.two), (row.two, row.one))
        if seat is not None
    ]
    busy = {place.seat.key for place in found if place.row.is_open}
    found = [
        place for place in found if place.row.is_open or place.seat.key not in busy
    ]
    language = get_language() or "en"
    found.sort(key=lambda place: alphabetical(place.seat.sort_name, language))
    groups: dict[str, list[Place]] = {}
    for place in found:
        letter = first_letter(place.seat.sort_name, language)
        groups.setdefault(letter, []).append(place)
    return list(groups.items())


def note_texts(
    notes: Sequence[dict[str, Any]], names: Mapping[int, str]
) -> tuple[str, ...]:
    """Return stored notes in the reader's language, entrant numbers as names."""
    return tuple(
        gettext(note.message) % note.named(names)
        for note in (Note(each["message"], each["params"]) for each in notes)
    )


def _row(
    pairing: Pairing, names: Mapping[int, str], lots: Mapping[int, int]
) -> PairingRow:
    match = pairing.match
    return PairingRow(
        position=pairing.position,
        table=pairing.table,
        is_called=pairing.called_at is not None,
        label=f"M{pairing.match_number}" if pairing.match_number else "",
        match_number=pairing.match_number or 0,
        code=match.code if match else "",
        sheet_code=match.sheet_code if match else "",
        one=_seat(pairing.entry_1, lots),
        two=_seat(pairing.entry_2, lots) if pairing.entry_2 else None,
        score_1=match.score_1 if match else 0,
        score_2=match.score_2 if match else 0,
        winner=match.winner if match else None,
        is_decided=match.is_over if match else True,
        how=match.how if match else "",
        state=match.state if match else "",
        reporting=match.reporting if match else "",
        length=match.length if match else 0,
        notes=note_texts(pairing.notes, names),
    )


def _seat(entry: Entry, lots: Mapping[int, int]) -> Seat:
    player = entry.player
    return Seat(
        number=entry.number,
        name=player.name,
        sort_name=player.sort_name,
        club=player.club,
        key=player.key,
        lot=lots.get(entry.number),
    )
