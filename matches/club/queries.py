"""The pictures of the club's logo."""

from base64 import b64encode

from matches.club.models import Logo


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
