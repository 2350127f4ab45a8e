import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Approval, LedgerEntry, Payment, TreasuryBalance, Wallet, WebhookEvent } from '@stablecoin/contracts';
import type { Order } from '../load/orders';
import type { ReceivedDelivery, WebhookSink } from '../../e2e/support/webhook-sink';
import type { Witness } from '../load/witness';

const AT_REST_WITHIN_MS = 180_000;
const BETWEEN_LOOKS_MS = 50;

/** Everything that the service says of an account when nothing is under way any more. */
export interface AccountAtRest {
  readonly payments: readonly Payment[];
  readonly approvals: readonly Approval[];
  readonly wallets: readonly Wallet[];
  /** The wallet that orders paid from. */
  readonly wallet: Wallet;
  readonly ledger: readonly LedgerEntry[];
  readonly balance: TreasuryBalance;
  readonly events: readonly WebhookEvent[];
}

interface Watched {
  readonly witness: Witness;
  readonly sink: WebhookSink;
  readonly wallet: string;
}

/**
 * Waits until every order is answered, every payment has ended, and every event about them, approvals and deposits is
 * delivered.
 *
 * @param signal - ends the waiting, with its reason
 * @throws what is still under way when it takes too long
 */
export async function untilAtRest({ witness, sink, wallet }: Watched, signal?: AbortSignal): Promise<AccountAtRest> {
  await eventually(
    async () => {
      if (signal?.aborted === true) return;
      // A service that is asked all the time takes longer to come to rest.
      await pause(BETWEEN_LOOKS_MS);
      await Promise.all(witness.unanswered.map((order) => witness.send(order)));
      expect(witness.unanswered).toEqual([]);
      const pending = (await witness.list<Payment>('/payments')).filter(({ status }) => status === 'pending');
      expect(pending).toEqual([]);
      expect(reservedOf(await balanceOf(witness))).toEqual(['0.00']);
      // What had to be tried again is recorded late, and not listed until then.
      expect(await untold({ witness, sink, wallet })).toEqual([]);
      const listed = await witness.list<WebhookEvent>('/events');
      const delivered = idsOf(sink.accepted());
      expect(listed.filter(({ id }) => !delivered.has(id))).toEqual([]);
    },
    { withinMs: AT_REST_WITHIN_MS },
  );
  signal?.throwIfAborted();
  return {
    payments: await witness.list<Payment>('/payments'),
    approvals: await witness.list<Approval>('/approvals'),
    wallets: await witness.list<Wallet>('/wallets'),
    wallet: (await witness.read(`/wallets/${wallet}`)) as unknown as Wallet,
    ledger: await witness.list<LedgerEntry>('/treasury/ledger'),
    balance: await balanceOf(witness),
    events: await witness.list<WebhookEvent>('/events'),
  };
}

/** Payments, approvals and deposits of which the receiver of webhooks has not heard. */
async function untold({ witness, sink, wallet }: Watched): Promise<readonly unknown[]> {
  const accepted = sink.accepted().map(({ event }) => event.data);
  const payments = new Set(accepted.map(({ id }) => id));
  const approvals = new Set(accepted.map((data) => data['approval_id']));
  const deposits = witness.orders.filter(({ path, body }) => path === '/sandbox/faucet' && body['wallet'] === wallet);
  // The first was made with the wallet.
  const missing = 1 + deposits.length - idsOf(sink.accepted('wallet.funded')).size;
  // A payment from the treasury announces its approval. One that is canceled before it learns of it does not wait for any.
  const neverWaited = new Set(
    (await witness.list<Payment>('/payments'))
      .filter(({ from, error_code, approval_id }) => from === null && error_code === 'canceled' && approval_id === null)
      .map(({ id }) => id),
  );
  return [
    ...witness.paymentIds.filter((id) => !payments.has(id)),
    ...(await witness.list<Approval>('/approvals')).filter(
      ({ id, payment_id }) => !approvals.has(id) && !neverWaited.has(payment_id),
    ),
    ...(missing === 0 ? [] : [`${missing} deposits`]),
  ];
}

function idsOf(deliveries: readonly ReceivedDelivery[]): ReadonlySet<string> {
  return new Set(deliveries.map(({ event }) => event.id));
}

/** The payment that an order made. @throws when it made none, or more than one */
export function paymentOf({ payments }: AccountAtRest, { body }: Order): Payment {
  const [payment, ...more] = payments.filter(({ idempotency_key }) => idempotency_key === body.idempotency_key);
  if (payment === undefined || more.length > 0) throw new Error(`${body.idempotency_key} has not one payment`);
  return payment;
}

async function balanceOf(witness: Witness): Promise<TreasuryBalance> {
  return (await witness.read('/treasury/balance')) as unknown as TreasuryBalance;
}

/** The different amounts that are reserved, over all chains and currencies. */
function reservedOf({ reserved }: TreasuryBalance): string[] {
  return [...new Set(Object.values(reserved).flatMap(({ usdc, eurc }) => [usdc, eurc]))];
}
