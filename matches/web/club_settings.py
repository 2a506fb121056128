"""Changes the settings of the club, and restores the former ones."""

import hashlib
from base64 import b64encode
from dataclasses import dataclass, replace
from http import HTTPStatus

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction

from matches.rules.refusals import Refusal
from matches.web import journal
from matches.web.club import CLUB, ClubFacts, facts_of, read
from matches.web.models import Club, Logo


@dataclass(frozen=True, slots=True)
class LogoFiles:
    """A logo in both sizes, as PNG."""

    content: bytes
    icon: bytes


def change_club(*, wanted: ClubFacts, seen: int, by: AbstractBaseUser | None) -> bool:
    """Store the settings of the club; return False if nothing changed.

    `seen` is the number of the change that the form showed. Raises CLUB_CHANGED.
    """
    wanted = replace(wanted, number=seen)
    try:
        with transaction.atomic():
            before = read()
            if before.number != seen:
                raise CLUB_CHANGED()
            if wanted == before:
                return False
            _write(wanted, by=by)
    except IntegrityError as error:  # another request saved at the same moment
        raise CLUB_CHANGED() from error
    CLUB.forget()
    return True


def keep_logo(logo: LogoFiles) -> str:
    """Store a logo, once; return its digest. No page shows it before it is chosen."""
    # By its contents: the same picture sent twice is stored once, and another picture
    # never gets its address.
    digest = hashlib.sha256(logo.content).hexdigest()[:16]
    Logo.objects.get_or_create(
        digest=digest, defaults={"content": logo.content, "icon": logo.icon}
    )
    return digest


def former_club() -> ClubFacts | None:
    """Return the settings before the last change, None if there was no change."""
    rows = Club.objects.select_related("logo").defer("logo__content", "logo__icon")
    found = list(rows[:2])
    if not found:
        return None
    return facts_of(found[1]) if len(found) > 1 else ClubFacts()


def bring_back(*, seen: int, by: AbstractBaseUser | None) -> None:
    """Undo the last change; a second call redoes it.

    Raises CLUB_CHANGED, NO_FORMER_CLUB.
    """
    former = former_club()
    if former is None:
        raise NO_FORMER_CLUB()
    change_club(wanted=former, seen=seen, by=by)


def name_club(name: str, *, by: AbstractBaseUser | None) -> None:
    """Set the name of the club when the site is set up; an existing name stays."""
    now = read()
    if name and not now.name:
        change_club(wanted=replace(now, name=name), seen=now.number, by=by)


def _write(wanted: ClubFacts, *, by: AbstractBaseUser | None) -> None:
    Club.objects.create(
        number=wanted.number + 1,
        name=wanted.name,
        town=wanted.town,
        contact=wanted.contact,
        text=wanted.text,
        language=wanted.language,
        time_zone=wanted.time_zone,
        paper=wanted.paper,
        is_indexed=wanted.is_indexed,
        logo=Logo.objects.filter(digest=wanted.logo).first(),
        made_by_id=None if by is None else by.pk,
    )
    journal.record_act(act="club_changed", by=by, name=wanted.title)


CLUB_CHANGED = Refusal(
    "club.changed",
    "Someone else has changed this. Your input is still here: check it, then save "
    "again.",
    status=HTTPStatus.CONFLICT,
)
NO_FORMER_CLUB = Refusal(
    "club.no_former",
    "There is no earlier version to restore.",
    status=HTTPStatus.CONFLICT,
)


def logo_content(digest: str, *, icon: bool = False) -> bytes | None:
    """Return the PNG of a logo, None if there is no such logo. One query."""
    column = "icon" if icon else "content"
    found = Logo.objects.filter(digest=digest).values_list(column, flat=True).first()
    return None if found is None else bytes(found)


def logo_address(digest: str) -> str:
    """Return a logo as a data URL, for paper; "" if there is no such logo."""
    content = logo_content(digest) if digest else None
    if content is None:
        return ""
    return f"data:image/png;base64,{b64encode(content).decode()}"


def is_logo(digest: str) -> bool:
    """Return True if there is such a logo. One query."""
    return Logo.objects.filter(digest=digest).exists()
