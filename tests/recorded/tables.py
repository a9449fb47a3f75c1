"""What an edition says in tables: steps, decisions, marks and counters with their lives, rules that it cites, numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from resolver.engine.names import LIVES
from resolver.rulesets import ruleset

BITS = ("unit_marks", "model_marks", "pairs")
COLUMNS = ("unit_counters", "model_counters", "player_counters")


def tabled(system: str) -> Iterator[str]:
    """The lines of all tables of an edition."""
    rules = ruleset(system)
    for step in rules.steps:
        yield f"step {step.name} {step.phase} {' '.join(step.rules)}"
    for kind, decision in sorted(rules.decisions.items()):
        yield f"decision {kind} {'finite' if decision.finite else 'proposed'} {' '.join(sorted(decision.shape.fields))}"
    for table in BITS:
        for name, mask in getattr(rules, table).masks.items():
            ends = [life for life in LIVES if not int(getattr(rules, table).kept(life)) & int(mask)]
            yield f"{table} {name} {int(mask).bit_length()} {' '.join(ends)}"
    for table in COLUMNS:
        for name, column in getattr(rules, table).index.items():
            ends = [life for life in LIVES if column in getattr(rules, table).wiped(life)]
            yield f"{table} {name} {column} {' '.join(ends)}"
    for name, ids in rules.cites.items():
        yield f"cites {name}: {' '.join(ids)}"
    for name, count in rules.reactions.items():
        yield f"reactions {name} {len(count)}"
    yield f"valued {sorted(rules.valuation)} planned {sorted(rules.planning.valuation) if rules.planning else ''}"
    yield from _numbers("edition", rules.edition)


def _numbers(name: str, said: Any) -> Iterator[str]:
    """The numbers and flags of an edition, by their path; of functions that there are any."""
    if is_dataclass(said):
        for field in fields(said):
            yield from _numbers(f"{name}.{field.name}", getattr(said, field.name))
    elif isinstance(said, Mapping):
        for key, value in said.items():
            yield from _numbers(f"{name}.{key}", value)
    elif isinstance(said, frozenset):
        yield f"{name} {sorted(said)}"
    else:
        yield f"{name} {[getattr(one, '__name__', one) for one in said] if isinstance(said, tuple) else _plain(said)}"


def _plain(said: Any) -> Any:
    return "a function" if callable(said) else said
