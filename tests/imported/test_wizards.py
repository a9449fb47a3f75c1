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
        ("Chaos - Tzeentch", "Flamers of Tzeentch", None),
        ("Chaos - Khorne", "Bloodletters", None),
    ],
)
def test_a_wizard_casts_one_spell_where_no_number_is_said_and_nobody_else_is_called_one(catalogue, name, casts):
    """The data write spells on all warscrolls; who is no WIZARD shows those by which others summon him, as a text."""
    data = edition("aos-1e", catalogue)
    roster = data.army(catalogue, [data.unit(catalogue, name)])
    document = data.document(roster)
    unit = next(each for each in document.army.units if each.name == name)
    assert (unit.psyker.casts if unit.psyker else None) == casts
    assert unit.psyker is None or unit.psyker.powers
    assert casts is not None or f"Summon {name}" in {each.name for each in unit.abilities}
    assert ("may attempt to cast" in pdf.text(print_sheet(document))) is bool(casts)


@pytest.mark.rule("AOS-SPELL-01", "AOS-WIZARD-03", "AOS-Q-04")
def test_a_wizard_knows_the_spells_of_every_wizard_and_unbinds_though_its_data_say_neither():
    data = edition("aos-1e", "Order - Sylvaneth")
    document = data.document(data.army("Order - Sylvaneth", [data.unit("Order - Sylvaneth", "Treelord Ancient")]))
    psyker = next(unit.psyker for unit in document.army.units if unit.name == "Treelord Ancient")
    assert {power.id for power in psyker.powers} >= {"arcane-bolt", "mystic-shield"}
    assert (psyker.casts, psyker.denies) == (1, 1)
