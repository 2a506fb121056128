"""The rules of a tournament: chosen, changed, frozen, and read by everybody."""

import html
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from matches.rulebook.profiles import DEFAULT, READY_MADE, Profile, Reporting
from tests import builders
from tests.refusals import codes_of, numbers_in, shows
from tournaments.models import Tournament
from tournaments.setup.errors import RULES_FROZEN
from tournaments.setup.presets import PRESETS

pytestmark = pytest.mark.django_db

PLAN = {
    "name": "Club evening",
    "date": "2026-11-20",
    "format": "swiss",
    "match_length": 7,
    "rounds": 4,
    "language": "en",
}
KEYS = [each.key for each in READY_MADE]


def shown(client: Client, path: str = "/desk/new/?template=club-swiss") -> dict:
    """What the page would send if nothing on it was touched."""
    form = client.get(path).context["form"]
    ticks = {name for name, value in form.initial.items() if value is False}
    fixed = {"date": "2026-11-20"}
    return {key: form.initial[key] for key in form.initial if key not in ticks} | fixed


def text_of(answer: HttpResponse) -> str:
    return " ".join(html.unescape(answer.content.decode()).split())


def created(client: Client, sent: dict[str, Any]) -> Tournament:
    answer = client.post("/desk/new/", sent)
    assert answer.status_code == 302, text_of(answer)
    return Tournament.objects.get()


def profile_of(tournament: Tournament) -> Profile:
    return builders.stage(tournament).division.profile.profile


# Making a tournament -------------------------------------------------------


@pytest.mark.parametrize("crawford", [True, False])
def test_the_short_form_alone_decides_what_it_asks(ada: Client, crawford: bool) -> None:
    tick = {"crawford": "on"} if crawford else {}
    made = created(ada, PLAN | tick)
    division = builders.stage(made).division
    assert division.profile.profile == DEFAULT.with_changes(crawford=crawford)
    assert (division.reporting, division.rated) == (Reporting.DIRECTOR, True)
    assert division.equity_table == ""


@pytest.mark.parametrize("card", PRESETS, ids=lambda card: card.key)
def test_a_card_sent_as_it_is_shown_gives_what_it_says(ada: Client, card: Any) -> None:
    made = created(ada, shown(ada, f"/desk/new/?template={card.key}"))
    assert profile_of(made).key == card.profile
    assert builders.stage(made).division.reporting == card.reporting


@pytest.mark.parametrize("each", READY_MADE, ids=KEYS)
def test_a_ready_made_profile_comes_whole(ada: Client, each: Any) -> None:
    sent = shown(ada) | {"rules": each.key}
    if not each.profile.crawford:
        del sent["crawford"]
    assert profile_of(created(ada, sent)) == each.profile


@pytest.mark.parametrize("each", READY_MADE, ids=KEYS)
def test_without_its_switches_a_profile_comes_whole_too(ada: Client, each: Any) -> None:
    tick = {"crawford": "on"} if each.profile.crawford else {}
    made = created(ada, PLAN | {"rules": each.key} | tick)
    assert profile_of(made) == each.profile


def test_the_crawford_tick_counts_as_it_is_seen(ada: Client) -> None:
    made = created(ada, shown(ada) | {"rules": "swedish"})
    assert profile_of(made).crawford
    assert profile_of(made).cube_cap is None


def test_own_rules_are_a_profile_with_switches_set_otherwise(ada: Client) -> None:
    own = {
        **{"crawford_double": "stand", "cube": "other", "cube_other": 16},
        **{"jacoby": "on", "beavers": 2, "automatic": 1, "extras_in_matches": "on"},
        **{"scoring": "checkers", "gammon_value": 3, "backgammon_value": 5},
        **{"start_1": 1, "start_2": 2, "late_grace": 15, "late_every": 5},
        **{"late_majority": "on", "clock_minutes": 6, "clock_scored": 3},
        **{"clock_delay": 0, "clocks_required": "on", "walkover": "half"},
        **{"bye_halves": 1, "stake": "2,50", "currency": "kr"},
    }
    made = created(ada, shown(ada) | own)
    assert profile_of(made) == Profile(
        crawford_double="stand",
        cube_cap=16,
        jacoby=True,
        beavers=2,
        automatic=1,
        extras_in_matches=True,
        scoring="checkers",
        gammon_value=3,
        backgammon_value=5,
        start_1=1,
        start_2=2,
        late_grace=15,
        late_every=5,
        late_majority=True,
        clock_minutes=6,
        clock_scored=3,
        clock_delay=0,
        clocks_required=True,
        walkover="half",
        bye_halves=1,
        stake="2.5",
        currency="kr",
    )


def test_other_rules_and_a_changed_switch_are_shown_before_they_count(
    ada: Client,
) -> None:
    answer = ada.post("/desk/new/", shown(ada) | {"rules": "leaflet", "stake": "5"})
    assert answer.status_code == 422
    assert "rules:invalid" in codes_of(answer)
    assert not Tournament.objects.exists()
    form = answer.context["form"]
    again = {field.html_name: field.value() for field in form}
    assert (again["shown"], again["automatic"], again["stake"]) == ("leaflet", 6, "5")
    sent = {key: value for key, value in again.items() if value not in {None, False}}
    made = profile_of(created(ada, sent))
    assert (made.key, made.scoring, made.stake) == ("leaflet", "checkers", "5")


def test_the_chosen_rules_can_be_seen_before_anything_is_saved(ada: Client) -> None:
    sent = shown(ada) | {"name": "Half typed", "rules": "norwegian", "fill_in": "1"}
    answer = ada.post("/desk/new/", sent)
    assert (answer.status_code, Tournament.objects.count()) == (200, 0)
    form = answer.context["form"]
    assert (form["name"].value(), form["beavers"].value()) == ("Half typed", 1)
    assert not form["crawford"].value()
    assert form["shown"].value() == "norwegian"


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"cube": "other", "cube_other": "48"}, "cube_other"),
        ({"cube": "other", "cube_other": ""}, "cube_other"),
        ({"cube": "1", "automatic": 1}, "automatic"),
        ({"cube": "7"}, "cube"),
        ({"beavers": 11}, "beavers"),
        ({"gammon_value": 4, "backgammon_value": 3}, "backgammon_value"),
        ({"start_1": 7}, "start_1"),
        ({"lengths": "3 7", "start_1": 3}, "start_1"),
        ({"stake": "0"}, "stake"),
        ({"stake": "-1"}, "stake"),
        ({"stake": "NaN"}, "stake"),
        ({"stake": "1e999999"}, "stake"),
        ({"currency": "kr\x00"}, "currency"),
        ({"late_every": "-5"}, "late_every"),
        ({"clock_minutes": "9" * 5000}, "clock_minutes"),
        ({"clock_delay": "soon"}, "clock_delay"),
        ({"walkover": "double"}, "walkover"),
        ({"rules": "martian"}, "rules"),
        ({"shown": "\x00"}, "shown"),
        ({"reporting": "nobody"}, "reporting"),
        ({"equity_table": "tarot"}, "equity_table"),
        ({"lengths": "7 0"}, "lengths"),
        ({"lengths": "7 100"}, "lengths"),
        ({"lengths": "seven"}, "lengths"),
        ({"lengths": "7 7 7 7 7"}, "lengths"),
        ({"format": "elimination", "lengths": "7 " * 31}, "lengths"),
    ],
)
def test_rules_that_cannot_be_are_refused_at_their_field(
    ada: Client, typed: dict[str, Any], field: str
) -> None:
    answer = ada.post("/desk/new/", shown(ada) | typed)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert not Tournament.objects.exists()


# Match lengths by round ----------------------------------------------------


def test_lengths_by_round_reach_the_matches(ada: Client) -> None:
    made = created(ada, PLAN | {"lengths": "3, 5 5"})
    builders.entered(made, 4)
    lengths = [
        {
            match.length
            for match in builders.matches(builders.played_round(made, loser=1))
        }
        for _round in range(2)
    ]
    assert lengths == [{3}, {5}]
    settings = ada.get(f"/desk/{made.slug}/settings/").context["form"]
    assert settings["lengths"].value() == "3 5 5"


def test_a_profile_of_any_kind_reaches_the_matches(ada: Client) -> None:
    made = created(ada, PLAN | {"rules": "leaflet", "reporting": "trust"})
    builders.entered(made, 2)
    match = builders.matches(builders.published_round(made))[0]
    assert match.profile.profile.key == "leaflet"
    assert match.reporting == "trust"


# Changing and freezing -----------------------------------------------------


def test_settings_change_the_rules_while_nothing_is_public(ada: Client) -> None:
    made = builders.tournament()
    path = f"/desk/{made.slug}/settings/"
    assert ada.post(path, shown(ada, path) | {"beavers": 1}).status_code == 302
    assert profile_of(made) == DEFAULT.with_changes(beavers=1)
    page = ada.get(path)
    assert page.context["form"]["beavers"].value() == 1
    assert page.context["form"].is_changed


def test_settings_that_do_not_mention_the_rules_keep_them(ada: Client) -> None:
    made = builders.tournament(profile=DEFAULT.with_changes(jacoby=True), rated=False)
    sent = PLAN | {"crawford": "on"}
    assert ada.post(f"/desk/{made.slug}/settings/", sent).status_code == 302
    assert profile_of(made).jacoby
    assert not builders.stage(made).division.rated


def test_published_rules_are_read_only_and_the_rest_can_change(ada: Client) -> None:
    made = builders.evening("swiss", 4)
    match = builders.matches(builders.published_round(made))[0]
    path = f"/desk/{made.slug}/settings/"
    page = text_of(ada.get(path))
    assert shows(page, "rules-fixed")
    assert 'name="jacoby"' not in page
    assert 'name="rules"' not in page
    sent = PLAN | {"rounds": 3, "reporting": "agree", "lengths": "7 9"}
    assert ada.post(path, sent).status_code == 302
    division = builders.stage(made).division
    assert (division.reporting, division.rated) == ("agree", False)
    assert division.profile.profile == DEFAULT
    match.refresh_from_db()
    assert (match.reporting, match.rated) == ("agree", False)


@pytest.mark.parametrize("changed", [{"rules": "swedish"}, {"stake": "3"}])
def test_a_page_older_than_the_first_round_changes_no_rules(
    ada: Client, changed: dict[str, str]
) -> None:
    made = builders.evening("swiss", 4)
    path = f"/desk/{made.slug}/settings/"
    sent = shown(ada, path) | changed
    builders.published_round(made)
    answer = ada.post(path, sent)
    assert answer.status_code == 422
    assert RULES_FROZEN.english in text_of(answer)
    assert profile_of(made) == DEFAULT


def test_an_old_page_with_the_same_rules_is_taken(ada: Client) -> None:
    made = builders.evening("swiss", 4)
    path = f"/desk/{made.slug}/settings/"
    sent = shown(ada, path)
    builders.published_round(made)
    assert ada.post(path, sent).status_code == 302


# For everybody -------------------------------------------------------------


def test_everybody_reads_the_rules_before_and_after(client: Client) -> None:
    made = builders.evening(
        "swiss", 4, profile=DEFAULT.with_changes(late_every=5), lengths=(3, 5)
    )
    path = f"/tournaments/{made.slug}/rules/"
    before = text_of(client.get(path))
    (division,) = client.get(path).context["page"].divisions
    changed = division.origin.changes
    (late,) = (line for line in changed if numbers_in(line) == [5])
    assert "Standard match play (Crawford rule)" in before
    assert "Changed for this tournament:" in before
    assert late in before
    assert "Round 2</dt><dd>to 5 points" in before
    assert "Only directors enter results." in before
    assert "Live winning chances" not in before
    builders.played_round(made, loser=1)
    after = text_of(client.get(path))
    assert late in after
    assert path in text_of(client.get(made.get_absolute_url()))
    ada = builders.signed_in(builders.director())
    assert path in text_of(ada.get(f"/desk/{made.slug}/"))


def test_rules_left_as_they_come_say_so(client: Client) -> None:
    made = builders.tournament()
    assert shows(client.get(f"/tournaments/{made.slug}/rules/"), "as-they-come")


def test_who_shows_winning_chances_says_by_which_table(
    ada: Client, client: Client
) -> None:
    made = created(ada, PLAN | {"equity_table": "woolsey"})
    page = text_of(client.get(f"/tournaments/{made.slug}/rules/"))
    assert "Live winning chances</dt><dd>Woolsey" in page


def test_the_rules_of_no_tournament_are_not_found(client: Client) -> None:
    assert client.get("/tournaments/nothing/rules/").status_code == 404
