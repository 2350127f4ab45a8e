"""The base of everything that the API answers."""

from __future__ import annotations

from typing import Any

import httpx
from pydantic import BaseModel, ConfigDict, ValidationError
from typing_extensions import Self

ABSENT: Any = None
"""What a field is that the service did not send."""


class Model(BaseModel):
    """An object of the API, of whatever version the service is.

    Fields that this version of the SDK does not know are kept, and are attributes as well. A field that an older
    service does not send is `None`.
    """

    __slots__ = ("_response",)
    model_config = ConfigDict(extra="allow", populate_by_name=True, protected_namespaces=())

    @classmethod
    def read(cls, body: dict[str, Any]) -> Self:
        """Reads an answer. One that is not as the contract says keeps its fields as they came.

        The service has acted: an exception would hide what it did.
        """
        try:
            return cls.model_validate(body)
        except ValidationError:
            return cls.model_construct(**body)

    def with_response(self, response: httpx.Response) -> Self:
        """Notes the answer that it is from, which is no part of it."""
        object.__setattr__(self, "_response", response)
        return self


def response_of(result: Model) -> httpx.Response | None:
    """Gives the answer that a result is from, with its status and headers; `None` for a part of a result."""
    return getattr(result, "_response", None)
