"""What a player may see of a battle: the table as it stands but for what the ruleset hides (`Ruleset.veil`), the events
that are shown to them, never the dice to come.

Bots think with `view.game`, a copy of the battle that has no dice; people and the API get `to_json()`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from resolver.engine.data import plain
from resolver.engine.decision import Decision
from resolver.engine.events import Event, veil_event
from resolver.engine.game import Game
from resolver.engine.standing import Standing
from resolver.table.dice import Address


class HiddenDice:
    """The dice of a view: nobody sees them before they are rolled."""

    def roll(self, address: Address, sides: int = 6) -> int:
        """Refuse.

        Raises:
            LookupError: always.
        """
        raise LookupError("a view of a battle has no dice")


class View:
    """A battle as one player sees it (`player` None: a spectator). `decision` is what that player is asked, if anything.

    `standing` are the answers that the player gives unasked.
    """

    def __init__(self, game: Game, player: int | None, decision: Decision | None, standing: Sequence[Standing] = ()) -> None:
        self.player, self.decision, self.standing = player, decision, standing
        state = game.state.copy(knowing=True)
        game.ruleset.veil(state, player)
        self.game = Game(game.armies, game.ruleset, game.mission, state, HiddenDice(), 0, log=False)
        self.game.asked = game.asked
        self._events = game.events

    @property
    def events(self) -> list[Event]:
        """The events as this player may see them."""
        seen = (veil_event(self.player, event, self.game.ruleset.events) for event in self._events)
        return [event for event in seen if event is not None]

    def to_json(self) -> dict[str, Any]:
        """Return the table, the units and the score as JSON data."""
        state = self.game.state
        return {
            "mission": self.game.mission,
            "round": state.round,
            "turn": self.game.active,
            "step": self.game.step.name,
            "phase": self.game.step.phase,
            "over": bool(state.over),
            **{name.replace("-", "_"): self.game.player_counts(name) for name in self.game.ruleset.points},
            "board": {
                "width": state.board.width,
                "depth": state.board.depth,
                "terrain": [
                    {"name": t.name, "corners": plain(t.footprint.corners), "height": t.height} for t in state.board.terrain
                ],
                "markers": [plain(at) for at in state.markers if at[0] == at[0]],
            },
            "units": [self._unit(unit) for unit in range(len(self.game.armies.units)) if (state.unit == unit).any()],
            "decision": self.decision.to_json() if self.decision else None,
            "standing": [each.to_json() for each in self.standing],
        }

    def _unit(self, unit: int) -> dict[str, Any]:
        game, state = self.game, self.game.state
        row, transport = game.armies.units[unit], int(state.embarked_in[unit])
        marks = [name for name in game.ruleset.names.unit_marks.masks if game.has_mark(unit, name)]
        return {
            "key": row.key,
            "name": row.name,
            "player": game.owner(unit),
            "starting_strength": int(state.starting_strength[unit]),
            "embarked_in": None if transport < 0 else transport,
            "marks": marks,
            "models": [self._model(int(model)) for model in range(len(state.unit)) if state.unit[model] == unit],
        }

    def _model(self, model: int) -> dict[str, Any]:
        state = self.game.state
        loadout = self.game.armies.loadouts[int(state.loadout[model])]
        pose = [float(getattr(state, name)[model]) for name in ("x", "y", "z", "facing")] if state.on_table[model] else None
        return {
            "model": model,
            "name": loadout.name,
            "alive": bool(state.alive[model]),
            "wounds": int(state.wounds[model]),
            "pose": plain(pose),
            "base": plain([state.half[model], state.radius[model], state.height[model]]),
        }
