"""Events, as webhooks and lists carry them."""

from __future__ import annotations

from typing import Any, get_args

from .models import Event, WebhookEvent

_BY_TYPE: dict[Any, type[Event]] = {
    get_args(kind.model_fields["type"].annotation)[0]: kind for kind in get_args(Event) if kind is not WebhookEvent
}


def read_event(body: dict[str, Any]) -> Event:
    """Reads an event as what its type says."""
    return _BY_TYPE.get(body.get("type"), WebhookEvent).read(body)
