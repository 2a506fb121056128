"""The page of a player: numbers that open the matches behind them."""

import re
from datetime import date, datetime, timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from matches.ledger.book import count_again
from matches.ledger.recording import record_game, remove_last_game
from matches.models import Match, MatchCounts
from matches.player_page.queries import history_of, totals_of
from matches.rules import Side
from tests import builders
from tests.builders import game
from tournaments.models import Tournament
from tournaments.structure.models import Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def played(length=3):
    """Return a match of four games: a gammon, a drop, and double match point."""
    match = builders.match(length)
    builders.play(match, game(1, dropped=True), game(2, "gammon"), game(1), game(1))
    return match


def panel(client, player, query=""):
    answer = client.get(f"/players/{player.key}/{query}")
    assert answer.status_code == 200, query
    return answer.context["panels"]["matches"]


def test_every_number_opens_a_list_of_as_many_matches(client):
    played()
    match = played()
    for player in (match.player_1, match.player_2):
        page = client.get(f"/players/{player.key}/").content.decode()
        links = re.findall(
            r'<(?:td class="is-num"|dd)><a href="\?([^"]*)">(\d+)<', page
        )
        assert len(links) >= 15
        for query, number in links:
            listed = panel(client, player, f"?{unescape(query)}").listed
            if query.startswith("of="):
                assert bool(listed.paginator.count) == (number != "0"), query
            else:
                assert listed.paginator.count == int(number), query


def test_matches_against_one_opponent_are_read_alone():
    match, other = played(), builders.match(3)
    Match.objects.filter(pk=other.pk).update(
        player_1=match.player_2, state=Match.State.PLAYING
    )
    every = history_of(match.player_2)
    assert {one.match for one in every} == {match.pk, other.pk}
    for opponent, one in ((match.player_1, match), (other.player_2, other)):
        (found,) = history_of(match.player_2, against=opponent)
        assert found.match == one.pk
        assert found in every


def test_games_are_counted_for_both_sides(client):
    match = played()
    one, two = totals_of(match.player_1), totals_of(match.player_2)
    assert (one.own, one.other) == (two.other, two.own)
    assert one.own._asdict() == {
        "games": 3, "points": 3, "gammons": 0, "backgammons": 0,
        "drops": 0, "crawford": 1, "deciding": 1, "cubes": 3,
    }  # fmt: skip
    assert (one.other.gammons, one.other.drops, one.games) == (1, 1, 4)
    assert (one.average_cube, one.points_per_game) == (1, 0.25)


def test_a_nemesis_has_one_line_among_the_opponents(client):
    first, *others = [builders.match(3) for _number in range(4)]
    Match.objects.filter(pk__in=[one.pk for one in others]).update(
        player_1=first.player_1, player_2=first.player_2
    )
    for match in (first, *others):
        match.refresh_from_db()
        builders.won(Side.ONE, match, loser=1)
    loser, winner = first.player_2, first.player_1
    ((nemesis, lost, worst),) = panel(client, loser).summary["rivals"]
    ((favourite, won, best),) = panel(client, winner).summary["rivals"]
    assert (nemesis, favourite) == (winner, loser)
    assert (lost, won) == ((0, 4), (4, 0))
    assert worst
    assert best not in {"", worst}


def test_another_last_game_is_counted_anew():
    match = played()
    match.refresh_from_db()
    remove_last_game(match_id=match.pk, revision=match.revision, by=None)
    assert totals_of(match.player_1).games == 0
    record_game(match_id=match.pk, result=game(2, "backgammon"), after=3, by=None)
    totals = totals_of(match.player_1)
    assert (totals.games, totals.other.deciding, totals.own.deciding) == (4, 1, 0)
    assert totals.other.backgammons == 1


def test_a_second_count_finds_the_same():
    played()
    kept = MatchCounts.objects.values().get()
    MatchCounts.objects.all().delete()
    count_again(Match.objects.values_list("pk", flat=True))
    assert MatchCounts.objects.values().get() == kept


def test_a_result_without_games_has_no_numbers_of_games(client):
    match = builders.match(7)
    builders.won(Side.ONE, match, loser=4)
    summary = panel(client, match.player_1).summary
    assert summary["games"] is None
    assert summary["whole"] == (1, 0)
    assert not MatchCounts.objects.exists()


def test_formats_of_tournaments_are_told_apart(client):
    evening = builders.evening("swiss", 4)
    (match, _other) = builders.matches(builders.published_round(evening))
    builders.won(1, match)
    _title, _head, (line,) = panel(client, match.player_1).summary["tables"][2]
    assert (line[2].query, line[1]) == ("kind=swiss", (1, 0))
    listed = panel(client, match.player_1, "?kind=swiss&result=won")
    assert listed.listed.paginator.count == 1
    assert listed.sentence


@pytest.mark.parametrize(
    "query",
    ["year=x", "year=-1", "year=12345", "length=²", "of=luck", "kind=%00", "result=1"],
)
def test_an_address_that_no_number_has_is_404(client, query):
    match = played()
    path = f"/players/{match.player_1.key}/?{query}"
    assert client.get(path).status_code == 404


def test_a_year_is_that_of_the_club(client):
    """A match that ended after midnight on New Year's Day, in UTC the day before."""
    match = played()
    zone = ZoneInfo("Europe/Copenhagen")
    ended = datetime(2026, 1, 1, 0, 30, tzinfo=zone)
    for moved, day in (
        (ended, date(2026, 1, 1)),
        (ended - timedelta(hours=1), date(2025, 12, 31)),
        (ended + timedelta(hours=12), date(2026, 1, 1)),
        (datetime(2026, 7, 1, 23, 59, tzinfo=zone), date(2026, 7, 1)),
    ):
        Match.objects.update(finished_at=moved)
        with timezone.override(zone):
            assert history_of(match.player_1)[0].day == day


def test_nobody_has_a_page_without_matches(client):
    ane = builders.player("Ane Alm")
    shown = panel(client, ane)
    assert (shown.summary, shown.sentence, shown.rows) == (None, "", [])


def test_games_of_a_tournament_that_is_not_shown_are_not_counted():
    shown, hidden = played(), played()
    seen = Match.objects.exclude(pk=hidden.pk)
    assert totals_of(shown.player_1, among=seen).games == 4
    assert totals_of(hidden.player_1, among=seen).games == 0


def test_what_is_played_now_says_table_and_opponent(client):
    evening = builders.evening("swiss", 2)
    match = builders.matches(builders.published_round(evening))[0]
    path = f"/players/{match.player_1.key}/"
    (now,) = client.get(path).context["panels"]["now"]
    assert (now.opponent, now.tag, now.occasion.table) == (match.player_2, "called", 1)
    against = f"{path}?against={match.player_2.key}"
    assert client.get(against).context["panels"]["now"] == []
    Tournament.objects.update(visibility=Visibility.PRIVATE)
    assert client.get(path).context["panels"]["now"] == []
    director = builders.signed_in(builders.director())
    assert len(director.get(path).context["panels"]["now"]) == 1
    builders.won(1, match)
    assert director.get(path).context["panels"]["now"] == []
