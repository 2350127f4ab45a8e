"""Payments in USDC and EURC: clients of the Stablecoin Payments API, and the verification of its webhooks."""

from . import models, params, resources, webhooks
from ._client import AsyncStablecoinPayments, StablecoinPayments
from ._errors import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    ChainUnavailableError,
    ComplianceBlockedError,
    IdempotencyConflictError,
    InsufficientBalanceError,
    InsufficientScopeError,
    InternalError,
    InvalidRequestError,
    InvalidStateError,
    NotFoundError,
    PaymentsError,
    PlanRequiredError,
    RateLimitedError,
    UnauthorizedError,
    WaitTimeoutError,
)
from ._operations import AsyncPages, Page, Pages
from ._version import __version__

__all__ = [
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "AsyncPages",
    "AsyncStablecoinPayments",
    "ChainUnavailableError",
    "ComplianceBlockedError",
    "IdempotencyConflictError",
    "InsufficientBalanceError",
    "InsufficientScopeError",
    "InternalError",
    "InvalidRequestError",
    "InvalidStateError",
    "NotFoundError",
    "Page",
    "Pages",
    "PaymentsError",
    "PlanRequiredError",
    "RateLimitedError",
    "StablecoinPayments",
    "UnauthorizedError",
    "WaitTimeoutError",
    "__version__",
    "models",
    "params",
    "resources",
    "webhooks",
]
