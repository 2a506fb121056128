"""What rooms above add to the own page of somebody who signed up."""

from typing import Final

from matches.web.panels import Panels
from tournaments.signups.models import SignUp

OWN: Final = Panels[SignUp]()
