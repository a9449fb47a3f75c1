"""Whom the user of `muster odds` means: units of a roster, by what is written for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from builder.cli.context import CliContext, Refused
from builder.cli.words import say
from exports.document import RosterDocument, Unit

NUMBERED = re.compile(r"(.+)#(\d{1,4})", re.DOTALL)


class Side(NamedTuple):
    """Whom the user named: some units of a roster."""

    document: RosterDocument
    units: tuple[Unit, ...]


def side_of(context: CliContext, written: str) -> Side:
    """Return the units that "ROSTER:UNIT", "ROSTER:UNIT + UNIT" or "ROSTER" names.

    Raises:
        Refused: there is no such roster or unit, or several units.
    """
    roster, colon, unit = written.rpartition(":")
    if not colon or "/" in unit or "\\" in unit or Path(written).is_file():
        roster, unit = written, ""
    document, unit = context.document(roster), unit.strip()
    if not document.army.units:
        raise Refused(say("cli.odds.no-units", {"roster": roster}))
    return Side(document, _find_units(roster, document.army.units, unit) if unit else document.army.units)


def _find_units(roster: str, units: Sequence[Unit], wanted: str) -> tuple[Unit, ...]:
    """Return the unit of that name, or those of several names with a plus between them, each once."""
    whole = any(wanted.casefold() in (unit.name.casefold(), unit.title.casefold()) for unit in units)
    names = [wanted] if whole or "+" not in wanted else [name.strip() for name in wanted.split("+")]
    return tuple({unit.id: unit for unit in (_find_unit(roster, units, name) for name in names)}.values())


def _find_unit(roster: str, units: Sequence[Unit], wanted: str) -> Unit:
    """Return the unit of that name, title or id.

    Raises:
        Refused: there is none, or there are several.
    """
    numbered = NUMBERED.fullmatch(wanted)
    name, number = (numbered[1].rstrip(), int(numbered[2])) if numbered else (wanted, 0)
    found = [unit for unit in units if name.casefold() in (unit.id, unit.name.casefold(), unit.title.casefold())]
    if not found:
        there = list(dict.fromkeys(unit.title or unit.name for unit in units))
        raise Refused(say("cli.odds.no-unit", {"roster": roster, "unit": name, "units": there}))
    if number > len(found) or (len(found) > 1 and not number):
        values = {"roster": roster, "unit": name, "count": len(found), "last": len(found)}
        raise Refused(say("cli.odds.which", values))
    return found[max(number, 1) - 1]
