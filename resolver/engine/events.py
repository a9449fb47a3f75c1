"""Events: the one table of what can happen, with the fields of each kind.

An event is an object `{"n", "kind", "round", "turn", "phase", "rules", "visible", ...fields}`: its number, what happened,
when, the ledger ids that were applied and who may see it ("all" or a player). Units are named by their key ("a.s1"), models
by their global index, players 0 and 1. Any event about a `unit` may also say what the engine remembers by it: `marks` (set
on the unit), `counts` (added to its counters), `bits` (set in them), `cleared` (bits of all units), `player_counts`,
`player_bits`, `pair` (set between the unit and its `targets`), `model_marks`, `model_counts` (what counters of the models
become), `go` (the player who acts next).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

Event = dict[str, Any]

HEADER = ("n", "kind", "round", "turn", "phase", "rules", "visible")
REMEMBERED = frozenset(
    {"marks", "counts", "bits", "cleared", "player_counts", "player_bits", "pair", "model_marks", "model_counts", "go"}
)
UNIT_FIELDS = frozenset({"unit", "target", "into", "enemy", "by_unit"})
UNITS_FIELDS = frozenset({"units", "targets"})


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of event: a sentence about it and its fields; those of `optional` may be left out."""

    name: str
    meaning: str
    fields: frozenset[str]
    optional: frozenset[str]


def _kind(name: str, meaning: str, fields: str = "", optional: str = "") -> Kind:
    return Kind(name, meaning, frozenset(fields.split()), frozenset(optional.split()) | REMEMBERED)


_TABLE = (
    _kind("battle.began", "Two armies meet.", "system mission armies seed_digest game unresolved"),
    _kind("battle.ended", "The battle is over.", "winner reason victory_points seed", "victory"),
    _kind("round.began", "A battle round begins."),
    _kind("round.ended", "A battle round is over."),
    _kind("turn.began", "A player's turn begins.", "player"),
    _kind("turn.ended", "A player's turn is over.", "player"),
    _kind("phase.began", "A phase begins.", "player"),
    _kind("phase.ended", "A phase is over.", "player"),
    _kind("step.began", "A step begins.", "step", "battle_round player"),
    _kind("rolled-off", "The players rolled off.", "purpose throws winner"),
    _kind("battlefield.created", "The battlefield has this size.", "battle_size combined_power width depth"),
    _kind("terrain.placed", "A terrain feature was set up.", "name corners height blocks_sight blocks_movement top"),
    _kind("warlord.named", "A model is its army's Warlord.", "player unit model trait"),
    _kind("player.first", "A player begins.", "player purpose"),
    _kind("marker.placed", "An objective marker was placed.", "player marker at"),
    _kind("marker.skipped", "There was no room for an objective marker.", "player marker"),
    _kind("zone.chosen", "A player took a deployment zone.", "player zone corners"),
    _kind("marker.removed", "An objective marker was taken from the battlefield.", "marker"),
    _kind("primary.rolled", "What both players play for.", "player dice primary"),
    _kind("battlefield.divided", "A player divided the battlefield.", "player angle halves"),
    _kind("trait.determined", "A Warlord has a Warlord Trait.", "player unit model trait name dice"),
    _kind("underdog.named", "Who is the Underdog.", "player powers rerolls"),
    _kind("unit.split", "A unit was divided.", "unit into models"),
    _kind("unit.merged", "A unit became part of another.", "unit into"),
    _kind("unit.placed-aboard", "A unit starts the battle embarked.", "unit transport"),
    _kind("unit.held-back", "A unit will arrive as Reinforcements.", "unit"),
    _kind("unit.unplaced", "There was no room for a unit.", "unit"),
    _kind("unit.set-up", "A unit was set up.", "unit where poses", "transport"),
    _kind("turn.chosen", "A player chose who takes the first turn.", "player first"),
    _kind("command-points.gained", "A player gained command points.", "player points"),
    _kind("marker.counted-for", "A model counts for one of several markers.", "model marker unit"),
    _kind("marker.controlled", "Who controls an objective marker.", "marker player models secured counted"),
    _kind("victory-points.scored", "A player scored victory points.", "player points purpose", "dice"),
    _kind("unit.selected", "A unit was selected.", "unit to"),
    _kind("unit.stationary", "A unit Remained Stationary.", "unit"),
    _kind("move.rolled", "A random Move characteristic was rolled.", "unit dice distance"),
    _kind("advance.rolled", "An Advance roll was made.", "unit dice distance", "instead"),
    _kind("unit.moved", "A unit has moved, each model along its path.", "unit move most poses paths"),
    _kind("unit.carried", "A unit shares the move of its transport.", "unit move"),
    _kind("unit.stayed-aboard", "A unit did not get out of its transport.", "unit"),
    _kind("unit.bails-out", "A unit gets out of a destroyed transport.", "unit transport"),
    _kind("unit.embarked", "A unit embarked.", "unit transport"),
    _kind("minimum-move.failed", "An aircraft could not make its minimum move.", "unit model least"),
    _kind("psychic.attempted", "A unit attempts a psychic power.", "unit player power warp_charge"),
    _kind("psychic.tested", "A Psychic test was made.", "unit power dice modifier total warp_charge passed"),
    _kind("perils.suffered", "A unit suffers Perils of the Warp.", "unit dice"),
    _kind("deny.tested", "A Deny the Witch test was made.", "unit target power dice modifier total needed denied"),
    _kind("power.manifested", "A psychic power takes effect.", "unit power total targets"),
    _kind("power.failed", "A psychic power did not manifest.", "unit power reason"),
    _kind("die.rolled-again", "A player rolled a single die again.", "player unit roll before face"),
    _kind("weapons.chosen", "Which weapons the models of a unit use, with which profile.", "unit weapons"),
    _kind("targets.declared", "Which weapons attack which units.", "unit attacks fired"),
    _kind("attacks.counted", "How many attacks the models that fight make.", "unit models"),
    _kind("attacks.lost", "Declared attacks cannot be made.", "unit target weapon reason"),
    _kind(
        "attacks.began",
        "Attacks of one weapon profile on one target.",
        "unit target weapon models attacks dice",
        "overwatch",
    ),
    _kind(
        "attack.made",
        "One attack.",
        "unit model target weapon hit wound",
        "allocated save damage triggers strength toughness extra",
    ),
    _kind("attack.allocated", "An attack was allocated to a model.", "unit model", "cause"),
    _kind("wounds.lost", "A model lost wounds.", "unit model wounds left cause", "ignored lost_excess"),
    _kind("wounds.ignored", "A wound was ignored, or not.", "unit model dice needed ignored"),
    _kind("wounds.regained", "A model regained wounds.", "unit model wounds left"),
    _kind("mortal-wounds.suffered", "A unit suffers mortal wounds.", "unit number cause", "dice by"),
    _kind("model.destroyed", "A model was destroyed.", "unit model cause by", "triggers"),
    _kind("unit.destroyed", "A unit was destroyed.", "unit cause by"),
    _kind("explosion.rolled", "Whether a destroyed model explodes.", "unit model dice needed exploded"),
    _kind("survivors.rolled", "Who survives a destroyed transport.", "unit dice destroyed"),
    _kind("charges.possible", "Which units stand so at the start of the Charge phase.", "units"),
    _kind("charge.declared", "A unit declares a charge.", "unit targets"),
    _kind("overwatch.fired", "A unit fires Overwatch.", "unit target"),
    _kind("charge.rolled", "A charge roll was made.", "unit dice modifier distance", "rerolled"),
    _kind("charge.failed", "A charge failed.", "unit"),
    _kind("unit.fights", "A unit fights.", "unit"),
    _kind(
        "morale.tested",
        "A Morale test was taken.",
        "unit dice lost modifier total leadership passed",
        "rerolled automatic leadership_dice",
    ),
    _kind("attrition.tested", "Combat Attrition tests were taken.", "unit dice modifier below_half fleeing"),
    _kind("model.fled", "A model fled.", "unit model"),
    _kind("model.removed", "A model out of coherency was removed.", "unit model"),
    _kind("ability.used", "An ability took effect.", "unit ability effect", "targets dice player model"),
    _kind("ability.rolled", "Dice were rolled for what an ability does.", "unit ability target dice"),
    _kind("effects.lapsed", "Effects that lasted until now are over.", "player"),
    _kind("effect.began", "An effect lasts from now on.", "unit effect until"),
    _kind("models.returned", "Destroyed models came back.", "unit poses"),
)
KINDS: Mapping[str, Kind] = {kind.name: kind for kind in _TABLE}


def canonical(event: Event) -> bytes:
    """Return the one byte form of an event: keys sorted, no blanks, UTF-8."""
    return json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


class Chain:
    """A digest over a growing list of events: `sha256` of their canonical lines."""

    def __init__(self) -> None:
        self._hash = sha256()

    def add(self, event: Event) -> None:
        """Take in one more event."""
        self._hash.update(canonical(event) + b"\n")

    @property
    def digest(self) -> str:
        """The whole digest, `sha256:` and 64 hex digits."""
        return f"sha256:{self._hash.hexdigest()}"

    @property
    def short(self) -> str:
        """Its first 12 hex digits: enough to find the first difference."""
        return self._hash.hexdigest()[:12]
