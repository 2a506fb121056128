"""Begins a practice of invented people, and plays its open matches.

Who they are and how their matches end follows from a seed.
"""

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.ledger.models.match import Match
from matches.ledger.recording import record_final
from matches.players.models import Player
from matches.players.services import NewPlayer
from matches.rulebook.profiles import Reporting
from tournaments.entries.services import add_entries
from tournaments.rounds.models import Pairing
from tournaments.setup.presets import Preset
from tournaments.setup.services import TournamentPlan, create_tournament
from tournaments.structure.details import EventDetails
from tournaments.structure.models import Entry, Tournament, Visibility

MINUTES_A_POINT: Final = 7
FIRST_NAMES: Final = (
    *("Abel", "Berit", "Casper", "Ditte", "Emil", "Fenna", "Gustav", "Helle"),
    *("Ivar", "Jette", "Kjeld", "Lotte", "Mats", "Nynke", "Oskar", "Petra"),
)
LAST_NAMES: Final = (
    *("Almskov", "van Beekveld", "Czarnfelt", "Dalsmark", "Enegård", "Fjellheim"),
    *("Grønhøj", "Hallingdal", "Isfelt", "Jernström", "Klintø"),
)
CLUBS: Final = ("Nordby BK", "Sundvik", "Westpolder", "Fjordheim", "")
MOST_PEOPLE: Final = 64
"""The most people; the lists of names make more different names than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticePlan:
    """The director's choices; `seed` decides the names, empty for new ones."""

    card: Preset
    name: str
    people: int
    language: str
    seed: str = ""


def begin(*, plan: PracticePlan, by: User | None, op: str = "") -> Tournament:
    """Make a practice with its people, who are all checked in.

    `op` is the key of the form: sent twice, it returns the tournament that it made.
    """
    with transaction.atomic():
        made = create_tournament(plan=_tournament_plan(plan), by=by, op=op)
        if not made.entries.exists():
            _enter(made, plan.seed or secrets.token_hex(8), plan.people)
    return made


def play_open_matches(practice: Tournament) -> int:
    """Enter an invented result for every match without one; return how many.

    Matches that were begun or reported are left to the director. Who was entered by
    hand and plays only here counts as invented from now on.
    """
    rows = Pairing.objects.live().filter(tournament=practice)
    rows = rows.filter(match__state=Match.State.READY).order_by("match_number")
    played = list(rows.select_related("match"))
    for row in played:
        match, number = row.opened_match, row.match_number or 0
        (one, two), _seconds = invented_match(practice.slug, number, match.length)
        record_final(match_id=match.pk, score_1=one, score_2=two, by=None)
    elsewhere = Entry.objects.exclude(tournament=practice).values("player")
    Player.objects.filter(
        entries__tournament=practice, created_at__gte=practice.created_at
    ).exclude(pk__in=elsewhere).update(is_invented=True)
    return len(played)


def _tournament_plan(plan: PracticePlan) -> TournamentPlan:
    structure = plan.card.structure
    stage = structure.divisions[0].stages[0]
    return TournamentPlan(
        name=plan.name,
        date=timezone.localdate(),
        language=plan.language,
        format=stage.format,
        match_length=stage.match_length,
        rounds=stage.rounds,
        reporting=Reporting.AGREE,
        rated=False,
        divisions=structure.divisions,
        details=EventDetails(visibility=Visibility.PRACTICE),
    )


def _enter(practice: Tournament, seed: str, count: int) -> None:
    """Enter invented people into the divisions in turn."""
    divisions = list(practice.divisions.order_by("number"))
    people = invented_people(seed, count)
    for place, division in enumerate(divisions):
        add_entries(
            tournament=practice,
            known=[],
            new=[NewPlayer(*person) for person in people[place :: len(divisions)]],
            here=True,
            division=division.number,
            by=None,
        )
    Player.objects.filter(entries__tournament=practice).update(is_invented=True)


def invented_people(seed: str, count: int) -> list[tuple[str, str]]:
    """Return the names and clubs of invented people, no name twice."""
    first = _chances(seed, "all", 0)[0]
    people = []
    for place in range(count):
        # The lengths of the lists have no common divisor, so every pair of names comes
        # once.
        step = first + place
        first_name = FIRST_NAMES[step % len(FIRST_NAMES)]
        last_name = LAST_NAMES[step % len(LAST_NAMES)]
        club = CLUBS[(step * 7 + place) % len(CLUBS)]
        people.append((f"{first_name} {last_name}", club))
    return people


def invented_match(seed: str, number: int, length: int) -> tuple[tuple[int, int], int]:
    """Return the score of a match by its number, and the seconds that it takes."""
    chance = _chances(seed, "match", number)
    loser = chance[0] % length
    score = (length, loser) if chance[3] % 2 else (loser, length)
    usual = (length + loser) * MINUTES_A_POINT * 60 // 2
    return score, usual * (75 + chance[2] % 50) // 100


def _chances(seed: str, what: str, number: int) -> bytes:
    return sha256(f"{seed} {what} {number}".encode()).digest()
