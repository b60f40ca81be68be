"""What `make bench` measures decks of pictures with: the same JPEGs laid out by us, n-up, and by others.

img2pdf lays out one a page; a script with pikepdf lays out nine to a sheet with cut marks, as we do. Rows against the
script count processor time: of the work alone, and of whole processes, ours with all that it tells about the print.
"""

import io
import shutil
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import img2pdf
from PIL import Image

from companion.printing import pdf
from companion.printing.custom import picture_decks, picture_sources
from companion.printing.faces.boxes import POKER
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import print_job
from companion.printing.sheets.options import PrintOptions

COUNT = 200
BYTES = 2_000_000
Row = tuple[str, float, float, float, str]


def a_jpeg(size: tuple[int, int] = (2232, 3117)) -> bytes:
    """Return a baseline JPEG of about two megabytes: a poker card at 900 dpi without bleed."""
    soft = Image.effect_noise((size[0] // 3, size[1] // 3), 60).resize(size, Image.Resampling.BICUBIC)
    picture = Image.merge("RGB", (soft, soft.rotate(180), soft.transpose(Image.Transpose.FLIP_LEFT_RIGHT)))
    for quality in range(70, 100):
        target = io.BytesIO()
        picture.save(target, "JPEG", quality=quality)
        if target.tell() > BYTES * 0.95:
            return target.getvalue()
    return target.getvalue()


def fill(folder: Path, count: int) -> list[str]:
    """Write so many pictures, each with bytes of its own, and return their paths."""
    data = a_jpeg()
    paths = []
    for number in range(count):
        said = f"card {number:04}".encode()
        comment = b"\xff\xfe" + (len(said) + 2).to_bytes(2, "big") + said
        path = folder / f"Card {number:04}.jpg"
        path.write_bytes(data[:2] + comment + data[2:])
        paths.append(str(path))
    return paths


def ours(folder: Path, target: Path, options: PrintOptions) -> None:
    """Lay out a folder of pictures from the start: names, sizes, sheets, the file."""
    found = picture_decks.decks(picture_sources.folder(folder), POKER)
    job = print_job(Printout(found.title, found.decks), options)
    with target.open("wb") as file:
        pdf.draw(job, file)


def theirs(paths: list[str], target: Path, engine: img2pdf.Engine) -> None:
    """Lay out the same pictures with img2pdf, each filling a page of a poker card."""
    page = (img2pdf.mm_to_pt(POKER.w), img2pdf.mm_to_pt(POKER.h))
    layout = img2pdf.get_layout_fun(page, fit=img2pdf.FitMode.fill)
    with target.open("wb") as file:
        img2pdf.convert(paths, outputstream=file, layout_fun=layout, engine=engine)


SCRIPT = """
import sys
from pathlib import Path
import pikepdf
from PIL import Image

PT, W, H, LEFT, TOP = 72 / 25.4, 63, 88, 10.5, 16.5

def line(*ends):
    return "{:.3f} {:.3f} m {:.3f} {:.3f} l S".format(*(end * PT for end in ends))

def sheets(folder, target):
    document = pikepdf.new()
    paths = sorted(Path(folder).glob("*.jpg"))
    for first in range(0, len(paths), 9):
        page, named, drawn = document.add_blank_page(page_size=(210 * PT, 297 * PT)), {}, []
        for place, path in enumerate(paths[first : first + 9]):
            with Image.open(path) as picture:
                size, mode = picture.size, picture.mode
            image = named[f"/P{place}"] = pikepdf.Stream(document, path.read_bytes())
            image.Type, image.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
            image.Width, image.Height, image.BitsPerComponent = *size, 8
            image.ColorSpace = pikepdf.Name.DeviceRGB if mode == "RGB" else pikepdf.Name.DeviceGray
            image.Filter = pikepdf.Name.DCTDecode
            x, y = LEFT + place % 3 * W, 297 - TOP - (place // 3 + 1) * H
            drawn.append(f"q {W * PT:.3f} 0 0 {H * PT:.3f} {x * PT:.3f} {y * PT:.3f} cm /P{place} Do Q")
        for n in range(4):
            x, y = LEFT + n * W, TOP + n * H
            drawn += [line(x, 6, x, 15), line(x, 282, x, 291), line(1, y, 9, y), line(201, y, 209, y)]
        page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(**named))
        page.Contents = pikepdf.Stream(document, " ".join(drawn).encode())
    document.save(target)

if __name__ == "__main__":
    sheets(*sys.argv[1:])
"""
"""Nine JPEGs to a sheet, with pikepdf, as somebody would write it who needs nothing else."""


def processor_seconds(*words: str) -> tuple[float, float]:
    """Return the processor seconds of a process, and the most memory in GB that it had."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, capture_output=True);"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN); print(used.ru_utime + used.ru_stime, used.ru_maxrss)"
    )
    ran = subprocess.run([sys.executable, "-c", code, *words], check=True, capture_output=True, text=True)
    seconds, kilobytes = map(float, ran.stdout.split())
    return seconds, kilobytes / 1e6


def beside_pikepdf(folder: Path, target: Path, rounds: int) -> list[Row]:
    """Return the rows against the script with pikepdf: the work, whole processes, their memory."""
    script = folder.parent / "sheets.py"
    script.write_text(SCRIPT)
    names: dict[str, Any] = {"__name__": "sheets"}
    exec(compile(SCRIPT, script, "exec"), names)
    companion = [str(Path(sys.executable).with_name("companion")), "print", str(folder), "-o", str(target)]
    work: list[list[float]] = [[], []]
    ran: list[list[tuple[float, float]]] = [[], []]
    for _ in range(rounds):
        for number, make in enumerate(
            (partial(ours, folder, target, PrintOptions()), partial(names["sheets"], folder, target))
        ):
            target.unlink(missing_ok=True)
            start = time.process_time()
            make()
            work[number].append(time.process_time() - start)
        for number, words in enumerate((companion, [sys.executable, str(script), str(folder), str(target)])):
            target.unlink(missing_ok=True)
            ran[number].append(processor_seconds(*words))
    mine, other = min(work[0]), min(work[1])
    (seconds, memory), (least, other_memory) = (tuple(map(min, zip(*one, strict=True))) for one in ran)
    count = len([*folder.glob("*.jpg")])
    return [
        (f"{count} JPEGs n-up, processor time / pikepdf n-up", mine, other, mine / other, "<= 2.5"),
        (
            f"`companion print` of {count} JPEGs, processor time / a script with pikepdf",
            seconds,
            least,
            seconds / least,
            "-",
        ),
        ("its memory / the script's (a MB as a ms)", memory, other_memory, memory / other_memory, "<= 1.3"),
    ]


def peak(folder: Path, target: Path) -> int:
    """Return the most memory in kB that laying out a folder takes in a process of its own; Linux says it in /proc."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from pathlib import Path\n"
        "from companion.printing import pdf\n"
        "from companion.printing.custom import picture_decks, picture_sources\n"
        "from companion.printing.faces.boxes import POKER\n"
        "from companion.printing.sheets.jobs import Printout\n"
        "from companion.printing.sheets.layout import print_job\n"
        "from companion.printing.sheets.options import PrintOptions\n"
        "found = picture_decks.decks(picture_sources.folder(Path(sys.argv[2])), POKER)\n"
        "job = print_job(Printout('x', found.decks), PrintOptions(bleed=2, gap=4))\n"
        "with open(sys.argv[3], 'wb') as file: pdf.draw(job, file)\n"
        "print(open('/proc/self/status').read().partition('VmHWM:')[2].split()[0])"
    )
    words = [sys.executable, "-c", code, str(Path(__file__).parents[1]), str(folder), str(target)]
    return int(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def _quick_place() -> str | None:
    """Return a folder in memory where there is one with room: a busy disk would decide the race."""
    memory = Path("/dev/shm")
    return str(memory) if memory.is_dir() and shutil.disk_usage(memory).free > 4 * COUNT * BYTES else None


def rows(rounds: int = 4) -> list[Row]:
    """Return the rows about decks of pictures: time against img2pdf, memory of many against few."""
    with tempfile.TemporaryDirectory(dir=_quick_place()) as place:
        many, few, target = Path(place) / "many", Path(place) / "few", Path(place) / "deck.pdf"
        many.mkdir()
        few.mkdir()
        paths = fill(many, COUNT)
        fill(few, COUNT // 10)
        plain, bled = PrintOptions(), PrintOptions(bleed=2, gap=4)
        works = [partial(ours, many, target, options) for options in (plain, bled)]
        works += [
            partial(theirs, paths, target, engine) for engine in (img2pdf.Engine.internal, img2pdf.Engine.pikepdf)
        ]
        best = [float("inf")] * len(works)
        for _ in range(rounds):
            for number, work in enumerate(works):
                target.unlink(missing_ok=True)
                start = time.perf_counter()
                work()
                best[number] = min(best[number], time.perf_counter() - start)
        quickest = min(best[2:])
        size = sum(Path(path).stat().st_size for path in paths) / COUNT / 1e6
        made = [
            (f"{COUNT} JPEGs of {size:.1f} MB{what} / img2pdf", best[n], quickest, best[n] / quickest, "<= 1.3")
            for n, what in enumerate((", n-up", ", n-up with mirrored bleed"))
        ]
        if Path("/proc/self/status").exists():
            long, short = peak(many, target) / 1e6, peak(few, target) / 1e6
            what = f"memory of {COUNT} such JPEGs / of {COUNT // 10} (a MB as a ms)"
            made.append((what, long, short, long / short, "<= 1.3"))
        hundred = Path(place) / "hundred"
        hundred.mkdir()
        for path in paths[: COUNT // 2]:
            Path(path).rename(hundred / Path(path).name)
        return [*made, *beside_pikepdf(hundred, target, rounds)]


if __name__ == "__main__":
    for what, first, second, ratio, aim in rows():
        print(f"{what}  {first * 1e3:.1f} ms  {second * 1e3:.1f} ms  {ratio:.2f}  {aim}")
