"""Webhooks where the vectors do not reach: what is given, and FastAPI."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from http.client import parse_headers
from io import BytesIO
from typing import Annotated, Any

import httpx
import pytest
from conftest import BASE_URL, VECTORS, Clock
from fastapi import Depends, FastAPI

from stablecoin_payments import models, webhooks
from stablecoin_payments.fastapi import VerifiedEvent

VECTOR = json.loads((VECTORS / "signatures.json").read_text("utf-8"))["vectors"][0]
BODY = VECTOR["body"].encode()
HEADERS: dict[str, str] = VECTOR["headers"]
[SECRET] = VECTOR["secrets"]


@pytest.fixture(autouse=True)
def _now(clock: Clock) -> None:
    clock.now = VECTOR["now"]


@pytest.mark.parametrize("body", [json.loads(BODY), BODY.decode(), None])
def test_a_body_that_was_parsed_is_a_type_error_that_says_what_to_give(body: Any) -> None:
    with pytest.raises(TypeError, match="give the bytes as received"):
        webhooks.verify(body, HEADERS, SECRET)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_any_kind_of_bytes_will_do(kind: Any) -> None:
    assert webhooks.verify(kind(BODY), HEADERS, SECRET).id == "evt_01JZ8Q4M6T3W9XKB2N5RDVC7HE"


@pytest.mark.parametrize(
    "headers",
    [
        {name.title(): value for name, value in HEADERS.items()},
        [(name.encode(), value.encode()) for name, value in HEADERS.items()],
        parse_headers(BytesIO("".join(f"{name}: {value}\r\n" for name, value in HEADERS.items()).encode() + b"\r\n")),
    ],
    ids=["a dictionary", "pairs of bytes, as ASGI has them", "as http.server has them"],
)
def test_headers_are_taken_as_servers_have_them(headers: Any) -> None:
    assert webhooks.verify(BODY, headers, SECRET).type == "payment.settled"


def test_a_verified_event_is_of_its_type() -> None:
    event = webhooks.verify(BODY, HEADERS, [SECRET])
    assert isinstance(event, models.PaymentSettledEvent)
    assert event.data.status == "settled"


def test_no_secret_is_in_the_error() -> None:
    with pytest.raises(webhooks.WebhookVerificationError) as refused:
        webhooks.verify(BODY + b" ", HEADERS, SECRET)
    assert SECRET not in f"{refused.value!r} {refused.value}"


def test_the_package_does_not_import_fastapi() -> None:
    program = "import stablecoin_payments, sys; sys.exit('fastapi' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0  # noqa: S603


def test_fastapi_hands_on_what_is_verified_and_answers_400_to_the_rest() -> None:
    received: list[models.Event] = []
    app = FastAPI()

    @app.post("/webhooks", status_code=204)
    def receive(event: Annotated[Any, Depends(VerifiedEvent(SECRET))]) -> None:
        received.append(event)

    async def deliver() -> list[httpx.Response]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=BASE_URL) as client:
            bodies = (BODY, BODY + b" ")
            return [await client.post("/webhooks", content=body, headers=HEADERS) for body in bodies]

    accepted, refused = asyncio.run(deliver())
    assert accepted.status_code == 204
    assert [event.type for event in received] == ["payment.settled"]
    assert refused.status_code == 400
    assert "No signature matches" in refused.json()["detail"]
