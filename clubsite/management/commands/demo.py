"""Fill an empty database with an invented club, for trying things out."""

from django.core.management.base import BaseCommand, CommandError

from clubsite.demonstration import club, weekend
from clubsite.demonstration.playing import play_rounds
from matches.players.models import Player
from tournaments.structure.models import Tournament


class Command(BaseCommand):
    """Make a club in the middle of its season, and an open on its first afternoon."""

    help = "Fill an empty database with an invented club."

    def handle(self, *args: object, **options: object) -> None:
        """Fill the database, or raise CommandError if it is in use."""
        if Tournament.objects.exists() or Player.objects.exists():
            raise CommandError(
                "This database is in use; the demonstration needs an empty one."
            )
        self._tell("Making an invented club, once: the evenings of its season …")
        club.make_season_so_far()
        self._tell("… and a day with an open and a club evening.")
        # The evening begins while the open goes on; time passes in the open.
        weekend_open = weekend.begin_weekend()
        weekend.play_on(weekend_open, 1)
        evening = club.begin_evening()
        for _round in range(2):
            play_rounds(evening, 1)
            weekend.play_on(weekend_open, 2)
        weekend.come_to_now(weekend_open)
        club.play_some(evening)
        self.stdout.write("The demonstration club is ready.")

    def _tell(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
