"""Marks English texts for translation, without Django."""


def gettext_noop(message: str) -> str:
    """Return the message unchanged; `makemessages` collects arguments of this name."""
    return message
