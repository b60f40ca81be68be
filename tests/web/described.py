"""Answers against the OpenAPI document, as a program that trusts it would read them."""

import re
from functools import cached_property

from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

BASE = "/api/v1"


class Described:
    """The document, and what is wrong with an answer by it: its status, content type, headers and shape."""

    def __init__(self, document):
        self.document = document
        resource = DRAFT202012.create_resource(document)
        self._registry = Registry().with_resource("urn:document", resource)

    @cached_property
    def _patterns(self):
        paths = sorted(self.document["paths"], key=lambda path: path.count("{"))
        return [(re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(BASE + path))), path) for path in paths]

    def find(self, address):
        """Return the path of the document that an address is of; None where it is of none."""
        return next((path for pattern, path in self._patterns if pattern.fullmatch(address)), None)

    def follow(self, value):
        """Return what a reference of the document leads to, and any other value as it is."""
        while "$ref" in value:
            target = self.document
            for key in value["$ref"].removeprefix("#/").split("/"):
                target = target[key]
            value = target
        return value

    def operations(self):
        """Give each path, method and operation."""
        return [
            (path, method, operation)
            for path, verbs in self.document["paths"].items()
            for method, operation in verbs.items()
        ]

    def parameters(self, operation):
        """Return the parameters of an operation by name."""
        return {found["name"]: found for found in map(self.follow, operation["parameters"])}

    def validator(self, schema):
        """Return what validates data by a schema of the document."""
        return Draft202012Validator(
            _absolute(schema), registry=self._registry, format_checker=Draft202012Validator.FORMAT_CHECKER
        )

    def complaints(self, address, method, response):
        """Give each way in which an answer is not what the document says."""
        path = self.find(address)
        operation = path and self.document["paths"][path].get(method.lower())
        if not operation:
            if response.status_code not in (404, 405) or response.mimetype != "application/json":
                yield f"{response.status_code}, which is not described"
            return
        described = operation["responses"].get(str(response.status_code))
        if described is None:
            yield f"the status {response.status_code} is not described"
            return
        described = self.follow(described)
        if response.mimetype not in described["content"]:
            yield f"the type {response.mimetype} is not described"
            return
        for name, header in described.get("headers", {}).items():
            if header.get("required") and name not in response.headers:
                yield f"no header {name}"
        schema = described["content"][response.mimetype]["schema"]
        for error in self.validator(schema).iter_errors(response.get_json()):
            yield f"{error.json_path}: {error.message[:300]}"


def _absolute(value):
    """Return a schema whose references are to the document, wherever the schema itself stands."""
    if isinstance(value, list):
        return [_absolute(part) for part in value]
    if not isinstance(value, dict):
        return value
    return {key: f"urn:document{part}" if key == "$ref" else _absolute(part) for key, part in value.items()}
