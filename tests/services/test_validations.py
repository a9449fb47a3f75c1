"""Judging what is not stored: a document is read once."""

from __future__ import annotations

import json
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


@pytest.mark.rule("GRW-INTRO-02")
def test_a_force_that_names_another_catalogue_than_its_units_are_of_is_not_legal(services: Services) -> None:
    forces = [{"op": "add-force", "catalogue": name} for name in ("thornmane-kin", "rustwater-pact")]
    units = (
        {"op": "add-unit", "force": "f1", "entry": "thicket-stalkers"},
        {"op": "add-unit", "force": "f2", "entry": "deck-hands"},
    )
    made = services.rosters.create("grundregelwerk", "Two books", [*forces, *units])
    data = json.loads(services.documents.of(made.row.id).to_bytes())
    other = next(force for force in data["army"]["forces"] if force["catalogue"] == "rustwater-pact")
    assert "army.several-books" in [each.code for each in services.validations.verdict(data).findings]
    other["catalogue"] = "thornmane-kin"
    verdict = services.validations.verdict(data)
    assert "army.several-books" in [each.code for each in verdict.findings] or verdict.summary["legal"] is False
