"""How much of a unit stands on its block or card, and what goes to the appendix first where room is short."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from exports.document import Unit
from exports.sheet.rules import Rule, RuleBook, abilities_of, power_rule, weapon_rules


@dataclass(frozen=True, slots=True)
class Detail:
    """What stands on a card: keywords, names of rules in the appendix, the datasheet's name, the word for points.

    Without `names` the anchors of these rules stand there, without `ends` that of the keywords behind the name.
    `dropped` are rules whose texts stand in the appendix for want of room; where it `joins`, the names of those of a phase
    stand in one paragraph, where it `joins_all`, those of all phases. `shortens`: words of weapon types are shortened.
    """

    keywords: bool = True
    names: bool = True
    aside: bool = True
    unit_of_cost: bool = True
    ends: bool = True
    shortens: bool = False
    joins: bool = False
    joins_all: bool = False
    dropped: frozenset[Rule] = frozenset()

    def keeps_note(self, rule: Rule) -> bool:
        """Say whether a rule's text is not dropped."""
        return rule not in self.dropped


WHOLE = Detail()


def ways_to_drop(unit: Unit, book: RuleBook, *, small: bool) -> list[Detail]:
    """Return less and less detail, in the order in which it is dropped; texts only where the book may have them.

    First the keywords, then texts of abilities and powers, the longest first, then notes of weapons, the last first, the
    names of rules in the appendix, the datasheet's name, the word for points. Small cards begin without the last three. In
    the end all names of rules stand in one paragraph.
    """
    begin = Detail(names=False, aside=False, unit_of_cost=False, shortens=True) if small else WHOLE
    ways = [begin, replace(begin, keywords=False)]
    if book.mode != "none":
        dropped: frozenset[Rule] = frozenset()
        for rule in _texts_in_order(unit, book):
            dropped |= {rule}
            ways.append(replace(ways[-1], dropped=dropped, joins=True))
    ways.append(replace(ways[-1], names=False))
    ways.append(replace(ways[-1], aside=False))
    ways.append(replace(ways[-1], unit_of_cost=False))
    ways.append(replace(ways[-1], ends=False))
    ways.append(replace(ways[-1], joins_all=True))
    return list(dict.fromkeys(ways))


def _texts_in_order(unit: Unit, book: RuleBook) -> Iterator[Rule]:
    powers = map(power_rule, unit.psyker.powers) if unit.psyker else ()
    texts = [rule for rule in (*abilities_of(unit), *powers) if rule.text and not book.is_shared(rule)]
    yield from sorted(texts, key=lambda rule: -len(rule.text))
    yield from reversed([rule for rule in weapon_rules(unit) if rule.text])
