"""Screens: codes, contents, what is never shown, and the director's buttons."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.ledger.recording import record_final
from matches.ledger.reporter import SHEET, Reporter
from matches.models import JournalEntry, Match
from matches.rules import Side
from matches.web.bidi import FIRST_STRONG_ISOLATE, POP
from matches.web.club import CLUB, ClubFacts
from matches.web.throttle import FREE_CODES_PER_ADDRESS
from tests import builders
from tournaments.draws.request import announce_draw
from tournaments.engine.record import shortened
from tournaments.hall.notes import leave_note
from tournaments.models import (
    Announcement,
    Division,
    RoundClock,
    Screen,
    Tournament,
)
from tournaments.money.models import MoneyNote, NoteKind, PoolKind
from tournaments.money.services import keep_money, make_pool, note, show_prizes
from tournaments.rounds.announcements import services
from tournaments.rounds.announcements.services import AnnouncementPlan
from tournaments.screens.contents import CONTENTS
from tournaments.screens.services import make_screen, renew_code, set_screen
from tournaments.seasons.scoring import UNIT, SeasonScoring
from tournaments.seasons.services import SeasonRules, make_season, remove_season
from tournaments.setup.bin import bring_back, move_to_bin

pytestmark = pytest.mark.django_db


def screen(of: Tournament, *shows: str, **values: object) -> Screen:
    made = make_screen(of, name="Hall", by=None)
    return set_screen(made, {"shows": list(shows) or made.shows, **values}, by=None)


def shown(client: Client, made: Screen) -> str:
    answer = client.get(reverse("screen", args=[made.code]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_each_content_before_during_and_after_a_tournament(client: Client) -> None:
    made = builders.evening(who=8)
    hall = screen(made, *(content.key for content in CONTENTS), text="Thanks to Bo")
    assert "Thanks to Bo" in shown(client, hall)
    builders.published_round(made)
    services.start_clock(made, minutes=20, by=None)
    html = shown(client, hall)
    for entry in builders.entries(made):
        assert entry.player.name in html
    assert "data-ends=" in html


@pytest.mark.parametrize("content", ["tables", "bracket"])
def test_a_result_that_waits_for_the_other_player_is_marked(
    content: str, client: Client
) -> None:
    made = builders.weekend(4)
    published = builders.published_round(made)
    hall = screen(made, content)
    assert "not confirmed" not in shown(client, hall)
    one, two = builders.matches(published)
    Match.objects.update(reporting="agree")
    by = Reporter(side=Side.ONE, via=SHEET, device="a phone")
    record_final(match_id=one.pk, score_1=7, score_2=2, by=by)
    builders.won(Side.ONE, two, loser=1)
    html = shown(client, hall)
    assert re.findall(r'tv__end"[^>]*>([^<]+)<', html) == ["7–2?", "7–1"]
    assert "? not confirmed yet" in html


def test_lists_by_name_say_table_and_begin_with_the_surname(client: Client) -> None:
    made = builders.evening(who=["Olga Ågren", "Jan van den Berg"])
    builders.published_round(made)
    html = shown(client, screen(made, "places"))
    names = re.findall(r"tv__name[^>]*><bdi>([^<]+)<", html)
    assert names == ["Ågren, Olga", "Berg, Jan van den"]
    assert re.findall(r'tv__word">(\w+)</span> (\d+)</b>', html) == [("Table", "1")] * 2


def test_scoreboards_of_tables_are_folded() -> None:
    made = builders.evening()
    builders.published_round(made)
    director = builders.signed_in(builders.director())
    html = director.get(reverse("screens", args=[made.slug])).content.decode()
    boards = re.search(r'<details class="more" id="boards">(.*?)</details>', html, re.S)
    assert boards is not None
    assert boards[1].count(reverse("table_board", args=[made.slug, 1])) == 2


def test_the_dash_before_an_opponent_keeps_its_side(client: Client) -> None:
    made = builders.evening(who=["Bo", "علي"])
    builders.published_round(made)
    html = shown(client, screen(made, "places"))
    dash_and_name = f"– {FIRST_STRONG_ISOLATE}علي{POP}"
    # HTML's automatic direction would take that of the name for the dash, too.
    assert re.search(rf'<span class="tv__other[^>]*>{dash_and_name}</span>', html)


def test_the_table_of_a_season_is_shown_and_renewed_with_it(client: Client) -> None:
    made = builders.evening(who=4)
    hall = screen(made, "season")
    assert "tv__line" not in shown(client, hall)
    season = make_season(
        rules=SeasonRules(
            name="Winter", from_day=made.date, scoring=SeasonScoring(attendance=UNIT)
        ),
        by=None,
    )
    builders.played_round(made)
    html = shown(client, hall)
    assert html.count("tv__line") == 4
    assert "Winter" in html
    before = re.findall(r'data-f="([^"]+)"', html)
    remove_season(of=season, by=None)
    gone = shown(client, hall)
    assert "Winter" not in gone
    assert re.findall(r'data-f="([^"]+)"', gone) != before


def test_a_weekend_has_its_brackets_on_the_screen(client: Client) -> None:
    made = builders.weekend()
    builders.published_round(made)
    assert "tv__line" in shown(client, screen(made, "bracket"))


def test_brackets_of_several_divisions_are_told_apart(client: Client) -> None:
    made = builders.weekend()
    builders.published_round(made)
    Division.objects.update(name="Masters")
    assert "· Masters · Main" in shown(client, screen(made, "bracket"))


def test_a_screen_without_announcements_says_nothing_of_a_draw_that_is_there(
    client: Client,
) -> None:
    made = builders.evening(who=4)
    hall = screen(made, "announcements")
    before = shown(client, hall)
    builders.published_round(made)
    after = shown(client, hall)
    assert re.sub(r'data-f="[^"]+"', "", before) != re.sub(r'data-f="[^"]+"', "", after)


def test_no_draft_is_ever_shown(client: Client) -> None:
    made = builders.evening(who=8)
    hall = screen(made, "places", "tables", "now", "bracket")
    before = shown(client, hall)
    builders.drawn_round(made)
    after = shown(client, hall)
    assert re.sub(r'data-f="[^"]+"', "", before) == re.sub(r'data-f="[^"]+"', "", after)


def test_an_announced_draw_stands_on_the_wall_until_its_round_is_public(client) -> None:
    made = builders.evening(who=4)
    hall = screen(made, "draws")
    draw = announce_draw(tournament=made, by=None)
    digits = shortened(draw.digest)
    assert digits in shown(client, hall)
    director = builders.signed_in(builders.director())
    desk = director.get(reverse("draw", args=[made.slug, 1]))
    assert reverse("screens", args=[made.slug]) in desk.content.decode()
    builders.drawn_round(made)
    assert digits in shown(client, hall)
    builders.published_round(made)
    assert digits not in shown(client, hall)


def test_a_screen_asks_for_news_and_gets_them_once() -> None:
    made = builders.evening(who=4)
    hall = screen(made)
    address = reverse("screen", args=[hall.code])
    client = Client(headers={"HX-Request": "true"})
    html = client.get(address).content.decode()
    mark = re.search(r'data-f="([^"]+)"', html)
    assert mark is not None
    assert "<html" not in html
    assert client.get(address, {"f": mark[1]}).status_code == 204
    builders.published_round(made)
    assert client.get(address, {"f": mark[1]}).status_code == 200


def test_codes_that_lead_nowhere_say_so(client: Client) -> None:
    made = builders.evening()
    hall = screen(made)
    old = reverse("screen", args=[hall.code])
    assert client.get(reverse("screen_find"), {"code": hall.code.lower()}).url == old
    assert client.get(old.lower()).url == old
    renewed = renew_code(hall, by=None)
    assert client.get(old).status_code == 404
    new = reverse("screen", args=[renewed.code])
    assert client.get(new).status_code == 200
    move_to_bin(tournament=made, by=None)
    assert client.get(new).status_code == 404
    bring_back(pk=made.pk, by=None)
    assert client.get(new).status_code == 200
    for typed in ("x" * 5000, "<b>", "ÆØÅ", "../"):
        assert client.get(reverse("screen_find"), {"code": typed}).status_code == 404


def test_sixteen_guesses_are_answered_at_once_and_a_hundred_slowly(
    client: Client,
) -> None:
    guess = reverse("screen", args=["ZZZZZZ"])
    few = [client.get(guess) for _ in range(16)]
    assert not any("Crawford-Delay" in answer.headers for answer in few)
    for _ in range(FREE_CODES_PER_ADDRESS):
        last = client.get(guess)
    assert last.headers["Crawford-Delay"]
    made = screen(builders.evening())
    assert (
        "Crawford-Delay" not in client.get(reverse("screen", args=[made.code])).headers
    )


def test_the_buttons_of_a_director_and_their_undo() -> None:
    made = builders.evening()
    director = builders.signed_in(builders.director())
    page = reverse("screens", args=[made.slug])
    assert director.get(page).status_code == 200

    def post(name: str, *args: object, **values: object) -> str:
        """Post to an address and return that of the undo which is offered."""
        address = reverse(name, args=[made.slug, *args])
        answer = director.post(address, values, follow=True)
        found = re.search(r'action="([^"]+)" data-live="undo"', answer.content.decode())
        return found[1] if found else ""

    undo = post("screen_new")
    hall = Screen.objects.get()
    director.post(undo)
    assert Screen.objects.get().is_gone
    director.post(reverse("hall_back", args=[made.slug, "screen", hall.pk, 2]))
    undo = post("screen_show", hall.pk, content="standings")
    assert Screen.objects.get().shows == ["standings"]
    director.post(undo)
    assert Screen.objects.get().shows == ["places"]
    undo = post("screen_remove", hall.pk)
    assert str(hall.pk) not in re.findall(
        r"screens/(\d+)/show", director.get(page).content.decode()
    )
    director.post(undo)
    assert not Screen.objects.get().is_gone
    settings = reverse("screen_settings", args=[made.slug, hall.pk])
    assert director.get(settings).status_code == 200
    assert director.post(settings, {"name": ""}).status_code == 422
    undo = post("round_clock", minutes="15")
    assert RoundClock.objects.get().ends_at is not None
    director.post(undo)
    assert RoundClock.objects.get().ends_at is None
    assert JournalEntry.objects.filter(act="screen_removed").exists()
    log = director.get(reverse("log", args=[made.slug]))
    assert log.status_code == 200


def test_bad_input_loses_nothing() -> None:
    made = builders.evening()
    director = builders.signed_in(builders.director())
    places = {"on_screens": "on", "on_pages": "on"}
    announce = reverse("announce", args=[made.slug])
    answer = director.post(announce, {**places, "text_en": "x" * 5000})
    assert answer.status_code == 422
    assert "x" * 5000 in answer.content.decode()
    assert director.post(announce, places).status_code == 422
    assert director.post(announce, {"text_en": "Lunch"}).status_code == 422
    yesterday = timezone.localtime() - timedelta(days=1)
    typed = yesterday.strftime("%Y-%m-%dT%H:%M")
    values = {**places, "text_en": "Lunch", "shown_until": typed}
    assert director.post(announce, values).status_code == 422
    clock = reverse("round_clock", args=[made.slug])
    for form in ({"until": typed}, {}, {"minutes": "0"}, {"until": "0001-01-01T00:00"}):
        assert director.post(clock, form).status_code == 422, form
    assert director.post(clock, {"do": "hold"}).status_code == 302
    assert not Announcement.objects.exists()
    assert not RoundClock.objects.filter(ends_at__isnull=False).exists()


def test_what_is_announced_from_the_desk_comes_back_to_the_desk() -> None:
    made = builders.evening()
    director = builders.signed_in(builders.director())
    desk = reverse("tournament_desk", args=[made.slug])

    def address(pattern: str, html: str) -> str:
        found = re.search(pattern, html)
        assert found is not None, pattern
        return found[1]

    link = address(r'href="([^"]+announce/[^"]*)"', director.get(desk).content.decode())
    action = r'action="([^"]+announce/[^"]*)"'
    form = address(action, director.get(link).content.decode())
    refused = director.post(form, {"text_en": "Lunch"})
    assert address(action, refused.content.decode()) == form
    answer = director.post(form, {"text_en": "Lunch", "on_pages": "on"}, follow=True)
    assert answer.redirect_chain == [(desk, 302)]
    undo = r'action="([^"]+)" data-live="undo"'
    answer = director.post(address(undo, answer.content.decode()), follow=True)
    assert answer.redirect_chain == [(desk, 302)]
    assert Announcement.objects.get().is_gone
    screens = reverse("screens", args=[made.slug])
    other = address(action, director.get(screens).content.decode())
    values = {"text_en": "Lunch", "on_pages": "on"}
    assert director.post(other, values).url == screens


def test_helpers_at_the_desk_announce_and_others_do_not() -> None:
    made = builders.evening()
    reader = builders.signed_in(builders.reader())
    for name in ("screens", "announce", "round_clock"):
        address = reverse(name, args=[made.slug])
        assert reader.get(address).status_code in {302, 403}
    plan = AnnouncementPlan({"en": "Lunch"}, {"screens": True})
    row = services.announce(made, plan, by=None)
    other = builders.tournament()
    director = builders.signed_in(builders.director())
    foreign = reverse("announcement_end", args=[other.slug, row.pk])
    assert director.post(foreign).status_code == 404


def announced_at(of: Tournament, client: Client, **texts: str) -> list[str]:
    """Announce in several languages; return those of the screen in their order."""
    plan = AnnouncementPlan(texts, {"screens": True, "pages": True, "phones": True})
    services.announce(of, plan, by=None)
    html = shown(client, screen(of, "announcements"))
    return re.findall(r'tv__text" lang="(\w+)"', html)


TOLD = {"en": "Lunch", "da": "Frokost", "nl": "Lunchpauze"}


def test_an_announcement_stands_in_the_order_of_the_hall(client: Client) -> None:
    CLUB.keep(ClubFacts(language="nl"))
    made = builders.evening(language="da")
    assert announced_at(made, client, **TOLD) == ["nl", "da", "en"]
    # The reader's own language first, else that of the hall.
    page = reverse("tournament", args=[made.slug])
    for asked, text in {"en": "Lunch", "da": "Frokost", "sv": "Lunchpauze"}.items():
        html = client.get(page, headers={"Accept-Language": asked}).content.decode()
        banner = re.search(r"data-announcement>(.*?)</p>", html, re.DOTALL)
        assert banner is not None
        assert f">{text}</span>" in banner[1]


def test_a_club_without_a_language_has_that_of_the_tournament_first(
    client: Client,
) -> None:
    made = builders.evening(language="da", second_language="nl")
    assert announced_at(made, client, **TOLD) == ["da", "nl", "en"]


def test_a_screen_shows_its_own_language_first(client: Client) -> None:
    made = builders.evening(language="da")
    set_screen(screen(made), {"language": "en"}, by=None)
    assert announced_at(made, client, **TOLD) == ["en", "da", "nl"]


def test_the_first_field_of_an_announcement_is_in_the_language_of_the_hall() -> None:
    CLUB.keep(ClubFacts(language="nl"))
    made = builders.evening(language="da")
    director = builders.signed_in(builders.director())
    form = director.get(reverse("screens", args=[made.slug])).context["announce"]
    fields = [form.first, *form.others]
    assert [field.name for field in fields[:3]] == ["text_nl", "text_da", "text_en"]


def test_no_money_and_no_note_is_ever_shown(client: Client) -> None:
    made = builders.evening(who=8)
    builders.published_round(made)
    keys = [content.key for content in CONTENTS]
    hall = screen(made, *keys, text="Thanks to Bo")
    before = shown(client, hall)
    keep_money(made, currency="EUR", by=None)
    pool = {
        "kind": PoolKind.FEES,
        "division": 1,
        "fee": 4711,
        "shares": {str(builders.stage(made).number): [60, 40]},
    }
    make_pool(made, pool, by=None)
    paid = MoneyNote(kind=NoteKind.PAID, payer=1, amount=4711)
    note(made, paid, by=None)
    show_prizes(made, shows=True, by=None)
    leave_note(made, "Bo owes for the coffee", by=None)
    after = shown(client, hall)
    assert without_mark(before) == without_mark(after)


def without_mark(html: str) -> str:
    return re.sub(r'data-f="[^"]+"', "", html)
