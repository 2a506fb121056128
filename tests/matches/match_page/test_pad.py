"""The score pad: its tiles, what they send, and the games as the page lists them."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.utils import translation

from matches.ledger import adjust, recording
from matches.ledger.club_matches import lock_matches
from matches.ledger.queries import match_view, session_view
from matches.ledger.reporter import Reporter
from matches.match_page import pad as pads
from matches.match_page.forms import GameForm
from matches.match_page.games import Reader, balance_of, number, rows_of, signed_balance
from matches.match_page.words import clock, notices_of, stopped_facts
from matches.models import Game, Match
from matches.rules import (
    AdjustmentReason,
    AwardReason,
    Checkers,
    Ending,
    GameResult,
    Kind,
    MatchRules,
    Side,
    replay,
)
from tests import builders
from tests.builders import game, play
from tests.refusals import shows

pytestmark = pytest.mark.django_db

UPDATE = {"HX-Request": "true"}
ONE_TAP = [
    GameResult(Side.ONE),
    GameResult(Side.TWO, Kind.GAMMON, cube=2),
    GameResult(Side.ONE, Kind.BACKGAMMON, cube=64),
    GameResult(Side.TWO, cube=4, ending=Ending.DROPPED),
]
OTHER = [
    GameResult(Side.ONE, Kind.GAMMON, ending=Ending.RESIGNED),
    GameResult(Side.TWO, ending=Ending.AWARDED),
    GameResult(Side.TWO, ending=Ending.WASHED),
    GameResult(Side.ONE, cube=4, automatic=1, beavers=1),
    GameResult(Side.ONE, checkers=Checkers(2, 1, 0, 1)),
    GameResult(Side.ONE, cube=2, awarded=3, reason=AwardReason.DECISION),
]


@pytest.fixture
def ada():
    return builders.signed_in(builders.director())


def pad_of(client, match, **headers):
    answer = client.get(f"/m/{match.code}/?pad=games", headers=headers)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_tiles_are_kept_for_each_language():
    ledger = replay(MatchRules(5), ())
    english = pads.grid_of(ledger)
    with translation.override("da"):
        danish = pads.grid_of(ledger)
    assert pads.grid_of(ledger) == english != danish
    assert english.rows[0][-1][0].counts == danish.rows[0][-1][0].counts


def tiles(match):
    grid = pads.grid_of(match_view(match).ledger)
    return {
        tile.value: tile.points
        for *_, tiles in grid.rows
        for tile in tiles
        if tile.is_possible
    }


def rows(match, *, is_director=False):
    view = session_view(match) if match.is_money else match_view(match)
    return rows_of(view, Reader(sees_private=is_director))


def add(match, result, remark=""):
    after = match.games.valid().count()
    recording.record_game(
        match_id=match.pk, result=result, after=after, by=None, remark=remark
    )


# Tiles -----------------------------------------------------------------------


def test_each_tile_shows_the_points_it_gives():
    found = tiles(builders.match(3))
    assert found == {
        "1-single": 1,
        "1-gammon": 2,
        "1-backgammon": 3,
        "1-dropped": 1,
        "2-single": 2,
        "2-gammon": 4,
        "2-backgammon": 6,
        "2-dropped": 2,
        "4-single": 4,
        "4-gammon": 8,
        "4-backgammon": 12,
        "4-dropped": 4,
    }


@pytest.mark.parametrize(
    ("match_of", "reason"),
    [({"length": 1}, "one-point"), ({"length": 5, "cube_cap": 1}, "no-cube")],
)
def test_without_a_cube_one_row_is_left_and_says_why(ada, match_of, reason):
    match = builders.match(**match_of)
    assert list(tiles(match)) == ["1-single", "1-gammon", "1-backgammon"]
    found = pad_of(ada, match)
    assert shows(found, reason)
    assert 'value="1-dropped" data-points="1" disabled' in found


def test_the_crawford_game_has_one_row_and_says_why(ada):
    match = builders.match(3)
    play(match, game(1, cube=2))
    assert list(tiles(match)) == ["1-single", "1-gammon", "1-backgammon"]
    assert shows(pad_of(ada, match), "crawford")


@pytest.mark.parametrize("result", ONE_TAP)
def test_a_tile_says_a_whole_game(result):
    form = GameForm({"winner": result.winner.value, "outcome": pads.tile_of(result)})
    assert form.is_valid(), form.errors
    assert form.result() == result


@pytest.mark.parametrize("result", [*ONE_TAP, *OTHER])
def test_what_the_correction_begins_with_is_the_same_game(result):
    match = builders.match(25, automatic=2, beavers=2, extras_in_matches=True)
    row = Game(
        match=match,
        number=1,
        winner=result.winner,
        kind=result.kind,
        cube=result.cube,
        ending=result.ending,
        automatic=result.automatic,
        beavers=result.beavers,
        checkers=result.checkers,
        awarded=result.awarded,
        reason=result.reason or "",
    )
    line = type("Line", (), {"game": row})()
    typed = {
        name: value
        for name, value in pads.as_typed(line, line.game.remark).items()
        if value not in {None, ""}
    }
    form = GameForm(typed)
    assert form.is_valid(), form.errors
    assert form.result() == result


def test_a_plain_game_needs_the_winner_alone(ada):
    match = builders.match(7)
    assert 'value="1-single" data-points="1" checked' in pad_of(ada, match)
    sent = {"winner": 2, "outcome": "1-single", "after": 0}
    ada.post(f"/m/{match.code}/games/", sent)
    assert Game.objects.get().result == GameResult(Side.TWO)


def test_poengspill_asks_for_the_checkers(ada):
    match = builders.match(11, scoring="checkers", crawford=False)
    found = pad_of(ada, match)
    assert 'value="1-single" data-counted' in found
    assert 'value="1-gammon"' not in found
    sent = {"winner": 1, "outcome": "2-single", "home": 2, "far_home": 1, "after": 0}
    ada.post(f"/m/{match.code}/games/", sent)
    assert Game.objects.get().result.checkers == Checkers(2, 0, 0, 1)
    assert rows(match)[0].points == "+6"
    assert "Checkers left: 2 in the home board" in rows(match)[0].notes[0]


def test_switches_that_are_off_have_no_fields(ada):
    assert "id_beavers" not in pad_of(ada, builders.match(7))
    money = builders.match(0, beavers=1, automatic=1)
    found = pad_of(ada, money)
    assert "id_beavers" in found
    assert "id_automatic" in found


def test_only_directors_decide_on_other_points(ada, client):
    match = builders.match(7, reporting="trust")
    session = client.session
    session["sheets"], session["device"] = {match.sheet_code: 1}, "AAAA"
    session.save()
    Match.objects.update(seats={"AAAA": {"side": 1, "at": "2026-11-20T19:00:00"}})
    assert "id_awarded" in pad_of(ada, match)
    found = pad_of(client, match)
    assert "id_remark" in found
    assert "id_awarded" not in found


def test_a_refused_game_keeps_what_was_typed(ada):
    match = builders.match(7)
    sent = {
        "winner": 1,
        "outcome": "other",
        "cube": 3,
        "ending": "resigned",
        "kind": "gammon",
        "remark": "late at night",
        "after": 0,
    }
    answer = ada.post(f"/m/{match.code}/games/", sent, headers=UPDATE)
    assert answer.status_code == 422
    found = answer.content.decode()
    assert 'name="cube" id="id_cube" value="3"' in found
    assert '<option value="resigned" selected data-counted>' in found
    assert '<option value="gammon" selected>' in found
    assert 'value="late at night"' in found
    assert 'value="other" data-key="o" data-key-label="Other…" checked' in found


# Updates ---------------------------------------------------------------------


def test_an_update_brings_the_echo_with_its_undo_and_then_the_redo(ada):
    match = builders.match(7)
    sent = {"winner": 1, "outcome": "1-single", "after": 0}
    saved = ada.post(f"/m/{match.code}/games/", sent, headers=UPDATE)
    found = saved.content.decode()
    assert "<html" not in found
    assert 'id="match"' in found
    assert f'action="/m/{match.code}/undo/1/" data-live="undo"' in found
    removed = ada.post(f"/m/{match.code}/undo/1/", headers=UPDATE).content.decode()
    assert f'action="/m/{match.code}/redo/2/" data-live="redo"' in removed
    again = ada.post(f"/m/{match.code}/redo/2/", headers=UPDATE)
    assert 'value="1">' in again.content.decode()
    assert match_view(match).ledger.shown.one == 1


def test_the_page_that_looks_by_itself_leaves_the_echo(ada):
    match = builders.match(7)
    ada.post(f"/m/{match.code}/games/", {"winner": 1, "outcome": "1-single"})
    polled = ada.get(f"/m/{match.code}/?f=0", headers=UPDATE).content.decode()
    assert 'id="echo"' not in polled
    assert f"/m/{match.code}/undo/1/" in pad_of(ada, match).split('id="match"')[0]


def test_the_page_of_a_match_does_without_htmx(ada):
    found = pad_of(ada, builders.match(7))
    assert "htmx.min" not in found
    assert "js/match-updates.js" in found
    assert "js/pad.js" in found
    assert "hx-get" not in found


def test_who_only_looks_on_loads_no_pad(client):
    found = client.get(f"/m/{builders.match(7).code}/").content.decode()
    assert "js/match-updates.js" in found
    assert "js/pad.js" not in found


# What a game counts ------------------------------------------------------------


def counts_of(client, match, number=1, **typed):
    sent = {"winner": 1, "outcome": "other", "cube": 1, "kind": "single", **typed}
    answer = client.get(f"/m/{match.code}/games/{number}/counts/", sent)
    return answer.json() if answer.status_code == 200 else answer.status_code


def test_tiles_say_the_score_after_them(ada):
    match = builders.match(5)
    play(match, game(1, cube=2))
    _one, two, four, _eight = pads.grid_of(match_view(match).ledger).rows
    gammon = next(tile for tile in two[-1] if tile.how == "gammon")
    assert [counts and counts["after"] for counts in gammon.counts] == ["5–0", "2–4"]
    assert [counts and counts["wins"] for counts in gammon.counts] == [True, False]
    dropped = four[-1][-1]
    assert [counts and counts["points"] for counts in dropped.counts] == ["4", "4"]
    assert 'data-after-1="5–0" data-wins-1 data-after-2="2–4">' in pad_of(ada, match)


def test_tiles_for_money_say_the_balance_after_them(ada):
    match = builders.match(0)
    play(match, game(1), game(2, cube=2))
    first, second = match.player_1.name, match.player_2.name
    found = pad_of(ada, match)
    assert f'data-after-1="even" data-after-2="{second} +2"' in found
    assert f'data-after-1="{first} +1" data-after-2="{second} +3"' in found
    edited = ada.get(f"/m/{match.code}/games/2/").content.decode()
    assert f'data-after-1="{first} +2" data-after-2="even"' in edited


def test_tiles_that_cannot_be_say_nothing():
    match = builders.match(3)
    play(match, game(1, cube=2))  # the Crawford game follows
    (row,) = pads.grid_of(match_view(match).ledger).rows
    assert row[-1][-1].counts == (None, None)
    assert None not in row[-1][0].counts


def test_what_no_tile_says_is_asked_for(ada):
    match = builders.match(7)
    play(match, game(2))
    assert counts_of(ada, match, 2, cube=4, ending="resigned", kind="gammon") == {
        "points": "8",
        "after": "7–1",
        "wins": True,
        "checkers": "",
    }
    assert counts_of(ada, match, 2, ending="washed")["after"] == "0–1"
    assert counts_of(ada, match, 1, winner=2, cube=2)["after"] == "0–2"
    awarded = counts_of(ada, match, 2, cube=2, awarded=3, reason="decision")
    assert (awarded["points"], awarded["after"]) == ("3", "3–1")


def test_what_cannot_be_counts_nothing(ada, client):
    match = builders.match(7)
    assert counts_of(ada, match, cube=3) == 422
    assert counts_of(ada, match, cube="") == 422
    assert counts_of(ada, match, 2) == 404
    assert counts_of(ada, match, 0) == 404
    assert counts_of(client, match) == 302
    assert Game.objects.count() == 0


def test_checkers_are_counted_by_the_server(ada):
    match = builders.match(11, scoring="checkers", crawford=False)
    counts = counts_of(ada, match, outcome="2-single", home=2, far_home=1)
    assert (counts["points"], counts["checkers"]) == ("6", "6")
    assert counts_of(ada, match, outcome="2-single", home=16) == 422


def test_half_points_of_a_settled_game_are_counted(ada):
    match = builders.match(0)
    counts = counts_of(ada, match, awarded="1.5", reason="settled")
    assert counts["points"] == "1.50"
    assert counts["after"] == f"{match.player_1.name} +1.50"


# Corrections -----------------------------------------------------------------


def test_a_correction_shows_what_it_changes_before_it_is_saved(ada):
    match = builders.match(3)
    play(match, game(1, cube=2), game(2), game(1))
    first = Game.objects.get(number=1)
    address = f"/m/{match.code}/games/1/"
    assert "Check and save" in ada.get(address).content.decode()
    sent = {"winner": 2, "outcome": "1-single", "replaces": first.pk}
    preview = ada.post(address, sent)
    found = preview.content.decode()
    assert "Save correction" in found
    assert "Check and save" not in found
    assert 'id="notes"' in found
    seen = preview.context["page"]["seen"]
    changed = ada.post(address, sent | {"winner": 1, "seen": seen})
    assert changed.status_code == 200  # another game than the one that was shown
    assert ada.post(address, sent | {"seen": seen}).status_code == 302
    assert match_view(match).ledger.winner is None


def test_a_game_for_money_is_corrected_at_once(ada):
    match = builders.match(0)
    play(match, game(1))
    row = Game.objects.get()
    address = f"/m/{match.code}/games/1/"
    assert "Save correction" in ada.get(address).content.decode()
    sent = {"winner": 2, "outcome": "2-single", "replaces": row.pk}
    assert ada.post(address, sent).status_code == 302
    assert session_view(match).session.balance == Fraction(-2)


# Ledger ----------------------------------------------------------------------


def test_the_newest_game_comes_first_with_its_words():
    match = builders.match(9)
    play(match, game(1, "gammon", cube=2), game(2, cube=2, dropped=True))
    add(match, GameResult(Side.TWO, Kind.GAMMON, ending=Ending.RESIGNED))
    add(match, GameResult(Side.ONE, ending=Ending.WASHED), remark="the board fell")
    found = [(row.points, row.how, row.score) for row in rows(match)]
    assert found == [
        ("0", "void game", "4–4"),
        ("+2", "resigned as a gammon", "4–4"),
        ("+2", "dropped double", "4–2"),
        ("+4", "gammon", "4–0"),
    ]
    remark = rows(match)[0].remark
    assert remark is not None and remark.text == "the board fell"
    assert rows(match)[0].name == ""


def test_points_that_count_instead_say_why():
    match = builders.match(3)
    play(match, game(1, cube=2))
    awarded = GameResult(
        Side.TWO, Kind.GAMMON, cube=2, awarded=2, reason=AwardReason.CRAWFORD_ANNULLED
    )
    add(match, awarded)
    row = rows(match)[0]
    assert (row.points, row.is_crawford) == ("+2", True)
    assert row.notes == (
        "Points awarded: 2 instead of 4 – double in the Crawford game annulled",
    )


@pytest.mark.parametrize(
    ("public", "is_director", "seen"),
    [(False, False, False), (False, True, True), (True, False, True)],
)
def test_a_decision_is_a_row_and_its_text_for_directors_or_public(
    public, is_director, seen
):
    match = builders.match(7)
    decision = adjust.PointsDecision(
        side=Side.ONE,
        points=1,
        reason=AdjustmentReason.LATE,
        rule="Rule 39",
        decision="six minutes",
        is_public=public,
    )
    adjust.adjust(match_id=match.pk, decision=decision, by=None)
    row = rows(match, is_director=is_director)[0]
    assert (row.number, row.points, row.name, row.how) == (
        None,
        "+1",
        "Ane Alm",
        "opponent was late",
    )
    assert ("six minutes" in row.notes) is seen
    assert "Rule 39" in row.notes


def test_games_after_the_end_do_not_count(ada):
    match = builders.match(3)
    play(match, game(1), game(1), game(1))
    first = Game.objects.get(number=1)
    recording.correct_game(
        match_id=match.pk,
        number=1,
        result=game(1, "backgammon"),
        replaces=first.pk,
        by=None,
    )
    after = [row for row in rows(match) if not row.counts]
    assert [row.number for row in after] == [3, 2]
    assert after[0].notes == ("after the end of the match, does not count",)
    assert "is-surplus" in pad_of(ada, match)


def test_a_line_that_breaks_a_rule_says_which():
    match = builders.match(3)
    play(match, game(1), game(2, cube=2, dropped=True))
    first = Game.objects.get(number=1)
    recording.correct_game(
        match_id=match.pk, number=1, result=game(1, cube=2), replaces=first.pk, by=None
    )
    note = rows(match)[0].notes[0]
    assert note.startswith("Counted although it breaks a rule. This is the Crawford")


def test_a_money_session_keeps_a_balance():
    match = builders.match(0, stake="2.5", currency="kr")
    play(match, game(1, "gammon", cube=2), game(2))
    adjust.add_payment(
        match_id=match.pk, payer=Side.TWO, amount=Decimal("2.50"), by=None
    )
    found = [(row.how, row.score, row.money) for row in rows(match)]
    assert found == [
        ("paid 2.50 kr", "Ane Alm +3", "5 kr"),
        ("single game", "Ane Alm +3", "7.50 kr"),
        ("gammon", "Ane Alm +4", "10 kr"),
    ]
    assert balance_of(session_view(match)) == {
        "one": "+3",
        "two": "−3",
        "owes": "Bjarke Brink owes Ane Alm 5 kr.",
    }


def test_numbers_as_people_write_them():
    written = [
        number(Fraction(7, 2)),
        number(3),
        signed_balance(0),
        signed_balance(Fraction(-1)),
    ]
    assert written == ["3.50", "3", "0", "−1"]
    assert (clock(754), clock(61), clock(5)) == ("12:34", "1:01", "0:05")


# Above the score -------------------------------------------------------------


def test_a_reported_match_says_who_reported_and_who_is_waited_for():
    match = builders.match(7, reporting="agree")
    one = Reporter(side=Side.ONE, via="sheet")
    recording.record_final(match_id=match.pk, score_1=7, score_2=5, by=one)
    match.refresh_from_db()
    reports = list(match.reports.all())

    def told(reporter, *, known=True):
        shown = reports if known else ()
        return notices_of(match, reporter=reporter, reports=shown)[0]["text"]

    ada = Reporter(user=builders.director())
    for reporter, known, names in (
        (ada, True, ["Ane Alm", "Bjarke Brink"]),
        (one, True, ["Bjarke Brink"]),
        (None, False, []),
    ):
        said = told(reporter, known=known)
        assert "7–5" in said
        assert [name for name in ("Ane Alm", "Bjarke Brink") if name in said] == names


def test_a_match_put_aside_says_how_it_stood(ada, client):
    match = builders.match(7)
    stopped = adjust.Stopped(
        cube=4, cube_owner=Side.ONE, on_roll=Side.TWO, clock_1=754, note="at nine"
    )
    adjust.put_aside(match_id=match.pk, stopped=stopped, by=None)
    row = match.interruptions.get()
    facts = dict(stopped_facts(match, row, with_note=True))
    assert facts == {
        "Game": "1",
        "Cube": "4, owned by Ane Alm",
        "On roll": "Bjarke Brink",
        "Clock of Ane Alm": "12:34",
        "Note": "at nine",
    }
    for visitor, sees in ((ada, True), (client, False)):
        found = pad_of(visitor, match)
        assert "12:34" in found
        assert ("at nine" in found) is sees


def test_a_closed_tournament_says_so_to_those_who_record(ada, client):
    match = builders.match(7)
    lock_matches([match.pk])
    page = ada.get(f"/m/{match.code}/").context["page"]
    assert [notice["icon"] for notice in page.notices] == ["lock"]
    assert not client.get(f"/m/{match.code}/").context["page"].notices
    found = pad_of(client, match)
    assert "data-poll" not in found
