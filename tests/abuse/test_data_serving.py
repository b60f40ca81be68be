"""The tools of the other tests of abuse: a server that is killed comes up again, and a browser keeps its cookies."""

import signal

import pytest

from tests.abuse.serving import UNREACHED, Browser


def test_a_browser_keeps_what_it_saved_over_a_kill(serve, tally):
    server, browser = serve(), Browser()
    made = browser.post(f"{server.url}mecha-mettle/new", {"title": "Before"})
    assert made.status == 303
    assert server.end(signal.SIGKILL) == -signal.SIGKILL
    with pytest.raises(UNREACHED):
        browser.get(server.url)
    server.start()
    assert "Before" in browser.get(server.url).text
    assert browser.post(f"{server.url}mecha-mettle/new", {"title": "After"}).status == 303
    tally(2)
