"""An edit in the web form as a browser makes it: the form is sent, and the page that answers is read; the server's time.

Of the bundled data 40 units; of ../shared, where it is there, 40 datasheets of the Ultramarines, and the oracle's roster
with the most selections. And what it takes to try every fix, which no page does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask

from bench.rosters import SYSTEM, UNITS, large
from bench.shared import largest_files, with_linked
from bench.timing import Measurement, measure
from builder.api.current import KEY
from builder.app import create_app
from builder.importing.archives import Named
from builder.services.assembly import Services
from builder.services.rosters import Rosters
from builder.settings import Settings
from datasheets.evaluation.offering import offered_roots
from datasheets.imported.models import is_unit
from datasheets.systems import system


def tables() -> Iterator[tuple[str, list[Measurement]]]:
    """Measure."""
    with TemporaryDirectory() as folder:
        app = create_app(Settings(database=Path(folder) / "bench.db"))
        services = app.extensions[KEY]
        yield f"A roster of {UNITS} units in the web form", _rows(app, services.rosters.add(large()).row.id)
        files = with_linked("Imperium - Ultramarines.cat")
        if files:
            services.imports.load(files=[Named(name, content) for name, content in files.items()])
            id = _ultramarines(services)
            yield f"{UNITS} imported units in the web form", _rows(app, id)
        files = largest_files()
        if files:
            *data, listed = (Named(name, content) for name, content in files.items())
            services.imports.load(files=data, lists=[listed])
            newest = services.rosters.page(limit=1).items[0]
            yield f"{newest.summary['units']} imported units of the oracle in the web form", _rows(app, newest.id)
        services.close()


def _ultramarines(services: Services) -> str:
    """Make a roster of every so many of the datasheets that a Battalion can have, and return its id."""
    row = next(each for each in services.catalogues.page(system=SYSTEM, limit=200).items if "Ultramarines" in each.name)
    closure = services.catalogues.closure(row.id)
    kind = next(each for source in closure.sources for each in source.force_entries if each.name.startswith("Battalion"))
    force = {"op": "add-force", "catalogue": row.id, "entry": kind.id}
    made = services.rosters.create(SYSTEM, "Forty", [force])
    offered = offered_roots(made.roster, services.catalogues)["f1"]
    units = [each for each in offered if is_unit(closure, each, system(SYSTEM).imports)]
    added = [{"op": "add-unit", "force": "f1", "entry": units[number * len(units) // UNITS].id} for number in range(UNITS)]
    services.rosters.apply(made.row.id, made.row.version, added)
    return made.row.id


def _unit(rosters: Rosters, id: str) -> str:
    """Return the first unit, which is no setting of the army."""
    return next(iter(rosters.judge(id, fixes=False)[1].judgement.units))


def _rows(app: Flask, id: str) -> list[Measurement]:
    client = app.test_client()
    edit, rosters = _edit(app, id), app.extensions[KEY].rosters
    unit = _unit(rosters, id)
    return [
        measure("the page", "pages/s", lambda: client.get(f"/rosters/{id}")),
        measure("the page with a unit open", "pages/s", lambda: client.get(f"/rosters/{id}?open=u-{unit}")),
        measure("an edit", "edits/s", edit),
        measure("an edit, and the page after it", "edits/s", lambda: client.get(edit())),
        measure("every fix tried", "rosters/s", lambda: rosters.judge(id)),
    ]


def _edit(app: Flask, id: str) -> Callable[[], str]:
    """Return what names a unit anew each time and says which page follows."""
    client, rosters, numbers = app.test_client(), app.extensions[KEY].rosters, count()
    unit = _unit(rosters, id)

    def run() -> str:
        row = rosters.get(id).row
        operation = {"op": "rename", "subject": unit, "name": f"Name {next(numbers)}"}
        form = {"version": row.version, "step": row.step, "operations": json.dumps([operation])}
        return client.post(f"/rosters/{id}/edit", data=form).headers["Location"]

    return run
