"""Lets a resource be written once: its methods block on one client, and are coroutines on the other."""

from __future__ import annotations

import functools
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from ._core import Steps, call
from ._errors import ApiError
from ._model import Model
from ._settings import Settings

if TYPE_CHECKING:
    from ._client import AsyncStablecoinPayments, StablecoinPayments

P = ParamSpec("P")
T = TypeVar("T")
M = TypeVar("M", bound=Model)
Read = Callable[[dict[str, Any]], T]
C = TypeVar("C", bound="StablecoinPayments | AsyncStablecoinPayments")


class Resource(Generic[C]):
    def __init__(self, client: C) -> None:
        self._client = client

    def _call(
        self,
        read: Read[M],
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
    ) -> Steps[M]:
        answer = yield from call(self._client.settings, method, path, body=body, query=query)
        return read(answer.body).with_response(answer.response)


@dataclass(frozen=True)
class Page(Generic[T]):
    """A part of a list."""

    data: list[T]
    has_more: bool
    next_cursor: str | None
    """Goes into `starting_after` to read the next page."""


@dataclass(frozen=True)
class Listing(Generic[T]):
    """What a list is of."""

    read: Read[T]
    path: str
    query: Mapping[str, Any]

    def page(self, settings: Settings, cursor: str | None = None) -> Steps[Page[T]]:
        query = self.query if cursor is None else {**self.query, "starting_after": cursor}
        body = (yield from call(settings.waiting(query.get("wait")), "GET", self.path, query=query)).body
        if not isinstance(body.get("data"), list):
            raise ApiError("The answer is not a page of a list.", body=body)
        return Page([self.read(item) for item in body["data"]], body.get("has_more") is True, body.get("next_cursor"))


class List(Generic[T]):
    """All items of a list, the newest first. A page is read when its first item is asked for."""

    def __init__(self, client: StablecoinPayments, listing: Listing[T]) -> None:
        self._client, self._listing = client, listing

    def page(self) -> Page[T]:
        """Reads the first page alone."""
        return next(self.pages())

    def pages(self) -> Iterator[Page[T]]:
        """Reads page after page."""
        cursor: str | None = None
        while True:
            page = self._client.run(self._listing.page(self._client.settings, cursor))
            yield page
            if not page.has_more or (cursor := page.next_cursor) is None:
                return

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data


class AsyncList(Generic[T]):
    """As `List`, for `async for`."""

    def __init__(self, client: AsyncStablecoinPayments, listing: Listing[T]) -> None:
        self._client, self._listing = client, listing

    async def page(self) -> Page[T]:
        """Reads the first page alone."""
        return await self._client.run(self._listing.page(self._client.settings))

    async def pages(self) -> AsyncIterator[Page[T]]:
        """Reads page after page."""
        cursor: str | None = None
        while True:
            page = await self._client.run(self._listing.page(self._client.settings, cursor))
            yield page
            if not page.has_more or (cursor := page.next_cursor) is None:
                return

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for item in page.data:
                yield item


# For type checkers, a method is blocking or a coroutine by the client of its resource. At run time it is a function.
if TYPE_CHECKING:

    class operation(Generic[P, T]):
        def __init__(self, steps: Callable[Concatenate[Any, P], Steps[T]]) -> None: ...
        @overload
        def __get__(self, resource: Resource[StablecoinPayments], owner: Any) -> Callable[P, T]: ...
        @overload
        def __get__(
            self, resource: Resource[AsyncStablecoinPayments], owner: Any
        ) -> Callable[P, Coroutine[Any, Any, T]]: ...
        def __get__(self, resource: Any, owner: Any) -> Any: ...

    class listing(Generic[P, T]):
        def __init__(self, describe: Callable[Concatenate[Any, P], Listing[T]]) -> None: ...
        @overload
        def __get__(self, resource: Resource[StablecoinPayments], owner: Any) -> Callable[P, List[T]]: ...
        @overload
        def __get__(self, resource: Resource[AsyncStablecoinPayments], owner: Any) -> Callable[P, AsyncList[T]]: ...
        def __get__(self, resource: Any, owner: Any) -> Any: ...

else:

    def operation(steps):
        """Makes steps a method, which the client of the resource runs."""

        @functools.wraps(steps)
        def method(self, *args, **kwargs):
            return self._client.run(steps(self, *args, **kwargs))

        return _documented(method, r"Steps\[(.*)\]", r"\1")

    def listing(describe):
        """Makes the description of a list a method, which gives its items."""

        @functools.wraps(describe)
        def method(self, *args, **kwargs):
            return self._client.pages(describe(self, *args, **kwargs))

        return _documented(method, r"Listing\[(.*)\]", r"List[\1]")

    def _documented(method, written, shown):
        """Has `help` and the reference show what a caller gets."""
        annotations = method.__wrapped__.__annotations__
        annotations["return"] = re.sub(written, shown, annotations["return"])
        return method
