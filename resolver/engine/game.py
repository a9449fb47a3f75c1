"""`Game`: what every script is handed. The armies, the live state, the dice, and the two ways to act: `ask` and `happen`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeVar, cast

from resolver.engine.apply import apply
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.data import plain
from resolver.engine.decision import Data, Decision
from resolver.engine.events import HEADER, UNIT_FIELDS, UNITS_FIELDS, Event
from resolver.engine.ruleset import Ruleset, Script, Step
from resolver.engine.windows import open_windows
from resolver.table.columns import ROLL
from resolver.table.dice import Address, DiceSource
from resolver.table.state import State

T = TypeVar("T")
Listener = Callable[["Game", str, Mapping[str, Any]], None]
"""Who is told of every event as it happens: the game, the kind and its fields, units as indices; it changes nothing."""
NOTHING = cast(Script[None], ())
"""A script that does nothing."""


class Game:
    """A battle from the inside. `state` is read by everybody and written by `happen` alone."""

    def __init__(
        self,
        armies: BattleArmies,
        ruleset: Ruleset,
        mission: str,
        state: State,
        dice: DiceSource,
        seed: int,
        *,
        salt: str = "",
        log: bool = True,
        listener: Listener | None = None,
    ) -> None:
        self.armies, self.ruleset, self.mission = armies, ruleset, mission
        self.state, self.dice, self.seed, self.salt, self.log = state, dice, seed, salt, log
        self.listener = listener
        self.events: list[Event] = []
        self.happened = 0
        self.asked = 0

    @property
    def step(self) -> Step:
        """The step that the battle is in."""
        return self.ruleset.steps[self.state.phase]

    def ask(self, kind: str, player: int, rule: str, subject: int | None = None, **data: Any) -> Script[Data]:
        """Ask a player. A finite decision with one option is taken without asking, unless its kind is secret.

        Returns:
            The data of the choice.

        Raises:
            LookupError: there is no option at all; whoever asks makes sure that there is one.
        """
        found = yield from self.ask_if_any(kind, player, rule, subject, data)
        if found is None:
            raise LookupError(f"nothing to choose: {kind}, {data}")
        return found

    def ask_if_any(self, kind: str, player: int, rule: str, subject: int | None, data: Data) -> Script[Data | None]:
        """Ask a player as `ask` does; return None where a finite decision has no option."""
        key = "" if subject is None else self.armies.units[subject].key
        decision = Decision(self.asked, player, kind, key, self.ruleset.rule(rule), plain(data))
        table = self.ruleset.decisions[kind]
        if table.finite:
            options = list(table.options(self, decision))
            if len(options) < (1 if table.secret else 2):
                return options[0] if options else None
        self.asked += 1
        choice = yield decision
        return choice.data

    def happen(self, kind: str, *, rules: Sequence[str] = (), visible: str | int = "all", **fields: Any) -> Script[Any]:
        """The one gate for change: apply the event, log it, and return the script of the windows that open on it.

        The change is made at once; write `yield from game.happen(...)` so that those who may answer get
        their turn. That script returns what their answers came to, None where nobody answered.

        Raises:
            ValueError: the fields are not those of this kind.
        """
        table = self.ruleset.events[kind]
        if not table.fields <= fields.keys() <= table.fields | table.optional:
            raise ValueError(f"{kind} has the fields {sorted(table.fields)}, not {sorted(fields)}")
        apply(self.state, self.ruleset, kind, fields)
        if self.log:
            self.events.append(self._event(kind, rules, visible, fields))
        if self.listener:
            self.listener(self, kind, fields)
        self.happened += 1
        windows = self.ruleset.windows.get(kind)
        return open_windows(self, windows, fields) if windows else NOTHING

    def open(self, on: str, **fields: Any) -> Script[Any]:
        """Return the script of the windows that open at a moment, by its name; it returns what the answers came to."""
        windows = self.ruleset.windows.get(on)
        return open_windows(self, windows, fields) if windows else NOTHING

    def _event(self, kind: str, rules: Sequence[str], visible: str | int, fields: Data) -> Event:
        state = self.state
        header = (self.happened, kind, state.round, self.active, self.step.phase, self.ruleset.cite(rules), visible)
        event: Event = dict(zip(HEADER, header, strict=True))
        for name, value in fields.items():
            if value is None:
                event[name] = None
            elif name in UNIT_FIELDS:
                event[name] = self.key(value)
            elif name in UNITS_FIELDS:
                event[name] = [self.key(unit) for unit in value]
            else:
                event[name] = plain(value)
        return event

    def cache(self, groups: int, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return what `make` works out from these groups of columns (`table.columns`) alone, kept until one is written.

        Views and imagined battles share it: it is a value, and holds no game.
        """
        kept = self.state.memory[groups]
        found: T = kept.get(key, kept)
        if found is kept:
            found = kept[key] = make()
        return found

    def roll(
        self, label: str, unit: int = -1, target: int = -1, number: int = 0, sides: int = 6, die: int = 0, throw: int = 0
    ) -> int:
        """Roll one die. Its address is where the battle stands, the unit's action, and what the caller says.

        Raises:
            ValueError: the ruleset has no dice with this label.
        """
        if label not in self.ruleset.dice:
            raise ValueError(f'"{label}" is no label of a die')
        return self.dice.roll(self.address(unit, target).of(label, number, die, throw), sides)

    def address(self, unit: int = -1, target: int = -1) -> Address:
        """Return the address of this action of a unit, for `Address.of`."""
        state = self.state
        action = 0 if unit < 0 else int(state.unit_counters[unit, self.ruleset.names.unit_counters["actions"]])
        return Address(state.game, state.round, self.active, state.phase, int(unit), action, int(target))

    def key(self, unit: int) -> str:
        """Return the key of a unit."""
        return self.armies.units[unit].key

    def unit(self, key: str) -> int:
        """Return the index of the unit with this key.

        Raises:
            KeyError: there is none.
        """
        return self.armies.by_key[key]

    def has_mark(self, unit: int, mark: str) -> bool:
        """Tell whether a unit has a mark."""
        return bool(self.state.unit_marks[unit] & self.ruleset.names.unit_marks[mark])

    def model_marked(self, model: int, mark: str) -> bool:
        """Tell whether a model has a mark."""
        return bool(self.state.marks[model] & self.ruleset.names.model_marks[mark])

    def has_pair(self, unit: int, other: int, pair: str) -> bool:
        """Tell whether a unit has a mark about another one."""
        return bool(self.state.pairs[unit, other] & self.ruleset.names.pairs[pair])

    def count(self, unit: int, counter: str) -> int:
        """Return a counter of a unit."""
        return int(self.state.unit_counters[unit, self.ruleset.names.unit_counters[counter]])

    def model_count(self, model: int, counter: str) -> int:
        """Return a counter of a model."""
        return int(self.state.counters[model, self.ruleset.names.model_counters[counter]])

    def player_count(self, player: int, counter: str) -> int:
        """Return a counter of a player."""
        return int(self.state.player_counters[player, self.ruleset.names.player_counters[counter]])

    def player_counts(self, counter: str) -> list[int]:
        """Return a counter of both players."""
        return [self.player_count(player, counter) for player in (0, 1)]

    @property
    def score(self) -> list[int]:
        """The score of both players; 0 where nobody keeps one."""
        return self.player_counts(self.ruleset.points[0]) if self.ruleset.points else [0, 0]

    @property
    def active(self) -> int:
        """The player who acts now."""
        return self.ruleset.order.active(self)

    @property
    def decided(self) -> bool:
        """Whether the battle is over, even in the middle of a step."""
        return self.ruleset.order.is_decided(self)

    @property
    def go(self) -> int:
        """The player who acts next, where players alternate."""
        return self.state.go

    def owner(self, unit: int) -> int:
        """Return the player whose unit it is."""
        return int(self.state.owner[unit])

    def units_of(self, player: int) -> list[int]:
        """Return the units of a player that have a living model, on the table or not, in order."""
        return [unit for unit in self.living_units() if self.state.owner[unit] == player]

    def living_units(self) -> list[int]:
        """Return all units that have a living model, in order."""
        return list(self.cache(ROLL, ("living",), lambda: sorted(set(self.state.unit[self.state.alive].tolist()))))

    def on_table(self, unit: int) -> bool:
        """Tell whether a unit has a living model on the table."""
        return len(self.state.standing(unit)) > 0

    def units_on_table(self, player: int) -> list[int]:
        """Return the units of a player that stand on the table, in order."""

        def find() -> list[int]:
            return sorted(set(self.state.unit[self.state.standing_of(player)].tolist()))

        return list(self.cache(ROLL, ("fielded", player), find))


def seed_digest(seed: int, salt: str = "") -> str:
    """Return the digest by which a seed is committed to: SHA-256 of `muster seed <salt> <seed>`.

    Without a salt (`muster seed <seed>`) whoever tries all small seeds finds it.
    """
    return f"sha256:{sha256(seed_text(seed, salt).encode()).hexdigest()}"


def seed_text(seed: int, salt: str = "") -> str:
    """Return the text whose digest a seed is committed to by."""
    return f"muster seed {salt} {seed}" if salt else f"muster seed {seed}"
