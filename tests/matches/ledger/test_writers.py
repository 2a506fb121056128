"""Eight writers, the same twenty matches, two hundred games, on both databases.

Nothing is lost, nothing is doubled, revisions only grow, and whoever was too late is
told the score as it is.
"""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Barrier

import pytest
from django.db import connection

from matches.ledger.errors import SCORE_CHANGED
from matches.ledger.queries import match_view
from matches.ledger.recording import record_game
from matches.models import Game, JournalEntry, Match
from matches.rules.refusals import RuleError
from tests import builders
from tests.builders import game
from tests.examples import NIGHTLY

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

WRITERS = 8
GAMES_EACH = 200 if NIGHTLY else 25
MATCHES = 20
LENGTH = 99
EVERY_TENTH = 10


@dataclass
class Writer:
    """One device: which match it writes to next, and what it was answered."""

    number: int
    matches: list[int]
    saved: Counter[int] = field(default_factory=Counter)
    repeats: int = 0
    told: int = 0
    revisions: dict[int, int] = field(default_factory=dict)

    def turns(self):
        """The matches in an order of this writer's own, a game each."""
        for turn in range(GAMES_EACH):
            yield self.matches[(turn * (2 * self.number + 1) + self.number) % MATCHES]

    def work(self, start):
        """Save one game after the other, asking for the score when told to."""
        connection.ensure_connection()
        start.wait(timeout=60)
        try:
            for turn, match in enumerate(self.turns()):
                self.save(match, twice=turn % EVERY_TENTH == 0)
        finally:
            connection.close()
        return self

    def save(self, match, *, twice):
        """Save one game, and sometimes send the same tap a second time."""
        # Nobody else saves this: no other writer ends games at this cube and kind.
        result = game(1 + self.number % 2, cube=1)
        while True:
            after = Game.objects.filter(match=match, voided_at=None).count()
            try:
                recorded = record_game(
                    match_id=match, result=result, after=after, by=None
                )
            except RuleError as error:
                assert error.refusal is SCORE_CHANGED
                self.told += 1
                continue
            self.see(match, recorded.match.revision)
            if not recorded.changed:  # another writer saved the same game first
                self.repeats += 1
                continue
            self.saved[match] += 1
            if twice:
                self.repeat(match, after)
            return

    def repeat(self, match, after):
        """Send a tap again: it is in the ledger, or the ledger has gone on."""
        result = game(1 + self.number % 2, cube=1)
        try:
            again = record_game(match_id=match, result=result, after=after, by=None)
        except RuleError as error:
            assert error.refusal is SCORE_CHANGED
            self.told += 1
            return
        assert not again.changed
        self.repeats += 1

    def see(self, match, revision):
        """Revisions only grow, also as one writer sees them."""
        assert revision >= self.revisions.get(match, 0)
        self.revisions[match] = revision


def test_eight_writers_lose_nothing_and_double_nothing():
    people = iter(builders.names(2 * MATCHES))
    matches = [
        builders.match(LENGTH, people=(next(people), next(people))).pk
        for _number in range(MATCHES)
    ]
    start = Barrier(WRITERS)
    writers = [Writer(number, matches) for number in range(WRITERS)]
    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(lambda writer: writer.work(start), writers))
    saved = sum((writer.saved for writer in writers), Counter[int]())
    assert saved.total() == WRITERS * GAMES_EACH
    for pk in matches:
        match = Match.objects.select_related("profile").get(pk=pk)
        numbers = list(
            Game.objects.filter(match=match)
            .order_by("number")
            .values_list("number", flat=True)
        )
        assert numbers == list(range(1, saved[pk] + 1))
        assert match.revision == saved[pk]
        assert JournalEntry.objects.filter(match=match).count() == saved[pk]
        shown = match_view(match).ledger.shown
        assert (match.score_1, match.score_2) == (shown.one, shown.two)
        assert shown.one + shown.two == saved[pk]
