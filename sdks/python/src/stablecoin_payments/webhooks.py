"""Verifies that a webhook comes from the service.

```python
event = webhooks.verify(raw_body, headers, secret)
```
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Sequence
from typing import Literal, Protocol, runtime_checkable

from ._errors import PaymentsError
from ._events import read_event
from .models import Event

TOLERANCE = 300

Reason = Literal[
    "missing_header",
    "malformed_header",
    "too_old",
    "too_new",
    "wrong_signature",
    "invalid_secret",
    "invalid_body",
]


@runtime_checkable
class Items(Protocol):
    """A mapping, as far as it matters here: `http.server` has none but this."""

    def items(self) -> Iterable[tuple[str, str]]: ...


Headers = Items | Iterable[tuple[str | bytes, str | bytes]]
_Lower = dict[str, str]

_MESSAGES: dict[Reason, str] = {
    "missing_header": "There is no svc-signature, nor all of webhook-id, webhook-timestamp and webhook-signature.",
    "malformed_header": "The signature header has no timestamp in unix seconds, or no v1 signature.",
    "too_old": "The delivery is older than the tolerance: somebody may be sending an old one again.",
    "too_new": "The delivery is from the future: compare the clocks.",
    "wrong_signature": "No signature matches: the secret is another, or the body is not as it was received.",
    "invalid_secret": "Give the secret of the endpoint: whsec_ and base64.",
    "invalid_body": "The body is not a JSON object in UTF-8.",
}


class WebhookVerificationError(PaymentsError):
    """The delivery is not to be trusted: answer 400."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(_MESSAGES[reason])
        self.reason: Reason = reason
        """Why, for programs."""


def verify(
    raw_body: bytes | bytearray | memoryview,
    headers: Headers,
    secret: str | Sequence[str],
    *,
    tolerance: float = TOLERANCE,
) -> Event:
    """Returns the event of a delivery, once its signature is verified.

    `raw_body` are the bytes as received, before any parser. `headers` are those of the request, in any case. `secret`
    is that of the endpoint, or several: during a rotation the old one and the new one. `tolerance` is how many seconds
    the clocks may differ.

    Raises `WebhookVerificationError` for a delivery that is not to be trusted.
    """
    if not isinstance(raw_body, (bytes, bytearray, memoryview)):
        raise TypeError(
            f"raw_body is a {type(raw_body).__name__}: give the bytes as received, such as `await request.body()`. "
            "The signature is of them, and a parsed body cannot be written again byte for byte."
        )
    body = bytes(raw_body)
    secrets = [secret] if isinstance(secret, str) else list(secret)
    keys = [_key_of(each) for each in secrets]
    if not keys:
        raise WebhookVerificationError("invalid_secret")
    given = _lower(headers)
    reason = _svc_signature(body, given, secrets, tolerance)
    other = reason and _standard_webhooks(body, given, keys, tolerance)
    if reason and other:
        raise WebhookVerificationError(other if reason == "missing_header" else reason)
    try:
        event = json.loads(body.decode("utf-8"))
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise WebhookVerificationError("invalid_body")
    return read_event(event)


def _svc_signature(body: bytes, headers: _Lower, secrets: Sequence[str], tolerance: float) -> Reason | None:
    header = headers.get("svc-signature", "")
    if not header:
        return "missing_header"
    parts = [part.strip().partition("=") for part in header.split(",")]
    timestamp = next((value for name, _, value in parts if name == "t"), "")
    signed = timestamp.encode() + b"." + body
    expected = [hmac.new(each.encode(), signed, hashlib.sha256).hexdigest() for each in secrets]
    return _compare(timestamp, [value for name, _, value in parts if name == "v1"], expected, tolerance)


def _standard_webhooks(body: bytes, headers: _Lower, keys: Sequence[bytes], tolerance: float) -> Reason | None:
    id, timestamp, header = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not (id and timestamp and header):
        return "missing_header"
    signed = f"{id}.{timestamp}.".encode() + body
    expected = [base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode() for key in keys]
    given = [part.removeprefix("v1,") for part in header.split() if part.startswith("v1,")]
    return _compare(timestamp, given, expected, tolerance)


def _compare(timestamp: str, given: Sequence[str], expected: Sequence[str], tolerance: float) -> Reason | None:
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or not given:
        return "malformed_header"
    age = time.time() - int(timestamp)
    if abs(age) > tolerance:
        return "too_old" if age > 0 else "too_new"
    # Every pair is compared, in constant time.
    matches = [hmac.compare_digest(one.encode(), other.encode()) for one in given for other in expected]
    return None if any(matches) else "wrong_signature"


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True) if secret.startswith("whsec_") else b""
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise WebhookVerificationError("invalid_secret")
    return key


def _lower(headers: Headers) -> _Lower:
    pairs = headers.items() if isinstance(headers, Items) else headers
    return {_text(name).lower(): _text(value) for name, value in pairs}


def _text(value: str | bytes) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value
