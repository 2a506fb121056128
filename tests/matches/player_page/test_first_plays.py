"""What match files tell of a player: kept with the file, counted, opened."""

import re
from html import unescape

import pytest
from django.test import Client

from matches.files.services import attach, import_games, remove_file, restore_file
from matches.ledger.models.moves import GameMoves
from matches.ledger.recording import remove_last_game
from matches.models import Match
from matches.player_page.moves import MoveStatistics, move_statistics
from matches.players.models import Player
from matches.rules import Side
from matches.transcripts import judge, read
from matches.transcripts.game_facts import FirstPlay, facts_of
from tests import builders

FILE = b"""\
 7 point match

 Game 1
 Ane Alm : 0                         Bo Dahl : 0
  1) 13: 8/5 6/5                      Doubles => 2
  2)  Drops                           Wins 1 point

 Game 2
 Ane Alm : 0                         Bo Dahl : 1
  1)                                  21: 6/5 13/11
  2) 64: 24/18 18/14                  Doubles => 2
  3)  Takes                           55: 8/3(2) 6/1(2)
  4)  Doubles => 4                    Drops
  5)  Wins 2 points
"""


def test_the_facts_of_a_game_do_not_depend_on_how_it_is_written() -> None:
    first, second = judge(read(FILE, name="a.mat")).games
    one, two = facts_of(first), facts_of(second)
    assert (one.opener, one.opening) == (Side.ONE, FirstPlay("31", "8/5 6/5"))
    assert (one.reply, one.doubles, one.drops) == (FirstPlay(), (0, 1), (1, 0))
    assert (two.opener, two.opening) == (Side.TWO, FirstPlay("21", "13/11 6/5"))
    assert two.reply == FirstPlay("64", "24/14*")
    assert (two.doubles, two.takes, two.drops) == ((1, 1), (1, 0), (0, 1))
    assert two.out_of_time is None


@pytest.mark.parametrize("first", ["33: 8/5(2) 6/3(2)", "31: 8/5 6/1", "31: ????"])
def test_what_is_no_opening_is_left_out(first: str) -> None:
    text = FILE.decode().replace("13: 8/5 6/5", first)
    facts = facts_of(judge(read(text.encode(), name="a.mat")).games[0])
    assert (facts.opener, facts.opening) == (None, FirstPlay())
    assert facts.doubles == (0, 1)


def with_file(*, swapped: bool = False) -> Match:
    """Return a match to 7 whose two games come from the file."""
    match = builders.match(7)
    added = attach(match_id=match.pk, name="a.mat", content=FILE, by=None).file
    import_games(match_id=match.pk, file_id=added.pk, swapped=swapped, by=None)
    match.refresh_from_db()
    return match


def told(player: Player) -> MoveStatistics:
    return move_statistics(player, among=Match.objects.all())


@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.parametrize("swapped", [False, True])
def test_both_players_see_the_same_games_from_their_side(*, swapped: bool) -> None:
    match = with_file(swapped=swapped)
    ane, bo = match.player_1, match.player_2
    left, right = (told(bo), told(ane)) if swapped else (told(ane), told(bo))
    assert left.numbers == {
        "moves": 2, "doubled": 1, "doubled-taken": 0, "doubled-dropped": 1,
        "offered": 2, "offered-taken": 1, "offered-dropped": 1,
        "clock-won": 0, "clock-lost": 0,
    }  # fmt: skip
    assert [left.numbers[key] for key in ("offered", "offered-taken")] == [
        right.numbers[key] for key in ("doubled", "doubled-taken")
    ]
    assert [(one.dice, one.play, one.count) for one in left.openings] == [
        ("31", "8/5 6/5", 1)
    ]
    (reply,) = left.replies
    assert (reply.key, reply.count) == ("21~13/11 6/5~64~24/14*", 1)
    assert not right.replies


@pytest.mark.django_db
def test_every_number_opens_the_matches_behind_it(client: Client) -> None:
    match = with_file()
    builders.match(5)
    for player in (match.player_1, match.player_2):
        page = client.get(f"/players/{player.key}/moves/").content.decode()
        links = re.findall(rf'/players/{player.key}/\?([^"]*)"[^>]*>([^<]*)<', page)
        assert len(links) >= 8
        for query, number in links:
            answer = client.get(f"/players/{player.key}/?{unescape(query)}")
            assert answer.status_code == 200, query
            listed = answer.context["page"].panels["matches"]
            assert listed.listed.paginator.count == (number != "0"), query
            assert listed.title


@pytest.mark.django_db
def test_games_that_no_longer_count_tell_nothing(client: Client) -> None:
    match = with_file()
    file = match.files.get()
    assert GameMoves.objects.filter(file=file).count() == 2
    remove_last_game(match_id=match.pk, revision=match.revision, by=None)
    assert told(match.player_1).games == 1
    remove_file(match_id=match.pk, row=file.pk, by=None)
    restore_file(match_id=match.pk, row=file.pk, by=None)
    assert told(match.player_1).games == 1
    Match.objects.update(state=Match.State.DISPUTED)
    assert told(match.player_1).games == 0
    answer = client.get(f"/players/{match.player_1.key}/moves/")
    assert answer.status_code == 200
    assert not answer.context["moves"].games


@pytest.mark.django_db
@pytest.mark.parametrize(
    "play", ["31", "31~", "77~8/5", "31~8/5 6/5~2", "%00", "<b>~x"]
)
def test_an_address_that_is_no_play_is_404(client: Client, play: str) -> None:
    player = builders.match(5).player_1
    assert client.get(f"/players/{player.key}/?play={play}").status_code == 404
