"""What a ruleset names that its system's data do not have: found when a folder is added, not in the middle of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from datasheets.systems import UnknownRule, rulebook, system

if TYPE_CHECKING:
    from resolver.engine.ruleset import Ruleset


def unknown_data(rules: Ruleset) -> Iterator[str]:
    """Yield what is wrong, and how to mend it: phases that `system.json` lacks, rules that `rulebook.json` lacks.

    The phases of set-up and of the end, those of the first and the last step, are no system's.
    """
    known = {*(phase.id for phase in system(rules.id).phases), rules.steps[0].phase, rules.steps[-1].phase}
    for step in rules.steps:
        if step.phase not in known:
            yield f'the step "{step.name}" belongs to a phase "{step.phase}": say it under "phases" of system.json'
        yield from _unknown_rules(rules, f'the step "{step.name}"', step.rules)
    for windows in rules.windows.values():
        for window in windows:
            yield from _unknown_rules(rules, f'the window on "{window.on}"', (window.rule,))
    for kind in rules.decisions.values():
        yield from _unknown_rules(rules, f'the kind of decision "{kind.name}"', (kind.unasked,))


def _unknown_rules(rules: Ruleset, what: str, names: Iterable[str]) -> Iterator[str]:
    try:
        lacking = [id for id in rules.cite(names) if id and id not in rulebook(rules.id).ids]
    except UnknownRule as error:
        lacking = [error.args[1]]
    if lacking:
        yield f"{what} cites {', '.join(lacking)}: write that rule in rulebook.json, or cite one that stands there"
