"""The operations of the API, each written once for both clients."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from typing_extensions import Unpack

from . import models, params
from ._core import Pause, Steps, call, path_of
from ._errors import PaymentsError, WaitTimeoutError
from ._events import read_event
from ._operations import C, List, Listing, Resource, listing, operation  # noqa: F401 - the reference names List

POLL_MIN, POLL_MAX = 0.5, 5.0
SERVICE_WAIT = 10
"""Seconds that the service waits for the outcome of a payment, unless it is told otherwise."""


class Payments(Resource[C]):
    @operation
    def create(
        self, *, wait_seconds: int | None = None, **payment: Unpack[params.CreatePayment]
    ) -> Steps[models.Payment]:
        """Makes a payment and waits for its outcome: for 10 seconds, or for `wait_seconds`, from 0 to 30.

        The payment is `pending` when it has not ended by then, or when a person has to decide. A payment that is
        refused raises an error that has its `payment_id`; one that fails later has an `error_code`.

        A call pays once, however often it is retried. To be as safe when your program crashes, give an
        `idempotency_key` of your own and repeat the call.
        """
        prefer = {} if wait_seconds is None else {"prefer": f"wait={wait_seconds}" if wait_seconds else "respond-async"}
        settings = self._client.settings.waiting(wait_seconds)
        answer = yield from call(settings, "POST", "/payments", body=payment, headers=prefer)
        created = models.Payment.read(answer.body).with_response(answer.response)
        deadline = answer.asked_at + (SERVICE_WAIT if wait_seconds is None else wait_seconds)
        if not answer.replayed or _needs_nobody_to_wait(created) or time.monotonic() >= deadline:
            return created
        # The service waits for a new payment alone. A retry waits as the first attempt would have.
        try:
            return (yield from self._poll(created.id, deadline, _needs_nobody_to_wait, POLL_MIN)) or created
        except PaymentsError:
            return created

    @operation
    def wait(self, id: str, *, timeout: float = 600) -> Steps[models.Payment]:
        """Polls until a payment is `settled` or `failed`, through approvals and reviews, for `timeout` seconds at most.

        Raises `WaitTimeoutError` when it is still pending then.
        """
        payment = yield from self._poll(path_of(id), time.monotonic() + timeout, _has_ended)
        if payment is None or not _has_ended(payment):
            raise WaitTimeoutError(f"Payment {id} had not ended after {timeout:g} s.", payment_id=id, retryable=True)
        return payment

    def _poll(
        self, id: str, deadline: float, is_over: Callable[[models.Payment], bool], pause: float = 0
    ) -> Steps[models.Payment | None]:
        payment = None
        settings = replace(self._client.settings, max_retries=0)
        while True:
            if pause > 0:
                yield Pause(min(pause, max(0, deadline - time.monotonic())))
            pause = min(POLL_MAX, pause * 2) or POLL_MIN
            try:
                answer = yield from call(settings, "GET", f"/payments/{id}")
                payment = models.Payment.read(answer.body).with_response(answer.response)
            except PaymentsError as error:
                if not error.retryable:
                    raise
                pause = max(pause, error.retry_after or 0)
            if (payment is not None and is_over(payment)) or time.monotonic() >= deadline:
                return payment

    @operation
    def get(self, id: str) -> Steps[models.Payment]:
        """Gets a payment."""
        return self._call(models.Payment.read, "GET", f"/payments/{path_of(id)}")

    @listing
    def list(self, **filters: Unpack[params.ListPayments]) -> Listing[models.Payment]:
        """Lists payments."""
        return Listing(models.Payment.read, "/payments", filters)

    @operation
    def cancel(self, id: str, **body: Unpack[params.CancelPayment]) -> Steps[models.Payment]:
        """Cancels a payment that is not authorized for the chain yet."""
        return self._call(models.Payment.read, "POST", f"/payments/{path_of(id)}/cancel", body)

    @operation
    def simulate(self, **payment: Unpack[params.CreatePayment]) -> Steps[models.Simulation]:
        """Shows every chain that a payment could use. It moves nothing and screens nobody."""
        return self._call(models.Simulation.read, "POST", "/payments/simulate", payment)

    @operation
    def timeline(self, id: str) -> Steps[models.Timeline]:
        """Gets the history of a payment, the oldest entry first."""
        return self._call(models.Timeline.read, "GET", f"/payments/{path_of(id)}/timeline")


def _has_ended(payment: models.Payment) -> bool:
    return payment.status in ("settled", "failed")


def _needs_nobody_to_wait(payment: models.Payment) -> bool:
    """Whether it has ended, or waits for a person, as the service does not either."""
    in_review = payment.stage == "screening" and payment.compliance_ref is not None
    return _has_ended(payment) or payment.stage == "awaiting_approval" or in_review


class Wallets(Resource[C]):
    @operation
    def create(self, **wallet: Unpack[params.CreateWallet]) -> Steps[models.Wallet]:
        """Creates a wallet."""
        return self._call(models.Wallet.read, "POST", "/wallets", wallet)

    @operation
    def bulk(self, **wallets: Unpack[params.CreateWallets]) -> Steps[models.CreatedWallets]:
        """Creates up to 100 wallets. Each has a wallet or an error in the answer, in order."""
        return self._call(models.CreatedWallets.read, "POST", "/wallets/bulk", wallets)

    @operation
    def get(self, id: str) -> Steps[models.Wallet]:
        """Gets a wallet with its balances."""
        return self._call(models.Wallet.read, "GET", f"/wallets/{path_of(id)}")

    @operation
    def onchain(self, id: str) -> Steps[models.ExpandedWallet]:
        """Gets a wallet with what a final block of its chain says of it: limit, spent and balances."""
        path = f"/wallets/{path_of(id)}"
        return self._call(models.ExpandedWallet.read, "GET", path, query={"expand": "onchain"})

    @listing
    def list(self, **filters: Unpack[params.ListWallets]) -> Listing[models.Wallet]:
        """Lists wallets."""
        return Listing(models.Wallet.read, "/wallets", filters)

    @listing
    def ledger(self, id: str, **filters: Unpack[params.ListWalletLedger]) -> Listing[models.LedgerEntry]:
        """Lists the entries of the ledger that move money of the wallet."""
        return Listing(models.LedgerEntry.read, f"/wallets/{path_of(id)}/ledger", filters)


class Approvals(Resource[C]):
    @listing
    def list(self, **filters: Unpack[params.ListApprovals]) -> Listing[models.Approval]:
        """Lists approvals."""
        return Listing(models.Approval.read, "/approvals", filters)

    @operation
    def get(self, id: str) -> Steps[models.Approval]:
        """Gets an approval."""
        return self._call(models.Approval.read, "GET", f"/approvals/{path_of(id)}")

    @operation
    def approve(self, id: str, **decision: Unpack[params.ApprovePayment]) -> Steps[models.Approval]:
        """Approves a payment, in the name of `approver` where the wallet lists approvers.

        A live wallet's approvers sign the approval's `typed_data`, and `signature` carries it.
        """
        return self._call(models.Approval.read, "POST", f"/approvals/{path_of(id)}/approve", decision)

    @operation
    def reject(self, id: str, **decision: Unpack[params.DecideApproval]) -> Steps[models.Approval]:
        """Rejects a payment, which fails."""
        return self._call(models.Approval.read, "POST", f"/approvals/{path_of(id)}/reject", decision)


class Deposits(Resource[C]):
    @listing
    def list(self, **filters: Unpack[params.ListDeposits]) -> Listing[models.Deposit]:
        """Lists money whose sender was screened before it was available."""
        return Listing(models.Deposit.read, "/deposits", filters)

    @operation
    def get(self, id: str) -> Steps[models.Deposit]:
        """Gets a deposit."""
        return self._call(models.Deposit.read, "GET", f"/deposits/{path_of(id)}")

    @operation
    def decide(self, id: str, **decision: Unpack[params.DecideDeposit]) -> Steps[models.Deposit]:
        """Makes the money of a held deposit available, or keeps it held for good."""
        return self._call(models.Deposit.read, "POST", f"/deposits/{path_of(id)}/decision", decision)


class TreasurySettings(Resource[C]):
    @operation
    def get(self) -> Steps[models.TreasurySettings]:
        """Gets the settings."""
        return self._call(models.TreasurySettings.read, "GET", "/treasury/settings")

    @operation
    def update(self, **settings: Unpack[params.UpdateTreasurySettings]) -> Steps[models.TreasurySettings]:
        """Changes what is given; `None` removes a threshold."""
        return self._call(models.TreasurySettings.read, "PATCH", "/treasury/settings", settings)


class Treasury(Resource[C]):
    def __init__(self, client: C) -> None:
        super().__init__(client)
        self.settings: TreasurySettings[C] = TreasurySettings(client)

    @operation
    def balance(self) -> Steps[models.TreasuryBalance]:
        """Gets what the treasury holds."""
        return self._call(models.TreasuryBalance.read, "GET", "/treasury/balance")

    @listing
    def ledger(self, **filters: Unpack[params.ListLedgerEntries]) -> Listing[models.LedgerEntry]:
        """Lists the entries of the ledger."""
        return Listing(models.LedgerEntry.read, "/treasury/ledger", filters)


class Attestations(Resource[C]):
    @operation
    def create(self, **attestation: Unpack[params.CreateAttestation]) -> Steps[models.Attestation]:
        """Records that you have verified somebody yourself."""
        return self._call(models.Attestation.read, "POST", "/compliance/attestations", attestation)

    @operation
    def get(self, id: str) -> Steps[models.Attestation]:
        """Gets an attestation."""
        return self._call(models.Attestation.read, "GET", f"/compliance/attestations/{path_of(id)}")

    @listing
    def list(self, **filters: Unpack[params.ListAttestations]) -> Listing[models.Attestation]:
        """Lists attestations."""
        return Listing(models.Attestation.read, "/compliance/attestations", filters)

    @operation
    def revoke(self, id: str) -> Steps[models.Attestation]:
        """Revokes an attestation."""
        return self._call(models.Attestation.read, "DELETE", f"/compliance/attestations/{path_of(id)}")


class Compliance(Resource[C]):
    def __init__(self, client: C) -> None:
        super().__init__(client)
        self.attestations: Attestations[C] = Attestations(client)

    @operation
    def check(self, **subject: Unpack[params.CheckAddress]) -> Steps[models.ComplianceResult]:
        """Screens an address."""
        return self._call(models.ComplianceResult.read, "POST", "/compliance/check", subject)

    @operation
    def get(self, ref: str) -> Steps[models.ComplianceResult]:
        """Gets a result by its ref."""
        return self._call(models.ComplianceResult.read, "GET", f"/compliance/checks/{path_of(ref)}")

    @listing
    def list(self, **filters: Unpack[params.ListComplianceResults]) -> Listing[models.ComplianceResult]:
        """Lists results."""
        return Listing(models.ComplianceResult.read, "/compliance/checks", filters)

    @operation
    def decide(self, ref: str, **decision: Unpack[params.DecideReview]) -> Steps[models.ComplianceResult]:
        """Clears or blocks a result that is in review."""
        return self._call(models.ComplianceResult.read, "POST", f"/compliance/checks/{path_of(ref)}/decision", decision)


class WebhookEndpoints(Resource[C]):
    @operation
    def create(self, **endpoint: Unpack[params.CreateWebhookEndpoint]) -> Steps[models.WebhookEndpointWithSecret]:
        """Creates an endpoint. Its secret is shown this once."""
        return self._call(models.WebhookEndpointWithSecret.read, "POST", "/webhook_endpoints", endpoint)

    @operation
    def get(self, id: str) -> Steps[models.WebhookEndpoint]:
        """Gets an endpoint."""
        return self._call(models.WebhookEndpoint.read, "GET", f"/webhook_endpoints/{path_of(id)}")

    @listing
    def list(self, **filters: Unpack[params.ListWebhookEndpoints]) -> Listing[models.WebhookEndpoint]:
        """Lists endpoints."""
        return Listing(models.WebhookEndpoint.read, "/webhook_endpoints", filters)

    @operation
    def update(self, id: str, **changes: Unpack[params.UpdateWebhookEndpoint]) -> Steps[models.WebhookEndpoint]:
        """Changes what is given; `events=None` means every type."""
        return self._call(models.WebhookEndpoint.read, "PATCH", f"/webhook_endpoints/{path_of(id)}", changes)

    @operation
    def delete(self, id: str) -> Steps[models.Deleted]:
        """Deletes an endpoint."""
        return self._call(models.Deleted.read, "DELETE", f"/webhook_endpoints/{path_of(id)}")

    @operation
    def rotate_secret(
        self, id: str, **body: Unpack[params.RotateWebhookSecret]
    ) -> Steps[models.WebhookEndpointWithSecret]:
        """Makes a new secret. The old one signs beside it for 24 hours, or for `expires_in` seconds."""
        return self._call(
            models.WebhookEndpointWithSecret.read, "POST", f"/webhook_endpoints/{path_of(id)}/rotate_secret", body
        )

    @operation
    def test(self, id: str, **body: Unpack[params.SendTestEvent]) -> Steps[models.WebhookEndpoint]:
        """Sends a `webhook.test` event."""
        return self._call(models.WebhookEndpoint.read, "POST", f"/webhook_endpoints/{path_of(id)}/test", body)

    @listing
    def deliveries(self, id: str, **filters: Unpack[params.ListDeliveries]) -> Listing[models.Delivery]:
        """Lists what was sent to an endpoint, with every attempt."""
        return Listing(models.Delivery.read, f"/webhook_endpoints/{path_of(id)}/deliveries", filters)

    @operation
    def replay(self, id: str, **events: Unpack[params.ReplayEvents]) -> Steps[models.WebhookEndpoint]:
        """Sends events again: one, all since an event, or those of a period."""
        return self._call(models.WebhookEndpoint.read, "POST", f"/webhook_endpoints/{path_of(id)}/replay", events)


class Events(Resource[C]):
    @operation
    def get(self, id: str) -> Steps[models.Event]:
        """Gets an event."""
        return self._call(read_event, "GET", f"/events/{path_of(id)}")

    @listing
    def list(self, **filters: Unpack[params.ListEvents]) -> Listing[models.Event]:
        """Lists events, the newest first.

        With `order="asc"` it starts with the oldest, and with `wait` the service holds an empty page for that many
        seconds.
        """
        return Listing(read_event, "/events", filters)


class ApiKeys(Resource[C]):
    @operation
    def create(self, **key: Unpack[params.CreateApiKey]) -> Steps[models.ApiKeyWithSecret]:
        """Creates a key. The key itself is shown this once."""
        return self._call(models.ApiKeyWithSecret.read, "POST", "/api_keys", key)

    @operation
    def get(self, id: str) -> Steps[models.ApiKey]:
        """Gets a key."""
        return self._call(models.ApiKey.read, "GET", f"/api_keys/{path_of(id)}")

    @listing
    def list(self, **filters: Unpack[params.ListApiKeys]) -> Listing[models.ApiKey]:
        """Lists keys."""
        return Listing(models.ApiKey.read, "/api_keys", filters)

    @operation
    def update(self, id: str, **changes: Unpack[params.UpdateApiKey]) -> Steps[models.ApiKey]:
        """Renames a key."""
        return self._call(models.ApiKey.read, "PATCH", f"/api_keys/{path_of(id)}", changes)

    @operation
    def delete(self, id: str) -> Steps[models.Deleted]:
        """Revokes a key, and the keys that were made with it."""
        return self._call(models.Deleted.read, "DELETE", f"/api_keys/{path_of(id)}")

    @operation
    def rotate(self, id: str, **body: Unpack[params.RotateApiKey]) -> Steps[models.ApiKeyWithSecret]:
        """Replaces the key itself, which is shown once. The old one ends at once, or `expires_in` seconds later."""
        return self._call(models.ApiKeyWithSecret.read, "POST", f"/api_keys/{path_of(id)}/rotate", body)


class AuditLog(Resource[C]):
    @listing
    def list(self, **filters: Unpack[params.ListAuditLog]) -> Listing[models.AuditLogEntry]:
        """Lists who did what, and from where: the newest first."""
        return Listing(models.AuditLogEntry.read, "/audit_log", filters)


class Stats(Resource[C]):
    @operation
    def get(self, **filters: Unpack[params.GetStats]) -> Steps[models.PaymentStats]:
        """Gets counts, volumes, fees and settlement times of payments, by hour or day."""
        return self._call(models.PaymentStats.read, "GET", "/stats", query=filters)


class Policies(Resource[C]):
    @operation
    def get(self) -> Steps[models.Policies]:
        """Gets who has to agree to payments."""
        return self._call(models.Policies.read, "GET", "/policies")

    @operation
    def update(self, **policies: Unpack[params.UpdatePolicies]) -> Steps[models.Policies]:
        """Changes what is given; `None` switches a policy with an amount off."""
        return self._call(models.Policies.read, "PATCH", "/policies", policies)


class RuleDrafts(Resource[C]):
    @operation
    def create(self, **document: Unpack[params.CreateRuleDraft]) -> Steps[models.RuleDraft]:
        """Drafts rules."""
        return self._call(models.RuleDraft.read, "POST", "/rules/drafts", document)

    @operation
    def get(self, id: str) -> Steps[models.RuleDraft]:
        """Gets a draft."""
        return self._call(models.RuleDraft.read, "GET", f"/rules/drafts/{path_of(id)}")

    @operation
    def update(self, id: str, **document: Unpack[params.UpdateRuleDraft]) -> Steps[models.RuleDraft]:
        """Replaces the document. The draft loses its agreement."""
        return self._call(models.RuleDraft.read, "PUT", f"/rules/drafts/{path_of(id)}", document)

    @operation
    def agree(self, id: str, **agreement: Unpack[params.AgreeToRuleDraft]) -> Steps[models.RuleDraft]:
        """Agrees to the revision that was read. In live mode it takes another person than the last author."""
        return self._call(models.RuleDraft.read, "POST", f"/rules/drafts/{path_of(id)}/agree", agreement)

    @operation
    def publish(self, id: str, **publication: Unpack[params.PublishRuleDraft]) -> Steps[models.Rules]:
        """Makes the draft the next version."""
        return self._call(models.Rules.read, "POST", f"/rules/drafts/{path_of(id)}/publish", publication)

    @operation
    def discard(self, id: str) -> Steps[models.DiscardedRuleDraft]:
        """Ends a draft."""
        return self._call(models.DiscardedRuleDraft.read, "DELETE", f"/rules/drafts/{path_of(id)}")


class Rules(Resource[C]):
    def __init__(self, client: C) -> None:
        super().__init__(client)
        self.drafts: RuleDrafts[C] = RuleDrafts(client)

    @operation
    def get(self, **which: Unpack[params.GetRules]) -> Steps[models.Rules]:
        """Gets the rules in force, or the version that is named."""
        return self._call(models.Rules.read, "GET", "/rules", query=which)


class Members(Resource[C]):
    @listing
    def list(self, **filters: Unpack[params.ListMembers]) -> Listing[models.Member]:
        """Lists the people who have signed in."""
        return Listing(models.Member.read, "/members", filters)

    @operation
    def set(self, id: str, **member: Unpack[params.SetMember]) -> Steps[models.Member]:
        """Gives a role, or with `None` takes it away. Without a `status` the member is active."""
        return self._call(models.Member.read, "PUT", f"/members/{path_of(id)}", member)


class Sandbox(Resource[C]):
    @operation
    def faucet(self, **transfer: Unpack[params.UseFaucet]) -> Steps[models.FaucetReceipt]:
        """Credits the treasury or a wallet of the sandbox."""
        return self._call(models.FaucetReceipt.read, "POST", "/sandbox/faucet", transfer)
