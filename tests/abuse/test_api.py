"""Schemathesis over the OpenAPI document: every operation, with what the document allows and with what it forbids.

An answer has a status, a content type and a shape that the document promises, and is never a 5xx. What the document
forbids is refused. What it allows may be refused too: the schema of a text cannot say that it names a card.
"""

import pytest
import schemathesis
from hypothesis import given
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

from companion.web import create_app
from tests.abuse.amount import at_length, cases, rounds

load_all_checks()
LEFT_OUT = [CHECKS.get_one("positive_data_acceptance")]
EACH = at_length(2, 5)
"""Cases of one operation in a round."""
MOST_TOLD = 10
PLAIN = {"Accept-Encoding": "identity"}
"""Answers are read as they are sent: this client unpacks none."""


@pytest.fixture
def schema(tmp_path):
    app = create_app(f"sqlite:///{tmp_path / 'api.sqlite3'}", "key", RATELIMIT_ENABLED=False)
    yield schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    app.extensions["store"].close()


@pytest.mark.parametrize("mode", GenerationMode, ids=lambda mode: mode.value)
def test_every_operation_answers_as_the_document_says(schema, tally, mode):
    wrong = {}
    for _ in rounds():
        for described in schema.get_all_operations():
            operation = described.ok()

            @cases(EACH)
            @given(case=operation.as_strategy(generation_mode=mode))
            def answers(case):
                tally()
                case.call_and_validate(excluded_checks=LEFT_OUT, headers=PLAIN)

            try:
                answers()
            except Unsatisfiable:
                continue  # no input of this one is forbidden, so there is nothing to send
            except BaseExceptionGroup as errors:
                wrong[operation.label] = "\n".join(map(str, errors.exceptions))
            except Exception as error:
                wrong[operation.label] = str(error)
    told = [f"{label}\n{text}" for label, text in list(wrong.items())[:MOST_TOLD]]
    assert not wrong, f"{len(wrong)} operations\n" + "\n\n".join(told)
