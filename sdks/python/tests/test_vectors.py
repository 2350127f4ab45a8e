"""What every SDK of this repository sends and makes of the answers: sdks/vectors."""

from __future__ import annotations

import base64
import re
from contextlib import AbstractContextManager, closing, nullcontext
from itertools import islice
from typing import Any

import httpx
import pytest
from conftest import BASE_URL, Caller, Clock, Service, Vector, moment, shown, vectors

import stablecoin_payments
from stablecoin_payments import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    PaymentsError,
    StablecoinPayments,
    WaitTimeoutError,
    webhooks,
)

KINDS: dict[str, Any] = {
    "api_error": ApiError,
    "timeout": ApiTimeoutError,
    "wait_timeout": WaitTimeoutError,
    "connection_error": ApiConnectionError,
    "invalid_argument": ValueError,
}


def expect_error(error: BaseException, expected: Vector) -> None:
    kind = KINDS[expected.get("kind", "api_error")]
    assert isinstance(error, kind)
    assert kind is not ApiConnectionError or not isinstance(error, ApiTimeoutError)
    if "class" in expected:
        assert type(error) is getattr(stablecoin_payments, expected["class"])
    for name, value in expected.items():
        if name not in ("kind", "class", "names"):
            assert getattr(error, {"retry_after_seconds": "retry_after"}.get(name, name)) == value, name


def expect_part(result: Any, expected: Vector) -> None:
    written = shown(result)
    assert {name: written[name] for name in expected} == expected


@vectors("clients")
def test_clients(vector: Vector, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("STABLECOIN_API_KEY", "STABLECOIN_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    for name, value in vector["environment"].items():
        monkeypatch.setenv(name, value)
    service = Service([{"status": 200, "body": {}}])
    http = httpx.Client(transport=service.transport)

    if "error" in vector:
        with pytest.raises(ValueError, match=vector["error"]["names"]) as refused:
            StablecoinPayments(**vector["options"], http_client=http)
        key = vector["options"].get("api_key")
        assert not key or key not in str(refused.value)
        return

    client = StablecoinPayments(**vector["options"], http_client=http)
    client.payments.get("pay_1")
    assert str(service.requests[0].url) == vector["url"]
    assert client.livemode is vector["livemode"]


@vectors("requests")
def test_requests(vector: Vector, caller: Caller) -> None:
    if vector["request"] is None:
        service = Service([])
        with pytest.raises(ValueError, match="is not an id"):
            caller.call(service, vector)
        assert service.requests == []
        return

    service = Service([vector["answer"]])
    result = caller.call(service, vector)

    [request], expected = service.requests, vector["request"]
    assert request.method == expected["method"]
    assert request.url.path == expected["path"]
    assert dict(request.url.params) == expected["query"]
    always = {"authorization": "Bearer svc_test_0123456789", "accept": "application/json"}
    with_body = {} if expected["body"] is None else {"content-type": "application/json"}
    for name, value in {**always, **with_body, **expected["headers"]}.items():
        assert request.headers[name] == value
    assert re.fullmatch(r"stablecoin-payments-python/\d+\.\d+\.\d+( .+)?", request.headers["user-agent"])
    [body] = service.bodies()
    if (expected["body"] or {}).get("idempotency_key") == "<generated>":
        assert 1 <= len(body.pop("idempotency_key")) <= 255
        expected = {
            **expected,
            "body": {key: each for key, each in expected["body"].items() if key != "idempotency_key"},
        }
    assert body == expected["body"]
    if "result" in vector:
        expect_part(result, vector["result"])


@vectors("errors")
def test_errors(vector: Vector, caller: Caller) -> None:
    with pytest.raises(ApiError) as raised:
        caller.call(Service([vector["answer"]]), vector, max_retries=0)
    expect_error(raised.value, vector["error"])


def expect_outcome(vector: Vector, caller: Caller, clock: Clock, max_retries: int) -> Service:
    service = Service(vector["answers"], clock)
    max_retries = vector.get("options", {}).get("max_retries", max_retries)
    try:
        result = caller.call(service, vector, max_retries=max_retries)
    except PaymentsError as error:
        expect_error(error, vector["outcome"]["error"])
    else:
        expect_part(result, vector["outcome"]["result"])
    assert len(service.requests) == vector["requests"]
    assert clock.waits_ms == vector["delays_ms"]
    return service


@vectors("retries")
def test_retries(vector: Vector, caller: Caller, clock: Clock) -> None:
    clock.now = moment("2026-01-31T12:00:00Z")
    service = expect_outcome(vector, caller, clock, max_retries=3)
    assert len({(each.method, str(each.url), each.content) for each in service.requests}) == 1


@vectors("wait")
def test_wait(vector: Vector, caller: Caller, clock: Clock) -> None:
    service = expect_outcome(vector, caller, clock, max_retries=0)
    polls = [each for each in service.requests if each.method != "POST"]
    assert all(str(each.url) == f"{BASE_URL}/v1/payments/pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE" for each in polls)
    assert vector["method"] == "payments.wait" or service.requests[0].method == "POST"


@vectors("pages")
def test_pages(vector: Vector, caller: Caller, clock: Clock) -> None:
    service = Service(vector["answers"], clock)
    seen: list[Any] = []
    expected: AbstractContextManager[Any] = pytest.raises(PaymentsError) if "error" in vector else nullcontext()
    items = caller.items(service, vector)
    with closing(items), expected as raised:
        for item in islice(items, vector.get("take")):
            seen.append(item)
    if raised is not None:
        expect_error(raised.value, vector["error"])
    assert [item.id for item in seen] == vector["items"]
    assert [dict(request.url.params) for request in service.requests] == vector["requests"]


@vectors("signatures")
def test_signatures(vector: Vector, clock: Clock) -> None:
    clock.now = vector["now"]
    body = base64.b64decode(vector["body_base64"]) if "body_base64" in vector else vector["body"].encode()
    options = {"tolerance": vector["tolerance_seconds"]} if "tolerance_seconds" in vector else {}

    if "refused" in vector:
        with pytest.raises(webhooks.WebhookVerificationError) as refused:
            webhooks.verify(body, vector["headers"], vector["secrets"], **options)
        assert refused.value.reason == vector["refused"]
        return

    expect_part(webhooks.verify(body, vector["headers"], vector["secrets"], **options), vector["event"])
