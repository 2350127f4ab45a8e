"""Verified webhooks in FastAPI. Import this module where FastAPI is installed.

```python
@app.post("/webhooks")
def receive(event: Annotated[Event, Depends(VerifiedEvent(secret))]) -> None: ...
```
"""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import HTTPException, Request

from . import webhooks
from .models import Event


class VerifiedEvent:
    """A dependency that gives the event of a delivery, and answers 400 to one that is not to be trusted."""

    def __init__(self, secret: str | Sequence[str], *, tolerance: float = webhooks.TOLERANCE) -> None:
        self._secret, self._tolerance = secret, tolerance

    async def __call__(self, request: Request) -> Event:
        try:
            return webhooks.verify(await request.body(), request.headers, self._secret, tolerance=self._tolerance)
        except webhooks.WebhookVerificationError as error:
            raise HTTPException(400, str(error)) from error
