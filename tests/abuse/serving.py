"""`companion serve` as a process that is started, killed and started again; and a browser that talks to it."""

import contextlib
import http.client
import http.cookiejar
import os
import re
import resource
import signal
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil

UNREACHED = (urllib.error.URLError, http.client.HTTPException, OSError)
"""What a request raises whose server was killed."""


def environment(data: Path, **more: str) -> dict[str, str]:
    """Return the environment of a process that works with a data folder of its own."""
    return {**os.environ, "COMPANION_DATA": str(data), "PYTHONUNBUFFERED": "1", **more}


def companion(
    data: Path, *words: object, largest_file: int | None = None, memory: int | None = None, **more: str
) -> subprocess.CompletedProcess:
    """Run a verb as a process of its own.

    Its files may have `largest_file` bytes, as on a disk that is full, and it may use so many bytes of `memory`.
    """

    def limit() -> None:
        if largest_file is not None:
            limit_files(largest_file)
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    return subprocess.run(
        [sys.executable, "-m", "companion", *map(str, words)],
        env=environment(data, **more),
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=limit,
    )


def limit_files(most: int) -> None:
    """Let no file of this process grow past `most` bytes: a write past it is an error, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


class Server:
    """A served companion; `url` changes with every start, because the port does."""

    def __init__(self, data: Path, *words: str, **more: str) -> None:
        """Start it; `words` are more words for `serve`, `more` is added to its environment."""
        self.data, self.words, self.more = data, words, more
        self.log = data.parent / f"{data.name}.log"
        self.process: subprocess.Popen[str] | None = None
        self.url = ""
        self.start()

    def start(self) -> None:
        """Start the server and wait until it says where it listens."""
        command = [sys.executable, "-m", "companion", "serve", "--port", "0", *self.words]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command, env=environment(self.data, **self.more), stdout=subprocess.PIPE, stderr=log, text=True
            )
        line = self.process.stdout.readline()
        assert line, f"serve ended: {self.log.read_text()[-2000:]}"
        self.url = line.split()[-1]

    def end(self, how: int = signal.SIGTERM) -> int:
        """End it with a signal and return its exit code; nothing where it has ended already.

        What it started has ended then too.
        """
        started = self._started()
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(timeout=60)
        psutil.wait_procs(started, timeout=60)
        self.process.stdout.close()
        return self.process.returncode

    def workers(self) -> list[psutil.Process]:
        """Return the processes that answer where there are several; those that ended are left out."""
        return [child for child in self._started() if child.nice() == 0]

    def heavy_process(self) -> psutil.Process | None:
        """Return the process for heavy answers: the one that steps back behind the others."""
        return next((child for child in self._started() if child.nice() > 0), None)

    def _started(self) -> list[psutil.Process]:
        found: list[psutil.Process] = []
        if self.process.poll() is not None:
            return found
        for child in psutil.Process(self.process.pid).children():
            with contextlib.suppress(psutil.Error):
                found += [child] if "spawn_main" in " ".join(child.cmdline()) and child.nice() >= 0 else []
        return found

    def limit(self, most: int) -> None:
        """Let no file of the server grow past `most` bytes from now on; -1: let them grow again."""
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


@dataclass(frozen=True)
class Answer:
    """What came back: status, place (where it leads), text."""

    status: int
    place: str
    body: bytes

    @property
    def text(self) -> str:
        """Return the body as text."""
        return self.body.decode("utf-8", "replace")


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follow nothing: where an answer leads is for the test to see."""

    def redirect_request(self, *_: object) -> None:
        """Stay."""


class Browser:
    """A client with cookies and the token of its forms; it may keep both while servers come and go."""

    def __init__(self, jar: http.cookiejar.CookieJar | None = None) -> None:
        """Begin without cookies, or with those of another tab."""
        self.jar = http.cookiejar.CookieJar() if jar is None else jar
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar), _Stay)
        self._token = ""

    def get(self, url: str) -> Answer:
        """Ask for a page."""
        return self._send(urllib.request.Request(url))

    def post(
        self, url: str, fields: Mapping[str, str], file: tuple[str, bytes] | None = None, field: str = "file"
    ) -> Answer:
        """Post a form as a page does, with its token; `file` is a name and what is in it."""
        if not self._token:
            home = urllib.parse.urljoin(url, "/open")
            self._token = re.search(r'name="csrf_token" value="([^"]+)"', self.get(home).text)[1]
        filled = {"csrf_token": self._token, **fields}
        if file is None:
            return self._send(urllib.request.Request(url, urllib.parse.urlencode(filled).encode()))
        body, kind = _multipart(filled, file, field)
        return self._send(urllib.request.Request(url, body, {"Content-Type": kind}))

    def _send(self, request: urllib.request.Request) -> Answer:
        try:
            with self._opener.open(request, timeout=60) as answer:
                return Answer(answer.status, answer.headers.get("Location", ""), answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.headers.get("Location", ""), error.read())


def _multipart(fields: Mapping[str, str], file: tuple[str, bytes], field: str) -> tuple[bytes, str]:
    edge = "edge-of-a-part-of-this-form"
    parts = [
        f'--{edge}\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n'.encode() for k, v in fields.items()
    ]
    head = f'--{edge}\r\nContent-Disposition: form-data; name="{field}"; filename="{file[0]}"\r\n\r\n'
    parts += [head.encode() + file[1] + b"\r\n", f"--{edge}--\r\n".encode()]
    return b"".join(parts), f"multipart/form-data; boundary={edge}"
