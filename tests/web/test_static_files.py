"""Stylesheets and scripts are asked for once: their addresses change with them, and browsers keep what stands under one."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from builder.web.static_files import version_of
from tests.web.pages import Page

At = Callable[[str], Page]


def test_what_a_page_loads_is_kept_by_browsers_and_a_page_is_not(client: FlaskClient, at: At) -> None:
    page = at("/rosters/sunward-host")
    named = [attributes.get(key, "") for tag, attributes in page.tags if tag != "a" for key in ("src", "href")]
    files = [address for address in named if address.startswith("/static/")]
    assert len(files) > 5
    for address in files:
        with client.get(address) as answer:
            assert answer.status_code == 200, address
            assert "immutable" in answer.headers["Cache-Control"], address
            assert "Cookie" not in answer.vary, "it is the same in every language, for everybody"
    assert page.answer.headers["Cache-Control"] == "no-cache"


def test_under_an_older_version_the_file_of_today_is_answered_and_not_kept(client: FlaskClient) -> None:
    for address, caching in (("/static/0123456789ab/web/muster.css", "no-store"), ("/static/web/muster.css", "no-cache")):
        with client.get(address) as answer:
            assert answer.status_code == 200
            assert answer.headers["Cache-Control"] == caching
    assert client.get("/static/0123456789ab/web/nothing.css").status_code == 404


def test_a_changed_or_moved_file_has_a_version_of_its_own(app: Flask, tmp_path: Path) -> None:
    assert app.static_folder
    folders = [Path(shutil.copytree(app.static_folder, tmp_path / name)) for name in ("same", "changed", "moved")]
    with (folders[1] / "web/edit.js").open("a") as script:
        script.write("\n")
    (folders[2] / "web/edit.js").rename(folders[2] / "edit.js")
    versions = [version_of(Path(app.static_folder)), *map(version_of, folders)]
    assert versions[0] == versions[1]
    assert len(set(versions)) == 3
