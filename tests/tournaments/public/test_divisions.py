"""Pages of a tournament speak of all divisions and stages, not of the first."""

import pytest
from django.test import Client
from django.utils import timezone

from matches.documents.registry import document_named
from matches.ledger.club_matches import profile_row
from matches.rulebook.profiles import ready_made
from tests import builders
from tests.tournaments.test_toy_format import text_of
from tournaments.models import Division, Entry, Stage, Tournament
from tournaments.setup.services import close_tournament
from tournaments.structure.queries import stages_of
from tournaments.templatetags.tournament_tags import stages_by_division

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Tournament:
    """Four players in the first division, two in the second, one of whom has left."""
    made = builders.evening("swiss", 4)
    first = builders.stage(made)
    second = Division.objects.create(
        tournament=made,
        number=made.take_numbers("division"),
        name="Beginners",
        profile=first.division.profile,
    )
    Stage.objects.create(
        tournament=made,
        division=second,
        number=made.take_numbers("stage"),
        format="elimination",
        rounds=1,
        match_length=3,
    )
    moved = Entry.objects.filter(number__in=(1, 2), tournament=made)
    moved.update(division=second)
    Entry.objects.filter(number=2, tournament=made).update(withdrawn_at=timezone.now())
    return made


def test_the_head_names_the_divisions(made: Tournament) -> None:
    page = Client().get(made.get_absolute_url()).context["page"]
    assert page.parts == ["Swiss", "Beginners"]


def test_an_event_that_was_not_played_has_no_winner(made: Tournament) -> None:
    builders.played_round(made)
    close_tournament(tournament=made, by=None)
    page = Client().get(made.get_absolute_url()).context["page"]
    assert [stage.number for stage, _table, _podium in page.finals] == [1]


def test_stages_stand_under_their_division(made: Tournament) -> None:
    assert len(stages_by_division(stages_of(made))) == 1
    Stage.objects.create(
        tournament=made,
        division=made.divisions.get(name="Beginners"),
        number=made.take_numbers("stage"),
        format="elimination",
        rounds=1,
        match_length=3,
        name="Main",
    )
    groups = stages_by_division(stages_of(made))
    assert [(name, len(own)) for name, own in groups] == [("", 1), ("Beginners", 2)]
    text = Client().get(f"{made.get_absolute_url()}stages/1/standings/").text
    assert '<span class="hidden">Beginners · </span>Main' in text


def test_who_plays_is_told_of_every_division(made: Tournament) -> None:
    page = Client().get(made.get_absolute_url()).context["page"]
    assert page.entered == 3
    assert [len(one.rows) for one in page.lists] == [2, 2]
    text = Client().get(made.get_absolute_url()).text
    names = [str(entry.player.name) for entry in builders.entries(made)]
    assert all(name in text for name in names)
    assert 'id="coming-2"' in text


def test_rules_that_are_those_of_all_divisions_are_told_once(made: Tournament) -> None:
    answer = Client().get(f"{made.get_absolute_url()}rules/")
    page = answer.context["page"]
    assert page.formats == ["swiss", "elimination"]
    assert [one.division.number for one in page.divisions] == [1]
    for stage in Stage.objects.filter(tournament=made):
        assert f"to {stage.match_length} points" in text_of(answer)


def test_rules_of_different_divisions_are_told_of_each(made: Tournament) -> None:
    second = Division.objects.get(tournament=made, number=2)
    second.rated = not second.rated
    second.profile = profile_row(ready_made("swedish").profile)
    second.save()
    answer = Client().get(f"{made.get_absolute_url()}rules/")
    told = answer.context["page"].divisions
    assert [one.division.number for one in told] == [1, 2]
    assert told[0].origin.ready_made != told[1].origin.ready_made
    assert answer.text.count('class="rules"') == 2


def test_the_game_is_explained_by_the_rules_of_each_division(made: Tournament) -> None:
    """On its page, and on paper: two pages for each, with a code that leads there."""
    path = f"{made.get_absolute_url()}rules/play/"
    paper = document_named("rules-of-play")
    assert len(paper.values(made)) == 1
    second = Division.objects.get(tournament=made, number=2)
    capped = ready_made("swedish").profile.with_changes(cube_cap=8)
    second.profile = profile_row(capped)
    second.save()
    said = "The cube goes no higher than 8."
    first, other = Client().get(path), Client().get(path, {"division": "2"})
    assert [said in one.text for one in (first, other)] == [False, True]
    assert 'href="?division=2"' in first.text
    assert [said in one for one in paper.values(made)] == [False, True]
    assert ["Beginners" in one for one in paper.values(made)] == [False, True]
    assert "?division=2" in paper.values(made)[1]
    assert Client().get(path, {"division": "9"}).context["page"].shown.number == 1


def test_the_number_of_players_is_that_of_all_while_it_runs(made: Tournament) -> None:
    builders.published_round(made)
    assert Client().get(made.get_absolute_url()).context["page"].entered == 3


def test_a_name_leads_to_the_path_of_a_bracket_and_else_to_the_player(
    client: Client,
) -> None:
    for key in ("swiss", "round_robin", "elimination"):
        held = builders.evening(key, 4)
        builders.published_round(held)
        shown = client.get(f"/tournaments/{held.slug}/").content.decode()
        for entry in builders.entries(held):
            path = f"/tournaments/{held.slug}/stages/1/path/{entry.number}/"
            own = path if key == "elimination" else f"/players/{entry.player.key}/"
            assert f'<a href="{own}">' in shown
