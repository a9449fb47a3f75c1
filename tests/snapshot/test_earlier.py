"""Documents that earlier versions wrote, as players have them in files and on paper: they open, are judged, and are printed.

`tests/golden/earlier` has one of each of three systems, written by the first version that had its army rules (the
Grundregelwerk's is a `muster.roster/2`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.services.judging import Judging
from builder.services.validations import Validations
from exports.document import read_document
from exports.sheet.parse_sheet import read_sheet
from exports.sheet.printing import print_sheet
from tests.rules.playing import BUNDLED

FILES = sorted((Path(__file__).parent.parent / "golden" / "earlier").glob("*.json"))
MODELS = {"hollow-bough-vigil": 32, "rustwater-ferry": 18, "undertow-swell": 35}


def test_there_is_one_of_each_system():
    assert [path.stem for path in FILES] == sorted(MODELS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_document_of_an_earlier_version_opens_is_judged_and_printed(path: Path):
    document = read_document(path.read_bytes())
    judged = Validations(Judging(BUNDLED)).document(document)
    assert (judged.judgement.legal, judged.judgement.models) == (True, MODELS[path.stem])
    assert read_sheet(print_sheet(document)).digest == document.digest
