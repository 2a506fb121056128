"""Keeps what the moves of a file tell without luck, when it is attached."""

from collections.abc import Iterable
from contextlib import suppress

from matches.files.compare import judged_file
from matches.ledger.models.facts import MatchFile
from matches.ledger.models.moves import GameMoves
from matches.rules.refusals import RuleError
from matches.transcripts import JudgedFile
from matches.transcripts.game_facts import facts_of


def keep_moves(file: MatchFile, judged: JudgedFile) -> None:
    """Write the facts about the games of a file. One query.

    Games are numbered as they are imported: in their order, from 1.
    """
    rows = []
    for number, game in enumerate(judged.games, start=1):
        facts = facts_of(game)
        rows.append(
            GameMoves(
                file=file,
                number=number,
                opener=facts.opener,
                opening_dice=facts.opening.dice,
                opening=facts.opening.play,
                reply_dice=facts.reply.dice,
                reply=facts.reply.play,
                doubles_1=facts.doubles[0],
                doubles_2=facts.doubles[1],
                takes_1=facts.takes[0],
                takes_2=facts.takes[1],
                drops_1=facts.drops[0],
                drops_2=facts.drops[1],
                out_of_time=facts.out_of_time,
            )
        )
    GameMoves.objects.bulk_create(rows)


def copy_moves(of: MatchFile, to: MatchFile) -> None:
    """Give a file that was added again the facts that it had before. Two queries."""
    rows = list(GameMoves.objects.filter(file=of))
    for row in rows:
        row.pk, row.file = None, to
    GameMoves.objects.bulk_create(rows)


def keep_moves_again(keys: Iterable[int]) -> None:
    """Write the facts about files that another site had stored, each read here.

    A file that cannot be read has none. Two queries a file.
    """
    for key in keys:
        file = MatchFile.objects.select_related("match").get(pk=key)
        with suppress(RuleError):
            keep_moves(file, judged_file(file))
