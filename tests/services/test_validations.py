"""Judging what is not stored: a document is read once."""

from __future__ import annotations

from typing import Any

import pytest

from builder.services.assembly import Services
from builder.snapshot import comparing
from exports.document import parse_document


def test_a_document_is_read_once_and_what_its_choices_come_to_not_at_all(
    services: Services, monkeypatch: pytest.MonkeyPatch
):
    data = services.documents.of("sunward-host").data
    read, units = list[Any](), list[Any]()
    once, again = parse_document._document, comparing.unit_from
    monkeypatch.setattr(parse_document, "_document", lambda *given: read.append(given) or once(*given))
    monkeypatch.setattr(comparing, "unit_from", lambda *given: units.append(given) or again(*given))
    assert services.validations.verdict(data).findings is not None
    assert (len(read), len(units)) == (1, 0)
    changed = {
        **data,
        "army": {**data["army"], "units": [{**data["army"]["units"][0], "name": "Other"}, *data["army"]["units"][1:]]},
    }
    services.validations.verdict(changed)
    assert (len(read), len(units)) == (2, 1), "only the unit that does not say what its choices come to"
