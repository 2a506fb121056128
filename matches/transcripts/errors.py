"""What can be wrong with a match file."""

from matches.rules.errors import RuleError


class TranscriptError(RuleError):
    """A match file that cannot be read, or, as a note, a part of one."""
