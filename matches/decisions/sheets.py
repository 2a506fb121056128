"""The code on the score sheet of a match, and who sits there: both can be ended."""

from matches.ledger.book import Recorded, lock_match
from matches.ledger.models.match import FormerSheetCode, Match
from matches.ledger.reporter import By
from matches.players.codes import new_sheet_code


def renew_sheet(*, match_id: int, known: str, by: By) -> Recorded:
    """Give a match another sheet code; whoever sat there by the old one is out.

    `known` is the code of the page: a repeat with an older one changes nothing. Games
    and reports stay. Raises what `lock_match` raises.
    """
    with lock_match(match_id, by) as book:
        match = book.match
        if match.sheet_code != known:
            return Recorded(match, changed=False)
        FormerSheetCode.objects.create(match=match, code=match.sheet_code)
        _write(match, sheet_code=new_sheet_code(), seats=None)
        book.tell("sheet_renewed")
    return Recorded(match, changed=True)


def remove_seat(*, match_id: int, device: str, by: By) -> Recorded:
    """Take a browser away from a score sheet. Raises what `lock_match` raises."""
    with lock_match(match_id, by) as book:
        match = book.match
        seats = dict(match.seats or {})
        seat = seats.pop(device, None)
        if seat is None:
            return Recorded(match, changed=False)
        _write(match, seats=seats)
        name = match.player(seat["side"]).name
        book.tell("seat_removed", name=name, device=device)
    return Recorded(match, changed=True)


def _write(match: Match, **columns: object) -> None:
    """Write columns; the revision lets every page of the match look again."""
    Match.objects.filter(pk=match.pk).move(match.state, **columns)
    match.refresh_from_db(fields=["revision", *columns])
