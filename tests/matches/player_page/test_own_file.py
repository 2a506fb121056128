"""What the club keeps of a person, taken along by the person alone."""

import json

import pytest
from django.test import Client

from matches.models import Player
from matches.player_page.own_file import own_file
from matches.players.services import choose_shown
from matches.players.shown import Shown
from tests import builders
from tests.builders import game, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    made = builders.match(people=("Åse Øverli", "Bo Lund"))
    play(made, game(1), game(2))
    return made


def test_matches_are_told_from_the_own_side(match):
    one, two = (own_file(player) for player in (match.player_1, match.player_2))
    assert (one["person"]["name"], two["person"]["name"]) == ("Åse Øverli", "Bo Lund")
    mine, theirs = one["matches"][0], two["matches"][0]
    assert mine["score"] == theirs["score"][::-1]
    assert [row["won"] for row in mine["games"]] == [True, False]
    assert [row["won"] for row in theirs["games"]] == [False, True]
    assert mine["opponent"] == "Bo Lund"


def test_others_are_called_as_everybody_sees_them(match):
    choose_shown(player=match.player_2, shown=Shown.HIDDEN)
    choose_shown(player=match.player_1, shown=Shown.INITIALS)
    told = own_file(match.player_1)
    assert told["person"]["name"] == "Åse Øverli"
    assert told["matches"][0]["you"] == "Åse Øverli"
    assert "Bo Lund" not in json.dumps(told)


def test_a_pair_is_among_the_matches_of_its_two_people(match):
    person = Player.objects.create(name="Cy Dahl", sort_name="Dahl, Cy")
    match.player_2.members.set([person, match.player_1])
    told = own_file(person)
    assert [row["you"] for row in told["matches"]] == ["Bo Lund"]


def test_the_file_is_behind_the_personal_link_alone(match):
    player = match.player_1
    answer = Client().get(f"/p/{player.link_key}/data/mine.json")
    assert json.loads(answer.content)["person"]["name"] == "Åse Øverli"
    assert answer["Content-Disposition"].startswith("attachment")
    assert "no-store" in answer["Cache-Control"]
    assert player.link_key not in answer.content.decode()
    assert Client().get(f"/p/{player.key}/data/mine.json").status_code == 404
