import type {
  Authorization,
  Balances,
  Chain,
  ChainHistory,
  Deposits,
  EarlierUse,
  EarlierUseRequest,
  Observation,
  Payouts,
  PayoutsRequest,
  PrecheckFailure,
  Quote,
  QuoteRequest,
  SetAsideAnswer,
  SetAsideRequest,
  Submission,
} from '@stablecoin/chains';
import type { ChainName } from '@stablecoin/contracts';
import { ENDPOINTS, LAG_BLOCKS_MAX, LIAR, agreedOn, lie } from './endpoints';
import type { Process } from './process';
import { onchainIdOf } from './simulated-ledger';
import type { SimulatedLedger } from './simulated-ledger';
import { paidOut, usedBefore } from './looks';
import type { TransferPlan } from './workload';
import type { World } from './world';
import { BLOCK_MS } from './world';

/** How long an authorization is valid, in blocks. */
export const VALID_BLOCKS = 14;
const SENDERS = ['s1', 's2'] as const;
const NEVER_VALID = { lastValidHeight: 0 };
const UNKNOWN: Observation = { state: 'unknown' };

export type Ledgers = Readonly<Record<ChainName, SimulatedLedger>>;

/** The chains as a process reaches them: over a network, through endpoints that may know less than others. */
export class ChainOfProcess implements Chain {
  readonly addresses = null;
  readonly costs = null;
  readonly wallets = null;
  readonly history: ChainHistory = {
    payouts: (request) => this.#payouts(request),
    lastSent: () => Promise.resolve([]),
  };

  constructor(
    private readonly world: World,
    private readonly process: Process,
    private readonly ledgers: Ledgers,
    private readonly planOf: (authorization: Authorization) => TransferPlan,
  ) {}

  async quote({ candidates }: QuoteRequest): Promise<readonly Quote[]> {
    await this.world.scheduler.turn(this.process);
    return candidates.map((chain) => ({
      chain,
      fee: chain === 'ethereum' ? '2000' : '1000',
      settlementMs: BLOCK_MS,
      health: this.ledgers[chain].isDown ? { status: 'down', reason: 'no new blocks' } : { status: 'up' },
    }));
  }

  authorize({ chain }: { readonly chain: ChainName }): { readonly sender: string; readonly validUntil: number } {
    const { height } = this.ledgers[chain];
    const validUntil = this.ledgers[chain].timeAt(height + VALID_BLOCKS);
    return { sender: this.world.random.pick(SENDERS), validUntil };
  }

  /** Not valid any more is only what was not valid at a block that is final. */
  async precheck(authorization: Authorization): Promise<PrecheckFailure | null> {
    await this.world.scheduler.turn(this.process);
    const ledger = this.ledgers[authorization.chain];
    if (this.planOf(authorization).isShortOfGas(this.world.random.chance(this.world.faults.gas))) {
      return 'insufficient_gas';
    }
    return ledger.timeAt(ledger.finalHeight) > authorization.validUntil ? 'transaction_expired' : null;
  }

  async assemble(authorizations: readonly Authorization[]): Promise<Submission> {
    await this.world.scheduler.turn(this.process);
    const submission = this.#ledgerOf(authorizations).sign(authorizations);
    if (this.world.isOff('16')) this.#ledgerOf(authorizations).take(submission.bytes);
    return submission;
  }

  async broadcast({ hash, bytes }: Submission, authorizations: readonly Authorization[]): Promise<void> {
    const { random, faults } = this.world;
    await this.world.delay(this.process);
    const isLost = random.chance(faults.broadcast);
    if (isLost && random.chance(0.5)) throw new Error('the chain is out of reach');
    this.world.note(`${this.process.name} broadcasts ${hash}`);
    this.#ledgerOf(authorizations).take(bytes);
    if (isLost) throw new Error('the answer of the chain is lost');
  }

  async observe(
    { hash, bytes }: Submission,
    authorizations: readonly Authorization[],
  ): Promise<readonly Observation[]> {
    const { random, faults } = this.world;
    const ledger = this.#ledgerOf(authorizations);
    // Protocol rule 17: what is final first, and only then what is there.
    const early = this.#look(ledger, hash, 0);
    const finalHeight = ledger.finalHeight;
    await this.world.delay(this.process);
    // Who looks for an authorization in whatever transaction has no bytes, as on EVM chains.
    const { lastValidHeight } =
      bytes === '' ? NEVER_VALID : (JSON.parse(bytes) as { readonly lastValidHeight: number });
    /** @param lag - blocks that the endpoint is behind */
    const lookAt = (lag: number): readonly Observation[] => {
      const [seen, final] = this.world.isOff('17-order')
        ? [early, ledger.finalHeight]
        : [this.#look(ledger, hash, lag), this.world.isOff('17-endpoints') ? finalHeight : finalHeight - lag];
      return authorizations.map((authorization) =>
        ledger.family === 'solana'
          ? this.#observeTransaction(ledger, hash, seen, final, lastValidHeight)
          : this.#observeAuthorization(ledger, hash, authorization, final, lag),
      );
    };
    const looks = ENDPOINTS.map(() => lookAt(random.chance(faults.lag) ? random.below(LAG_BLOCKS_MAX) : 0));
    return authorizations.map((_, place) => {
      const said = looks.flatMap((look) => look[place] ?? []);
      const isLiedTo = random.chance(faults.lie);
      if (isLiedTo) said[LIAR] = lie(this.world, ledger, hash);
      // Without the rule, one endpoint's word is enough: of the one that is behind, or of the one that lies.
      if (this.world.isOff('17-endpoints')) return said[random.below(said.length)] ?? UNKNOWN;
      if (this.world.isOff('29')) return said[isLiedTo ? LIAR : 0] ?? UNKNOWN;
      return agreedOn(said);
    });
  }

  /** The treasuries of the simulation keep their own books. */
  balances(): Promise<Balances> {
    return Promise.resolve({ cursor: '0', at: 0, balances: [] });
  }

  deposits({ after }: { readonly after: string }): Promise<Deposits> {
    return Promise.resolve({ deposits: [], cursor: after, more: false });
  }

  async earlierUse(request: EarlierUseRequest): Promise<EarlierUse | null> {
    await this.world.delay(this.process);
    return usedBefore(this.world, this.ledgers[request.chain], request);
  }

  async #payouts({ chain, since }: PayoutsRequest): Promise<Payouts> {
    await this.world.delay(this.process);
    return paidOut(this.world, this.ledgers[chain], since);
  }

  refusalOf(): Promise<string | null> {
    return Promise.resolve(null);
  }

  capacity(authorizations: readonly Authorization[]): number {
    return authorizations.length;
  }

  replacement(): Promise<Submission | null> {
    return Promise.resolve(null);
  }

  setAside({ transactions }: SetAsideRequest): Promise<SetAsideAnswer> {
    return Promise.resolve({ deposits: [], setAside: transactions });
  }

  pollAfterMs(): number {
    return BLOCK_MS;
  }

  explorerUrl(): null {
    return null;
  }

  #ledgerOf([first]: readonly Authorization[]): SimulatedLedger {
    if (first === undefined) throw new Error('a submission carries at least one authorization');
    return this.ledgers[first.chain];
  }

  /** Where an endpoint sees a transaction that it may not know yet; undefined: nowhere. */
  #look(
    ledger: SimulatedLedger,
    hash: string,
    lag: number,
  ): { readonly height: number; readonly ok: boolean } | undefined {
    const found = ledger.transactions.get(hash);
    if (found === undefined || found.includedAt === null || found.includedAt > ledger.height - lag) return undefined;
    return { height: found.includedAt, ok: found.reverted.size === 0 };
  }

  #observeTransaction(
    ledger: SimulatedLedger,
    hash: string,
    seen: { readonly height: number; readonly ok: boolean } | undefined,
    final: number,
    lastValidHeight: number,
  ): Observation {
    if (seen === undefined) return { state: final > lastValidHeight ? 'expired' : 'unknown' };
    const isFinal = seen.height <= final || this.world.isOff('20');
    if (!seen.ok) return { state: 'reverted', hash, final: isFinal || this.world.isOff('18') };
    return { state: depthOf(ledger, seen.height, isFinal), hash, block: seen.height, at: ledger.timeAt(seen.height) };
  }

  /** Protocol rule 18: what reverted may still be carried out, by anybody, until it is not valid any more for sure. */
  #observeAuthorization(
    ledger: SimulatedLedger,
    hash: string,
    authorization: Authorization,
    final: number,
    lag: number,
  ): Observation {
    const { id, validUntil } = authorization;
    const used = ledger.transfers.get(onchainIdOf(authorization));
    if (used !== undefined && used.height <= ledger.height - lag) {
      const state = depthOf(ledger, used.height, used.height <= final || this.world.isOff('20'));
      return { state, hash: used.hash, block: used.height, at: ledger.timeAt(used.height) };
    }
    const isOver = ledger.timeAt(final) > validUntil;
    if (this.#look(ledger, hash, lag) !== undefined && ledger.transactions.get(hash)?.reverted.has(id) === true) {
      return { state: 'reverted', hash, final: isOver || this.world.isOff('18') };
    }
    return { state: isOver ? 'expired' : 'unknown' };
  }
}

/** Settled may be said with one more block on top (protocol rule 18): that block may be reorganised away, too. */
function depthOf(ledger: SimulatedLedger, height: number, isFinal: boolean): 'included' | 'confirmed' | 'final' {
  if (isFinal) return 'final';
  return height < ledger.height ? 'confirmed' : 'included';
}
