"""Makes a payment and verifies the webhook that tells of it, with nothing but this SDK and the standard library.

STABLECOIN_BASE_URL=http://127.0.0.1:3000 STABLECOIN_API_KEY=svc_test_… python examples/pay_and_verify.py
"""

from __future__ import annotations

import os
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from stablecoin_payments import StablecoinPayments, models, webhooks

PORT = int(os.environ.get("WEBHOOK_PORT", "4000"))
RECIPIENT = "0x52908400098527886E0F7030069857D2E4169EE7"

settled: queue.Queue[models.PaymentSettledEvent] = queue.Queue()
secret = ""


class Receiver(BaseHTTPRequestHandler):
    """Verifies a delivery, answers at once, and only then hands the event on."""

    def do_POST(self) -> None:
        raw_body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = webhooks.verify(raw_body, self.headers, secret)
        except webhooks.WebhookVerificationError as error:
            self.answer(400)
            print("refused:", error)
            return
        self.answer(200)
        # An event may come more than once: a program that acts on it remembers the ids that it has seen.
        if isinstance(event, models.PaymentSettledEvent):
            settled.put(event)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Leaves the terminal to the program."""


def main() -> None:
    global secret
    with StablecoinPayments() as client, ThreadingHTTPServer(("127.0.0.1", PORT), Receiver) as server:
        endpoint = client.webhook_endpoints.create(url=f"http://127.0.0.1:{PORT}/", events=["payment.settled"])
        secret = endpoint.secret or ""
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            payment = client.payments.create(to=RECIPIENT, amount="12.50", memo="Invoice 1042")
            print("paid", payment.id, payment.amount, payment.currency, payment.status)
            event = settled.get(timeout=30)
            print("verified", event.type, event.data.id)
        finally:
            client.webhook_endpoints.delete(endpoint.id)
            server.shutdown()


if __name__ == "__main__":
    main()
