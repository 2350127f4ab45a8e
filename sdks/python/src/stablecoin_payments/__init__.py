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
    PossibleDuplicateError,
    RateLimitedError,
    RuleDeniedError,
    UnauthorizedError,
    WaitTimeoutError,
)
from ._model import response_of
from ._operations import AsyncList, List, Page
from ._version import __version__

__all__ = [
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "AsyncList",
    "AsyncStablecoinPayments",
    "ChainUnavailableError",
    "ComplianceBlockedError",
    "IdempotencyConflictError",
    "InsufficientBalanceError",
    "InsufficientScopeError",
    "InternalError",
    "InvalidRequestError",
    "InvalidStateError",
    "List",
    "NotFoundError",
    "Page",
    "PaymentsError",
    "PlanRequiredError",
    "PossibleDuplicateError",
    "RateLimitedError",
    "RuleDeniedError",
    "StablecoinPayments",
    "UnauthorizedError",
    "WaitTimeoutError",
    "__version__",
    "models",
    "params",
    "resources",
    "response_of",
    "webhooks",
]
