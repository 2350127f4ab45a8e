import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chains, SimulatedChain, oneForAll } from '@stablecoin/chains';
import type { EarlierUse, EarlierUseRequest } from '@stablecoin/chains';
import { readConfiguration, openRuntime } from '@stablecoin/host';
import { newId, CHAIN_NAMES } from '@stablecoin/contracts';
import type { InitiatePaymentMessage, Payment } from '@stablecoin/contracts';
import { acceptGeneration, beginGeneration } from '@stablecoin/stores';
import { ManualClock, aMoment, eventually } from '@stablecoin/event-sourcing/testing';
import { FakeServices, replyTo } from './testing/fake-services';
import { order, T0 } from './testing/payments';
import { TestService } from './testing/service';

const LIVE = { account: 'acme', livemode: true };
const TREASURY = '0xtreasury';
const GENERATION = 'generation-1';
/** Until then the owners of wallets may make what they have signed before the restore. */
const APPROVALS_UNTIL = T0 + 3_600_000;

class AskedChain extends SimulatedChain {
  asked = 0;
  answer: (request: EarlierUseRequest) => Promise<EarlierUse | null> = () => Promise.resolve(null);
  /** Time of the last final block. */
  finalAt = T0;

  override earlierUse(request: EarlierUseRequest): Promise<EarlierUse | null> {
    this.asked++;
    return this.answer(request);
  }

  override readonly history = {
    payouts: () => Promise.resolve({ at: this.finalAt, payouts: [] }),
    lastSent: () => Promise.resolve([]),
  };
}

let folder: string;
let chain: AskedChain;
let service: TestService;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'restored-'));
  const env = { DATA_DIR: folder, LOG_LEVEL: 'silent' };
  const clock = new ManualClock(T0);
  // Restored, and accepted.
  const tool = await openRuntime(readConfiguration(env), { clock });
  await beginGeneration(tool.store, { name: GENERATION, since: T0 - 3_600_000 }, T0);
  await acceptGeneration(tool.store, GENERATION, T0, APPROVALS_UNTIL);
  await tool.close();
  chain = new AskedChain({ settlementMs: 0, validityMs: 600_000 });
  const treasuries = new Map(CHAIN_NAMES.map((name) => [name, TREASURY]));
  const sandbox = new SimulatedChain({ settlementMs: 0, validityMs: 1 });
  const fakes = new FakeServices();
  service = await TestService.start(
    { EVENT_STORE_URL: '', ...env },
    clock,
    fakes,
    new Chains(sandbox, { router: oneForAll(chain), treasuries }),
  );
  service.runtime.queries.register('compliance.is_listed', () => Promise.resolve({ answer: 'not_listed' }));
});
afterEach(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

async function initiate(changes: Partial<InitiatePaymentMessage['data']> = {}): Promise<string> {
  const paymentId = newId('pay', service.clock.now());
  const data = { ...order({ paymentId, idempotencyKey: `key-${paymentId}` }), ...changes };
  await service.publish('payment.InitiatePayment', data, paymentId, LIVE);
  return paymentId;
}

async function reaches(id: string, expected: Partial<Payment>): Promise<void> {
  await eventually(async () => {
    service.clock.advance(500);
    expect(await service.runtime.queries.ask('payment.get', { ...LIVE, id })).toMatchObject(expected);
  });
}

const MADE: EarlierUse = {
  ...{ state: 'final', chain: 'base', hash: '0xfirst', block: 7, at: T0 - 60_000 },
  transfer: { from: TREASURY, to: order().to, currency: 'USDC', amount: '10000000' },
};
const madeOnBase = ({ chain: asked }: EarlierUseRequest) => Promise.resolve(asked === 'base' ? MADE : null);

describe('protocol rule 36: an order that a restored store does not know', () => {
  it('is settled at once when it was paid, before screening or funds could refuse it', async () => {
    chain.answer = madeOnBase;
    service.fakes.screen = (message) => [
      replyTo(message, 'compliance.payment_screened', {
        ...{ paymentId: message.data.paymentId, ref: 'cpl_1', status: 'blocked', reason: 'a match' },
      }),
    ];
    const id = await initiate();
    await reaches(id, { status: 'settled', txHash: '0xfirst', recovered: true });
    await eventually(() => expect(service.fakes.typesAbout(id)).toContain('payment.settled'));
    const [settled] = service.fakes.about(id, 'payment.settled');
    expect(settled?.data).toMatchObject({ txHash: '0xfirst', recovered: true });
    expect(service.fakes.typesAbout(id)).not.toContain('compliance.ScreenPayment');
    expect(service.fakes.typesAbout(id)).not.toContain('treasury.ReserveFunds');
    const [post] = service.fakes.about(id, 'treasury.PostReservation');
    expect(post?.data).toMatchObject({ found: { chain: 'base', currency: 'USDC', amount: '10000000', block: 7 } });
  });

  it('waits while the chains do not say, asks nobody meanwhile, and takes its way when it was not paid', async () => {
    chain.answer = () => Promise.reject(new Error('silent'));
    const id = await initiate();
    await reaches(id, { status: 'pending', stage: 'waiting' });
    const before = chain.asked;
    await eventually(() => {
      service.clock.advance(2_000);
      expect(chain.asked).toBeGreaterThan(before);
    });
    expect(service.fakes.typesAbout(id)).not.toContain('compliance.ScreenPayment');
    chain.answer = () => Promise.resolve(null);
    await reaches(id, { status: 'settled' });
    expect(service.fakes.typesAbout(id)).toContain('compliance.ScreenPayment');
    expect(await service.runtime.deadLetters.list()).toEqual([]);
  });

  it('cannot be canceled while it waits: it may have been paid', async () => {
    chain.answer = () => Promise.reject(new Error('silent'));
    const id = await initiate();
    await reaches(id, { stage: 'waiting' });
    await service.publish('payment.CancelPayment', { paymentId: id }, id, LIVE);
    chain.answer = madeOnBase;
    await reaches(id, { status: 'settled', txHash: '0xfirst' });
  });

  it.each(['at once', 'after a wait'])('is not paid %s when it was refused, and was not made before', async (when) => {
    const refusal = { code: 'internal_error', message: 'Screening may not be skipped.' } as const;
    if (when === 'after a wait') chain.answer = () => Promise.reject(new Error('silent'));
    const id = await initiate({ compliance: 'skip', refusal });
    if (when === 'after a wait') await reaches(id, { stage: 'waiting' });
    chain.answer = () => Promise.resolve(null);
    await reaches(id, { status: 'failed', error_code: 'internal_error' });
    const [failed] = service.fakes.about(id, 'payment.failed');
    expect(failed?.data).toMatchObject({
      error_message: 'Screening may not be skipped. No chain has the transfer, so nothing was paid.',
    });
    for (const asked of ['compliance.ScreenPayment', 'treasury.ReserveFunds']) {
      expect(service.fakes.typesAbout(id)).not.toContain(asked);
    }
  });

  it('is settled although it was refused, when it was made before', async () => {
    chain.answer = madeOnBase;
    const id = await initiate({ refusal: { code: 'chain_unavailable', message: 'The chain is down.' } });
    await reaches(id, { status: 'settled', txHash: '0xfirst' });
  });

  it('is answered for the gateway: may have been made, or not', async () => {
    const asked = { ...LIVE, order: order({ idempotencyKey: 'lost' }) };
    expect(await service.runtime.queries.ask('payment.may_be_made', asked)).toBe(false);
    chain.answer = madeOnBase;
    expect(await service.runtime.queries.ask('payment.may_be_made', asked)).toBe(true);
    chain.answer = () => Promise.reject(new Error('silent'));
    expect(await service.runtime.queries.ask('payment.may_be_made', asked)).toBe(true);
  });

  it('costs no call when its payment is known', async () => {
    const id = await initiate();
    await reaches(id, { status: 'settled' });
    const before = chain.asked;
    const data = { ...order({ paymentId: id, idempotencyKey: `key-${id}` }) };
    await service.publish('payment.InitiatePayment', data, id, LIVE);
    expect(chain.asked).toBe(before);
  });
});

describe('protocol rule 35: an order that was recorded before the boundary, and has no payment yet', () => {
  it('is held with its funds until the client sends its key again', async () => {
    const id = await initiate({ heldIn: GENERATION });
    await reaches(id, { status: 'pending', stage: 'held' });
    await service.publish('payment.ConfirmPayment', { paymentId: id, generation: 'another' }, id, LIVE);
    await reaches(id, { stage: 'held' });
    await service.publish('payment.ConfirmPayment', { paymentId: id, generation: GENERATION }, id, LIVE);
    await reaches(id, { status: 'settled' });
  });
});

describe('protocol rule 35: the confirmation of an order whose payment is still to come', () => {
  it('waits for it while the chains are asked, and releases it', async () => {
    let say = (): void => undefined;
    const said = new Promise<null>((resolve) => (say = () => resolve(null)));
    chain.answer = () => said;
    const id = newId('pay', service.clock.now());
    const ordered = order({ paymentId: id, idempotencyKey: 'recorded' });
    const published = Promise.all([
      service.publish('payment.InitiatePayment', { ...ordered, heldIn: GENERATION }, id, LIVE),
      service.publish('payment.ConfirmPayment', { paymentId: id, generation: GENERATION }, id, LIVE),
    ]);
    await eventually(() => expect(chain.asked).toBeGreaterThan(0));
    await aMoment();
    say();
    await published;
    await reaches(id, { status: 'settled' });
    expect(await service.runtime.deadLetters.list()).toEqual([]);
  });
});
