"""The files that the pages of a tournament and of a rating list offer."""

import csv
import json
import re
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.ledger.adjust import PointsDecision, adjust
from matches.models import Match, Player
from matches.players.services import choose_shown
from matches.players.shown import Shown
from matches.ratings.computing import bring_up_to_date
from matches.ratings.forms import read_lines
from matches.ratings.services import ListRules, make_list
from matches.rules import AdjustmentReason, Side
from tests import builders
from tests.builders import game
from tests.matches.web.test_writing import sheets
from tournaments.models import Entry, Tournament
from tournaments.paper.crosstables import grid

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


@pytest.mark.parametrize("format_key", ["swiss", "elimination", "night"])
def test_all_pages_of_people_and_matches_offer_files(
    client: Client, format_key: str
) -> None:
    evening = played(format_key, 6)
    desk = builders.signed_in(builders.director())
    public, director = f"/tournaments/{evening.slug}/", f"/desk/{evening.slug}/"
    pages = {
        f"{public}entries/": client,
        f"{public}stages/1/rounds/1/": client,
        f"{public}finishing-order/": client,
        "/players/": client,
        f"{director}entries/": desk,
        f"{director}log/": desk,
    }
    for path, browser in pages.items():
        links = offered(browser, path)
        assert {link.partition("?")[0].rpartition(".")[2] for link in links} == {
            *("csv", "xlsx", "json")
        }, path
        for link in links:
            answer = browser.get(link)
            assert answer.status_code == 200, link
            assert "attachment" in answer["Content-Disposition"]
    assert client.get(f"{director}entries.csv").status_code == 302
    assert client.get(f"{director}log.csv").status_code == 302


def test_results_are_told_game_by_game(client: Client) -> None:
    evening = builders.evening("swiss", 5)
    matches = builders.matches(builders.published_round(evening))
    first = next(one for one in matches if one.player_2_id)
    builders.play(first, game(1, "gammon", cube=2), game(2))
    adjust(
        match_id=first.pk,
        decision=PointsDecision(side=Side.TWO, points=2, reason=AdjustmentReason.LATE),
        by=None,
    )
    answer = client.get(f"/tournaments/{evening.slug}/stages/1/rounds/1.json")
    results, games = json.loads(answer.content)["tables"]
    assert len(results["rows"]) == 3
    row = next(row for row in results["rows"] if row["code"] == first.code)
    names = (str(first.player_1.name), str(first.player_2.name))
    assert (row["player_1"], row["player_2"]) == names
    assert (row["score_1"], row["score_2"], row["winner"]) == (4, 3, "")
    bye = next(row for row in results["rows"] if not row["code"])
    assert (bye["player_2"], bye["score_1"], bye["length"]) == (None, None, None)
    told = [
        (row["game"], row["winner"], row["cube"], row["points"], row["score_1"])
        for row in games["rows"]
    ]
    assert told == [(1, names[0], 2, 4, 4), (2, names[1], 1, 1, 4)]
    assert client.get(f"/tournaments/{evening.slug}/results.json").content == (
        answer.content
    )
    # Of games on which the players do not agree yet, nothing is told.
    Match.objects.filter(pk=first.pk).update(state=Match.State.DISPUTED)
    again = client.get(f"/tournaments/{evening.slug}/results.json")
    results, games = json.loads(again.content)["tables"]
    assert games["rows"] == []
    row = next(row for row in results["rows"] if row["code"] == first.code)
    assert row["score_1"] is None
    assert (
        client.get(f"/tournaments/{evening.slug}/stages/1/rounds/2.csv").status_code
        == 404
    )


def test_all_results_take_a_fixed_number_of_queries(client: Client) -> None:
    made = played("swiss", 4)
    address = f"/tournaments/{made.slug}/results.csv"
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    builders.played_round(made)
    with CaptureQueriesContext(connection) as more:
        rows = rows_of(client.get(address))
    assert len(rows) > 4
    assert len(more) == len(few)


def test_the_log_is_a_file_of_what_its_page_shows() -> None:
    made = played("swiss", 4)
    desk = builders.signed_in(builders.director())
    address = f"/desk/{made.slug}/log"
    log = desk.get(f"{address}/").context["log"]
    rows = rows_of(desk.get(f"{address}.csv"))[1:]
    assert [row[2] for row in rows] == [line.text for line in log.lines]
    asked = "kind=draws"
    link = next(one for one in offered(desk, f"{address}/?{asked}") if ".csv" in one)
    some = rows_of(desk.get(link.replace("&amp;", "&")))[1:]
    assert 0 < len(some) < len(rows)


def test_a_hidden_player_is_hidden_in_every_file(client: Client) -> None:
    made = played("swiss", 4)
    someone = builders.entries(made)[0].player
    full = str(someone.name)
    choose_shown(player=someone, shown=Shown.HIDDEN)
    public = f"/tournaments/{made.slug}/"
    for path in (f"{public}entries", f"{public}results", "/players"):
        assert full not in client.get(f"{path}.csv").content.decode(), path
    desk = builders.signed_in(builders.director())
    assert full in desk.get(f"/desk/{made.slug}/entries.csv").content.decode()
    assert full not in desk.get(f"{public}entries.csv").content.decode()


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


def test_a_crosstable_marks_shared_places_as_the_standings_do(client: Client) -> None:
    made = played("round_robin", 4)
    path = f"/tournaments/{made.slug}/stages/1/"
    (table,) = client.get(path).context["page"].groups
    wanted = {row.row.name: ("=1" if row.row.wins else "=3") for row in table.rows}
    assert sorted(wanted.values()) == ["=1", "=1", "=3", "=3"]
    assert {row.row.name: row.shown_place for row in table.rows} == wanted
    (paper,) = grid(builders.stage(made)).groups
    assert {row[1]: row[-1] for row in paper.rows} == wanted
    head, *rows = rows_of(client.get(f"{path}crosstable.csv"))
    at = head.index("Place")
    assert {row[1]: row[at : at + 2] for row in rows} == {
        name: [place[1:], "shared"] for name, place in wanted.items()
    }


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
    assert [row[2] for row in rows] == [match.player_1.name, match.player_2.name]
    assert float(rows[0][4]) > float(rows[1][4])
    assert len(head) == len(rows[0])
    # Imported again, the file says the same.
    read = read_lines(client.get(link).content.decode("utf-8-sig"), {})
    ratings = {one.line.name: one.line.rating for one in read if one.is_taken}
    assert ratings == {row[2]: Decimal(row[4]) for row in rows}
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
