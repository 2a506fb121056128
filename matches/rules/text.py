"""Marks English texts for translation, without Django."""


def gettext_noop(message: str) -> str:
    """Return the message as it is; its name makes `makemessages` collect it."""
    return message
