"""What steps that editions share cite: every name is in the table of each edition, every id in its ledger."""

import ast
import re
from pathlib import Path

import pytest

from datasheets.systems import rulebook
from resolver.engine.registry import playable, ruleset

RESOLVER = Path(__file__).parents[2] / "resolver"
FAMILY = ("wh40k-8e", "wh40k-9e")
"""Editions of one game take all steps that are shared; other games some of them."""
COMMON = [path for folder in ("families", "shared", "turns") for path in sorted((RESOLVER / folder).rglob("*.py"))]
ID = r"(?:\d+E|[A-Z]{3})-[A-Z]+-\d+"
OF_OTHERS = {"terrain.barred"}
"""What only games cite whose terrain nobody may enter: no terrain of 8th and 9th edition is so."""


def names() -> set[str]:
    """Return the names of rules that shared steps cite: those in calls of the engine, and in tables that are cited."""
    every = set().union(*(ruleset(id).cites for id in FAMILY))
    found = set()
    for path in COMMON:
        if path.parent.name == "plain":  # steps for games that neither edition takes
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                found |= {each.value for each in node.args[:1] if isinstance(each, ast.Constant)}
            elif isinstance(node, ast.keyword) and node.arg == "rules":
                keys = {key for each in ast.walk(node.value) if isinstance(each, ast.Dict) for key in each.keys}
                found |= {each.value for each in {*ast.walk(node.value)} - keys if isinstance(each, ast.Constant)}
            elif isinstance(node, ast.Constant) and node.value in every:
                found.add(node.value)
    return {name for name in found if isinstance(name, str) and name}


def test_shared_steps_name_no_edition() -> None:
    for path in COMMON:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not re.fullmatch(r"\d+E-[A-Z]+-\d+|wh40k-.*", node.value), (path.name, node.value)


@pytest.mark.parametrize("id", FAMILY)
def test_every_name_that_is_cited_is_in_the_table(id: str) -> None:
    assert names() - OF_OTHERS == ruleset(id).cites.keys()


@pytest.mark.parametrize("id", sorted({*playable()} - {*FAMILY}))
def test_other_games_say_nothing_of_names_that_nobody_cites(id: str) -> None:
    assert ruleset(id).cites.keys() <= names()


@pytest.mark.parametrize("id", playable())
def test_every_rule_by_which_a_set_up_or_a_move_is_refused_is_in_the_table(id: str) -> None:
    """Else a player would read the name instead of a rule of the game."""
    files = [RESOLVER / "shared/moves" / f"{name}.py" for name in ("deployment", "placing", "moving")]
    functions = [node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8"))) if is_check(node)]
    words = {node.value for each in functions for node in ast.walk(each) if isinstance(node, ast.Constant)}
    asked = words & set().union(*(ruleset(each).cites for each in playable()))
    assert {"deploy.zone", "coherency", "move.edge", *BARRED} <= asked
    assert asked - BARRED <= ruleset(id).cites.keys()


BARRED = {"terrain.barred"}
"""By which no move is refused in games whose terrain anybody may enter."""


def is_check(node: ast.AST) -> bool:
    """Tell whether this is a function that says by which rule an answer is refused."""
    return isinstance(node, ast.FunctionDef) and node.name in ("set_up_check", "refusal", "end_refusal", "_because")


@pytest.mark.parametrize("id", playable())
def test_every_id_in_the_table_is_in_the_ledger(id: str) -> None:
    book = rulebook(id)
    known = {decision.id for decision in book.decisions}
    assert all(rule in book or rule in known for ids in ruleset(id).cites.values() for rule in ids)


@pytest.mark.parametrize("id", playable())
def test_every_id_that_an_edition_cites_is_in_its_ledger(id: str) -> None:
    book, found = rulebook(id), 0
    known = {decision.id for decision in book.decisions}
    for path in (RESOLVER / "rulesets" / id.replace("-", "_")).rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docstrings = {n.value for n in ast.walk(tree) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)}
        told = docstrings.union(*(ast.walk(node) for node in ast.walk(tree) if isinstance(node, ast.Raise)))
        for node in ast.walk(tree):
            words = str(node.value).split() if isinstance(node, ast.Constant) and node not in told else ()
            for word in (word for word in words if re.search(ID, word)):
                assert word in book or word in known, (path.name, node.lineno)
                found += 1
    assert found > 50


def test_names_become_ids() -> None:
    ninth = ruleset("wh40k-9e")
    assert ninth.cite(("save", "9E-SAVE-02", "save")) == ["9E-SAVE-01", "9E-SAVE-02"]
    assert (ninth.rule("save"), ninth.rule("9E-SAVE-02"), ninth.rule("")) == ("9E-SAVE-01", "9E-SAVE-02", "")


@pytest.mark.parametrize("id", playable())
def test_a_name_stands_for_the_first_of_its_ids_and_for_none_where_the_edition_has_no_such_rule(id: str) -> None:
    rules = ruleset(id)
    assert {name: rules.rule(name) for name in rules.cites} == {
        name: next(iter(ids), "") for name, ids in rules.cites.items()
    }
    assert "" in map(rules.rule, rules.cites)
    assert (rules.rule("of its own"), rules.cite(["of its own"])) == ("of its own", ["of its own"])
