"""Tournaments as values of the API, each in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Min

from matches.api.match_shapes import Score, Seat
from matches.api.shapes import Listed, Person, local, page_of
from tournaments.api.shapes import (
    ColumnShape,
    DivisionShape,
    DrawLine,
    Draws,
    EntriesAsked,
    EntryShape,
    GroupShape,
    MatchesAsked,
    PairingShape,
    RestShape,
    RoundLine,
    Rounds,
    RoundShape,
    StageShape,
    StandingShape,
    StandingsShape,
    TournamentLine,
    TournamentsAsked,
    TournamentShape,
)
from tournaments.draws.queries import public_draws
from tournaments.rounds.header import PublicHeader
from tournaments.rounds.models import DECIDED, Draw, Pairing, PairingQuerySet
from tournaments.rounds.pairing_columns import PairingColumns, fetched
from tournaments.rounds.rests import resting_in
from tournaments.rounds.round_counts import rounds_planned
from tournaments.rounds.rows import PairingRow, PairingSide, pairing_rows
from tournaments.standings.queries import NOTHING, StandingRow, standings_table
from tournaments.structure import listing
from tournaments.structure.details import starts_at
from tournaments.structure.listing import tournament_lines, tournaments_named
from tournaments.structure.marks import TournamentMark
from tournaments.structure.models import Entry, Stage, Tournament

_PARTS: Final = {"½": ".5", "¼": ".25", "¾": ".75"}


def tournaments_listed(asked: TournamentsAsked) -> Listed[TournamentLine]:
    """Return a page of the listed tournaments. Three queries."""
    found = tournaments_named("", year=asked.year)

    def fetch(start: int, end: int) -> list[TournamentLine]:
        lines = tournament_lines(found[start:end])
        return [_tournament_line(line) for line in lines.values()]

    return page_of(found.count(), asked, fetch)


def _tournament_line(line: listing.TournamentLine) -> TournamentLine:
    of = line.tournament
    return TournamentLine(
        id=of.slug,
        name=of.name,
        date=of.date,
        last_date=of.end_date or of.date,
        place=of.place,
        phase=line.phase,  # type: ignore[arg-type]  # one of three
        entries=line.entries,
        rounds_published=line.rounds_published,
    )


def tournament_shape(header: PublicHeader, mark: TournamentMark) -> TournamentShape:
    """Return a tournament with its stages. One query."""
    of = header.tournament
    rounds = defaultdict[int, list[int]](list)
    for stage, number in _rounds_of(of):
        rounds[stage].append(number)
    divisions: dict[int, list[Stage]] = {}
    for found in header.stages:
        divisions.setdefault(found.division.number, []).append(found)
    begins = starts_at(of)
    return TournamentShape(
        id=of.slug,
        name=of.name,
        date=of.date,
        last_date=of.end_date or of.date,
        starts_at=local(begins) if isinstance(begins, datetime) else None,
        place=of.place,
        phase=header.phase,  # type: ignore[arg-type]  # one of three
        is_closed=of.is_closed,
        divisions=[
            DivisionShape(
                number=number,
                name=stages[0].division.name,
                stages=[_stage(stage, rounds[stage.pk]) for stage in stages],
            )
            for number, stages in divisions.items()
        ],
        fingerprint=mark.fingerprint,
    )


def _rounds_of(of: Tournament) -> Iterable[tuple[int, int]]:
    rows = Pairing.objects.live().filter(tournament=of)
    found: Any = rows.values_list("stage", "round_number").order_by().distinct()
    return sorted(found)


def _stage(stage: Stage, rounds: list[int]) -> StageShape:
    return StageShape(
        number=stage.number,
        name=stage.name,
        format=stage.format,
        match_length=stage.match_length,
        rounds=rounds,
    )


def entries_listed(
    stages: Sequence[Stage], of: Tournament, asked: EntriesAsked
) -> Listed[EntryShape]:
    """Return a page of entries by number. Two queries."""
    lots: dict[int, dict[int, int]] = {}
    for stage in stages:
        lots.setdefault(stage.division_id, stage.lot_of)
    found = Entry.objects.filter(tournament=of).order_by("number")
    if asked.division is not None:
        found = found.filter(division__number=asked.division)

    def fetch(start: int, end: int) -> list[EntryShape]:
        rows = found.select_related("player", "division")[start:end]
        return [entry_shape(row, lots.get(row.division_id, {})) for row in rows]

    return page_of(found.count(), asked, fetch)


def entries_with(of: Tournament, numbers: Sequence[int]) -> list[EntryShape]:
    """Return entries by their numbers, in this order. One query.

    One that was removed since is left out.
    """
    found = Entry.objects.filter(tournament=of, number__in=numbers)
    rows = {row.number: row for row in found.select_related("player", "division")}
    return [entry_shape(rows[number], {}) for number in numbers if number in rows]


def entry_shape(entry: Entry, lots: dict[int, int]) -> EntryShape:
    """Return an entry, whose player and division are fetched."""
    player = entry.player
    return EntryShape(
        number=entry.number,
        division=entry.division.number,
        player=Person(key=player.key, name=player.name, club=player.told_club),
        joined_round=entry.joined_round,
        is_here=entry.checked_in_at is not None,
        is_withdrawn=entry.withdrawn_at is not None,
        lot=lots.get(entry.number),
    )


def matches_listed(
    stages: Sequence[Stage], of: Tournament, asked: MatchesAsked
) -> Listed[PairingShape]:
    """Return a page of the matches of published rounds, by number. Two queries."""
    found = Pairing.objects.live().with_match().filter(tournament=of)
    if asked.stage is not None:
        found = found.filter(stage__number=asked.stage)
    if asked.open is not None:
        found = found.exclude(DECIDED) if asked.open else found.filter(DECIDED)

    def fetch(start: int, end: int) -> list[PairingShape]:
        numbers = found.order_by("match_number").values_list("match_number", flat=True)
        page = Pairing.objects.live().filter(
            tournament=of, match_number__in=list(numbers[start:end])
        )
        return sorted(_pairings(page, stages), key=_number)

    return page_of(found.count(), asked, fetch)


def _number(pairing: PairingShape) -> int:
    return int(pairing.label[1:])


def _pairings(found: PairingQuerySet, stages: Sequence[Stage]) -> list[PairingShape]:
    """Return pairings in the order of their draws. One query."""
    known = {stage.pk: stage for stage in stages}
    rows = defaultdict[int, list[PairingColumns]](list)
    for row in fetched(found):
        rows[row.stage_id].append(row)
    return [
        _pairing(known[pk], row)
        for pk, of_stage in rows.items()
        for row in pairing_rows(of_stage, known[pk])
    ]


def _pairing(stage: Stage, row: PairingRow) -> PairingShape:
    return PairingShape(
        stage=stage.number,
        round=row.round_number,
        match=row.code or None,
        label=row.label,
        table=row.table,
        one=_seat(row.one),
        two=None if row.two is None else _seat(row.two),
        length=row.length or None,
        state=row.state or "bye",  # type: ignore[arg-type]  # as in rows
        how=row.how,
        score=Score(one=row.score_1, two=row.score_2) if row.has_score else None,
        winner=row.winner,
    )


def _seat(seat: PairingSide) -> Seat:
    return Seat(
        entry=seat.number,
        lot=seat.lot,
        player=Person(key=seat.key, name=seat.name, club=seat.club),
    )


def rounds_listed(stage: Stage) -> Rounds:
    """Return the published rounds of a stage. One query, or two."""
    rows = (
        Pairing.objects.live()
        .filter(stage=stage)
        .values("round_number")
        .order_by("round_number")
        .annotate(
            matches=Count("match"),
            decided=Count("match", filter=DECIDED),
            published=Min("draw__round__published_at"),
        )
    )
    return Rounds(
        stage=stage.number,
        rounds_planned=rounds_planned(stage),
        rounds=[
            RoundLine(
                number=row["round_number"],
                published_at=local(row["published"]),
                matches=row["matches"],
                decided=row["decided"],
            )
            for row in rows
        ],
    )


def round_shape(stage: Stage, number: int) -> RoundShape | None:
    """Return a published round, None if it is none. Two or three queries."""
    found = Pairing.objects.live().filter(stage=stage, round_number=number)
    published = found.aggregate(at=Min("draw__round__published_at"))["at"]
    if published is None:
        return None
    return RoundShape(
        stage=stage.number,
        number=number,
        published_at=local(published),
        pairings=_pairings(found, [stage]),
        resting=[
            RestShape(entry=row.number, name=row.name, kind=row.kind)
            for row in resting_in(stage, number)
        ],
    )


def standings_shape(stage: Stage, mark: TournamentMark) -> StandingsShape:
    """Return the standings of a stage. Three queries; none if they are cached."""
    table = standings_table(stage, mark.text)
    groups = {group.number: group.rows for group in table.groups} or {0: table.rows}
    return StandingsShape(
        stage=stage.number,
        is_provisional=table.provisional,
        columns=[
            ColumnShape(key=column.key, label=column.label) for column in table.columns
        ],
        groups=[
            GroupShape(group=number, rows=[_standing(row) for row in rows])
            for number, rows in groups.items()
        ],
    )


def _standing(row: StandingRow) -> StandingShape:
    return StandingShape(
        place=row.place,
        is_shared=row.shared,
        entry=row.number,
        player=Person(key=row.key, name=row.name, club=row.club),
        wins=_exact(str(row.wins)),
        losses=row.losses,
        values=[_exact(value) for value in row.values],
        is_withdrawn=row.withdrawn,
    )


def _exact(value: str) -> str:
    """Return a number of a table as programs read it: -0.5 for −½."""
    if value == NOTHING:
        return ""
    whole = value.replace("−", "-")
    for sign, digits in _PARTS.items():
        if sign in whole:
            left = whole.removesuffix(sign)
            return f"{left}0{digits}" if left in {"", "-"} else f"{left}{digits}"
    return whole


def draws_listed(stage: Stage) -> Draws:
    """Return the draws of a stage that are or were public. Three queries."""
    return Draws(
        stage=stage.number, draws=[_draw(draw) for draw in public_draws(stage.root)]
    )


def _draw(draw: Draw) -> DrawLine:
    return DrawLine(
        id=draw.pk,
        round=draw.round_number,
        number=draw.number,
        state=draw.state,
        fingerprint=draw.digest,
        reason=draw.reason,
        announced_at=local(draw.announced_at),
        published_at=local(draw.published_at),
    )
