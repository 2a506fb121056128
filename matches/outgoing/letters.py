"""The letter that this room writes itself."""

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.outgoing import kinds
from matches.outgoing.kinds import Channel, Kind, Letter
from matches.outgoing.models import Notification
from matches.web.club import club


def restart(message: Notification) -> Letter:
    """Return the letter with the link that starts messages again."""
    path = reverse("messages_chosen", args=[message.recipient.link_key])
    title = _("Start messages again: %(club)s") % {"club": club().title}
    line = _(
        "You asked for messages again. Open the page and press Start messages again."
    )
    return Letter(title, (line,), path, _("Messages"))


def register() -> None:
    """Register the kind that nobody chooses."""
    kinds.register(Kind("restart", "", restart, (Channel.EMAIL,), at_night=True))
