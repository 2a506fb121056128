"""`manage.py compile_catalogues`: translations without msgfmt."""

from django.core.management.base import BaseCommand

from clubsite.run import preparation


class Command(BaseCommand):
    """Compiles the catalogues that changed."""

    help = "Compile the translations that changed."
    requires_system_checks = ()

    def handle(self, *_args: object, **_options: object) -> None:
        """Compile, and name what was compiled."""
        for file in preparation.compile_catalogues(preparation.catalogues()):
            self.stdout.write(str(file))
