"""The two clients. All that differs between them is how they wait."""

from __future__ import annotations

import asyncio
import time
from types import TracebackType
from typing import TypeVar

import httpx
from typing_extensions import Self

from . import resources
from ._core import Pause, Steps
from ._operations import AsyncList, List, Listing
from ._settings import DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT, Settings

T = TypeVar("T")


class StablecoinPayments:
    """A client of the API that blocks. Threads can share it.

    Without `api_key` and `base_url`, `STABLECOIN_API_KEY` and `STABLECOIN_BASE_URL` count. `timeout` is in seconds, for
    each phase of one attempt. `http_client` replaces the connection pool, for example to use a proxy.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_MAX_RETRIES,
        http_client: httpx.Client | None = None,
    ) -> None:
        self.settings = Settings.of(api_key, base_url, timeout, max_retries)
        self._http = http_client or httpx.Client()
        self.payments: resources.Payments[StablecoinPayments] = resources.Payments(self)
        self.wallets: resources.Wallets[StablecoinPayments] = resources.Wallets(self)
        self.approvals: resources.Approvals[StablecoinPayments] = resources.Approvals(self)
        self.deposits: resources.Deposits[StablecoinPayments] = resources.Deposits(self)
        self.treasury: resources.Treasury[StablecoinPayments] = resources.Treasury(self)
        self.compliance: resources.Compliance[StablecoinPayments] = resources.Compliance(self)
        self.webhook_endpoints: resources.WebhookEndpoints[StablecoinPayments] = resources.WebhookEndpoints(self)
        self.events: resources.Events[StablecoinPayments] = resources.Events(self)
        self.api_keys: resources.ApiKeys[StablecoinPayments] = resources.ApiKeys(self)
        self.audit_log: resources.AuditLog[StablecoinPayments] = resources.AuditLog(self)
        self.stats: resources.Stats[StablecoinPayments] = resources.Stats(self)
        self.policies: resources.Policies[StablecoinPayments] = resources.Policies(self)
        self.rules: resources.Rules[StablecoinPayments] = resources.Rules(self)
        self.members: resources.Members[StablecoinPayments] = resources.Members(self)
        self.sandbox: resources.Sandbox[StablecoinPayments] = resources.Sandbox(self)

    @property
    def livemode(self) -> bool:
        """Whether payments move real money: the API key is of live mode."""
        return self.settings.livemode

    def with_options(self, *, timeout: float | None = None, max_retries: int | None = None) -> Self:
        """The same client with other options, on the same connections."""
        settings = self.settings
        return type(self)(
            settings.api_key,
            settings.base_url,
            timeout=settings.timeout if timeout is None else timeout,
            max_retries=settings.max_retries if max_retries is None else max_retries,
            http_client=self._http,
        )

    def run(self, steps: Steps[T]) -> T:
        """Takes the steps of an operation."""
        reply: httpx.Response | httpx.RequestError | None = None
        while True:
            try:
                step = steps.send(reply)
            except StopIteration as done:
                result: T = done.value
                return result
            reply = None
            if isinstance(step, Pause):
                time.sleep(step.seconds)
                continue
            try:
                reply = self._http.send(step, follow_redirects=False)
            except httpx.RequestError as error:
                reply = error

    def pages(self, listing: Listing[T]) -> List[T]:
        return List(self, listing)

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class AsyncStablecoinPayments:
    """A client of the API for asyncio, with the methods of `StablecoinPayments` as coroutines.

    Canceling a task ends its request. A payment that was sent by then may be carried out.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_MAX_RETRIES,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self.settings = Settings.of(api_key, base_url, timeout, max_retries)
        self._http = http_client or httpx.AsyncClient()
        self.payments: resources.Payments[AsyncStablecoinPayments] = resources.Payments(self)
        self.wallets: resources.Wallets[AsyncStablecoinPayments] = resources.Wallets(self)
        self.approvals: resources.Approvals[AsyncStablecoinPayments] = resources.Approvals(self)
        self.deposits: resources.Deposits[AsyncStablecoinPayments] = resources.Deposits(self)
        self.treasury: resources.Treasury[AsyncStablecoinPayments] = resources.Treasury(self)
        self.compliance: resources.Compliance[AsyncStablecoinPayments] = resources.Compliance(self)
        self.webhook_endpoints: resources.WebhookEndpoints[AsyncStablecoinPayments] = resources.WebhookEndpoints(self)
        self.events: resources.Events[AsyncStablecoinPayments] = resources.Events(self)
        self.api_keys: resources.ApiKeys[AsyncStablecoinPayments] = resources.ApiKeys(self)
        self.audit_log: resources.AuditLog[AsyncStablecoinPayments] = resources.AuditLog(self)
        self.stats: resources.Stats[AsyncStablecoinPayments] = resources.Stats(self)
        self.policies: resources.Policies[AsyncStablecoinPayments] = resources.Policies(self)
        self.rules: resources.Rules[AsyncStablecoinPayments] = resources.Rules(self)
        self.members: resources.Members[AsyncStablecoinPayments] = resources.Members(self)
        self.sandbox: resources.Sandbox[AsyncStablecoinPayments] = resources.Sandbox(self)

    @property
    def livemode(self) -> bool:
        """Whether payments move real money: the API key is of live mode."""
        return self.settings.livemode

    def with_options(self, *, timeout: float | None = None, max_retries: int | None = None) -> Self:
        """The same client with other options, on the same connections."""
        settings = self.settings
        return type(self)(
            settings.api_key,
            settings.base_url,
            timeout=settings.timeout if timeout is None else timeout,
            max_retries=settings.max_retries if max_retries is None else max_retries,
            http_client=self._http,
        )

    async def run(self, steps: Steps[T]) -> T:
        """Takes the steps of an operation."""
        reply: httpx.Response | httpx.RequestError | None = None
        while True:
            try:
                step = steps.send(reply)
            except StopIteration as done:
                result: T = done.value
                return result
            reply = None
            if isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
                continue
            try:
                reply = await self._http.send(step, follow_redirects=False)
            except httpx.RequestError as error:
                reply = error

    def pages(self, listing: Listing[T]) -> AsyncList[T]:
        return AsyncList(self, listing)

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.close()
