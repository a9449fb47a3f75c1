"""A contract of import-linter: no module imports itself over others (`lint-imports`, in setup.cfg).

Every import that is executed counts, within functions too; those that only type checkers see don't. `from package import
module` counts as an import of the package as well: Python runs its `__init__` to find the name.
"""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

import grimp
from importlinter import Contract, ContractCheck, fields, output


def executed(packages: list[str]) -> grimp.ImportGraph:
    """Return the graph of the imports that are executed, without those under `if TYPE_CHECKING`."""
    return grimp.build_graph(*packages, exclude_type_checking_imports=True)


def cycle_in(graph: grimp.ImportGraph) -> list[str]:
    """Return modules of which each imports the next and the last one the first; nothing where there are none."""
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
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


def _is_from(graph: grimp.ImportGraph, importer: str, imported: str, package: str) -> bool:
    """Tell whether a module is imported as a name of its package."""
    details = graph.get_import_details(importer=importer, imported=imported)
    return any(each["line_contents"].startswith(f"from {package} import ") for each in details)


class AcyclicContract(Contract):
    """No cycles between the modules of `packages`."""

    type_name = "acyclic"
    packages = fields.ListField(subfield=fields.StringField())

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        """Look for one cycle; the graph of the other contracts has imports that only type checkers see."""
        found = cycle_in(executed(self.packages))
        return ContractCheck(kept=not found, metadata={"cycle": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the cycle, an import for each line."""
        cycle = check.metadata["cycle"]
        for importer, imported in pairwise(cycle):
            output.print_error(f"- {importer} -> {imported}", bold=False)
        output.new_line()
        output.print("Move what both need into a module below them.")
