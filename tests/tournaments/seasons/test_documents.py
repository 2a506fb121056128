"""The table of a season on paper: what stands on it, for whom, in which languages."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client

from matches.documents.registry import document_named
from matches.models import Player
from tests import builders, paper
from tests.refusals import raises
from tournaments.entries.services import add_entries
from tournaments.models import Season, Tournament
from tournaments.paper.values import PrintedList
from tournaments.seasons.documents import NO_TABLE
from tournaments.seasons.scoring import UNIT, SeasonScoring
from tournaments.seasons.services import SeasonRules, make_season
from tournaments.seasons.words import rules_text
from tournaments.setup.services import close_tournament

pytestmark = pytest.mark.django_db

PAYS = SeasonScoring(attendance=UNIT, win=(2 * UNIT, UNIT, UNIT))
PATH = "/documents/season-table/season-2026.pdf"


def season(**rules: Any) -> Season:
    decided = {
        "name": "Season 2026",
        "from_day": date(2026, 1, 1),
        "to_day": date(2026, 12, 31),
        "scoring": PAYS,
    }
    return make_season(rules=SeasonRules(**decided | rules), by=None)


def evening(day: int = 2, who: int = 4, **changes: Any) -> Tournament:
    """An evening of one round; the same people every time."""
    made = builders.tournament(date=date(2026, 10, day), rounds=1, **changes)
    known = list(Player.objects.filter(name__in=builders.names(who)).order_by("pk"))
    if known:
        add_entries(tournament=made, known=known, new=(), here=True, by=None)
    else:
        builders.entered(made, who)
    builders.played_round(made)
    close_tournament(tournament=made, by=None)
    return made


def table(of: Season) -> PrintedList:
    return document_named("season-table").read(of)


def cells(values: PrintedList) -> list[tuple[str, ...]]:
    return [row for group in values.groups for row in group.rows]


def test_paper_has_the_rows_and_the_rules_of_the_page() -> None:
    evening()
    of = season()
    values = table(of)
    page = Client().get(of.get_absolute_url()).content.decode()
    shown = re.findall(r"<td[^>]*>\s*([^<]*?)\s*<", page)
    assert [
        text for place, _name, *others in cells(values) for text in (place, *others)
    ] == shown
    assert [row[0] for row in cells(values)] == ["=1", "=1", "=3", "=3"]
    assert all(row[1] in page for row in cells(values))
    assert set(rules_text(of)) <= set(values.notes)
    assert values.head.tournament == of.name
    assert values.head.url.endswith(of.get_absolute_url())
    assert not values.head.advice


def test_paper_says_what_is_dropped_and_carried_over() -> None:
    evening(2)
    evening(9)
    best = season(scoring=SeasonScoring(attendance=UNIT, best=1))
    player = Player.objects.earliest("pk")
    following = make_season(
        rules=SeasonRules(name="Next", from_day=date(2026, 10, 1), scoring=PAYS),
        by=None,
        previous=best,
        carried={player.pk: 7 * UNIT},
    )
    assert all("dropped: 1" in row[3] for row in cells(table(best)))
    told = {row[1]: row[3] for row in cells(table(following))}
    assert [name for name in told if "carried over: 7" in told[name]] == [player.name]


def test_a_column_of_clubs_is_there_if_anybody_has_one() -> None:
    evening()
    of = season()
    without = table(of)
    Player.objects.filter(pk=Player.objects.earliest("pk").pk).update(club="Nordby BK")
    with_clubs = table(of)
    assert len(with_clubs.columns) == len(without.columns) + 1
    assert sorted(row[2] for row in cells(with_clubs)) == ["", "", "", "Nordby BK"]
    for values in (without, with_clubs):
        assert {len(row) for row in cells(values)} == {len(values.columns)}
        assert sum(column.width for column in values.columns) == pytest.approx(190)


def test_results_of_many_evenings_would_be_cut_and_are_left_out() -> None:
    for day in range(1, 20):
        evening(day, who=2)
    values = table(season())
    assert len(values.columns) == 4
    assert {len(row) for row in cells(values)} == {4}
    assert cells(values)[0][2] == "19"


def test_places_that_can_change_are_marked_on_paper() -> None:
    made = builders.evening(date=date(2026, 10, 2), rounds=1)
    builders.won(1, builders.matches(builders.published_round(made))[0])
    assert table(season()).head.advice


def test_nothing_is_printed_before_the_first_result() -> None:
    of = season()
    with raises(NO_TABLE):
        table(of)
    assert Client().get(PATH, follow=True).status_code == NO_TABLE.status


def test_a_hidden_season_is_printed_for_directors_alone() -> None:
    evening()
    season(is_public=False)
    director = builders.signed_in(builders.director())
    with builders.printing():
        assert builders.printed(Client(), PATH).status_code == 404
        assert builders.printed(director, PATH)["Content-Type"] == "application/pdf"


def test_a_season_is_printed_in_the_languages_of_its_newest_tournament() -> None:
    evening(2, language="da", second_language="en")
    of = season()
    assert document_named("season-table").language(of) == "da+en"
    evening(9, language="sv")
    assert document_named("season-table").language(of) == ""


def test_the_paper_is_read_back() -> None:
    paper.need_printing()
    evening()
    season()
    answer = builders.printed(Client(), PATH)
    text = paper.words(answer.content)
    assert all(name in text for name in builders.names(4))
    assert "Season 2026" in text
