"""Two armies compared: any two rosters, or two versions of one."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Blueprint, Response

from builder.api.current import services
from builder.api.languages import language
from builder.rules.judgement import system_of
from builder.services.armies import Source
from builder.web.queries import query_text, whole
from builder.web.rendering import amount, page, t
from builder.web.side_by_side import groups_of
from builder.web.statements import named_choices
from datasheets.evaluation.tree import Roster
from datasheets.systems import System
from datasheets.words import translate
from exports.document import Army, total_name
from exports.document.differences import Change

blueprint = Blueprint("compare", __name__)

MOST_ROSTERS = 200
"""So many are offered, the latest; those that are compared stand among them anyway."""


@blueprint.get("/compare")
def show() -> Response:
    """Show what differs between two rosters; each is an id, or an id and a step as `id@4`."""
    chosen = [query_text("a"), query_text("b")]
    found = services().comparisons.of(*map(_source, chosen)) if all(chosen) else None
    system = system_of(Roster(found.b.army.system, "")) if found else None
    armies = (found.b.army, found.a.army) if found else ()
    choices = _choices(chosen)
    versions = bool(found) and len({text.partition("@")[0] for text in chosen}) == 1

    def view_of(change: Change) -> tuple[str, str]:
        return _change_view(change, system)

    return page(
        "compare.html",
        chosen=chosen if found else _propose(chosen, choices),
        choices=choices,
        found=found,
        labels=[_label(text, choices) for text in chosen],
        totals=[each for each in found.difference.totals if system and each.key != system.size.cost] if found else [],
        what=lambda change: _what(change, armies, system),
        view_of=view_of,
        versions=versions,
        groups=groups_of(found.difference, (found.a.army, found.b.army), view_of) if found and not versions else (),
    )


def _label(chosen: str, choices: list[tuple[str, list[tuple[str, str]]]]) -> str:
    """Return what a choice is called."""
    return next((label for _, options in choices for value, label in options if value == chosen), chosen)


def _propose(chosen: list[str], choices: list[tuple[str, list[tuple[str, str]]]]) -> list[str]:
    """Return what the form begins with: what was chosen, and for the other side another roster."""
    rosters = [value for _, options in choices[:1] for value, _ in options]
    first = chosen[0] or next((each for each in rosters if each != chosen[1]), "")
    return [first, chosen[1] or next((each for each in rosters if each != first), "")]


def _source(text: str) -> Source:
    roster, _, step = text.partition("@")
    return Source(roster=roster, step=whole(step))


def _choices(chosen: list[str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return what can be compared: rosters, and the versions of those that are chosen."""
    offered = {row.id: row.name for row in services().rosters.page(archived=False, limit=MOST_ROSTERS).items}
    rows = [services().rosters.get(id).row for id in dict.fromkeys(text.partition("@")[0] for text in chosen if text)]
    older = {row.id: row.name for row in rows if row.id not in offered}
    groups = [(t("nav.rosters"), list((older | offered).items()))]
    for row in rows:
        id = row.id
        named = services().filing.named_versions(id)
        steps = {**{whole(text.partition("@")[2]): "" for text in chosen if text.startswith(f"{id}@")}, **named}
        versions = [(f"{id}@{n}", t("compare.version", n=n, name=steps[n])) for n in sorted(steps) if n]
        groups.append((t("compare.versions-of", name=row.name), versions))
    return [(name, options) for name, options in groups if options]


def _what(change: Change, armies: Iterable[Army], system: System | None) -> str:
    if change.what != "cost":
        return t(f"compare.{change.what}")
    if change.key == "power_level":
        return system.size.name if system else change.key
    names = (total_name(army, change.key) for army in armies)
    return next((name for name in names if name != change.key), change.key)


def _change_view(change: Change, system: System | None) -> tuple[str, str]:
    """Return what was and what is, as people write it."""
    return _values(change, change.before, system), _values(change, change.after, system)


def _values(change: Change, values: tuple[object, ...], system: System | None) -> str:
    return ", ".join(_value(change, value, system) for value in values) or "–"


def _value(change: Change, value: object, system: System | None) -> str:
    if change.what == "declared" and system:
        id, _, said = str(value).partition("=")
        kind = system.declaration(id)
        if kind:
            choices = dict(named_choices(system, kind.value)) if kind.value.type == "choice" else {}
            name = translate(kind.name, language())
            return f"{name}: {translate(choices.get(said, said), language())}" if said else name
    if value is None:
        return "–"
    return amount(value) if isinstance(value, int | float) else str(value)
