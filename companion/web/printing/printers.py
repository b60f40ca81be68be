"""The calibrated printers: those of this browser, and those of the machine that runs the companion."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InputError, InvalidInput
from companion.limits.budget import begin_file
from companion.printing import calibration, pdf
from companion.printing.sheets import option_fields, papers, printer_settings, reach
from companion.printing.sheets.options import Backs
from companion.printing.sheets.printer_settings import Habits
from companion.printing.sheets.printers import (
    BACKS,
    REACH,
    Printer,
    Readings,
    calibrate_command,
    read_printer,
    split_reading,
    typed_scaling,
)
from companion.storage import printers as machine
from companion.storage.config import StorageError
from companion.web.printing import refusals
from companion.web.printing.option_form import OptionForm
from companion.web.shell import browser, session, streams

bp = Blueprint("printers", __name__)
MOST = 8
"""The most printers of one browser."""
READ = ("left", "top", "across", "along", "back_right_mm", "back_right", "back_down_mm", "back_down")
LABELS = {
    **dict(zip(READ, ("A", "B", "C", "D", "E1", "E2", "F1", "F2"), strict=True)),
    **refusals.labels(Habits, name="The printer's name", flip="It turned the sheet over along"),
}
"""What the test page and the form call each reading."""
UNSAID = Habits()


def browser_printers() -> dict[str, Printer]:
    """Return this browser's printers by name; those that can no longer be read are left out."""
    printers: dict[str, Printer] = {}
    for name, readings in browser.belongings().printers.items():
        try:
            printers |= machine.read_printers(json.dumps({name: dict(readings)}).encode())
        except (ValueError, TypeError, AttributeError):
            continue
    return printers


def machine_printers() -> dict[str, Printer]:
    """Return the printers that `companion calibrate` saved on the machine that runs the companion.

    A printer whose name the browser also has is left out; where their file is broken, all are.
    """
    mine = {name.casefold() for name in browser_printers()}
    return {name: found for name, found in _read_machine_printers()[0].items() if name.casefold() not in mine}


def all_printers() -> dict[str, Printer]:
    """Return every calibrated printer by name, the browser's own first."""
    return {**browser_printers(), **machine_printers()}


def _read_machine_printers() -> tuple[dict[str, Printer], tuple[str, ...]]:
    """Return the machine's printers, and why they could not be read: a club's server may have no data folder."""
    try:
        return machine.load_printers(), ()
    except (InvalidInput, StorageError) as error:
        return {}, tuple(str(error).splitlines())


def _store_printers(printers: Mapping[str, Printer]) -> None:
    plain = {name: machine.printer_data(found) for name, found in printers.items()}
    browser.change_belongings(lambda kept: kept.model_copy(update={"printers": plain}))


@bp.get("/printers")
def show(status: int = 200, **given: Any) -> tuple[str, int]:
    """Show the test page, the form for its measurements, and the calibrated printers."""
    sizes = [paper for paper in papers.PAPERS if min(paper.w, paper.h) >= 200]
    given = {"wrong": (), **given, **_fill_form(given.get("typed"))}
    given |= {
        "printers": browser_printers(),
        "machine": machine_printers(),
        "broken": _read_machine_printers()[1],
        "command": calibrate_command,
    }
    given |= {"apart": split_reading, "advice": reach.margin_advice, "said": printer_settings.describe}
    given |= {"true_readings": Readings()}
    return render_template("printing/printers.html", papers=sizes, read=READ, **given), status


def _fill_form(typed: Mapping[str, str] | None) -> dict[str, Any]:
    """Return the form for a printer: what was typed there, or what is saved of the printer that the address names.

    `saved` is that printer's name: where all that is saved was shown, an empty field empties it.
    """
    printer_chosen = all_printers().get(request.args.get("habits", "") if typed is None else typed.get("name", ""))
    habits = (
        {**printer_chosen.habits.model_dump(exclude={"margin"}), "margin": f"{printer_chosen.habits.margin:g}"}
        if printer_chosen
        else {}
    )
    if typed is None and printer_chosen:
        typed = {**_saved_readings(printer_chosen.readings), "name": printer_chosen.name, "insist": "yes"}
    form = OptionForm(Habits, typed if typed and "habits" in typed else habits)
    saved = (typed or {}).get("saved", printer_chosen.name if printer_chosen else "")
    return {"typed": typed, "saved": saved, "habits": {"form": form}, "scaling": typed_scaling(typed or {})}


def _saved_readings(readings: Readings) -> dict[str, str]:
    """Return saved measurements as they were typed; a true one is left empty."""
    fields = dict.fromkeys(READ, "") | {"flip": readings.flip}
    fields |= {name: f"{length:g}" for name, length in readings.lengths().items()}
    for name, (arrow, mark) in readings.backs().items():
        fields |= {f"{name}_mm": f"{arrow:g}", name: f"{mark:g}"}
    return fields


@bp.get("/printers/test-page.pdf")
def test_page() -> WerkzeugResponse | tuple[str, int]:
    """Send the test page, corrected for a printer where one is named."""
    begin_file()
    try:
        backs: Backs = "short" if request.args.get("flip") == "short" else "long"
        job = calibration.test_page(papers.find_paper(request.args.get("paper", "a4")), backs)
    except InvalidInput as error:
        return show(422, wrong=tuple(map(str, refusals.label_errors(error, {"paper": "Paper"}).input_errors)))
    chosen = all_printers().get(request.args.get("printer", ""))
    data = pdf.pdf_bytes(calibration.for_printer(job, chosen) if chosen else job)
    return streams.attachment(data, "printer-test-page.pdf", "application/pdf")


def _refuse_missing_arrows(typed: Mapping[str, str]) -> None:
    """Refuse a mark without its arrow: the same mark lines up again every 2.9 mm, so that it alone says little."""
    missing = [f"{name}_mm" for name in BACKS if typed[name] and not typed[f"{name}_mm"]]
    if missing:
        wanted = f"where the arrow points, in mm from -{REACH} to {REACH}: 0 if it points there"
        raise InvalidInput(*(InputError(name, "nothing", wanted) for name in missing))


@bp.post("/printers")
def keep() -> WerkzeugResponse | tuple[str, int]:
    """Save measurements or habits under a printer's name, or delete a printer."""
    printers = browser_printers()
    if "remove" in request.form:
        if printers.pop(request.form["remove"], None):
            session.say(f"Deleted: {request.form['remove']}.")
        _store_printers(printers)
        return redirect(url_for("printers.show"), 303)
    try:
        posted = _posted_printer()
        if len(printers) >= MOST and posted.name not in printers:
            raise InvalidInput(InputError("name", "one more printer", f"at most {MOST}: delete one first"))
    except InvalidInput as error:
        return show(
            422,
            wrong=tuple(map(str, refusals.label_errors(error, LABELS).input_errors)),
            typed={**dict.fromkeys((*READ, "name", "flip", "saved"), ""), **request.form.to_dict()},
        )
    _store_printers({**printers, posted.name: posted})
    session.say(f"Saved: {posted.name}. Choose it under “Printer” where you print.")
    return redirect(url_for("printers.show"), 303)


def _posted_printer() -> Printer:
    """Return the printer whose measurements and habits were posted."""
    posted = _read_printer_and_habits()
    before = all_printers().get(posted.name)
    if before is None or request.form.get("saved") == posted.name:
        return replace(posted, habits=_read_habits())
    # Its name was typed, so the form did not show what is saved: what was left empty stays.
    measured = any(request.form.get(name, "").strip() for name in READ)
    return replace(posted if measured else before, habits=_read_habits(before.habits))


def _read_printer_and_habits() -> Printer:
    """Return the printer that was measured; InvalidInput with what is wrong with its habits too."""
    try:
        return _read_measurements()
    except InvalidInput as error:
        try:
            _read_habits()
        except InvalidInput as more:
            raise InvalidInput(*error.input_errors, *more.input_errors) from None
        raise


def _read_measurements() -> Printer:
    """Return the printer whose measurements were posted; its habits stay."""
    typed = {name: request.form.get(name, "").strip() for name in READ}
    _refuse_missing_arrows(typed)
    measured = read_printer(
        request.form.get("name", ""),
        request.form.get("insist") == "yes",
        **{name: value for name, value in typed.items() if value},
        flip=request.form.get("flip", "long"),
    )
    before = all_printers().get(measured.name)
    return replace(measured, habits=before.habits) if before else measured


def _read_habits(before: Habits = UNSAID) -> Habits:
    """Return the habits that were posted; those left empty are as before."""
    given = {name: value for name in Habits.model_fields if (value := request.form.get(name, "").strip())}
    return option_fields.read_options(Habits, {**before.model_dump(), **given})
