"""The rules of a rating list in sentences."""

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from matches.columns.sentences import sentence_of
from matches.ratings.models import RatingList
from matches.ratings.words import shown_rating
from matches.rules.ratings import LONGEST


def rules_text(of: RatingList) -> tuple[str, ...]:
    """Return what counts on a list and how, one sentence each."""
    return tuple(_sentences(of))


def _sentences(of: RatingList) -> Iterator[str]:
    yield _("Formula: %(formula)s.") % {"formula": sentence_of(of.rule)}
    if of.rule.source:
        yield _("Source: %(source)s.") % {"source": of.rule.source}
    if of.rule.imported:
        return
    start = shown_rating(of.start)
    yield _("A new player begins at %(rating)s.") % {"rating": start}
    if of.rule.ramp > 1 and of.own:
        yield _("Experience includes the match just played.")
    elif of.rule.ramp > 1:
        yield _("Experience is what a player had before the match.")
    if of.takes_tournaments and of.takes_club:
        yield _("Matches of tournaments and club matches count.")
    elif of.takes_tournaments:
        yield _("Matches of tournaments count, club matches do not.")
    else:
        yield _("Club matches count, matches of tournaments do not.")
    if (of.least_length, of.most_length) != (1, LONGEST):
        yield _("They are to %(least)s points at least and %(most)s at most.") % {
            "least": of.least_length,
            "most": of.most_length,
        }
    if of.from_day is not None:
        yield _("Results from %(day)s on count.") % {
            "day": date_format(of.from_day, "DATE_FORMAT")
        }
    if of.members_only:
        yield _("Only matches between members of the list count.")
    yield from _endings(of)
    if of.provisional:
        yield _("A rating is provisional below an experience of %(count)s.") % {
            "count": of.provisional
        }


def _endings(of: RatingList) -> Iterator[str]:
    if not of.takes_retired:
        yield _("Matches that a player gave up do not count.")
    if of.takes_penalties:
        yield _("Matches decided by penalty or time count.")
    if of.takes_walkovers:
        yield _("Walk-overs and forfeits count.")
    else:
        yield _("Walk-overs and forfeits do not count.")
