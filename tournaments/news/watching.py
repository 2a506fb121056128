"""Finds what people have to be told, by difference to what they know.

So no act has to know messages, and nothing is lost while no worker runs. The unique key
of a message, and the state that somebody was told last, keep all from being said twice.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from functools import wraps
from itertools import groupby
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from matches.ledger.models.match import Match
from matches.outgoing.models import Phone, Recipient
from matches.outgoing.sender import may_send
from matches.outgoing.services import KEPT_DAYS, tell
from matches.players.models import Player
from matches.web.club import club
from tournaments.news.kinds import (
    CALL,
    CHANGED,
    DRAW,
    PLACE,
    REMINDER,
    SIGN_UP,
    WAITING,
)
from tournaments.news.models import TournamentNews
from tournaments.rounds.models import Draw, Pairing
from tournaments.signups.models import SignUp
from tournaments.signups.queue import State
from tournaments.structure.details import starts_at
from tournaments.structure.models import Entry, Tournament, Visibility

FRESH: Final = timedelta(minutes=15)
"""A call or a draw is told for so long, and never late."""
SETTLED: Final = timedelta(minutes=5)
"""A changed date is told when it was not changed again for so long."""
REMINDED_FROM: Final = 10
"""The hour of the day before."""


def while_sending(work: Callable[[], None]) -> Callable[[], None]:
    """Do nothing where nothing is sent: nothing piles up on a copy of a site."""

    @wraps(work)
    def done() -> None:
        if may_send():
            with timezone.override(club().zone):
                work()

    return done


# Sign-ups ------------------------------------------------------------------


@while_sending
def tell_sign_ups() -> None:
    """Tell people who signed up where they stand now."""
    rows = SignUp.objects.filter(
        ~Q(told=F("state")) | Q(state=State.WAITING), recipient__isnull=False
    )
    rows = rows.filter(
        sign_up_list__division__tournament__in=Tournament.objects.open()
    ).select_related("recipient", "sign_up_list__division__tournament")
    people = list(rows)
    numbers = _numbers({row.sign_up_list_id for row in people})
    for person in people:
        _tell_sign_up(person, numbers.get(person.pk, 0))


def _numbers(lists: Collection[int]) -> dict[int, int]:
    """Return the number on the waiting list by sign-up. One query."""
    rows = SignUp.objects.filter(sign_up_list__in=lists, state=State.WAITING)
    rows = rows.order_by("sign_up_list", "ranked_at", "pk")
    keys = rows.values_list("sign_up_list", "pk")
    return {
        pk: number
        for _list, group in groupby(keys, key=lambda key: key[0])
        for number, (_same, pk) in enumerate(group, start=1)
    }


def _tell_sign_up(person: SignUp, number: int) -> None:
    was, now = person.told, person.state
    moves_up = bool(number) and number < person.told_number
    if (was == now and not moves_up) or person.recipient is None:
        return
    kind = SIGN_UP
    if now == State.OFFERED or (was, now) == (State.WAITING, State.IN):
        kind = PLACE
    elif was == now:
        kind = WAITING
    tournament = person.sign_up_list.division.tournament
    with transaction.atomic():
        mine = SignUp.objects.filter(
            pk=person.pk, told=was, told_number=person.told_number
        )
        if not mine.update(told=now, told_number=number):
            return  # another worker does it
        moment = timezone.now()
        tell(
            person.recipient,
            kind,
            topic=f"sign-up:{person.pk}",
            version=f"{moment.timestamp()}",
            until=(person.answer_by if now == State.OFFERED else None)
            or max(_begin(tournament), moment + timedelta(days=1)),
            about=tournament.subject,
            name=person.name,
            values={"sign_up": person.pk, "state": now},
        )


# Draws and calls -----------------------------------------------------------


@while_sending
def tell_draws() -> None:
    """Tell those who play in a round that was just published."""
    if not Recipient.objects.exists():
        return
    now = timezone.now()
    draws = Draw.objects.filter(
        state=Draw.State.PUBLISHED, published_at__gt=now - FRESH
    ).select_related("stage__tournament")
    for draw in draws.defer("record"):
        pairings = Pairing.objects.live().filter(draw=draw)
        _tell_entries(
            DRAW,
            draw.stage.tournament,
            {entry: pairing.pk for pairing in pairings for entry in _entries(pairing)},
            topic=f"draw:{draw.pk}",
            until=(draw.published_at or now) + FRESH,
        )


@while_sending
def tell_calls() -> None:
    """Tell those who are called to a table, on their phones."""
    if not Phone.objects.exists():
        return
    since = timezone.now() - FRESH
    pairings = Pairing.objects.live().filter(
        Q(called_at__gt=since) | Q(recalled_at__gt=since),
        match__state=Match.State.READY,
        table__isnull=False,
        playing_at__isnull=True,
    )
    for pairing in pairings.select_related("tournament"):
        called = pairing.recalled_at or pairing.called_at or since
        _tell_entries(
            CALL,
            pairing.tournament,
            dict.fromkeys(_entries(pairing), pairing.pk),
            topic=f"call:{pairing.pk}:{pairing.table}:{called.timestamp()}",
            until=called + FRESH,
        )


def _entries(pairing: Pairing) -> list[int]:
    return [pk for pk in (pairing.entry_1_id, pairing.entry_2_id) if pk]


def _tell_entries(
    kind: str,
    tournament: Tournament,
    pairings: dict[int, int],
    *,
    topic: str,
    until: datetime,
) -> None:
    """Tell entries of their pairings, both as primary keys."""
    if tournament.visibility == Visibility.PRIVATE:
        return
    entries = Entry.objects.filter(pk__in=pairings).select_related("player")
    for entry, recipient in reached(entries):
        tell(
            recipient,
            kind,
            topic=f"{topic}:{entry.pk}",
            version="1",
            until=until,
            about=tournament.subject,
            name=entry.player.name,
            values={"pairing": pairings[entry.pk], "entry": entry.pk},
        )


def reached(entries: Iterable[Entry]) -> list[tuple[Entry, Recipient]]:
    """Return who can be told of entries: the player, a pair's members, the sign-up.

    Three queries. Whoever signed up with the address of the player is reached once.
    """
    by_player: dict[int, list[Entry]] = defaultdict(list)
    by_entry = {entry.pk: entry for entry in entries}
    for entry in by_entry.values():
        by_player[entry.player_id].append(entry)
    members = Player.members.through.objects.filter(from_player__in=list(by_player))
    for pair, member in members.values_list("from_player", "to_player"):
        by_player[member] += by_player[pair]
    rows = Recipient.objects.filter(player__in=list(by_player))
    found = [
        (entry, row)
        for row in rows.order_by("pk")
        for entry in by_player[row.player_id or 0]
    ]
    signed = SignUp.objects.filter(entry__in=by_entry, recipient__isnull=False)
    found += [
        (by_entry[row.entry_id], row.recipient)
        for row in signed.select_related("recipient").order_by("pk")
        if row.entry_id and row.recipient
    ]
    once: dict[tuple[int, str], tuple[Entry, Recipient]] = {}
    for entry, recipient in found:
        address = recipient.email.casefold() or str(recipient.pk)
        once.setdefault((entry.pk, address), (entry, recipient))
    return list(once.values())


# The tournament ------------------------------------------------------------


@while_sending
def tell_changes() -> None:
    """Tell those who signed up when day, time or place change, or all is off."""
    now = timezone.now()
    today = timezone.localdate()
    for tournament in _with_people(Tournament.everything.filter(date__gte=today)):
        facts = facts_of(tournament)
        row, is_new = TournamentNews.objects.get_or_create(
            tournament=tournament, defaults={"told": facts, "seen": facts}
        )
        if is_new:
            continue
        if row.seen != facts:
            row.seen, row.seen_at = facts, now
            row.save()
        elif row.told != facts and row.seen_at <= now - SETTLED:
            _tell_everybody(
                CHANGED,
                tournament,
                version=f"{row.seen_at.timestamp()}",
                values={"before": row.told},
            )
            row.told = facts
            row.save()


@while_sending
def remind() -> None:
    """Remind those who play tomorrow."""
    if timezone.localtime().hour < REMINDED_FROM:
        return
    tomorrow = timezone.localdate() + timedelta(days=1)
    for tournament in _with_people(Tournament.objects.open().filter(date=tomorrow)):
        _tell_everybody(REMINDER, tournament, version=tomorrow.isoformat(), values={})


def _with_people(rows: "QuerySet[Tournament]") -> "QuerySet[Tournament]":
    """Keep the tournaments, deleted ones too, in which somebody can be told."""
    signed = Q(divisions__sign_up_list__sign_ups__recipient__isnull=False)
    rows = rows.filter(signed | Q(entries__player__recipients__isnull=False))
    rows = rows.exclude(visibility=Visibility.PRIVATE)
    return rows.filter(closed_at__isnull=True).distinct()


def facts_of(tournament: Tournament) -> dict[str, object]:
    """Return what people have to know before they come."""
    return {
        "date": tournament.date.isoformat(),
        "start_time": f"{tournament.start_time or ''}",
        "place": tournament.place,
        "is_off": tournament.deleted_at is not None,
    }


def _tell_everybody(
    kind: str, tournament: Tournament, *, version: str, values: dict[str, object]
) -> None:
    entries = Entry.objects.filter(tournament=tournament, withdrawn_at__isnull=True)
    people = [
        (recipient, entry.player.name)
        for entry, recipient in reached(entries.select_related("player"))
    ]
    waiting = SignUp.objects.filter(
        sign_up_list__division__tournament=tournament,
        recipient__isnull=False,
        entry__isnull=True,
        state__in=(State.ASKED, State.WAITING, State.OFFERED),
    )
    if kind == CHANGED:
        people += [
            (row.recipient, row.name)
            for row in waiting.select_related("recipient")
            if row.recipient
        ]
    for recipient, name in people:
        tell(
            recipient,
            kind,
            topic=f"{kind}:{tournament.pk}",
            version=version,
            until=max(_begin(tournament), timezone.now() + timedelta(hours=1)),
            about=tournament.subject,
            name=name,
            values={"tournament": tournament.pk, **values},
        )


def _begin(tournament: Tournament) -> datetime:
    """Return when it begins; the end of the day if that is not known."""
    begins = starts_at(tournament)
    if isinstance(begins, datetime):
        return begins
    day = datetime(begins.year, begins.month, begins.day)  # noqa: DTZ001 - made aware
    return timezone.make_aware(day) + timedelta(days=1)


def forget_recipients(now: datetime) -> None:
    """Delete the addresses of sign-ups long after their tournaments."""
    old = now.date() - timedelta(days=KEPT_DAYS)
    signed = SignUp.objects.filter(recipient__isnull=False)
    over = signed.filter(sign_up_list__division__tournament__date__lt=old)
    Recipient.objects.filter(
        player__isnull=True, pk__in=over.values("recipient")
    ).delete()
