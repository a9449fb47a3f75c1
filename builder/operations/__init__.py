"""Edits of a roster as plain data: `apply(roster, {"op": "set-size", ...}, catalogues)` makes another roster.

`table` lists the kinds and keeps the promises that hold after every edit; `arguments` says what each takes; the edits
themselves stand by subject in `forces`, `selections`, `wargear`, `declarations`, `notes`. `roster_json` is the tree as JSON.
"""

from builder.operations.error import OperationError
from builder.operations.roster_json import roster_from_json, roster_to_json
from builder.operations.table import KINDS, apply, apply_all

__all__ = ["KINDS", "OperationError", "apply", "apply_all", "roster_from_json", "roster_to_json"]
