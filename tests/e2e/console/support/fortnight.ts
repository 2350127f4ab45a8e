import { eventually, Random } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../../support/api';
import { WebhookSink } from '../../support/webhook-sink';
import { firstOf } from './first-of';

/** What the pictures of docs/console.md show. */
export interface Fortnight {
  readonly payment: string;
  readonly approval: string;
  readonly review: string;
  readonly delivery: string;
}

const HOUR_MS = 3_600_000;
const DAYS = 14;
const APPROVERS = ['0x8617E340B3D01FA5F11F306F4090FD50E238070D', '0xde709f2102306220921060314715629080e2fb77'] as const;
const SUPPLIER = '0x52908400098527886E0F7030069857D2E4169EE7';
const RECIPIENTS = [SUPPLIER, ...APPROVERS, 'So11111111111111111111111111111111111111112'] as const;
/** The sandbox's screening has something to say about these. */
const SANCTIONED = '0x000000000000000000000000000000000000d001';
const REVIEWED = '0x000000000000000000000000000000000000d005';

/** Sets the clock of this process back, and forward again. Before a service starts in it: its timers count from then on. */
export class BackdatedClock {
  readonly #now = Date.now;
  #hoursAgo = DAYS * 24;

  constructor() {
    Date.now = () => this.#now() - Math.round(this.#hoursAgo * HOUR_MS);
  }

  get hoursAgo(): number {
    return this.#hoursAgo;
  }

  forward(hours: number): void {
    this.#hoursAgo = Math.max(this.#hoursAgo - hours, 0);
  }
}

/** Lets a fortnight of payments pass. The last of them are paid at the real time, and still wait for people. */
export async function fillFortnight(api: Api, clock: BackdatedClock): Promise<Fortnight> {
  const sink = await WebhookSink.open();
  try {
    const { body: endpoint } = await api.post('/webhook_endpoints', { url: sink.url, description: 'Accounting' });
    const random = new Random(1041);
    for (let number = 1041; clock.hoursAgo > 0; number++) {
      await api.post('/payments', orderOf(number, random));
      clock.forward((clock.hoursAgo > 24 ? 6 : 0.7) * random.next());
    }
    return { ...(await payAndWait(api)), ...(await deliver(api, sink, String(endpoint['id']))) };
  } finally {
    await sink.close();
  }
}

function orderOf(number: number, random: Random): object {
  const to = random.chance(0.04) ? SANCTIONED : random.pick(RECIPIENTS);
  const cents = String(random.below(100)).padStart(2, '0');
  // An ending that the sandbox lets revert.
  const ending = random.chance(0.05) ? '0201' : '';
  return {
    to,
    amount: `${random.pick([24, 49, 120, 380, 1_250, 4_800])}.${cents}${ending}`,
    currency: random.chance(0.2) ? 'EURC' : 'USDC',
    memo: `Invoice ${number}`,
    metadata: { order: String(number) },
  };
}

/** What waits for an approver and a reviewer. */
async function payAndWait(api: Api): Promise<Pick<Fortnight, 'approval' | 'review'>> {
  const { body: wallet } = await api.post('/wallets', {
    ...{ owner: 'agent:procurement', label: 'Procurement', chain: 'base', spend_limit: '500.00' },
    ...{ approvers: APPROVERS, approval_threshold: 2 },
  });
  await api.post('/sandbox/faucet', { chain: 'base', amount: '5000.00', wallet: wallet['id'] });
  const pay = (order: object) => api.post('/payments', { to: SUPPLIER, ...order });
  const large = await pay({ amount: '1250.00', memo: 'Servers, November', from: wallet['id'] });
  const watched = await pay({ to: REVIEWED, amount: '750.00', memo: 'Payout 88', country_code: 'DE' });
  return { approval: String(large.body['approval_id']), review: String(watched.body['compliance_ref']) };
}

/** A payment whose webhook was refused once. */
async function deliver(
  api: Api,
  sink: WebhookSink,
  endpoint: string,
): Promise<Pick<Fortnight, 'payment' | 'delivery'>> {
  const before = sink.received.length;
  sink.answer(() => ({ status: sink.received.length === before ? 503 : 200, body: 'ok' }));
  const order = { to: SUPPLIER, amount: '4800.00', memo: 'Invoice 1212', metadata: { order: '1212' } };
  const { body: payment } = await api.post('/payments', order);
  await eventually(() => sink.received.length >= before + 2);
  const path = `/webhook_endpoints/${endpoint}/deliveries?payment_id=${String(payment['id'])}&status=delivered`;
  return { payment: String(payment['id']), delivery: await firstOf(api, path) };
}
