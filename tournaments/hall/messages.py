"""Messages of players: those that wait at a desk, a player's own, and acts on them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.players import identity as players_access
from matches.players.models import Player
from matches.web import journal
from tournaments.hall.errors import ALREADY_DONE, NOT_IN_PLAY, SENT_ANEW
from tournaments.hall.models import MessageKind, PlayerMessage
from tournaments.rounds.announcements.errors import CHANGED_SINCE
from tournaments.rounds.models import DECIDED, Pairing
from tournaments.structure import access as structure_access
from tournaments.structure.locking import bump, lock_open, locked_tournament
from tournaments.structure.models import Entry, Stage, Tournament, Visibility
from tournaments.structure.plan import format_of

SHOWN_WHEN_DONE: Final = timedelta(hours=1)
"""For this time a player sees that a director has dealt with a message."""


@dataclass(frozen=True, slots=True)
class OwnMessage:
    """An entry whose player can tell the director something.

    `key` is unique among the entries of a player. `where` is its tournament, with the
    division if the player is in several of it. `standing` is what the player has told,
    None if nothing waits for the director; `answered` what a director has dealt with a
    short while ago. `has_rebuys`: losers can enter again.
    """

    key: str
    where: str
    url: str
    standing: PlayerMessage | None
    answered: PlayerMessage | None
    has_rebuys: bool = False

    @property
    def state(self) -> str:
        """The values that pages show of it, for comparison."""
        shown = self.standing or self.answered
        return f"{self.key}:{shown.version if shown else ''}"

    @property
    def choices(self) -> Sequence[tuple[str, str]]:
        """The messages that can be sent, by their keys."""
        return [
            (kind.value, str(kind.label))
            for kind in MessageKind
            if self.has_rebuys or kind is not MessageKind.REENTER
        ]


@dataclass(frozen=True, slots=True)
class OwnMessages:
    """The entries of a player in running tournaments, each with its message."""

    rows: Sequence[OwnMessage]

    @property
    def mark(self) -> str:
        """A text that differs whenever the page of the player has to show news."""
        return ",".join(row.state for row in self.rows)


def standing_messages(tournament: Tournament) -> list[PlayerMessage]:
    """Return the messages that wait at a desk, the oldest first. One query."""
    rows = PlayerMessage.objects.filter(entry__tournament=tournament).standing()
    return list(rows.select_related("entry__player"))


def own_messages(player: Player) -> OwnMessages:
    """Return the entries in running tournaments of a player. One query."""
    first = Stage.objects.filter(division=OuterRef("division")).order_by("number")
    entries: Sequence[Any] = list(
        running_entries(player)
        .select_related("tournament", "division", "message")
        .annotate(first_format=Subquery(first.values("format")[:1]))
        .order_by("-tournament__date", "number")
    )
    count = Counter(entry.tournament_id for entry in entries)
    found = []
    for entry in entries:
        tournament = entry.tournament
        message: PlayerMessage | None = getattr(entry, "message", None)
        is_one = count[entry.tournament_id] == 1
        address = [player.link_key, tournament.slug, entry.number]
        found.append(
            OwnMessage(
                key=entry_key(entry),
                where=str(tournament if is_one else f"{tournament}, {entry.division}"),
                url=reverse("tell_director", args=address),
                standing=message if message and message.is_standing else None,
                answered=message if message and _is_just_done(message) else None,
                has_rebuys=format_of(entry.first_format).through is not None,
            )
        )
    return OwnMessages(found)


def entry_key(entry: Entry) -> str:
    """Return the key of an entry among those of its player, for addresses in pages."""
    return f"{entry.tournament.slug}-{entry.number}"


def _is_just_done(message: PlayerMessage) -> bool:
    done_at = None if message.is_gone else message.done_at
    return done_at is not None and timezone.now() - done_at < SHOWN_WHEN_DONE


def running_entries(player: Player) -> QuerySet[Entry]:
    """Return the entries of a player, also those in a pair, that play now.

    A club that closes no tournament has hundreds that are open: one runs on its days,
    through the night after them, and while the entry has a match to play.
    """
    today = timezone.localdate()
    since = today - timedelta(days=1)
    pairs = Player.objects.filter(members=player).order_by()
    is_mine = Q(player=player) | Q(player__in=pairs.values("pk"))
    both = Q(entry_1=OuterRef("pk")) | Q(entry_2=OuterRef("pk"))
    to_play = Pairing.objects.live().with_match().filter(both).exclude(DECIDED)
    is_now = Q(tournament__date__gte=since) | Q(tournament__end_date__gte=since)
    return (
        Entry.objects.active()
        .filter(is_mine, tournament__date__lte=today)
        .filter(tournament__closed_at=None, tournament__deleted_at=None)
        .exclude(tournament__visibility=Visibility.PRIVATE)
        .filter(is_now | Exists(to_play))
    )


def messages_of(player: Player) -> QuerySet[PlayerMessage]:
    """Return all messages of a person, also those for a pair."""
    entries = Entry.objects.filter(Q(player=player) | Q(player__members=player))
    return PlayerMessage.objects.filter(entry__in=entries.values("pk"))


def own_entry(link_key: str, slug: str, number: int) -> tuple[Player, Entry]:
    """Return the player of a personal link, and an entry of them. Raises Http404."""
    player = players_access.player_of_link(link_key)
    return player, structure_access.entry_of_player(player, slug, number)


def message_for_desk(
    request: HttpRequest, slug: str, pk: int
) -> tuple[PlayerMessage, User]:
    """Return a message and the user, who may mark it as done.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.NOTES
    )
    rows = PlayerMessage.objects.select_related("entry__player", "entry__tournament")
    return get_object_or_404(rows, entry__tournament=tournament, pk=pk), user


_OF_DONE: Final = frozenset({"done_at", "done_by_id"})
"""The columns that marking a message as done changes."""


def send_message(entry: Entry, kind: MessageKind, *, player: Player) -> PlayerMessage:
    """Replace the message of an entry; the same that still stands changes nothing.

    `player` is who sends it: one of the two for a pair.

    Raises TOURNAMENT_CLOSED, NOT_IN_PLAY.
    """
    with transaction.atomic():
        locked = lock_open(entry.tournament)
        entry.refresh_from_db(fields=["withdrawn_at"])
        if entry.withdrawn_at is not None:
            raise NOT_IN_PLAY(name=entry.player.name)
        message = PlayerMessage.objects.filter(entry=entry).first()
        if message is None:
            message = PlayerMessage.make(entry=entry, kind=kind)
        elif message.is_standing and message.kind == kind:
            return message
        else:
            message.change(
                kind=str(kind),
                sent_at=timezone.now(),
                is_gone=False,
                done_at=None,
                done_by_id=None,
            )
        bump(locked)
        _tell(entry, f"message_{kind}", player=player.name)
    return message


def take_back_message(entry: Entry, *, player: Player) -> None:
    """Take back the message of an entry; one that is gone stays so.

    Raises TOURNAMENT_CLOSED, ALREADY_DONE.
    """
    with transaction.atomic():
        locked = lock_open(entry.tournament)
        message = PlayerMessage.objects.filter(entry=entry).first()
        if message is None or message.is_gone:
            return
        if not message.is_standing:
            raise ALREADY_DONE()
        message.change(is_gone=True)
        bump(locked)
        _tell(entry, "message_taken_back", player=player.name)


def finish_message(message: PlayerMessage, *, version: int, by: User | None) -> None:
    """Mark a message as done; one that does not stand stays so. Raises SENT_ANEW."""
    with locked_tournament(message.entry.tournament):
        message.refresh_from_db()
        if not message.is_standing:
            return
        if message.version != version:
            raise SENT_ANEW()
        message.change(done_at=timezone.now(), done_by_id=None if by is None else by.pk)
        _tell(message.entry, "message_done", by=by)


def undo_message_done(message: PlayerMessage, *, version: int, by: User | None) -> None:
    """Undo that a message was marked as done, or redo it. Raises CHANGED_SINCE."""
    with locked_tournament(message.entry.tournament):
        message.refresh_from_db()
        if set(message.former) != _OF_DONE:  # what the player did since is theirs
            raise CHANGED_SINCE()
        message.undo_change(version)
        _tell(message.entry, "message_back", by=by)


def _tell(entry: Entry, act: str, *, by: User | None = None, **named: Any) -> None:
    subject, name = entry.tournament.subject, entry.player.name
    journal.record_act(act=act, by=by, subject=subject, name=name, **named)
