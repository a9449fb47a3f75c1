"""Calls about simulations: many battles between two armies, and what they say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .sending import Json, Sender, once_only, part


class SimulationCalls(Sender):
    """Simulations that the server plays."""

    def start_simulation(self, a: Mapping[str, Any], b: Mapping[str, Any], *, once: str = "", **choices: Any) -> Json:
        """Start a simulation; `choices` as in the API: games, precision, mission, players, seed."""
        body = {"a": dict(a), "b": dict(b), **choices}
        return self._json("POST", "/simulations", json=body, headers=once_only(once))

    def simulations(self, **search: Any) -> Iterator[Json]:
        """Yield simulations, the last changed first; `search` as in the API: system, sort."""
        return self._items("/simulations", **search)

    def simulation(self, id: str) -> Json:
        """Return a simulation with what its games say so far."""
        return self._json("GET", f"/simulations/{part(id)}")

    def follow_simulation(self, id: str) -> Iterator[Json]:
        """Yield how a simulation stands whenever that changes, until it is over (`over`)."""
        for _, stands in self._stream(f"/simulations/{part(id)}/progress"):
            yield stands
            if stands["over"]:
                return

    def cancel_simulation(self, id: str) -> Json:
        """Stop a simulation; what was played stays."""
        return self._json("POST", f"/simulations/{part(id)}/cancel")

    def resume_simulation(self, id: str, **choices: Any) -> Json:
        """Go on with a simulation, or play more; `choices` as in the API: games, precision."""
        return self._json("POST", f"/simulations/{part(id)}/resume", json=choices)

    def simulation_table(self, id: str) -> str:
        """Return all figures of a simulation as CSV."""
        return self._send("GET", f"/simulations/{part(id)}/export.csv").content.decode()

    def replay_game(self, id: str, game: int, *, once: str = "") -> Json:
        """Make a battle of a game of a simulation: it goes as it went."""
        return self._json("POST", f"/simulations/{part(id)}/games/{game}/battle", headers=once_only(once))

    def delete_simulation(self, id: str) -> None:
        """Delete a simulation with all that was played."""
        self._send("DELETE", f"/simulations/{part(id)}")
