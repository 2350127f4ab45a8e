"""What can go wrong: one class for each code of the API, and one for each way of getting no answer."""

from __future__ import annotations

from typing import Any


class PaymentsError(Exception):
    """The base of every error of this SDK but wrong arguments, which are `ValueError` and `TypeError`."""

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        param: str | None = None,
        request_id: str | None = None,
        payment_id: str | None = None,
        retryable: bool = False,
        status: int | None = None,
        retry_after: float | None = None,
        body: Any = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        """What happened, in a sentence."""
        self.code = code
        """Which error it is. Codes that this version of the SDK does not know pass."""
        self.param = param
        """The field at fault, as a path."""
        self.request_id = request_id
        """Give it when you ask for help."""
        self.payment_id = payment_id
        """The payment that was refused, and exists as `failed`; or the one that was waited for."""
        self.retryable = retryable
        """Whether sending the same request again, with the same idempotency key, can end differently."""
        self.status = status
        """The HTTP status; `None` when no answer arrived."""
        self.retry_after = retry_after
        """Seconds to wait before the next try, where the service says so."""
        self.body = body
        """The parsed answer; its text, where it is not JSON."""

    def __str__(self) -> str:
        details = {"status": self.status, "code": self.code, "param": self.param, "request_id": self.request_id}
        known = ", ".join(f"{name}: {value}" for name, value in details.items() if value is not None)
        return f"{self.message} ({known})" if known else self.message


class ApiConnectionError(PaymentsError):
    """No answer arrived. The request may have been carried out: send it again with the same idempotency key."""


class ApiTimeoutError(ApiConnectionError):
    """No answer arrived in time."""


class WaitTimeoutError(PaymentsError):
    """The payment had not ended when the time to wait for it was over."""


class ApiError(PaymentsError):
    """The service refused the request, with a code that this version of the SDK does not know or with none."""


class InvalidRequestError(ApiError):
    """400: a parameter is missing or malformed; `param` names it."""


class UnauthorizedError(ApiError):
    """401: the API key is not valid."""


class InsufficientBalanceError(ApiError):
    """402: no single chain holds enough for the payment."""


class ComplianceBlockedError(ApiError):
    """403: screening blocked it."""


class RuleDeniedError(ApiError):
    """403: a rule of the account denies the payment."""


class PlanRequiredError(ApiError):
    """403: the plan of the API key does not include it."""


class InsufficientScopeError(ApiError):
    """403: the API key lacks the scope."""


class NotFoundError(ApiError):
    """404: there is no such object in this account and mode."""


class IdempotencyConflictError(ApiError):
    """409: the idempotency key was used with other parameters."""


class PossibleDuplicateError(ApiError):
    """409: an earlier payment has the same recipient, amount, currency and payer; `payment_id` names it."""


class InvalidStateError(ApiError):
    """409: it is too late for this."""


class ChainUnavailableError(ApiError):
    """422: the chain cannot be used now."""


class RateLimitedError(ApiError):
    """429: too many requests."""


class InternalError(ApiError):
    """500: the service failed."""


BY_CODE: dict[str | None, type[ApiError]] = {
    "invalid_request": InvalidRequestError,
    "unauthorized": UnauthorizedError,
    "insufficient_balance": InsufficientBalanceError,
    "compliance_blocked": ComplianceBlockedError,
    "rule_denied": RuleDeniedError,
    "plan_required": PlanRequiredError,
    "insufficient_scope": InsufficientScopeError,
    "not_found": NotFoundError,
    "idempotency_conflict": IdempotencyConflictError,
    "possible_duplicate": PossibleDuplicateError,
    "invalid_state": InvalidStateError,
    "chain_unavailable": ChainUnavailableError,
    "rate_limited": RateLimitedError,
    "internal_error": InternalError,
}
