"""One game from a phone at the table to the standings, and back again."""

import re
from typing import Any

import pytest
from django.test import Client

from matches.models import Match
from tests import builders
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def evening() -> Tournament:
    """Four people in the first of three rounds."""
    made = builders.evening("swiss", 4)
    builders.published_round(made)
    return made


@pytest.fixture
def ada() -> Client:
    return builders.signed_in(builders.director())


def match_of(evening: Tournament, number: int) -> Match:
    return Match.objects.get(pairing__tournament=evening, pairing__match_number=number)


def table(client: Client, evening: Tournament) -> list[tuple[int, str, int, int]]:
    """Place, name, wins and losses of the public standings."""
    page = client.get(f"/tournaments/{evening.slug}/standings/")
    return [
        (row.place, row.name, row.wins, row.losses)
        for row in page.context["page"].table.rows
    ]


def test_a_match_is_entered_game_by_game_and_seen_by_everybody(
    client: Client, ada: Client, evening: Tournament
) -> None:
    match = match_of(evening, 1)
    one, two = match.player_1.name, match.player_2.name
    path, public = f"/m/{match.code}/", f"/tournaments/{evening.slug}/"
    games: list[tuple[dict[str, Any], tuple[int, int], str]] = [
        ({"winner": 1, "kind": "gammon", "cube": 2}, (4, 0), "playing"),
        (
            {"winner": 2, "kind": "single", "cube": 2, "dropped": "on"},
            (4, 2),
            "playing",
        ),
        ({"winner": 1, "kind": "single", "cube": 2}, (6, 2), "playing"),
        ({"winner": 2, "kind": "gammon", "cube": 1}, (6, 4), "playing"),  # Crawford
        ({"winner": 1, "kind": "single", "cube": 2}, (7, 4), "done"),
    ]
    mark = client.get(path).context["page"].match.revision
    for after, (form, score, state) in enumerate(games):
        crawford = client.get(path).context["page"].is_crawford
        assert crawford == (after == 3)
        answer = ada.post(f"{path}games/", form | {"after": after})
        assert answer.status_code == 302
        polled = client.get(f"{path}?f={mark}", headers=HTMX)
        assert polled.status_code == 200
        match.refresh_from_db()
        mark = match.revision
        assert ((match.score_1, match.score_2), match.state) == (score, state)
    assert client.get(f"{path}?f={mark}", headers=HTMX).status_code == 204
    shown = client.get(path).content.decode()
    assert match.winner == 1
    assert shown.count("Crawford") >= 1
    row = re.sub(r"<[^>]+>|\s+", " ", client.get(f"{public}rounds/1/").content.decode())
    assert re.search(rf"{one}\s+7\s*–\s*4\s+{two}", row)
    assert table(client, evening)[0] == (1, one, 1, 0)


def test_results_undo_and_correction_reach_the_standings(
    client: Client, ada: Client, evening: Tournament
) -> None:
    results = f"/desk/{evening.slug}/results/"
    for line in ("1 7 3", "2 7 5"):
        saved = ada.post(results, {"line": line}, headers=HTMX)
        assert saved.status_code == 200
        assert "saved:" in saved.content.decode()
    first, second = match_of(evening, 1), match_of(evening, 2)
    winners = (first.player_1.name, second.player_1.name)
    assert {*table(client, evening)[:2]} == {(1, name, 1, 0) for name in winners}
    undone = ada.post(f"/m/{first.code}/undo/1/?back=desk", follow=True)
    assert undone.redirect_chain[0][0] == f"/desk/{evening.slug}/"
    assert "1 result missing: M1." in undone.content.decode()
    assert table(client, evening)[0] == (1, second.player_1.name, 1, 0)
    ada.post(results, {"line": "1 6 7"})
    after = table(client, evening)
    assert {name for _place, name, wins, _losses in after if wins} == {
        second.player_1.name,
        first.player_2.name,
    }


def test_a_walkover_counts_as_a_win_without_points(
    client: Client, ada: Client, evening: Tournament
) -> None:
    given, played = match_of(evening, 1), match_of(evening, 2)
    ada.post(f"/m/{given.code}/walkover/", {"winner": 2})
    ada.post(f"/desk/{evening.slug}/results/", {"line": "2 7 6"})
    rows = table(client, evening)
    winners = (played.player_1.name, given.player_2.name)
    assert {*rows[:2]} == {(1, name, 1, 0) for name in winners}


def test_the_answer_to_a_line_brings_box_echo_and_desk_at_once(
    ada: Client, evening: Tournament
) -> None:
    answer = ada.post(f"/desk/{evening.slug}/results/", {"line": "1 7 3"}, headers=HTMX)
    page = answer.content.decode()
    match = match_of(evening, 1)
    assert [id_ in page for id_ in ('id="box"', 'id="echo"', 'id="desk"')] == [True] * 3
    assert f"/m/{match.code}/undo/1/" in page
    again = ada.post(f"/desk/{evening.slug}/results/", {"line": "1 7 3"}, headers=HTMX)
    assert match_of(evening, 1).revision == match.revision
    assert again.status_code == 200
    assert "/undo/" not in again.content.decode().split('id="desk"')[0]


def test_late_entry_withdrawal_and_the_last_round(
    client: Client, ada: Client, evening: Tournament
) -> None:
    desk = f"/desk/{evening.slug}/"
    ada.post(f"{desk}results/", {"line": "1 7 3"})
    left = ada.post(f"{desk}entries/2/withdraw/", follow=True)
    assert f'action="{desk}entries/2/reinstate/"' in left.content.decode()
    ada.post(f"{desk}results/", {"line": "2 7 5"})
    late = ada.post(f"{desk}entries/add/", {"text": "Zoltan Quist", "here": "on"})
    assert late.status_code == 302
    second = builders.published_round(evening)
    seated = {
        str(entry)
        for pairing in builders.pairings(second)
        for entry in (pairing.entry_1, pairing.entry_2)
        if entry
    }
    gone = builders.entries(evening)[1].player.name
    assert ("Zoltan Quist" in seated, gone in seated) == (True, False)
    for number, pairing in enumerate(builders.pairings(second), start=3):
        if not pairing.is_bye:
            ada.post(f"{desk}results/", {"line": f"{number} 7 0"})
    builders.played_round(evening)
    closed = ada.post(f"{desk}close/", follow=True)
    assert f'action="{desk}reopen/"' in closed.content.decode()
    rows = table(client, evening)
    assert len(rows) == 5
    assert gone in {name for _place, name, _wins, _losses in rows}
    public = client.get(f"/tournaments/{evening.slug}/standings/").content.decode()
    assert "Final standings" in public
    assert "How places are decided" in public
