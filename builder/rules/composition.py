"""What imported data ask of an army as a whole, in a game that asks nothing: an Allegiance, so many Leaders, points.

Such data hold the limits of tournaments beside warscrolls. An army of this game may be of any units (AOS-ARMY-02,
AOS-Q-35), so what the data find is a note; what they say of a unit or of a battalion stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from builder.rules.army import Army
from builder.rules.imported_size import TOO_FEW, TOO_MANY
from builder.rules.read_army import closure_or_none
from datasheets.evaluation.finding import Finding
from datasheets.imported.models import units_in

NOTES = {
    TOO_FEW: "data.too-few",
    TOO_MANY: "data.too-many",
    "cost.too-much": "data.too-dear",
    "entry.hidden": "data.hidden",
}


def is_about_composition(army: Army, raw: Finding) -> bool:
    """Whether a raw finding is about which units stand together, and no rule of this game."""
    if raw.code not in NOTES:
        return False
    if raw.code == TOO_FEW and raw.values.get("name") == army.system.imports.leader:
        return True  # any model may be the general, whoever the data ask for (AOS-GENERAL-01)
    if raw.code == "entry.hidden":
        return len(raw.path) == 2 and army.unit_at(raw.path) is not None
    return len(raw.path) < 2 or _is_in_setting(army, raw)


def note_composition(army: Army) -> Iterator[Finding]:
    """Note what the data ask of the army, with what they propose where something is missing."""
    for raw in army.evaluation.findings:
        if is_about_composition(army, raw):
            fixes = raw.fixes if raw.code == TOO_FEW and army.proposing else ()
            rule, code = army.system.rule("free-choice"), NOTES[raw.code]
            yield replace(raw, rule=rule, code=code, severity="note", fixes=fixes)


def _is_in_setting(army: Army, raw: Finding) -> bool:
    """Whether it is about an upgrade of the army, such as its Allegiance, below which no units stand."""
    if army.unit_at(raw.path) is not None:
        return False
    for force in army.roster.forces:
        closure = closure_or_none(army.catalogues, force)
        for root in force.selections if closure else ():
            if closure and root.uid in raw.path:
                return not any(units_in(closure, root, army.system.imports))
    return False
