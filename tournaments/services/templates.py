"""A club's own templates: kept and deleted."""

from django.db import IntegrityError, transaction

from matches import journal
from matches.models import User
from tournaments.errors import TemplateNameTakenError
from tournaments.models import Template, Tournament
from tournaments.selectors.structure import structure_of


def save_template(*, tournament: Tournament, name: str, by: User | None) -> Template:
    """Keep the structure and the rules of a tournament under a name.

    Raises TemplateNameTakenError.
    """
    structure = structure_of(tournament).to_json()
    try:
        with transaction.atomic():
            made = Template.objects.create(name=name, structure=structure, made_by=by)
            journal.write(
                act="template_saved", by=by, subject=tournament.subject, name=name
            )
    except IntegrityError as error:
        raise TemplateNameTakenError(name=name) from error
    return made


def delete_template(*, template: Template, by: User | None) -> None:
    """Delete a template; tournaments made from it stay. A repeat changes nothing."""
    with transaction.atomic():
        deleted, _ = Template.objects.filter(pk=template.pk).delete()
        if deleted:
            journal.write(
                act="template_deleted",
                by=by,
                subject=f"template:{template.pk}",
                name=template.name,
            )
