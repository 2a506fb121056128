"""A club's own templates, as cards beside the ready-made ones."""

from collections.abc import Sequence
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from matches.accounts.models import User
from matches.web import journal
from tournaments.setup.errors import TEMPLATE_NAME_TAKEN
from tournaments.setup.models import Template
from tournaments.setup.presets import Preset, preset_named
from tournaments.setup.queries import structure_of
from tournaments.structure.models import Tournament
from tournaments.structure.plan import HouseRules, Structure

OWN: Final = "own-"
"""The prefix of the key of a club's own card; the primary key of its row follows."""

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
        text=gettext("Saved by this club, including its rules."),
        name=row.name,
        icon="copy",
        divisions=structure.divisions,
        reporting=rules.reporting,
        profile=rules.profile.key,
        house=rules,
    )


def save_template(*, tournament: Tournament, name: str, by: User | None) -> Template:
    """Save the structure and the rules of a tournament as a template.

    Raises TEMPLATE_NAME_TAKEN.
    """
    structure = structure_of(tournament).to_json()
    try:
        with transaction.atomic():
            made = Template.objects.create(name=name, structure=structure, made_by=by)
            journal.record_act(
                act="template_saved", by=by, subject=tournament.subject, name=name
            )
    # Another template has the name; asking before would leave a moment between.
    except IntegrityError as error:
        raise TEMPLATE_NAME_TAKEN(name=name) from error
    return made


def delete_template(*, template: Template, by: User | None) -> None:
    """Delete a template. Tournaments made from it stay; a repeat changes nothing."""
    with transaction.atomic():
        deleted, _ = Template.objects.filter(pk=template.pk).delete()
        if deleted:
            journal.record_act(
                act="template_deleted",
                by=by,
                subject=f"template:{template.pk}",
                name=template.name,
            )
