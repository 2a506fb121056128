"""What two readings of one match must agree on, whatever format they came from."""

from matches.transcripts.judge import judge
from matches.transcripts.record import Action, ActKind
from matches.transcripts.write import resolved


def stepped(transcript):
    """Return the match with every play resolved into single steps."""
    return resolved(judge(transcript))


def essence(transcript, *, in_order=True):
    """Return the games without what only one of the formats can say.

    `in_order` False: the moves of one play may be told in any order.
    """
    return [
        (
            (game.number, game.before, game.winner, game.stated, game.start),
            [act if in_order else _sorted(act) for act in acts_of(game)],
        )
        for game in transcript.games
    ]


def _sorted(act):
    return act._replace(moves=tuple(sorted(act.moves or ())))


def acts_of(game):
    """Return the acts as both formats have them.

    The text leaves out that a beaver was taken and has no sign for a resignation
    without dice; both mark dice that were thrown before one.
    """
    kept = []
    for act in game.acts:
        if act.kind is ActKind.TAKE and kept and kept[-1].kind is ActKind.BEAVER:
            continue
        if act.kind in (ActKind.RESIGN, ActKind.TIMEOUT) and act.dice is None:
            continue
        kept.append(_plain(act))
    return kept


def _plain(act):
    if act.kind is ActKind.SETUP:
        return act._replace(line=0, text="")
    kind = ActKind.ROLL if act.dice else act.kind
    dice = (max(act.dice), min(act.dice)) if act.dice else None
    return Action(act.side, kind, dice, act.moves or (), value=act.value)


def results(transcript):
    """Return the score before each game, who won it, and the points."""
    return [(game.before, game.winner, game.stated) for game in transcript.games]
