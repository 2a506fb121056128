"""Names of the acts of money, for users who may see amounts."""

from typing import Final

from django.utils.translation import gettext_noop

ACTS: Final[dict[str, str]] = {
    "money_kept": gettext_noop("Money turned on."),
    "money_stopped": gettext_noop("Money turned off."),
    "prizes_shown": gettext_noop("Prizes published."),
    "prizes_hidden": gettext_noop("Prizes no longer published."),
    "till_changed": gettext_noop("Currency or rounding changed."),
    "pool_made": gettext_noop("Pool made: %(pool)s."),
    "pool_changed": gettext_noop("Pool changed: %(pool)s."),
    "pool_removed": gettext_noop("Pool removed: %(pool)s."),
    "pool_back": gettext_noop("Pool restored: %(pool)s."),
    "money_paid": gettext_noop("%(name)s paid %(amount)s."),
    "money_back": gettext_noop("%(name)s was refunded %(amount)s."),
    "money_prize": gettext_noop("%(name)s was paid a prize of %(amount)s."),
    "money_less": gettext_noop("%(name)s got a discount of %(amount)s: %(pool)s."),
    "money_joined": gettext_noop("%(name)s participates in %(pool)s."),
    "money_sold": gettext_noop("%(other)s was sold to %(name)s for %(amount)s."),
    "money_taken_back": gettext_noop("Cancelled: %(name)s, %(amount)s."),
    "money_restored": gettext_noop("Recorded again: %(name)s, %(amount)s."),
}
"""The sentence of each act, by its key in the journal."""
