"""Practice: invented people, who play by themselves and count nowhere."""

from collections import Counter
from datetime import timedelta

import pytest
from django.test import Client, TestCase
from django.utils import timezone

from matches.models import Match
from matches.players.models import Player
from matches.players.queries import keys_named, players_named
from tests import builders
from tournaments.entries.queries import directory
from tournaments.models import Correction, Entry, Pairing, Practice, Tournament
from tournaments.practice import services
from tournaments.practice.course import (
    MOST_PEOPLE,
    ReportingWay,
    chance_of,
    course_of,
    invented_people,
)
from tournaments.practice.job import _due
from tournaments.practice.queries import visitors_of
from tournaments.practice.turns import LONGEST, take_turn, wrong_results
from tournaments.setup.bin import empty_bin
from tournaments.setup.presets import preset_named

SEED = next(str(n) for n in range(99) if chance_of(str(n)) % 10 == 5)
"""The first matches: a sheet that is handed in, a wrong result, a match told live."""


# What happens, without a database ----------------------------------------------------


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_ten_matches_show_a_director_everything(seed: str) -> None:
    courses = [course_of(seed, number, 5) for number in range(1, 11)]
    assert {course.way for course in courses} == set(ReportingWay)
    for course in courses:
        assert sorted(course.score)[1] == 5 > min(course.score) >= 0
        assert course.sits > 0
        assert course.plays > 0
        assert course.other_score == course.score[::-1]
    assert courses == [course_of(seed, number, 5) for number in range(1, 11)]


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_no_two_people_have_the_same_name(seed: str) -> None:
    names = [name for name, _club in invented_people(seed, MOST_PEOPLE + 1)]
    assert Counter(names).most_common(1)[0][1] == 1


# An evening --------------------------------------------------------------------------


def practice(card: str = "club-swiss", who: int = 6, *, does_desk: bool) -> Practice:
    chosen = preset_named(card)
    assert chosen is not None
    made = services.begin(
        plan=services.PracticePlan(
            card=chosen,
            name="Practice",
            people=who,
            speed=120,
            does_desk=does_desk,
            language="en",
            seed=SEED,
        ),
        by=None,
    )
    return Practice.objects.select_related("tournament").get(tournament=made)


def turns(of: Practice, most: int) -> Practice:
    """Take turns until it has ended, `most` at most; the wall clock is made up."""
    now = timezone.now()
    for _turn in range(most):
        now += timedelta(seconds=LONGEST)
        with TestCase.captureOnCommitCallbacks(execute=True):  # brackets go on
            take_turn(of.pk, now)
        of.refresh_from_db()
        if of.ended_at:
            break
    return of


@pytest.mark.django_db
def test_it_plays_itself_to_the_end_and_counts_nowhere() -> None:
    listed = builders.director("Ada")
    held = turns(practice(does_desk=True), 60)
    assert held.ended_at is not None
    matches = Match.objects.filter(pairing__tournament=held.tournament)
    assert {match.state for match in matches} == {Match.State.DONE}
    assert not wrong_results(held)
    assert not matches.filter(rated=True).exists()
    # Who has come late, and who came without being entered, play with them.
    entries = Entry.objects.filter(tournament=held.tournament)
    assert entries.count() == 7
    assert not entries.filter(checked_in_at=None).exists()
    assert not Player.objects.filter(is_invented=False).exists()
    assert not keys_named("")
    assert players_named("", None, per_page=9)[1] == []
    assert directory() == []
    home = Client().get("/").content.decode()
    assert held.tournament.slug not in home
    assert (
        held.tournament.slug
        in builders.signed_in(listed).get("/desk/").content.decode()
    )


@pytest.mark.django_db
def test_a_cup_plays_itself_to_the_end_whatever_was_entered_the_wrong_way_round() -> (
    None
):
    """A wrong winner has played on by then; the way that is suggested is taken."""
    held = turns(practice("cup-consolation", 8, does_desk=True), 120)
    assert held.ended_at is not None
    assert not wrong_results(held)
    assert visitors_of(held) == ()
    corrected = Correction.objects.filter(match__pairing__tournament=held.tournament)
    assert corrected.exists()
    matches = Match.objects.filter(
        pairing__tournament=held.tournament, pairing__in=Pairing.objects.live()
    )
    assert {match.state for match in matches} == {Match.State.DONE}


@pytest.mark.django_db
def test_what_waits_at_the_desk_waits_for_the_director() -> None:
    held = turns(practice(does_desk=False), 3)
    assert not Pairing.objects.filter(tournament=held.tournament).exists()
    builders.published_round(held.tournament)
    held = turns(held, 12)
    assert held.ended_at is None
    seen = visitors_of(held)
    assert seen
    # What they ask for can be typed into the result box, and then they go.
    ada = builders.signed_in(builders.director())
    page = ada.get(f"/desk/{held.tournament.slug}/").content.decode()
    assert 'id="practice"' in page
    lines = [visitor.line for visitor in seen if visitor.line]
    assert lines
    for line in lines:
        url = f"/desk/{held.tournament.slug}/results/"
        answer = ada.post(url, {"line": line})
        if (
            answer.status_code != 302
        ):  # it has a result: the same line again replaces it
            replaces = answer.context["page"].line.replaces
            answer = ada.post(url, {"line": line, "replaces": replaces})
        assert answer.status_code == 302
    assert not [visitor for visitor in visitors_of(held) if visitor.line]


@pytest.mark.django_db
def test_it_stands_still_while_it_is_paused_or_nobody_looks() -> None:
    held = practice(does_desk=True)
    services.pause(practice=held, by=None)
    turns(held, 2)
    assert held.seconds == 0
    services.resume(practice=held, by=None)
    # A night without a worker is no night in the hall.
    take_turn(held.pk, timezone.now() + timedelta(hours=9))
    held.refresh_from_db()
    assert held.seconds == LONGEST * held.speed
    assert held.pk in _due()  # the clock was set back
    services.end(practice=held, by=None)
    assert _due() == []


@pytest.mark.django_db
def test_one_press_throws_it_away_and_undo_brings_it_back() -> None:
    ada = builders.signed_in(builders.director())
    page = ada.get("/desk/new/practice/")
    form = {"card": "cup-consolation", "people": "6", "speed": "30", "does_desk": "on"}
    assert ada.post("/desk/new/practice/", {**form, "people": "3"}).status_code == 422
    assert not Tournament.objects.exists()
    form["op"] = page.context["page"].op if page.context else ""
    for _again in range(2):  # sent twice, it begins one practice
        assert ada.post("/desk/new/practice/", form).status_code == 302
    (held,) = Tournament.objects.all()
    assert held.is_practice
    url = f"/desk/{held.slug}/practice/"
    assert ada.get(url).status_code == 200
    assert ada.post(url, {"speed": "7"}).status_code == 422
    for act in ("pause", "resume", "end"):
        assert ada.post(url, {"act": act}).status_code == 302
    assert ada.post(url, {"throw_away": "1"}).status_code == 302
    assert not Tournament.objects.exists()
    assert ada.post(f"/desk/bin/{held.pk}/restore/").status_code == 302
    assert Tournament.objects.get() == held
    ada.post(url, {"throw_away": "1"})
    empty_bin(timezone.now() + timedelta(days=99))
    assert not Player.objects.exists()
    assert ada.get(url).status_code == 404


@pytest.mark.django_db
def test_another_tournament_is_no_practice() -> None:
    evening = builders.evening("swiss", 4)
    ada = builders.signed_in(builders.director())
    assert ada.get(f"/desk/{evening.slug}/practice/").status_code == 404
    page = ada.get(f"/desk/{evening.slug}/settings/").content.decode()
    assert 'value="practice"' not in page
