"""Who the directors of the club are."""

from django.db.models import QuerySet

from matches.accounts.models import User


def directors() -> QuerySet[User]:
    """Return who may direct."""
    return User.objects.filter(is_director=True).order_by("username")
