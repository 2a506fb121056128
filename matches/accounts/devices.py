"""The devices on which a user is signed in, as pages show them."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from matches.accounts.models import User
from matches.accounts.people import sessions_of


@dataclass(frozen=True, slots=True)
class Device:
    """A session of a user; `end_url` ends it, "" for the current session."""

    agent: str
    address: str
    seen_at: datetime | None
    end_url: str


def own_devices(person: User, this: str) -> list[Device]:
    """Return a user's devices; `this` is the stored hash of the session's key."""
    return [
        Device(
            session.agent,
            session.address,
            session.seen_at,
            ""
            if session.session_key == this
            else reverse("session_end", args=[session.session_key]),
        )
        for session in sessions_of(person)
    ]


def devices_of(person: User) -> list[Device]:
    """Return the devices of a user, for an owner."""
    return [
        Device(
            session.agent,
            session.address,
            session.seen_at,
            reverse("person_session_end", args=[person.pk, session.session_key]),
        )
        for session in sessions_of(person)
    ]
