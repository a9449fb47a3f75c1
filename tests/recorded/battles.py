"""Which battles are recorded: how each begins, who plays how far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from resolver.engine.battle import Battle
from resolver.engine.decision import Choice
from resolver.engine.view import View
from resolver.players import BOTS, Player
from resolver.players.random_legal import RandomLegal
from tests.recorded import grundregelwerk, sigmar
from tests.recorded.scenes import (
    FIELDS,
    breaking,
    brief,
    casting,
    charging,
    checking_conditions,
    holding_back,
    moving,
    odd,
    shooting,
    whole,
    wrecks,
)


class Busy(RandomLegal):
    """Takes any of the options but to do nothing."""

    name = "busy"

    def choose(self, view: View, options: Sequence[Choice]) -> Choice:
        """Return any option that says something, where there is one."""
        return super().choose(view, [option for option in options if _says(option)] or options)


def _says(option: Choice) -> bool:
    return any(value not in (None, [], {}, "", "stationary") and value is not False for value in option.data.values())


PLAYERS: Mapping[str, Callable[[int], Player]] = {**BOTS, Busy.name: Busy}
PERILS: Mapping[str, int] = {"wh40k-9e": 38, "wh40k-8e": 40}
"""Dice that show doubles of 1 and 6 where it matters."""


@dataclass(frozen=True)
class Recorded:
    """A battle that is recorded: how it begins, which programs play, and when to stop.

    `weighed`: what the options are worth to the programs is recorded, too.
    """

    begin: Callable[[], Battle]
    bots: tuple[str, str]
    most: int
    until: str = ""
    weighed: bool = False
    seed: int = 1

    def players(self) -> tuple[Player, Player]:
        """The programs that play when it is recorded."""
        first, second = self.bots
        return PLAYERS[first](self.seed), PLAYERS[second](self.seed + 1)


def _of(system: str) -> dict[str, Recorded]:
    return {
        "setting-up": Recorded(whole(system, 1), ("busy", "random"), 80, until="move-units"),
        "first-turn": Recorded(whole(system, 2), ("greedy", "busy"), 120, until="shooting"),
        "two-turns": Recorded(whole(system, 3), ("planning", "greedy"), 150, weighed=True),
        "moving": Recorded(moving(system), ("busy", "busy"), 60, until="shooting"),
        "moving-on": Recorded(moving(system), ("greedy", "busy"), 200, weighed=True, seed=2),
        "casting": Recorded(casting(system), ("busy", "busy"), 60, until="shooting", weighed=True),
        "casting-again": Recorded(casting(system, 36), ("busy", "busy"), 60, until="shooting"),
        "shooting": Recorded(shooting(system), ("greedy", "greedy"), 80, until="charges"),
        "shooting-on": Recorded(shooting(system), ("busy", "busy"), 80),
        "charging": Recorded(charging(system), ("greedy", "greedy"), 80, until="morale-tests", weighed=True),
        "charging-on": Recorded(charging(system), ("busy", "busy"), 80, seed=2),
        "breaking": Recorded(breaking(system), ("random", "random"), 40, until="move-units"),
        "odd": Recorded(odd(system), ("busy", "busy"), 80),
        "odd-again": Recorded(odd(system), ("greedy", "busy"), 60, seed=5),
        "judged": Recorded(checking_conditions(system), ("busy", "busy"), 90, seed=3),
        "wrecks": Recorded(wrecks(system, 31), ("busy", "busy"), 120, seed=5),
        "wrecks-again": Recorded(wrecks(system, PERILS[system]), ("greedy", "greedy"), 120, weighed=True),
        "hidden": Recorded(holding_back(system), ("busy", "busy"), 130, weighed=True, seed=4),
        "brief": Recorded(brief(system), ("random", "busy"), 400),
    }


OWN: Mapping[str, Recorded] = {
    "grw-beginning": Recorded(grundregelwerk.beginning, ("planning", "greedy"), 40, weighed=True),
    "grw-fighting": Recorded(grundregelwerk.fighting, ("planning", "greedy"), 40, weighed=True),
    "grw-fighting-on": Recorded(grundregelwerk.fighting, ("busy", "busy"), 40, seed=2),
    "grw-wagons": Recorded(grundregelwerk.wagons, ("busy", "greedy"), 40, weighed=True, seed=3),
    "grw-hill": Recorded(grundregelwerk.hill, ("planning", "planning"), 50, weighed=True),
    "grw-loot": Recorded(grundregelwerk.loot, ("planning", "busy"), 50, weighed=True),
    "grw-lining-up": Recorded(grundregelwerk.lining_up, ("planning", "greedy"), 45, weighed=True),
    "grw-closing": Recorded(grundregelwerk.closing, ("planning", "greedy"), 50, weighed=True),
    "aos-beginning": Recorded(sigmar.beginning, ("planning", "greedy"), 40, weighed=True),
    "aos-hero": Recorded(sigmar.hero, ("busy", "planning"), 40, weighed=True),
    "aos-fighting": Recorded(sigmar.fighting, ("planning", "greedy"), 50, weighed=True),
    "aos-fighting-on": Recorded(sigmar.fighting, ("busy", "busy"), 40, seed=3),
}
"""Battles of the games that are no editions of 40K."""
BATTLES: Mapping[str, Recorded] = {
    **{f"{system.removeprefix('wh40k-')}-{name}": battle for system in FIELDS for name, battle in _of(system).items()},
    **OWN,
}
"""Every recorded battle by its name, which begins with its edition."""
