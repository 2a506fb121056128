"""The emergency pack: everything to finish by hand is in it."""

import pytest
from django.test import Client

from matches.documents.registry import document_named
from matches.documents.services import wanted
from matches.models import Match
from matches.rules import Side
from tests import builders, paper
from tournaments.models import Tournament
from tournaments.paper.emergency_pack import (
    EmergencyPack,
    emergency_pack,
    print_pack,
)
from tournaments.paper.sheets import BLANK_SHEETS

pytestmark = pytest.mark.django_db


def titles(pack: EmergencyPack) -> list[str]:
    return [part.head.title for part in pack.lists]


def basis(of: Tournament) -> str:
    return wanted(document_named("emergency-pack"), of).basis


def test_of_an_evening_the_round_the_standings_the_entries_and_blank_sheets() -> None:
    paper.need_printing()
    evening = builders.evening("swiss", 7)
    builders.played_round(evening)
    published = builders.published_round(evening)
    pack = emergency_pack(evening)
    assert titles(pack) == ["Results", "Standings", "Sign-in list"]
    assert pack.charts == ()
    assert len(pack.blank) == BLANK_SHEETS
    content = print_pack(pack)
    assert paper.untold(content) == []
    pages = paper.read(content)
    assert [paper.size(page) for page in pages] == [
        *[paper.A4] * 4,
        *[(297.0, 210.0)] * (BLANK_SHEETS // 2),
    ]
    for entry in builders.entries(evening):
        assert entry.player.name in pages[1].extract_text()
        assert entry.player.name in pages[2].extract_text()
        assert entry.player.sort_name in pages[3].extract_text()
    # The masters of the blank sheets are under these alone.
    assert "Crawford" in pages[-1].extract_text()
    for number, page in enumerate(pages[:4], start=1):
        assert paper.is_inside(page, 5)
        assert f"Page {number} of {len(pages)}" in page.extract_text()
    contents = pages[0].extract_text()
    for number, title in ((2, "Results"), (3, "Standings"), (4, "Sign-in list")):
        assert f"{number} · {title}" in contents
    assert "Brackets" not in contents
    before = basis(evening)
    assert basis(evening) == before
    builders.won(Side.ONE, builders.matches(published)[0])
    assert basis(evening) != before


def test_of_a_cup_what_can_be_played_the_results_and_the_charts() -> None:
    paper.need_printing()
    weekend = builders.weekend(8)
    builders.published_round(weekend)
    builders.play_on(weekend)
    pack = emergency_pack(weekend)
    assert titles(pack) == ["Pairings by table", "Results", "Sign-in list"]
    (chart,) = pack.charts
    landscape = len(pack.blank) // 2
    content = print_pack(pack)
    assert paper.untold(content) == []
    pages = paper.read(content)
    assert "Table" in [said[-1] for said in paper.spoken(content, len(pages) - 1)]
    assert len(pages) == 1 + 2 + len(chart.sheets) + 1 + landscape


def test_of_groups_the_crosstables() -> None:
    evening = builders.evening("round_robin", 4)
    builders.published_round(evening)
    assert "Crosstable" in titles(emergency_pack(evening))


def test_open_matches_of_earlier_rounds_are_not_forgotten() -> None:
    evening = builders.evening("swiss", 4)
    first = builders.played_round(evening)
    left = builders.matches(first)[0]
    builders.published_round(evening)
    Match.objects.filter(pk=left.pk).update(state=Match.State.DISPUTED)
    older = emergency_pack(evening).lists[0]
    assert [row[1] for group in older.groups for row in group.rows] == [
        f"M{left.pairing.match_number}"
    ]


def test_before_the_start_and_without_players_there_is_paper_to_write_on() -> None:
    empty = builders.tournament("swiss")
    pack = emergency_pack(empty)
    assert titles(pack) == ["Sign-in list"]
    assert pack.lists[0].groups[0].rows
    assert pack.charts == ()
    assert pack.blank
    answer = Client().get(f"/documents/emergency-pack/{empty.slug}.pdf")
    assert answer["Location"].startswith("/login/")
