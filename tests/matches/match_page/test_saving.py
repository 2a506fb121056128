"""What saving a game on the pad reads, and what its answer leaves out.

The answer to a script leaves out the parts of the page that a game does not change.
They are not worked out either, where the browser has the page as it was before.
"""

import re
from collections import Counter

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.ledger import recording
from matches.match_page.panels import PANELS
from matches.models import Match
from matches.rules import GameResult, Side
from tests import builders

pytestmark = pytest.mark.django_db

_FACTS = {"matches_game": 1, "matches_adjustment": 1, "matches_finalscore": 1}
READ = {
    "club": {**_FACTS, "matches_match": 2, "tournaments_pairing": 0},
    "tournament": {**_FACTS, "matches_match": 2, "tournaments_pairing": 1},
    "bracket": {"tournaments_pairing": 1, "tournaments_stage": 0},
}
"""How often it reads from each table; the match again under its lock.

The plan of a bracket, which is as large as the field, is not read: only the head of
the page needs it.
"""


class Pad:
    """The pad of a match in a browser of a director; the first game is saved."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.client = builders.signed_in(builders.director())
        recording.record_game(
            match_id=match.pk, result=GameResult(Side.ONE), after=0, by=None
        )
        self.look()

    def look(self) -> None:
        """Open the page anew."""
        page = self.client.get(f"/m/{self.match.code}/?pad=games")
        self.parts = page.context["page"].parts

    def save(self, *, after: int = 1, outcome: str = "1-single") -> HttpResponse:
        """Save a game as the page is shown."""
        labels = " ".join(part.label for part in self.parts.values())
        headers = {"HX-Request": "true", "X-Parts": labels}
        return self.client.post(
            f"/m/{self.match.code}/games/",
            {"winner": 2, "outcome": outcome, "after": after},
            headers=headers,
        )


def of_tournament(format_key: str = "swiss") -> Match:
    evening = builders.evening(format_key, 4)
    return builders.matches(builders.published_round(evening))[0]


MATCHES = {
    "club": lambda: builders.match(7),
    "tournament": of_tournament,
    "bracket": lambda: of_tournament("elimination"),
}


@pytest.mark.parametrize("where", READ)
def test_saving_a_game_reads_its_facts_once(where: str) -> None:
    pad = Pad(MATCHES[where]())
    pad.save()
    pad.look()
    with CaptureQueriesContext(connection) as asked:
        assert pad.save(after=2).status_code == 200
    texts = [query["sql"] for query in asked]
    read = Counter(
        table for table in READ[where] for text in texts if f'FROM "{table}"' in text
    )
    assert read == Counter(READ[where]) - Counter()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The pages whose panels are worked out."""
    found: list[object] = []
    panels = type(PANELS).of

    def seen(self: object, page: object) -> dict[str, object]:
        found.append(page)
        return panels(self, page)  # type: ignore[arg-type]

    monkeypatch.setattr(type(PANELS), "of", seen)
    return found


def labels(answer: HttpResponse) -> dict[str, str]:
    """Return the labels of the parts of an answer, by their names."""
    found = re.findall(r'data-part="(([a-z]+)-[0-9a-f]+)"', answer.content.decode())
    return {name: label for label, name in found}


def test_a_second_game_keeps_the_parts_and_has_a_new_label(asked: list[object]) -> None:
    pad = Pad(builders.match(7))
    asked.clear()
    answer = pad.save()
    assert (answer.status_code, asked) == (200, [])
    kept, before = labels(answer), {n: part.label for n, part in pad.parts.items()}
    assert kept.keys() == before.keys()
    assert {name for name in kept if kept[name] != before[name]} == {"page"}
    pad.look()
    assert labels(answer)["page"] == pad.parts["page"].label


def test_the_page_is_made_whole_after_somebody_else_acted(asked: list[object]) -> None:
    pad = Pad(builders.match(7))
    Match.objects.filter(pk=pad.match.pk).update(revision=9)
    asked.clear()
    assert pad.save().status_code == 200
    assert len(asked) == 1


def test_the_page_is_made_whole_after_the_last_game(asked: list[object]) -> None:
    pad = Pad(builders.match(2))
    asked.clear()
    answer = pad.save(outcome="1-gammon")
    assert (answer.status_code, len(asked)) == (200, 1)
    assert answer.context["page"].match.is_over


def test_the_page_is_made_whole_for_a_refusal(asked: list[object]) -> None:
    pad = Pad(builders.match(7))
    asked.clear()
    assert pad.save(outcome="3-single").status_code == 422
    assert len(asked) == 1


def test_a_script_that_names_no_parts_gets_the_whole_page(asked: list[object]) -> None:
    pad = Pad(builders.match(7))
    asked.clear()
    pad.parts = {}
    assert pad.save().status_code == 200
    assert len(asked) == 1


def test_labels_that_nobody_made_are_not_shown(client: Client) -> None:
    pad = Pad(builders.match(7))
    tools = pad.parts["tools"].label
    answer = pad.client.post(
        f"/m/{pad.match.code}/games/",
        {"winner": 2, "outcome": "1-single", "after": 1},
        headers={"HX-Request": "true", "X-Parts": f'{tools}"><i> page-1 head-<b>'},
    )
    assert b"<i>" not in answer.content
    assert b"head-<b>" not in answer.content
