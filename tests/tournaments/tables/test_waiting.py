"""What waits for the director, and how the desk says so."""

import pytest
from django.test import Client

from matches.ledger import adjust, recording
from matches.ledger.reporter import SHEET, Reporter
from matches.models import Match
from matches.reports.services import confirm, dispute, version_from_score
from matches.rules import Side
from tests import builders
from tests.refusals import words
from tournaments.models import Tournament
from tournaments.setup.presets import preset_named
from tournaments.setup.stage_services import add_division
from tournaments.structure.plan import DivisionPlan
from tournaments.tables.next_steps import next_step, next_steps
from tournaments.tables.progress import desk_of, desk_view

pytestmark = [pytest.mark.django_db, pytest.mark.database]

ONE = Reporter(side=Side.ONE, via=SHEET)
TWO = Reporter(side=Side.TWO, via=SHEET)


def evening(level: str = "agree") -> tuple[Tournament, list[Match]]:
    made = builders.evening("swiss", 8)
    matches = builders.matches(builders.published_round(made))
    Match.objects.update(reporting=level)
    return made, matches


def report(match: Match) -> None:
    recording.record_final(match_id=match.pk, score_1=7, score_2=5, by=ONE)


def test_disputes_come_first_then_reports_then_what_is_unfinished() -> None:
    made, (first, second, third, _fourth) = evening()
    adjust.put_aside(match_id=first.pk, by=None)
    report(second)
    report(third)
    dispute(match_id=third.pk, version=version_from_score(third, 6, 7), by=TWO)
    view = desk_view(made)
    assert [(each.label, each.state) for each in view.waiting] == [
        ("M3", "disputed"),
        ("M2", "reported"),
        ("M1", "unfinished"),
    ]
    names = second.player_1.name, third.player_1.name, third.player_2.name
    assert view.waiting[1].text == f"{names[0]} reported 7–5."
    assert view.waiting[0].text == f"{names[1]} reported 7–5. {names[2]} reported 6–7."
    assert view.waiting[2].text == words("waiting.put_aside", one=0, two=0)
    assert [each.report is not None for each in view.waiting] == [False, True, False]
    assert "disagree about M3" in next_step(view).text
    assert next_step(view).url == f"/m/{third.code}/"


def test_a_consolation_has_its_own_matches_that_wait() -> None:
    made = builders.weekend(8)
    builders.published_round(made)
    builders.play_on(made)
    Match.objects.update(reporting="agree")
    lost = next(one for one in builders.called(made) if one.stage.name == "Consolation")
    match = lost.match
    assert match is not None
    adjust.put_aside(match_id=match.pk, by=None)
    desk = desk_of(made)
    expected = [(f"M{lost.match_number}", "unfinished")]
    assert [(each.label, each.state) for each in desk.waiting] == expected
    shown = {view.stage.name: len(view.waiting) for view in desk.views}
    assert shown == {"Main": 0, "Consolation": 1, "Last": 0}


def test_the_next_step_counts_reports_and_names_what_is_missing() -> None:
    made, (first, second, *_others) = evening()
    report(first)
    report(second)
    step = next_step(desk_view(made))
    assert step.text == "2 reports to review: M1, M2. 2 results missing: M3, M4."
    assert step.url == "#waiting"


def test_two_players_who_say_the_same_are_one_line() -> None:
    made, (first, *_others) = evening("suggest")
    report(first)
    confirm(match_id=first.pk, report_id=first.reports.get().pk, by=TWO)
    said = words("waiting.both_say", score="7–5")
    assert desk_view(made).waiting[0].text == said


def test_a_trusted_result_that_is_disputed_waits_too() -> None:
    made, (first, *others) = evening("trust")
    report(first)
    for each in others:
        builders.won(Side.ONE, each)
    builders.published_round(made)
    dispute(match_id=first.pk, version=version_from_score(first, 6, 7), by=TWO)
    assert [each.label for each in desk_view(made).waiting] == ["M1"]


def test_nothing_waits_where_nothing_was_reported() -> None:
    made, _matches = evening()
    assert desk_view(made).waiting == ()
    ada = builders.signed_in(builders.director())
    assert "Needs attention" not in ada.get(f"/desk/{made.slug}/").content.decode()


def test_the_next_step_of_each_division_leads_to_its_own_entries() -> None:
    made = builders.tournament()
    card = preset_named("jackpot")
    assert card is not None
    plan = DivisionPlan(name="Jackpot", stages=card.structure.divisions[0].stages)
    add_division(tournament=made, plan=plan, by=None)
    urls = [step.url for step in next_steps(desk_of(made))]
    desk = f"/desk/{made.slug}/entries/"
    assert urls == [desk, f"{desk}?division=2"]


def test_players_do_not_see_what_waits() -> None:
    made, (first, *_others) = evening()
    report(first)
    for path in ("", "rounds/1/"):
        page = Client().get(f"/tournaments/{made.slug}/{path}").content.decode()
        assert "Needs attention" not in page
        assert "/confirm/" not in page
