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
        yield _("Experience includes the current match")
    elif of.rule.ramp > 1:
        yield _("Experience is counted before the match.")
    if of.takes_tournaments and of.takes_club:
        yield _("Tournament matches and club matches count.")
    elif of.takes_tournaments:
        yield _("Tournament matches count; club matches do not.")
    else:
        yield _("Club matches count; tournament matches do not.")
    if (of.least_length, of.most_length) != (1, LONGEST):
        yield _("Match length: %(least)s to %(most)s points.") % {
            "least": of.least_length,
            "most": of.most_length,
        }
    if of.from_day is not None:
        yield _("Results from %(day)s onwards count.") % {
            "day": date_format(of.from_day, "DATE_FORMAT")
        }
    if of.members_only:
        yield _("Only matches between list members count.")
    yield from _endings(of)
    if of.provisional:
        yield _("A rating is provisional below an experience of %(count)s.") % {
            "count": of.provisional
        }


def _endings(of: RatingList) -> Iterator[str]:
    if not of.takes_retired:
        yield _("Retired matches do not count.")
    if of.takes_penalties:
        yield _("Matches decided by penalty or on time count.")
    if of.takes_walkovers:
        yield _("Walkovers and forfeits count.")
    else:
        yield _("Walkovers and forfeits do not count.")
