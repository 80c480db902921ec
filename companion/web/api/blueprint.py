"""The blueprint of the JSON interface."""

from flask import Blueprint

blueprint = Blueprint("api", __name__, url_prefix="/api")
