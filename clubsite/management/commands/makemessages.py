"""`makemessages`, which also takes the sentences of `Message` and `Refusal`."""

from typing import Any, Final

from django.core.management.commands import makemessages

ENGLISH_ONLY: Final = (
    "matches/api/errors.py",
    "matches/rules/board/cube.py",
    "matches/rules/board/ids/errors.py",
    "tournaments/api/entering.py",
    "tournaments/engine/audit/*",
    "tournaments/engine/record/checking.py",
    "tournaments/engine/record/differences.py",
    "tournaments/engine/record/proof_checks.py",
    "tournaments/engine/record/reading.py",
    "tournaments/engine/teams/line_ups.py",
)
"""Tables in no catalogue: for programs, or about a record or a fault of this one."""


class Command(makemessages.Command):
    """Knows two more keywords."""

    xgettext_options = [
        *makemessages.Command.xgettext_options,
        "--keyword=Message:2",
        "--keyword=Refusal:2",
    ]

    def handle(self, *args: Any, **options: Any) -> None:
        """Leave out what is in no catalogue."""
        options["ignore_patterns"] += ENGLISH_ONLY
        super().handle(*args, **options)
