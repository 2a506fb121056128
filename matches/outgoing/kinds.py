"""The kinds of messages. Packages register theirs at start-up."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from matches.outgoing.models import Notification


class Channel(TextChoices):
    """How a message leaves."""

    EMAIL = "email", _("email")
    PUSH = "push", _("phone")


@dataclass(frozen=True, slots=True)
class Letter:
    """What a message says, in the reader's language.

    `title` is the subject, or the first line on a phone. `path` is the page that it
    leads to, `link` what a button there says. `reply_to` is an e-mail address or "".
    """

    title: str
    lines: tuple[str, ...]
    path: str
    link: str
    reply_to: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of messages; people choose by its label.

    `write` returns what a message says now, or None if it has become pointless. Without
    `at_night` it waits until the morning. `label` is empty for what cannot be chosen.
    """

    key: str
    label: str | Promise
    write: Callable[["Notification"], Letter | None]
    channels: tuple[Channel, ...] = (Channel.EMAIL, Channel.PUSH)
    is_usual: bool = True
    at_night: bool = False


KINDS: Final[dict[str, Kind]] = {}


def register(*kinds: Kind) -> None:
    KINDS.update({kind.key: kind for kind in kinds})


def chosen_kinds() -> list[Kind]:
    """Return the kinds that a person can choose."""
    return [kind for kind in KINDS.values() if kind.label]
