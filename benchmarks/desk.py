"""The jobs of directors and players in Chromium, beside the budgets of the design.

Each job is done on its shortest path, on the running product. Keys and clicks are
counted. The seconds are what the machine takes and what a practised hand takes: 0.24 s
a key, 1.2 s a click, 0.4 s between keyboard and mouse. Pasting is two keys.

Then three desks save results, and four screens and 300 phones watch, while a draw of
another tournament is made.
"""

import os
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from http import HTTPStatus
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, Response, sync_playwright

from benchmarks import fields
from benchmarks.browser import Director, first_load
from benchmarks.measure import SMALLEST_NAME, Line, Row, at, note
from benchmarks.phone_runs import client, percentile
from benchmarks.phones import new_director, new_evening, publish_next
from benchmarks.servers import running
from matches.ledger.opening import profile_row
from matches.models import Match, Player
from matches.players.names import begins_with
from matches.rulebook.profiles import DEFAULT
from tests.chromium import CHROMIUM_ARGUMENTS, CHROMIUM_PATHS
from tests.live import Live
from tournaments.entries.arrivals.services import open_arrivals
from tournaments.hall.services import take_back
from tournaments.models import (
    Division,
    Entry,
    Pairing,
    Round,
    Stage,
    Tournament,
)
from tournaments.screens.services import make_screen, set_screen
from tournaments.seasons.presets import card_named
from tournaments.seasons.services import SeasonRules, make_season

KEY, CLICK, HAND = 0.24, 1.2, 0.4
"""Seconds of a practised hand."""
PASTED: Final = 2
DOUBTFUL = at(3, smallest=1)
"""So many pasted names are nearly those of known players."""
LETTERS: Final = 3
FIRST_LOAD_KB: Final = 30
LENGTH: Final = 7
PLAYERS = at(64, smallest=8)
TABLES = 16
PHONES = at(300, smallest=4)
DRAWN = at(256, smallest=8)
DESKS = at(3, smallest=1)
SECONDS = at(12.0, smallest=1.5)
INTERVAL = at(5.0, smallest=0.5)
SAVE_INTERVAL = at(1.5, smallest=0.5)
ANSWERED = 250
LATE = timedelta(minutes=7)
LONG = timedelta(hours=3)
DRAW_SECONDS = 60.0
SHOWN = ("places", "tables", "now", "standings")
FAMILIES = ("Holm", "Ærø", "Lind", "van Dijk", "Åkerman", "Moe", "Ødegård", "Brink")
GIVEN = ("Søren", "Tove", "Kees", "Märta", "Per", "Åse", "Jan", "Liv")
DESK = {"width": 1280, "height": 800}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
}


def run() -> Iterator[Line]:
    yield (
        f"Jobs in Chromium, {PLAYERS} players (keys, clicks, s); then {DESKS} desks, "
        f"{len(SHOWN)} screens and {PHONES} phones while {DRAWN} are drawn (ms)"
    )
    # Playwright keeps an event loop running in this thread, where Django would refuse.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    cookie, token = new_director()
    crowd = [new_evening(at(64, smallest=8)) for _desk in range(DESKS)]
    drawn = fields.store(players=DRAWN, rounds=2, planned=9)
    with running(
        Path(os.environ["CRAWFORD_DATA"]),
        CRAWFORD_SECRET_KEY=os.environ["CRAWFORD_SECRET_KEY"],
    ) as live:
        executable = next(path for path in CHROMIUM_PATHS if Path(path).exists())
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=executable, args=list(CHROMIUM_ARGUMENTS)
            )
            jobs = Jobs(browser, live.url, cookie)
            if os.environ.get(SMALLEST_NAME):
                jobs.results(crowd[0])
            else:
                jobs.all()
                # One of its own, because it is closed: phones do not poll that.
                jobs.played(new_evening(at(64, smallest=8)))
                jobs.charted(_cup())
                jobs.arrived(crowd[0])
            for job in jobs.done:
                yield from job.rows()
            yield from jobs.others()
            yield from _watched(jobs, live, crowd, drawn=drawn, token=token)
            browser.close()


# Jobs ---------------------------------------------------------------------------------


@dataclass
class Job:
    """What a job took; a budget is None where the design names none."""

    name: str
    most_keys: int | None = None
    most_clicks: int | None = None
    most_seconds: float | None = None
    keys: int = 0
    clicks: int = 0
    machine: float = 0.0

    @property
    def seconds(self) -> float:
        """Return the time of the hand and of the machine."""
        hand = self.keys * KEY + self.clicks * CLICK
        return hand + HAND * bool(self.keys and self.clicks) + self.machine

    def rows(self) -> Iterator[Row]:
        """Yield a row for each budget."""
        for what, took, most in (
            ("keys", self.keys, self.most_keys),
            ("clicks", self.clicks, self.most_clicks),
            ("s", self.seconds, self.most_seconds),
        ):
            if most is not None:
                # None at all is allowed: beside 1, and the ratio has to be 0.
                yield Row(
                    goal="H1",
                    what=f"{self.name}: {what} / budget",
                    ours=took,
                    peer=most or 1,
                    most=1 if most else 0,
                )


@dataclass
class Jobs:
    """Does the jobs one after the other and counts."""

    browser: Browser
    url: str
    cookie: str
    done: list[Job] = field(default_factory=list)
    first_load: Counter[str] = field(default_factory=Counter)

    def others(self) -> Iterator[Line]:
        """Yield what is no job: the weight of a player's own page."""
        if not self.first_load:
            return
        yield Row(
            goal="H1",
            what="where a player plays: KB of the first load / budget",
            ours=self.first_load.total() / 1000,
            peer=FIRST_LOAD_KB,
            most=1,
        )
        sizes = self.first_load.items()
        yield note(", ".join(f"{kind} {size / 1000:.1f}" for kind, size in sizes))

    def window(self, *, director: bool = True, **options: Any) -> Page:
        """Open a window of a director at a laptop, or of somebody with a phone."""
        wanted = {"viewport": DESK, "locale": "en-GB", **options}
        context = self.browser.new_context(base_url=self.url, **wanted)
        if director:
            name, _, value = self.cookie.split("; ", maxsplit=1)[0].partition("=")
            assert name == settings.SESSION_COOKIE_NAME
            context.add_cookies([{"name": name, "value": value, "url": self.url}])
        return context.new_page()

    @contextmanager
    def job(
        self,
        name: str,
        *,
        keys: int | None = None,
        clicks: int | None = None,
        seconds: float | None = None,
    ) -> Iterator[Job]:
        """Measure a job with these budgets."""
        job = Job(name, keys, clicks, seconds)
        began = time.monotonic()
        yield job
        job.machine = time.monotonic() - began
        self.done.append(job)

    def all(self) -> None:
        """Do every job of a director and of a player."""
        page = self.window()
        desk = self._begun(page)
        self._entered(page, desk)
        self._drawn(page, desk)
        tournament = Tournament.objects.get(slug=desk.strip("/").split("/")[-1])
        self.results(tournament)
        self._at_the_desk(page, desk, tournament)
        self._entered_late(page, desk)
        self.player(tournament)

    def _begun(self, page: Page) -> str:
        page.goto("/desk/")
        with self.job("new tournament from a card", clicks=3, seconds=30) as job:
            click(job, page.get_by_role("link", name="New tournament").first)
            click(job, page.get_by_role("link", name="Club evening, Swiss"))
            click(job, page.get_by_role("button", name="Create tournament"))
            page.get_by_text("Nobody is entered yet").first.wait_for()
        return urlsplit(page.url).path.removesuffix("entries/")

    def _entered(self, page: Page, desk: str) -> None:
        names = _names()
        for given, family in _people()[:DOUBTFUL]:  # known with another letter
            name, sort_name = f"{given} {family}h", f"{family}h, {given}"
            Player.objects.create(name=name, sort_name=sort_name)
        what = f"{PLAYERS} names pasted, {DOUBTFUL} of them doubtful"
        with self.job(what, clicks=3 + DOUBTFUL, seconds=90) as job:
            box = page.locator("[name=text]")
            click(job, box)
            box.fill("\n".join(names))
            job.keys += PASTED
            click(job, page.get_by_role("button", name="Add", exact=True))
            for row in page.locator("tr.is-unsure").all():
                click(job, row.locator("[name^=line-]").first)
            click(job, page.get_by_role("button", name="Add these players"))
            page.get_by_text(f"{PLAYERS} players are entered.").wait_for()
        with self.job("one more player, new", seconds=10) as job:
            type_(job, page.locator("[name=text]"), "Bo Falk\n")
            page.locator("tr[id^=entry-]", has_text="Bo Falk").wait_for()

        given = _unlike_all_others()
        Player.objects.create(name=f"{given} Enevold", sort_name=f"Enevold, {given}")
        page.goto(f"{desk}entries/")
        with self.job("one more player, known", keys=4, clicks=0, seconds=4) as job:
            # Its script listens when it has said so to those who do not see.
            page.locator("[name=text][aria-autocomplete]:focus").wait_for()
            keys(job, page, f"{given[:3]}\n")
            page.locator("tr[id^=entry-]", has_text=f"{given} Enevold").wait_for()

        page.goto(f"{desk}entries/")
        row = page.locator("tr[id^=entry-]", has_text="Bo Falk")
        row.get_by_role("button", name="Not here").click()
        page.locator("#echo").wait_for()
        with self.job("check in", seconds=3) as job:
            type_(job, page.locator("#id_who"), "Fal\n")
            page.locator("#echo", has_text="Bo Falk is here").wait_for()

    def _drawn(self, page: Page, desk: str) -> None:
        page.goto(f"{desk}tables/")
        page.locator("[name=count]").fill(str(TABLES))
        page.locator("[name=calls_itself]").set_checked(False)
        page.locator("main form button.is-primary").first.click()
        page.goto(desk)
        with self.job("draw and publish", clicks=4, seconds=60) as job:
            click(job, page.get_by_role("button", name="Draw round 1"))
            click(job, page.get_by_role("button", name="Publish the round"))
            page.locator("#result-line").wait_for()
        page.goto(desk)
        with self.job("the next match called", keys=2, clicks=0) as job:
            page.locator("#hall [data-key=o]").wait_for()
            keys(job, page, "o")
            page.locator("#echo .echo__text").first.wait_for()
        page.goto(desk)
        with self.job("matches called to all free tables", keys=1, clicks=0) as job:
            page.locator("#hall [data-key=c]").wait_for()
            keys(job, page, "c")
            page.locator("#hall [data-key=c]").wait_for(state="detached")

    def results(self, tournament: Tournament) -> None:
        """Enter a result by keys and by mouse, and undo."""
        page = self.window()
        page.goto(f"/desk/{tournament.slug}/")
        numbers = _open(tournament)
        with self.job("result by keys", keys=8, clicks=0, seconds=3) as job:
            # On the page the box has the focus when the desk is shown.
            page.locator("#result-line:focus").wait_for()
            keys(job, page, f"{numbers[-1]} {LENGTH} 3\n")
            page.locator("#echo", has_text=f"M{numbers[-1]}").wait_for()
        with self.job("undo", keys=1, clicks=0, seconds=1) as job:
            keys(job, page, "u")
            page.locator(f"#match-{numbers[-1]}:not([data-done])").wait_for()

    def _at_the_desk(self, page: Page, desk: str, tournament: Tournament) -> None:
        number = _open(tournament)[-1]
        page.goto(desk)
        with self.job("result by mouse", clicks=3, seconds=6) as job:
            click(job, page.locator(f"#match-{number} .row-actions a").first)
            click(job, page.get_by_role("button", name=f"{LENGTH}–3").first)
            page.locator("#echo", has_text=f"M{number}").wait_for()
        free = Pairing.objects.get(tournament=tournament, match_number=number).table
        number = _open(tournament)[0]
        page.goto(desk)
        page.goto(desk)
        with self.job("a match to another table", keys=7, clicks=0) as job:
            page.locator("#result-line:focus").wait_for()
            keys(job, page, f"{number} t{free}\n")
            page.locator("#echo", has_text=f"M{number}").wait_for()
        for one in (self._called, self._scanned, self._late):
            one(page, desk, tournament)
        self._sheets(page, desk)
        page.goto(desk)
        with self.job("announce", clicks=0, seconds=6) as job:
            page.locator("#result-line:focus").wait_for()
            keys(job, page, "a")
            page.wait_for_url("**/announce/**")
            keys(job, page, "Lunch at one\n")
            page.wait_for_url(f"**{desk}")
        page.goto(desk)
        with self.job("a helper's link", clicks=2) as job:
            click(job, page.get_by_role("link", name="Helpers"))
            click(job, page.get_by_role("button", name="Make a link"))
            page.get_by_role("img", name="QR code of the link").wait_for()
        page.goto(desk)
        with self.job("a screen for the hall", clicks=2) as job:
            click(job, page.get_by_role("link", name="Screens", exact=True))
            click(job, page.locator("form[action$='/screens/new/'] button").first)
            page.locator("a[href*='/screen/']").first.wait_for()
        page.goto(f"{desk}entries/")
        with self.job("withdraw", clicks=2, seconds=8) as job:
            leaving = page.locator("tr[id^=entry-]").nth(2)
            click(job, leaving.get_by_role("link", name="Options"))
            click(job, page.get_by_role("button", name="Withdraw"))
            page.locator("#echo").wait_for()

    def _called(self, page: Page, desk: str, tournament: Tournament) -> None:
        """Call a single match, which was taken back, to its table again."""
        number = _open(tournament)[0]
        take_back(tournament, number, by=None)
        page.goto(desk)
        with self.job("a match called again, by mouse", clicks=1) as job:
            click(job, page.locator(f"#match-{number} [name=do][value=call]").first)
            page.locator(f"#match-{number} [name=do][value=sit]").first.wait_for()

    def _scanned(self, page: Page, desk: str, tournament: Tournament) -> None:
        """Enter a result of which a scanner reads the sheet: it types no key."""
        number = _open(tournament)[-1]
        code = Match.objects.get(
            pairing__tournament=tournament, pairing__match_number=number
        ).sheet_code
        page.goto(desk)
        with self.job("result by scanning a sheet", keys=3, clicks=0) as job:
            page.locator("#result-line:focus").wait_for()
            page.keyboard.insert_text(f"{self.url}/s/{code}/")
            keys(job, page, f"{LENGTH}2\n")
            page.locator("#echo", has_text=f"M{number}").wait_for()

    def _late(self, page: Page, desk: str, tournament: Tournament) -> None:
        """Give the points for an opponent who was called long ago."""
        number = _open(tournament)[1]
        rows = Pairing.objects.filter(tournament=tournament, match_number=number)
        rows.update(called_at=timezone.now() - LATE)
        tariff = profile_row(DEFAULT.with_changes(late_every=5))
        Division.objects.filter(tournament=tournament).update(profile=tariff)
        Match.objects.filter(pairing__in=rows).update(profile=tariff)
        page.goto(desk)
        with self.job("points for a late opponent", clicks=1, seconds=8) as job:
            give = page.locator(f"#match-{number} [formaction*='/late/']")
            click(job, give.first)
            page.locator("#echo", has_text=f"M{number}").wait_for()

    def _sheets(self, page: Page, desk: str) -> None:
        page.goto(desk)
        with self.job("score sheets of a round", clicks=2, seconds=10) as job:
            click(job, page.get_by_role("link", name="Print centre"))
            sheets = page.locator("form:has([value='score-sheets']) button")
            click(job, sheets.first)
            page.locator("#echo").wait_for()

    def _entered_late(self, page: Page, desk: str) -> None:
        page.goto(desk)
        with self.job("late entry", clicks=3, seconds=20) as job:
            page.locator("#result-line:focus").wait_for()
            keys(job, page, "l")
            page.locator("[name=text]:focus").wait_for()
            keys(job, page, "Sara Sen\n")
            page.locator("#echo", has_text="Sara Sen").wait_for()

    def played(self, tournament: Tournament) -> None:
        """Correct a result of round 1 when round 2 is drawn, and close."""
        page = self.window()
        page.goto(f"/desk/{tournament.slug}/?round=1")
        with self.job("correct an older result", clicks=5, seconds=60) as job:
            click(job, page.get_by_role("link", name="Correct").first)
            click(job, page.locator(".segmented__option").nth(1))
            points = page.locator("[name=points]")
            points.fill("2")
            job.keys += 1
            click(job, page.get_by_role("button", name="Show what this changes"))
            click(job, page.get_by_role("button", name="Apply"))
            page.get_by_text("is corrected.").wait_for()

        newest = Round.objects.filter(draw__stage__division__tournament=tournament)
        fields.play_round(newest.latest("pk"), random=Random(1))
        page.goto(f"/desk/{tournament.slug}/")
        with self.job("close", clicks=2) as job:
            click(job, page.get_by_role("link", name="Close the tournament"))
            click(job, page.get_by_role("button", name="Close with these standings"))
            page.get_by_role("button", name="Reopen").wait_for()
        card = card_named("evenings")
        assert card is not None
        rules = SeasonRules(
            name="Season", from_day=tournament.date, scoring=card.scoring
        )
        make_season(rules=rules, by=None)
        page.goto(tournament.get_absolute_url())
        with self.job("the table of the season", clicks=1) as job:
            click(job, page.locator("#seasons a").first)
            page.locator(".table .who").first.wait_for()

    def charted(self, tournament: Tournament) -> None:
        """Have the wall chart of a bracket made."""
        page = self.window()
        page.goto(f"/desk/{tournament.slug}/")
        with self.job("wall chart", clicks=3) as job:
            charts = page.locator("a[href*='wall-chart']:visible, a[href$='chart.pdf']")
            click(job, charts.first)
            page.get_by_role("link", name="Open the PDF").wait_for()

    def arrived(self, tournament: Tournament) -> None:
        """Check in by the code of the hall, on the player's own phone."""
        window = open_arrivals(
            tournament, opens_at=None, closes_at=timezone.now() + LONG, by=None
        )
        entry = Entry.objects.filter(tournament=tournament).order_by("number")[0]
        Entry.objects.filter(pk=entry.pk).update(checked_in_at=None)
        phone = self.window(director=False, **PHONE)
        phone.goto(f"/p/{entry.player.link_key}/")
        phone.goto(f"/here/{window.code}/")
        with self.job("a player checks in", clicks=2) as job:
            click(job, phone.get_by_role("button", name="I am here").first)
            phone.get_by_role("button", name="Take it back").wait_for()
        other = Entry.objects.filter(tournament=tournament).order_by("number")[1]
        Entry.objects.filter(pk=other.pk).update(checked_in_at=None)
        phone = self.window(director=False, **PHONE)
        phone.goto(f"/here/{window.code}/")
        name = other.player.name[:]
        with self.job(
            "a player checks in, on a phone that nobody knows", clicks=2
        ) as job:
            type_(job, phone.locator("#q"), name[:LETTERS])
            found = phone.locator("#found .row", has_text=name)
            click(job, found.get_by_role("button", name="I am here"))
            phone.get_by_role("button", name="Take it back").wait_for()

    def player(self, tournament: Tournament) -> None:
        """Find the table, report a score and look at the standings on a phone."""
        pairing = Pairing.objects.select_related("match").get(
            tournament=tournament, match_number=_open(tournament)[-1]
        )
        assert pairing.match is not None
        phone = self.window(director=False, **PHONE)
        phone.goto(f"/s/{pairing.match.sheet_code}/")
        phone.locator("[name=side]").first.click()
        with self.job("a player's report of a score", clicks=3, seconds=8) as job:
            click(job, phone.locator(".winner").first)
            click(job, phone.locator(".segmented__option").nth(3))
            click(
                job,
                phone.locator(
                    "#pad button.is-primary, form.pad button.is-primary"
                ).first,
            )
            phone.locator(".score__points", has_text=str(LENGTH)).first.wait_for()
        other = self.window(director=False, **PHONE)
        other.goto(f"/s/{pairing.match.sheet_code}/")
        other.locator("[name=side]").last.click()
        with self.job("the other player agrees", clicks=1) as job:
            agree = other.locator("#answer form[action*='/confirm/'] button")
            click(job, agree.first)
            agree.first.wait_for(state="detached")
        self._game_by_game(tournament)
        self._own_page(tournament)

    def _game_by_game(self, tournament: Tournament) -> None:
        """Enter games of a match on a player's phone, and see them counted."""
        pairing = Pairing.objects.select_related("match").get(
            tournament=tournament, match_number=_open(tournament)[-1]
        )
        assert pairing.match is not None
        phone = self.window(director=False, **PHONE)
        phone.goto(f"/s/{pairing.match.sheet_code}/")
        phone.locator("[name=side]").first.click()
        phone.goto(f"/m/{pairing.match.code}/?pad=games")
        save = phone.locator("#pad .pad__save button")
        with self.job("a plain game of a match", clicks=2) as job:
            click(job, phone.locator("#pad .winner").first)
            click(job, save)
            phone.locator(".score__points", has_text="1").first.wait_for()
        with self.job("a gammon with the cube at 2", clicks=3) as job:
            click(job, phone.locator("#pad .winner").first)
            click(job, phone.locator("#pad .tile:has([value='2-gammon'])"))
            click(job, save)
            phone.locator(".score__points", has_text="5").first.wait_for()

    def _own_page(self, tournament: Tournament) -> None:
        """Look at one's own page, which a personal link opens, and go on from there."""
        pairing = Pairing.objects.select_related("entry_1__player").get(
            tournament=tournament, match_number=_open(tournament)[0]
        )
        phone = self.window(director=False, **PHONE)
        own_page = f"/p/{pairing.entry_1.player.link_key}/"
        with self.job("where a player plays", clicks=0, seconds=3):
            phone.goto(own_page)
            phone.locator(".now__table b").first.wait_for()
        with closing(Director(self.url, "")) as stranger:
            self.first_load = first_load(stranger, own_page)
        with self.job("told of a call", clicks=1) as job:
            click(job, phone.get_by_label("With a sound"))
        with self.job("report late", clicks=2) as job:
            click(job, phone.locator("[id^=tell-] summary").first)
            click(job, phone.get_by_role("button", name="I am late"))
            phone.locator(".told-director").wait_for()
        with self.job("a player's place in the standings, and why", clicks=2) as job:
            click(job, phone.locator(".now__detail a[href*='/standings/']").first)
            phone.locator(".is-standings .is-own").first.wait_for()
            click(job, phone.locator(".is-own a[href*='/standings/']").first)
            phone.get_by_role("heading", level=1).wait_for()
        phone.go_back()
        with self.job("a player's history", clicks=1) as job:
            click(job, phone.locator(".is-standings .who a").first)
            phone.locator("#matches-title").wait_for()
        with self.job("follow a friend", clicks=1) as job:
            click(job, phone.locator("[data-follow]"))
            phone.locator("[data-follow][aria-pressed=true]").wait_for()


def click(job: Job, target: Locator) -> None:
    """Click or tap something as soon as it can be."""
    target.click()
    job.clicks += 1


def keys(job: Job, page: Page, typed: str) -> None:
    """Type where the focus is."""
    page.keyboard.type(typed)
    job.keys += len(typed)


def type_(job: Job, target: Locator, typed: str) -> None:
    """Click into a box and type there."""
    click(job, target)
    target.press_sequentially(typed)
    job.keys += len(typed)


def _unlike_all_others() -> str:
    """Return a given name that its first three letters tell from all players.

    The parts before this one have stored thousands, some with random names.
    """
    known = list(Player.objects.values_list("name", flat=True))
    return next(
        given
        for given in ("Ditte", "Wytske", "Xanthe", "Quirijn", "Zwaantje")
        if not any(begins_with(given[:3], name) for name in known)
    )


def _people() -> list[tuple[str, str]]:
    """Return given and family names."""
    return [(given, family) for given in GIVEN for family in FAMILIES][:PLAYERS]


def _names() -> list[str]:
    """Return a list as people write it."""
    styles = ("{0} {1} {2}", "{0} {1} (Køge BK) {2}", "{1}, {0}, Oslo", "{0} {1}")
    return [
        styles[number % len(styles)].format(given, family, 1400 + number)
        for number, (given, family) in enumerate(_people())
    ]


def _cup() -> Tournament:
    """Return a knock-out of which the bracket is published."""
    cup = fields.store(players=PLAYERS, rounds=0, planned=9)
    Stage.objects.filter(division__tournament=cup).update(format="elimination")
    publish_next(cup)
    return cup


def _open(tournament: Tournament) -> list[int]:
    """Return the numbers of the matches that are called and not played."""
    found = Pairing.objects.filter(
        tournament=tournament,
        match__state=Match.State.READY,
        match_number__isnull=False,
        called_at__isnull=False,
    )
    return sorted(pairing.match_number or 0 for pairing in found)


# The hall -----------------------------------------------------------------------------


def _watched(
    jobs: Jobs, live: Live, crowd: list[Tournament], *, drawn: Tournament, token: str
) -> Iterator[Line]:
    """Let everybody look while a draw is made."""
    watching = Watching()
    windows = list(_screens(jobs, crowd[0]))
    for window in windows:
        window.on("response", watching.note_answer)
    yield Row(
        goal="H1",
        what="pages on which a screen shows all names / all at once",
        ours=windows[SHOWN.index("places")].locator(".tv__page").count(),
        peer=1,
        most=1,
    )
    plans = [
        {
            "port": urlsplit(live.url).port,
            "phones": 0 if number else PHONES,
            "path": evening.get_absolute_url(),
            "seconds": SECONDS,
            "interval": INTERVAL if not number else SAVE_INTERVAL,
            "save_path": reverse("save_result", args=[evening.slug]),
            "saves": [f"{match} {LENGTH} 3" for match in _open(evening)],
            "cookie": jobs.cookie,
            "token": token,
        }
        for number, evening in enumerate(crowd)
    ]
    director = jobs.window()
    director.goto(f"/desk/{drawn.slug}/")
    with ThreadPoolExecutor() as pool:
        found = [pool.submit(client, plan) for plan in plans]
        took = _draw(director)
        while not all(one.done() for one in found):
            director.wait_for_timeout(100)
    for result in [one.result() for one in found]:
        watching.phones += [*result["unchanged"], *result["news"]]
        watching.saves += result["saves"]
        watching.errors += result["errors"]
    yield from watching.lines()
    yield Row(
        goal="H1",
        what=f"a draw of {DRAWN} meanwhile, until it is shown: s / budget",
        ours=took,
        peer=DRAW_SECONDS,
        most=1,
    )


@dataclass
class Watching:
    """What everybody waited, in milliseconds."""

    phones: list[float] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)
    screens: list[float] = field(default_factory=list)
    errors: int = 0

    def note_answer(self, answer: Response) -> None:
        """Note what a screen got when it asked for news."""
        if "?f=" in answer.url:
            self.errors += answer.status >= HTTPStatus.BAD_REQUEST
            self.screens.append(answer.request.timing["responseStart"])

    def lines(self) -> Iterator[Line]:
        """Yield the figures beside their limits."""
        for what, times in (
            ("phones", self.phones),
            ("saves at the desks", self.saves),
            ("screens", self.screens),
        ):
            yield Row(
                goal="H2",
                what=f"{what}, {len(times)} answers: p95 ms / limit",
                ours=percentile(times, 95),
                peer=ANSWERED,
                most=1,
            )
            most = max(times, default=0)
            yield note(f"p50 {percentile(times, 50):.0f} ms, most {most:.0f} ms")
        yield Row(goal="H2", what="errors / 1", ours=self.errors, peer=1, most=0)


def _screens(jobs: Jobs, evening: Tournament) -> Iterator[Page]:
    """Open the screens of the hall."""
    for content in SHOWN:
        screen = make_screen(evening, name=content, by=None)
        set_screen(screen, {"shows": [content]}, by=None)
        window = jobs.window(director=False, viewport={"width": 1920, "height": 1080})
        window.goto(f"/screen/{screen.code}/")
        yield window


def _draw(director: Page) -> float:
    """Draw, and return the seconds until the draft is shown."""
    if os.environ.get(SMALLEST_NAME):
        return 0.0  # its web server has nobody who draws
    director.wait_for_timeout(1000 * SECONDS / 4)
    began = time.monotonic()
    director.get_by_role("button", name="Draw round 3").click()
    drawn = director.get_by_role("button", name="Publish the round")
    drawn.wait_for(timeout=1000 * DRAW_SECONDS)
    return time.monotonic() - began
