"""What a director may rule about a double in the Crawford game."""

from dataclasses import replace

from matches.rules import AwardReason, CrawfordDouble


def rule_crawford_double(rules, result, reading):
    """ANNUL counts the game as if the cube had not been turned, STAND with the cube."""
    counted, reason = result, AwardReason.CRAWFORD_STANDS
    if reading == CrawfordDouble.ANNUL:
        counted, reason = replace(result, cube=1), AwardReason.CRAWFORD_ANNULLED
    points = rules.computed(counted, cube_in_play=False)
    return replace(result, awarded=points, reason=reason)
