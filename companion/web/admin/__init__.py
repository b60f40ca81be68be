"""The operator's page, `/admin`: there only where the server was given a secret in `COMPANION_ADMIN`."""

from flask import Flask

from companion.web.admin import operator, routes


def offer(app: Flask) -> None:
    """Add the page where there is a secret; InvalidInput where that is too short."""
    app.config.setdefault(operator.SETTING, operator.read_secret())
    if app.config[operator.SETTING]:
        app.register_blueprint(routes.bp)
