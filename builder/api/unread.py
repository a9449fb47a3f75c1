"""What waitress refuses before Muster sees it (a body that is too large, half a request), as the same problems."""

from __future__ import annotations

from http import HTTPStatus

from flask import json
from waitress.channel import HTTPChannel
from waitress.task import ErrorTask

from builder.api.problems import BY_STATUS


class ProblemTask(ErrorTask):
    """Answers with problem+json; nobody knows yet who asks for what in which language."""

    def execute(self) -> None:
        """Write the answer and close the connection."""
        error = self.request.error
        kind = BY_STATUS.get(error.code)
        document = {
            "type": f"/api/v1/docs#problem-{kind.name}" if kind else "about:blank",
            "title": kind.title if kind else HTTPStatus(error.code).phrase,
            "status": error.code,
            "detail": kind.meaning if kind else HTTPStatus(error.code).description or error.reason,
            "problems": [],
        }
        body = json.dumps(document).encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers.append(("Content-Type", "application/problem+json"))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class ProblemChannel(HTTPChannel):
    """A connection whose refusals are problems."""

    error_task_class = ProblemTask
