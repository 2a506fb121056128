"""A club's own templates, as cards beside the ready-made ones."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext

from tournaments.models import Template
from tournaments.presets import Preset, preset_named
from tournaments.structures import HouseRules, Structure

OWN: Final = "own-"
"""How the key of a club's own card begins; the number of its row follows."""

_LONGEST: Final = 15


def own_cards() -> Sequence[tuple[Preset, int]]:
    """Return the cards of a club's own templates and their numbers. One query."""
    return [(_card(row), row.pk) for row in Template.objects.all()]


def card_named(key: str) -> Preset | None:
    """Return the card with this key, ready-made or own, or None."""
    digits = key.removeprefix(OWN)
    if digits == key or len(digits) > _LONGEST:
        return preset_named(key)
    if not (digits.isascii() and digits.isdigit()):
        return None
    row = Template.objects.filter(pk=int(digits)).first()
    return None if row is None else _card(row)


def _card(row: Template) -> Preset:
    structure = Structure.from_json(row.structure)
    rules = structure.rules or HouseRules()
    return Preset(
        key=f"{OWN}{row.pk}",
        title=row.name,
        text=gettext("Kept by this club, with its rules."),
        name=row.name,
        icon="copy",
        divisions=structure.divisions,
        reporting=rules.reporting,
        profile=rules.profile.key,
        house=rules,
    )
