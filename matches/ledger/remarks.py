"""Acts of directors on a match beside its result: players’ notes, its score sheet."""

from matches.ledger.book import Recorded, lock_match, noted
from matches.ledger.errors import REMARK_GONE
from matches.ledger.models.match import FormerSheetCode, Match
from matches.ledger.reporter import By
from matches.players.codes import new_sheet_code


def show_remark(*, match_id: int, row: int, is_shown: bool, by: By) -> Recorded:
    """Show the remark of the game with this primary key to everybody, or hide it.

    Repeating it changes nothing. Raises REMARK_GONE: the game was corrected or removed
    meanwhile, or no player wrote about it; locked or cancelled.
    """
    with lock_match(match_id, by) as book:
        game = next((game for game in book.games if game.pk == row), None)
        if game is None or not game.remark or game.remark_side is None:
            raise REMARK_GONE()
        if game.is_remark_shown == is_shown:
            return Recorded(book.match, changed=False)
        game.is_remark_shown = is_shown
        game.save(update_fields=["is_remark_shown"])
        recorded = noted(book)
        book.tell("remark_shown" if is_shown else "remark_hidden", number=game.number)
    return recorded


def renew_sheet(*, match_id: int, known: str, by: By) -> Recorded:
    """Give a match another sheet code; phones that came by the old one are out.

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
