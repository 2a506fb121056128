"""The format of the log: one line for each event, no secrets, no forged lines."""

import logging
import re

# Set-up links, personal links, sheet codes and the link of the tablet at the door are
# secrets: a person who reads them in the log could use them.
_SECRET_PATHS = re.compile(r"(/(?:setup|door|[pP]|[sS])/)[^/\s'\"]+")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")


def clean(text: str) -> str:
    """Return the text without secrets and without control characters."""
    text = _SECRET_PATHS.sub(r"\1…", text)
    return _CONTROLS.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


class WithoutTraceback(logging.Filter):
    """Keeps the message and removes the traceback, for errors caused by visitors."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without its traceback."""
        record.exc_info = None
        return True


class PlainFormatter(logging.Formatter):
    """Time, level, logger and message; a message cannot start a new line."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's
        """Return the line, with line breaks in the message escaped."""
        record.message = record.message.replace("\n", "\\n")
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        """Return the line and the traceback without secrets."""
        return clean(super().format(record))
