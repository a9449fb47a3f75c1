"""An edit in the web form as a browser makes it: the form is sent, and the page that answers is read; the server's time.

Of the bundled data 40 units; of ../shared, where it is there, the oracle's roster with the most selections.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask

from bench.rosters import UNITS, large
from bench.shared import largest_files
from bench.timing import Measurement, measure
from builder.api.current import KEY
from builder.app import create_app
from builder.importing.archives import Named
from builder.settings import Settings


def tables() -> Iterator[tuple[str, list[Measurement]]]:
    """Measure."""
    with TemporaryDirectory() as folder:
        app = create_app(Settings(database=Path(folder) / "bench.db"))
        services = app.extensions[KEY]
        yield f"A roster of {UNITS} units in the web form", _rows(app, services.rosters.add(large()).row.id)
        files = largest_files()
        if files:
            *data, listed = (Named(name, content) for name, content in files.items())
            services.imports.load(files=data, lists=[listed])
            newest = services.rosters.page(limit=1).items[0]
            yield f"{newest.summary['units']} imported units in the web form", _rows(app, newest.id)
        services.close()


def _rows(app: Flask, id: str) -> list[Measurement]:
    client = app.test_client()
    edit = _edit(app, id)
    return [
        measure("the page", "pages/s", lambda: client.get(f"/rosters/{id}")),
        measure("an edit, and the page after it", "edits/s", lambda: client.get(edit())),
    ]


def _edit(app: Flask, id: str) -> Callable[[], str]:
    """Return what names a unit anew each time and says which page follows."""
    client, rosters, numbers = app.test_client(), app.extensions[KEY].rosters, count()
    unit = next(rosters.get(id).roster.units()).uid

    def run() -> str:
        row = rosters.get(id).row
        operation = {"op": "rename", "subject": unit, "title": f"Name {next(numbers)}"}
        form = {"version": row.version, "step": row.step, "operations": json.dumps([operation])}
        return client.post(f"/rosters/{id}/edit", data=form).headers["Location"]

    return run
