"""Any datasheet as the beginning of one's own: native ones as they are, imported units as they can be written."""

from __future__ import annotations

from typing import Any

from builder.api.current import services
from builder.importing.listing import SCHEMA as IMPORTED
from builder.services import systems
from builder.services.datasheets import DatasheetAnswer
from builder.services.errors import Invalid
from builder.services.rewriting import rewrite_unit
from builder.web.datasheets import choices_of
from builder.web.rendering import t
from datasheets.problems import Problem
from datasheets.words import Message


def is_imported(found: DatasheetAnswer) -> bool:
    """Tell whether a datasheet is a unit of a catalogue of another program."""
    return bool(found.document.get("schema") == IMPORTED)


def copy_of(found: DatasheetAnswer, catalogue: str) -> tuple[dict[str, Any], list[Message]]:
    """Return a datasheet for a catalogue of one's own that says the same, and what could not be carried over.

    Raises:
        Invalid: an imported unit does not come into a roster by itself, or Muster has no rules for its game.
    """
    source = {"title": t("draft.source"), "provenance": "homebrew"}
    if not is_imported(found):
        return {**found.document, "catalogue": catalogue, "source": source}, []
    units = found.default.army.units if found.default else ()
    known = [system for system in systems.systems() if system.id == found.row.system]
    if not units or not known:
        raise Invalid((Problem("/sheet", t("beginning.other-system")),))
    closure = services().catalogues.closure(found.row.catalogue, found.document["pin"])
    taken = {node.name for unit in units for node in unit.origin.selections}
    choices = [
        f"{name} ({', '.join(below)})" if below else name
        for name, below in choices_of(closure, found.row.entry).items()
        if below or name not in taken
    ]
    names = found.default.army.names if found.default else {}
    document, left = rewrite_unit(units[0], known[0], catalogue, choices, names)
    return {**document, "source": source | {"title": closure.catalogue.name[:200]}}, left
