"""What players write about a game: directors see it first, and may show it to all."""

from matches.ledger.book import Recorded, lock_match, noted
from matches.ledger.errors import REMARK_GONE
from matches.ledger.reporter import By


def show_remark(*, match_id: int, row: int, is_shown: bool, by: By) -> Recorded:
    """Show the remark of the game with this primary key to everybody, or hide it.

    Repeating it changes nothing. Raises REMARK_GONE: the game was corrected or removed
    meanwhile, or no player wrote about it; locked or cancelled.
    """
    with lock_match(match_id, by) as book:
        game = next((one for one in book.games if one.pk == row), None)
        if game is None or not game.remark or game.remark_side is None:
            raise REMARK_GONE()
        if game.is_remark_shown == is_shown:
            return Recorded(book.match, changed=False)
        game.is_remark_shown = is_shown
        game.save(update_fields=["is_remark_shown"])
        recorded = noted(book)
        book.tell("remark_shown" if is_shown else "remark_hidden", number=game.number)
    return recorded
