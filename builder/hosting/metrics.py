"""`/metrics`: requests and how long they took, for Prometheus. Only this machine may ask.

Where a server has several processes (gunicorn), PROMETHEUS_MULTIPROC_DIR names a folder in which they add up.
"""

from __future__ import annotations

import os
import time

from flask import Blueprint, Flask, Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from builder.api.peers import is_here, refusal
from builder.services.errors import Forbidden

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
SECONDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
"""Upper ends of the classes that times are counted in."""
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
"""Methods that are counted by name; whoever makes up others fills no memory with them."""
NOWHERE = "nowhere"
"""The endpoint of addresses that there are not."""


def register(app: Flask) -> None:
    """Count the requests of an application, and add the address that tells of them."""
    registry = CollectorRegistry()
    requests = Counter(
        "muster_requests", "Requests that were answered.", ("endpoint", "method", "status"), registry=registry
    )
    seconds = Histogram(
        "muster_request_seconds", "Seconds until an answer began.", ("endpoint",), buckets=SECONDS, registry=registry
    )
    blueprint = Blueprint("metrics", __name__)

    @app.before_request
    def begin() -> None:
        g.metrics_began = time.perf_counter()

    @app.after_request
    def count(response: Response) -> Response:
        endpoint = request.endpoint or NOWHERE
        method = request.method if request.method in METHODS else "other"
        requests.labels(endpoint, method, str(response.status_code)).inc()
        if "metrics_began" in g:
            seconds.labels(endpoint).observe(time.perf_counter() - g.metrics_began)
        return response

    @blueprint.get("/metrics")
    def show() -> Response:
        """Return what was counted, in Prometheus' own format; raises `Forbidden` for who asks from elsewhere."""
        if not is_here():
            raise Forbidden(refusal())
        return Response(generate_latest(_all(registry)), content_type=CONTENT_TYPE_LATEST)

    app.register_blueprint(blueprint)


def _all(registry: CollectorRegistry) -> CollectorRegistry:
    """Return what this process counted, or where they add up, all processes."""
    if not os.environ.get(FOLDER):
        return registry
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together
