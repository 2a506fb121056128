"""Fields of a form that offer choices which are known only when it is shown."""

from django.forms import BaseForm, ChoiceField


def choice_field(form: BaseForm, name: str) -> ChoiceField:
    """Return a field of a form that offers choices.

    Raises TypeError: the field is of another kind.
    """
    field = form.fields[name]
    if not isinstance(field, ChoiceField):
        message = f"{name} offers no choices"
        raise TypeError(message)
    return field
