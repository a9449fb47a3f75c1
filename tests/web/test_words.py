"""Every word on a page is in pages.json, and pages.json has no word that no page says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import builder
from builder.answers import FORMS
from builder.operations.table import KINDS
from builder.placing.report import Why
from builder.services.battles import BOTS, HUMAN
from builder.services.homebrew import Change as Brought
from builder.services.imports import Change
from builder.services.people.people import ROLES
from builder.web.battles.scene import NO_PHASES
from builder.web.battles.seats import CHAIRS
from builder.web.battles.volleys import COUNTS
from builder.web.datasheet_form import SECTIONS, VIEWS
from builder.web.drafts import BEGINNINGS
from builder.web.help import KEYS
from builder.web.searching import WAYS
from builder.web.writing.places import Place
from builder.web.writing.problem_places import PLAIN
from datasheets.effects.effect import ConditionField, EffectField, condition_fields, effect_fields
from datasheets.effects.vocabulary import CONDITIONS
from datasheets.effects.vocabulary import KINDS as KINDS_OF_EFFECTS
from datasheets.fields import Items, Part, Table
from datasheets.native.schema import Datasheet, Header
from datasheets.systems import systems
from datasheets.systems.ground import Action
from datasheets.systems.shape import schema_of
from datasheets.words import codes, languages, placeholders
from exports.battlescribe.omissions import FORMATS
from exports.sheet.setup import CHOICES, FLAGS
from exports.text import POSTED
from resolver.engine.decision import STANDS
from resolver.engine.registry import descriptor, playable, ruleset
from resolver.engine.summary import all_signs
from resolver.shared.plain.decisions import PLAIN_DECISIONS

ROOM = Path(builder.__file__).parent
SAID = re.compile(r"""(?<![\w.])(?:t\(|t_of\([\w.]+,)\s*f?["']([a-z0-9_.-]+?)["']""")
DECISIONS = [kind for kinds in (PLAIN_DECISIONS, *(ruleset(id).decisions for id in playable())) for kind in kinds.values()]
MADE = {
    *(f"operation.{kind}" for kind in KINDS),
    *(f"system.actions.{length}" for length in get_args(get_type_hints(Action)["length"])),
    *(f"rule.origin.{origin}" for origin in ("seed", "derived", "decision")),
    *(f"battles.state.{state}" for state in ("over", "running", "waiting")),
    *(f"sign.{sign}" for system in playable() for sign in all_signs(descriptor(system).summary)),
    *(f"battle.go.{way}" for way in ("stop-back", "back", "on", "stop-on")),
    *(f"battle.step.{step.phase}" for system in playable() for step in ruleset(system).steps if step.phase not in NO_PHASES),
    *(f"seats.{chair}" for chair in (*CHAIRS, "none")),
    *(f"asked.until.{until}" for until in ("once", *STANDS)),
    *(f"asked.kind.{kind.name}" for kind in DECISIONS if kind.finite),
    *(f"asked.move.{way}" for kind in DECISIONS for way in kind.aim.ways),
    *(f"asked.{what}.{kind.aim.form}" for kind in DECISIONS if kind.aim.snap for what in ("point", "confirm")),
    "asked.odds",
    *(f"add.by-{how}" for how in WAYS),
    *(f"bases.{shape}" for shape in ("round", "oval", "hull")),
    *(f"asked.own.{each}" for each in ("json", "no-placements", "none", *FORMS)),
    *(f"bot.{player}" for player in (HUMAN, *BOTS)),
    *(f"files.format.{format}" for format in (*FORMATS, "document")),
    *(f"texts.{style}" for style in POSTED),
    *(f"bring.takes-{what}" for what in ("own", "link", "paper", "programs", "texts")),
    *(f"update.option-{change}" for change in ("gone", "back", "renamed")),
    *(f"data.{change}" for change in get_args(Change)),
    *(f"sources.{stage}" for stage in ("read", "list")),
    *(f"data.is-{change}" for change in get_args(Change)),
    *(f"keys.{place}{each}" for place, rows in KEYS for each in ("", *(f"-{n}" for n in range(1, len(rows) + 1)))),
    *(f"print.{setting}" for setting in (*CHOICES, *FLAGS)),
    *(f"print.{setting}.{choice}" for setting, some in CHOICES.items() for choice in some if choice not in languages()),
    *(f"compare.{what}" for what in ("a", "b", "name", "models", "units", "wounds", "equipment", "keywords", "declared")),
    *(f"brought.cause.{why}" for why in get_args(Why)),
    *(f"versus.{code}" for code in ("alike", "harder")),
    *(f"form.part.{code}" for code, _ in SECTIONS),
    *(f"form.view.{view}" for view in VIEWS),
    *(f"form.{switch}" for switch in ("put", "drop")),
    *(f"form.more.{what}" for what in ("effect", "other")),
    *(f"form-problem.{code}" for code in PLAIN.values()),
    *(f"beginning.{name}{part}" for name in BEGINNINGS for part in ("", ".lead")),
    *(f"draft.{each}" for each in ("model", "leader", "weapon", "special-weapon")),
    *(f"homebrew.done-{change}" for change in get_args(Brought)),
    *(f"card.vehicle.{kind}" for kind in ("tracked", "wheeled", "bike", "walker", "skimmer")),
    *(f"card.{fact}" for fact in ("mastery", "strategy-rating", "wargear-cards")),
    *(f"simulations.state.{state}" for state in ("queued", "running", "done", "stopped", "failed")),
    *(f"report.by-round.{measure}" for measure in ("models", "points")),
    *(f"simulation.{what}.{measure}" for what in ("by-round", "margin") for measure in ("models", "points")),
    *(
        f"simulation.column.{each}"
        for each in ("destroyed", "markers", "models", "models-lost", "models-taken", "wounds-taken")
    ),
    *(f"{code}.points.other" for code in ("report.by-round", "simulation.by-round", "simulation.margin")),
    *(f"battle.result{of}" for of in ("", ".other")),
    *(f"role.{role}" for role in ROLES),
    *(f"volley.{count}" for count in (*COUNTS, "at", "also-at")),
    "data.done",
    "matchup.a",
    "matchup.b",
    "homebrew.limits",
}
"""Codes that are put together while a page is made."""


def codes_used() -> set[str]:
    files = [*(ROOM / "templates/web").glob("*.html"), *(ROOM / "web").rglob("*.py")]
    assert len(files) > 30
    return {
        code for file in files for code in SAID.findall(file.read_text(encoding="utf-8")) if not code.endswith((".", "-"))
    }


def said_of_documents() -> set[str]:
    """Return the codes of parts of documents that forms have (builder/web/writing/wording.py)."""
    patterns = {"profiles", "effect", "condition"}

    def walk(place: Place, field: Any) -> None:
        patterns.add(place.pattern)
        if isinstance(field, EffectField | ConditionField):
            words, fields = (
                (KINDS_OF_EFFECTS, effect_fields) if isinstance(field, EffectField) else (CONDITIONS, condition_fields)
            )
            for word in words:
                for name, inner in fields(word).items():
                    if not isinstance(inner, ConditionField):
                        walk(place.member(name), inner)
        elif isinstance(field, Part):
            for name, inner in field.schema.fields.items():
                walk(place.member(inner.data_key or name), inner)
        elif isinstance(field, Items):
            walk(place, field.inner)
        elif isinstance(field, Table):
            walk(place, field.values)

    for cls in (Datasheet, Header):
        walk(Place(), Part(schema_of(cls)))
    ends = {end for pattern in patterns for end in (pattern, pattern.rpartition(".")[2])}
    return {
        code
        for end in ends
        for code in (f"form.{end}", f"form.{end}.one", f"form.{end}.key", f"form.{end}.value", f"form-hint.{end}")
        if f"page.{code}" in codes()
    }


def navigation() -> set[str]:
    from builder.web.rendering import NAVIGATION

    return {f"nav.{name}" for name, _ in NAVIGATION}


def test_every_word_has_its_text_and_every_text_its_use() -> None:
    used = codes_used() | MADE | navigation() | said_of_documents()
    used |= {own for each in systems() for code in used if f"page.{(own := f'{each.id}.{code}')}" in codes()}
    known = {code.removeprefix("page.") for code in codes() if code.startswith("page.")}
    assert used - known == set()
    assert known - used == set()


def test_the_words_of_edits_use_what_they_are_given() -> None:
    given = {"name", "unit", "entry", "what", "value", "number"}
    for kind in KINDS:
        assert placeholders(f"page.operation.{kind}") <= given
