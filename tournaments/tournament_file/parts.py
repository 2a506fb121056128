"""The format of a tournament's file: its parts, their columns, their links.

Writing and reading follow this table, docs/tournament-file.md describes it, and a test
compares it with the models: a new column must be named here, as written or as left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from django.db import models

from matches.ledger.models.facts import (
    Adjustment,
    FinalScore,
    Game,
    Interruption,
    MatchFile,
    Ruling,
)
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.players.models import Player
from matches.rulebook.models import RulesProfile
from tournaments.rounds.draw_announcements import DrawAnnouncement
from tournaments.rounds.models import Draw, Pairing, Round
from tournaments.structure.models import Division, Entry, Stage, Tournament

VERSION: Final = 1
KIND: Final = "crawford_tournament"
CHECKED: Final = "checked"


@dataclass(frozen=True, slots=True)
class Part:
    """One list of the file: rows of a model.

    `columns` are written as they are, `links` as the `id` of a row of another part.
    `left_out` are columns that are not written: secrets, accounts, derived values.
    """

    name: str
    model: type[models.Model]
    columns: tuple[str, ...]
    links: Mapping[str, str] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()


_FACT: Final = ("reported_side", "via", "device", "reported_at")
_VOIDED: Final = ("voided_at", "voided_side")
_BY: Final = frozenset({"reported_by", "voided_by"})


def _fact(
    name: str,
    model: type[models.Model],
    *columns: str,
    left_out: frozenset[str] = frozenset(),
    **links: str,
) -> Part:
    """Return the part of facts of matches; accounts are left out."""
    return Part(
        name,
        model,
        (*columns, *_FACT, *_VOIDED),
        {"match": "matches", **links},
        _BY | left_out,
    )


_WITHIN: Final = MappingProxyType({"tournament": "tournaments"})

PARTS: Final[tuple[Part, ...]] = (
    Part("profiles", RulesProfile, ("values",), left_out=frozenset({"digest"})),
    Part(
        "players",
        Player,
        (
            *("name", "sort_name", "club", "country", "rating"),
            *("shown_by_club", "is_minor"),
        ),
        left_out=frozenset(
            {
                *("key", "link_nonce", "link_hash", "public_name", "public_sort_name"),
                *("shown_by_player", "created_at", "is_invented"),
            }
        ),
    ),
    Part(
        "tournaments",
        Tournament,
        (
            *("identity", "slug", "name", "date", "start_time", "end_date", "end_time"),
            *("over_by", "over_by_reason"),
            *("place", "fee", "programme", "contact", "visibility"),
            *("language", "second_language"),
            *("closed_at", "revision", "last_division_number", "last_stage_number"),
            *("last_entry_number", "last_match_number", "created_at"),
        ),
        left_out=frozenset(
            {
                *("deleted_at", "states_in_bin", "created_by"),
                *("keeps_money", "shows_prizes"),
            }
        ),
    ),
    Part(
        "divisions",
        Division,
        ("number", "name", "reporting", "equity_table", "rated", "starts_at"),
        {**_WITHIN, "profile": "profiles"},
    ),
    Part(
        "stages",
        Stage,
        (
            *("number", "name", "format", "rounds", "match_length", "lengths"),
            *("options", "section", "take", "take_from", "field", "lots", "plan"),
            *("rebuys", "rebuys_until"),
            *("match_numbers", "pins", "call_rank"),
        ),
        {**_WITHIN, "division": "divisions", "parent": "stages", "source": "stages"},
    ),
    Part(
        "entries",
        Entry,
        (
            *(
                "number",
                "again",
                "family",
                "bye_round",
                "rests",
                "asked",
                "joined_round",
            ),
            *("placing", "placing_reason"),
            *("checked_in_at", "checked_in_by", "withdrawn_at", "entered_at"),
            "final_place",
            *("rating", "pr", "seed"),
        ),
        {**_WITHIN, "division": "divisions", "player": "players"},
    ),
    Part(
        "announcements",
        DrawAnnouncement,
        (
            *("place", "stage_number", "round_number", "digest", "content", "secret"),
            *("salts", "hashes"),
        ),
        _WITHIN,
        frozenset({"names", "people", "witnessed", "replaced_by"}),
    ),
    Part(
        "draws",
        Draw,
        (
            *("round_number", "number", "state", "seed", "algorithm"),
            *("version", "fingerprint", "record", "reason", "parts", "swaps"),
            *("requested_at", "announced_at", "published_at"),
        ),
        {"stage": "stages", "announcement": "announcements"},
        frozenset({"job", "requested_by"}),
    ),
    Part(
        "rounds",
        Round,
        ("number", "published_at"),
        {"stage": "stages", "draw": "draws"},
    ),
    Part(
        "matches",
        Match,
        (
            *("code", "length", "start_1", "start_2", "reporting", "rated"),
            *("equity_table", "score_1", "score_2", "balance", "winner", "claimed"),
            *("how", "state", "revision", "created_at", "opened_via", "finished_at"),
            "locked_at",
        ),
        {"profile": "profiles", "player_1": "players", "player_2": "players"},
        frozenset({"sheet_code", "seats", "in_event", "ratings_due"}),
    ),
    _fact("files", MatchFile, "name", "content", "size", "digest", "swapped"),
    _fact(
        "games",
        Game,
        *("number", "winner", "kind", "cube", "ending", "automatic", "beavers"),
        *("checkers", "awarded", "reason", "remark", "remark_side"),
        "is_remark_shown",
        file="files",
    ),
    _fact(
        "adjustments",
        Adjustment,
        *("before", "side", "points", "reason", "in_play", "rule", "decision"),
        "is_public",
    ),
    Part(
        "rulings",
        Ruling,
        ("xgid", "question", "dice", "play", "kept_at"),
        {"adjustment": "adjustments"},
    ),
    _fact("final_scores", FinalScore, "score_1", "score_2", "winner", "how", "remark"),
    _fact(
        "interruptions",
        Interruption,
        *("game", "cube", "cube_owner", "on_roll", "clock_1", "clock_2", "position"),
        *("note", "resumed_at"),
        left_out=frozenset({"resumed_by"}),
    ),
    Part(
        "reports",
        Report,
        (
            *("side", "via", "device", "claim", "score_1", "score_2", "winner"),
            *("games", "comment", "revision", "state", "at", "closed_at"),
            "closed_side",
        ),
        {"match": "matches"},
        frozenset({"closed_by"}),
    ),
    Part(
        "pairings",
        Pairing,
        (
            *("round_number", "position", "leg", "slot", "table", "called_at"),
            *("recalled_at", "playing_at", "on_hold", "notes", "match_number"),
        ),
        {
            **_WITHIN,
            **{"stage": "stages", "draw": "draws", "match": "matches"},
            **{"entry_1": "entries", "entry_2": "entries"},
        },
        frozenset({"wanted_table"}),
    ),
)
"""The parts in the order of the file: a row comes after those that it links to."""

LEFT_OUT: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "Codes": ("matches.FormerSheetCode",),
        "Accounts": ("matches.Grant", "matches.Invitation"),
        "API access": (
            "matches.ApiToken",
            "tournaments.Webhook",
            "tournaments.Delivery",
        ),
        "The log": ("matches.JournalEntry", "matches.FormKey"),
        "Undo": (
            *("tournaments.Amendment", "tournaments.Correction"),
            "matches.MatchAmendment",
        ),
        "The hall": (
            *("tournaments.HallUse", "tournaments.HallTable", "tournaments.Screen"),
            *("tournaments.Announcement", "tournaments.RoundClock"),
        ),
        "The desk": (
            *("tournaments.DeskNote", "tournaments.ArrivalWindow"),
            *("tournaments.Printing", "tournaments.PlayerMessage"),
        ),
        "Photos": ("matches.SheetPhoto",),
        "Money": (
            *("tournaments.Till", "tournaments.Pool", "tournaments.MoneyNote"),
            "matches.Payment",
        ),
        "Ratings": ("matches.RatedMatch", "matches.RecalculationCause"),
        "Seasons": (
            *("tournaments.Season", "tournaments.SeasonEvening"),
            *("tournaments.SeasonMember", "tournaments.SeasonCarried"),
            *("tournaments.SeasonClosing", "tournaments.SeasonPlace"),
        ),
        "What is worked out again": ("matches.MatchCounts",),
    }
)
"""Models of a tournament that are not written, by their word in the description."""

MEMBERS: Final = "members"
"""Of a pair among the players: the ids of its two people."""

Row = dict[str, Any]
