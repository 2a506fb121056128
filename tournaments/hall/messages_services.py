"""Acts on messages of players to the desk."""

from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.players.models import Player
from matches.web import journal
from tournaments.hall.messages_errors import ALREADY_DONE, NOT_IN_PLAY, SENT_ANEW
from tournaments.hall.messages_models import MessageKind, PlayerMessage
from tournaments.rounds.announcements.errors import CHANGED_SINCE
from tournaments.structure.locking import bump, lock_open, locked_tournament
from tournaments.structure.models import Entry

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
