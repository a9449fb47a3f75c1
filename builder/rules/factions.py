"""Faction keywords as a guide: which of them all units share. They restrict nothing (8E-KEYWORD-02, 8E-Q-31)."""

from __future__ import annotations

from collections.abc import Iterator

from builder.rules.army import Army
from datasheets.evaluation.finding import Finding
from datasheets.keywords import Keywords


def common(army: Army) -> Iterator[Finding]:
    """Note the faction keywords that all units share, or that there is none."""
    each = [Keywords(unit.substitute(unit.printed_keywords("faction"))) for unit in army.units if unit.resolved]
    if len(each) < 2:
        return
    shared = [keyword for keyword in each[0] if all(keyword in others for others in each)]
    values = {"keywords": ", ".join(shared)}
    code = "army.same-factions" if shared else "army.no-common-faction"
    yield army.finding("note", None, code, "faction-guide", values=values)
