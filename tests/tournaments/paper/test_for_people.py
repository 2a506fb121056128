"""Badges, entries, and the chart of the rounds."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from matches.documents.registry import A3, A4, LETTER, Paper, offers, printing_on
from matches.models import Player
from tests import builders, paper, printed_worlds
from tests.refusals import raises
from tournaments.models import Entry
from tournaments.paper.crosstables import round_chart
from tournaments.paper.entries import Badge, Badges, badges_of, entry_list, print_badges
from tournaments.paper.values import NOBODY_ENTERED, ListHead

pytestmark = pytest.mark.django_db

NAMES = (
    "Bo",
    "Maximiliane-Alexandra von und zu Hohenlohe-Langenburg",
    "Wolfeschlegelsteinhausenbergerdorffwelch",
    "Nguyễn Thị Phương Thảo Trần-Lê",
    "Ελευθερία Κωνσταντινίδου-Παπαδοπούλου",
    "محمد عبد الله بن عبد العزيز",
    "W" * 40,
)
HEAD = ListHead(
    tournament="The Øresund and Kattegat invitational of all the clubs around it",
    where="Championship · Monrad of the first evening",
    title="Certificate",
    date="12 November 2026",
    url="https://bg.example.org/tournaments/k%C3%B8ge/",
    printed_at=datetime(2026, 11, 12, 13, 55, tzinfo=UTC),
    language="en",
)
CLUB = "Backgammonklubben for København og omegn, afdelingen i Køge"
KEY = "https://bg.example.org/p/ABCDEFGHJKLMNPQRSTVW/"


def check(content: bytes, names: tuple[str, ...], *, margin: float = 4.2) -> None:
    """Check that each name is whole, on the page, and on no other text."""
    assert printed_worlds.overlaps(content) == []
    assert printed_worlds.outside(content, margin) == []
    said = "".join(printed_worlds.text_of(content).split()).replace("\ufffe", "-")
    for name in names:
        if name.isascii():
            assert "".join(name.split()) in said


class TestEveryNameIsWhole:
    @pytest.mark.parametrize("size", [A4, LETTER, A3])
    def test_on_badges(self, size: Paper) -> None:
        badges = [Badge(name, CLUB, "Championship · Doubles", KEY) for name in NAMES]
        with printing_on(size):
            content = print_badges(Badges(HEAD, tuple(badges)))
        assert {paper.size(page) for page in paper.read(content)} == {
            (size.width, size.height)
        }
        check(content, NAMES)


class TestBadges:
    def test_each_has_a_slip_with_the_code_below_it(self) -> None:
        badges = (Badge("Ann Lee", "", "", KEY), Badge("Bo", "", "", ""))
        content = print_badges(Badges(HEAD, badges))
        (page,) = paper.read(content)
        placed = {text.text: text.y for text in paper.texts(page)}
        assert placed["Ann"] < placed["Lee"] < placed["Ann Lee"]
        assert len(paper.alternatives(content)) == 1

    def test_as_many_as_the_paper_holds(self) -> None:
        badges = Badges(HEAD, tuple(Badge("Ann", "", "", KEY) for _n in range(13)))
        for size, count in ((A4, 6), (LETTER, 6), (A3, 12)):
            with printing_on(size):
                first = paper.read(print_badges(badges))[0]
            assert [text.text for text in paper.texts(first)].count("Ann") == 2 * count

    def test_of_a_pair_one_for_each_member(self) -> None:
        evening = builders.evening("swiss", 3)
        pair, one, two = Player.objects.order_by("pk")
        pair.members.set([one, two])
        Entry.objects.exclude(player=pair).delete()
        names = {badge.name for badge in badges_of(evening).badges}
        assert names == {str(one.name), str(two.name)}

    def test_the_code_is_that_of_the_personal_link_and_secret(self) -> None:
        evening = builders.evening("swiss", 1)
        (badge,) = badges_of(evening).badges
        assert badge.url.endswith(f"/p/{Player.objects.get().link_key}/")
        answer = Client().get(f"/documents/badges/{evening.slug}.pdf")
        assert answer["Location"].startswith("/login/")

    def test_nobody_has_entered(self) -> None:
        empty = builders.tournament("monrad")
        for make in (badges_of, entry_list):
            with raises(NOBODY_ENTERED):
                make(empty)
        with raises(NOBODY_ENTERED):
            round_chart(builders.stage(empty))


class TestRoundChart:
    @pytest.mark.parametrize("format_key", ["swiss", "monrad"])
    def test_opponents_and_results_are_those_of_the_pairings(
        self, format_key: str
    ) -> None:
        evening = builders.evening(format_key, 5, rounds=4)
        rounds = [builders.played_round(evening), builders.published_round(evening)]
        values = round_chart(builders.stage(evening))
        (group,) = values.groups
        assert sum(column.width for column in values.columns) == pytest.approx(190)
        number_of = {row[1]: row[0] for row in group.rows}
        cells = {row[1]: row[2:6] for row in group.rows}
        wins = dict.fromkeys(number_of, 0)
        assert sorted(number_of.values()) == ["1", "2", "3", "4", "5"]
        for place, published in enumerate(rounds):
            for pairing in builders.pairings(published):
                one = str(pairing.entry_1.player.name)
                if pairing.entry_2 is None:
                    assert cells[one][place] == "bye"
                    wins[one] += 1
                    continue
                two = str(pairing.entry_2.player.name)
                signs = ("", "")
                if place == 0:
                    assert pairing.match is not None
                    is_first = pairing.match.winner == 1
                    signs = (" +", " –") if is_first else (" –", " +")
                    wins[one if is_first else two] += 1
                assert cells[one][place] == number_of[two] + signs[0]
                assert cells[two][place] == number_of[one] + signs[1]
        assert {row[1]: row[-1] or "0" for row in group.rows} == {
            name: str(count) for name, count in wins.items()
        }
        assert all(cell[2:] == ("", "") for cell in cells.values())

    def test_of_many_rounds_the_newest_and_one_to_write_in(self) -> None:
        stage = builders.stage(builders.evening("swiss", 2, rounds=99))
        values = round_chart(stage)
        assert values.columns[2].title == "1"
        assert min(column.width for column in values.columns) >= 9

    def test_offered_where_a_stage_is_played_by_rounds(self) -> None:
        for format_key, is_offered in (
            *(("monrad", True), ("swiss", True), ("round_robin", True)),
            ("elimination", False),
        ):
            stage = builders.stage(builders.tournament(format_key))
            keys = {offer.key for offer in offers("stage", stage)}
            assert ("crosstable" in keys) == is_offered


def test_entries_for_the_wall_from_a_to_z() -> None:
    evening = builders.tournament("swiss")
    builders.entered(evening, ["Ole Berg", "Ane Dahl"])
    (group,) = entry_list(evening).groups
    assert [row[0] for row in group.rows] == ["Berg, Ole", "Dahl, Ane"]
    assert group.heading == ""
