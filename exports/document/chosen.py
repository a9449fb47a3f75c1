"""What a unit knows and what was chosen for it besides its models' equipment: powers, relics, litanies, options."""

from __future__ import annotations

import re

from datasheets.markup import strip_marks
from exports.document.model import Unit

NUMBER = re.compile(r"(?<!\d)\d++x (?=\S)")


def powers(unit: Unit) -> tuple[str, ...]:
    """Return the names of the powers that a unit knows."""
    return tuple(dict.fromkeys(power.name for power in unit.psyker.powers)) if unit.psyker else ()


def choices(unit: Unit) -> tuple[str, ...]:
    """Return the options that are selections of the unit, as imported units have them, and no sentences."""
    pending, names = [unit.origin], set[str]()
    for node in pending:
        names.add(strip_marks(" ".join(node.name.split())))
        pending += node.selections
    return tuple(dict.fromkeys(each for each in unit.options if NUMBER.sub("", each, count=1) in names))
