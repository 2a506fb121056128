"""Brackets as people read them: rounds, the tree, one's own way, the cross table."""

from html.parser import HTMLParser
from itertools import product

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.ledger.models.match import Match
from tests import builders
from tests.refusals import raises, shows
from tournaments.brackets import (
    Bracket,
    BracketWords,
    bracket_of,
    named,
    path_of,
    round_page,
    trees_of,
)
from tournaments.brackets.round_list import FEW, LONG
from tournaments.draws.publish import take_back_round
from tournaments.engine import VACANT
from tournaments.models import Pairing, Stage, Tournament
from tournaments.results.amendments.services import undo
from tournaments.results.errors import NO_SUCH_MATCH, NOT_OPEN_YET
from tournaments.results.services import record_line
from tournaments.rounds import engine_state
from tournaments.rounds.rows import published_rounds
from tournaments.structure.queries import stage_at
from tournaments.tables.calling import advance

pytestmark = pytest.mark.django_db


def cup(
    who: int = 8, format_key: str = "elimination", *, pattern: str = "unshifted"
) -> Tournament:
    """A bracket just drawn, with a consolation and a last chance if it is single."""
    made = builders.evening(format_key, who)
    root = builders.stage(made)
    if format_key == "elimination":
        parent = root
        for number, section in enumerate(("consolation", "last"), start=2):
            parent = Stage.objects.create(
                division=root.division,
                number=number,
                name=section.capitalize(),
                format="branch",
                rounds=1,
                match_length=5,
                parent=parent,
                section=section,
                options={"pattern": pattern},
            )
    builders.published_round(made)
    advance(made.pk)
    return made


def read(of: Tournament, stage: int = 1) -> Bracket:
    found = bracket_of(stage_at(of, stage))
    assert found is not None
    return found


def win(of: Tournament, how_many: int = 1, *, side: int = 1) -> None:
    """Let the next matches be won, in the order of their numbers."""
    for _each in range(how_many):
        pairing = (
            Pairing.objects.with_match()
            .filter(tournament=of, match__winner__isnull=True)
            .select_related("match")
            .order_by("match_number")
            .first()
        )
        assert pairing is not None
        assert pairing.match is not None
        builders.won(side, pairing.match)
        advance(of.pk)


def page(of: Tournament, path: str = "", *, stage: int = 1) -> str:
    answer = Client().get(f"/tournaments/{of.slug}/stages/{stage}/{path}")
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def test_a_disputed_result_counts_nowhere_but_later_matches_stay() -> None:
    made = cup(4)
    win(made, 2)
    first = Pairing.objects.get(tournament=made, slot=1).opened_match
    Match.objects.filter(pk=first.pk).update(state=Match.State.DISPUTED)
    bracket = read(made)
    assert [bracket.course.slots[slot].state for slot in (1, 2, 3)] == [
        "open",
        "decided",
        "open",
    ]
    assert bracket.course.slots[1].winner is None
    rows = engine_state.standings(stage_at(made, 1)).rows
    assert sorted((row.place, row.wins, row.losses) for row in rows) == [
        (1, 1, 0),
        (2, 0, 0),
        (2, 0, 0),
        (4, 0, 1),
    ]
    advance(made.pk)
    assert {row.slot for row in Pairing.objects.live()} >= {1, 2, 3}
    Match.objects.filter(pk=first.pk).update(state=Match.State.DONE)
    assert read(made).course.slots[1].winner


# Words ---------------------------------------------------------------------


def test_rounds_are_called_as_people_call_them() -> None:
    words = BracketWords(read(cup(32)))
    assert [words.round("main", number) for number in range(1, 6)] == [
        "Round 1",
        "Round of 16",
        "Quarter-finals",
        "Semi-finals",
        "Final",
    ]
    assert words.round("consolation", 2) == "Round 2"
    last = max(words.bracket.rounds["consolation"])
    assert words.round_here("consolation", last) == "Consolation, final"
    assert words.round_here("consolation", 2) == "Consolation, round 2"


def test_the_sides_of_a_double_elimination_have_names() -> None:
    words = BracketWords(read(cup(8, "double_elimination")))
    assert [words.section(one) for one in words.bracket.sections] == [
        "Winners’ bracket",
        "Losers’ bracket",
        "Final",
    ]
    assert words.round("main", 1) == "Round 1"
    assert words.round("final", 2) == "Final, if necessary"


def test_a_match_that_is_not_open_has_its_number_already() -> None:
    made = cup(8)
    words = BracketWords(read(made))
    slots = words.bracket.course.slots
    quarter, semi, final = slots[1], slots[5], slots[7]
    assert words.label(1) == "M1"
    assert words.onward(quarter) == "Winner meets winner of M2"
    assert words.downward(quarter) == "Loser → Consolation, M8"
    assert words.side(semi, top=True) == "winner of M1"
    assert words.side(final, top=True) == "winner of M5"
    assert words.onward(final) == words.downward(final) == ""


def test_ways_name_the_player_or_the_match_once_it_is_known() -> None:
    made = cup(8)
    win(made, 3)
    bracket = read(made)
    words = BracketWords(bracket)
    beaten = bracket.course.slots[3]
    fourth = bracket.course.slots[4]
    assert words.onward(fourth) == f"Winner meets {bracket.names[beaten.winner or 0]}"
    consolation = bracket.rounds["consolation"][1]
    label = words.label(consolation[0].node.number)
    assert label.startswith("M")
    assert words.downward(bracket.course.slots[1]) == f"Loser → Consolation, {label}"


# Rounds --------------------------------------------------------------------


def test_a_bracket_is_read_in_as_many_queries_whatever_its_size() -> None:
    def queries(who: int) -> int:
        stage = stage_at(cup(who), 1)
        with CaptureQueriesContext(connection) as captured:
            assert bracket_of(stage) is not None
        return len(captured)

    assert queries(4) == queries(32) <= 7


def test_the_round_being_played_is_shown_first() -> None:
    made = cup(8)
    words = BracketWords(read(made))
    assert round_page(words, "main").title == "Quarter-finals"
    win(made, 4)
    shown = round_page(BracketWords(read(made)), "main")
    assert (shown.title, shown.done, shown.total) == ("Semi-finals", 0, 2)
    assert [tab.text for tab in shown.tabs] == ["QF", "SF", "F"]
    asked = round_page(BracketWords(read(made)), "main", number=1)
    assert (asked.title, asked.done) == ("Quarter-finals", 4)


def test_byes_stand_below_the_matches() -> None:
    shown = round_page(BracketWords(read(cup(6))), "main", number=1)
    assert len(shown.cards) == shown.total == 2
    assert [card.alone.is_known for card in shown.byes] == [True, True]


def test_a_long_round_is_shown_in_halves_and_a_longer_one_in_parts() -> None:
    halves = round_page(BracketWords(read(cup(64))), "main", number=1)
    assert [tab.text for tab in halves.parts] == ["Upper half", "Lower half"]
    assert len(halves.cards) == FEW
    words = BracketWords(read(cup(256)))
    shown = round_page(words, "main", number=1)
    assert [tab.text for tab in shown.parts] == ["1–32", "33–64", "65–96", "97–128"]
    assert len(shown.cards) == LONG
    somebody = words.bracket.rounds["main"][1][-1].top or 0
    mine = round_page(words, "main", number=1, me=somebody)
    assert mine.part == 4
    assert any(card.is_mine for card in mine.cards)


def test_a_table_is_told_only_while_a_match_is_called_and_open() -> None:
    made = cup(4)
    before = round_page(BracketWords(read(made)), "main", number=1).cards[0]
    assert before.table == 1
    assert before.state == "called"
    win(made)
    after = round_page(BracketWords(read(made)), "main", number=1).cards[0]
    assert after.table is None
    assert after.state == "done"
    assert (after.top.points, after.bottom.points) == (7, 3)
    assert after.top.is_winner
    assert not after.onward


# Tree ----------------------------------------------------------------------


def test_a_tree_joins_two_or_goes_straight_on() -> None:
    words = BracketWords(read(cup(16)))
    (main,) = trees_of(words, "main")
    assert [{row.joint for row in column.rows} for column in main.columns] == [
        {""},
        {"merge"},
        {"merge"},
        {"merge"},
    ]
    assert [column.is_feeding for column in main.columns] == [True, True, True, False]
    (consolation,) = trees_of(words, "consolation")
    assert {row.joint for row in consolation.columns[1].rows} == {"straight"}


def test_rows_of_unequal_height_are_in_proportion() -> None:
    (tree,) = trees_of(BracketWords(read(cup(16, pattern="shifted"))), "consolation")
    second = tree.columns[1].rows
    assert sorted(row.height for row in second) == [1, 1, 2, 2]
    assert sum(row.height for row in second) == len(tree.columns[0].rows)


def test_a_large_tree_is_cut_into_pieces() -> None:
    trees = trees_of(BracketWords(read(cup(256))), "main")
    assert [len(tree.columns[0].rows) for tree in trees] == [32, 32, 32, 32, 2]
    assert sum(tree.matches for tree in trees) == 255


# My path -------------------------------------------------------------------


def test_a_path_tells_whom_one_may_meet_winning_and_losing() -> None:
    bracket = read(cup(8))
    somebody = bracket.course.slots[1].top or 0
    path = path_of(BracketWords(bracket), somebody)
    assert path.now is not None
    assert path.now.label == "M1"
    assert [len(step.opponents) for step in path.wins] == [2, 4]
    assert [step.title for step in path.wins] == ["Main, semi-finals", "Main, final"]
    assert path.loses[0].title == "Consolation, round 1"
    assert len(path.loses[0].opponents) == 2


def test_the_path_of_the_winner_and_of_one_who_is_out() -> None:
    made = builders.evening("elimination", 2)
    builders.published_round(made)
    advance(made.pk)
    win(made)
    bracket = read(made)
    final = bracket.course.slots[1]
    best = path_of(BracketWords(bracket), final.winner or 0)
    other = path_of(BracketWords(bracket), final.loser or 0)
    assert best.is_out
    assert other.is_out
    assert best.has_won == "Main"
    assert other.has_won == ""
    assert len(other.behind) == 1


def test_somebody_is_found_by_any_part_of_the_name() -> None:
    bracket = read(cup(8))
    assert [one.name for one in named(bracket, "alm frej")] == ["Freja Alm"]
    assert len(named(bracket, "alm")) == 8
    assert named(bracket, "nobody") == named(bracket, " ") == []


# Pages ---------------------------------------------------------------------


class Page(HTMLParser):
    """What a page must get right: ids only once, one heading, no style of its own."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.headings = 0
        self.styled = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.headings += tag == "h1"
        self.styled |= "style" in found
        if "id" in found:
            self.ids.append(found["id"] or "")


VIEWS = ("", "?view=rounds&round=2", "?view=tree", "?view=path", "?me=1&part=x")


def test_a_page_is_sound_in_every_view() -> None:
    made = cup(9)
    win(made, 3)
    for stage, query in product((1, 2), VIEWS):
        shown = Page(page(made, query, stage=stage))
        assert len(shown.ids) == len(set(shown.ids)), (stage, query)
        assert shown.headings == 1, (stage, query)
        assert not shown.styled, (stage, query)


def test_a_small_bracket_comes_as_list_and_as_tree() -> None:
    text = page(cup(8))
    assert 'class="bouts"' in text
    assert 'class="trees"' in text


def test_a_large_bracket_comes_as_a_list_with_a_way_to_the_tree() -> None:
    made = cup(65)
    text = page(made)
    assert 'class="bouts"' in text
    assert 'class="trees"' not in text
    assert "?view=tree" in text
    assert 'class="trees"' in page(made, "?view=tree")


def test_before_the_draw_the_page_says_so() -> None:
    made = builders.evening("elimination", 4)
    assert "The bracket has not been drawn yet" in page(made)
    builders.drawn_round(made)
    assert "The bracket has not been drawn yet" in page(made)


def test_pages_of_a_branch_which_has_no_format_answer_before_and_after_the_draw() -> (
    None
):
    made = builders.weekend(4)
    for path in ("", "standings/"):
        page(made, path, stage=2)
    builders.published_round(made)
    advance(made.pk)
    for path in ("", "standings/", "path/1/"):
        page(made, path, stage=2)
    main, branch = stage_at(made, 1), stage_at(made, 2)
    rounds = published_rounds(branch)
    assert [one.pk for one in rounds] == [one.pk for one in published_rounds(main)]
    assert not branch.is_endless


def test_names_are_escaped() -> None:
    made = builders.tournament("elimination")
    builders.entered(made, ["<b>Ane</b>", "Bjarke & Co"])
    builders.published_round(made)
    advance(made.pk)
    for query in ("?view=tree", "?view=rounds", "?view=path"):
        text = page(made, query)
        assert "<b>Ane" not in text
        assert "Bjarke &amp; Co" in text


def test_the_poll_of_a_page_that_is_new_enough_changes_nothing() -> None:
    made = cup(4)
    client = Client(headers={"hx-request": "true"})
    path = f"/tournaments/{made.slug}/stages/1/"
    text = client.get(path).content.decode()
    assert text.lstrip().startswith("<div")
    again = text.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    assert client.get(again).status_code == 204
    win(made)
    assert client.get(again).status_code == 200


def test_a_poll_asks_for_the_same_view_again() -> None:
    text = page(cup(8), "?view=rounds&round=2&me=3")
    address = text.split('hx-get="')[1].split('"')[0]
    assert "view=rounds&section=main&round=2&me=3" in address.replace("&amp;", "&")


def test_one_name_found_leads_to_the_path() -> None:
    made = cup(8)
    answer = Client().get(f"/tournaments/{made.slug}/stages/1/?q=freja")
    assert answer.status_code == 302
    text = Client().get(answer.headers["Location"]).content.decode()
    assert "After a win" in text
    assert "After a loss" in text
    assert "Ane Alm" in page(made, "?q=alm")
    assert shows(page(made, "?q=zacharias"), "nobody-called")


def test_nobody_has_a_path_without_a_line() -> None:
    made = cup(4)
    base = f"/tournaments/{made.slug}/stages/1/path"
    assert Client().get(f"{base}/1/").status_code == 200
    assert Client().get(f"{base}/99/").status_code == 404
    assert Client().get(f"/tournaments/{made.slug}/stages/9/").status_code == 404


@pytest.mark.parametrize("path", ["", "?view=tree", "path/1/"])
def test_pages_ask_the_database_as_often_for_many_as_for_few(path: str) -> None:
    def queries(who: int) -> int:
        made = cup(who)
        caches["kept"].clear()
        with CaptureQueriesContext(connection) as captured:
            page(made, path)
        return len(captured)

    assert queries(4) == queries(40) <= 12


def test_other_formats_lead_to_their_newest_round_or_the_standings() -> None:
    made = builders.evening("swiss", 4)
    path = f"/tournaments/{made.slug}/stages/1/"
    assert Client().get(path).headers["Location"].endswith("/standings/")
    builders.played_round(made)
    assert Client().get(path).headers["Location"].endswith("/rounds/1/")


def test_a_round_robin_shows_who_met_whom() -> None:
    made = builders.evening("round_robin", 4)
    builders.played_round(made)
    text = page(made)
    assert text.count("cross__cell is-self") == 4
    assert text.count(">7–3<") == text.count(">3–7<") == 2
    assert 'title="Ane Alm"' in text


# Numbers -------------------------------------------------------------------


def kept(made: Tournament) -> list[int]:
    return stage_at(made, 1).match_numbers


def test_a_match_keeps_its_number_whatever_is_played_first() -> None:
    made = cup(8)
    before = {slot: read(made).label(slot) for slot in read(made).course.slots}
    for number in (4, 3, 2, 1, 6, 5):
        pairing = Pairing.objects.with_match().get(tournament=made, match_number=number)
        assert pairing.match is not None
        builders.won(1, pairing.match)
        advance(made.pk)
    opened = Pairing.objects.live().filter(tournament=made)
    assert opened.count() > 4
    for slot, number in opened.values_list("slot", "match_number"):
        assert before[slot or 0] == f"M{number}"
    assert {slot: read(made).label(slot) for slot in before} == before


def test_numbers_have_no_gaps_and_byes_have_none() -> None:
    made = cup(13)
    bracket = read(made)
    numbers = [number for number in kept(made) if number]
    assert numbers == list(range(1, len(numbers) + 1))
    assert made.take_numbers("match") == len(numbers) + 1
    for slot in bracket.course.slots.values():
        is_bye = VACANT in (slot.top, slot.bottom)
        assert bool(bracket.label(slot.node.number)) is not is_bye


def test_a_draw_that_is_taken_back_gives_its_numbers_away() -> None:
    made = cup(8)
    before = kept(made)
    taken = take_back_round(round_number=1, tournament=made, reason="late", by=None)
    assert kept(made) == []
    assert undo(tournament=made, pk=taken.pk, by=None)
    assert kept(made) == before
    assert read(made).label(7) == "M7"


def test_a_number_of_a_match_to_come_is_explained() -> None:
    made = cup(8)
    with raises(NOT_OPEN_YET):
        record_line(tournament=made, typed="7 7-3", by=None)
    with raises(NO_SUCH_MATCH):
        record_line(tournament=made, typed="900 7-3", by=None)
