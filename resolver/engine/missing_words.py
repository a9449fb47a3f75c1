"""Words that a ruleset needs and that nobody wrote: found when it is put together, not in the middle of a log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from datasheets.words import code_for, codes, has_words
from resolver.engine.decision_kinds import DecisionKinds
from resolver.engine.events import EventKinds


def missing_words(system: str, events: EventKinds, decisions: DecisionKinds, phases: Iterable[str]) -> list[str]:
    """Return the codes without words of the sentences of events, of the questions and options of decisions, of phases.

    Of a kind that has several sentences one is enough: which it needs, only its events say.
    """
    known = codes()

    def lacks(code: str, varies: bool) -> bool:
        own = code_for(code, system)
        return not (has_words(own) or (varies and any(each.startswith((f"{code}.", f"{own}.")) for each in known)))

    def needs() -> Iterator[tuple[str, bool]]:
        yield from ((f"event.{kind.name}", bool(kind.variant)) for kind in events.values() if not kind.silent)
        yield from ((f"decision.{kind.name}", bool(kind.variant)) for kind in decisions.values())
        yield from ((code, False) for kind in decisions.values() for code in kind.option_words)
        yield from ((f"battle.phase.{phase}", False) for phase in phases)

    return sorted({code for code, varies in needs() if lacks(code, varies)})
