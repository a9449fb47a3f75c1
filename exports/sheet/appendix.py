"""The appendix: each rule that cards only name, once, by name."""

from __future__ import annotations

from collections.abc import Iterator

from reportlab.platypus import Flowable

from exports.sheet import style
from exports.sheet.ink import Ink
from exports.sheet.rules import RuleBook
from exports.sheet.unit_rules import rule_prose


def appendix(ink: Ink, system: str, book: RuleBook) -> Iterator[Flowable]:
    """Yield heading and rules; nothing where no rule was left to it."""
    entries = book.entries()
    if entries:
        yield ink.heading(ink.say("appendix"), style.RULES_TITLE)
    for rule in entries:
        yield from rule_prose(ink, system, rule, book.title(rule))
