"""An open of a weekend on its first afternoon: 64 people on 16 tables."""

from datetime import timedelta
from typing import Final, NamedTuple

from django.utils import timezone

from clubsite.demonstration.playing import Person, backdate, card, enter, play, publish
from matches.ledger.models.match import Match
from matches.ledger.recording import record_final
from matches.ledger.reporter import SHEET, Reporter
from matches.reports.services import dispute, version_from_score
from matches.rulebook.profiles import Reporting
from matches.rules import Side
from tournaments.hall.services import all_sit
from tournaments.hall.settings import HallPlan, TablePlan, set_hall
from tournaments.money.models import MoneyNote, NoteKind, PoolKind
from tournaments.money.services import keep_money, make_pool, note, show_prizes
from tournaments.practice.services import MOST_PEOPLE, invented_match, invented_people
from tournaments.rounds.announcements.bulletin import PAGES, PHONES, SCREENS
from tournaments.rounds.announcements.services import AnnouncementPlan, announce
from tournaments.rounds.models import Pairing, PairingQuerySet
from tournaments.screens.services import make_screen, set_screen
from tournaments.setup.services import TournamentPlan, create_tournament
from tournaments.structure.details import EventDetails
from tournaments.structure.models import Tournament

NAME: Final = "Weekend open"
TABLES: Final = 16
IN_DIVISIONS: Final = (26, 21, 16)
"""One more comes late."""
LATE_IN: Final = 2
FEES: Final = (6000, 4000, 2000)
SHARES: Final = ((4000, 2000), (2000, 1000), (1000,))
"""The prizes of main bracket, consolation and last chance, in hundredths of a %."""
STEP: Final = timedelta(minutes=25)
JUST_OVER: Final = 4
COMING: Final = timedelta(minutes=7)
PAID: Final = 3
SPONSOR: Final = (
    "With thanks to Lantern Street Bakery:\nfresh buns at table 16 all day."
)
PROGRAMME: Final = (
    "First day: check-in until 10:30, first matches at 11:00.\n"
    "Second day: last chance at 10:00, finals at 15:00, prizes at 18:00."
)


class Called(NamedTuple):
    """A match at a table, how long it has been played, and how it is to end."""

    match: Match
    seconds: float
    plays: int
    score: tuple[int, int]


def begin_weekend() -> Tournament:
    """Make the open with its hall, and draw its three divisions."""
    weekend = _made()
    everybody = _people()
    for number, count in enumerate(IN_DIVISIONS, start=1):
        come, everybody = everybody[:count], everybody[count:]
        enter(weekend, come, here=True, division=number)
    _furnish(weekend)
    for stage in weekend.stages.filter(parent=None).order_by("number"):
        publish(weekend, stage)
    return weekend


def play_on(weekend: Tournament, times: int) -> None:
    """Seat called players, let time pass, enter results; repeat this many times."""
    for _time in range(times):
        all_sit(weekend, by=None)
        backdate(STEP)
        for called in _at_tables(weekend):
            if called.seconds >= called.plays:
                _record(called)


def come_to_now(weekend: Tournament) -> None:
    """Add a latecomer, a disputed match, an open report, and matches just called."""
    enter(weekend, _people()[sum(IN_DIVISIONS) :], here=True, division=LATE_IN)
    all_sit(weekend, by=None)
    backdate(STEP)
    playing = _at_tables(weekend)
    _told_twice(playing.pop())
    _told_once(playing.pop())
    for called in playing[:JUST_OVER]:
        _record(called)
    for called in playing[JUST_OVER::2]:
        play(called.match, games=2)
    backdate(COMING)


def _people() -> list[Person]:
    return [(name, club, "") for name, club in invented_people(NAME, MOST_PEOPLE)]


def _made() -> Tournament:
    today = timezone.localdate()
    structure = card("weekend-open").structure
    first = structure.first
    plan = TournamentPlan(
        name=NAME,
        date=today,
        language="en",
        format=first.format,
        match_length=first.match_length,
        rounds=first.rounds,
        reporting=Reporting.AGREE,
        divisions=structure.divisions,
        details=EventDetails(
            end_date=today + timedelta(days=1),
            place="Harbour Hall",
            fee="60, 40 and 20 EUR",
            programme=PROGRAMME,
        ),
    )
    return create_tournament(plan=plan, by=None)


def _furnish(weekend: Tournament) -> None:
    """Set tables and screens, publish two announcements, record fees for the prizes."""
    tables = {1: TablePlan(name="Stream")}
    set_hall(weekend, HallPlan(count=TABLES, tables=tables), by=None)
    hall = make_screen(weekend, name="Hall", by=None)
    set_screen(
        hall, {"shows": ["places", "announcements", "text"], "text": SPONSOR}, by=None
    )
    bar = make_screen(weekend, name="Bar", by=None)
    set_screen(bar, {"shows": ["now", "bracket", "text"], "text": SPONSOR}, by=None)
    everywhere = dict.fromkeys((SCREENS, PAGES, PHONES), True)
    for text in (
        "Lunch is served in the blue room.",
        "The side event begins when eight have signed up at the desk.",
    ):
        announce(weekend, AnnouncementPlan({"en": text}, everywhere), by=None)
    keep_money(weekend, currency="EUR", by=None)
    stages = iter(range(1, len(FEES) * len(SHARES) + 1))
    for number, fee in enumerate(FEES, start=1):
        pool = {
            "kind": PoolKind.FEES,
            "division": number,
            "fee": fee,
            "shares": {str(next(stages)): list(shares) for shares in SHARES},
        }
        make_pool(weekend, pool, by=None)
    for number in range(1, PAID + 1):
        paid = MoneyNote(kind=NoteKind.PAID, payer=number, amount=FEES[0])
        note(weekend, paid, by=None)
    show_prizes(weekend, shows=True, by=None)


def _at_tables(weekend: Tournament) -> list[Called]:
    """Return the matches in play, by number."""
    rows: PairingQuerySet = Pairing.objects.live().with_match()
    rows = rows.filter(tournament=weekend, match__state=Match.State.READY)
    now = timezone.now()
    found = []
    for row in rows.exclude(playing_at=None).order_by("match_number"):
        if row.match is None or row.playing_at is None:
            continue
        number, length = row.match_number or 0, row.match.length
        score, plays = invented_match(NAME, number, length)
        seconds = (now - row.playing_at).total_seconds()
        found.append(Called(row.match, seconds, plays, score))
    return found


def _record(called: Called) -> None:
    one, two = called.score
    record_final(match_id=called.match.pk, score_1=one, score_2=two, by=None)


def _told_once(called: Called) -> None:
    """Let one player report the result; the other has not answered."""
    one, two = called.score
    told = Reporter(side=Side.ONE, via=SHEET, device="1")
    record_final(match_id=called.match.pk, score_1=one, score_2=two, by=told)


def _told_twice(called: Called) -> None:
    """Let both players report different results."""
    _told_once(called)
    one, two = called.score
    version = version_from_score(called.match, two, one)
    told = Reporter(side=Side.TWO, via=SHEET, device="2")
    dispute(match_id=called.match.pk, version=version, by=told)
