"""Stylesheets, scripts and pictures under addresses that change with them, so that browsers ask for each once.

Without that a page asked for ten files anew, each time, only to hear that none of them had changed. Scripts name others
beside them, and so come to files of the same version.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, Response

ENDPOINT = "static"
YEAR = 365 * 24 * 60 * 60
LENGTH = 12
"""Digits of a version; no folder of ours has a name as long."""


def register(app: Flask) -> None:
    """Serve the static files of an application also under their version, which every address that it makes has.

    An older version, for which the page of an older Muster asks, is answered with the file as it is now, and not kept.
    """
    assert app.static_folder
    current = version_of(Path(app.static_folder))
    rule = f"{app.static_url_path}/<string(length={LENGTH}):version>/<path:filename>"
    app.add_url_rule(rule, endpoint=ENDPOINT, view_func=app.view_functions[ENDPOINT])

    def serve(filename: str, version: str = "") -> Response:
        answer = app.send_static_file(filename)
        if version == current:
            answer.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
        elif version:
            answer.headers["Cache-Control"] = "no-store"
        return answer

    app.view_functions[ENDPOINT] = serve

    @app.url_defaults
    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == ENDPOINT:
            values.setdefault("version", current)


@cache
def version_of(folder: Path) -> str:
    """What tells files from those of another Muster: their names and all that they say."""
    digest = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()[:LENGTH]
