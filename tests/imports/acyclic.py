"""A contract of import-linter: no module imports itself over others (`lint-imports`, in setup.cfg).

Every import counts: within functions, and under `if TYPE_CHECKING`, too. `from package import module` counts as an import
of the package as well: Python runs its `__init__` to find the name. What cannot be said without a cycle of types is
`excused`, import by import; such an import is never executed, and the contract names those that nothing needs any more.
"""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

import grimp
from importlinter import Contract, ContractCheck, fields, output

Import = tuple[str, str]
"""A module, and one that it imports."""


def all_imports(packages: list[str]) -> grimp.ImportGraph:
    """Return the graph of all imports, those that only type checkers see among them."""
    return grimp.build_graph(*packages, exclude_type_checking_imports=False)


def executed_imports(packages: list[str]) -> grimp.ImportGraph:
    """Return the graph of the imports that are executed, without those under `if TYPE_CHECKING`."""
    return grimp.build_graph(*packages, exclude_type_checking_imports=True)


def cycle_in(graph: grimp.ImportGraph, excused: frozenset[Import] = frozenset()) -> list[str]:
    """Return modules of which each imports the next and the last one the first; nothing where there are none."""
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    for importer, imported in excused:
        imports[importer] = imports[importer] - {imported}
    for module, imported in imports.items():
        packages = {each.rpartition(".")[0] for each in imported}
        for package in packages & graph.modules - {module}:
            if any(_is_from(graph, module, each, package) for each in imported if each.rpartition(".")[0] == package):
                imported = imported | {package}
        imports[module] = imported
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found[::-1]
    return []


def needless(packages: list[str], excused: frozenset[Import]) -> list[Import]:
    """Return the excused imports that are executed, that are not there, or without which there is no cycle anyway."""
    every, runs = all_imports(packages), executed_imports(packages)
    return [
        each
        for each in sorted(excused)
        if not every.direct_import_exists(importer=each[0], imported=each[1])
        or runs.direct_import_exists(importer=each[0], imported=each[1])
        or not cycle_in(every, excused - {each})
    ]


def _is_from(graph: grimp.ImportGraph, importer: str, imported: str, package: str) -> bool:
    """Tell whether a module is imported as a name of its package."""
    details = graph.get_import_details(importer=importer, imported=imported)
    return any(each["line_contents"].startswith(f"from {package} import ") for each in details)


class AcyclicContract(Contract):
    """No cycles between the modules of `packages`, but for `excused` imports of types, "importer -> imported"."""

    type_name = "acyclic"
    packages = fields.ListField(subfield=fields.StringField())
    excused = fields.SetField(subfield=fields.StringField(), required=False, default=())

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        """Look for one cycle, and for excuses that nobody needs; the graph of other contracts may lack imports."""
        pairs = (each.split(" -> ") for each in self.excused)
        excused = frozenset((importer, imported) for importer, imported in pairs)
        idle = needless(self.packages, excused)
        found = cycle_in(all_imports(self.packages), excused - {*idle})
        return ContractCheck(kept=not found and not idle, metadata={"cycle": found, "idle": idle})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the cycle, an import for each line, or the excuses to take out."""
        for importer, imported in check.metadata["idle"]:
            output.print_error(f"- {importer} -> {imported} is excused and needs no excuse", bold=False)
        for importer, imported in pairwise(check.metadata["cycle"]):
            output.print_error(f"- {importer} -> {imported}", bold=False)
        output.new_line()
        output.print("Move what both need into a module below them.")
