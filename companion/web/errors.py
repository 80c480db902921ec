"""Exceptions as answers: a problem object for the interface, a page for people."""

from __future__ import annotations

from flask import Flask, Response, current_app, g, jsonify, render_template, request
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response as BaseResponse

from companion.web.i18n import Names, words
from companion.web.problems import Problem, problem_of, unexpected


def init_app(app: Flask) -> None:
    """Answer every exception of the app."""
    app.register_error_handler(Exception, answer)


def answer(error: Exception) -> BaseResponse:
    """The answer to an exception. What nobody expected is logged with its traceback, and answered without it."""
    if isinstance(error, RequestRedirect):
        return error.get_response()
    problem = problem_of(error)
    if problem is None:
        current_app.logger.error("unexpected error", exc_info=error)
        problem = unexpected()
    response = as_json(problem) if request.path.startswith("/api/") else as_page(problem)
    response.headers.extend(dict(problem.headers))
    return response


def as_json(problem: Problem) -> Response:
    """The problem object of RFC 9457."""
    names: Names = g.get("names", ())
    response = jsonify(
        {
            "type": f"/api#problem-{problem.name}",
            "title": words(problem.title, names),
            "status": problem.status,
            "detail": " ".join(words(text, names) for text in problem.details),
            **problem.more,
        }
    )
    response.status_code = problem.status
    response.mimetype = "application/problem+json"
    return response


def as_page(problem: Problem) -> Response:
    """A page that says what went wrong and where to go on."""
    names: Names = g.get("names", ())
    page = render_template("problem.html", problem=problem, names=names)
    return Response(page, problem.status, mimetype="text/html")
