"""How pages name devices."""

from django import template

from matches.accounts.signing_in import device_words

register = template.Library()
register.filter("device", device_words)
