"""Pays many payments at the same time, with a service that may be killed meanwhile: see sdks/vectors/README.md."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

from stablecoin_payments import AsyncStablecoinPayments

END_TO_END = Path(__file__).resolve().parents[3] / "vectors" / "end-to-end.json"
TO = json.loads(END_TO_END.read_text("utf-8"))["recipients"]["evm"]


async def pay(client: AsyncStablecoinPayments, number: int) -> None:
    key = f"kill-{number}"
    amount = f"{number}.00" if number % 2 else f"{number}.000101"
    payment = await client.payments.create(to=TO, amount=amount, idempotency_key=key)
    if payment.status == "pending":
        payment = await client.payments.wait(payment.id)
    if payment.status == "settled":
        print("paid", key, payment.id, flush=True)


async def main() -> None:
    async with AsyncStablecoinPayments(max_retries=12) as client:
        await asyncio.gather(*(pay(client, number + 1) for number in range(int(os.environ["PAYMENTS"]))))


asyncio.run(main())
