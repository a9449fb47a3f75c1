"""Pages from templates: words, rules' addresses, numbers and data as people write them.

Templates are rendered in an overlay of the application's Jinja environment in which a name that does not exist is an error,
so that a misspelt one is found by the first test that sees the page. Words come from `datasheets/words` through `t`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from flask import Flask, Response, current_app, request, url_for
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup, escape

import builder
from builder.api.callers import caller, is_at_home
from builder.api.current import accounts
from builder.api.findings import sentence
from builder.api.languages import language
from builder.rules.fix_words import brought_by, label_of
from builder.rules.judgement import system_of
from builder.store.rosters import RosterRow
from builder.web.forms import field, write_operations
from builder.web.icons import drawings, icon, role_icon
from builder.web.speaking import languages_by_name
from datasheets.evaluation.finding import Fix, Operation
from datasheets.evaluation.sentences import say_finding
from datasheets.evaluation.tree import Roster
from datasheets.markup import strip_marks
from datasheets.native.naming import slug
from datasheets.systems import System, rulebook, systems
from datasheets.words import code_for, has_words, say, translate
from exports.document import name_of, total_name
from exports.document.damage import DamageTable, as_printed
from exports.document.model import Judged

KEY = "muster-pages"
RULE_ID = re.compile(r"\b[A-Z0-9]{2,4}(?:-[A-Z0-9]+)+\b")


def prepare(app: Flask) -> None:
    """Give an application the environment that its pages are rendered in."""
    environment = app.jinja_env.overlay(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.globals = app.jinja_env.globals | {
        "t": t,
        "t_of": t_of,
        "language": language,
        "rule_href": rule_href,
        "sentence": sentence,
        "printed_sentence": printed_sentence,
        "fix_label": fix_label,
        "fix_brings": fix_brings,
        "severity": severity,
        "name_of": name_of,
        "total_name": total_name,
        "bot_name": bot_name,
        "phase_name": phase_name,
        "icon": icon,
        "role_icon": role_icon,
        "drawings": drawings,
        "muster_version": builder.__version__,
    }
    environment.filters = app.jinja_env.filters | {
        "amount": amount,
        "power_range": power_range,
        "percent_held": percent_held,
        "told_apart": told_apart,
        "with_rules": with_rules,
        "counted": counted_wounds,
        "measured": size_of,
        "words": words_of_key,
        "columns": columns,
        "json": to_json,
        "attribute": to_attribute,
        "operations": to_operations,
        "field": field,
        "slug": slug,
        "unmarked": strip_marks,
        "translate": lambda text: translate(text, language()),
    }
    app.extensions[KEY] = environment


NAVIGATION = (
    ("rosters", "web.home.show"),
    ("matchup", "web.matchup.show"),
    ("battles", "web.battles.index"),
    ("collection", "web.collection.show"),
    ("game-data", "web.datasheets.browse"),
    ("rules", "web.rules.all_systems"),
)
"""The areas at the top of every page, and the addresses that they lead to."""
AREAS = {
    **dict.fromkeys(
        ("adding", "compare", "filing", "home", "import_any", "history", "paper", "sharing", "sheets", "tabletop", "update"),
        "rosters",
    ),
    **dict.fromkeys(("datasheets", "homebrew", "game_data", "writing"), "game-data"),
    **dict.fromkeys(("watching", "playing", "reports"), "battles"),
    "simulations": "matchup",
}
"""The area of a blueprint that is not called like it."""


def page(template: str, status: int = 200, **values: Any) -> Response:
    """Return a page."""
    environment: Environment = current_app.extensions[KEY]
    current_app.update_template_context(values)
    blueprint = (request.blueprint or "").rpartition(".")[2]
    values |= {"guest": not is_at_home()}
    values |= {"area": AREAS.get(blueprint, blueprint), "navigation": NAVIGATION}
    values |= {"person": caller()} if accounts() else {"person": None}
    values |= {"languages_by_name": languages_by_name(), "own_name": say("language.own", language=language())}
    return Response(environment.get_template(f"web/{template}").render(values), status, mimetype="text/html")


def t(code: str, **values: object) -> str:
    """Return the words of a page in the reader's language."""
    return say(f"page.{code}", values, language())


def t_of(system: str, code: str, **values: object) -> str:
    """Return the words of a page in the reader's language, a game system's own where it has any ("Wizard")."""
    return say(code_for(f"page.{code}", system), values, language())


def fix_label(fix: Fix) -> str:
    """Return what stands on the button of a fix."""
    return label_of(fix, language())


def fix_brings(fix: Fix) -> list[str]:
    """Return what would be wrong after a fix, as sentences."""
    return brought_by(fix, language())


def printed_sentence(finding: Judged) -> str:
    """Return the sentence of a finding that a sheet carries; its code where it is of a Muster that knows more."""
    try:
        return say_finding(finding, language())
    except KeyError:
        return finding.code


def severity(name: str) -> str:
    """Return how grave a finding is, in the reader's language."""
    return say(f"severity.{name}", {}, language())


def bot_name(player: str) -> str:
    """Return what a player of battles is called: a program, or a person."""
    return t(f"bot.{player}") if has_words(f"page.bot.{player}") else player


def phase_name(phase: str) -> str:
    """Return what a phase is called; where the log has no words for it, the page does."""
    return say(f"battle.phase.{phase}", {}, language()) if has_words(f"battle.phase.{phase}") else t("battle.set-up")


def rule_href(system: str, rule: str) -> str | None:
    """Return the address of a rule's page, None for guests and for what only the data say."""
    if not is_at_home():
        return None
    known = any(each.id == system for each in systems())
    return url_for("web.rules.one", system=system, rule=rule) if known and rule in rulebook(system) else None


def amount(value: float | Decimal | int | None) -> str:
    """Return a number as people write it in the reader's language: 5, 2.5 or 2,5; a dash for none."""
    return "–" if value is None else say("sheet.value", {"value": Decimal(str(value))}, language())


def told_apart(row: RosterRow, rows: Sequence[RosterRow]) -> str:
    """Return the name of a roster in a list; where several are called so, with its game and how many models it has."""
    if sum(each.name == row.name for each in rows) < 2:
        return row.name
    return f"{row.name} · {system_of(Roster(row.system, '')).name} · {t('unit.models', count=row.summary['models'])}"


def percent_held(text: str) -> str:
    """Return a sentence in which no line ends between a number and its percent sign."""
    return text.replace(" %", "\u00a0%")


def power_range(least: float | Decimal | None, most: float | Decimal | None) -> str:
    """Return "5", "5–10", or a dash for none."""
    return amount(least) if least == most else f"{amount(least)}–{amount(most)}"


def with_rules(text: str, system: str) -> Markup:
    """Return a text in which the ids of rules and decisions are links."""
    book, parts, at = rulebook(system), [], 0
    decisions = {decision.id for decision in book.decisions}
    for match in RULE_ID.finditer(text):
        id = match[0]
        if id in book:
            href = url_for("web.rules.one", system=system, rule=id)
        elif id in decisions:
            href = url_for("web.rules.decisions", system=system, _anchor=id)
        else:
            continue
        parts += [escape(text[at : match.start()]), Markup('<a href="{}">{}</a>').format(href, id)]
        at = match.end()
    return Markup("").join([*parts, escape(text[at:])])


def size_of(amounts: Mapping[str, Any], system: System) -> float | None:
    """Return how large an army is as its game measures it: the total of a cost, its models, or its units."""
    measures = {"cost": amounts["costs"].get(system.size.cost), "models": amounts["models"], "units": amounts["units"]}
    found: float | None = measures[system.size.by]
    return found


def counted_wounds(wounds: tuple[int, int], system: str, table: DamageTable) -> tuple[int, int]:
    """Return the wounds of a line of a damage table as its game prints them: those left, or those suffered."""
    return as_printed(system, wounds, table.most)


def words_of_key(key: str) -> str:
    """Return a key of data ("max_models") as words ("max models")."""
    return key.replace("_", " ")


def columns(rows: Sequence[Mapping[str, object]]) -> list[str]:
    """Return the keys of records, in the order in which they first occur."""
    return list(dict.fromkeys(key for row in rows for key in row))


def to_json(value: object) -> str:
    """Return a value as JSON, to stand in a field of a form."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=dict)


def to_operations(operations: Sequence[Operation]) -> Markup:
    """Return the value of a button that edits, for an attribute in single quotes."""
    return _quote(write_operations(operations))


def to_attribute(value: Any) -> Markup:
    """Return a value as JSON for an attribute in single quotes: half as long as with each quote written out."""
    return _quote(to_json(value))


def _quote(text: str) -> Markup:
    text = text.replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;")
    return Markup(text)  # all that could end the attribute or begin a tag is written out
