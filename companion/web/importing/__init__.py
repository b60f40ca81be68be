"""Open: what somebody sent or saved, as text or file, is recognised and becomes the player's own, or is checked."""

from companion.web.importing import routes

BLUEPRINTS = (routes.bp,)
