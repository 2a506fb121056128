"""`manage.py settings`: what the environment can change."""

from django.core.management.base import BaseCommand

from clubsite.environment import VARIABLES


class Command(BaseCommand):
    """Prints the variables, their defaults and meanings."""

    help = "Print every environment variable the product reads."
    requires_system_checks = ()

    def handle(self, *_args: object, **_options: object) -> None:
        """Print one block for each variable."""
        for variable in VARIABLES:
            self.stdout.write(variable.name)
            self.stdout.write(f"    {variable.meaning}")
            self.stdout.write(f"    default: {variable.default or 'none'}")
