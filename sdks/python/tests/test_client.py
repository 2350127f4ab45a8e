"""What is Python's own: arguments, clients, asyncio, types."""

from __future__ import annotations

import asyncio
import inspect
import json
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import httpx
import pytest
from conftest import BASE_URL, VECTORS, Caller, Clock, Service

import stablecoin_payments
from stablecoin_payments import AsyncStablecoinPayments, NotFoundError, StablecoinPayments, models
from stablecoin_payments._operations import Resource

CREATE = json.loads((VECTORS / "requests.json").read_text("utf-8"))["vectors"][0]
PAYMENT = CREATE["answer"]
TO = CREATE["arguments"]["to"]


def client_of(service: Service, **options: Any) -> StablecoinPayments:
    return StablecoinPayments(
        "svc_test_abc", BASE_URL, http_client=httpx.Client(transport=service.transport), **options
    )


def async_client_of(service: Any, **options: Any) -> AsyncStablecoinPayments:
    http = httpx.AsyncClient(transport=httpx.MockTransport(service))
    return AsyncStablecoinPayments("svc_test_abc", BASE_URL, http_client=http, **options)


@pytest.mark.parametrize(
    ("amount", "sent"),
    [
        ("12.50", "12.50"),
        (Decimal("12.50"), "12.50"),
        (Decimal("1E+3"), "1000"),
        (Decimal("0.000001"), "0.000001"),
        (Decimal("1E-6"), "0.000001"),
        (Decimal("999999999999999.999999"), "999999999999999.999999"),
    ],
)
def test_money_is_sent_as_text_without_an_exponent(amount: str | Decimal, sent: str) -> None:
    service = Service([PAYMENT])
    payment = client_of(service).payments.create(to=TO, amount=amount)
    assert service.bodies()[0]["amount"] == sent
    assert isinstance(payment.amount, str)


@pytest.mark.parametrize("amount", [12.5, float("nan"), True])
def test_a_float_or_a_bool_is_refused_before_a_request_is_made(amount: Any, caller: Caller) -> None:
    service = Service([])
    with pytest.raises(TypeError, match=r"amount is a (float|bool).*no exact float"):
        caller.call(service, {"method": "payments.create", "arguments": {"to": TO, "amount": amount}})
    assert service.requests == []


def test_a_float_deep_in_the_parameters_is_named_by_its_path() -> None:
    client = client_of(Service([]))
    with pytest.raises(TypeError, match=r"low_balance\.chains\.base is a float"):
        client.treasury.settings.update(low_balance={"chains": {"base": 0.1}})  # type: ignore[typeddict-item]
    with pytest.raises(TypeError, match=r"wallets\[1\]\.spend_limit is a float"):
        client.wallets.bulk(
            wallets=[
                {"owner": "user:1", "chain": "base"},
                {"owner": "user:2", "chain": "base", "spend_limit": 1.5},  # type: ignore[typeddict-item]
            ]
        )


def test_from_is_a_keyword_and_so_the_parameter_is_from_underscore() -> None:
    service = Service([PAYMENT])
    payment = client_of(service).payments.create(to=TO, amount="1.00", from_="wal_1")
    assert service.bodies()[0]["from"] == "wal_1"
    assert payment.from_ is None


def test_the_names_within_a_parameter_are_sent_as_they_are() -> None:
    service = Service([PAYMENT])
    client_of(service).payments.create(to=TO, amount="1.00", of_the_future={"from_": "a", "note_": "b"})  # type: ignore[call-arg]
    assert service.bodies()[0]["of_the_future"] == {"from_": "a", "note_": "b"}


def test_a_datetime_keeps_its_zone_and_one_without_a_zone_is_refused() -> None:
    service = Service([{"status": 200, "body": {"data": [], "has_more": False, "next_cursor": None}}])
    client = client_of(service)
    client.payments.list(created_after=datetime(2026, 1, 31, 12, tzinfo=timezone(timedelta(hours=1)))).page()
    assert service.requests[0].url.params["created_after"] == "2026-01-31T12:00:00+01:00"
    with pytest.raises(TypeError, match="created_after is a datetime without a time zone"):
        client.payments.list(created_after=datetime(2026, 1, 31)).page()


def test_a_filter_that_is_none_is_left_out_and_a_field_that_is_none_is_sent() -> None:
    service = Service(
        [{"status": 200, "body": {"data": [], "has_more": False, "next_cursor": None}}, {"status": 200, "body": {}}]
    )
    client = client_of(service)
    client.payments.list(status="settled").page()
    client.api_keys.update("key_1", name=None)
    assert dict(service.requests[0].url.params) == {"status": "settled"}
    assert service.bodies()[1] == {"name": None}


def test_every_call_has_an_idempotency_key_of_its_own() -> None:
    service = Service([PAYMENT] * 3)
    client = client_of(service)
    for _ in range(3):
        client.payments.create(to=TO, amount="1.00")
    assert len({body["idempotency_key"] for body in service.bodies()}) == 3


def test_an_answer_has_its_fields_as_python_types_and_keeps_those_that_are_not_known() -> None:
    answer = {**PAYMENT["body"], "of_the_future": {"a": 1}}
    payment = client_of(Service([{"status": 200, "body": answer}])).payments.get("pay_1")
    assert payment.created_at == datetime(2026, 1, 31, 12, tzinfo=timezone.utc)
    assert payment.of_the_future == {"a": 1}  # type: ignore[attr-defined]
    assert payment.model_dump(mode="json", by_alias=True)["of_the_future"] == {"a": 1}


def test_an_answer_that_is_not_as_the_contract_says_keeps_what_it_has() -> None:
    payment = client_of(Service([{"status": 201, "body": {"id": "pay_1", "status": "settled", "livemode": "maybe"}}]))
    assert payment.payments.create(to=TO, amount="1.00").id == "pay_1"


def test_an_older_service_does_not_send_what_is_new() -> None:
    wallet = {"id": "wal_1", "created_at": "2026-01-31T12:00:00.000Z", "balances": {"usdc": "1.00"}}
    service = Service([{"status": 200, "body": {"data": [{"wallet": wallet}]}}])
    [made] = client_of(service).wallets.bulk(wallets=[{"owner": "user:1", "chain": "base"}]).data
    assert made.error is None
    assert made.wallet is not None
    assert made.wallet.created_at == datetime(2026, 1, 31, 12, tzinfo=timezone.utc)
    assert made.wallet.balances.usdc == "1.00"
    assert made.wallet.metadata is None


def test_events_are_read_by_their_type() -> None:
    envelope = {"id": "evt_1", "created_at": "2026-01-31T12:00:00.042Z", "sequence": 1, "livemode": False}
    data = PAYMENT["body"]
    known = {**envelope, "type": "payment.settled", "data": data}
    unknown = {**envelope, "type": "payment.of_the_future", "data": {"id": "pay_1"}}
    client = client_of(Service([{"status": 200, "body": known}, {"status": 200, "body": unknown}]))

    event = client.events.get("evt_1")
    assert isinstance(event, models.PaymentSettledEvent)
    assert event.data.amount == "12.50"

    event = client.events.get("evt_1")
    assert isinstance(event, models.WebhookEvent)
    assert event.data == {"id": "pay_1"}


def test_the_pages_of_a_list_can_be_read_one_by_one() -> None:
    answers = [
        {"status": 200, "body": {"data": [PAYMENT["body"]], "has_more": more, "next_cursor": "pay_9" if more else None}}
        for more in (True, False)
    ]
    service = Service([*answers, *answers])
    client = client_of(service)
    assert [len(page.data) for page in client.payments.list().pages()] == [1, 1]

    first = client.payments.list(limit=1).page()
    assert (len(first.data), first.has_more, first.next_cursor) == (1, True, "pay_9")
    last = client.payments.list(limit=1, starting_after="pay_9").page()
    assert (last.has_more, last.next_cursor) == (False, None)


def test_an_answer_that_is_no_page_is_an_error_and_not_the_end_of_a_list() -> None:
    with pytest.raises(stablecoin_payments.ApiError, match="not a page of a list"):
        list(client_of(Service([{"status": 200, "body": {}}])).payments.list())


def test_a_list_can_be_gone_through_again() -> None:
    page = {"status": 200, "body": {"data": [PAYMENT["body"]], "has_more": False, "next_cursor": None}}
    service = Service([page, page])
    payments = client_of(service).payments.list()
    assert service.requests == []
    assert len(list(payments)) == len(list(payments)) == 1


def test_a_poll_that_is_refused_loses_no_payment(caller: Caller, clock: Clock) -> None:
    pending = {**PAYMENT["body"], "status": "pending", "stage": "queued"}
    replay = {"status": 200, "headers": {"svc-idempotent-replayed": "true"}, "body": pending}
    refusal = {"status": 403, "body": {"code": "insufficient_scope", "message": "No.", "retryable": False}}
    service = Service([replay, refusal], clock)
    assert caller.call(service, CREATE).status == "pending"


def test_polls_obey_retry_after(caller: Caller, clock: Clock) -> None:
    limited = {"status": 429, "headers": {"retry-after": "7"}, "body": {"code": "rate_limited", "retryable": True}}
    service = Service([limited, PAYMENT], clock)
    caller.call(service, {"method": "payments.wait", "id": "pay_1"})
    assert clock.waits == [7]


def test_the_api_key_is_in_no_error_and_in_no_repr(caller: Caller) -> None:
    refused = {"status": 404, "body": {"code": "not_found", "message": "There is no such payment.", "retryable": False}}
    with pytest.raises(NotFoundError) as raised:
        caller.call(Service([refused]), {"method": "payments.get", "id": "pay_1"}, api_key="svc_test_topsecret")
    assert "topsecret" not in f"{raised.value!r} {raised.value}"
    assert "topsecret" not in repr(client_of(Service([])).settings)


def test_an_error_says_what_support_asks_for() -> None:
    body = {"code": "invalid_request", "message": "amount is too large.", "param": "amount", "request_id": "req_1"}
    with pytest.raises(stablecoin_payments.InvalidRequestError) as raised:
        client_of(Service([{"status": 400, "body": body}])).payments.create(to=TO, amount="9e9")
    assert str(raised.value) == (
        "amount is too large. (status: 400, code: invalid_request, param: amount, request_id: req_1)"
    )


def test_a_request_that_cannot_be_sent_is_not_sent_again() -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.LocalProtocolError("Illegal header value", request=request)

    http = httpx.Client(transport=httpx.MockTransport(refuse))
    client = StablecoinPayments("svc_test_abc", BASE_URL, http_client=http)
    with pytest.raises(stablecoin_payments.ApiConnectionError) as raised:
        client.payments.get("pay_1")
    assert not raised.value.retryable
    assert isinstance(raised.value.__cause__, httpx.LocalProtocolError)


def test_the_timeout_is_that_of_the_client() -> None:
    service = Service([PAYMENT])
    client_of(service, timeout=2.5).payments.get("pay_1")
    assert service.requests[0].extensions["timeout"] == {"connect": 2.5, "read": 2.5, "write": 2.5, "pool": 2.5}


def test_a_call_that_waits_longer_has_longer_to_answer() -> None:
    service = Service([PAYMENT])
    client_of(service, timeout=5).payments.create(to=TO, amount="1.00", wait_seconds=30)
    assert service.requests[0].extensions["timeout"]["read"] == 35


def test_events_can_be_followed_with_a_long_poll() -> None:
    service = Service([{"status": 200, "body": {"data": [], "has_more": False, "next_cursor": "evt_7"}}])
    page = client_of(service, timeout=5).events.list(order="asc", wait=30, starting_after="evt_7").page()
    assert dict(service.requests[0].url.params) == {"order": "asc", "wait": "30", "starting_after": "evt_7"}
    assert service.requests[0].extensions["timeout"]["read"] == 35
    assert page.next_cursor == "evt_7"


def test_options_can_be_others_for_some_calls(clock: Clock) -> None:
    service = Service(["connection_reset"], clock)
    client = client_of(service).with_options(max_retries=0, timeout=7)
    with pytest.raises(stablecoin_payments.ApiConnectionError):
        client.payments.get("pay_1")
    assert service.requests[0].extensions["timeout"]["read"] == 7
    with pytest.raises(ValueError, match="must not be negative"):
        client.with_options(max_retries=-1)


def test_a_result_knows_the_answer_that_it_is_from(caller: Caller) -> None:
    headers = {"svc-request-id": "req_1", "svc-idempotent-replayed": "true"}
    payment = caller.call(Service([{**PAYMENT, "headers": headers}]), CREATE)
    response = stablecoin_payments.response_of(payment)
    assert response is not None
    assert (response.status_code, response.headers["svc-request-id"]) == (201, "req_1")
    assert payment == models.Payment.read(PAYMENT["body"])


def test_canceling_a_task_ends_its_request() -> None:
    ended: list[str] = []

    async def hang(request: httpx.Request) -> httpx.Response:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            ended.append(request.url.path)
            raise
        raise AssertionError

    async def run() -> None:
        async with async_client_of(hang) as client:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(client.payments.create(to=TO, amount="1.00"), timeout=0.05)

    asyncio.run(run())
    assert ended == ["/v1/payments"]


def test_canceling_a_task_ends_its_wait_for_a_retry() -> None:
    requests: list[httpx.Request] = []
    lost = asyncio.Event()

    def lose(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        lost.set()
        return httpx.Response(503, headers={"retry-after": "30"})

    async def run() -> None:
        async with async_client_of(lose) as client:
            task = asyncio.create_task(client.payments.create(to=TO, amount="1.00"))
            await lost.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(run())
    assert len(requests) == 1


def test_many_tasks_share_a_client() -> None:
    service = Service([PAYMENT] * 50)

    async def run() -> None:
        async with async_client_of(service) as client:
            await asyncio.gather(*(client.payments.create(to=TO, amount="1.00") for _ in range(50)))

    asyncio.run(run())
    assert len({body["idempotency_key"] for body in service.bodies()}) == 50


def test_both_clients_have_the_same_methods_with_the_same_signatures() -> None:
    blocking = client_of(Service([]))
    asynchronous = async_client_of(Service([]))
    resources = [name for name, value in vars(blocking).items() if isinstance(value, Resource)]
    assert len(resources) == 15
    for name in resources:
        assert type(vars(blocking)[name]) is type(vars(asynchronous)[name])


def test_help_shows_what_a_caller_gives_and_gets() -> None:
    client = client_of(Service([]))
    create = inspect.signature(client.payments.create)
    assert list(create.parameters) == ["wait_seconds", "payment"]
    assert create.return_annotation == "models.Payment"
    assert inspect.signature(client.payments.list).return_annotation == "List[models.Payment]"
    assert "Makes a payment" in (client.payments.create.__doc__ or "")
