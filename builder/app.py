"""The application factory: API, pages, guards and errors around one set of services."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from flask import Flask, request
from flask.json.provider import DefaultJSONProvider
from werkzeug.middleware.proxy_fix import ProxyFix

from builder import api, hosting
from builder.admission import admit_request
from builder.api import idempotency
from builder.api.battles import admit_seat
from builder.api.current import ACCOUNTS, KEY, RATES
from builder.api.guards import guard, refuse_other_sites, refuse_strangers
from builder.api.links import reads_by_link
from builder.api.problems import problem_of
from builder.api.rates import Rates
from builder.hosting import health
from builder.services.assembly import open_services, prepare
from builder.services.people.accounts import Accounts
from builder.settings import Settings, read_settings
from builder.web import pages, static_files
from builder.web.battles.seats import sits_at_battle

START_SECONDS = 60
"""How long one of several processes that start together waits at most until another has made the database."""


class PlainJson(DefaultJSONProvider):
    """JSON as people read it: letters as they are, keys in the order they were given."""

    ensure_ascii = False
    sort_keys = False


def create_app(settings: Settings | None = None) -> Flask:
    """Return the WSGI application over a database that it brings up to date first.

    Raises:
        SettingError: an environment variable cannot be used (when no settings are given).
        StoreError: the database cannot be used.
    """
    settings = settings or read_settings()
    prepare(replace(settings, busy_seconds=max(settings.busy_seconds, START_SECONDS)))
    app = Flask("builder")
    app.json = PlainJson(app)
    app.config["MAX_CONTENT_LENGTH"] = settings.body_limit
    app.config["MAX_FORM_MEMORY_SIZE"] = settings.body_limit
    app.extensions[KEY] = open_services(settings, serving=True)
    if hops := settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    if settings.accounts:
        app.extensions[ACCOUNTS] = Accounts(settings, app.extensions[KEY].spaces)
        app.extensions[RATES] = Rates(settings.rate, app.extensions[ACCOUNTS].counts)
    hosting.begin(app, settings)
    guard(app, partial(check, settings))
    api.register(app)
    idempotency.register(app, api.PREFIX)
    pages.register(app, accounts=settings.accounts)
    static_files.register(app)
    app.register_error_handler(Exception, answer)
    return app


def check(settings: Settings) -> None:
    """Refuse a request that must not be answered. Whether the server works is told to everybody."""
    if request.endpoint == health.ENDPOINT:
        return
    if settings.accounts:
        admit_request(settings.hosts, admit)
    else:
        refuse_strangers(settings.hosts, admit)
        refuse_other_sites()


def admit() -> None:
    """Let a request from elsewhere pass if it is for what its token opens: a roster to read, or a seat; else `Forbidden`."""
    if not reads_by_link() and not sits_at_battle():
        admit_seat()


def answer(error: Exception) -> Any:
    """Answer any error with its problem: as JSON where the API was asked, else as a page."""
    problem = problem_of(error)
    if request.path.startswith(api.PREFIX):
        return problem.response()
    return pages.sign_in_first(problem) or pages.problem_page(problem)
