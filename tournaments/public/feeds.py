"""The results of the club as an Atom feed, for readers and for other sites."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from matches.web.club import club
from tournaments.structure.details import about_lines
from tournaments.structure.models import Entry, Tournament

NEWEST: Final = 30
AHEAD: Final = timedelta(days=120)
PLACES: Final = 3


class ResultsFeed(Feed):  # type: ignore[type-arg]  # generic in stubs only
    """Listed tournaments: those to come, and the first three of those that are over."""

    feed_type = Atom1Feed

    def title(self) -> str:
        """Return the name of the club."""
        return str(club().title)

    def subtitle(self) -> str:
        """Return what is in the feed."""
        return _("Tournaments and results")

    def link(self) -> str:
        """Return the address of the list of tournaments."""
        return settings.SITE_URL + reverse("tournament_list")

    def feed_url(self) -> str:
        """Return the address of the feed."""
        return settings.SITE_URL + reverse("results_feed")

    def items(self) -> list[Tournament]:
        """Return the tournaments with the latest news first, each with its best."""
        latest = timezone.localdate() + AHEAD
        rows = Tournament.objects.listed().filter(date__lte=latest)[:NEWEST]
        found = list(rows)
        best = Entry.objects.filter(
            tournament__in=[row for row in found if row.is_closed],
            final_place__lte=PLACES,
        )
        for row in found:
            vars(row)["best"] = []
        by_key = {row.pk: row for row in found}
        for entry in best.select_related("player", "division").order_by(
            "division__number", "final_place", "number"
        ):
            vars(by_key[entry.tournament_id])["best"].append(entry)
        return sorted(found, key=_changed_at, reverse=True)

    def item_title(self, item: Any) -> str:
        """Return the name of a tournament."""
        return str(item.name)

    def item_description(self, item: Any) -> str:
        """Return the first three, or when and where it will be."""
        return "\n".join(_best(vars(item)["best"]) or about_lines(item))

    def item_link(self, item: Tournament) -> str:
        """Return the address of a tournament."""
        return settings.SITE_URL + item.get_absolute_url()

    def item_guid(self, item: Tournament) -> str:
        """Return what stays the same whatever is changed."""
        return f"urn:uuid:{item.identity}"

    def item_updateddate(self, item: Tournament) -> datetime:
        """Return when the tournament was made, or its results became final."""
        return _changed_at(item)


def _best(entries: Iterable[Entry]) -> list[str]:
    return [
        f"{entry.final_place}. {entry.player.name}"
        + (f" ({entry.division.name})" if entry.division.name else "")
        for entry in entries
    ]


def _changed_at(tournament: Tournament) -> datetime:
    return tournament.closed_at or tournament.created_at
