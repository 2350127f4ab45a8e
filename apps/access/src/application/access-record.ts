import type { Actor, ApiError, ApiErrorCode, Tenant } from '@stablecoin/contracts';
import { describeError } from '@stablecoin/contracts';
import type { Clock, Log, Meter } from '@stablecoin/event-sourcing';
import { BoundedMap, MemoryBucketStore } from '@stablecoin/host';
import { RefusedKey, type Caller } from './authenticator';
import type { KeyAccessCommand } from '../domain/key-access';
import type { KeyAccessHandler } from './handlers';

/** A request, as far as it matters here. */
export interface Sent {
  readonly id: string;
  /** Method and route template. */
  readonly operation: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Errors that say that a key may not do something. */
const REFUSALS: ReadonlySet<ApiErrorCode> = new Set(['insufficient_scope', 'plan_required']);
/** Uses and refusals that are known to be recorded. */
const KNOWN_MAX = 10_000;
/** The same refusal of one key at one address is recorded once in this time. */
const REFUSED_AGAIN_MS = 60_000;
/** What one key adds to the audit log at most, whoever uses it and from wherever. */
const PER_KEY = { rate: 1, burst: 60, peak: 60 };

/**
 * Records where keys are used from for the first time, and what they are refused. Requests do not wait for it. What cannot
 * be written is logged; the next use or refusal of the same kind is recorded then.
 */
export class AccessRecord {
  readonly #known = new BoundedMap<string, number>(KNOWN_MAX);
  readonly #buckets = new MemoryBucketStore();

  constructor(
    private readonly handler: Pick<KeyAccessHandler, 'handle'>,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly meter: Meter,
  ) {}

  /** A request has been authenticated. */
  used(caller: Caller, sent: Sent): void {
    const { actor } = caller;
    const use = `use ${actor.id} ${actor.ip}`;
    if (actor.ip === null || this.#known.get(use) !== undefined) return;
    this.#record(use, caller, sent, { type: 'RecordUse', data: { ip: actor.ip } });
  }

  /**
   * A request has been refused.
   *
   * @param caller - null where the key itself was refused, or there was none
   */
  refused(error: ApiError, caller: Caller | null, sent: Sent): void {
    const { cause, code } = error;
    const holder = cause instanceof RefusedKey ? cause : REFUSALS.has(code) ? caller : null;
    if (holder === null) return;
    const reason = cause instanceof RefusedKey ? cause.reason : code;
    const { id, ip } = holder.actor;
    const refusal = `refusal ${id} ${ip} ${reason}`;
    const recordedAt = this.#known.get(refusal);
    if (recordedAt !== undefined && sent.at - recordedAt < REFUSED_AGAIN_MS) return;
    this.#record(refusal, holder, sent, { type: 'RecordRefusal', data: { reason, operation: sent.operation } });
  }

  #record(
    what: string,
    { account, livemode, actor }: Tenant & { readonly actor: Actor },
    { id, at }: Sent,
    command: Pick<KeyAccessCommand, 'type' | 'data'>,
  ): void {
    if (!this.#buckets.take(actor.id, PER_KEY, this.clock.now(), 1).admitted) {
      this.meter.count('gateway_access_not_recorded_total');
      return;
    }
    this.#known.set(what, at);
    const sent = { id: `${id}:${command.type}`, at, correlationId: id, account, livemode, actor };
    this.handler
      .handle(`api_key_access-${actor.id}`, { ...sent, ...command } as KeyAccessCommand)
      .catch((error: unknown) => {
        this.#known.delete(what);
        this.meter.count('gateway_access_not_recorded_total');
        this.log.warn(
          { key: actor.id, error: describeError(error) },
          'an access could not be recorded in the audit log',
        );
      });
  }
}
