"""Keys of links that are shown more than once: personal links, a tablet at the door.

A row has a nonce and the hash of the key. The key is computed from the nonce and the
site's secret, so the database alone opens no link; a visitor's key is looked up by its
hash (docs/decisions/access.md).
"""

import hashlib
import hmac
import secrets
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac

from matches.players.codes import ALPHABET

KEY_LENGTH: Final = 27
"""More than 128 bits, in characters that people do not confuse."""
_NONCE_BYTES: Final = 16
_SALT: Final = "matches.players.links"


def new_nonce() -> str:
    return secrets.token_hex(_NONCE_BYTES)


def new_link() -> tuple[str, str]:
    nonce = new_nonce()
    return nonce, hash_of(_computed(nonce, settings.SECRET_KEY))


def hash_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def key_of(nonce: str, hashed: str) -> str:
    """Return the key of a link to show it again.

    It is "" if the site's secret changed since the link was made and the former one is
    unknown. The link itself still works.
    """
    # Computed again instead of stored: the database alone opens no personal page.
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        key = _computed(nonce, secret)
        if hmac.compare_digest(hash_of(key), hashed):
            return key
    return ""


class LinkHashField(models.CharField):  # type: ignore[type-arg]
    """The hash of a link's key; a new row gets that of its `link_nonce`."""

    def pre_save(self, model_instance: models.Model, add: bool) -> object:
        row: Any = model_instance
        if add and not row.link_hash:
            row.link_hash = hash_of(_computed(row.link_nonce, settings.SECRET_KEY))
        return super().pre_save(row, add)


def _computed(nonce: str, secret: str) -> str:
    digest = salted_hmac(_SALT, nonce, secret=secret, algorithm="sha256").digest()
    number, key = int.from_bytes(digest), ""
    for _place in range(KEY_LENGTH):
        number, rest = divmod(number, len(ALPHABET))
        key += ALPHABET[rest]
    return key
