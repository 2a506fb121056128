"""What can be done now for one person: late, again, leaving, or not there."""

from tournaments.participation.choices import Change, Choice, Group
from tournaments.participation.plan import OptionsView, choice_named, options_of
from tournaments.participation.stage import Scene, scene_of, scenes_of

__all__ = [
    "Change",
    "Choice",
    "Group",
    "OptionsView",
    "Scene",
    "choice_named",
    "options_of",
    "scene_of",
    "scenes_of",
]
