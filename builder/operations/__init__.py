"""Edits of a roster as plain data: `table.apply(roster, {"op": "set-size", ...}, catalogues)` makes another roster.

`table` lists the kinds and keeps the promises that hold after every edit; `arguments` says what each takes; the edits
themselves stand by subject in `forces`, `selections`, `wargear`, `declarations`, `notes`. `roster_json` is the tree as JSON.
"""

MOST_OPERATIONS = 200
"""How many operations are run together: as one step, from wherever they come."""
