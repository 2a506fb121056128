"""Names of the acts of money, for users who may see amounts."""

from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext_noop

from tournaments.money.models import Pool, PoolKind
from tournaments.money.sheet import AccountSheet

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


def pool_title(pool: Pool) -> str:
    """Return the name of a pool; if it has none, its kind and its division."""
    if pool.name:
        return pool.name
    kind = str(PoolKind(pool.kind).label)
    return f"{kind} · {pool.division_name}" if pool.division_name else kind


def account_address(slug: str, one: AccountSheet) -> str:
    """Return the address of an account."""
    url = reverse("money_account", args=[slug, one.payer.number])
    if one.payer.number:
        return url
    return f"{url}?{urlencode({'name': one.payer.name})}"
