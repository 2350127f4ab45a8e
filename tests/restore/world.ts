import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Payment } from '@stablecoin/contracts';
import { ManualClock, aMoment } from '@stablecoin/event-sourcing/testing';
import { formatAmount, parseAmount } from '@stablecoin/contracts';
import { generateKey } from '@stablecoin/security';
import type { RestoredStore } from '../../apps/standalone/src/tools/backup/restored-store';
import type { ApiResponse } from '../e2e/support/api';
import { isAskedAgain, nameOf, type Cell } from './cells';
import type { Ground } from './ground';
import { Outside } from './outside';
import type { Environment, PlaceKind } from './place';
import { APPROVAL_ABOVE, BOOTSTRAP_API_KEYS, Site, whileStopped } from './site';
import { ABOVE_LIMIT, FUNDS, makeWallet, walletRequest, type KnownWallet } from './wallet';

const ROUND_MS = 1_000;
const ROUNDS_MAX = 600;
/** So often a condition is looked at before time has to pass for it. */
const MOMENTS = 20;
/** Longer than every validity of the local chains and the clocks that an acceptance allows for, and than finality. */
const OVER_MS = 500_000;
const STEP_MS = 10_000;
/** Approvals expire after so long. Until what owners have signed has ended, its validity and five minutes are added. */
const APPROVAL_TTL_MS = 900_000;
const APPROVALS_OVER_MS = APPROVAL_TTL_MS + 480_000;
/** Until what was included is final, and until that was seen. */
const FINALITY = { steps: 12, ms: 3_000 } as const;
const UNITS = 2_000_000n;
const UNLIMITED = { rate: 100_000, burst: 100_000 };

/** What a client has ordered. */
export interface Order {
  readonly cell: Cell;
  readonly to: string;
  readonly units: bigint;
  readonly key: string | null;
  /** Who pays; missing: the treasury. */
  readonly wallet?: KnownWallet | undefined;
  id: string;
}

/** The chains, the clock, the keys and the clients that outlive a service. */
export class World {
  readonly folder = mkdtempSync(join(tmpdir(), 'restore-'));
  readonly outside = new Outside();
  readonly clock: ManualClock;
  readonly #secrets = generateKey();
  readonly #doubtful = new Set<string>();
  /** Wallets of the account, by the key of their requests. */
  readonly wallets = new Map<string, KnownWallet>();
  #orders = 0;
  #passing: Promise<void> | undefined;

  constructor(
    readonly ground: Ground,
    private readonly kind: PlaceKind,
  ) {
    this.clock = new ManualClock(ground.now());
  }

  /** An order of a new recipient, or the same one under another key. */
  order(cell: Cell, isKeyed: boolean, first?: Order): Order {
    this.#orders += 1;
    const to = first?.to ?? this.ground.recipient();
    if (cell.stage === 'in_review') this.#doubtful.add(to.toLowerCase());
    const units = first?.units ?? UNITS + BigInt(this.#orders) + aboveOf(cell);
    const wallet = first?.wallet ?? this.wallets.get(walletNameOf(cell));
    return { cell, to, units, key: isKeyed ? `order-${this.#orders}` : null, wallet, id: '' };
  }

  /** Makes the wallets that pay in some cells, and funds them. */
  async openWallets(site: Site, cells: readonly Cell[]): Promise<void> {
    for (const cell of cells) {
      if (cell.payer === 'treasury') continue;
      const name = walletNameOf(cell);
      const request = walletRequest(name, cell.stage === 'one_of_two_approvals' ? 2 : 1);
      this.wallets.set(name, await this.answer(makeWallet(site.api, request, name)));
    }
    await this.fund(site, [...this.wallets.values()]);
  }

  /** Gives wallets money from outside, and waits until it is in their books. */
  async fund(site: Site, wallets: readonly KnownWallet[], units = FUNDS): Promise<void> {
    for (const { address } of wallets) await this.ground.mint(address, units);
    const areFunded = async (): Promise<boolean> => {
      const balances = await Promise.all(wallets.map(({ id }) => site.walletBalance(id)));
      return balances.every((balance) => balance >= units);
    };
    await this.until(areFunded, 'a deposit to a wallet is not credited');
  }

  /** Waits for an answer, which may take time to pass. */
  async answer<T>(work: Promise<T>): Promise<T> {
    let isAnswered = false;
    const end = (): void => void (isAnswered = true);
    work.then(end, end);
    await this.until(() => Promise.resolve(isAnswered), 'there is no answer');
    return work;
  }

  /** Sends an order, or sends it again. */
  async place(site: Site, order: Order): Promise<void> {
    const { to, units, key, cell, wallet } = order;
    const keyed = key === null ? {} : { idempotency_key: key };
    const from = wallet === undefined ? {} : { from: wallet.id };
    const body = { to, amount: formatAmount(units), chain: cell.chain, ...from, ...keyed };
    let answer: ApiResponse | undefined;
    const sent = site.api.post('/payments', body, { prefer: 'respond-async' }).then((response) => (answer = response));
    // The gateway waits for a sign of the payment, by a clock that stands still, or for its message to arrive.
    const isHeld = (): boolean => this.outside.isHeld(this.outside.idFor(to) ?? '');
    await this.until(() => Promise.resolve(answer !== undefined || isHeld()), 'the gateway does not answer');
    if (isHeld()) {
      sent.catch(() => undefined);
      order.id = this.outside.idFor(to) ?? '';
      return;
    }
    const { status, body: said, text } = await sent;
    // The clock runs ahead of a busy machine. Then the client is told to send it again, which only one with a key can do.
    if (status === 500 && said['retryable'] === true && key !== null) return this.place(site, order);
    if (status >= 400 && said['payment_id'] === undefined) throw new Error(`${status}: ${text}`);
    order.id = String(said['id'] ?? said['payment_id']);
  }

  /** Waits until all payments are as asked for; each is shown at every look. */
  async payments(
    site: Site,
    orders: readonly Order[],
    are: (payment: Payment) => boolean,
    each: (payment: Payment) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    let others: readonly unknown[] = [];
    await this.until(
      async () => {
        const found = await Promise.all(
          orders.map(async (order) => [order.cell, await site.payment(order.id)] as const),
        );
        for (const [, payment] of found) if (payment !== null) await each(payment);
        others = found.filter(([, payment]) => payment === null || !are(payment));
        return others.length === 0;
      },
      () => `${others.length} payments are not as they should be, such as ${JSON.stringify(others[0])}`,
    );
  }

  /** Waits until payments have ended, while people decide what waits for them. */
  async ended(site: Site, orders: readonly Order[], status?: Payment['status']): Promise<void> {
    const isEnded = (payment: Payment): boolean => payment.status !== 'pending';
    await this.payments(site, orders, isEnded, (payment) => site.decide(payment));
    for (const { id, cell } of orders) {
      const payment = status === undefined ? null : await site.payment(id);
      if (payment !== null && payment.status !== status) throw new Error(JSON.stringify([cell, payment]));
    }
  }

  /** Waits until the books are the chain, but for what no payment explains. */
  async booked(site: Site, unexplained = 0n): Promise<void> {
    let last: unknown;
    await this.until(
      async () => {
        const { chains } = await site.balance();
        const held = await this.ground.treasuries();
        const differences = [...held].map(([chain, units]) => (parseAmount(chains[chain]) ?? 0n) - units);
        for (const { id, address } of this.wallets.values())
          differences.push((await site.walletBalance(id)) - (await this.ground.held(address)));
        last = [chains, [...held].map(([chain, units]) => `${chain} ${formatAmount(units)}`), differences.map(String)];
        return differences.reduce((sum, each) => sum + each, 0n) === unexplained;
      },
      () => `the books are not the chain: ${JSON.stringify(last)}`,
    );
  }

  /** The same in larger steps, for what takes the term of an approval. */
  async passUntil(holds: () => Promise<boolean>, what: string): Promise<void> {
    for (let passed = 0; !(await holds()); passed += STEP_MS) {
      if (passed > 2 * APPROVALS_OVER_MS) throw new Error(what);
      await this.pass(STEP_MS);
    }
  }

  async until(holds: () => Promise<boolean>, what: string | (() => string)): Promise<void> {
    for (let moments = 0; moments < MOMENTS; moments++) {
      if (await holds()) return;
      await aMoment();
    }
    for (let rounds = 0; !(await holds()); rounds++) {
      if (rounds > ROUNDS_MAX) throw new Error(typeof what === 'string' ? what : what());
      await this.pass(ROUND_MS);
    }
  }

  /** All who wait let the same time pass. */
  pass(ms: number): Promise<void> {
    this.#passing ??= this.#pass(ms).finally(() => (this.#passing = undefined));
    return this.#passing;
  }

  async #pass(ms: number): Promise<void> {
    await this.ground.pass(ms);
    this.clock.advance(Math.max(0, this.ground.now() - this.clock.now()));
    await aMoment();
  }

  async passFinality(): Promise<void> {
    for (let step = 0; step < FINALITY.steps; step++) await this.pass(FINALITY.ms);
  }

  /** Until nothing that was signed can take effect any more. */
  async passValidity(): Promise<void> {
    for (let passed = 0; passed < OVER_MS; passed += STEP_MS) await this.pass(STEP_MS);
  }

  /** Until nothing that owners have signed can take effect any more, and the service has seen it. */
  async passApprovals(): Promise<void> {
    for (let passed = 0; passed < APPROVALS_OVER_MS; passed += STEP_MS) await this.pass(STEP_MS);
  }

  /** Of an empty place. */
  async environment(name: string): Promise<Environment> {
    return {
      ...(await this.kind.open(join(this.folder, name))),
      ...this.ground.environment,
      ...{ PORT: '0', LOG_LEVEL: 'silent', SECRETS_KEY: this.#secrets, BOOTSTRAP_API_KEYS },
      ...{ SCREEN_DEPOSITS: 'off', APPROVAL_TTL_MS: `${APPROVAL_TTL_MS}` },
      ...{ SCREENING_KYC: 'none', SCREENING_TRAVEL_RULE: 'none', GATEWAY_THREAD: 'off', SHUTDOWN_MS: '1000' },
      RATE_LIMITS: JSON.stringify({
        enterprise: { payments: UNLIMITED, reads: UNLIMITED, other: UNLIMITED, wallets: UNLIMITED },
      }),
    };
  }

  start(environment: Environment): Promise<Site> {
    return Site.start(environment, this.#parts());
  }

  /** A start on a copy has to end: what the original has paid since is unknown. */
  async requireBehind(environment: Environment): Promise<void> {
    const started = await this.start(environment).catch((error: unknown) => error);
    const isBehind = started instanceof Error && 'code' in started && started.code === 'store_behind';
    if (!isBehind) throw new Error(`the start on a copy ended with ${String(started)}`);
  }

  whileStopped<T>(environment: Environment, work: (store: RestoredStore) => Promise<T>): Promise<T> {
    return whileStopped(environment, this.#parts(), work);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #parts() {
    return { clock: this.clock, ground: this.ground, outside: this.outside, doubtful: this.#doubtful };
  }
}

/** A wallet for each cell: a limit is of one wallet. Its owners may be asked for a first and for a second approval at a time. */
function walletNameOf(cell: Cell): string {
  if (cell.payer === 'treasury') return '';
  return nameOf(isAskedAgain(cell) ? { ...cell, stage: 'approval_requested' } : cell);
}

function aboveOf({ payer, stage }: Cell): bigint {
  if (payer !== 'treasury') return payer === 'owners' ? ABOVE_LIMIT : 0n;
  if (stage === 'approval_requested') return APPROVAL_ABOVE.one;
  return stage === 'one_of_two_approvals' ? APPROVAL_ABOVE.two : 0n;
}
