"""The facts of a tournament that an act can change, read for `difference`.

| kind | key | columns |
| --- | --- | --- |
| player | player | name and club of a person who was made for an entry |
| entry | entry | all |
| stage | stage | whether its bracket is drawn, and the field |
| lot | stage, number of the entry | the lot |
| pin | stage, slot, side | the entrant, null for a vacant side |
| draw | draw | state and reason; of `FactScope.draws` also swaps and notes |
| round | stage, number | the draw, and when it was published |
| pairing | pairing | all, of published rounds and of drafts; the state of its match |
| game, final, report, file | see `matches.ledger.amendments` | of `FactScope.matches` |

A pairing that is set aside, or whose round was taken back, is no fact.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from matches.ledger import amendments as ledger
from matches.ledger.changes import Facts, Key, Value
from matches.players.models import Player
from matches.web.shown import full_names
from tournaments.rounds.models import SET_ASIDE, Draw, Pairing, Round
from tournaments.structure.models import Entry, Stage, Tournament

PLAYER: Final = (
    *("name", "sort_name", "club", "country", "rating", "public_name"),
    *("public_sort_name", "shown_by_club", "shown_by_player", "is_minor"),
)
ENTRY: Final = (
    *("division_id", "player_id", "number", "again", "family", "bye_round"),
    *("rests", "asked", "joined_round", "checked_in_at", "checked_in_by"),
    *("placing", "placing_reason"),
    *("withdrawn_at", "entered_at"),
    *("rating", "pr"),
)
PAIRING: Final = (
    *("stage_id", "draw_id", "round_number", "position", "leg", "slot", "table"),
    *("called_at", "recalled_at", "playing_at", "on_hold", "wanted_table"),
    *("entry_1_id", "entry_2_id", "notes", "match_id", "match_number"),
)
MOMENTS: Final = (
    *("checked_in_at", "withdrawn_at", "entered_at"),
    *("called_at", "recalled_at", "playing_at"),
)
NUMBERS: Final = ("rating", "pr")
CALL: Final = frozenset(
    {"table", "called_at", "recalled_at", "playing_at", "on_hold", "wanted_table"}
)
SOFT: Final[Mapping[str, Collection[str]]] = {
    **ledger.SOFT,
    "player": PLAYER,
    "entry": (
        *("checked_in_at", "checked_in_by", "family", "bye_round", "rests", "asked"),
        "entered_at",
        *("rating", "pr"),
    ),
    "draw": ("reason", "notes"),
    "pairing": (*CALL, "notes", "state", "match_number"),
}
"""The columns that never conflict with later changes."""
DRAFTS: Final = (Draw.State.DRAFT,)
PRESENT: Final = (Draw.State.PUBLISHED, *DRAFTS)


@dataclass(slots=True)
class FactScope:
    """The facts that an act may change and that are read for it; rows by primary key.

    `matches`: their games and results. `draws`: their swaps and notes. `players`: the
    players that the act has created. `is_list`: the act changes the list of entries
    alone, and perhaps discards drafts, so that published rounds need not be read.
    """

    tournament: Tournament
    is_list: bool = False
    matches: set[int] = field(default_factory=set)
    draws: set[int] = field(default_factory=set)
    players: set[int] = field(default_factory=set)


def facts_of(scope: FactScope) -> Facts:
    """Return the facts of a tournament. Six queries, and up to six more."""
    of = scope.tournament.pk
    found: dict[Key, Value] = dict(_entries(of))
    found |= dict(_draws(of, scope.draws))
    found |= dict(_pairings(of, DRAFTS if scope.is_list else PRESENT))
    if scope.players:
        found |= dict(_players(scope.players))
    if scope.is_list:
        return found
    found |= dict(_stages(of))
    rounds = Round.objects.filter(stage__tournament=of)
    for stage, number, draw, at in rounds.values_list(
        "stage", "number", "draw", "published_at"
    ):
        found["round", (stage, number)] = {"draw": draw, "published_at": text(at)}
    if scope.matches:
        found |= ledger.facts_of(scope.matches)
    return found


def text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def moment(stored: str | None) -> datetime | None:
    """Return a moment that `text` wrote."""
    return None if stored is None else datetime.fromisoformat(stored)


def _entries(of: int) -> Iterator[tuple[Key, Value]]:
    for row in Entry.objects.filter(tournament=of).values("pk", *ENTRY):
        yield ("entry", (row.pop("pk"),)), _plain(row)


def _stages(of: int) -> Iterator[tuple[Key, Value]]:
    # Only whether there is a plan: the plan itself is in the draw of the bracket.
    drawn = set(
        Stage.objects.filter(tournament=of, plan__isnull=False).values_list(
            "pk", flat=True
        )
    )
    rows = Stage.objects.filter(tournament=of)
    columns = ("pk", "lots", "pins", "field", "match_numbers")
    for pk, lots, pins, entrants, numbers in rows.values_list(*columns):
        yield (
            ("stage", (pk,)),
            {"plan": pk in drawn, "field": entrants, "match_numbers": numbers},
        )
        for number, lot in lots.items():
            yield ("lot", (pk, int(number))), {"lot": lot}
        for slot, side, entrant in pins:
            yield ("pin", (pk, slot, side)), {"entrant": entrant}


def _draws(of: int, thorough: Collection[int]) -> Iterator[tuple[Key, Value]]:
    rows = Draw.objects.filter(stage__tournament=of).exclude(SET_ASIDE)
    known: dict[int, dict[str, object]] = {
        pk: {"state": state, "reason": reason}
        for pk, state, reason in rows.values_list("pk", "state", "reason")
    }
    for draw in Draw.objects.filter(pk__in=thorough) if thorough else ():
        notes = draw.record.get("notes", [])
        known[draw.pk] |= {
            "swaps": [
                [one, two, reason]
                for (one, two), reason in zip(draw.swaps, draw.reasons, strict=True)
            ],
            "notes": notes,
        }
    for pk, columns in known.items():
        yield ("draw", (pk,)), columns


def _pairings(of: int, states: Collection[str]) -> Iterator[tuple[Key, Value]]:
    rows = Pairing.objects.filter(tournament=of, draw__state__in=states)
    for row in rows.values("pk", *PAIRING, "match__state"):
        row["state"] = row.pop("match__state")
        yield ("pairing", (row.pop("pk"),)), _plain(row)


def _players(pks: Collection[int]) -> Iterator[tuple[Key, Value]]:
    members: dict[int, list[int]] = {}
    through = Player.members.through.objects.filter(from_player__in=pks)
    for pair, member in through.values_list("from_player", "to_player"):
        members.setdefault(pair, []).append(member)
    # An undo writes these names back: the public form would replace the real one for
    # good.
    with full_names():
        rows = list(Player.objects.filter(pk__in=pks).values("pk", *PLAYER))
    for row in rows:
        rating, pk = row["rating"], row.pop("pk")
        row["rating"] = None if rating is None else str(rating)
        row["members"] = sorted(members.get(pk, ()))
        yield ("player", (pk,)), row


def _plain(row: dict[str, Any]) -> Value:
    for name in NUMBERS:
        if row.get(name) is not None:
            row[name] = str(row[name])
    for name in MOMENTS:
        if name in row:
            row[name] = text(row[name])
    return row
