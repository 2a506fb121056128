"""A form that was left open does not take back what another director saved."""

import json

import pytest
from django.test import Client

from matches.models import Player
from tests import builders
from tournaments.models import Division, Stage, Tournament

pytestmark = pytest.mark.django_db

Sent = dict[str, object]


@pytest.fixture
def event() -> Tournament:
    """A Swiss evening, nothing drawn."""
    return builders.evening("swiss", 4)


def shown_at(browser: Client, path: str) -> Sent:
    """What the form of a page sends if nothing is changed in it."""
    context = browser.get(path).context
    form = context["form"] if "form" in context else context["page"].form
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in values.items() if value or value == 0}


def test_a_player_who_was_hidden_meanwhile_stays_hidden(ada: Client) -> None:
    player = Player.objects.create(
        name="Berit Holm", club="Nordby BK", sort_name="Holm, Berit"
    )
    path = f"/players/{player.key}/edit/"
    old = shown_at(ada, path)
    hidden = old | {"shown_by_club": "hidden"}
    assert ada.post(path, hidden).status_code == 302
    answer = ada.post(path, old | {"club": "Sundvik"})
    assert answer.status_code == 422
    form = answer.context["form"]
    assert set(form.errors) == {"__all__", "shown_by_club"}
    assert form["club"].value() == "Sundvik"
    player.refresh_from_db()
    assert (player.club, player.shown_by_club) == ("Nordby BK", "hidden")
    again = old | {"club": "Sundvik", "shown_by_club": "hidden"}
    again["seen"] = form["seen"].value()
    assert ada.post(path, again).status_code == 302
    player.refresh_from_db()
    assert (player.club, player.shown_by_club) == ("Sundvik", "hidden")


def test_the_page_says_what_was_saved_and_keeps_what_was_typed(
    ada: Client, event: Tournament
) -> None:
    path = f"/desk/{event.slug}/settings/"
    old = shown_at(ada, path)
    assert ada.post(path, old | {"place": "The blue room"}).status_code == 302
    answer = ada.post(path, old | {"place": "The hall", "fee": "200"})
    form = answer.context["form"]
    assert answer.status_code == 422
    assert set(form.errors) == {"__all__", "place"}
    assert "The blue room" in form.errors["place"][0]
    assert (form["place"].value(), form["fee"].value()) == ("The hall", "200")
    text = answer.content.decode()
    assert "The blue room" in text
    assert text.count('name="seen"') == 1
    event.refresh_from_db()
    assert (event.place, event.fee) == ("The blue room", "")
    seen = form["seen"].value()
    again = old | {"place": "The hall", "fee": "200", "seen": seen}
    assert ada.post(path, again).status_code == 302
    event.refresh_from_db()
    assert (event.place, event.fee) == ("The hall", "200")


def test_divisions_and_stages_are_kept_too(ada: Client, event: Tournament) -> None:
    for path, name in (("divisions/1/", "Mesterrække"), ("stages/1/", "Finale")):
        at = f"/desk/{event.slug}/structure/{path}"
        old = shown_at(ada, at)
        assert ada.post(at, old | {"name": name}).status_code == 302
        answer = ada.post(at, old | {"name": "Another"})
        assert answer.status_code == 422, path
        assert set(answer.context["form"].errors) == {"__all__", "name"}
    assert Division.objects.get(tournament=event).name == "Mesterrække"
    assert Stage.objects.get(tournament=event).name == "Finale"


def test_options_of_a_stage_are_compared_as_a_whole(
    ada: Client, event: Tournament
) -> None:
    path = f"/desk/{event.slug}/structure/stages/1/"
    old = shown_at(ada, path)
    assert ada.post(path, old | {"tiebreak_1": "lots:1"}).status_code == 302
    answer = ada.post(path, old)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"__all__"}


def test_filling_in_another_choice_does_not_forget_what_was_shown(
    ada: Client, event: Tournament
) -> None:
    path = f"/desk/{event.slug}/settings/"
    old = shown_at(ada, path)
    assert ada.post(path, old | {"place": "The blue room"}).status_code == 302
    filled = ada.post(path, old | {"fill_in": "1"})
    assert filled.status_code == 200
    assert filled.context["form"]["seen"].value() == old["seen"]
    assert ada.post(path, old).status_code == 422


@pytest.mark.parametrize("seen", ["", "x", "[]", "[1]", "null", "{", '{"name": 1}'])
def test_whatever_is_sent_as_seen(ada: Client, event: Tournament, seen: str) -> None:
    path = f"/desk/{event.slug}/settings/"
    old = shown_at(ada, path)
    status = ada.post(path, old | {"seen": seen}).status_code
    assert status == (422 if seen.startswith('{"') else 302)


def test_the_same_values_saved_by_another_are_no_change(
    ada: Client, event: Tournament
) -> None:
    path = f"/desk/{event.slug}/settings/"
    old = shown_at(ada, path)
    assert {"name", "place", "match_length"} <= set(json.loads(str(old["seen"])))
    for _twice in range(2):
        assert ada.post(path, old).status_code == 302
