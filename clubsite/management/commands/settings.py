"""`manage.py settings`: all environment variables and their current values."""

import re

from django.core.management.base import BaseCommand

from clubsite.environment import PASSING_SECRET, VARIABLES, env_text

_PASSWORD = re.compile(r"(?<=://)[^/@]*@")


class Command(BaseCommand):
    """Prints the variables, their meanings, defaults and values."""

    help = "Print every environment variable the product reads."
    requires_system_checks = ()

    def handle(self, *_args: object, **_options: object) -> None:
        """Print one block for each variable."""
        for variable in VARIABLES:
            self.stdout.write(variable.name)
            self.stdout.write(f"    {variable.meaning}")
            self.stdout.write(f"    default: {variable.default or 'none'}")
            value = env_text(variable.name)
            if value and not value.startswith(PASSING_SECRET):
                self.stdout.write(f"    now: {shown(variable.name, value)}")


def shown(name: str, value: str) -> str:
    """Return the value without secrets and passwords."""
    if "SECRET" in name:
        return "set, not shown"
    return _PASSWORD.sub("…@", value)
