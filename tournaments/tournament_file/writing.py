"""Writes a tournament as one file, part after part."""

import base64
import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from hashlib import sha256
from typing import Any, Final

from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from matches.ledger.models.match import Match
from matches.players.models import Player
from matches.players.shown import strictest
from matches.rulebook.models import RulesProfile
from matches.web.shown import full_names
from tournaments import engine
from tournaments.engine.record import canonical
from tournaments.rounds import engine_state
from tournaments.rounds.models import OPEN_STATES, Draw, DrawState
from tournaments.structure.marks import mark_of_any
from tournaments.structure.models import Entry, Stage, Tournament
from tournaments.tournament_file.errors import CHANGING, DRAW_OPEN
from tournaments.tournament_file.parts import (
    CHECKED,
    KIND,
    MEMBERS,
    PARTS,
    VERSION,
    Part,
)

_AT_ONCE: Final = 500
_TRIES: Final = 3
_PROVED: Final = (DrawState.PUBLISHED, DrawState.WITHDRAWN)
"""States of draws whose secret is public."""
_WAYS: Final = {
    "draws": "stage__tournament",
    "rounds": "stage__tournament",
    "rulings": "adjustment__match__pairing__tournament",
}


def file_of(tournament: Tournament) -> bytes:
    """Return the file. Raises DRAW_OPEN; CHANGING: the tournament changes meanwhile."""
    if Draw.objects.filter(
        stage__tournament=tournament, state__in=OPEN_STATES
    ).exists():
        raise DRAW_OPEN()
    for _attempt in range(_TRIES):
        before = mark_of_any(tournament.slug).text
        with full_names():
            written = "".join(chunks_of(tournament)).encode()
        if mark_of_any(tournament.slug).text == before:
            return written
    raise CHANGING()


def chunks_of(tournament: Tournament) -> Iterator[str]:
    writer = _Writer(tournament)
    yield f'{{"{KIND}": {VERSION}'
    for part in PARTS:
        yield f',\n"{part.name}": ['
        between = "\n"
        for row in writer.rows(part).iterator(chunk_size=_AT_ONCE):
            yield between + _text(writer.values(part, row))
            between = ",\n"
        yield "]"
    yield f',\n"{CHECKED}": {_text(checked_values(tournament))}}}\n'


def checked_values(tournament: Tournament) -> dict[str, Any]:
    """Return the computed values for comparison: results and standings of each stage.

    By number of the stage: a digest of all outcomes, and rows of place, entry, wins,
    losses and the values of the tie-breaks.
    """
    found = {}
    for stage in Stage.objects.filter(tournament=tournament).order_by("number"):
        if not stage.root.published_rounds.exists():
            continue
        state = engine_state.load(stage)
        standings = engine_state.standings_in(stage, state)
        outcomes = {"outcomes": engine.to_record(state)["outcomes"]}
        found[str(stage.number)] = {
            "outcomes": sha256(canonical(outcomes).encode()).hexdigest(),
            "standings": [
                [
                    *(
                        row.place,
                        row.entrant,
                        str(engine.shown_wins(row.wins)),
                        row.losses,
                    ),
                    [str(value) for value in row.values],
                ]
                for row in standings.rows
            ],
        }
    return found


class _Writer:
    """Numbers the rows of each part from 1, and resolves their links."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._ids: defaultdict[str, dict[int, int]] = defaultdict(dict)
        self._members: defaultdict[int, list[int]] = defaultdict(list)
        through = Player.members.through.objects.filter(from_player__in=self._entered())
        pairs = through.order_by("to_player").values_list("from_player", "to_player")
        for pair, member in pairs:
            self._members[pair].append(member)
        proved = Draw.objects.filter(stage__tournament=tournament, state__in=_PROVED)
        self._proved = set(proved.values_list("announcement", flat=True))

    def rows(self, part: Part) -> QuerySet[Any]:
        matches = Match.objects.filter(pairing__tournament=self._tournament)
        if part.model is RulesProfile:
            played = Q(pk__in=matches.values("profile"))
            chosen = Q(pk__in=self._tournament.divisions.values("profile"))
            return RulesProfile.objects.filter(played | chosen).order_by("pk")
        if part.model is Player:
            people = {one for pair in self._members.values() for one in pair}
            found = Player.objects.filter(Q(pk__in=self._entered()) | Q(pk__in=people))
            # A pair comes after its two people, as it links to them.
            through = Player.members.through.objects.filter(from_player=OuterRef("pk"))
            # The reader makes rows in the order of the file, so a link may only point
            # back.
            return found.annotate(is_pair=Exists(through)).order_by("is_pair", "pk")
        if part.model is Tournament:
            return Tournament.objects.filter(pk=self._tournament.pk)
        if part.model is Match:
            return matches.order_by("pk")
        usual = "tournament" if "tournament" in part.links else ""
        way = _WAYS.get(part.name) or usual or "match__pairing__tournament"
        rows: QuerySet[Any] = part.model._default_manager.filter(
            **{way: self._tournament}
        )
        return rows.order_by("number" if part.model is Stage else "pk")

    def values(self, part: Part, row: Model) -> dict[str, object]:
        ids = self._ids
        number = ids[part.name][row.pk] = len(ids[part.name]) + 1
        values = {column: _plain(getattr(row, column)) for column in part.columns}
        for column, other in part.links.items():
            key = getattr(row, f"{column}_id")
            values[column] = None if key is None else ids[other][key]
        if isinstance(row, Player):
            choices = (row.shown_by_club, row.shown_by_player)
            values["shown_by_club"] = strictest(choices).value
            values[MEMBERS] = [ids[part.name][key] for key in self._members[row.pk]]
        # The secret of a draw that is not public yet would let the reader of the file
        # know it before the room does.
        if "secret" in values and row.pk not in self._proved:
            values["secret"] = ""
        return {"id": number, **values}

    def _entered(self) -> QuerySet[Any]:
        return Entry.objects.filter(tournament=self._tournament).values("player")


def _plain(value: object) -> object:
    """Return the value of a column as a JSON value; decimals as text."""
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    return str(value) if isinstance(value, str) else value


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
