"""`makemessages`, which also takes sentences of our own tables."""

from typing import Any, Final

from django.core.management.commands import makemessages

ENGLISH_ONLY: Final = (
    "matches/api/errors.py",
    "matches/rules/board/cube.py",
    "matches/rules/board/ids/errors.py",
    "tournaments/api/entering.py",
    "tournaments/engine/audit/*",
    "tournaments/engine/record/__init__.py",
    "tournaments/engine/record/checking.py",
    "tournaments/engine/record/reading.py",
)
"""Tables in no catalogue: for programs, or about a record or a fault of this one."""


class Command(makemessages.Command):
    """Knows more keywords: for refusals, and for the rules of the game."""

    xgettext_options = [
        *makemessages.Command.xgettext_options,
        "--keyword=Message:2",
        "--keyword=Refusal:2",
        "--keyword=Rule:1",
        "--keyword=for_rules:2",
        "--keyword=says:1",
        "--keyword=with_cube:1",
    ]

    def handle(self, *args: Any, **options: Any) -> None:
        """Leave out what is in no catalogue."""
        options["ignore_patterns"] += ENGLISH_ONLY
        super().handle(*args, **options)
