import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chains, SimulatedChain, oneForAll } from '@stablecoin/chains';
import type { EarlierUse, EarlierUseRequest } from '@stablecoin/chains';
import { readConfiguration, openRuntime } from '@stablecoin/host';
import type { Payment, Wallet } from '@stablecoin/contracts';
import { acceptGeneration, beginGeneration } from '@stablecoin/stores';
import type { NewEvent } from '@stablecoin/event-sourcing';
import { ManualClock, eventually } from '@stablecoin/event-sourcing/testing';
import { CHAIN_NAMES } from '@stablecoin/contracts';
import type { PaymentEvent } from './domain/payment-events';
import { FakeServices } from './testing/fake-services';
import { ONCHAIN, RECIPIENT, T0, WALLET_ID, order } from './testing/payments';
import { TestService } from './testing/service';

const LIVE = { account: 'acme', livemode: true };
const GENERATION = 'generation-1';
const ID = 'pay_01KDVDN40000000000000000DD';
/** Until then the owners of wallets may make what they signed before the restore. */
const UNTIL = T0 + 3_600_000;
const ORDER = order({ paymentId: ID, from: WALLET_ID, candidates: ['base'], idempotencyKey: 'inherited' });

class AskedChain extends SimulatedChain {
  made: EarlierUse | null = null;
  /** Time of the last final block. */
  finalAt = T0;

  override earlierUse({ chain }: EarlierUseRequest): Promise<EarlierUse | null> {
    return Promise.resolve(chain === 'base' ? this.made : null);
  }

  override readonly history = {
    payouts: () => Promise.resolve({ at: this.finalAt, payouts: [] }),
    lastSent: () => Promise.resolve([]),
  };
}

const MADE: EarlierUse = {
  ...{ state: 'final', chain: 'base', hash: '0xfirst', block: 7, at: UNTIL - 1_000 },
  transfer: { from: ONCHAIN.address, to: RECIPIENT, currency: 'USDC', amount: '10000000' },
};

let folder: string;
let chain: AskedChain;
let service: TestService;
let limit: string | null;

/** Starts on a restored store that has accepted an open payment from a wallet, which its owners may have made. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doubt-'));
  const env = { DATA_DIR: folder, LOG_LEVEL: 'silent' };
  const clock = new ManualClock(T0);
  const tool = await openRuntime(readConfiguration(env), { clock });
  await beginGeneration(tool.store, { name: GENERATION, since: T0 - 3_600_000 }, T0);
  const events: readonly PaymentEvent[] = [
    { type: 'PaymentInitiated', data: { order: ORDER, ...LIVE, createdAt: T0, onchainId: `0x${'1'.repeat(64)}` } },
    { type: 'PaymentHeld', data: { generation: GENERATION, notBefore: UNTIL } },
  ];
  const metadata = { commandId: 'req_1', at: T0, correlationId: 'req_1', ...LIVE };
  const inherited = events.map((event, index): NewEvent => ({ id: `evt-${index}`, ...event, metadata }));
  await tool.store.append(`payment-${ID}`, 'none', inherited);
  await acceptGeneration(tool.store, GENERATION, T0, UNTIL);
  await tool.close();

  chain = new AskedChain({ settlementMs: 0, validityMs: 600_000 });
  limit = '0.10';
  const treasuries = new Map(CHAIN_NAMES.map((name) => [name, '0xtreasury']));
  const fakes = new FakeServices();
  fakes.screen = () => [];
  const chains = new Chains(new SimulatedChain({ settlementMs: 0, validityMs: 1 }), {
    router: oneForAll(chain),
    treasuries,
  });
  service = await TestService.start({ EVENT_STORE_URL: '', ...env }, clock, fakes, chains);
  const { address, owners, threshold, module, spender } = ONCHAIN;
  const contract = { type: 'safe', version: '1.4.1', module, deployed: true, spender, owners, threshold };
  service.runtime.queries.register('wallet.get', () =>
    Promise.resolve({ id: WALLET_ID, address, spend_limit: limit, contract, chain: 'base' } as Wallet),
  );
  service.runtime.queries.register('compliance.is_listed', () => Promise.resolve({ answer: 'not_listed' }));
});
afterEach(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

async function reaches(expected: Partial<Payment>, id = ID): Promise<void> {
  await eventually(async () => {
    service.clock.advance(500);
    expect(await service.runtime.queries.ask('payment.get', { ...LIVE, id })).toMatchObject(expected);
  });
}

async function pass(to: number): Promise<void> {
  service.clock.advance(Math.max(0, to - service.clock.now()));
  await reaches({});
}

describe('protocol rule 33: an inherited payment that the owners of its wallet may have made', () => {
  it('is ended neither by a timer nor by its client, and is settled when the last second has made it', async () => {
    // The screening's deadline passes.
    await pass(T0 + 60_000);
    await reaches({ status: 'pending', stage: 'waiting' });
    await service.publish('payment.CancelPayment', { paymentId: ID }, ID, LIVE);
    await eventually(() => expect(service.fakes.typesAbout(ID)).toContain('payment.waiting'));
    chain.made = MADE;
    chain.finalAt = UNTIL + 1;
    await pass(UNTIL);
    await reaches({ status: 'settled', txHash: '0xfirst' });
    expect(service.fakes.typesAbout(ID)).not.toContain('payment.failed');
  });

  it('fails as it was to, once a block of after that time is final', async () => {
    await pass(T0 + 60_000);
    await reaches({ stage: 'waiting' });
    await pass(UNTIL + 60_000);
    await reaches({ status: 'pending' });
    chain.finalAt = UNTIL + 1;
    await pass(UNTIL + 180_000);
    await reaches({ status: 'failed', error_code: 'internal_error' });
  });
});

describe('protocol rule 33: an unknown key of a wallet whose owners are asked above its limit', () => {
  const other = 'pay_01KDVDN40000000000000000EE';
  const initiate = () =>
    service.publish('payment.InitiatePayment', { ...ORDER, paymentId: other, idempotencyKey: 'lost' }, other, LIVE);

  it('waits although no chain has it, and takes its way when what they signed has ended', async () => {
    await initiate();
    await reaches({ status: 'pending', stage: 'waiting' }, other);
    chain.finalAt = UNTIL + 1;
    await pass(UNTIL + 120_000);
    await eventually(() => {
      service.clock.advance(500);
      expect(service.fakes.typesAbout(other)).toContain('compliance.ScreenPayment');
    });
  });

  it('is settled at once when it was made', async () => {
    chain.made = MADE;
    await initiate();
    await reaches({ status: 'settled', txHash: '0xfirst' }, other);
  });

  it('waits for nothing where the wallet has no limit', async () => {
    limit = null;
    await initiate();
    await eventually(() => expect(service.fakes.typesAbout(other)).toContain('compliance.ScreenPayment'));
  });
});
