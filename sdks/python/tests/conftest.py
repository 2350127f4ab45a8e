"""A service that follows a script, and a clock that moves with the waits alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from stablecoin_payments import AsyncStablecoinPayments, StablecoinPayments, _client, _core, resources, webhooks

VECTORS = Path(__file__).resolve().parents[2] / "vectors"
BASE_URL = "http://127.0.0.1:3000"

Vector = dict[str, Any]


def vectors(name: str) -> pytest.MarkDecorator:
    """The vectors of a file, each a test of its own."""
    document = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    return pytest.mark.parametrize("vector", document["vectors"], ids=lambda vector: vector["name"])


class Clock:
    """Stands still, but for waits. Records them."""

    def __init__(self, now: float = 1_769_860_800.0, chance: float = 0.5) -> None:
        self.now, self.chance = now, chance
        self.waits: list[float] = []

    def time(self) -> float:
        return self.now

    monotonic = time

    def random(self) -> float:
        return self.chance

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds

    @property
    def waits_ms(self) -> list[float]:
        return [round(seconds * 1000, 6) for seconds in self.waits]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()

    class Asyncio:
        @staticmethod
        async def sleep(seconds: float) -> None:
            clock.sleep(seconds)

    for module in (_core, resources, _client, webhooks):
        monkeypatch.setattr(module, "time", clock)
    monkeypatch.setattr(_core, "random", clock)
    monkeypatch.setattr(_client, "asyncio", Asyncio)
    return clock


class Service:
    """Answers by a script, and keeps the requests."""

    def __init__(self, answers: list[Any], clock: Clock | None = None) -> None:
        self._answers = iter(answers)
        self._clock = clock
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = next(self._answers)
        if answer == "connection_reset":
            raise httpx.ReadError("connection reset", request=request)
        if answer == "timeout":
            raise httpx.ReadTimeout("timed out", request=request)
        if answer == "cut_body":
            return httpx.Response(200, stream=CutBody())
        if self._clock is not None:
            self._clock.now += answer.get("takes_ms", 0) / 1000
        return response(answer)

    @property
    def transport(self) -> httpx.MockTransport:
        return httpx.MockTransport(self)

    def bodies(self) -> list[Any]:
        return [json.loads(request.content or b"null") for request in self.requests]


class CutBody(httpx.SyncByteStream, httpx.AsyncByteStream):
    def __iter__(self) -> Iterator[bytes]:
        yield b'{"id": "pay_1", "sta'
        raise httpx.RemoteProtocolError("peer closed connection without sending complete message body")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self:
            yield chunk


def response(answer: Vector) -> httpx.Response:
    if "body" in answer:
        return httpx.Response(answer["status"], headers=answer.get("headers"), json=answer["body"])
    return httpx.Response(answer["status"], headers=answer.get("headers"), text=answer.get("text", ""))


class Caller:
    """Calls a method of either client by its name."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def call(self, service: Service, vector: Vector, **options: Any) -> Any:
        """The result; of a list, the first page."""
        given = {"api_key": "svc_test_0123456789", "base_url": BASE_URL, **options}
        if self.kind == "blocking":
            with StablecoinPayments(**given, http_client=httpx.Client(transport=service.transport)) as client:
                result = method_of(client, vector)()
                return result.page() if hasattr(result, "page") else result

        async def run() -> Any:
            http = httpx.AsyncClient(transport=service.transport)
            async with AsyncStablecoinPayments(**given, http_client=http) as client:
                result = method_of(client, vector)()
                return await (result.page() if hasattr(result, "page") else result)

        return asyncio.run(run())

    def items(self, service: Service, vector: Vector) -> Generator[Any, None, None]:
        """The items of a list, one by one."""
        if self.kind == "blocking":
            with StablecoinPayments(
                "svc_test_0123456789", BASE_URL, http_client=httpx.Client(transport=service.transport)
            ) as client:
                yield from method_of(client, vector)()
            return

        http = httpx.AsyncClient(transport=service.transport)
        asynchronous = AsyncStablecoinPayments("svc_test_0123456789", BASE_URL, http_client=http)
        items = aiter(method_of(asynchronous, vector)())
        loop = asyncio.new_event_loop()
        try:
            while (item := loop.run_until_complete(anext(items, None))) is not None:
                yield item
        finally:
            loop.run_until_complete(items.aclose())
            loop.run_until_complete(asynchronous.close())
            loop.close()


def method_of(client: Any, vector: Vector) -> Callable[[], Any]:
    """The call of a vector as Python has it: `from` is `from_`, and options are keyword arguments."""
    for part in vector["method"].split("."):
        client = getattr(client, part)
    named = {"from_" if name == "from" else name: value for name, value in vector.get("arguments", {}).items()}
    options = {name: value for name, value in vector.get("options", {}).items() if name != "max_retries"}
    if "timeout_ms" in options:
        options["timeout"] = options.pop("timeout_ms") / 1000
    return partial(client, *([vector["id"]] if "id" in vector else []), **named, **options)


@pytest.fixture(params=["blocking", "asyncio"])
def caller(request: pytest.FixtureRequest) -> Caller:
    return Caller(request.param)


def moment(text: str) -> float:
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def shown(result: Any) -> Any:
    """A result as the API wrote it."""
    return result.model_dump(mode="json", by_alias=True, warnings=False)
