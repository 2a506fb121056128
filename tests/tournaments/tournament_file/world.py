"""A tournament as a file, and what a worker makes of it."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from matches.models import MatchFile
from tests import builders
from tests.builders import game, play
from tests.tournaments.hall.test_queue import two_divisions
from tournaments.entries.options.withdraw import withdraw
from tournaments.models import Tournament
from tournaments.tournament_file.writing import file_of

FIXTURES: Final = Path(__file__).parent / "files"


def swiss() -> Tournament:
    """A Swiss evening in its third round: a bye, games, somebody who has left."""
    evening = builders.evening("swiss", 7)
    first = builders.published_round(evening)
    content = b"\x00 a file with moves \xff"
    MatchFile.objects.create(
        match=builders.matches(first)[0],
        name="evening.mat",
        content=content,
        size=len(content),
        digest=sha256(content).hexdigest(),
    )
    for match in builders.matches(first)[1:]:
        builders.won(1, match)
    play(builders.matches(first)[0], game(2), *[game(1)] * 7)
    withdraw(tournament=evening, number=7, by=None)
    builders.played_round(evening, loser=4)
    builders.published_round(evening)
    return evening


def cup() -> Tournament:
    """A cup with a consolation and a last chance, half played."""
    weekend = builders.weekend(8)
    builders.published_round(weekend)
    builders.play_on(weekend)
    builders.play_on(weekend, winner=2)
    return weekend


def divisions() -> Tournament:
    """A weekend of two divisions: a cup that is played, and a jackpot that is drawn."""
    weekend = two_divisions()
    builders.play_on(weekend)
    weekend.refresh_from_db()
    return weekend


def data_of(tournament: Tournament) -> dict[str, Any]:
    """The file of a tournament as JSON."""
    data: dict[str, Any] = json.loads(file_of(tournament))
    return data


def written(data: dict[str, Any]) -> bytes:
    return json.dumps(data).encode()
