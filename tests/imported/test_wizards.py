"""Who is a wizard in the real catalogues of Age of Sigmar, and how many spells one casts."""

import pytest

from exports.sheet.printing import print_sheet
from tests.conftest import SHARED
from tests.exports import pdf
from tests.imported.real import edition

pytestmark = [pytest.mark.shared, pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data")]


@pytest.mark.rule("AOS-Q-04", "AOS-WIZARD-01")
@pytest.mark.parametrize(
    ("catalogue", "name", "casts"),
    [
        ("Chaos - Tzeentch", "Lord of Change, Exalted Greater Daemon of Tzeentch", 1),
        ("Chaos - Tzeentch", "Flamers of Tzeentch", 0),
    ],
)
def test_a_wizard_casts_one_spell_where_no_number_is_said_and_nobody_else_is_called_one(catalogue, name, casts):
    """The data write spells on both warscrolls; only the Lord of Change is a WIZARD."""
    data = edition("aos-1e", catalogue)
    roster = data.army(catalogue, [data.unit(catalogue, name)])
    document = data.document(roster)
    psyker = next(unit.psyker for unit in document.army.units if unit.name == name)
    assert (psyker.casts, len(psyker.powers) > 0) == (casts, True)
    assert ("may attempt to cast" in pdf.text(print_sheet(document))) is bool(casts)
