"""Seasons as visitors and directors use them."""

import csv
import re
from dataclasses import replace
from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.forms import Form
from django.test import Client
from django.utils.translation import override

from matches.ledger.recording import correct_final
from matches.models import Match, Player
from tests import builders
from tournaments.entries.services import add_entries
from tournaments.models import Division, Season, SeasonClosing, SeasonPlace, Tournament
from tournaments.seasons.errors import (
    FINAL_THERE,
    SEASON_CHANGED,
    SEASON_CLOSED,
    SEASON_EMPTY,
    SEASON_RUNNING,
    TABLE_CHANGED,
)
from tournaments.seasons.following import following_season, rules_after
from tournaments.seasons.forms import SeasonForm, initial_of, initial_of_new
from tournaments.seasons.presets import CARDS, card_named
from tournaments.seasons.scoring import UNIT, SeasonScoring
from tournaments.seasons.services import SeasonRules, make_season, season_rules
from tournaments.seasons.state import SeasonRow, state_of
from tournaments.seasons.words import points_list, season_place, tonight_text
from tournaments.setup.services import close_tournament, reopen_tournament
from tournaments.structure.models import Visibility

pytestmark = pytest.mark.django_db

YEAR = {"from_day": date(2026, 1, 1), "to_day": date(2026, 12, 31)}
PAYS = SeasonScoring(attendance=UNIT, win=(2 * UNIT, UNIT, UNIT))


def season(name: str = "Season 2026", **rules: Any) -> Season:
    decided = {"name": name, "scoring": PAYS, **YEAR} | rules
    return make_season(rules=SeasonRules(**decided), by=None)


def evening(number: int, who: int = 4, *, rounds: int = 1) -> Tournament:
    """An evening that was played and closed; the same people every time."""
    made = builders.tournament(
        name=f"Evening {number}", date=date(2026, 10, number), rounds=rounds
    )
    known = Player.objects.filter(name__in=builders.names(who)).order_by("pk")
    if known:
        add_entries(tournament=made, known=list(known), new=(), here=True, by=None)
    else:
        builders.entered(made, who)
    for _round in range(rounds):
        builders.played_round(made)
    close_tournament(tournament=made, by=None)
    return made


@pytest.fixture(scope="module")
def two(kept: None) -> list[Tournament]:
    """Two evenings of four people."""
    return [evening(2), evening(9)]


@pytest.fixture
def ada(two: list[Tournament]) -> Client:
    return builders.signed_in(builders.director())


def lines(of: Season) -> dict[str, tuple[int, float]]:
    """Place and points by name."""
    names = dict(Player.objects.values_list("pk", "name"))
    return {
        str(names[line.player]): (line.place, line.points / UNIT)
        for line in state_of(of).lines
    }


def facts(table: list[SeasonRow]) -> list[tuple[object, ...]]:
    """What pages show of a table."""
    return [
        (line.place, player, points_list(line.counted), line.points)
        for line, player in table
    ]


def typed(of: Season | None = None, **changes: Any) -> dict[str, Any]:
    """What a browser sends of the form of a season."""
    card = card_named("evenings")
    assert card is not None
    first = initial_of_new(card.scoring, opt_in=False)
    if of is not None:
        first = initial_of(season_rules(of))
    return filled_in(SeasonForm(initial=first)) | changes


def filled_in(form: Form) -> dict[str, Any]:
    """What a browser sends of a form as it is shown."""
    shown = {name: form[name].value() for name in form.fields}
    return {
        name: "on" if value is True else value
        for name, value in shown.items()
        if value not in {None, False}
    }


def corrected(evening: Tournament) -> None:
    """Let the loser of the first match have won, as it turns out later."""
    reopen_tournament(tournament=evening, by=None)
    match = Match.objects.filter(pairing__tournament=evening).order_by("pk")[0]
    correct_final(
        match_id=match.pk,
        score_1=match.score_2,
        score_2=match.score_1,
        revision=match.revision,
        by=None,
    )
    close_tournament(tournament=evening, by=None)


def test_tournaments_count_by_themselves(two: list[Tournament]) -> None:
    of = season()
    found = lines(of)
    assert len(found) == 4
    assert sum(points for _place, points in found.values()) == 16
    assert lines(season("Later", from_day=date(2026, 11, 1))) == {}
    only = lines(season("One", named="evening 9"))
    assert sum(points for _place, points in only.values()) == 8


def test_a_page_for_everybody(two: list[Tournament]) -> None:
    of, anybody = season(), Client()
    state = anybody.get(of.get_absolute_url()).context["state"]
    assert len(state.table) == 4
    assert [one.tournament for one in state.counting] == two
    assert not state.running
    assert list(anybody.get("/seasons/").context["seasons"]) == [of]
    hidden = season("Hidden", is_public=False)
    assert anybody.get(hidden.get_absolute_url()).status_code == 404
    assert anybody.get("/seasons/none/").status_code == 404


def test_dropped_results_are_told(two: list[Tournament]) -> None:
    of = season(scoring=replace(PAYS, best=1))
    table = Client().get(of.get_absolute_url()).context["state"].table
    assert all(line.dropped and len(line.counted) == 1 for line, _player in table)
    _line, player = table[0]
    shown = Client().get(f"{of.get_absolute_url()}players/{player.key}/")
    assert shown.content.decode().count("does not count") == 1
    assert "from 1 evening" in shown.content.decode()


def test_the_sum_of_a_player_is_opened(two: list[Tournament]) -> None:
    of = season()
    line, player = Client().get(of.get_absolute_url()).context["state"].table[0]
    answer = Client().get(f"{of.get_absolute_url()}players/{player.key}/")
    assert answer.context["line"] == line
    cells = re.findall(r'<td class="is-num">(\d+)</td>', answer.content.decode())
    assert sum(map(int, cells)) * UNIT == line.points
    stranger = builders.player("Nobody Here")
    address = f"{of.get_absolute_url()}players/{stranger.key}/"
    assert Client().get(address).status_code == 404


def test_the_file_has_a_column_for_each_evening(two: list[Tournament]) -> None:
    of = season()
    Player.objects.filter(name=builders.names(1)[0]).update(name="=1+1")
    assert Client().get(f"{of.get_absolute_url()}table.doc").status_code == 404
    for kind in ("xlsx", "json"):
        path = f"{of.get_absolute_url()}table.{kind}"
        assert Client().get(path).status_code == 200
    answer = Client().get(f"{of.get_absolute_url()}table.csv")
    rows = list(csv.reader(StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[0][-2:] == ["2026-10-02 Evening 2", "2026-10-09 Evening 9"]
    assert len(rows) == 5
    assert {"=1+1", "'=1+1"} & {row[2] for row in rows}
    for row in rows[1:]:
        assert float(row[5]) == sum(float(got or 0) for got in row[-2:])


def results_in(address: str) -> set[str]:
    """Return the tournaments whose results are in a file."""
    matches, games = Client().get(address).json()["tables"]
    assert matches["columns"].keys() > games["columns"].keys() & {"tournament"}
    return {row["tournament"] for row in matches["rows"]}


def test_the_results_of_a_season_are_those_of_its_public_evenings(
    two: list[Tournament],
) -> None:
    address = f"{season().get_absolute_url()}results."
    for kind in ("csv", "xlsx"):
        assert Client().get(f"{address}{kind}").status_code == 200
    assert results_in(f"{address}json") == {"Evening 2", "Evening 9"}
    Tournament.objects.filter(pk=two[0].pk).update(visibility=Visibility.PRIVATE)
    assert results_in(f"{address}json") == {"Evening 9"}


@pytest.mark.parametrize("card", [card.key for card in CARDS])
def test_a_season_is_made_from_a_card(ada: Client, card: str) -> None:
    cards = ada.get("/seasons/new/").context["cards"]
    assert card in {one.key for one in cards}
    path = f"/seasons/new/?card={card}"
    sent = filled_in(ada.get(path).context["form"])
    answer = ada.post(path, sent)
    assert answer.status_code == 302
    again = ada.post(path, sent)
    assert again["Location"] == answer["Location"]
    made = Season.objects.get()
    chosen = card_named(card)
    assert chosen is not None
    assert made.scoring == chosen.scoring
    assert ada.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name"),
        ({"from_day": "2026-13-01"}, "from_day"),
        ({"to_day": "2025-12-31"}, "__all__"),
        ({"points": "10 strong 6"}, "points"),
        ({"points": ""}, "__all__"),
        ({"points": "1 " * 65}, "points"),
        ({"points": "Infinity"}, "points"),
        ({"win_main": "-1"}, "win_main"),
        ({"best": "8.5"}, "best"),
        ({"places": "lots"}, "places"),
        ({"division_weights": "0"}, "__all__"),
    ],
)
def test_what_cannot_be_a_season_is_refused(
    ada: Client, changes: dict[str, str], field: str
) -> None:
    answer = ada.post("/seasons/new/?card=evenings", typed(**changes))
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {field}
    assert not Season.objects.exists()


def test_lists_of_points_with_commas(ada: Client) -> None:
    for points in ("10,8,6", "10, 8, 6", "10; 8; 6", " 10 8  6 "):
        form = SeasonForm(typed(places="listed", points=points))
        assert form.is_valid(), form.errors
        assert form.rules().scoring.points == (10 * UNIT, 8 * UNIT, 6 * UNIT)
    with override("da"):
        form = SeasonForm(typed(places="listed", points="1,5; 1 0,5"))
        assert form.is_valid(), form.errors
        assert form.rules().scoring.points == (15_000, 10_000, 5_000)


def test_rules_are_changed_after_a_look(ada: Client) -> None:
    of = season()
    path = f"{of.get_absolute_url()}rules/"
    shown = ada.post(path, typed(of, best="1")).context
    assert shown["moves"]
    of.refresh_from_db()
    assert of.scoring == PAYS
    seen = shown["form"]["seen"].value()
    sent = typed(of, best="1", save="1", seen=seen)
    assert ada.post(path, sent).status_code == 302
    of.refresh_from_db()
    assert of.scoring == replace(PAYS, best=1)
    # Another director, who still has the old page.
    sent = typed(of, known="other", best="2")
    sent["seen"] = ada.post(path, sent).context["form"]["seen"].value()
    assert ada.post(path, sent | {"save": "1"}).status_code == SEASON_CHANGED.status


def test_single_tournaments_are_left_out_and_weighed(
    ada: Client, two: list[Tournament]
) -> None:
    of, (first, second) = season(), two
    path = f"{of.get_absolute_url()}tournaments/"
    sent = {
        f"counts-{first.pk}": "no",
        f"counts-{second.pk}": "",
        f"weight-{second.pk}": "1,5",
    }
    assert ada.post(path, sent).status_code == 302
    assert sum(points for _place, points in lines(of).values()) == 12
    assert ada.post(path, {f"counts-{first.pk}": ""}).status_code == 302
    assert sum(points for _place, points in lines(of).values()) == 20
    wrong = {f"counts-{second.pk}": "yes", f"weight-{second.pk}": "heavy"}
    assert ada.post(path, wrong).status_code == 422
    later = season("Later", from_day=date(2027, 1, 1), to_day=None)
    path = f"{later.get_absolute_url()}tournaments/"
    assert ada.post(path, {"add": str(first.pk)}).status_code == 302
    assert sum(points for _place, points in lines(later).values()) == 8
    for odd in ("x", "9" * 30, "-1", "²"):
        assert ada.post(path, {"add": odd}).status_code == 302


def test_private_tournaments_are_told_to_nobody(
    ada: Client, two: list[Tournament]
) -> None:
    of, (first, _second) = season(), two
    path = f"{of.get_absolute_url()}tournaments/"
    private, unlisted = Visibility.PRIVATE, Visibility.UNLISTED
    for visibility, counts, points in (
        *((private, "", 8), (private, "yes", 8)),
        *((unlisted, "", 8), (unlisted, "yes", 16)),
    ):
        Tournament.objects.filter(pk=first.pk).update(visibility=visibility)
        ada.post(path, {f"counts-{first.pk}": counts})
        assert sum(got for _place, got in lines(of).values()) == points
    Tournament.objects.filter(pk=first.pk).update(visibility=private)
    assert first.name not in Client().get(of.get_absolute_url()).content.decode()


def test_divisions_that_count(two: list[Tournament]) -> None:
    Division.objects.filter(tournament=two[0]).update(name="Open")
    of = season(divisions="open\nBeginners")
    assert sum(points for _place, points in lines(of).values()) == 8


def test_who_signs_up_has_a_place(ada: Client) -> None:
    of = season(opt_in=True)
    path = f"{of.get_absolute_url()}members/"
    assert lines(of) == {}
    played = ada.get(path).context["played"]
    assert len(played) == 4
    one = played[0]
    assert ada.post(path, {"player": one.key}).status_code == 302
    assert set(lines(of)) == {one.name}
    assert ada.post(path, {"player": "nobody"}).status_code == 404
    found = ada.get(path, {"q": builders.names(2)[1]}).context["matching"]
    assert builders.names(2)[1] in {player.name for player in found} | {one.name}
    assert ada.post(path, {"player": one.key, "off": "1"}).status_code == 302
    assert ada.post(path, {"everybody": "1"}).status_code == 302
    assert len(lines(of)) == 4


def close(ada: Client, of: Season, known: str = "") -> Any:
    digest = known or state_of(of).digest
    return ada.post(f"{of.get_absolute_url()}close/", {"known": digest})


def test_closing_reopening_and_closing_again(ada: Client) -> None:
    of = season()
    assert ada.get(f"{of.get_absolute_url()}close/").context["can_close"]
    assert close(ada, of).status_code == 302
    of.refresh_from_db()
    assert of.is_closed
    assert SeasonPlace.objects.count() == 4
    assert ada.get(f"{of.get_absolute_url()}rules/").status_code == 302
    refused = ada.post(f"{of.get_absolute_url()}tournaments/", {"add": "1"})
    assert refused.status_code == SEASON_CLOSED.status
    ada.post(f"{of.get_absolute_url()}reopen/")
    of.refresh_from_db()
    assert not of.is_closed
    closing = SeasonClosing.objects.get()
    again = f"{of.get_absolute_url()}closings/{closing.pk}/restore/"
    assert again in ada.get(of.get_absolute_url()).content.decode()
    ada.post(again)
    of.refresh_from_db()
    assert of.is_closed
    assert SeasonClosing.objects.count() == 1


def test_two_directors_close_a_season_at_once(ada: Client) -> None:
    of = season()
    digest = state_of(of).digest
    assert close(ada, of, digest).status_code == 302
    assert close(ada, of, digest).status_code == 302
    assert SeasonClosing.objects.count() == 1
    assert close(ada, of, "an older table").status_code == 302  # it is closed as shown


def test_a_table_that_changed_meanwhile_is_not_closed(ada: Client) -> None:
    of = season()
    assert close(ada, of, "an older table").status_code == TABLE_CHANGED.status
    assert not SeasonClosing.objects.exists()


def test_a_season_without_an_evening_is_not_closed(ada: Client) -> None:
    of = season("Empty", from_day=date(2027, 1, 1), to_day=None)
    state = ada.get(of.get_absolute_url()).context["state"]
    assert (state.table, state.counting) == ([], [])
    assert not ada.get(f"{of.get_absolute_url()}close/").context["can_close"]
    assert close(ada, of).status_code == SEASON_EMPTY.status
    assert ada.get(f"{of.get_absolute_url()}final/").context["is_empty"]
    assert ada.get(f"{of.get_absolute_url()}table.csv").status_code == 200


def test_a_correction_in_a_closed_season(ada: Client, two: list[Tournament]) -> None:
    of = season()
    close(ada, of)
    before = Client().get(of.get_absolute_url()).context["state"]
    assert not before.corrected
    corrected(two[0])
    after = Client().get(of.get_absolute_url()).context["state"]
    assert facts(after.table) == facts(before.table)
    moved = [
        player for player, then, now in after.corrected if then.points != now.points
    ]
    assert len(moved) == 2
    for player in moved:
        shown = Client().get(f"{of.get_absolute_url()}players/{player.key}/")
        assert "A result was corrected" in shown.content.decode()
    seen = ada.get(f"{of.get_absolute_url()}close/").context["state"].corrected
    assert seen == after.corrected
    assert close(ada, of).status_code == 302
    taken = Client().get(of.get_absolute_url()).context["state"]
    assert not taken.corrected
    assert facts(taken.table) != facts(before.table)
    assert SeasonClosing.objects.filter(reopened_at=None).count() == 1


@pytest.mark.database
def test_taking_over_corrections_is_undone_and_done_again(
    ada: Client, two: list[Tournament]
) -> None:
    """Undo brings the table back as it was closed; it does not open the season."""
    of = season()
    path = of.get_absolute_url()

    def shown() -> Any:
        state = Client().get(path).context["state"]
        of.refresh_from_db()
        return of.closed_at, facts(state.table), [move[0] for move in state.corrected]

    def press(act: str) -> str:
        """Press a button of the message on the page of the season."""
        told = ada.get(path)
        url = told.context[act]
        assert ada.post(url).status_code == 302
        return str(url)

    close(ada, of)
    ada.get(path)
    corrected(two[0])
    before = shown()
    assert before[2]
    close(ada, of)
    after = shown()
    assert after[1] != before[1]
    undo = press("undo_url")
    assert shown() == before
    redo = press("redo_url")
    assert shown() == after
    press("undo_url")
    assert shown() == before
    # What somebody did in the meantime stays: neither address opens a closed season.
    assert ada.post(undo).status_code == 302
    assert shown() == before
    ada.post(f"{path}reopen/")
    close(ada, of)
    newest = shown()
    assert newest[1:] == after[1:]
    ada.post(redo)
    assert shown() == newest
    # A season that was open before is open again.
    ada.get(path)
    close(ada, of)
    ada.post(f"{path}reopen/")
    press("undo_url")
    assert shown() == newest
    press("undo_url")
    assert shown()[0] is None


def test_a_closed_season_whose_evening_is_open_again(
    ada: Client, two: list[Tournament]
) -> None:
    """Nothing is said to move tonight in a table that stays as it is."""
    of = season()
    close(ada, of)
    path = of.get_absolute_url()
    before = Client().get(path).context["state"]
    settled = ada.get(f"{path}close/").context
    assert settled["is_settled"]
    assert not settled["can_close"]
    reopen_tournament(tournament=two[0], by=None)
    during = Client().get(path).context["state"]
    assert not during.tonight
    assert facts(during.table) == facts(before.table)
    assert not ada.get(f"{path}close/").context["can_close"]
    close_tournament(tournament=two[0], by=None)
    corrected(two[0])
    page = ada.get(f"{path}close/")
    assert (page.context["can_close"], page.context["is_settled"]) == (True, False)
    opened = season("Another")
    fresh = ada.get(f"{opened.get_absolute_url()}close/").content.decode()
    for again, first in (
        ("Corrections after closing", "The table is frozen."),
        ("Apply the corrections", "Close with this table"),
    ):
        assert again in page.content.decode() and again not in fresh
        assert first in fresh and first not in page.content.decode()
    assert close(ada, of).status_code == 302
    assert ada.get(f"{path}close/").context["is_settled"]


def test_an_evening_that_is_being_played(ada: Client, two: list[Tournament]) -> None:
    of = season()
    live = builders.tournament(name="Tonight", date=date(2026, 11, 20))
    known = list(Player.objects.order_by("pk"))
    add_entries(tournament=live, known=known, new=(), here=True, by=None)
    published = builders.published_round(live)
    path = of.get_absolute_url()
    assert not Client().get(path).context["state"].running
    builders.won(1, builders.matches(published)[0])
    page = Client().get(path)
    state = page.context["state"]
    ((tournament, effects),) = state.tonight
    assert tournament == live
    assert [row.points // UNIT for row in effects] == [3, 1]
    for row in effects:
        assert season_place(row.before) and season_place(row.after)
        assert tonight_text(row) in page.content.decode()
    polled = Client().get(state.poll_url, headers={"HX-Request": "true"})
    assert polled.status_code == 204
    builders.won(1, builders.matches(published)[1])
    news = Client().get(state.poll_url, headers={"HX-Request": "true"})
    assert news.status_code == 200
    ((_live, rows),) = state_of(of).tonight
    assert len(rows) == 4
    assert close(ada, of).status_code == SEASON_RUNNING.status


def test_the_next_season_takes_points_along(ada: Client) -> None:
    of = season(opt_in=True)
    ada.post(f"{of.get_absolute_url()}members/", {"everybody": "1"})
    before = lines(of)
    path = f"{of.get_absolute_url()}next/"
    first = ada.get(path).context["form"].initial
    assert (first["name"], first["from_day"]) == ("Season 2027", date(2027, 1, 1))
    assert first["to_day"] == date(2027, 12, 31)
    sent = {**first, "percent": 50, "with_members": "on"}
    made = ada.post(path, sent)
    assert made.status_code == 302
    after = Season.objects.get(previous=of)
    assert lines(after) == {
        name: (place, points / 2) for name, (place, points) in before.items()
    }
    assert ada.post(path, sent)["Location"] == made["Location"]
    assert ada.post(path, sent | {"op": "other", "percent": 101}).status_code == 422


@pytest.mark.parametrize(
    ("first", "last", "follows"),
    [
        (date(2026, 9, 1), date(2027, 8, 31), (date(2027, 9, 1), date(2028, 8, 31))),
        (date(2026, 1, 1), date(2026, 3, 31), (date(2026, 4, 1), date(2026, 6, 29))),
        (date(2024, 2, 29), date(2028, 2, 28), (date(2028, 2, 29), None)),
        (date(9998, 1, 1), date(9998, 12, 31), (date(9999, 1, 1), None)),
        (date(2026, 1, 1), date.max, (date.max, None)),
    ],
)
def test_when_the_next_season_is(
    first: date, last: date, follows: tuple[date, date | None]
) -> None:
    rules = rules_after(season(from_day=first, to_day=last))
    assert (rules.from_day, rules.to_day) == follows


@pytest.mark.parametrize(
    ("name", "follows"),
    [
        ("Season 2026", "Season 2027"),
        ("Season 2026/27", "Season 2027/28"),
        ("2026–27 at the harbour", "2027–28 at the harbour"),
        ("Season 2026-2027", "Season 2027-2028"),
        ("Club season", "Club season 2027"),
        ("Table 64", "Table 64 2027"),
        ("N" * 80, "N" * 75 + " 2027"),
    ],
)
def test_what_the_next_season_is_called(name: str, follows: str) -> None:
    first, last = date(2026, 9, 1), date(2027, 8, 31)
    assert rules_after(season(name, from_day=first, to_day=last)).name == follows


def test_what_a_closed_season_passes_on_is_its_table(
    ada: Client, two: list[Tournament]
) -> None:
    """Corrections that nobody has applied change neither the final nor what follows."""
    of = season()
    close(ada, of)
    of.refresh_from_db()
    before = {player.key: line.points for line, player in state_of(of).table}
    corrected(two[0])
    assert state_of(of).corrected
    after = following_season(
        of=of, rules=rules_after(of), percent=100, with_members=False, by=None
    )
    found = {player.key: line.points for line, player in state_of(after).table}
    assert found == before
    form = ada.get(f"{of.get_absolute_url()}final/").context["form"]
    kept = [line.player for line, _player in state_of(of).table]
    assert form.initial["players"] == kept


def test_the_final_of_the_best(ada: Client) -> None:
    of = season()
    path = f"{of.get_absolute_url()}final/"
    form = ada.get(path).context["form"]
    best = form.initial["players"]
    assert len(best) == 4
    sent = {**form.initial, "players": best[:1]}
    assert ada.post(path, sent).status_code == 422
    sent["players"] = best[:3]
    made = ada.post(path, sent)
    final = Season.objects.get(pk=of.pk).final
    assert final is not None
    assert made["Location"] == f"/desk/{final.slug}/"
    assert ada.post(path, sent)["Location"] == made["Location"]
    assert ada.post(path, sent | {"op": "other"}).status_code == FINAL_THERE.status
    entries = builders.entries(final)
    assert [entry.player_id for entry in entries] == best[:3]
    assert ada.get(path).context["there"] == final
    # The final is played in the days of the season, and does not count.
    before = lines(of)
    Tournament.objects.filter(pk=final.pk).update(date=date(2026, 12, 1))
    builders.entered(final, ["Sent Kommer"])
    assert lines(Season.objects.get(pk=of.pk)) == before


def test_removed_and_put_back(ada: Client) -> None:
    of = season()
    assert ada.post(f"{of.get_absolute_url()}remove/").status_code == 302
    assert ada.get(of.get_absolute_url()).status_code == 404
    assert of in ada.get("/seasons/").context["removed"]
    assert ada.post(f"{of.get_absolute_url()}restore/").status_code == 302
    assert ada.get(of.get_absolute_url()).status_code == 200
