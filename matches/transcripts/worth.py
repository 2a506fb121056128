"""What a game can have given by its cube and its moves."""

from matches.rules import Kind, Side
from matches.transcripts.course import Course
from matches.transcripts.record import WrittenGame


def worth(course: Course, winner: Side | None, *, jacoby: bool) -> dict[Kind, int]:
    """Return what each kind of win would give that cube and moves leave open.

    Board and drop tell it of their own winner alone, who may be another one.
    """
    stake = course.cube.value
    kinds = [*Kind]
    if course.winner is winner and course.cube.dropped:
        return {Kind.SINGLE: stake}
    if course.winner is winner and course.verdict:
        kinds = [course.verdict.kind]
    if jacoby and not course.cube.touched:
        return dict.fromkeys(kinds[:1], stake)
    return {kind: stake * kind.multiplier for kind in kinds}


def allows(course: Course, game: WrittenGame, *, jacoby: bool) -> bool:
    """Whether cube and moves allow what the result of a game states."""
    if game.winner is None or course.winner is game.winner.other:
        return False
    return game.stated in worth(course, game.winner, jacoby=jacoby).values()
