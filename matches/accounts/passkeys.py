"""Passkeys: where they can be used, what a browser is asked, whether it answers right.

The library that checks signatures takes time and memory: it is imported by the first
answer of a passkey, not by the start (docs/decisions/second-factor.md).
"""

import base64
import ipaddress
import json
import logging
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from matches.accounts.models import Passkey, User
from matches.club.known import read as read_club
from matches.journal import services as journal

MOST_PASSKEYS: Final = 20
LONGEST_ANSWER: Final = 20_000
"""Characters that a browser may send; security keys of many makers stay below 4,000."""
NAME_LENGTH: Final = 60
_CHALLENGE_BYTES: Final = 32
_USER_SALT: Final = "matches.accounts.passkeys.user"
_ALGORITHMS: Final = (-7, -8, -257)
"""ES256, EdDSA and RS256, which all makers of keys know between them."""
_PRODUCT: Final = "Crawford"

logger = logging.getLogger("crawford.signing_in")


@dataclass(frozen=True, slots=True)
class Site:
    """Where passkeys can be used: a passkey belongs to the name of a host."""

    host: str
    origin: str


def site_of(request: HttpRequest) -> Site | None:
    """Return the site of a request, None where browsers give no passkeys.

    They do over https, or on this very machine, and only by a name: never at an address
    such as 192.168.1.5.
    """
    host = request.get_host().lower()
    name = host.rpartition(":")[0] or host if not host.endswith("]") else host
    if _is_number(name):
        return None
    is_here = name == "localhost" or name.endswith(".localhost")
    if not request.is_secure() and not is_here:
        return None
    return Site(name, f"{request.scheme}://{host}")


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


# What the browser is asked --------------------------------------------------


def new_challenge() -> str:
    """Return what the next answer of a passkey has to sign; it counts once."""
    return _text(secrets.token_bytes(_CHALLENGE_BYTES))


def creation_options(person: User, site: Site, challenge: str) -> str:
    """Return what a browser is asked to make a passkey with, as JSON."""
    known = Passkey.objects.filter(user=person, host=site.host)
    handle = salted_hmac(_USER_SALT, str(person.pk), algorithm="sha256").digest()
    return json.dumps(
        {
            "challenge": challenge,
            "rp": {"id": site.host, "name": read_club().name or _PRODUCT},
            "user": {
                "id": _text(handle),
                "name": person.username,
                "displayName": person.username,
            },
            "pubKeyCredParams": [
                {"type": "public-key", "alg": number} for number in _ALGORITHMS
            ],
            "excludeCredentials": _named(known),
            "authenticatorSelection": {
                "residentKey": "preferred",
                "userVerification": "preferred",
            },
            "attestation": "none",
        }
    )


def request_options(person: User, site: Site, challenge: str) -> str:
    """Return what a browser is asked for a passkey with, as JSON; "" if none fits."""
    known = list(Passkey.objects.filter(user=person, host=site.host))
    if not known:
        return ""
    return json.dumps(
        {
            "challenge": challenge,
            "rpId": site.host,
            "allowCredentials": _named(known),
            "userVerification": "preferred",
        }
    )


def _named(passkeys: Iterable[Passkey]) -> list[dict[str, str]]:
    return [{"type": "public-key", "id": passkey.credential} for passkey in passkeys]


# Adding, naming, removing ---------------------------------------------------


def passkeys_of(person: User) -> list[Passkey]:
    """Return the passkeys of a user, the oldest first."""
    return list(Passkey.objects.filter(user=person).order_by("pk"))


def hosts_of(person: User) -> list[str]:
    """Return the names of the hosts where passkeys of a user work."""
    return sorted({passkey.host for passkey in passkeys_of(person)})


def add(person: User, site: Site, *, name: str, challenge: str, answer: str) -> bool:
    """Add the passkey that a browser has made. Return False if the answer is not right.

    Nor is it if it comes from another site, answers another question, or is known.
    """
    made = _made_by(site, challenge, answer)
    if made is None:
        return False
    credential, key, count = made
    try:
        with transaction.atomic():
            # Two browsers that add a passkey at once are counted one after the other.
            User.objects.select_for_update().get(pk=person.pk)
            if Passkey.objects.filter(user=person).count() >= MOST_PASSKEYS:
                return False
            Passkey.objects.create(
                user=person,
                host=site.host,
                name=name,
                credential=credential,
                public_key=key,
                sign_count=count,
            )
            journal.record_act(
                act="passkey_added", by=person, name=person.username, passkey=name
            )
    # The credential is known already: an authenticator makes each only once.
    except IntegrityError:
        return False
    return True


def rename(person: User, pk: int, *, name: str) -> bool:
    """Give a passkey another name. Return False if it is gone."""
    with transaction.atomic():
        if not Passkey.objects.filter(user=person, pk=pk).update(name=name):
            return False
        journal.record_act(
            act="passkey_renamed", by=person, name=person.username, passkey=name
        )
    return True


def remove(person: User, pk: int) -> str:
    """Remove a passkey. Return its name, "" if it was gone."""
    with transaction.atomic():
        found = Passkey.objects.select_for_update().filter(user=person, pk=pk).first()
        if found is None:
            return ""
        found.delete()
        journal.record_act(
            act="passkey_removed",
            by=person,
            name=person.username,
            passkey=found.name,
        )
    return found.name


# Signing in ----------------------------------------------------------------


def take(person: User, site: Site, *, challenge: str, answer: str) -> bool:
    """Return True if a passkey of this person signed the challenge, on this site.

    A key that counts its signatures must have counted on: else there are two of it.
    """
    signed = _signed_by(person, site, challenge=challenge, answer=answer)
    if signed is None:
        return False
    passkey, count = signed
    counts_on = Q(sign_count__lt=count) if count else Q(sign_count=0)
    fresh = Passkey.objects.filter(counts_on, pk=passkey.pk)
    # Comparing and writing in one statement: of two sign-ins with the same answer
    # one finds no row any more.
    return fresh.update(sign_count=count, used_at=timezone.now()) == 1


def _made_by(site: Site, challenge: str, answer: str) -> tuple[str, str, int] | None:
    """Return name, public key and count of the passkey that an answer brings."""
    given = _read(answer)
    if given is None or not challenge:
        return None
    try:
        data = _server(site).register_complete(_state(challenge), given)
        made = data.credential_data
        if made is None or made.public_key.ALGORITHM not in _ALGORITHMS:
            return None
        return _text(made.credential_id), _text(bytes(made)), data.counter
    except Exception as error:  # what it raises: see _say_refused
        _say_refused(error)
        return None


def _signed_by(
    person: User, site: Site, *, challenge: str, answer: str
) -> tuple[Passkey, int] | None:
    """Return whose passkey signed the challenge, and how often it signed."""
    given = _read(answer)
    if given is None or not challenge:
        return None
    known = {
        passkey.credential: passkey
        for passkey in Passkey.objects.filter(user=person, host=site.host)
    }
    try:
        from fido2.webauthn import (
            AttestedCredentialData,
            AuthenticationResponse,
        )

        keys = [
            AttestedCredentialData(_bytes(passkey.public_key))
            for passkey in known.values()
        ]
        found = _server(site).authenticate_complete(_state(challenge), keys, given)
        said = AuthenticationResponse.from_dict(given)
        count = said.response.authenticator_data.counter
    except Exception as error:  # what it raises: see _say_refused
        _say_refused(error)
        return None
    return known[_text(found.credential_id)], count


def _say_refused(error: Exception) -> None:
    """Say in the log why an answer counts for nothing.

    A browser can send anything, and the library says in many ways that it is nonsense:
    errors of values, types, keys, of an encoding or of a signature.
    """
    if isinstance(error, ImportError):
        raise error
    logger.info("passkey refused: %s", type(error).__name__)


def _read(answer: str) -> Mapping[str, Any] | None:
    if len(answer) > LONGEST_ANSWER:
        return None
    try:
        given = json.loads(answer)
    except (ValueError, RecursionError):
        return None
    return given if isinstance(given, dict) else None


def _server(site: Site) -> Any:
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    here = PublicKeyCredentialRpEntity(name=_PRODUCT, id=site.host)
    return Fido2Server(here, verify_origin=lambda origin: origin == site.origin)


def _state(challenge: str) -> dict[str, str | None]:
    return {"challenge": challenge, "user_verification": None}


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
