"""A crawler: starts at Home, follows links, and sends every form it meets, first as it is and then with hostile values.

It judges each answer by itself: no 5xx, nothing typed unescaped, each error a page with a sentence of ours.
"""

import random
import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, quote, urljoin, urlsplit

from flask import Flask, got_request_exception
from lxml import html
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from tests.abuse import hostile

Pairs = list[tuple[str, str]]
Upload = tuple[str, str, bytes]
"""The name of a field, the name of the file, its bytes."""
TOKEN = "csrf_token"
OURS = "http://localhost"
ALIKE = 2
"""Addresses of one kind that are opened: of one endpoint, game and set of query names."""
MARKED = re.compile(r"<x-mark", re.IGNORECASE)
SENTENCE = re.compile(r"[A-Z0-9][^.!?]{8,}[.!?]", re.DOTALL)


def encoded(text: str) -> bytes:
    """Return a text as the bytes of a form: half characters as they are."""
    return text.encode("utf-8", "surrogatepass")


def urlencoded(pairs: Pairs) -> bytes:
    """Return fields as a form or a query has them."""
    return b"&".join(f"{quote(encoded(name))}={quote(encoded(value))}".encode() for name, value in pairs)


def multipart(pairs: Pairs, uploads: list[Upload]) -> tuple[bytes, str]:
    """Return fields and files as a browser sends them, with their content type."""
    edge = b"----abuse"
    parts = [b'name="%s"\r\n\r\n%s' % (encoded(name), encoded(value)) for name, value in pairs]
    for name, called, data in uploads:
        head = b'name="%s"; filename="%s"\r\nContent-Type: application/octet-stream' % (encoded(name), encoded(called))
        parts.append(head + b"\r\n\r\n" + data)
    body = b"".join(b"--%s\r\nContent-Disposition: form-data; %s\r\n" % (edge, part) for part in parts)
    return body + b"--%s--\r\n" % edge, f"multipart/form-data; boundary={edge.decode()}"


@dataclass(frozen=True)
class SeenForm:
    """A form of a page: where it is sent, its fields as they stand, its buttons, its file fields."""

    page: str
    method: str
    action: str
    pairs: tuple[tuple[str, str], ...]
    buttons: tuple[tuple[str, str], ...]
    files: tuple[str, ...]
    limits: tuple[tuple[str, str], ...]
    """Numbers at and past what the page says that a field takes."""

    @property
    def kind(self) -> Any:
        """What forms have in common that need not be sent twice."""
        path = re.sub(r"[A-Za-z0-9_-]{20,}", "*", urlsplit(self.action).path)
        return self.method, path, frozenset(name for name, _ in self.pairs), self.files


def forms_of(tree: Any, page: str) -> Iterator[SeenForm]:
    """Yield the forms of a page, with fields that stand elsewhere and belong to them."""
    for form in tree.iter("form"):
        inside = list(form.iter("input", "select", "textarea", "button"))
        if form.get("id"):
            inside += tree.xpath("//*[@form=$id]", id=form.get("id"))
        pairs, buttons, files, limits = [], [], [], []
        for one in inside:
            name, kind = one.get("name"), one.get("type", "")
            if not name:
                continue
            if one.tag == "button":
                buttons.append((name, one.get("value", "")))
            elif kind == "file":
                files.append(name)
            elif one.tag == "select":
                options = [o.get("value", o.text or "") for o in one.iter("option")]
                chosen = [o.get("value", o.text or "") for o in one.iter("option") if o.get("selected") is not None]
                pairs += [(name, value) for value in chosen or options[:1]]
                limits += [(name, value) for value in options]
            elif one.tag == "textarea":
                pairs.append((name, one.text or ""))
            elif kind not in ("radio", "checkbox"):
                pairs.append((name, one.get("value", "")))
                limits += [(name, past) for past in _at_limits(one)]
            else:
                limits.append((name, one.get("value", "on")))
                if one.get("checked") is not None:
                    pairs.append((name, one.get("value", "on")))
        method = form.get("method", "get").lower()
        elsewhere = [one.get("formaction") for one in inside]
        for action in dict.fromkeys([form.get("action") or page, form.get("data-check"), *elsewhere]):
            if action:
                sent_to = urljoin(page, action)
                yield SeenForm(page, method, sent_to, tuple(pairs), tuple(buttons), tuple(files), tuple(limits))


def _at_limits(one: Any) -> list[str]:
    about = " ".join(one.xpath("string(//*[@id=$id])", id=i) for i in (one.get("aria-describedby") or "").split())
    told = [*re.findall(r"-?\d+", about.replace(",", ""))[:6], one.get("min"), one.get("max")]
    numbers = {int(number) for number in told if number and re.fullmatch(r"-?\d{1,9}", number)}
    longest = one.get("maxlength", "")
    texts = ["x" * (int(longest) + more) for more in (0, 1)] if longest.isdigit() else []
    return [str(n + more) for n in sorted(numbers) for more in (-1, 0, 1)] + texts


@dataclass
class Crawler:
    """Opens and sends; `wrong` says what was wrong with an answer, `statuses` counts them all."""

    app: Flask
    seed: int = 0
    wrong: dict[str, str] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)
    dead: list[str] = field(default_factory=list)
    """Links that led to an error, with its status."""
    forms: dict[Any, SeenForm] = field(default_factory=dict)
    _queue: deque[str] = field(default_factory=deque)
    _opened: Counter[Any] = field(default_factory=Counter)
    _broken: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.client = self.app.test_client()
        self.random = random.Random(self.seed)
        got_request_exception.connect(self._note, self.app)

    def _note(self, _: Flask, exception: BaseException, **__: object) -> None:
        self._broken.append(f"{type(exception).__name__}: {exception}"[:300])

    @property
    def requests(self) -> int:
        """How many requests were made."""
        return self.statuses.total()

    def enter(self, address: str, text: str) -> None:
        """Type or paste a text into the form of a page that has a field for one."""
        self.open(address)
        form = next(form for form in self.forms.values() if form.page == address and "text" in dict(form.pairs))
        self.send(form, [(name, text if name == "text" else value) for name, value in form.pairs], [], "entered")

    def crawl(self, most: int, start: str = "/") -> None:
        """Open what can be reached by links, each kind of address a few times, at most so many requests."""
        self._opened.clear()
        self._queue.clear()
        self._meet(start)
        until = self.requests + most
        while self._queue and self.requests < until:
            self.open(self._queue.popleft())

    def open(self, address: str) -> TestResponse:
        """Open an address and look around there."""
        parts = urlsplit(address)
        response = self._judged(address, self.client.open(parts.path or "/", query_string=parts.query), "get")
        if response.status_code >= 400:
            self.dead.append(f"{response.status_code} {address}")
        return response

    def abuse(self, most: int) -> None:
        """Send every form that was met in one hostile way after the other, at most so many requests."""
        until = self.requests + most
        for form in list(self.forms.values()):
            if self.requests < until:
                self.send(form, list(form.pairs), [], "as it is")
                while self._queue and self.requests < until:
                    self.open(self._queue.popleft())
        while self.forms and self.requests < until:
            known = list(self.forms.values())
            for form in self.random.sample(known, len(known)):
                if self.requests < until:
                    self.send(form, *self._mutated(form))
                if self._queue:
                    self.open(self._queue.popleft())

    def send(self, form: SeenForm, pairs: Pairs, uploads: list[Upload], how: str) -> TestResponse:
        """Send a form with these fields and files."""
        parts = urlsplit(form.action)
        if form.method == "get":
            query = urlencoded(pairs).decode()
            response = self.client.open(parts.path, query_string=query)
            return self._judged(f"{parts.path}?{query}", response, f"{how}: get")
        if form.files:
            body, kind = multipart(pairs, uploads)
        else:
            body, kind = urlencoded(pairs), "application/x-www-form-urlencoded"
        if how == "wrong content type":
            kind = self.random.choice(["text/plain", "application/json", "multipart/form-data", "", "x" * 999])
        sent = {"method": "POST", "data": body, "content_type": kind, "query_string": parts.query}
        about = f"{how}: post {ascii(pairs)[:400]} {ascii([(u[0], u[1], u[2][:40]) for u in uploads])[:200]}"
        return self._judged(parts.path, self.client.open(parts.path, **sent), about)

    def _mutated(self, form: SeenForm) -> tuple[Pairs, list[Upload], str]:
        pairs, some = list(form.pairs), self.random
        token = [pair for pair in pairs if pair[0] == TOKEN]
        others = [place for place, pair in enumerate(pairs) if pair[0] != TOKEN]
        if form.buttons and some.random() < 0.7:
            pairs.append(some.choice(form.buttons))
        ways = ["one", "one", "one", "limit", "limit", "all", "repeated", "dropped", "unknown", "bare", "file", "file"]
        ways += ["no token", "wrong token", "many", "wrong content type"][:: some.choice([1, 2])]
        how = some.choice(ways)
        if how == "one" and others:
            place = some.choice(others)
            pairs[place] = (pairs[place][0], self._value())
        elif how == "limit" and form.limits:
            name, value = some.choice(form.limits)
            pairs = [pair for pair in pairs if pair[0] != name] + [(name, value)]
        elif how == "all":
            pairs = [pair if pair[0] == TOKEN else (pair[0], self._value()) for pair in pairs]
        elif how == "repeated" and others:
            name = pairs[some.choice(others)][0]
            pairs += [(name, self._value()) for _ in range(some.choice([1, 2, 40]))]
        elif how == "dropped" and others:
            pairs.pop(some.choice(others))
        elif how == "unknown":
            pairs.append((self._value()[:200], self._value()))
        elif how == "bare":
            pairs = token
        elif how == "no token":
            pairs = [pair for pair in pairs if pair[0] != TOKEN]
        elif how == "wrong token":
            pairs = [(name, self._value()[:200] if name == TOKEN else value) for name, value in pairs]
        elif how == "many":
            pairs += [(f"field{number}", "x") for number in range(1200)]
        uploads = [(name, *self._file()) for name in form.files if how == "file" or some.random() < 0.2]
        return pairs, uploads, how

    def _value(self) -> str:
        return self.random.choice(hostile.NUMBERS if self.random.random() < 0.3 else hostile.TEXTS)

    def _file(self) -> tuple[str, bytes]:
        return self.random.choice(hostile.NAMES), self.random.choice(hostile.FILES)

    def _judged(self, address: str, response: TestResponse, how: str) -> TestResponse:
        self.statuses[response.status_code] += 1
        for complaint in self._complaints(response):
            self.wrong.setdefault(complaint, f"{how} {address}"[:900])
        self._broken.clear()
        if "Location" in response.headers:
            self._meet(urljoin(address, response.headers["Location"]))
        if response.mimetype == "text/html" and response.data:
            tree = html.document_fromstring(response.data)
            for form in forms_of(tree, address):
                if form.action.startswith("/"):
                    self.forms.setdefault(form.kind, form)
            for link in tree.xpath("//a/@href | //img/@src | //link/@href | //script/@src"):
                self._meet(urljoin(address, link))
        response.close()
        return response

    def _complaints(self, response: TestResponse) -> Iterator[str]:
        code, page = response.status_code, response.get_data()
        if code >= 500 and not (code == 503 and "Retry-After" in response.headers):
            yield f"{code}: {'; '.join(self._broken) or 'no exception'}"
        if response.headers.get("X-Content-Type-Options") != "nosniff":
            yield f"{code} without its headers"
        if not self._ours(response.headers.get("Location", "/")):
            yield f"a redirect to {response.headers['Location']!r}"
        if b"Traceback (most recent call last)" in page:
            yield "a traceback"
        if response.mimetype in ("text/html", "image/svg+xml", "application/xhtml+xml") and page:
            yield from self._page_complaints(code, page.decode("utf-8", "replace"))
        elif code >= 400 and response.mimetype == "application/json":
            if not SENTENCE.search(str(response.get_json().get("error", ""))):
                yield f"{code} in JSON without a sentence"
        elif code >= 400 and response.mimetype != "text/plain":
            yield f"{code} as {response.mimetype}"

    def _page_complaints(self, code: int, page: str) -> Iterator[str]:
        if MARKED.search(page):
            yield f"unescaped on {page[max(0, MARKED.search(page).start() - 60) :][:90]!r}"  # type: ignore[union-attr]
            return
        tree = html.document_fromstring(page.encode())
        if tree.xpath("//*[@x-mark]"):
            yield "an attribute that was typed"
        main = tree.xpath("//main")
        if code >= 400 and not (main and SENTENCE.search(main[0].text_content())):
            yield f"{code} without a sentence: {page[:200]!r}"

    @staticmethod
    def _ours(address: str) -> bool:
        parts = urlsplit(address.replace("\\", "/"))
        return not parts.scheme and not parts.netloc or address.startswith(OURS + "/")

    def _meet(self, address: str) -> None:
        if not self._ours(address):
            return
        parts = urlsplit(address)
        kind = self._kind(parts.path, parts.query)
        if self._opened[kind] < ALIKE:
            self._opened[kind] += 1
            self._queue.append(address)

    def _kind(self, path: str, query: str) -> Any:
        names = frozenset(name for name, _ in parse_qsl(query, keep_blank_values=True))
        try:
            endpoint, values = self.app.url_map.bind("localhost").match(path)
        except HTTPException:
            return path, names
        return endpoint, values.get("slug"), values.get("name"), names
