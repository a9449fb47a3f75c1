"""How a sheet was printed: its set-up, language and address, carried in the PDF so that it can be printed once more."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import marshmallow as ma
from pypdf import PdfReader

from datasheets.fields import Choice, Part, Strict, Text
from datasheets.problems import DocumentError
from datasheets.strict_json import read_json
from datasheets.words import languages
from exports.sheet.setup import Setup, SetupShape, is_address

NAME = "muster-sheet.json"
SCHEMA = "muster.sheet/1"
MOST_BYTES = 10_000
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Printed:
    """How a sheet was printed. `language` is that of its words, `address` that of the server in its QR code.

    `pages` is the digest of what was drawn on all pages: another version of Muster may draw them otherwise.
    """

    setup: Setup
    language: str
    address: str
    pages: str

    def to_bytes(self) -> bytes:
        """Return it as JSON."""
        data = {"schema": SCHEMA, "setup": self.setup.to_data(), "language": self.language}
        return json.dumps({**data, "address": self.address, "pages": self.pages}, sort_keys=True).encode()


class _Shape(Strict):
    schema = Choice([SCHEMA], required=True)
    setup = Part(SetupShape, required=True)
    language = Choice(languages(), required=True)
    address = Text(least=0, most=210, required=True)
    pages = Text(most=80, required=True)


def print_details(reader: PdfReader) -> Printed | None:
    """Return how a sheet says it was printed, or None where it does not say so, or nothing that can be used."""
    found = [item.content for item in reader.attachment_list if item.name == NAME]
    if len(found) != 1 or len(found[0]) > MOST_BYTES:
        return None
    try:
        data: dict[str, Any] = _Shape().load(read_json(found[0]))
    except (DocumentError, ma.ValidationError):
        return None
    if (data["address"] and not is_address(data["address"])) or not _DIGEST.fullmatch(data["pages"]):
        return None
    return Printed(Setup(**data["setup"]), data["language"], data["address"], data["pages"])
