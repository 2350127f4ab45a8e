import type { Authorization, Submission } from '@stablecoin/chains';
import { familyOf } from '@stablecoin/contracts';
import type { ChainFamily, ChainName } from '@stablecoin/contracts';
import type { SimulatedModule } from './simulated-module';
import type { TransferPlan } from './workload';
import type { World } from './world';
import { BLOCK_MS } from './world';

/** Blocks that may still be reorganised away. */
const FINALITY_BLOCKS = 3;
/** On Solana a transaction can be included for so long after it was signed. */
const LAST_VALID_BLOCKS = 6;

/** How likely it is, at every block, that an outage ends. */
const RECOVERY = 0.4;

/** What is in the bytes of a submission. */
interface Signed {
  readonly hash: string;
  readonly ids: readonly string[];
  /** Solana: the last height at which it can be included. */
  readonly lastValidHeight: number;
}

export interface Transaction extends Signed {
  readonly authorizations: ReadonlyMap<string, Authorization>;
  /** Waits to be included. */
  isPooled: boolean;
  includedAt: number | null;
  readonly reverted: Set<string>;
}

/** A transfer that stands in a block. */
export interface Transfer {
  readonly authorization: Authorization;
  readonly hash: string;
  readonly height: number;
}

/** Who is told of money that moves. */
export interface LedgerAudit {
  transferred(authorization: Authorization): void;
  /** A transfer was reorganised away. */
  undone(authorization: Authorization): void;
}

/** What names the transfer of an authorization on chain. */
export function onchainIdOf({ id, onchainId = id }: Authorization): string {
  return onchainId;
}

/**
 * A chain of one of two kinds. EVM-like: an authorization can be used once, by anybody, while it is valid, whatever
 * transaction carries it. Solana-like: a transaction is included whole or not at all, until it expires.
 */
export class SimulatedLedger {
  readonly family: ChainFamily;
  height = 10;
  isDown = false;
  readonly transactions = new Map<string, Transaction>();
  /** By on-chain id, which an EVM chain takes once. */
  readonly transfers = new Map<string, Transfer>();
  /** What was signed, by hash. */
  readonly #signed = new Map<string, readonly Authorization[]>();
  #signatures = 0;

  constructor(
    readonly name: ChainName,
    private readonly world: World,
    private readonly audit: LedgerAudit,
    private readonly module: SimulatedModule,
    private readonly planOf: (authorization: Authorization) => TransferPlan,
    private readonly startedAt: number,
  ) {
    this.family = familyOf(name);
  }

  /** No block up to this one is ever reorganised away. */
  get finalHeight(): number {
    return this.height - FINALITY_BLOCKS;
  }

  timeAt(height: number): number {
    return this.startedAt + (height - 10) * BLOCK_MS;
  }

  /** Signs: another hash every time, as with a fresh block hash or another nonce of the sender's. */
  sign(authorizations: readonly Authorization[]): Submission {
    const ids = authorizations.map(({ id }) => id);
    const hash = `${this.name}-tx${++this.#signatures}`;
    this.#signed.set(hash, authorizations);
    const signed: Signed = { hash, ids, lastValidHeight: this.height + LAST_VALID_BLOCKS };
    return { hash, bytes: JSON.stringify(signed), authorizations: ids };
  }

  /** Takes bytes that were signed; those that it has taken before change nothing. */
  take(bytes: string): void {
    const signed = JSON.parse(bytes) as Signed;
    const known = this.transactions.get(signed.hash);
    if (known === undefined) {
      const byId = new Map(this.#signed.get(signed.hash)?.map((authorization) => [authorization.id, authorization]));
      const reverted = new Set<string>();
      this.transactions.set(signed.hash, {
        ...signed,
        authorizations: byId,
        isPooled: true,
        includedAt: null,
        reverted,
      });
    } else if (known.includedAt === null && !this.#isExpired(known)) known.isPooled = true;
  }

  /** Whether a transaction may still move money under an on-chain id without anybody doing anything. */
  isInFlight(onchainId: string): boolean {
    return [...this.transactions.values()].some((transaction) => {
      const authorizations = [...transaction.authorizations.values()];
      const authorization = authorizations.find((each) => onchainIdOf(each) === onchainId);
      if (!transaction.isPooled || authorization === undefined) return false;
      return this.family === 'solana' ? !this.#isExpired(transaction) : this.#isValid(authorization);
    });
  }

  /** The next block. @param blocks - so many later; all but the last are empty */
  advance(blocks: number): void {
    const { random, faults } = this.world;
    this.height += blocks;
    if (random.chance(faults.reorganise)) this.#reorganise(1 + random.below(FINALITY_BLOCKS - 1));
    for (const transaction of this.transactions.values()) {
      if (!transaction.isPooled) {
        if (this.family === 'evm' && random.chance(faults.stranger)) this.#useByStranger(transaction);
      } else if (this.family === 'solana' && this.#isExpired(transaction)) {
        transaction.isPooled = false;
      } else if (random.chance(faults.forget)) {
        this.world.note(`${this.name} forgets ${transaction.hash}`);
        transaction.isPooled = false;
      } else if (!random.chance(faults.congestion)) this.#include(transaction);
    }
    if (random.chance(this.isDown ? RECOVERY : faults.outage)) {
      this.isDown = !this.isDown;
      this.world.note(`${this.name} is ${this.isDown ? 'down' : 'up again'}`);
    }
  }

  #include(transaction: Transaction): void {
    transaction.includedAt = this.height;
    transaction.isPooled = false;
    transaction.reverted.clear();
    for (const authorization of transaction.authorizations.values()) {
      const reverts = this.planOf(authorization).reverts() || (this.family === 'evm' && this.#refuses(authorization));
      if (reverts) transaction.reverted.add(authorization.id);
      else if (this.family === 'evm') this.#transfer(authorization, transaction.hash);
    }
    if (this.family === 'solana') {
      const isWhole = transaction.reverted.size === 0;
      for (const authorization of transaction.authorizations.values()) {
        if (isWhole) this.#transfer(authorization, transaction.hash);
        else transaction.reverted.add(authorization.id);
      }
    }
    const reverted = transaction.reverted.size === 0 ? '' : `, reverted ${[...transaction.reverted].join(' ')}`;
    this.world.note(
      `${this.name} ${this.height} includes ${transaction.hash} [${transaction.ids.join(' ')}]${reverted}`,
    );
  }

  #useByStranger({ authorizations }: Transaction): void {
    for (const authorization of authorizations.values()) {
      if (this.planOf(authorization).revertsForAnybody || this.#refuses(authorization)) continue;
      this.world.note(`${this.name} ${this.height}: a stranger carries out ${authorization.id}`);
      this.#transfer(authorization, `${this.name}-stranger-${this.height}`);
    }
  }

  /** Used before, not valid any more, or not what a wallet allows. */
  #refuses(authorization: Authorization): boolean {
    const { payer } = authorization;
    const isOver = this.transfers.has(onchainIdOf(authorization)) || !this.#isValid(authorization);
    if (payer === undefined || (isOver && payer.approval !== null)) return isOver;
    const paid = [...this.transfers.values()].map((each) => ({ ...each, at: this.timeAt(each.height) }));
    return this.module.refuses(authorization, this.timeAt(this.height), paid);
  }

  #transfer(authorization: Authorization, hash: string): void {
    this.transfers.set(onchainIdOf(authorization), { authorization, hash, height: this.height });
    this.audit.transferred(authorization);
  }

  /** Drops the latest blocks; most of what was in them is included again. */
  #reorganise(depth: number): void {
    const kept = this.height - 1 - depth;
    this.world.note(`${this.name} is reorganised after ${kept}`);
    for (const [id, { authorization, height }] of this.transfers) {
      if (height <= kept) continue;
      this.transfers.delete(id);
      this.audit.undone(authorization);
    }
    for (const transaction of this.transactions.values()) {
      if (transaction.includedAt === null || transaction.includedAt <= kept) continue;
      transaction.includedAt = null;
      transaction.isPooled = this.world.random.chance(0.6);
      for (const authorization of transaction.authorizations.values()) this.planOf(authorization).reorganised();
    }
  }

  #isValid({ validUntil }: Authorization): boolean {
    return this.timeAt(this.height) <= validUntil;
  }

  #isExpired({ lastValidHeight }: Transaction): boolean {
    return this.height > lastValidHeight;
  }
}
