"""What this game calls the rules of shared steps: the ids of its ledger by the names by which those steps cite rules."""

from __future__ import annotations

from collections.abc import Mapping

CITES: Mapping[str, tuple[str, ...]] = {
    "battle.begins": ("GRW-SCEN-01", "GRW-Q-84"),
    "battle.ends": ("GRW-ROUND-13",),
    "rounds": ("GRW-ROUND-05", "GRW-ROUND-06"),
    "rounds.first": ("GRW-ROUND-01",),
    "turns": ("GRW-ROUND-10", "GRW-ROUND-11"),
    "roll-off": ("GRW-Q-54",),
    "roll-off.tie": ("GRW-Q-84",),
    "deploy.alternate": ("GRW-Q-84",),
    "deploy.zone": ("GRW-Q-54", "GRW-Q-84"),
    "deploy.no-room": ("GRW-Q-84",),
    "deploy.held-back": (),
    "coherency": ("GRW-Q-53",),
    "coherency.move": ("GRW-Q-53",),
    "set-up.enemies": ("GRW-Q-84",),
    "terrain.barred": ("GRW-TERRAIN-06", "GRW-TERRAIN-07"),
    "move.edge": ("GRW-Q-91",),
    "move.models-in-way": ("GRW-Q-91",),
    "move.mid-climb": ("GRW-Q-91",),
    "move.models": ("GRW-Q-91",),
    "no-move": ("GRW-Q-83",),
    "fly.end": ("GRW-Q-91",),
    "normal-move.enemies": ("GRW-Q-36",),
    "markers.alternate": ("GRW-Q-58",),
    "markers.edge": ("GRW-Q-58",),
    "markers.apart": ("GRW-Q-58",),
    "markers": ("GRW-Q-58",),
    "markers.centre": ("GRW-Q-58",),
    "destroyed.removed": ("GRW-Q-88",),
    "destroyed.unit": ("GRW-MODEL-02",),
    "destroyed.credit": (),
    "destroyed.no-credit": (),
    "allocate": ("GRW-Q-23",),
    "allocate.wounded": ("GRW-Q-23",),
}
