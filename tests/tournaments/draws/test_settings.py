"""What will be drawn, and changing it beside the draw."""

import pytest

from matches.models import Player
from tests import builders
from tournaments.draws.queries import draft_of
from tournaments.draws.settings import DrawSettingsForm
from tournaments.models import Entry, Stage, Tournament

pytestmark = pytest.mark.django_db


def cup(who: int = 8, **options: object) -> Tournament:
    made = builders.tournament("elimination")
    for number, entry in enumerate(builders.entered(made, who), start=1):
        Player.objects.filter(pk=entry.player_id).update(rating=2000 - number)
    Stage.objects.update(options=options)
    return made


def settings(made: Tournament) -> dict[str, str]:
    """What the form of the page would send, as it is."""
    form = DrawSettingsForm(builders.stage(made))
    sent = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in sent.items() if value is not None}


def test_the_page_says_what_will_be_drawn() -> None:
    made = cup(6, seeded=2, apart=["club"])
    best = builders.entries(made)[0].player.name
    page = builders.signed_in(builders.director()).get(f"/desk/{made.slug}/draw/")
    summary = dict(page.context["settings"].summary())
    assert summary["Seeds"].startswith(f"2 · By rating: {best}, ")
    assert summary["Kept apart"] == "Same club · round 1"
    assert summary["Byes"] == "2 · Spread evenly"


def test_seeds_are_given_by_number_and_marked_in_the_draft() -> None:
    made = cup(8)
    ada = builders.signed_in(builders.director())
    sent = settings(made) | {"seeded": "3", "seed_7": "1", "seed_5": "2"}
    answer = ada.post(f"/desk/{made.slug}/draw/settings/", sent)
    assert answer.status_code == 302
    seeds = {
        seat.seed: seat.side.number
        for row in draft_of(builders.drawn_round(made))
        for seat in (row.one, row.two)
        if seat and seat.seed
    }
    assert seeds == {1: 7, 2: 5, 3: 1}  # the third by rating
    page = ada.get(f"/desk/{made.slug}/draw/").content.decode()
    assert page.count('class="swap__seed"') == 3
    assert 'class="tree' in page


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"seed_1": "1", "seed_2": "1"}, "seed_2"),
        ({"seed_1": "2"}, "seeded"),
        ({"seeded": "9"}, "seeded"),
        ({"seed_1": "0"}, "seed_1"),
    ],
)
def test_seeds_that_cannot_be_are_refused_and_stay_typed(typed, field) -> None:
    made = cup(8)
    ada = builders.signed_in(builders.director())
    sent = settings(made) | typed
    answer = ada.post(f"/desk/{made.slug}/draw/settings/", sent)
    assert answer.status_code == 422
    form = answer.context["settings"]
    assert field in form.errors
    assert all(form[name].value() == value for name, value in typed.items())
    assert not Entry.objects.exclude(seed=None).exists()


def test_one_club_of_all_players_is_warned_of() -> None:
    made = cup(8, apart=["club"])
    Player.objects.update(club="Lund BGC")
    page = builders.signed_in(builders.director()).get(f"/desk/{made.slug}/draw/")
    (note,) = page.context["notes"]
    assert "8 of 8 players share “Lund BGC”" in note


def test_a_drawn_bracket_is_not_changed() -> None:
    made = cup(8)
    sent = settings(made)
    builders.published_round(made)
    ada = builders.signed_in(builders.director())
    answer = ada.post(f"/desk/{made.slug}/draw/settings/", {**sent, "seeded": "4"})
    assert answer.status_code >= 400
    assert builders.stage(made).chosen.seeded == 0


def test_a_later_round_is_shown_by_score() -> None:
    evening = builders.evening("swiss", 8)
    builders.played_round(evening)
    builders.drawn_round(evening)
    ada = builders.signed_in(builders.director())
    page = ada.get(f"/desk/{evening.slug}/draw/").content.decode()
    assert page.index(">wins: 1</th>") < page.index(">wins: 0</th>")


def test_the_finished_draft_is_announced_to_eye_and_ear() -> None:
    evening = builders.evening("swiss", 4)
    builders.drawn_round(evening)
    ada = builders.signed_in(builders.director())
    poll = ada.get(f"/desk/{evening.slug}/draw/", headers={"HX-Request": "true"})
    assert poll.status_code == 286
    assert 'hx-swap-oob="innerHTML:#say"' in poll.content.decode()
