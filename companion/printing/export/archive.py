"""Zip archives of files: written to a target, or yielded in pieces while the files are made."""

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A file of an export: its name, with folders, and its bytes."""

    name: str
    data: bytes


_COMPRESSED = (".png", ".jpg", ".jpeg")


def _entry(out: ExportFile) -> ZipInfo:
    entry = ZipInfo(out.name, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = ZIP_STORED if out.name.endswith(_COMPRESSED) else ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


def write_zip(files: Iterable[ExportFile], target: BinaryIO) -> int:
    """Write files into a zip, one after the other, and return their number. The same files give the same bytes."""
    count = 0
    with ZipFile(target, "w") as bundle:
        for out in files:
            bundle.writestr(_entry(out), out.data)
            count += 1
    return count


class _Sink(io.RawIOBase):
    """A buffer that is emptied while it is written; not seekable, so that a zip never goes back."""

    def __init__(self) -> None:
        self.waiting: list[bytes] = []

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: Any) -> int:
        """Keep the data until it is taken."""
        self.waiting.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        """Return the data written since the last call."""
        data = b"".join(self.waiting)
        self.waiting.clear()
        return data


def zip_stream(files: Iterable[ExportFile]) -> Iterator[bytes]:
    """Yield a zip in pieces, each as soon as its file is made, so that memory use stays constant."""
    sink = _Sink()
    with ZipFile(sink, "w") as bundle:
        for out in files:
            bundle.writestr(_entry(out), out.data)
            yield sink.take()
    yield sink.take()


def zip_pieces(files: Iterable[tuple[str, Iterable[bytes]]]) -> Iterator[bytes]:
    """Yield a zip in pieces; its files too are given in pieces, so that none is in memory as a whole."""
    sink = _Sink()
    with ZipFile(sink, "w") as bundle:
        for name, pieces in files:
            with bundle.open(_entry(ExportFile(name, b"")), "w", force_zip64=True) as file:
                for piece in pieces:
                    file.write(piece)
                    if sink.waiting:
                        yield sink.take()
            yield sink.take()
    yield sink.take()
