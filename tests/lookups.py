"""A look-up that fails in a template fails the test of its page.

Django shows nothing for a name that is not there, and takes it for false: a misspelt
name would remove a link from a page without a word. A look-up is also part of
`{% if %}` and `{% for %}`, which no setting of Django's watches.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from django.template import Context, VariableDoesNotExist
from django.template.base import Variable

OPTIONAL = {
    # What an include may be left without.
    *("by_name", "form_only", "id", "is_folded", "no_key", "proposal"),
    *("send_playing_games", "step_number", "to_desk", "url"),
    # Shapes of the API without a description.
    "shape.description",
    # Entries of a match that are stored as a row.
    "each.row",
    # Fields that some forms of a page have.
    *("form.also", "form.extras", "form.format", "form.lengths", "form.parts"),
    *("form.rounds", "form.source", "form.template", "page.form.club"),
    *("page.form.copy", "page.form.errors.copy", "page.form.errors.file"),
    *("form.never", "form.wants_bye"),
    *("page.form.fields.password", "page.form.fields.username"),
    # Parts of a page that some matches and draws have.
    *("page.panels.files.with_moves", "page.panels.ratings", "page.panels.reports"),
    "page.parts.dice",
    # A page is a value, or has a form among its values, or neither.
    *("form.errors", "page.has_errors"),
    # The site, on the page of an error that has nothing else.
    *("club.logo", "club.name", "club.title", "site.theme"),
}
"""Names that are not always there, on purpose."""
ASKED = "request.GET."
"""Parameters of an address, which need not be there."""
NOT_OURS = ("django/", "django_")
"""Templates of Django and of packages begin so."""

resolve = Variable.resolve


@contextmanager
def watched() -> Iterator[list[str]]:
    """Yield a list to which each look-up that fails is added: template and name.

    What belongs to None, or to a name that was not there itself, may be asked for.
    """
    failed: list[str] = []

    def watching(variable: Variable, context: Context) -> Any:
        try:
            return resolve(variable, context)
        except VariableDoesNotExist as error:
            belongs_to, name = error.params[-1], str(variable.var)
            template = context.render_context.template.name or ""
            is_known = (
                name in OPTIONAL
                or name.startswith(ASKED)
                or template.startswith(NOT_OURS)
            )
            if not is_known and belongs_to not in (None, ""):
                failed.append(f"{template}: {name}")
            raise

    with mock.patch.object(Variable, "resolve", watching):
        yield failed
