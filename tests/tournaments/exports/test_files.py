"""The files that the pages of a tournament and of a rating list offer."""

import csv
import json
import re
from io import StringIO
from typing import Any

import pytest
from django.test import Client

from matches.models import Player
from matches.ratings.computing import bring_up_to_date
from matches.ratings.services import ListRules, make_list
from tests import builders
from tests.matches.exports.test_writing import sheets
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def rows_of(answer: Any) -> list[list[str]]:
    text = answer.content.decode("utf-8-sig")
    return list(csv.reader(StringIO(text, newline="")))


def played(format_key: str = "swiss", size: int = 5) -> Tournament:
    made = builders.evening(format_key, size)
    builders.played_round(made)
    return made


def offered(client: Client, path: str) -> list[str]:
    """Return the addresses of the files that a page offers."""
    page = client.get(path).content.decode()
    return re.findall(r'class="drop__item" href="([^"]+)" download', page)


def test_every_page_offers_files_that_are_there(client: Client) -> None:
    swiss, groups = played(), played("round_robin", 4)
    found: list[str] = []
    for path in (
        f"/tournaments/{swiss.slug}/standings/",
        f"/tournaments/{swiss.slug}/finishing-order/",
        f"/tournaments/{groups.slug}/stages/1/",
    ):
        links = offered(client, path)
        assert len(links) >= 3, path
        found += links
    assert sum(link.endswith(".trf") for link in found) == 1
    for link in found:
        answer = client.get(link)
        assert answer.status_code == 200, link
        assert "attachment" in answer["Content-Disposition"]
        assert answer.content


def test_the_files_say_what_the_page_says(client: Client) -> None:
    made = played()
    page = client.get(f"/tournaments/{made.slug}/standings/").context["page"]
    path = f"/tournaments/{made.slug}/stages/1/standings"
    head, *rows = rows_of(client.get(f"{path}.csv"))
    assert [row[2] for row in rows] == [row.name for row in page.table.rows]
    assert [int(row[0]) for row in rows] == [row.place for row in page.table.rows]
    (book,) = sheets(client.get(f"{path}.xlsx").content).values()
    assert book[0] == head
    assert [row[2] for row in book[1:]] == [row[2] for row in rows]
    (told,) = json.loads(client.get(f"{path}.json").content)["tables"]
    keys = {column.key for column in page.table.columns}
    assert keys <= set(told["columns"])
    assert [row["place"] for row in told["rows"]] == [int(row[0]) for row in rows]


def test_a_crosstable_has_a_column_for_each_player(client: Client) -> None:
    made = played("round_robin", 4)
    path = f"/tournaments/{made.slug}/stages/1/crosstable.csv"
    head, *rows = rows_of(client.get(path))
    assert head[2:6] == ["1", "2", "3", "4"]
    assert len(rows) == 4
    assert sum(bool(cell) for row in rows for cell in row[2:6]) == 4


def test_a_name_is_no_formula(client: Client) -> None:
    made = builders.evening("swiss", 2)
    player = Entry.objects.filter(tournament=made)[0].player
    Player.objects.filter(pk=player.pk).update(name="=1+1")
    builders.played_round(made)
    path = f"/tournaments/{made.slug}/finishing-order.csv"
    assert "'=1+1" in {row[4] for row in rows_of(client.get(path))}


@pytest.mark.parametrize(
    "path",
    [
        "finishing-order.exe",
        "stages/1/standings.pdf",
        "stages/9/standings.csv",
        "stages/1/crosstable.trf",
        "stages/1/standings.trf",
    ],
)
def test_a_file_that_is_not_there_is_404(client: Client, path: str) -> None:
    made = builders.evening("elimination", 4)  # a bracket has no report of rounds
    assert client.get(f"/tournaments/{made.slug}/{path}").status_code == 404


def test_before_the_first_round_the_files_are_empty(client: Client) -> None:
    made = builders.evening("round_robin", 4)
    for path in ("finishing-order.csv", "stages/1/crosstable.xlsx"):
        assert client.get(f"/tournaments/{made.slug}/{path}").status_code == 200


def test_a_rating_list_is_a_file_too(client: Client) -> None:
    of = make_list(rules=ListRules(name="Club"), by=None)
    match = builders.match(7)
    builders.won(1, match, loser=3)
    bring_up_to_date()
    (link, *_others) = offered(client, of.get_absolute_url())
    head, *rows = rows_of(client.get(link))
    assert [row[1] for row in rows] == [match.player_1.name, match.player_2.name]
    assert float(rows[0][3]) > float(rows[1][3])
    assert len(head) == len(rows[0])
    found = rows_of(client.get(link, {"q": "nobody"}))
    assert found == [head]


def test_the_text_to_paste_names_the_first_places(client: Client) -> None:
    made = played(size=13)
    answer = client.get(f"/tournaments/{made.slug}/finishing-order/")
    text = answer.context["page"].text
    assert text in answer.content.decode().replace("&#x27;", "'")
    (event,) = answer.context["page"].divisions[0].events
    for place, one in enumerate(event.finishers):
        assert (one.row.name in text) == (place < 10)
    assert text.startswith(made.name)
    assert text.endswith(f"/tournaments/{made.slug}/finishing-order/")
