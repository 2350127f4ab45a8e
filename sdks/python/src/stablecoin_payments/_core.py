"""What the blocking and the asyncio client share: requests, retries, answers. Nothing in here does I/O.

An operation is a generator. It yields requests and pauses, is sent what came of them, and returns its result.
"""

from __future__ import annotations

import platform
import random
import re
import time
import uuid
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

import httpx

from ._errors import BY_CODE, ApiConnectionError, ApiError, ApiTimeoutError, PaymentsError
from ._settings import Settings
from ._version import __version__

T = TypeVar("T")

BACKOFF_MIN, BACKOFF_MAX = 0.5, 8.0
RETRY_AFTER_MAX = 60.0
"""Seconds that a retry waits at most because the service says so. The caller decides about anything longer."""
USER_AGENT = f"stablecoin-payments-python/{__version__} (python/{platform.python_version()}; httpx/{httpx.__version__})"
FLAGS = frozenset({"always_screen", "confirm_distinct", "separate_creator"})
"""The parameters that are true or false. A bool is a mistake anywhere else."""
UNSENDABLE = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)
"""A request that cannot be sent now never can."""


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class Answer:
    body: dict[str, Any]
    response: httpx.Response
    asked_at: float
    """When the attempt that was answered was sent, by `time.monotonic`."""

    @property
    def replayed(self) -> bool:
        """Whether an earlier request with the same idempotency key was carried out."""
        return bool(self.response.headers.get("svc-idempotent-replayed") == "true")


Steps = Generator[httpx.Request | Pause, httpx.Response | httpx.RequestError | None, T]


def call(
    settings: Settings,
    method: str,
    path: str,
    *,
    query: Mapping[str, Any] | None = None,
    body: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Steps[Answer]:
    """Sends one request until its answer stands."""
    request = _request(settings, method, path, query, body, headers or {})
    retry = 0
    while True:
        asked_at = time.monotonic()
        reply = yield request
        outcome = _outcome(reply, asked_at)
        if isinstance(outcome, Answer):
            return outcome
        if not outcome.retryable or retry == settings.max_retries or (outcome.retry_after or 0) > RETRY_AFTER_MAX:
            raise outcome
        retry += 1
        jitter = random.random() * min(BACKOFF_MAX, BACKOFF_MIN * 2 ** (retry - 1))  # noqa: S311
        yield Pause((outcome.retry_after or 0) + jitter)


def _request(
    settings: Settings,
    method: str,
    path: str,
    query: Mapping[str, Any] | None,
    body: Mapping[str, Any] | None,
    headers: Mapping[str, str],
) -> httpx.Request:
    content = None if body is None else encode(_named(body))
    # Made once, so that every retry carries the same. It is in the body because a header takes no Unicode.
    if content is not None and method == "POST" and content.get("idempotency_key") is None:
        content["idempotency_key"] = str(uuid.uuid4())
    return httpx.Request(
        method,
        f"{settings.base_url}/v1{path}",
        params=_query(encode(_named(query or {}))) or None,
        json=content,
        headers={
            "authorization": f"Bearer {settings.api_key}",
            "accept": "application/json",
            "user-agent": USER_AGENT,
            **headers,
        },
        extensions={"timeout": httpx.Timeout(settings.timeout).as_dict()},
    )


def _named(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """With the names of the API: `from` is a keyword of Python."""
    return {"from" if name == "from_" else name: value for name, value in parameters.items()}


def encode(value: Any, path: str = "") -> Any:
    """Parameters as JSON has them. No parameter is a float, few are a bool, and money is neither."""
    if isinstance(value, float) or (isinstance(value, bool) and path not in FLAGS):
        raise TypeError(
            f'{path} is a {type(value).__name__}: give a str or a Decimal, such as "12.50". '
            "Most decimal amounts have no exact float."
        )
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise TypeError(f"{path} is a datetime without a time zone: say which, for example timezone.utc.")
        return value.isoformat()
    if isinstance(value, Mapping):
        return {name: encode(each, f"{path}.{name}" if path else name) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [encode(each, f"{path}[{index}]") for index, each in enumerate(value)]
    return value


def _query(parameters: Mapping[str, Any]) -> dict[str, str]:
    """Filters as a query has them. A mapping is a parameter for each of its keys: `metadata[order]=1042`."""
    query: dict[str, str] = {}
    for name, value in parameters.items():
        if isinstance(value, Mapping):
            query |= {f"{name}[{key}]": str(each) for key, each in value.items()}
        elif value is not None:
            query[name] = str(value)
    return query


def path_of(id: str) -> str:
    """An id as a part of a path. Another path would be another request."""
    if not isinstance(id, str) or not re.fullmatch(r"[A-Za-z0-9_-]+", id):
        raise ValueError(f"{id!r} is not an id.")
    return id


def _outcome(reply: httpx.Response | httpx.RequestError | None, asked_at: float) -> Answer | PaymentsError:
    if not isinstance(reply, httpx.Response):
        kind = ApiTimeoutError if isinstance(reply, httpx.TimeoutException) else ApiConnectionError
        reason = f"{type(reply).__name__} {reply}".strip()
        error = kind(f"There was no answer: {reason}.", retryable=not isinstance(reply, UNSENDABLE))
        error.__cause__ = reply
        return error
    try:
        body = reply.json()
    except ValueError:
        body = None
    if not reply.is_success:
        return _refusal(reply, body if isinstance(body, dict) else {})
    if not isinstance(body, dict):
        # Somebody else has answered, such as a proxy with a page to log in.
        return ApiConnectionError(
            f"The answer {reply.status_code} is not a JSON object.", status=reply.status_code, retryable=True
        )
    return Answer(body, reply, asked_at)


def _refusal(reply: httpx.Response, body: dict[str, Any]) -> ApiError:
    def text(name: str) -> str | None:
        value = body.get(name)
        return value if isinstance(value, str) else None

    status, retryable = reply.status_code, body.get("retryable")
    if not isinstance(retryable, bool):
        retryable = status in (408, 429) or status >= 500
    return BY_CODE.get(text("code"), ApiError)(
        text("message") or f"The service answered {status}.",
        code=text("code"),
        param=text("param"),
        request_id=text("request_id") or reply.headers.get("svc-request-id"),
        payment_id=text("payment_id"),
        # A payment that has ended is never tried again, whatever else the answer says.
        retryable=retryable and text("payment_id") is None,
        status=status,
        retry_after=_retry_after(reply.headers.get("retry-after", "")),
        body=body or reply.text,
    )


def _retry_after(value: str) -> float | None:
    """The seconds that the header says, as a number or as a date; `None` where it says neither."""
    if re.fullmatch(r"[0-9]{1,9}", value):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None
