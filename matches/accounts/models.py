"""Accounts of directors, and invitations to become one."""

from datetime import timedelta
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account. Players need none; directors have one."""

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
