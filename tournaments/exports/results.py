"""Entries, pairings and games as tables for files."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from django.db.models import Exists, OuterRef, Prefetch
from django.utils.translation import gettext

from matches.ledger.access import are_moves_public
from matches.ledger.models.facts import Adjustment, Game
from matches.ledger.models.match import Match
from matches.ledger.queries import match_view
from matches.match_page.games import how_words
from matches.templatetags.components import STATES
from matches.web.tables import ExportTable, TableColumn, Value
from tournaments.engine.format import LotPlace
from tournaments.engine.state import group_name
from tournaments.entries.queries import DivisionList
from tournaments.rounds.models import Pairing, PairingQuerySet
from tournaments.rounds.rows import PairingRow, pairing_rows
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import stages_of, title_of

_AT_ONCE: Final = 500
"""The number of matches whose games are read together."""


def entries_of(lists: Sequence[DivisionList]) -> ExportTable:
    """Return the entries of each division."""
    columns = [
        TableColumn("number", gettext("Number")),
        TableColumn("player", gettext("Player")),
        TableColumn("club", gettext("Club")),
        TableColumn("country", gettext("Country")),
        TableColumn("rating", gettext("Rating")),
        TableColumn("division", gettext("Division")),
        TableColumn("lot", gettext("Random number")),
        TableColumn("state", gettext("State")),
    ]
    rows: list[list[Value]] = [
        [
            row.entry.number,
            row.entry.player.name,
            row.entry.player.told_club,
            row.entry.player.told_country,
            None if row.entry.told_rating is None else float(row.entry.told_rating),
            str(one.division),
            _lot(row.place),
            str(STATES[row.tag].word),
        ]
        for one in lists
        for row in one.rows
    ]
    return ExportTable(gettext("Players"), columns, rows)


def _lot(place: LotPlace | None) -> Value:
    """Return a number or a line of the draw, in groups with the letter of its own."""
    if place is None:
        return None
    if not place.group:
        return place.number
    return f"{group_name(place.group)}{place.number}"


def results_of(stages: Sequence[Stage], number: int | None = None) -> list[ExportTable]:
    """Return the pairings of published rounds with their results, and all games.

    `number` is one round of a single stage. Three queries, and three more for each
    match in which a director gave points.
    """
    found = Pairing.objects.live().filter(stage__in=[stage.pk for stage in stages])
    if number is not None:
        found = found.filter(round_number=number)
    rows = list(_rows(found, stages))
    return [_pairings(rows), _games(rows)]


def results_of_many(tournaments: Iterable[Tournament]) -> list[ExportTable]:
    """Return the pairings and the games of several tournaments, each line with its own.

    Seven queries a tournament.
    """
    tables = results_of([])
    rows: list[list[list[Value]]] = [[] for _table in tables]
    for event in tournaments:
        own: list[Value] = [event.name, f"{event.date:%Y-%m-%d}"]
        for kept, table in zip(rows, results_of(stages_of(event)), strict=True):
            kept += [[*own, *row] for row in table.rows]
    columns = [
        TableColumn("tournament", gettext("Tournament")),
        TableColumn("date", gettext("Date")),
    ]
    return [
        ExportTable(table.title, [*columns, *table.columns], kept)
        for table, kept in zip(tables, rows, strict=True)
    ]


def _rows(
    found: PairingQuerySet, stages: Sequence[Stage]
) -> Iterator[tuple[Stage, PairingRow]]:
    """Yield the pairings of each stage, round by round. One query."""
    by_stage = defaultdict(list)
    for pairing in found.listed():
        by_stage[pairing.stage_id].append(pairing)
    for stage in stages:
        rows = pairing_rows(by_stage[stage.pk], stage)
        for row in sorted(rows, key=lambda row: row.round_number):
            yield stage, row


def _pairings(rows: Iterable[tuple[Stage, PairingRow]]) -> ExportTable:
    columns = [
        *_match_columns(),
        TableColumn("table", gettext("Table")),
        TableColumn("player_1", gettext("Player 1")),
        TableColumn("club_1", gettext("Club 1")),
        TableColumn("player_2", gettext("Player 2")),
        TableColumn("club_2", gettext("Club 2")),
        TableColumn("length", gettext("Length")),
        TableColumn("score_1", gettext("Score 1")),
        TableColumn("score_2", gettext("Score 2")),
        TableColumn("winner", gettext("Winner")),
        TableColumn("state", gettext("State")),
        TableColumn("code", gettext("Code")),
    ]
    return ExportTable(
        gettext("Results"), columns, [_pairing(stage, row) for stage, row in rows]
    )


def _match_columns() -> list[TableColumn]:
    return [
        TableColumn("stage", gettext("Stage")),
        TableColumn("round", gettext("Round")),
        TableColumn("match", gettext("Match")),
    ]


def _pairing(stage: Stage, row: PairingRow) -> list[Value]:
    state = STATES.get(row.tag)
    two = row.two
    return [
        *_match(stage, row),
        row.table,
        row.one.name,
        row.one.club,
        *((None, None) if two is None else (two.name, two.club)),
        row.length or None,
        *((row.score_1, row.score_2) if row.has_score else (None, None)),
        _side(row, row.winner),
        "" if state is None else str(state.word),
        row.code,
    ]


def _match(stage: Stage, row: PairingRow) -> list[Value]:
    return [title_of(stage), row.round_number, row.label]


def _side(row: PairingRow, side: int | None) -> str:
    """Return the name on a side of a pairing, "" for no side."""
    if side is None:
        return ""
    return row.one.name if side == 1 or row.two is None else row.two.name


def _games(rows: Sequence[tuple[Stage, PairingRow]]) -> ExportTable:
    columns = [
        *_match_columns(),
        TableColumn("game", gettext("Game")),
        TableColumn("player_1", gettext("Player 1")),
        TableColumn("player_2", gettext("Player 2")),
        TableColumn("winner", gettext("Winner")),
        TableColumn("how", gettext("How")),
        TableColumn("cube", gettext("Cube")),
        TableColumn("points", gettext("Points")),
        TableColumn("score_1", gettext("Score 1")),
        TableColumn("score_2", gettext("Score 2")),
    ]
    matches = _matches_of([row.code for _stage, row in rows if row.code])
    told = [
        [*_match(stage, row), *game]
        for stage, row in rows
        if row.code in matches
        for game in _games_of(matches[row.code], row)
    ]
    return ExportTable(gettext("Games"), columns, told)


def _matches_of(codes: Sequence[str]) -> dict[str, Match]:
    """Return matches by their codes, with the games that count."""
    valid = Prefetch("games", Game.objects.valid().order_by("number"), "valid_games")
    points = Adjustment.objects.valid().filter(match=OuterRef("pk"))
    rows = Match.objects.select_related("profile").annotate(decided=Exists(points))
    return {
        match.code: match
        for start in range(0, len(codes), _AT_ONCE)
        for match in rows.filter(
            code__in=codes[start : start + _AT_ONCE]
        ).prefetch_related(valid)
    }


def _games_of(match: Match, row: PairingRow) -> Iterator[list[Value]]:
    """Yield the games of a match, unless its players do not agree on them yet."""
    if not are_moves_public(match):
        return
    # Prefetched under these names, in place of the managers: asking those would be a
    # query for each match.
    held = vars(match)
    view = match_view(match, None if held["decided"] else held["valid_games"])
    for line in view.lines:
        game = line.game
        yield [
            *(game.number, _side(row, 1), _side(row, 2), _side(row, game.winner)),
            *(how_words(game.result), game.cube, line.line.points, *line.score),
        ]
