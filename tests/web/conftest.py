"""What the web tests share: the application on a database of its own, and a browser that remembers its cookies."""

import re

import pytest

from companion.web import create_app


@pytest.fixture
def app(tmp_path):
    app = create_app(f"sqlite:///{tmp_path / 'web.sqlite3'}", "test key", TESTING=True, RATELIMIT_ENABLED=False)
    yield app
    app.extensions["store"].close()


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def post(client):
    """Post a form as a page does: with the token that the page carries."""

    def send(path, data=None, page="/import", **more):
        token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(page).get_data(as_text=True))[1]
        return client.post(path, data={"csrf_token": token, **(data or {})}, **more)

    return send
