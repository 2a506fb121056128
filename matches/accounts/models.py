"""Accounts of directors, and invitations to become one."""

from datetime import timedelta
from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Users(UserManager["User"]):
    """Accounts, found by their names whatever the case of the letters."""

    use_in_migrations = False

    def named(self, username: str) -> "User | None":
        """Return the account of this name, None if there is none.

        Compared here: SQLite knows upper and lower case of A to Z alone. A club has a
        few accounts.
        """
        wanted = username.casefold()
        for key, known in self.values_list("pk", "username"):
            if known.casefold() == wanted:
                return self.filter(pk=key).first()
        return None

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the account that somebody signs in with. Raises User.DoesNotExist."""
        found = self.named(str(User.normalize_username(username or "")))
        if found is None:
            raise User.DoesNotExist
        return found


class User(AbstractUser):
    """An account. Players need none; directors have one."""

    objects: ClassVar[Users] = Users()

    is_director = models.BooleanField(_("director"), default=False)

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class Invitation(models.Model):
    """A one-time link that makes its user a director. Only its hash is stored.

    `only_first`: the link is printed at start-up and is invalid once a director exists.
    """

    LIFETIME: ClassVar = timedelta(hours=1)

    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, related_name="invitations"
    )
    only_first = models.BooleanField(default=False)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"invitation {self.pk}"
