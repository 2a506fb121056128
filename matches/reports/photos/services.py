"""Photos of the score sheet, stored with the match and private."""

from typing import Final

from matches.ledger.book import Recorded, lock_match
from matches.ledger.errors import NOTHING_TO_REMOVE, ONLY_DIRECTOR
from matches.ledger.models.facts import SheetPhoto
from matches.ledger.reporter import By
from matches.reports.photos.errors import TOO_MANY_PHOTOS

MOST: Final = 6


def add_photo(*, match_id: int, content: bytes, by: By) -> Recorded:
    """Store a photo of the sheet, re-encoded. The same picture again changes nothing.

    Raises RuleError: the picture cannot be read, the match has enough photos, is locked
    or cancelled, or only directors record here.
    """
    from matches.reports.photos import decode  # noqa: PLC0415 - as it says

    # Before the lock: decoding takes time, and other requests must not wait for it.
    picture = decode.read_photo(content)
    with lock_match(match_id, by) as book:
        book.check_may_show()
        kept = book.match.photos.valid()
        if kept.filter(content=picture).exists():
            return Recorded(book.match, changed=False)
        if kept.count() >= MOST:
            raise TOO_MANY_PHOTOS(most=MOST)
        SheetPhoto.objects.create(match=book.match, content=picture, **book.source)
        book.tell("photo_added")
    return Recorded(book.match, changed=True)


def remove_photo(*, match_id: int, row: int, by: By) -> Recorded:
    """Delete the picture of a photo; the row stays as a record that there was one.

    A player may remove only photos of their own side. A repeat changes nothing.

    Raises NOTHING_TO_REMOVE: no such photo; ONLY_DIRECTOR: another's photo;
    locked or cancelled.
    """
    with lock_match(match_id, by) as book:
        book.check_may_show()
        photo = book.match.photos.filter(pk=row).defer("content").first()
        if photo is None:
            raise NOTHING_TO_REMOVE()
        if photo.voided_at is not None:
            return Recorded(book.match, changed=False)
        if book.reporter.is_player and photo.reported_side != book.reporter.side:
            raise ONLY_DIRECTOR()
        SheetPhoto.objects.filter(pk=photo.pk).update(content=b"")
        book.void(photo)
        book.tell("photo_removed")
    return Recorded(book.match, changed=True)
