"""What can be done now for one person: late, again, leaving, or not there."""

from tournaments.selectors.options.choices import Change, Choice, Group
from tournaments.selectors.options.page import OptionsView, choice_named, options_of
from tournaments.selectors.options.scene import Scene, scene_of, scenes_of

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
