import type { Authorization, Observation, Submission } from '../../transfers';
import type { ChainLog } from '../../chain-log';
import type { RpcPool } from '../../rpc/rpc-pool';
import { asksForLess, createsAccount, readCarriers } from '../submission/carriers';
import type { Carrier } from '../submission/carriers';
import { findDead } from './death-proof';
import type { Deaths } from './death-proof';
import { readBlockTime } from '../block-time';
import { SignatureReader } from './signature-reader';
import type { TransactionStatus } from './signature-reader';
import { SignatureStatuses } from './signature-statuses';
import type { Status } from '../values';

/** A transaction of a submission, and how far it has come. */
interface Look {
  readonly carrier: Carrier;
  readonly status: TransactionStatus;
}

/** What may be made anew of a submission. */
export interface Spent {
  /**
   * Transactions that stay as they are. Those that carry nothing any more have failed, and were paid for. A dead one stays
   * for the authorizations that have expired in it.
   */
  readonly kept: readonly Carrier[];
  /** Authorizations whose transaction can never stand in a block. */
  readonly dead: readonly Authorization[];
  /** Authorizations whose transaction has failed for good by every configured endpoint, but maybe not by their fault. */
  readonly failed: readonly Authorization[];
}

/** A transfer is settled when it is final: nodes tell of no commitment between that and a block any more. */
const FINAL = 3;
/** Afterwards, nodes look for a signature in their history only. */
const OLD_MS = 20_000;
const TIMES_MAX = 1_000;
const SEEN_MAX = 100_000;

/** Finds out what became of authorizations, by the transaction that each of them is in. */
export class TransferObserver {
  readonly #pool: RpcPool;
  readonly #log: ChainLog;
  readonly #statuses = new SignatureStatuses();
  readonly #signatures: SignatureReader;
  /** Times of final blocks, by slot. */
  readonly #times = new Map<number, Promise<number | null>>();
  /** Signatures of final transactions. */
  readonly #seen = new Set<string>();

  constructor({ pool, log }: { readonly pool: RpcPool; readonly log: ChainLog }) {
    this.#pool = pool;
    this.#log = log;
    this.#signatures = new SignatureReader(pool, this.#statuses);
  }

  /** A transaction was seen to be final, so it need not be sent again. */
  hasSeen(signature: string): boolean {
    return this.#seen.has(signature);
  }

  /** @throws Error when no endpoint answers: then nothing is known */
  async observe(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<readonly Observation[]> {
    const byAuthorization = await this.#look(submission, authorizations, now);
    const hasExpired = ({ validUntil }: Authorization): boolean => now > validUntil;
    const missing = authorizations.filter(
      (each) => hasExpired(each) && byAuthorization.get(each.id)?.status.state === 'unknown',
    );
    const deaths = await this.#findDead(missing, byAuthorization);
    return Promise.all(
      authorizations.map(async (authorization): Promise<Observation> => {
        // An earlier version left authorizations that had expired in a dead transaction out of the bytes.
        if (hasExpired(authorization) && !byAuthorization.has(authorization.id)) return { state: 'expired' };
        const { carrier, status } = lookOf(authorization, byAuthorization);
        const hash = carrier.signature;
        const sentAs = hash === submission.hash ? {} : { sentAs: hash };
        const unknown = { state: 'unknown', ...sentAs } as const;
        const disputed = { ...unknown, isDisputed: true } as const;
        switch (status.state) {
          case 'unknown':
            if (hasExpired(authorization) && deaths.dead.has(hash)) return { state: 'expired' };
            return status.isDisputed || (hasExpired(authorization) && deaths.isDisputed) ? disputed : unknown;
          case 'failed':
            // Until all endpoints call it final, one may yet say that it was carried out.
            if (mayGoAlone(carrier, status.cause) && !hasExpired(authorization))
              return status.isFinal ? unknown : disputed;
            return { state: 'reverted', hash, final: status.isFinal };
          case 'carried out': {
            const at = await this.#timeOf(status, now);
            return at === null
              ? disputed
              : { state: status.stage === FINAL ? 'final' : 'included', hash, block: status.slot, at };
          }
        }
      }),
    );
  }

  /** What of a submission may be made anew, because nothing will ever come of it (protocol rules 14 and 17). */
  async spent(submission: Submission, authorizations: readonly Authorization[], now: number): Promise<Spent> {
    const byAuthorization = await this.#look(submission, authorizations, now);
    const valid = authorizations.filter(({ validUntil }) => now < validUntil);
    const missing = valid.filter((each) => lookOf(each, byAuthorization).status.state === 'unknown');
    const { dead: deadSignatures } = await this.#findDead(missing, byAuthorization);
    const dead = missing.filter((each) => deadSignatures.has(lookOf(each, byAuthorization).carrier.signature));
    const failed = valid.filter((each) => {
      const { carrier, status } = lookOf(each, byAuthorization);
      return status.state === 'failed' && status.isFinal && mayGoAlone(carrier, status.cause);
    });
    const isAnew = new Set([...dead, ...failed].map(({ id }) => id));
    const isDead = new Set(dead.map((each) => lookOf(each, byAuthorization).carrier.signature));
    const kept = readCarriers(submission.bytes)
      .map((carrier) => ({ ...carrier, carries: carrier.carries.filter((id) => !isAnew.has(id)) }))
      .filter(({ signature, carries }) => carries.length > 0 || !isDead.has(signature));
    return { kept, dead, failed };
  }

  #findDead(missing: readonly Authorization[], byAuthorization: ReadonlyMap<string, Look>): Promise<Deaths> {
    const parts = { pool: this.#pool, statuses: this.#statuses, log: this.#log };
    return findDead(parts, carriersOf(missing, byAuthorization));
  }

  async #look(
    { hash, bytes }: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<ReadonlyMap<string, Look>> {
    const asked = new Set(authorizations.map(({ id }) => id));
    const carriers = readCarriers(bytes).filter(({ carries }) => carries.some((id) => asked.has(id)));
    const isOld = authorizations.some(({ authorizedAt }) => now - authorizedAt > OLD_MS);
    const looks = await Promise.all(
      carriers.map(async (carrier) => ({ carrier, status: await this.#signatures.look(carrier.signature, isOld) })),
    );
    for (const { carrier, status } of looks) {
      this.#sees(carrier.signature, status.state === 'carried out' && status.stage === FINAL);
    }
    const byAuthorization = new Map(looks.flatMap((look) => look.carrier.carries.map((id) => [id, look] as const)));
    const stranger = authorizations.find(({ id, validUntil }) => now <= validUntil && !byAuthorization.has(id));
    if (stranger !== undefined) throw new Error(`submission ${hash} does not carry authorization ${stranger.id}`);
    return byAuthorization;
  }

  #sees(signature: string, isThere: boolean): void {
    if (!isThere) this.#seen.delete(signature);
    else this.#seen.add(signature);
    const [oldest] = this.#seen;
    if (this.#seen.size > SEEN_MAX && oldest !== undefined) this.#seen.delete(oldest);
  }

  /**
   * A block that is not final may have a successor of the same slot, and gets the time of this look.
   *
   * @returns null while no majority tells the time of the block
   */
  async #timeOf({ slot, stage }: { readonly slot: number; readonly stage: Status['stage'] }, now: number) {
    if (stage !== FINAL) return now;
    const known = this.#times.get(slot);
    if (known !== undefined) return known;
    const time = readBlockTime(this.#pool, slot);
    this.#times.set(slot, time);
    const at = await time.catch(() => null);
    if (at === null) this.#times.delete(slot);
    const [oldest] = this.#times.keys();
    if (this.#times.size > TIMES_MAX && oldest !== undefined) this.#times.delete(oldest);
    return at;
  }
}

/**
 * Whether the payments of a failed transaction may be sent in separate transactions: it is unknown which payment caused
 * the failure. A fee payer without enough SOL for an account is no failure of a payment, and neither are too few compute
 * units, where more can be asked for.
 */
function mayGoAlone(carrier: Carrier, { failedAt, leftPayerShort = false, ranOutOfUnits = false }: Status): boolean {
  if (carrier.carries.length > 1 || leftPayerShort || (ranOutOfUnits && asksForLess(carrier))) return true;
  return failedAt !== undefined && createsAccount(carrier, failedAt);
}

function lookOf({ id }: Authorization, byAuthorization: ReadonlyMap<string, Look>): Look {
  const look = byAuthorization.get(id);
  if (look === undefined) throw new Error(`nothing is known of authorization ${id}`);
  return look;
}

function carriersOf(
  authorizations: readonly Authorization[],
  byAuthorization: ReadonlyMap<string, Look>,
): readonly Carrier[] {
  return [...new Set(authorizations.map((each) => lookOf(each, byAuthorization).carrier))];
}
