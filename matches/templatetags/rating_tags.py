"""How pages name ratings and places on a list."""

from django import template

from matches.ratings.words import shown_change, shown_rating
from matches.web.sentences import marked_place

register = template.Library()
register.filter(shown_rating)
register.filter(shown_change)


@register.filter
def shown_place(place: int, shared: bool) -> str:
    return marked_place(place, shared=shared)
