import type { Hex } from 'viem';
import { keccak256, pad, toHex } from 'viem';
import type { Authorization, Submission } from '../transfers';
import { RpcPool } from '../rpc/rpc-pool';
import { PacedEvm } from '../testing/paced-evm';
import type { PacedLimits } from '../testing/paced-evm';
import { readPayouts } from './accounts/payouts';
import { BlocksByTime } from './blocks-by-time';
import { FinalReads } from './final-reads';
import { LatestReads } from './latest-reads';
import { LogReader } from './log-reader';
import { evmNetwork } from './network';
import { EarlierUses } from './observation/earlier-uses';
import { TransferObserver } from './observation/transfer-observer';
import { UseFinder } from './observation/use-finder';
import { authorizationNonce } from './transfer';

const NETWORK = evmNetwork('base', 'mainnet');
const TREASURY = '0x00000000000000000000000000000000000000aa';
const RECIPIENT = '0x00000000000000000000000000000000000000bb';
const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
const GENESIS = Date.UTC(2025, 0, 1);
/** Final is what is 17 minutes old, as on Base. */
const FINALITY_MS = 17 * MINUTE_MS;
const YEAR_MS = 365 * DAY_MS;
const OWN_HASH = pad('0xaa');

/** Times between two blocks: five a second is what Base has, and ten times as fast and as slow. */
const PACES = [20, 200, 2_000, 20_000];

/** What endpoints take and keep. */
const LIMITS: readonly (readonly [string, PacedLimits])[] = [
  ['everything', {}],
  ['logs of 10,000 blocks, and 1,000 topics', { blocksMax: 10_000, topicsMax: 1_000 }],
  ['logs of 5 blocks', { blocksMax: 5 }],
  ['the states of 10,000 blocks', { blocksMax: 10_000, statesMax: 10_000 }],
];

const CASES = PACES.flatMap((pace) => LIMITS.map(([name, limits]) => [pace, name, limits] as const));

/** A service on a chain with blocks so far apart, over three endpoints. */
class World {
  readonly chain: PacedEvm;
  readonly pool: RpcPool;
  readonly logged: string[] = [];
  readonly observer: TransferObserver;
  readonly #final: FinalReads;
  readonly #latest: LatestReads;
  readonly #logs = new LogReader();
  readonly #blocks = new BlocksByTime();
  readonly #uses = new UseFinder({ multicall: NETWORK.multicall, logs: this.#logs, blocks: this.#blocks });

  constructor(
    readonly paceMs: number,
    limits: PacedLimits,
  ) {
    const finality = Math.round(FINALITY_MS / paceMs);
    const head = Math.round(YEAR_MS / paceMs);
    this.chain = new PacedEvm({ genesisAt: GENESIS, head, finality, msOfBlock: (block) => block * paceMs });
    this.pool = new RpcPool(['one', 'two', 'three'].map((name) => this.chain.endpoint(name, limits)));
    this.#final = new FinalReads(this.pool, NETWORK, () => this.chain.now());
    this.#latest = new LatestReads(this.pool, NETWORK);
    const say = (_fields: object, message: string) => void this.logged.push(message);
    const log = { warn: say, error: say };
    this.observer = new TransferObserver({
      ...{ pool: this.pool, network: NETWORK, treasury: TREASURY, log },
      uses: this.#uses,
    });
  }

  /** As at the start of the service. */
  async probe(): Promise<void> {
    const filter = { address: [NETWORK.tokens.USDC], topics: [] };
    await this.pool.all((endpoint) => this.#logs.probe(endpoint, filter, this.chain.head));
    for (const calls of this.chain.calls.values()) calls.clear();
  }

  /** Somebody's transaction has made a transfer so long ago. */
  transfer(ago: number, given: { readonly nonce?: Hex; readonly hash?: Hex } = {}): Hex {
    const { chain, paceMs } = this;
    const block = chain.head - Math.round(ago / paceMs);
    const hash = pad(toHex(0x1000 + chain.transfers.length));
    const nonce = keccak256(hash);
    const token = NETWORK.tokens.USDC;
    const transfer = { block, hash, token, from: TREASURY, to: RECIPIENT, amount: 7n, nonce, ...given };
    chain.transfers.push(transfer);
    return transfer.hash;
  }

  observe(payments: readonly Authorization[]) {
    const submission: Submission = { hash: OWN_HASH, bytes: '0x', authorizations: payments.map(({ id }) => id) };
    return this.observer.observe(submission, payments, this.chain.now());
  }

  payouts(since: number) {
    const parts = { final: this.#final, logs: this.#logs, blocks: this.#blocks, network: NETWORK, relayers: [] };
    return readPayouts(parts, { payers: [TREASURY, RECIPIENT], since });
  }

  earlierUse(nonce: Hex) {
    const { pool } = this;
    const parts = { pool, network: NETWORK, treasury: TREASURY, final: this.#final, latest: this.#latest };
    const uses = new EarlierUses({ ...parts, uses: this.#uses });
    return uses.find({
      onchainId: nonce,
      to: RECIPIENT,
      amount: '7',
      currency: 'USDC',
      areRecordsMissing: true,
      wallet: null,
    });
  }

  /** The most calls that one endpoint had. */
  get calls(): number {
    const ofEach = [...this.chain.calls.values()].map((methods) =>
      [...methods.values()].reduce((sum, count) => sum + count, 0),
    );
    return Math.max(...ofEach);
  }
}

function authorization(id: string, authorizedAt: number): Authorization {
  return {
    ...{ id, chain: 'base', sender: TREASURY, to: RECIPIENT, amount: '7', currency: 'USDC', memo: null },
    ...{ authorizedAt, validUntil: authorizedAt + 10 * MINUTE_MS },
  };
}

describe.each(CASES)('a chain with a block each %i ms, whose endpoints take %s', (paceMs, _name, limits) => {
  let world: World;
  beforeEach(async () => {
    world = new World(paceMs, limits);
    await world.probe();
  });
  const keepsStates = limits.statesMax === undefined;

  it.each([
    [18 * MINUTE_MS, 100],
    [28 * MINUTE_MS, 42_000],
    [28 * MINUTE_MS, 10 * MINUTE_MS],
    [4 * 60 * MINUTE_MS, 10 * MINUTE_MS],
  ])(
    'makes a payment final that was authorized %i ms ago, and made %i ms later by another transaction',
    async (ago, later) => {
      const payment = authorization('pay_1', world.chain.now() - ago);
      const hash = world.transfer(ago - later, { nonce: authorizationNonce(payment) });
      expect(await world.observe([payment])).toMatchObject([{ state: 'final', hash }]);
      expect(world.calls).toBeLessThan(keepsStates ? 150 : 1_500);
      const before = world.calls;
      expect(await world.observe([payment])).toMatchObject([{ state: 'final', hash }]);
      expect(world.calls - before).toBeLessThan(10);
    },
  );

  it('takes one request for what its own transaction made, or nobody has', async () => {
    const now = world.chain.now();
    const [made, open] = [authorization('pay_1', now - 28 * MINUTE_MS), authorization('pay_2', now)];
    world.transfer(27 * MINUTE_MS, { nonce: authorizationNonce(made), hash: OWN_HASH });
    expect(await world.observe([made, open])).toMatchObject([{ state: 'final' }, { state: 'reverted', final: false }]);
    expect(world.calls).toBeLessThan(8);
    expect(world.chain.count('one', 'eth_getLogs')).toBe(0);
  });

  it('makes many payments final that as many transactions made', async () => {
    const payments = Array.from({ length: 40 }, (_, index) =>
      authorization(`pay_${index}`, world.chain.now() - 28 * MINUTE_MS),
    );
    const hashes = payments.map((each, index) =>
      world.transfer((27 * 60 - index * 5) * 1_000, { nonce: authorizationNonce(each) }),
    );
    const seen = await world.observe(payments);
    expect(seen).toMatchObject(hashes.map((hash) => ({ state: 'final', hash })));
    expect(world.calls).toBeLessThan(2_000);
  });

  it('finds all that was paid since a backup, and nothing of before', async () => {
    const since = world.chain.now() - FINALITY_MS - 5 * MINUTE_MS;
    for (const ago of [-MINUTE_MS, 1_000, 2 * MINUTE_MS, 5 * MINUTE_MS + 20_000]) world.transfer(FINALITY_MS + ago);
    const { payouts } = await world.payouts(since);
    expect(payouts.map(({ hash }) => hash)).toEqual([world.chain.transfers[2]?.hash, world.chain.transfers[1]?.hash]);
  });

  it.each([20 * MINUTE_MS, DAY_MS, 89 * DAY_MS])('finds what an on-chain id was used for %i ms ago', async (ago) => {
    const nonce = keccak256('0x77');
    const hash = world.transfer(ago, { nonce });
    for (let look = 1; ; look++) {
      const use = await world.earlierUse(nonce).catch((error: unknown) => error);
      if (use instanceof Error) {
        expect(use.message).toContain('The search continues');
        // A node that keeps no old states shows logs only.
        expect(keepsStates).toBe(false);
        expect(look).toBeLessThan(150);
        continue;
      }
      expect(use).toMatchObject({ state: 'final', hash, transfer: { to: RECIPIENT, amount: '7' } });
      break;
    }
    if (keepsStates) expect(world.calls).toBeLessThan(200);
  });
});

describe('an endpoint that keeps too little', () => {
  const { blocksMax } = { blocksMax: 10_000 };

  it('does not say what was paid since a time of which it has no blocks', async () => {
    const firstBlock = { number: 365 * 5 * 86_400 - 20_000, as: 'error' } as const;
    const world = new World(200, { firstBlock, blocksMax });
    await expect(world.payouts(world.chain.now() - DAY_MS)).rejects.toThrow(
      `endpoint one has no blocks before ${firstBlock.number}`,
    );
  });

  it('does not say it where it would take millions of calls', async () => {
    const world = new World(200, { blocksMax: 5 });
    await expect(world.payouts(world.chain.now() - 90 * DAY_MS)).rejects.toThrow('takes eth_getLogs for');
  });

  it('is named where it calls a nonce used, and has no log of it', async () => {
    const world = new World(200, { blocksMax });
    const payment = authorization('pay_1', world.chain.now() - 28 * MINUTE_MS);
    world.transfer(DAY_MS, { nonce: authorizationNonce(payment) });
    expect(await world.observe([payment])).toEqual([{ state: 'unknown', isDisputed: true }]);
    expect(world.logged).toContainEqual(expect.stringContaining('the endpoints have no log of it'));
  });
});
