"""States of the product for tests, reached through the services alone.

The cast: director Ada, player Ben who is no director, stranger Cy who has no account.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any
from unittest import mock

from django.test import Client
from django.utils import timezone

from matches.accounts.roles import Role
from matches.accounts.services import accept_invitation, new_invitation_path
from matches.documents import registry
from matches.jobs import tasks
from matches.ledger.club_matches import Terms, open_matches, profile_row
from matches.ledger.recording import record_final, record_game
from matches.models import Job, Match, Player, User
from matches.players.services import NewPlayer, create_players
from matches.rulebook.profiles import DEFAULT
from matches.rules import Ending, GameResult, Kind, Side
from tournaments.draws.publish import publish_round
from tournaments.draws.request import request_draw
from tournaments.entries.services import add_entries
from tournaments.models import Draw, Entry, Pairing, Round, Stage, Tournament
from tournaments.setup.services import TournamentPlan, create_tournament
from tournaments.structure.queries import main_stage
from tournaments.tables.calling import advance

PASSWORD = "six checkers behind a prime"
EVENING = date(2026, 11, 20)
GIVEN = ("Ane", "Bjarke", "Cille", "Dagny", "Eskil", "Freja", "Gorm", "Hedda")
FAMILY = ("Alm", "Brink", "Dahl", "Engel", "Falk", "Glad", "Holt", "Krag")


# People --------------------------------------------------------------------


def director(name: str = "Ada") -> User:
    """Return a director who joined with a one-time link, as every director does."""
    inviter = User.objects.filter(role=Role.OWNER).first()
    token = new_invitation_path(by=inviter).split("/")[2]
    return accept_invitation(token=token, username=name, password=PASSWORD)


def reader(name: str = "Ben") -> User:
    """Return somebody with an account who is no director."""
    return User.objects.create_user(username=name, password=PASSWORD)


def signed_in(user: User, **options: Any) -> Client:
    """Return a browser in which somebody is signed in."""
    client = Client(**options)
    client.force_login(user)
    return client


def player(name: str, *, club: str = "", rating: str | None = None) -> Player:
    """Return somebody the club's directory knows."""
    known = None if rating is None else Decimal(rating)
    return create_players([NewPlayer(name, club, known)])[0]


def names(count: int) -> list[str]:
    """Return so many names, no two alike; 512 at most."""
    return [
        f"{GIVEN[n % 8]} {FAMILY[n // 8 % 8]}{'' if n < 64 else f' {GIVEN[n // 64]}'}"
        for n in range(count)
    ]


# Matches of their own ------------------------------------------------------


def match(
    length: int = 7,
    *,
    people: Sequence[str] = ("Ane Alm", "Bjarke Brink"),
    **rules: Any,
) -> Match:
    """Return a match that belongs to no tournament."""
    one, two = create_players([NewPlayer(name) for name in people])
    terms = {
        key: rules.pop(key)
        for key in ("reporting", "rated", "equity_table", "start")
        if key in rules
    }
    profile = profile_row(DEFAULT.with_changes(**rules))
    return opened(one, two, Terms(length=length, profile=profile, **terms))


def opened(one: Player, two: Player, terms: Terms) -> Match:
    """Return a match of two that was opened on these terms."""
    (key,) = open_matches(new=[(one.pk, two.pk)], terms=terms)
    return Match.objects.select_related("player_1", "player_2", "profile").get(pk=key)


def game(
    winner: int = 1, kind: str = "single", *, cube: int = 1, dropped: bool = False
) -> GameResult:
    """Return the result of one game."""
    ending = Ending.DROPPED if dropped else Ending.PLAYED
    return GameResult(Side(winner), Kind(kind), cube=cube, ending=ending)


def play(on: Match, *results: GameResult) -> None:
    """Enter games one after the other into a match that has none."""
    for after, result in enumerate(results):
        record_game(match_id=on.pk, result=result, after=after, by=None)


# Tournaments ---------------------------------------------------------------


def plan(format_key: str = "swiss", **changes: Any) -> TournamentPlan:
    """Return what a director decides for a club evening."""
    decided = {
        "name": "Club evening",
        "date": EVENING,
        "language": "en",
        "format": format_key,
        "match_length": 7,
        "rounds": 3,
    }
    return TournamentPlan(**decided | changes)


def tournament(format_key: str = "swiss", **changes: Any) -> Tournament:
    """Return a tournament nobody has entered yet."""
    return create_tournament(plan=plan(format_key, **changes), by=None)


def stage(of: Tournament) -> Stage:
    """Return the first stage of a tournament."""
    return main_stage(of)


def lots(of: Tournament) -> dict[int, int | None]:
    """Return what every entry drew, None for nothing, by entry number."""
    drawn = stage(of).lot_of
    return {entry.number: drawn.get(entry.number) for entry in entries(of)}


def branch(
    of: Stage, section: str = "consolation", *, length: int = 5, **options: Any
) -> Stage:
    """Return a new bracket for those who lose in another stage."""
    return Stage.objects.create(
        tournament=of.tournament,
        division=of.division,
        number=of.tournament.take_numbers("stage"),
        name=section.capitalize(),
        format="branch",
        rounds=1,
        match_length=length,
        parent=of,
        section=section,
        options=options,
    )


def weekend(who: int = 8, **changes: Any) -> Tournament:
    """Return a cup with consolation and last chance, everybody here, not drawn."""
    made = tournament("elimination", **changes)
    main = stage(made)
    Stage.objects.filter(pk=main.pk).update(name="Main")
    branch(branch(main), "last", length=3)
    entered(made, who)
    return made


def called(within: Tournament) -> list[Pairing]:
    """Return the pairings whose match was called and has no result, by match number."""
    return list(
        Pairing.objects.live()
        .filter(
            tournament=within,
            called_at__isnull=False,
            match__winner__isnull=True,
            match__state__in=("ready", "playing"),
        )
        .select_related("match", "stage", "entry_1", "entry_2")
        .order_by("match_number")
    )


def play_on(within: Tournament, winner: int = 1) -> int:
    """Let every match that is called be won, top or bottom; return how many were."""
    found = called(within)
    for pairing in found:
        assert pairing.match is not None
        won(winner, pairing.match)
    advance(within.pk)
    return len(found)


def entries(of: Tournament) -> list[Entry]:
    """Return the entries of a tournament by number."""
    return list(
        Entry.objects.filter(tournament=of).select_related("player").order_by("number")
    )


def entered(
    into: Tournament, who: int | Sequence[str], *, here: bool = True
) -> list[Entry]:
    """Enter so many people, or those named, all new to the directory."""
    people = names(who) if isinstance(who, int) else who
    new = [NewPlayer(name) for name in people]
    added = add_entries(tournament=into, known=(), new=new, here=here, by=None)
    return list(added.entries)


DICE = "35 66 14 22 61 53 11 24"
"""Dice as they are called out: as many rolls as are announced."""
SECRET = "356614226153112435661422615311ab"
"""The seed of a draw that was not announced, the same in every run."""


def drawn_round(of: Tournament, *, reason: str = "Νέα") -> Draw:
    """Ask for a draw of the next round and be the worker that makes it.

    Of a draw that was announced the dice are typed; any other is the same in every run.
    """
    asked = request_draw(
        tournament=of, reason=reason, dice=DICE, secret=SECRET, by=None
    )
    tasks.run_job(asked.job_id)
    return Draw.objects.select_related("job", "stage").get(pk=asked.pk)


def published_round(of: Tournament) -> Round:
    """Draw the next round and publish it."""
    drawn = drawn_round(of)
    return publish_round(draw_id=drawn.pk, tournament=of, by=None).round


def pairings(of: Round | Draw) -> list[Pairing]:
    """Return the pairings of a round or a draw in table order, byes too."""
    drawn = of.draw if isinstance(of, Round) else of
    return list(
        drawn.pairings.select_related("entry_1", "entry_2", "match").order_by(
            "position", "leg"
        )
    )


def matches(of: Round) -> list[Match]:
    """Return the matches of a round in table order."""
    return [pairing.match for pairing in pairings(of) if pairing.match is not None]


def won(by: Side | int, on: Match, *, loser: int = 3) -> None:
    """Report that one side won a match, the loser having so many points."""
    loser = min(loser, on.length - 1)
    one, two = (on.length, loser) if by == Side.ONE else (loser, on.length)
    record_final(match_id=on.pk, score_1=one, score_2=two, by=None)


def played_round(of: Tournament, *, loser: int = 3) -> Round:
    """Publish the next round and let the upper player of every pair win."""
    published = published_round(of)
    for each in matches(published):
        won(Side.ONE, each, loser=loser)
    return published


def evening(
    format_key: str = "swiss", who: int | Sequence[str] = 4, **changes: Any
) -> Tournament:
    """Return a tournament with so many people, or those named, who are here."""
    made = tournament(format_key, **changes)
    entered(made, who)
    return made


def minutes_ago(minutes: float) -> Any:
    """Return the moment so many minutes before now."""
    return timezone.now() - timezone.timedelta(minutes=minutes)


# Paper ---------------------------------------------------------------------


@contextmanager
def printing(
    build: Callable[[Any], bytes] = lambda _values: b"%PDF-1.7",
) -> Iterator[None]:
    """Let `build` make all PDFs, quickly and on machines without the libraries."""
    known = registry._documents
    quick = {key: replace(each, build=build) for key, each in known.items()}
    with mock.patch.dict(known, quick):
        yield


def print_all() -> None:
    """Do what a worker does about documents that wait."""
    waiting = Job.objects.filter(kind="document", state=Job.State.QUEUED)
    for pk in waiting.order_by("pk").values_list("pk", flat=True):
        tasks.run_job(pk)


def printed(by: Client, path: str, query: dict[str, Any] | None = None) -> Any:
    """Return what somebody gets who asks for a PDF and waits on the page for it."""
    first = by.get(path, query, follow=True)
    if first.status_code == 200 and first["Content-Type"] != "application/pdf":
        print_all()
        # Not by asking again: a ruling asked for in the next minute is another one.
        return by.get(first.context["page"].pdf_url, follow=True)
    return first
