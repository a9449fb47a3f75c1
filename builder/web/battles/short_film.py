"""A battle as a short film for the first page: whole tables at its steps, in the same bytes for every language.

`make film` plays the battle again and writes `static/web/film.json` (`tests/film.py`). A step is
what one unit does: `k` moves, charges, shoots or fights, `f` who, `t` at whom, `h` hits, `s` slain, `r` the round, and what
is no longer as it was (`m`, `u`, `o`, `v` as in `frames.py`; of units only where they stand and what is left of them).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from builder.web.battles.scene import Scene
from resolver.engine.events import Event, EventKinds

ARMIES = ("sunward-patrol", "gloam-patrol")
SEED = 7
PLAYER = "greedy"
FILE = Path(__file__).parents[2] / "static/web/film.json"
MOVES, ATTACKS = {"charge": "charges"}, {"shooting": "shoots", "fight": "fights"}
"""What the page calls moves (others only "moves") and the attacks of a phase in the game of this battle."""


@cache
def short_film() -> dict[str, Any]:
    """Return the film that comes with Muster."""
    film: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return film


def film_of(scene: Scene) -> dict[str, Any]:
    """Return a battle as a short film, from its first round on."""
    first = next(event["n"] for event in scene.events if event["round"])
    key, frames = scene.film.reel(first, scene.last + 1)
    field, (shapes, of_model) = scene.field, scene.shapes
    names = {shape.id: (shape.half, shape.radius) for shape in shapes}
    return {
        "armies": list(ARMIES),
        "seed": SEED,
        "player": PLAYER,
        "names": scene.players,
        "field": [field.width, field.depth, field.radius, field.control],
        "zones": [[side, points] for side, points, _ in field.zones],
        "terrain": [[piece.kind, piece.points] for piece in field.terrain],
        "markers": [[each.number, each.x, each.y] for each in field.markers],
        "units": [[tag, side, row.name if row else ""] for _, tag, side, row in scene.tags],
        "models": [[int(unit), *names[shape]] for unit, shape in zip(scene.owners, of_model, strict=True)],
        "key": {**key, "m": [row[:4] for row in key["m"]], "u": [_stands(row) for row in key["u"]]},
        "steps": list(_steps(frames, {event["n"]: event for event in scene.events}, scene.game.ruleset.events)),
    }


def _stands(row: Sequence[Any]) -> list[Any]:
    """Return a unit's row without what a small picture does not show: unit, models, wounds, x, y."""
    return [row[0], row[1], row[3], row[6], row[7]]


def _steps(frames: Sequence[dict[str, Any]], events: dict[int, Event], kinds: EventKinds) -> Iterator[dict[str, Any]]:
    for (kind, unit, round), group in groupby(_deeds(frames, events, kinds), key=lambda deed: deed[0]):
        parts = [part for _, part in group]
        step: dict[str, Any] = {"k": kind, "f": unit, "r": round}
        for name in ("m", "u", "o"):
            rows = {row[0]: row for part in parts for row in part.get(name, ())}
            if rows:
                step[name] = [_stands(row) if name == "u" else row[:4] for row in rows.values()]
        if scores := [part["v"] for part in parts if "v" in part]:
            step["v"] = scores[-1]
        if kind in ATTACKS.values():
            targets = [part["f"][1] for part in parts if len(part.get("f", ())) > 1]
            step["t"] = targets[0] if targets else None
            step["h"] = sum(bool((events[part["n"]].get("hit") or {}).get("passed")) for part in parts)
            step["s"] = sum(len(row) == 1 for row in step.get("m", ()))
        if any(name in step for name in ("m", "o", "v")) or step.get("t") is not None:
            yield step


def _deeds(
    frames: Sequence[dict[str, Any]], events: dict[int, Event], kinds: EventKinds
) -> Iterator[tuple[tuple[str, int | None, int], dict[str, Any]]]:
    """Yield for each frame what it belongs to (what is done, by which unit, in which round), and the frame."""
    attacker = None
    for frame in frames:
        event = events[frame["n"]]
        roles = kinds[event["kind"]].roles
        unit, deed = frame["f"][0] if frame.get("f") else None, ""
        if "move" in roles:
            deed = MOVES.get(event["move"], "moves")
        elif roles & {"attacks", "attack"}:
            attacker = unit if "attacks" in roles else attacker
            deed, unit = ATTACKS.get(event["phase"], ""), attacker
        yield (deed, unit if deed else None, event["round"]), frame
