"""Takes every step of sdks/vectors/end-to-end.json against a running service."""

from __future__ import annotations

import asyncio
import json
import os
import queue
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TypeVar

import pytest

from stablecoin_payments import (
    ApiTimeoutError,
    AsyncStablecoinPayments,
    ComplianceBlockedError,
    IdempotencyConflictError,
    InsufficientBalanceError,
    InsufficientScopeError,
    InvalidRequestError,
    InvalidStateError,
    NotFoundError,
    StablecoinPayments,
    UnauthorizedError,
    models,
    webhooks,
)

T = TypeVar("T")
DOCUMENT = json.loads((Path(__file__).resolve().parents[3] / "vectors" / "end-to-end.json").read_text("utf-8"))
TO = DOCUMENT["recipients"]
WITHIN_SECONDS = 20


def eventually(look: Callable[[], T | None]) -> T:
    """What it finds, as soon as that is there."""
    deadline = time.monotonic() + WITHIN_SECONDS
    while not (found := look()):
        assert time.monotonic() < deadline, "it was not there in time"
        time.sleep(0.05)
    return found


class Steps:
    """Every step is a method, named as in the list."""

    def __init__(self) -> None:
        self.client = StablecoinPayments()
        self.payments = self.client.payments
        self.wallet = ""

    def pay(self) -> None:
        payment = self.payments.create(to=TO["evm"], amount="12.50", metadata={"order": "1042"})
        assert (payment.status, payment.amount, payment.livemode) == ("settled", "12.50", False)
        assert self.client.livemode is False
        self.settled = payment

    def repeat(self) -> None:
        first, second = (
            self.payments.create(to=TO["evm"], amount=Decimal("3.00"), idempotency_key="repeat-1") for _ in range(2)
        )
        assert first.id == second.id

    def conflict(self) -> None:
        with pytest.raises(IdempotencyConflictError) as raised:
            self.payments.create(to=TO["evm"], amount="3.01", idempotency_key="repeat-1")
        assert (raised.value.status, raised.value.param) == (409, "idempotency_key")

    def blocked(self) -> None:
        with pytest.raises(ComplianceBlockedError) as raised:
            self.payments.create(to=TO["blocked"], amount="1.00")
        assert raised.value.status == 403
        assert raised.value.payment_id is not None
        payment = self.payments.get(raised.value.payment_id)
        assert (payment.status, payment.error_code) == ("failed", "compliance_blocked")

    def insufficient(self) -> None:
        empty = self.client.wallets.create(owner="agent:empty", chain="base").id
        with pytest.raises(InsufficientBalanceError) as raised:
            self.payments.create(to=TO["evm"], amount="10.00", from_=empty)
        assert raised.value.status == 402
        assert raised.value.payment_id is not None

    def invalid(self) -> None:
        with pytest.raises(InvalidRequestError) as raised:
            self.payments.create(to=TO["evm"], amount="0")
        assert (raised.value.status, raised.value.param) == (400, "amount")
        assert raised.value.request_id is not None

    def not_found(self) -> None:
        with pytest.raises(NotFoundError) as raised:
            self.payments.get("pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE")
        assert raised.value.status == 404

    def failed(self) -> None:
        payment = self.payments.create(to=TO["evm"], amount="10.000201")
        assert (payment.status, payment.error_code) == ("failed", "transaction_reverted")

    def list(self) -> None:
        made = [self.payments.create(to=TO["evm_new"], amount="1.00").id for _ in range(7)]

        def listed() -> bool:
            ids = [payment.id for payment in self.payments.list(to=TO["evm_new"], limit=2)]
            return len(ids) >= 7 and ids == sorted(made, reverse=True)

        eventually(listed)

    def filters(self) -> None:
        found = eventually(lambda: [*self.payments.list(status="failed")])
        assert {payment.status for payment in found} == {"failed"}
        noted = eventually(lambda: [*self.payments.list(metadata={"order": "1042"})])
        assert [payment.id for payment in noted] == [self.settled.id]

    def get(self) -> None:
        assert self.payments.get(self.settled.id) == self.settled

    def timeline(self) -> None:
        assert self.payments.timeline(self.settled.id).data[-1].type == "settled"

    def simulate(self) -> None:
        simulation = self.payments.simulate(to=TO["evm"], amount="1.00")
        assert simulation.chosen in [candidate.chain for candidate in simulation.candidates]

    def wait(self) -> None:
        payment = self.payments.create(to=TO["evm"], amount="10.000101", wait_seconds=0)
        assert payment.status == "pending"
        assert self.payments.wait(payment.id).status == "settled"

    def cancel(self) -> None:
        payment = self.payments.create(to=TO["review"], amount="1.00", wait_seconds=0)
        eventually(lambda: self.payments.get(payment.id).compliance_ref)
        canceled = self.payments.cancel(payment.id)
        assert (canceled.status, canceled.error_code) == ("failed", "canceled")
        with pytest.raises(InvalidStateError) as raised:
            self.payments.cancel(self.settled.id)
        assert raised.value.status == 409

    def wallets(self) -> None:
        wallets = self.client.wallets
        wallet = wallets.create(owner="agent:procurement", chain="base", spend_limit="100.00")
        self.wallet = wallet.id
        assert wallets.get(wallet.id).spend_limit == "100.00"
        eventually(lambda: wallet.id in [each.id for each in wallets.list(chain="base")])
        made = wallets.bulk(
            wallets=[{"owner": "user:1", "chain": "solana"}, {"owner": "user:blocked", "chain": "base"}]
        ).data
        assert made[0].wallet is not None
        assert made[0].wallet.owner == "user:1"
        assert made[1].error is not None
        assert made[1].error.code == "compliance_blocked"

    def faucet(self) -> None:
        receipt = self.client.sandbox.faucet(chain="base", currency="USDC", amount="500.00", wallet=self.wallet)
        assert receipt.wallet == self.wallet

    def approvals(self) -> None:
        approvals = self.client.approvals

        def waiting() -> str:
            payment = self.payments.create(to=TO["evm"], amount="250.00", from_=self.wallet)
            assert (payment.status, payment.stage) == ("pending", "awaiting_approval")
            assert payment.approval_id is not None
            pending = approvals.list(status="pending", wallet=self.wallet)
            eventually(lambda: payment.approval_id in [each.id for each in pending])
            return payment.approval_id

        approval = approvals.get(waiting())
        assert approvals.approve(approval.id).status == "approved"
        assert self.payments.wait(approval.payment_id).status == "settled"
        rejected = approvals.reject(waiting())
        payment = self.payments.wait(rejected.payment_id)
        assert (payment.status, payment.error_code) == ("failed", "approval_rejected")

    def treasury(self) -> None:
        treasury = self.client.treasury
        assert Decimal(treasury.balance().usdc) > 0
        entry = eventually(lambda: next(iter(treasury.ledger(limit=5)), None))
        assert sum(Decimal(posting.amount) for posting in entry.postings) == 0
        treasury.settings.update(low_balance={"total": Decimal("1000.00")})
        assert treasury.settings.get().low_balance.total == "1000.00"

    def compliance(self) -> None:
        compliance = self.client.compliance
        cleared = compliance.check(address=TO["evm"], country_code="DE")
        assert cleared.status == "cleared"
        assert compliance.get(cleared.ref).ref == cleared.ref
        review = compliance.check(address=TO["review"], country_code="FR")
        assert review.status == "review"
        eventually(lambda: review.ref in [each.ref for each in compliance.list(status="review")])
        assert compliance.decide(review.ref, decision="clear", note="A namesake").status == "cleared"

    def attestations(self) -> None:
        attestations = self.client.compliance.attestations
        until = datetime.now(timezone.utc) + timedelta(days=30)
        made = attestations.create(owner="user:7", checks=["kyc"], reference="case 7", expires_at=until)
        assert attestations.get(made.id) == made
        eventually(lambda: made.id in [each.id for each in attestations.list(owner="user:7")])
        assert attestations.revoke(made.id).status == "revoked"

    def webhooks(self) -> None:
        endpoints = self.client.webhook_endpoints
        with Receiver() as receiver:
            endpoint = endpoints.create(url=receiver.url, events=["payment.settled"])
            assert endpoint.secret is not None
            assert endpoints.get(endpoint.id).url == receiver.url
            assert endpoints.update(endpoint.id, description="Orders").description == "Orders"
            eventually(lambda: endpoint.id in [each.id for each in endpoints.list()])

            endpoints.test(endpoint.id)
            body, headers = receiver.next("webhook.test")
            assert isinstance(webhooks.verify(body, headers, endpoint.secret), models.WebhookTestEvent)
            with pytest.raises(webhooks.WebhookVerificationError, match="No signature matches"):
                webhooks.verify(body.replace(b"webhook.test", b"webhook.tesT"), headers, endpoint.secret)

            payment = self.payments.create(to=TO["evm"], amount="1.00")
            body, headers = receiver.next("payment.settled")
            settled = webhooks.verify(body, headers, endpoint.secret)
            assert isinstance(settled, models.PaymentSettledEvent)
            assert settled.data.id == payment.id

            rotated = endpoints.rotate_secret(endpoint.id).secret
            assert rotated is not None
            assert rotated != endpoint.secret
            endpoints.test(endpoint.id)
            body, headers = receiver.next("webhook.test")
            for secret in (endpoint.secret, rotated):
                webhooks.verify(body, headers, secret)

            delivered = endpoints.deliveries(endpoint.id, status="delivered")
            eventually(lambda: settled.id in [each.event_id for each in delivered])
            endpoints.replay(endpoint.id, event_id=settled.id)
            body, headers = receiver.next("payment.settled")
            assert webhooks.verify(body, headers, [endpoint.secret, rotated]).id == settled.id
            assert endpoints.delete(endpoint.id).deleted
            with pytest.raises(NotFoundError):
                endpoints.get(endpoint.id)

    def events(self) -> None:
        [listed, *_] = eventually(lambda: self.client.events.list(type="payment.settled").page().data)
        assert self.client.events.get(listed.id) == listed

    def api_keys(self) -> None:
        keys = self.client.api_keys
        made = keys.create(name="Reporting", scopes=["payments:read"])
        with StablecoinPayments(made.key) as reader:
            assert reader.payments.list(limit=1).page().data
            with pytest.raises(InsufficientScopeError):
                reader.treasury.balance()
        assert keys.update(made.id, name="Reports").name == "Reports"
        eventually(lambda: made.id in [each.id for each in keys.list()])
        rotated = keys.rotate(made.id).key
        assert rotated is not None
        assert rotated != made.key
        keys.delete(made.id)
        with StablecoinPayments(rotated) as reader:

            def is_refused() -> bool:
                try:
                    reader.payments.list(limit=1).page()
                except UnauthorizedError:
                    return True
                return False

            eventually(is_refused)

    def concurrency(self) -> None:
        async def pay_twice() -> set[str]:
            async with AsyncStablecoinPayments() as client:
                both = [client.payments.create(to=TO["evm"], amount="1.00") for _ in range(2)]
                return {payment.id for payment in await asyncio.gather(*both)}

        assert len(asyncio.run(pay_twice())) == 2

    def timeout(self) -> None:
        with StablecoinPayments(timeout=0.001, max_retries=0) as hasty, pytest.raises(ApiTimeoutError):
            hasty.payments.create(to=TO["evm"], amount="10.000101")

        async def cancel() -> None:
            async with AsyncStablecoinPayments() as client:
                pay = client.payments.create(to=TO["evm"], amount="10.000102")
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(pay, timeout=0.2)

        asyncio.run(cancel())


class Receiver:
    """Keeps the deliveries that it gets, and answers each with 200."""

    def __init__(self) -> None:
        self._deliveries: queue.Queue[tuple[bytes, dict[str, str]]] = queue.Queue()
        deliveries = self._deliveries

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                deliveries.put((self.rfile.read(int(self.headers["content-length"])), dict(self.headers.items())))
                self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["WEBHOOK_PORT"])), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"

    def __enter__(self) -> Receiver:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def next(self, kind: str) -> tuple[bytes, dict[str, str]]:
        """The next delivery, which is an event of this type."""
        body, headers = self._deliveries.get(timeout=WITHIN_SECONDS)
        assert json.loads(body)["type"] == kind
        return body, headers


def main() -> None:
    steps = Steps()
    for step in DOCUMENT["steps"]:
        getattr(steps, step["name"].replace("-", "_"))()
        print("ok", step["name"], flush=True)


if __name__ == "__main__":
    main()
