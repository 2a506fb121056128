"""Stores rulings of the ruling desk with their match, and finds them."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import pgettext_lazy

from matches.accounts.roles import Act
from matches.ledger.access import match_for_viewer, may_here
from matches.ledger.adjust import PointsDecision, tell_decision, write_adjustment
from matches.ledger.book import lock_match, noted
from matches.ledger.errors import SESSION_HAS_NO_SCORE
from matches.ledger.models.facts import Ruling
from matches.ledger.models.match import Match
from matches.ledger.reporter import By
from matches.web import form_keys
from matches.web.sentences import in_languages, languages

_MARKS: Final = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("→⇒➔⁄∕÷\\", "/"),
        **dict.fromkeys("∗✱＊", "*"),
    }
)
_CONTROLS: Final = frozenset({"Cc", "Cf"})
_AROUND_STROKES: Final = re.compile(r"\s{0,80}/\s{0,80}")


# Translators: words in written plays, with commas between them: "6/off" bears a checker
# off, "bar/20" enters one. All that are usual, also with the endings of articles.
_OFF: Final = pgettext_lazy("typed words", "off")
_BAR: Final = pgettext_lazy("typed words", "bar")


@lru_cache(maxsize=4)
def _patterns(codes: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns for the words for "off" and "bar", standing alone."""
    off, bar = (
        "|".join(map(re.escape, sorted(in_languages(words, codes))))
        for words in (_OFF, _BAR)
    )
    return (
        re.compile(rf"(?<![^\W\d_])(?:{off})(?![^\W\d_])", re.IGNORECASE),
        re.compile(rf"(?<![^\W\d_])(?:{bar})(?![^\W\d_])", re.IGNORECASE),
    )


def without_hidden_marks(text: str) -> str:
    """Return a text without invisible characters: joiners, soft hyphens, controls."""
    spaced = " ".join(text.split())
    return "".join(
        mark for mark in spaced if unicodedata.category(mark) not in _CONTROLS
    )


def as_written(typed: str) -> str:
    """Return a play as files write it: plain characters, "bar" and "off" in English.

    A text that is no play stays unreadable.
    """
    plain = without_hidden_marks(unicodedata.normalize("NFKC", typed))
    plain = _AROUND_STROKES.sub("/", plain.translate(_MARKS))
    off, bar = _patterns(languages())
    return bar.sub("bar", off.sub("off", plain)).strip()


def keep_ruling(
    *, match_id: int, question: Ruling, decision: PointsDecision, op: str = "", by: By
) -> Ruling | None:
    """Store a ruling without points, with the board it was about.

    `question` is its row without the decision; its `question` is "plays", "play", "end"
    or empty.
    `op` is the key of this act: a repeat with the same key stores nothing.
    `remove_adjustment` takes it back.

    Raises RuleError: the key belongs to another act, the match is a money session,
    locked or cancelled.
    """
    with lock_match(match_id, by) as book:
        content = _content(book.match, question, decision)
        if form_keys.is_repeat(op, content):
            return None
        if book.match.is_money:
            raise SESSION_HAS_NO_SCORE()
        question.adjustment = write_adjustment(book, decision)
        question.save()
        noted(book)
        form_keys.use_key(op, content, match=book.match)
        tell_decision(book, decision)
    return question


def _content(match: Match, question: Ruling, decision: PointsDecision) -> str:
    return (
        f"{match.pk} {question.xgid} {question.question} {question.play} "
        f"{decision.is_public} {decision.rule} {decision.decision}"
    )


def ruling_for_viewer(request: HttpRequest, code: str, pk: int) -> Ruling:
    """Return a ruling of a match: for directors, or for all visitors if it is public.

    Only directors may see a voided ruling. Raises Http404.
    """
    match = match_for_viewer(request, code)
    kept = get_object_or_404(
        Ruling.objects.select_related("adjustment"), adjustment__match=match, pk=pk
    )
    kept.adjustment.match = match
    row = kept.adjustment
    if row.is_public and row.voided_at is None:
        return kept
    if may_here(request, match, Act.SEE_PRIVATE):
        return kept
    raise Http404
