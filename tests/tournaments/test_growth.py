"""What a page asks for and sends grows with what it shows, and with nothing else.

The pages of three fields, of 8, 64 and 512 players in their second round: how often
they ask the database, how many bytes they send, and how many bytes of JSON they decode.
The last one is what the other two do not see: a draw's record and a bracket's plan are
as large as the field, and whoever fetches them with every pairing has the square of it.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple
from unittest import mock

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks import fields
from matches.web.columns import StoredField
from tests import builders
from tournaments.entries import views as entries_views
from tournaments.models import Draw, Entry, Pairing, Tournament
from tournaments.paper.sheets import sheets_of
from tournaments.rounds.documents import ROUND
from tournaments.tables.next_steps import MOST_NAMED, next_step
from tournaments.tables.progress import desk_view

pytestmark = pytest.mark.django_db

SIZES = (8, 64, 512)
MOST_SENT = 1_000_000
MOST_DECODED = 40_000
"""Bytes of a page of 512 players; the record of one of its draws is larger."""


class Cost(NamedTuple):
    """What one answer took: queries, bytes sent, and bytes of JSON decoded."""

    queries: int
    sent: int
    decoded: int


@contextmanager
def counting_json() -> Iterator[list[int]]:
    """Collect the length of each JSON value that is decoded from a column."""
    lengths: list[int] = []
    read = StoredField.from_db_value

    def counted(self: Any, value: Any, *others: Any) -> Any:
        lengths.append(len(value or ""))
        return read(self, value, *others)

    with mock.patch.object(StoredField, "from_db_value", counted):
        yield lengths


def cost(client: Client, path: str) -> Cost:
    """Return what a page takes that nobody has asked for before."""
    caches["kept"].clear()
    return asked(lambda: client.get(path))


def asked(ask: Callable[[], Any]) -> Cost:
    """Return what an answer takes."""
    with counting_json() as decoded, CaptureQueriesContext(connection) as captured:
        answer = ask()
    assert answer.status_code < 400, answer.status_code
    return Cost(len(captured), len(answer.content), sum(decoded))


@pytest.fixture(scope="module")
def sizes(kept: None) -> Sequence[Tournament]:
    """Tournaments of each size, with half of their second round to be played."""
    made = [fields.store(players=who, rounds=2, planned=6) for who in SIZES]
    for tournament in made:
        fields.reopen(tournament, 2)
    return made


def director() -> Client:
    """A director's browser whose session was renewed a moment ago."""
    client = builders.signed_in(builders.director())
    client.get("/help/")
    return client


def path_in(tournament: Tournament, page: str) -> str:
    """Return the address of a page of a tournament, of a waiting player if it asks."""
    number = Entry.objects.filter(tournament=tournament).latest("number").number
    return "/" + page.format(slug=tournament.slug, number=number)


@pytest.mark.parametrize(
    "page",
    [
        "desk/{slug}/entries/{number}/options/",
        "desk/{slug}/",
        "desk/{slug}/entries/",
        "desk/{slug}/log/",
        "desk/{slug}/draw/",
        "desk/{slug}/close/",
        "desk/{slug}/settings/",
        "tournaments/{slug}/",
        "tournaments/{slug}/rules/",
        "tournaments/{slug}/entries/",
        "tournaments/{slug}/rounds/2/",
        "tournaments/{slug}/standings/",
        "tournaments/{slug}/draws/",
    ],
)
def test_a_page_grows_by_what_it_shows(page: str, sizes: Sequence[Tournament]) -> None:
    client = director() if page.startswith("desk") else Client()
    costs = [cost(client, path_in(made, page)) for made in sizes]
    queries = [one.queries for one in costs]
    # One more where a place is drawn, from the random number of the draw.
    assert max(queries) - min(queries) <= 1, costs
    assert costs[-1].sent <= MOST_SENT
    assert costs[-1].decoded <= MOST_DECODED


def test_a_result_at_the_desk_asks_no_more_in_a_large_field(
    sizes: Sequence[Tournament],
) -> None:
    client, costs = director(), []
    for made in sizes:
        desk = path_in(made, "desk/{slug}/")
        numbers = Pairing.objects.filter(tournament=made, match__state="ready")
        client.get(desk)
        number = numbers.values_list("match_number", flat=True)[0]
        line = {"line": f"{number} 7 3"}
        save = partial(
            client.post, f"{desk}results/", line, headers={"hx-request": "true"}
        )
        costs.append(asked(save))
    assert costs[0].queries == costs[1].queries >= costs[-1].queries, costs
    assert costs[-1].sent < costs[1].sent  # the desk follows by itself
    assert costs[-1].decoded <= MOST_DECODED, costs


def test_score_sheets_decode_no_record_of_their_draw(
    sizes: Sequence[Tournament],
) -> None:
    *_smaller, large = sizes
    with counting_json() as decoded:
        sheets = sheets_of(ROUND.subject(f"{large.slug}/1/2"))
    assert len(sheets) == SIZES[-1] // 2
    with counting_json() as record:
        Draw.objects.get(stage__tournament=large, round_number=2)
    assert max(decoded) < max(record) / 2


def test_a_plan_is_decoded_as_often_for_many_as_for_few() -> None:
    client, decoded = director(), []
    for who in (8, 64):
        cup = builders.evening("elimination", who)
        published = builders.published_round(cup)
        plan = len(json.dumps(builders.stage(cup).plan))
        options = cost(client, path_in(cup, "desk/{slug}/entries/{number}/options/"))
        with counting_json() as lengths:
            sheets_of(published)
        decoded.append((options.decoded / plan, sum(lengths) / plan))
    assert decoded[1] <= decoded[0], decoded


def test_the_entries_are_paged_by_name_and_all_are_reached(
    sizes: Sequence[Tournament], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, client = sizes[1], director()
    monkeypatch.setattr(entries_views, "PER_PAGE", 10)
    path = path_in(made, "desk/{slug}/entries/")
    numbers = list(builders.entries(made))
    first = client.get(path).context["page"]
    assert first.listed.page.paginator.count == len(numbers) == 64
    seen: list[int] = []
    for number in range(1, first.listed.page.paginator.num_pages + 1):
        seen += numbers_on(client, f"{path}?page={number}")
    assert sorted(seen) == [entry.number for entry in numbers]
    assert numbers_on(client, f"{path}?all=1") == seen
    for number in (seen[0], seen[35], seen[-1]):
        assert number in numbers_on(client, f"{path}?at={number}")
    found = client.get(path, {"q": numbers[6].player.name}).context["page"]
    assert numbers[6].number in [row.entry.number for row in found.listed.rows]
    for odd in ("page=0", "page=x", "at=x", "at=99999", "q=%00", "q=" + "x" * 900):
        assert client.get(f"{path}?{odd}").status_code == 200


def numbers_on(client: Client, path: str) -> list[int]:
    """Return the numbers of the entries that a page of the list shows."""
    rows = client.get(path).context["page"].listed.rows
    return [row.entry.number for row in rows]


def test_checking_in_comes_back_to_the_page_of_the_entry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(entries_views, "PER_PAGE", 5)
    made, client = builders.evening("swiss", 12), director()
    last = builders.entries(made)[-1].number
    path = path_in(made, "desk/{slug}/entries/")
    answer = client.post(f"{path}{last}/missing/")
    shown = client.get(answer["Location"])
    assert last in [row.entry.number for row in shown.context["page"].listed.rows]


def test_a_line_names_some_of_many_open_matches(sizes: Sequence[Tournament]) -> None:
    few, *_between, many = (
        next_step(desk_view(made, builders.stage(made))) for made in sizes
    )
    assert few is not None
    assert many is not None
    named = [re.findall(r"M\d+", step.text) for step in (few, many)]
    assert [len(labels) for labels in named] == [2, MOST_NAMED]
    assert "128" in many.text
