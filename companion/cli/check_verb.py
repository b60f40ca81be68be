"""The verb `check`: builds, packs and house rules in files, against their rules."""

import click

from companion.base.findings import InvalidInput, errors_at
from companion.base.json_types import JsonObject, to_json
from companion.cli import complete, game_answers, reading
from companion.cli.group import (
    FINDINGS,
    MISUSE,
    house_rules_option,
    json_option,
    main,
    packs_option,
    report_error,
    rulings_option,
    take_option,
)
from companion.verbs.checks import Check, check_answer
from companion.verbs.names import game_of
from companion.verbs.shared_builds import Take
from companion.verbs.statement_check import find_claim


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=complete.files)
@packs_option
@rulings_option
@house_rules_option
@take_option
@json_option
@click.pass_context
def check(
    ctx: click.Context,
    files: tuple[str, ...],
    packs: tuple[str, ...],
    rulings: tuple[str, ...],
    house_rules: str | None,
    take: Take | None,
    as_json: bool,
) -> None:
    """Check builds, and the statements that came with them; exit 1 where a finding is an error, or one is not true.

    A FILE is a document in TOML or JSON, a list as a chat shows it, a print as PDF, a build code, or - for what is
    typed or piped in.

    With --json one file gives one object, several give a list with `file` in each entry.
    """
    answers: list[JsonObject] = []
    status = 0
    for name in files:
        try:
            answer = _check_file(name, packs, rulings, house_rules, take)
        except InvalidInput as error:
            status = MISUSE
            answers.append({"file": name, "input_errors": [found.as_data() for found in error.input_errors]})
            report_error(error, ctx)
            continue
        answers.append({"file": name, **answer})
        is_untrue = answer["statement"] is not None and answer["statement"]["stands"] is False
        is_broken = any(finding["level"] == "error" for finding in answer["findings"])
        status = max(status, FINDINGS if is_untrue or is_broken else 0)
        if not as_json:
            game_answers.show_check(answer, name)
    if as_json and len(files) > 1:
        click.echo(to_json(answers), nl=False)
    elif as_json and "input_errors" not in answers[0]:
        click.echo(to_json({key: value for key, value in answers[0].items() if key != "file"}), nl=False)
    ctx.exit(status)


def _check_file(
    name: str,
    packs: tuple[str, ...],
    rulings: tuple[str, ...],
    house_rules: str | None = None,
    take: Take | None = None,
) -> Check:
    options = reading.read_pairs(rulings, "--ruling")
    text = reading.read_build_text(name)
    sent = reading.read_document_text(name, text, take)
    document = reading.add_rulings(sent, options)
    with errors_at(name):
        game = game_of(document)
    reading.take_document_pictures(game, document, name)
    document = reading.apply_house_rules(game, house_rules, document, options)
    with errors_at("" if packs else name):
        catalogue = reading.read_catalogue(game, packs, document)
    with errors_at(name):
        changed = reading.find_changed_packs(game, packs, document)
        return check_answer(document, game, catalogue, changed, find_claim(text, sent))
