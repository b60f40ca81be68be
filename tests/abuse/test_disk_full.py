"""A disk that is full: told in a sentence wherever something is saved, nothing is lost, and it works again with room."""

import io
import os
import subprocess
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from companion.storage.backup_models import DOCUMENTS
from companion.storage.store import Store
from tests.abuse.serving import Browser, companion

KB = 1024
SIZE = 3000 * KB


class Tmpfs:
    """A small disk of its own; only root may have one, and not everywhere."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        words = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)]
        self.mounted = os.geteuid() == 0 and subprocess.run(words, capture_output=True).returncode == 0

    def fill(self, room):
        """Leave no more than about `room` bytes."""
        about = os.statvfs(self.folder)
        (self.folder / "filler").write_bytes(bytes(max(about.f_bavail * about.f_frsize - room, 0)))

    def free(self):
        (self.folder / "filler").unlink()

    def unmount(self):
        if self.mounted:
            subprocess.run(["umount", str(self.folder)], check=True)


@pytest.fixture
def disk(tmp_path):
    made = Tmpfs(tmp_path / "disk")
    if not made.mounted:
        pytest.skip("a disk of its own may not be mounted here")
    yield made
    made.unmount()


@pytest.fixture
def room(disk, serve):
    """Serve on a small disk; the server ends before the disk does."""
    return serve(data=disk.folder / "data")


def saved(answers):
    return [title for title, answer in answers if answer.status == 303]


def save_until_refused(browser, server):
    """Save builds until one is refused; return the titles that were acknowledged, and the refusal."""
    titles = []
    for number in range(400):
        title = f"Build {number} " + "x" * 100
        answer = browser.post(f"{server.url}mecha-mettle/new", {"title": title, "seat": "2"})
        if answer.status != 303:
            return titles, answer
        titles.append(title)
    raise AssertionError("the disk was never full")


def titles_of(url):
    from sqlalchemy import text

    store = Store(url)
    with store.engine.connect() as connection:
        found = set(connection.execute(text("SELECT title FROM documents")).scalars())
    store.close()
    return found


def sentence(answer):
    """Assert that an answer says what is wrong instead of breaking."""
    assert answer.status == 503, (answer.status, answer.text[-3000:])
    assert "free some space" in answer.text and "Traceback" not in answer.text


def test_a_full_disk_is_told_and_nothing_is_lost(disk, room, tally):
    browser = Browser()
    assert browser.post(f"{room.url}mecha-mettle/new", {"title": "First", "seat": "2"}).status == 303
    disk.fill(60 * KB)
    titles, refused = save_until_refused(browser, room)
    sentence(refused)
    assert browser.get(room.url).status == 200
    health = browser.get(f"{room.url}healthz")
    assert health.status == 503 and "ok" not in health.text
    disk.free()
    assert browser.get(f"{room.url}healthz").status == 200
    assert browser.post(f"{room.url}mecha-mettle/new", {"title": "Last", "seat": "2"}).status == 303
    assert titles_of(f"sqlite:///{disk.folder / 'data' / 'companion.sqlite3'}") >= {"First", "Last", *titles}
    looked = companion(disk.folder / "data", "doctor")
    assert "50 MB" in looked.stdout and "Traceback" not in looked.stderr
    assert "ended" not in room.log.read_text() and "Traceback" not in room.log.read_text()
    tally(len(titles) + 3)


def photo():
    data = io.BytesIO()
    Image.frombytes("RGB", (200, 200), os.urandom(120_000)).save(data, "PNG")
    return data.getvalue()


def test_a_picture_that_does_not_fit_is_told_and_leaves_no_part(disk, room, tally):
    browser = Browser()
    form = {"text": "title,picture\nDrone,photo.png\n", "do": "show"}
    assert browser.get(f"{room.url}custom-cards").status == 200
    disk.fill(20 * KB)
    answer = browser.post(f"{room.url}custom-cards", form, ("photo.png", photo()), "pictures")
    sentence(answer)
    assert "Drone,photo.png" in answer.text and "Traceback" not in room.log.read_text()
    assert not list((disk.folder / "data" / "pictures").glob("*"))
    disk.free()
    shown = browser.post(f"{room.url}custom-cards", form, ("photo.png", photo()), "pictures")
    assert shown.status == 200 and len(list((disk.folder / "data" / "pictures").iterdir())) == 1
    tally(2)


def test_a_first_start_on_a_full_disk_is_a_sentence_and_the_next_one_works(disk, serve, tally):
    data = disk.folder / "data"
    data.mkdir()
    disk.fill(0)
    for words in (["serve", "--port", "0"], ["backup", disk.folder / "all.zip"], ["doctor"]):
        said = companion(data, *words)
        assert said.returncode in (1, 2) and "Traceback" not in said.stderr, said.stderr
        assert "space" in said.stderr + said.stdout or "full" in said.stderr
        tally()
    assert [path for path in data.iterdir() if path.name == "secret-key" or path.name.startswith(".")] == []
    disk.free()
    server = serve(data=data)
    assert Browser().post(f"{server.url}mecha-mettle/new", {"title": "First", "seat": "2"}).status == 303


@pytest.mark.parametrize("kept", [0, 10 * KB, 100 * KB])
def test_a_backup_that_does_not_fit_is_a_sentence_and_the_one_before_it_stays(disk, tmp_path, tally, kept):
    data = tmp_path / "data"
    data.mkdir()
    store = Store(f"sqlite:///{data / 'companion.sqlite3'}")
    for number in range(20):
        store.create("me", "mecha-mettle", {"game": "mecha-mettle", "title": f"{number}"})
    assert companion(data, "backup", disk.folder / "all.zip").returncode == 0
    before = (disk.folder / "all.zip").read_bytes()
    for number in range(20):
        store.create("me", "mecha-mettle", {"game": "mecha-mettle", "title": f"{number}", "x": os.urandom(5000).hex()})
    store.close()
    disk.fill(kept)
    said = companion(data, "backup", disk.folder / "all.zip")
    assert said.returncode == 2 and "Traceback" not in said.stderr and "space" in said.stderr, said.stderr
    assert sorted(path.name for path in disk.folder.iterdir()) == ["all.zip", "filler"]
    assert (disk.folder / "all.zip").read_bytes() == before
    disk.free()
    assert companion(data, "backup", disk.folder / "all.zip").returncode == 0
    with zipfile.ZipFile(disk.folder / "all.zip") as archive:
        assert len(archive.read(DOCUMENTS).splitlines()) == 40
    tally()


LIMITED = {
    "a key": (["doctor"], 16),
    "a database": (["doctor"], 8 * KB),
    "a backup": (["backup", "all.zip"], 2 * KB),
    "a restore": (["restore", Path(__file__).parents[1] / "releases" / "0.15.1" / "backup.zip"], 40 * KB),
}


@pytest.mark.parametrize("name", LIMITED)
def test_a_limit_on_the_size_of_files_is_a_sentence_and_the_next_time_works(tmp_path, tally, monkeypatch, name):
    """What a quota does: the disk has room, and the file may not grow."""
    words, most = LIMITED[name]
    monkeypatch.chdir(tmp_path)
    data = tmp_path / "data"
    data.mkdir()
    if name not in ("a key", "a database"):
        assert companion(data, "restore", LIMITED["a restore"][0][1]).returncode == 0 if name == "a backup" else True
    said = companion(data, *words, largest_file=most)
    assert said.returncode in (1, 2) and "Traceback" not in said.stderr, said.stderr
    assert companion(data, *words).returncode in ((0, 1) if words == ["doctor"] else (0,))
    assert [path.name for path in tmp_path.rglob("*.part")] == []
    tally()


def test_a_server_whose_files_may_not_grow_says_so_and_goes_on_when_they_may(serve, tally, tmp_path):
    server, browser = serve(), Browser()
    assert browser.post(f"{server.url}mecha-mettle/new", {"title": "First", "seat": "2"}).status == 303
    size = max(path.stat().st_size for path in (tmp_path / "data").glob("companion.sqlite3*"))
    server.limit(size + 20 * KB)
    titles, refused = save_until_refused(browser, server)
    sentence(refused)
    server.limit(-1)
    assert browser.post(f"{server.url}mecha-mettle/new", {"title": "Last", "seat": "2"}).status == 303
    assert titles_of(f"sqlite:///{tmp_path / 'data' / 'companion.sqlite3'}") >= {"First", "Last", *titles}
    assert companion(tmp_path / "data", "doctor").returncode == 0
    tally(len(titles) + 2)
