"""The game systems of this database by name: those that Muster has rules of, and those that only imported data know."""

from __future__ import annotations

from collections import Counter

from builder.api.current import services
from builder.services import systems


def games() -> dict[str, str]:
    """Return the names of all game systems by id, those with most catalogues first."""
    rows = services().catalogues.page(limit=200).items
    names = {system.id: system.name for system in systems.systems()}
    for row in rows:
        if row.system not in names:
            # Catalogues of a system that MUSTER_SYSTEMS names no more stay here, and say nothing of their game.
            game = services().catalogues.get(row.id).document.get("game_system", {})
            names[row.system] = game.get("name", row.system)
    used = Counter(row.system for row in rows)
    return dict(sorted(names.items(), key=lambda game: -used[game[0]]))
