"""Advice: what fits an evening is in time, and one click carries it into the form."""

from dataclasses import replace
from datetime import date, time

import pytest
from django.utils import timezone
from django.utils.html import escape

from matches.models import ListedPlayer
from matches.ratings.services import ListRules, make_list
from matches.rules.ratings import POINT
from tests import builders
from tournaments.setup.advice import EveningPlan, Fit, carried, changed, fits_of
from tournaments.setup.advice_forms import AdviceForm
from tournaments.setup.presets import GROUPS, PRESETS, preset_named
from tournaments.setup.views import MOST_FITS
from tournaments.tables.chances import KNOCK_OUT, Contest, best_wins, like

SIXTEEN = EveningPlan(people=16, begins=time(19), over=time(23))


def fit(key: str, evening: EveningPlan = SIXTEEN) -> Fit:
    card = preset_named(key)
    assert card is not None
    return fits_of([card], evening)[0]


@pytest.mark.parametrize("people", [2, 3, 7, 24, 100])
def test_every_card_says_something_for_every_field(people: int) -> None:
    evening = EveningPlan(people=people, begins=time(20), over=time(0, 30), tables=6)
    found = fits_of(PRESETS, evening)
    assert {one.card.key for one in found} == {card.key for card in PRESETS}
    for one in found:
        assert one.matches >= 0
        assert one.minutes is None or one.minutes > 0
        assert one.chance is None or 0 <= one.chance <= 1
    order = [one.is_in_time for one in found]
    assert order == sorted(order, reverse=True)


def test_an_evening_ends_after_midnight() -> None:
    assert EveningPlan(8, begins=time(22), over=time(1)).minutes == 180


def test_more_time_gives_no_fewer_points_to_play() -> None:
    longer = EveningPlan(people=16, begins=time(19), over=time(1))
    short, long = fit("club-swiss"), fit("club-swiss", longer)
    assert short.is_in_time
    assert long.is_in_time
    assert short.minutes is not None
    assert long.minutes is not None
    assert long.minutes >= short.minutes


def test_few_tables_take_longer_and_are_named() -> None:
    few = EveningPlan(people=16, begins=time(19), over=time(23), tables=2)
    slow, quick = fit("double-elimination", few), fit("double-elimination")
    assert slow.minutes is not None
    assert quick.minutes is not None
    assert slow.minutes > quick.minutes
    assert (few.waiting, SIXTEEN.waiting) == (12, 0)


def test_eight_players_in_four_groups_who_all_go_on_are_warned_of() -> None:
    eight = EveningPlan(people=8, begins=time(10), over=time(20))
    assert len(fit("groups-final", eight).remarks) == 2
    many = EveningPlan(people=32, begins=time(10), over=time(20))
    assert not fit("groups-final", many).remarks


def test_a_pair_is_one_of_those_who_play() -> None:
    eight = EveningPlan(people=8, begins=time(19), over=time(23))
    four = EveningPlan(people=4, begins=time(19), over=time(23))
    pairs = fit("doubles", eight)
    # Four pairs have three opponents each, and meet each of them twice.
    assert pairs.card.first.rounds < 4
    assert pairs.matches == 2 * pairs.card.first.rounds
    assert fit("club-swiss", four).card.first.rounds == pairs.card.first.rounds


def test_more_than_eight_are_too_many_for_a_jackpot_of_eight() -> None:
    eight = EveningPlan(people=8, begins=time(10), over=time(20))
    nine = replace(eight, people=9)
    assert not fit("jackpot", eight).remarks
    assert len(fit("jackpot", nine).remarks) == 1
    assert not fit("cup", nine).remarks


def test_a_night_too_short_for_a_match_is_warned_of() -> None:
    short = EveningPlan(people=8, begins=time(19), over=time(19, 10))
    assert fit("club-night", short).matches == 0
    assert len(fit("club-night", short).remarks) == 1
    assert not fit("club-night").remarks


def test_a_night_without_an_end_is_always_in_time() -> None:
    night = fit("club-night")
    assert night.minutes is None
    assert night.is_in_time
    assert night.chance is None
    assert night.matches > 1


@pytest.mark.parametrize(
    "asked",
    [
        {"points": "-2", "rounds": "1"},
        {"points": "99", "rounds": "x"},
        {"points": "", "rounds": "٣"},
        {},
    ],
)
def test_an_address_carries_what_advice_can_give_and_nothing_else(
    asked: dict[str, str],
) -> None:
    card = preset_named("club-swiss")
    assert card is not None
    found = carried(card, asked)
    wanted = changed(card, -2, 1) if asked.get("points") == "-2" else card
    assert found.structure == wanted.structure


@pytest.mark.django_db
def test_one_click_carries_rounds_lengths_and_time_into_the_form() -> None:
    ada = builders.signed_in(builders.director())
    asked = {"people": "16", "begins": "19:30", "over": "22:30"}
    evening = EveningPlan(people=16, begins=time(19, 30), over=time(22, 30))
    found = fit("club-swiss", evening)
    shown = ada.get("/desk/new/", asked).content.decode()
    assert f'href="/desk/new/?{escape(found.query)}"' in shown
    form = ada.get(f"/desk/new/?{found.query}").context["form"]
    assert form.initial["match_length"] == found.card.match_length
    assert form.initial["rounds"] == found.card.first.rounds
    assert form.initial["start_time"] == time(19, 30)
    weekend = ada.get("/desk/new/?template=weekend-open&points=-2").context["form"]
    assert weekend.initial["s1_1_length"] == 9


@pytest.mark.django_db
def test_three_questions_suggest_a_kind_and_what_was_used_last_comes_first() -> None:
    ada = builders.signed_in(builders.director())
    old = builders.tournament(name="Last week", date=date(2026, 11, 20))
    shown = ada.get("/desk/new/", {"people": "16", "over": "23:00", "kind": "1"})
    assert list(shown.context["recent"]) == [old]
    assert f"/desk/{old.slug}/copy/" in shown.text
    keys = [one.card.key for one in shown.context["fits"]]
    assert {*keys} == {card.key for card in GROUPS[1][1]}
    every = ada.get("/desk/new/", {"people": "16", "over": "23:00"})
    assert len(every.context["fits"]) == MOST_FITS
    assert ada.get("/desk/new/", {"people": "6", "kind": "9"}).status_code == 422


def test_a_field_is_as_far_apart_as_those_on_the_list() -> None:
    ratings = [1400 * POINT, 1800 * POINT, 1600 * POINT]
    assert like(ratings, 3) == (1800, 1600, 1400)
    assert like(ratings, 6) == (1800, 1750, 1650, 1550, 1450, 1400)
    assert like(ratings, 1) == (1600,)


def test_the_best_wins_more_often_where_the_others_are_weaker() -> None:
    cup = (Contest(KNOCK_OUT, 7),)
    equal, apart = (
        best_wins(8, cup, 100, strengths=strengths)
        for strengths in ((1500.0,) * 8, (2500.0, *(1000.0,) * 7))
    )
    assert equal < 0.4
    assert apart > 0.8


@pytest.mark.django_db
def test_ratings_of_a_list_count_and_one_that_knows_nobody_is_refused() -> None:
    ada = builders.signed_in(builders.director())
    asked = {"people": "16", "begins": "19:00", "over": "23:00"}
    assert not ada.get("/desk/new/").context["form"].lists
    of = make_list(rules=ListRules(name="Club"), by=None)
    refused = ada.get("/desk/new/", asked | {"ratings": of.key})
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == ["ratings"]
    ListedPlayer.objects.bulk_create(
        ListedPlayer(
            list=of,
            player=builders.player(name),
            rating=(2600 - 300 * min(place, 1)) * POINT,
            experience=500,
            last_day=timezone.localdate(),
        )
        for place, name in enumerate(builders.names(4))
    )
    form = AdviceForm(asked | {"ratings": of.key}, lists=[of])
    assert form.is_valid()
    assert form.of == of.name
    assert form.evening().ratings == tuple(
        points * POINT for points in (2600, 2300, 2300, 2300)
    )
    assert not AdviceForm(asked | {"ratings": "?"}, lists=[of]).is_valid()


@pytest.mark.django_db
@pytest.mark.parametrize("people", ["", "1", "129", "x", "-3", "٣٣٣٣"])
def test_odd_numbers_of_people_are_refused_in_words(people: str) -> None:
    ada = builders.signed_in(builders.director())
    answer = ada.get("/desk/new/", {"people": people, "begins": "9", "over": "25:00"})
    assert answer.status_code == 422
    assert not answer.context["fits"]
