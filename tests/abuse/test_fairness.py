"""One visitor who asks for the largest things again and again keeps nobody else out."""

import io
import threading
import zipfile

from tests.abuse.amount import rounds
from tests.abuse.serving import UNREACHED, Browser

HEAVY = "techniconica/export/cards?what=parts&to=png&dpi=600"
EXPORT = "techniconica/export/cards?what=parts&to=png&dpi=150"
PRINT = "wreck-a-mech/print.pdf?what=cards&copies=2"
PAGES = ("healthz", "mecha-mettle/new", "")
GREEDY = 4
"""Browsers without an owner at one address, which are one visitor: as many downloads at once as a visitor may have."""


def keep_asking(url, over, statuses):
    browser = Browser()
    while not over.is_set():
        try:
            statuses.append(browser.get(url).status)
        except UNREACHED:  # the server ended first
            return


def test_prints_and_exports_of_three_visitors_arrive_whole_beside_two_who_repeat_the_largest(serve, tally):
    server, over, greedy, others = serve(), threading.Event(), [], []

    def visit():
        browser = Browser()
        browser.post(f"{server.url}mecha-mettle/new", {"title": "Mine", "seat": "2"})  # has an owner from here on
        for page in PAGES:
            others.append((browser.get(server.url + page).status, True))
        printed = browser.get(server.url + PRINT)
        others.append((printed.status, printed.body.startswith(b"%PDF") and printed.body.rstrip().endswith(b"%%EOF")))
        exported = browser.get(server.url + EXPORT)
        others.append((exported.status, exported.status == 200 and not zip_error(exported.body)))

    asking = [threading.Thread(target=keep_asking, args=(server.url + HEAVY, over, greedy)) for _ in range(GREEDY)]
    for thread in asking:
        thread.start()
    for _ in rounds():
        visitors = [threading.Thread(target=visit) for _ in range(3)]
        for thread in visitors:
            thread.start()
        for thread in visitors:
            thread.join()
        tally(3)
    over.set()
    server.end(9)  # and so their connections, which are in the middle of an answer
    for thread in asking:
        thread.join()
    assert others and set(others) == {(200, True)}
    assert set(greedy) <= {200, 503, 422, 429}


def zip_error(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.testzip()
