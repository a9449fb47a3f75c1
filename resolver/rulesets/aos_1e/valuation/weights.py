"""What things are worth to a program that plays: one table. Change a number here and it plays otherwise."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each consideration counts.

    A unit is worth what it is expected to take before it is taken. Of that, `wounds` is spread over its wounds, `models`
    over its models and `whole` is for the last one. `shooting` and `charging` weigh what can be done from a place,
    `later` what is left of it for each turn that it takes to get there, `answer` what the enemy does in return, `danger`
    what it may do to a unit where it stands; `shared`: how much less of that there is for each friend whom the same enemy
    may as well attack, so that units stay together. `cover`: what a model in cover is spared. `goal`: going for the enemy
    that the plan gives a unit. `wary`: danger counts for as many turns as the enemy is expected to have before the next one
    of one's own, and where a charge leads.
    """

    wounds: float = 0.6
    models: float = 0.25
    whole: float = 0.15
    shooting: float = 1.0
    charging: float = 0.9
    later: float = 0.6
    answer: float = 0.1
    danger: float = 0.05
    shared: float = 0.0
    cover: float = 0.0
    goal: float = 0.0
    general: float = 1.0
    objective: float = 3.0
    wary: bool = False


GREEDY = Weights()
PLANNED = Weights(answer=0.9, danger=0.8, shared=0.5, cover=0.1, goal=0.3, general=1.15, wary=True)
"""A program that plans minds what the enemy does next."""
