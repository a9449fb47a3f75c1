"""What the player stated and agreed as a whole: about what is there, of the right kind, once, and not too often.

Edits cannot make such mistakes; rosters that come from outside can.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.rules.army import Army
from builder.rules.fixes import agree, declare, take_back, withdraw
from datasheets.evaluation.finding import Finding, Fix, Plain
from datasheets.evaluation.tree import Declaration
from datasheets.keywords import normal
from datasheets.systems.agreed import can_agree
from datasheets.words import name_code

AGREEMENTS = (
    "agreement.misplaced",
    "agreement.no-number",
    "agreement.no-length",
    "agreement.no-choice",
    "agreement.no-flag",
    "agreement.no-text",
)
"""What may be found about agreements, in every system."""
_WRONG = {kind: f"agreement.no-{kind}" for kind in ("number", "length", "choice", "flag")}


def check_misplaced(army: Army) -> Iterator[Finding]:
    """Report declarations that no rule of this system can read."""
    for each in army.misplaced:
        kind = army.system.declaration(each.kind)
        values = {"what": kind.name if kind else each.kind, "about": _about(each)}
        fixes = [take_back(army, each)]
        rule = kind.rule if kind else "declaration"
        yield army.finding("warning", None, "declaration.misplaced", rule, values=values, fixes=fixes)


def contradictory(army: Army) -> Iterator[Finding]:
    """Report what was stated twice about the same thing."""
    same: dict[tuple[str, str, str, int], list[Declaration]] = {}
    for each in army.stated:
        same.setdefault((each.kind, each.subject, normal(each.key), each.index), []).append(each)
    for first, *others in same.values():
        if others:
            kind = army.system.declaration(first.kind)
            values = {"what": kind.name if kind else first.kind, "about": _about(first)}
            withdrawals = {each.key: withdraw(each) for each in (first, *others)}
            again = declare(first.kind, first.subject, first.value, key=first.key, index=first.index)
            label = "fix.keep-once" if first.value is True else "fix.keep-one"
            fix = Fix(label, {"value": str(first.value)}, (*withdrawals.values(), again))
            rule, times = kind.rule if kind else "", 1 + len(others)
            yield army.finding("error", None, "declaration.twice", rule, 1, times, values, [fix])


def agreements(army: Army) -> Iterator[Finding]:
    """Report what the players cannot have agreed: this system has no such thing, or not with such a value."""
    kinds = {kind.key: kind for kind in army.system.agreements}
    for key, value in army.roster.agreed.items():
        kind = kinds.get(key)
        name = kind.name if kind else key
        withdrawal = agree("fix.withdraw", key, None, {"what": name})
        values: dict[str, Plain] = {"what": name, "about": key}
        if kind is None:
            yield army.finding("warning", None, "agreement.misplaced", "agreement", None, value, values, [withdrawal])
        elif not can_agree(army.system, key, value):
            values |= {"least": kind.value.least, "most": kind.value.most}
            names = {card.id: card.name for card in army.system.cards}
            names |= {mission.id: mission.name for mission in army.system.missions}
            choices = {each: str(name_code(names.get(each, each))) for each in army.system.choices(kind.value)}
            values["choices"] = ", ".join(choices.values())
            label = "fix.agree-mission" if kind.value.table == "missions" else "fix.agree-choice"
            fixes = [agree(label, key, id, {"name": name}) for id, name in choices.items()]
            code = _WRONG.get("text" if kind.value.open else kind.value.type, "agreement.no-text")
            yield army.finding("error", None, code, kind.rule, None, value, values, [*fixes, withdrawal])


def _about(each: Declaration) -> str:
    return f"{each.kind} {each.subject} {each.key} {each.index}"
