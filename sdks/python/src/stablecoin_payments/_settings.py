"""Where a client sends its requests, and as whom."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, replace

import httpx

DEFAULT_TIMEOUT = 30.0
DEFAULT_MAX_RETRIES = 3


@dataclass(frozen=True)
class Settings:
    api_key: str = field(repr=False)
    base_url: str
    """Without `/v1` and without a slash at its end."""
    timeout: float
    """Seconds that one attempt may take."""
    max_retries: int

    @classmethod
    def of(cls, api_key: str | None, base_url: str | None, timeout: float, max_retries: int) -> Settings:
        """What is not given comes from the environment."""
        key = api_key if api_key is not None else os.environ.get("STABLECOIN_API_KEY")
        url = base_url if base_url is not None else os.environ.get("STABLECOIN_BASE_URL")
        if not key:
            raise ValueError("There is no API key: give api_key, or set STABLECOIN_API_KEY.")
        if not re.fullmatch(r"svc_(test|live)_[!-~]+", key):
            raise ValueError("api_key is not an API key: give the whole key as it was shown, without spaces.")
        if not url:
            raise ValueError("There is no base URL: give base_url, or set STABLECOIN_BASE_URL.")
        if timeout < 0 or max_retries < 0:
            raise ValueError("timeout and max_retries must not be negative.")
        return cls(key, _root(url), timeout, max_retries)

    def waiting(self, seconds: float | None) -> Settings:
        """With time for the service to wait before it answers."""
        return replace(self, timeout=self.timeout + seconds) if seconds else self

    @property
    def livemode(self) -> bool:
        return self.api_key.startswith("svc_live_")


def _root(url: str) -> str:
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise ValueError(f"base_url is not a URL: {error}.") from None
    if parsed.scheme not in ("http", "https") or not parsed.host:
        raise ValueError('base_url must be an http or https URL, such as "https://pay.example.com".')
    if parsed.userinfo or parsed.query or parsed.fragment:
        raise ValueError("base_url must have no credentials, no query and no fragment.")
    return re.sub(r"(?<=[^/])/v1$", "", url.rstrip("/")).rstrip("/")
