"""A system check that reports missing libraries at start-up, before the first PDF."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Warning, register

from matches.documents.pdf import printing_problems


@register()
def printing(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Warn if libraries or fonts for PDFs are missing. Everything else still works."""
    return [
        Warning(problem, id=f"matches.W{number:03}")
        for number, problem in enumerate(printing_problems(), start=1)
    ]
