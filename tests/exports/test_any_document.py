"""Any document that a stranger may write: it has one byte form, takes every road out, and comes back the same."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exports.document import document_from, json_schema, read_document, read_own_document
from exports.link import fragment, read_link, without_rules
from exports.sheet.parse_sheet import read_sheet
from exports.sheet.printing import print_sheet
from exports.sheet.setup import CHOICES, read_setup
from exports.text import event_text, listing
from exports.text.messages import messages
from exports.text.styles import MESSAGING, STYLES, units_of
from tests.exports import pdf
from tests.exports.armies import documents

SETUPS = st.fixed_dictionaries({name: st.sampled_from(choices) for name, choices in CHOICES.items()})


@pytest.fixture(scope="module")
def published_validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads(json_schema.published_schema()))


@pytest.mark.slow
@settings(max_examples=5)
@given(documents(), SETUPS)
def test_any_document_goes_out_and_comes_in(
    published_validator: jsonschema.Draft202012Validator, data: dict[str, Any], choices: dict[str, Any]
) -> None:
    document = document_from(data)
    published_validator.validate(data)
    written = document.to_bytes()
    again = read_document(written)
    assert again == document == read_own_document(written)
    assert (again.to_bytes(), again.digest) == (written, document.digest)

    sheet = print_sheet(document, read_setup(choices))
    assert read_sheet(sheet).to_bytes() == written
    assert document.check_code in pdf.text(sheet)

    linked = read_link(fragment(document))
    assert (linked.document, linked.digest) == (without_rules(document), document.digest)

    assert listing(document).endswith(f"Check code {document.check_code}\n")
    assert event_text(document)
    for style in MESSAGING:
        assert all(units_of(part) <= STYLES[style].limit for part in messages(document, style))
