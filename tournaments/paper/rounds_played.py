"""The rounds of the players of a stage, with opponents by number."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import get_language

from matches.documents.text import clean
from matches.players.alphabet import alphabetical
from matches.rules import Side
from tournaments.engine import format_named
from tournaments.engine.format import Display
from tournaments.paper.badges import NOBODY_ENTERED
from tournaments.rounds.models import Pairing, Round
from tournaments.rounds.pairing_columns import fetched
from tournaments.rounds.round_counts import rounds_planned
from tournaments.rounds.rows import PairingRow, pairing_rows
from tournaments.structure.models import Entry, Stage


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round of a player: the opponent's number (0: a bye), and the result.

    `won` is None without a result.
    """

    opponent: int
    won: bool | None


@dataclass(frozen=True, slots=True)
class PlayerRounds:
    """A player of a stage; `number` is that of the draw, 0 before it."""

    number: int
    name: str
    club: str
    rounds: Mapping[int, PlayedRound]


def is_in_rounds(stage: Stage) -> bool:
    """Return True where all play by rounds, and not everybody against everybody."""
    if not stage.is_in_rounds:
        return False
    return format_named(stage.format).display is Display.ROUNDS


def planned(stage: Stage) -> int:
    """Return how many rounds are planned, or published if those are more."""
    published = Round.objects.filter(stage=stage).count()
    return max(rounds_planned(stage), published, 1)


def players_with_rounds(stage: Stage) -> list[PlayerRounds]:
    """Return the players of a stage by number, before the draw from A to Z.

    Two queries. Raises NOBODY_ENTERED.
    """
    played: defaultdict[int, dict[int, PlayedRound]] = defaultdict(dict)
    numbers = stage.lot_of
    found = fetched(Pairing.objects.live().filter(draw__stage=stage))
    for row in pairing_rows(found, stage):
        for entry, one in _of(row):
            played[entry][row.round_number] = one
    language = get_language() or "en"
    people = [
        (numbers.get(entry.number, 0), entry)
        for entry in Entry.objects.active()
        .filter(division=stage.division_id)
        .select_related("player")
        if not numbers or entry.number in numbers or entry.number in played
    ]
    if not people:
        raise NOBODY_ENTERED()
    people.sort(
        key=lambda one: (
            not one[0],
            one[0],
            alphabetical(one[1].player.sort_name, language),
        )
    )
    return [
        PlayerRounds(
            number=number,
            name=clean(entry.player.name),
            club=clean(entry.player.told_club),
            rounds=dict(sorted(played[entry.number].items())),
        )
        for number, entry in people
    ]


def _of(row: PairingRow) -> list[tuple[int, PlayedRound]]:
    one, two = row.one, row.two
    if two is None:
        return [(one.number, PlayedRound(0, won=True))]
    ended = row.is_decided
    return [
        (
            one.number,
            PlayedRound(two.lot or 0, row.winner == Side.ONE if ended else None),
        ),
        (
            two.number,
            PlayedRound(one.lot or 0, row.winner == Side.TWO if ended else None),
        ),
    ]
