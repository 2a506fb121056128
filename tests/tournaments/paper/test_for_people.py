"""Diplomas, badges, cards of players: whole names, each in its place."""

from datetime import UTC, datetime
from io import BytesIO

import pytest
from django.test import Client
from pypdf import PdfReader

from matches.documents.papers import A3, A4, A5, LETTER, Paper, printing_on
from matches.documents.registry import document_named, offers
from matches.models import Player
from tests import builders, paper, printed_worlds
from tests.refusals import raises
from tournaments.models import Entry
from tournaments.paper.badges import (
    NOBODY_ENTERED,
    Badge,
    Badges,
    badges_of,
    print_badges,
)
from tournaments.paper.diplomas import Diploma, Diplomas, print_diplomas
from tournaments.paper.entry_lists import entry_list
from tournaments.paper.finishers import PlacedPlayer
from tournaments.paper.monrad_cards import (
    LEAST_ROW,
    MonradCards,
    monrad_cards,
    most_rounds,
    print_monrad_cards,
    row_height,
)
from tournaments.paper.round_chart import round_chart
from tournaments.paper.rounds_played import PlayedRound, PlayerRounds
from tournaments.paper.team_sheet import BOARDS, print_team_sheet, team_sheet
from tournaments.paper.values import ListHead

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
    @pytest.mark.parametrize("size", [A4, A3, A5, LETTER])
    @pytest.mark.parametrize("place", [1, 4])
    def test_on_a_diploma(self, size: Paper, place: int) -> None:
        diplomas = tuple(
            Diploma(
                "Championship · Main",
                PlacedPlayer(place, place > 1, name, CLUB, "5–1", why=""),
            )
            for name in NAMES
        )
        values = Diplomas(
            head=HEAD,
            club=CLUB,
            logo="",
            where="12 November 2026 · Assembly rooms",
            diplomas=diplomas,
            is_provisional=False,
        )
        with printing_on(size):
            content = print_diplomas(values)
        pages = paper.read(content)
        assert [paper.size(page) for page in pages] == [
            (size.height, size.width)
        ] * len(NAMES)
        check(content, NAMES, margin=10)

    @pytest.mark.parametrize("size", [A4, LETTER, A3])
    def test_on_badges(self, size: Paper) -> None:
        badges = [Badge(name, CLUB, "Championship · Doubles", KEY) for name in NAMES]
        with printing_on(size):
            content = print_badges(Badges(HEAD, tuple(badges)))
        assert {paper.size(page) for page in paper.read(content)} == {
            (size.width, size.height)
        }
        check(content, NAMES)

    @pytest.mark.parametrize("size", [A4, LETTER])
    @pytest.mark.parametrize("rounds", [1, 5, 8, 9, 12, 17])
    def test_on_cards_of_players(self, rounds: int, size: Paper) -> None:
        played = {
            number: PlayedRound(12, number % 2 == 0) for number in range(1, rounds)
        }
        players = tuple(PlayerRounds(512, name, CLUB, played) for name in NAMES)
        cards = MonradCards(head=HEAD, length=11, rounds=rounds, players=players)
        with printing_on(size):
            content = print_monrad_cards(cards)
            most = most_rounds()
            assert row_height(rounds) >= LEAST_ROW >= 7
        pages = paper.read(content)
        assert {paper.size(page) for page in pages} == {(size.width, size.height)}
        assert len(pages) == -(-len(NAMES) * -(-rounds // most) // 4)
        assert most == (9 if size == A4 else 7)
        check(content, NAMES)


class TestBadges:
    def test_each_back_is_behind_its_front(self) -> None:
        badges = tuple(Badge(f"N{number}", "", "", KEY) for number in range(13))
        front, back, *others = paper.read(print_badges(Badges(HEAD, badges)))
        assert len(others) == 2
        fronts = {text.text: text for text in paper.texts(front) if text.text[0] == "N"}
        backs = {text.text: text for text in paper.texts(back) if text.text in fronts}
        assert len(fronts) == len(backs) == 10
        middle = A4.width / 2
        for name, text in fronts.items():
            assert (text.x < middle) != (backs[name].x < middle)
            assert abs(text.y - backs[name].y) < 30

    def test_as_many_as_the_paper_holds(self) -> None:
        badges = Badges(HEAD, tuple(Badge("Ann", "", "", KEY) for _n in range(60)))
        for size, count in ((A4, 10), (LETTER, 8), (A3, 21)):
            with printing_on(size):
                first = paper.read(print_badges(badges))[0]
            assert [text.text for text in paper.texts(first)].count("Ann") == count

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
            monrad_cards(builders.stage(empty))


class TestByHand:
    def test_cards_are_filled_in_as_far_as_was_played(self) -> None:
        evening = builders.evening("monrad", 5, rounds=4)
        before = monrad_cards(builders.stage(evening))
        assert {player.number for player in before.players} == {0}
        builders.played_round(evening)
        after = monrad_cards(builders.stage(evening))
        assert [player.number for player in after.players] == [1, 2, 3, 4, 5]
        assert after.rounds == 4
        by_number = {player.number: player for player in after.players}
        for number, player in by_number.items():
            one = player.rounds[1]
            if one.opponent:
                assert by_number[one.opponent].rounds[1].opponent == number
                assert by_number[one.opponent].rounds[1].won is not one.won

    def test_a_chart_of_the_rounds_with_cells_for_the_next(self) -> None:
        evening = builders.evening("swiss", 4, rounds=3)
        builders.played_round(evening)
        values = round_chart(builders.stage(evening))
        (group,) = values.groups
        assert sum(column.width for column in values.columns) == pytest.approx(190)
        assert sorted(row[-1] for row in group.rows) == ["0", "0", "1", "1"]
        for row in group.rows:
            assert row[2]
            assert row[3:5] == ("", "")

    def test_of_many_rounds_the_newest_and_one_to_write_in(self) -> None:
        stage = builders.stage(builders.evening("swiss", 2, rounds=99))
        values = round_chart(stage)
        assert values.columns[2].title == "1"
        assert min(column.width for column in values.columns) >= 9

    def test_a_team_sheet_has_a_line_for_each_board_on_one_page(self) -> None:
        evening = builders.evening("swiss", 4)
        sheet = team_sheet(evening)
        content = print_team_sheet(sheet)
        [page] = PdfReader(BytesIO(content)).pages
        lines = page.extract_text().split("\n")
        numbers = [line for line in lines if line.strip().isdecimal()]
        assert numbers == [str(number) for number in range(1, BOARDS + 1)]
        assert paper.is_tagged(content)

    def test_blank_sheets_of_a_whole_page_have_no_names_and_no_numbers(self) -> None:
        evening = builders.evening("swiss", 4)
        blank = document_named("blank-score-sheets-a4")
        some = blank.values(evening)[:1]
        [page] = PdfReader(BytesIO(blank.build(some))).pages
        text = page.extract_text()
        assert "M0" not in text
        assert evening.name in text

    def test_offered_where_they_are_played_with(self) -> None:
        for format_key, wanted_keys in (
            ("monrad", {"monrad-cards", "round-chart"}),
            ("swiss", {"round-chart"}),
            ("round_robin", set()),
            ("elimination", set()),
        ):
            stage = builders.stage(builders.tournament(format_key))
            keys = {offer.key for offer in offers("stage", stage)}
            assert keys & {"monrad-cards", "round-chart"} == wanted_keys


def test_entries_for_the_wall_from_a_to_z() -> None:
    evening = builders.tournament("swiss")
    builders.entered(evening, ["Ole Berg", "Ane Dahl"])
    (group,) = entry_list(evening).groups
    assert [row[0] for row in group.rows] == ["Berg, Ole", "Dahl, Ane"]
    assert group.heading == ""
