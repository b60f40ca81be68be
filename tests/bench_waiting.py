"""How long a page and a print wait beside what is slow, for `python -m tests.bench_waiting`.

The server is a whole one, `companion serve` in processes of its own. One client asks for pages, another now and then for
a print; beside them eight send what is slow to read (a drawing that blurs without end, a PDF, a typeface, a zip, dice
notation), or a hundred ask for a print at once.
"""

import argparse
import http.client
import io
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.abuse.serving import UNREACHED, Browser, Server

SENDERS, PRINTERS = 8, 100
PAGES = (
    *("healthz", "", "mecha-mettle/", "mecha-mettle/new", "techniconica/new", "techniconica/cards", "library"),
    *("mechastellar/examples/border-patrol", "roll?expression=3d6", "wreck-a-mech/rules"),
)
ELSEWHERE = "127.9.0.1"
"""Where who asks for a print is: a burst comes from one place, and a club has others."""
QUIET = 10
"""Times that each page is asked for before."""
PRINT = "mechalyte/print.pdf?what=spec-sheets"
SETS = (
    *(
        "wreck-a-mech/print.pdf?what=cards",
        "mecha-mettle/print.pdf?what=everything",
        "mechalyte/print.pdf?what=everything",
    ),
    *("techniconica/print.pdf?what=everything", "mechastellar/print.pdf?what=everything"),
)
"""Files that are made whole before they are sent; another margin makes each another one."""
HOSTILE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><filter id="a"><feTurbulence numOctaves="999" '
    'baseFrequency=".9"/><feGaussianBlur stdDeviation="4000"/></filter><rect width="63" height="88" filter="url(#a)"/>'
    "<!-- {} --></svg>"
)


@dataclass
class Times:
    """Seconds of answers, and their statuses."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def ask(self, send: Callable[[], int]) -> None:
        """Send a request and note how long its answer took; 0 where there was none."""
        begun = time.monotonic()
        try:
            status = send()
        except UNREACHED:
            status = 0
        self.seconds.append(time.monotonic() - begun)
        self.statuses[status] += 1

    def at(self, share: float) -> float:
        """Return the seconds that this share of the requests did not exceed."""
        return sorted(self.seconds)[min(len(self.seconds) - 1, int(share * len(self.seconds)))]


class _FromElsewhere(urllib.request.HTTPHandler):
    """Asks from another address: that of a visitor of its own."""

    def http_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        """Connect from there."""
        return self.do_open(partial(http.client.HTTPConnection, source_address=(ELSEWHERE, 0)), request)  # type: ignore[arg-type]


ASKER = urllib.request.build_opener(_FromElsewhere)


def read(address: str, elsewhere: bool = False) -> int:
    """Ask for an address, read the answer whole and return its status; `elsewhere`: as another visitor."""
    opened = ASKER.open if elsewhere else urllib.request.urlopen
    try:
        with opened(address, timeout=60) as answer:
            answer.read()
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.read()
        return error.code


def svg(number: int) -> tuple[str, bytes]:
    """Return a drawing that is read for as long as it may be; each is another one."""
    return f"{number}.svg", HOSTILE.format(number).encode()


def packed(number: int) -> tuple[str, bytes]:
    """Return a zip of six such drawings."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for one in range(6):
            archive.writestr(*svg(number * 10 + one))
    return f"{number}.zip", target.getvalue()


def pdf(number: int) -> tuple[str, bytes]:
    """Return a PDF of twelve pages that paint one form ten to the fifth times."""
    levels = 6
    parts = [b"<</Type/Catalog/Pages 2 0 R>>"]
    pages = 12
    kids = b" ".join(b"%d 0 R" % (3 + one) for one in range(pages))
    parts.append(b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, pages))
    first = 3 + pages
    for _ in range(pages):
        parts.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 180 252]/Contents %d 0 R/Resources<</XObject<</F %d 0 R>>>>>>"
            % (first, first + 1)
        )
    draw = b"/F Do " * 10
    parts.append(b"<</Length %d>>stream\n%s\nendstream" % (len(draw), draw))
    for level in range(levels):
        body = draw if level < levels - 1 else b"0 0 180 252 re f* %d 0 m" % number
        inner = b"/Resources<</XObject<</F %d 0 R>>>>" % (first + 2 + level) if level < levels - 1 else b""
        head = b"<</Type/XObject/Subtype/Form/BBox[0 0 180 252]%s/Length %d>>" % (inner, len(body))
        parts.append(head + b"stream\n" + body + b"\nendstream")
    out = b"%PDF-1.4\n"
    for place, part in enumerate(parts, 1):
        out += b"%d 0 obj\n%s\nendobj\n" % (place, part)
    return f"{number}.pdf", out + b"trailer<</Root 1 0 R>>\n%%EOF"


def typeface(number: int) -> tuple[str, bytes]:
    """Return a large typeface, another one each time."""
    from companion.printing.text import fonts

    return f"{number}.ttf", fonts.files()["NotoSymbols-regular"].read_bytes() + b"%d" % number


def sends(field_name: str, make: Callable[[int], tuple[str, bytes]]) -> Callable[[str, int, int], Times]:
    """Return a sender of files of a kind to the page for custom cards."""

    def send(url: str, seed: int, seconds: int) -> Times:
        browser, times, number = Browser(), Times(), seed * 1000
        until = time.monotonic() + seconds
        page = "custom-cards?of=pictures" if field_name == "deck" else "custom-cards?of=rows"
        while time.monotonic() < until:
            file = make(number := number + 1)
            text = f"title,picture\nA,{file[0]}\n"
            form = {"text": text, "do": "show"}
            times.ask(lambda: browser.post(url + page, form, file, field_name).status)  # noqa: B023
        return times

    return send


def asks(*addresses: str) -> Callable[[str, int, int], Times]:
    """Return a sender that asks for addresses in turn."""

    def send(url: str, seed: int, seconds: int) -> Times:
        times, number = Times(), seed
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            number += 1
            times.ask(lambda: read(url + addresses[number % len(addresses)]))  # noqa: B023
        return times

    return send


NOTATION = [f"roll?expression={urllib.parse.quote(text)}" for text in ("200d120r60", "199d121r61", "198d119r59")]
KINDS: dict[str, tuple[int, Callable[[str, int, int], Times]]] = {
    "svg": (SENDERS, sends("pictures", svg)),
    "deck of svg": (SENDERS, sends("deck", packed)),
    "pdf": (SENDERS, sends("deck", pdf)),
    "typeface": (SENDERS, sends("pictures", typeface)),
    "notation": (SENDERS, asks(*NOTATION)),
    "prints": (PRINTERS, asks(*(f"{one}&margin={n / 100:.2f}" for n in range(500, 700) for one in SETS))),
}


def ask_pages(url: str, until: float) -> Times:
    """Ask for the pages in turn until then."""
    times, number = Times(), 0
    while time.monotonic() < until:
        times.ask(lambda: read(url + PAGES[number % len(PAGES)]))  # noqa: B023
        number += 1
        time.sleep(0.05)
    return times


def ask_prints(url: str, until: float, times: Times) -> None:
    """Ask for a print every two seconds until then."""
    while time.monotonic() < until:
        times.ask(lambda: read(f"{url}{PRINT}&margin={5 + len(times.seconds) / 100}", elsewhere=True))
        time.sleep(2)


def measured(server: Server, name: str, seconds: int) -> str:
    """Return a line of figures about one kind of senders."""
    url = server.url
    for page in (*PAGES * 4, PRINT):
        read(url + page)
    quiet = Times()
    for page in PAGES * QUIET:
        quiet.ask(lambda: read(url + page))  # noqa: B023
    count, send = KINDS[name]
    sent: list[Times] = []
    senders = [
        threading.Thread(target=lambda n=n: sent.append(send(url, n + 1, 1 if name == "prints" else seconds)))  # type: ignore[misc]
        for n in range(count)
    ]
    prints, until = Times(), time.monotonic() + seconds
    asking = threading.Thread(target=ask_prints, args=(url, until, prints))
    for thread in (*senders, asking):
        thread.start()
    busy = ask_pages(url, until)
    for thread in (*senders, asking):
        thread.join()
    answered = sum((one.statuses for one in sent), Counter[int]())
    return (
        f"{name:12} page {quiet.at(0.5) * 1e3:4.0f} ms alone; beside {busy.at(0.5) * 1e3:5.0f} ms "
        f"({busy.at(0.5) / quiet.at(0.5):.1f} x), worst {busy.at(1):6.2f} s of {len(busy.seconds)} {dict(busy.statuses)}; "
        f"print {prints.at(0.5):5.2f} s, worst {prints.at(1):5.2f} s {dict(prints.statuses)}; "
        f"senders {dict(answered)}, worst {max(one.at(1) for one in sent):.1f} s"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", default=list(KINDS), metavar=f"KIND: {', '.join(KINDS)}")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--workers", default="1")
    asked = parser.parse_args()
    for kind in asked.kinds:
        with tempfile.TemporaryDirectory() as folder:
            served = Server(Path(folder) / "data", "--workers", asked.workers)
            try:
                print(measured(served, kind, asked.seconds), flush=True)
            finally:
                served.end()
