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
from tournaments.rounds.models import Draw, DrawAnnouncement, Pairing, Round
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


_FACT: Final = "reported_side via device reported_at voided_at voided_side"
"""Columns of all facts of matches."""
_BY: Final = "reported_by voided_by"
"""Their accounts, which are left out."""


def _part(
    name: str,
    model: type[models.Model],
    columns: str,
    *,
    left_out: str = "",
    **links: str,
) -> Part:
    return Part(name, model, tuple(columns.split()), links, frozenset(left_out.split()))


def _fact(
    name: str,
    model: type[models.Model],
    columns: str,
    *,
    left_out: str = "",
    **links: str,
) -> Part:
    return _part(
        name,
        model,
        f"{columns} {_FACT}",
        left_out=f"{left_out} {_BY}",
        match="matches",
        **links,
    )


PARTS: Final[tuple[Part, ...]] = (
    _part("profiles", RulesProfile, "values", left_out="digest"),
    _part(
        "players",
        Player,
        "name sort_name club country rating shown_by_club is_minor",
        left_out=(
            "key link_nonce link_hash public_name public_sort_name shown_by_player "
            "created_at is_invented"
        ),
    ),
    _part(
        "tournaments",
        Tournament,
        "identity slug name date start_time end_date end_time over_by over_by_reason "
        "place fee programme contact visibility language second_language closed_at "
        "revision last_division_number last_stage_number last_entry_number "
        "last_match_number created_at",
        left_out="deleted_at states_in_bin created_by keeps_money shows_prizes",
    ),
    _part(
        "divisions",
        Division,
        "number name reporting equity_table rated starts_at",
        tournament="tournaments",
        profile="profiles",
    ),
    _part(
        "stages",
        Stage,
        "number name format rounds match_length lengths options section take "
        "take_from field lots plan rebuys rebuys_until match_numbers pins call_rank",
        tournament="tournaments",
        division="divisions",
        parent="stages",
        source="stages",
    ),
    _part(
        "entries",
        Entry,
        "number again family bye_round rests asked joined_round placing "
        "placing_reason checked_in_at checked_in_by withdrawn_at entered_at "
        "final_place rating pr seed",
        tournament="tournaments",
        division="divisions",
        player="players",
    ),
    _part(
        "announcements",
        DrawAnnouncement,
        "place stage_number round_number digest content secret salts hashes",
        left_out="names people witnessed replaced_by",
        tournament="tournaments",
    ),
    _part(
        "draws",
        Draw,
        "round_number number state seed algorithm version fingerprint record reason "
        "parts swaps requested_at announced_at published_at",
        left_out="job requested_by",
        stage="stages",
        announcement="announcements",
    ),
    _part("rounds", Round, "number published_at", stage="stages", draw="draws"),
    _part(
        "matches",
        Match,
        "code length start_1 start_2 reporting rated equity_table score_1 score_2 "
        "balance winner claimed how state revision created_at opened_via finished_at "
        "locked_at",
        left_out="sheet_code seats in_event ratings_due",
        profile="profiles",
        player_1="players",
        player_2="players",
    ),
    _fact("files", MatchFile, "name content size digest swapped"),
    _fact(
        "games",
        Game,
        "number winner kind cube ending automatic beavers checkers awarded reason "
        "remark remark_side is_remark_shown",
        file="files",
    ),
    _fact(
        "adjustments",
        Adjustment,
        "before side points reason in_play rule decision is_public",
    ),
    _part(
        "rulings", Ruling, "xgid question dice play kept_at", adjustment="adjustments"
    ),
    _fact("final_scores", FinalScore, "score_1 score_2 winner how remark"),
    _fact(
        "interruptions",
        Interruption,
        "game cube cube_owner on_roll clock_1 clock_2 position note resumed_at",
        left_out="resumed_by",
    ),
    _part(
        "reports",
        Report,
        "side via device claim score_1 score_2 winner games comment revision state at "
        "closed_at closed_side",
        left_out="closed_by",
        match="matches",
    ),
    _part(
        "pairings",
        Pairing,
        "round_number position leg slot table called_at recalled_at playing_at "
        "on_hold notes match_number",
        left_out="wanted_table",
        tournament="tournaments",
        stage="stages",
        draw="draws",
        match="matches",
        entry_1="entries",
        entry_2="entries",
    ),
)
"""The parts in the order of the file: a row comes after those that it links to."""

_NOT_WRITTEN: Final = {
    "Codes": "matches.FormerSheetCode",
    "Accounts": "matches.Grant matches.Invitation",
    "API access": "matches.ApiToken tournaments.Webhook tournaments.Delivery",
    "The log": "matches.JournalEntry matches.FormKey",
    "Undo": "tournaments.Amendment tournaments.Correction matches.MatchAmendment",
    "The hall": (
        "tournaments.HallUse tournaments.HallTable tournaments.Screen "
        "tournaments.Announcement tournaments.RoundClock"
    ),
    "The desk": (
        "tournaments.DeskNote tournaments.ArrivalWindow tournaments.Printing "
        "tournaments.PlayerMessage"
    ),
    "Sign-ups": (
        "tournaments.SignUpList tournaments.SignUp tournaments.TournamentNews"
    ),
    "Photos": "matches.SheetPhoto",
    "Money": "tournaments.Till tournaments.Pool tournaments.MoneyNote matches.Payment",
    "Ratings": "matches.RatedMatch matches.RecalculationCause",
    "Seasons": (
        "tournaments.Season tournaments.SeasonEvening tournaments.SeasonMember "
        "tournaments.SeasonCarried tournaments.SeasonClosing "
        "tournaments.SeasonPlace"
    ),
    "What is worked out again": "matches.MatchCounts",
}
LEFT_OUT: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {word: tuple(names.split()) for word, names in _NOT_WRITTEN.items()}
)
"""Models of a tournament that are not written, by their word in the description."""

MEMBERS: Final = "members"
"""Of a pair among the players: the ids of its two people."""

Row = dict[str, Any]
