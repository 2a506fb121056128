"""What desks say of messages that do not leave."""

from collections.abc import Iterator

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.outgoing.sender import has_mail, may_send
from matches.web.panels import Notice


def desk_notices() -> Iterator[Notice]:
    """Yield that there is a mail server, and nothing is sent."""
    if has_mail() and not may_send() and not settings.DEMO:
        text = _("There is a mail server, but this site does not send messages.")
        yield Notice(
            text, url=reverse("site_messages"), link=_("Messages"), is_warning=True
        )
