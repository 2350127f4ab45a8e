import { commandOf } from '@stablecoin/event-sourcing';
import type { Clock, Job, RunResult } from '@stablecoin/event-sourcing';
import type { PaymentCommand } from '../domain/payment-commands';
import type { ReservedFunds, WaitingReason } from '../domain/payment-events';
import type { PaymentHandler } from './handlers';
import type { Orders } from './orders';
import type { CommandPreparation } from './preparation';

/** A payment that waits, as its job has it. */
export type WaitingJob = {
  readonly reason: WaitingReason;
  /** Null: nothing was asked for yet. */
  readonly funds: ReservedFunds | null;
  /** When the wait began, in milliseconds since the epoch. */
  readonly since: number;
};

const AGAIN_MS_MIN = 2_000;
const AGAIN_MS_MAX = 60_000;
/** A wait is looked at again after this share of its length so far. */
const AGAIN_SHARE = 0.25;

/** Looks again at payments that could not be authorized, because something was not known, until it is. */
export class WaitingPayments {
  readonly #payments: PaymentHandler;
  readonly #preparation: CommandPreparation;
  readonly #orders: Orders;
  readonly #clock: Clock;

  constructor(parts: {
    readonly payments: PaymentHandler;
    readonly preparation: CommandPreparation;
    readonly orders: Orders;
    readonly clock: Clock;
  }) {
    this.#payments = parts.payments;
    this.#preparation = parts.preparation;
    this.#orders = parts.orders;
    this.#clock = parts.clock;
  }

  /** @param jobs - the job of one payment */
  async run([job]: readonly Job[]): Promise<RunResult> {
    if (job === undefined) throw new Error('a run has at least one job');
    const { reason, funds, since } = job.data as WaitingJob;
    const lookAgain = { againInMs: againInMs(this.#clock.now() - since) };
    if (reason === 'sanctions_list' && (await this.#isListUnknown(job))) return lookAgain;
    const { events, position } = await this.#payments.handle(job.stream, await this.#command(job, funds));
    if (events.length === 0) return lookAgain;
    this.#orders.release(job.key);
    return { position };
  }

  async #command(job: Job, funds: ReservedFunds | null): Promise<PaymentCommand> {
    const at = this.#clock.now();
    if (funds === null) {
      const data = await this.#preparation.continuation(job, job.key);
      return commandOf(job, 'LookAgain', data, { at, verb: 'look' });
    }
    const data = await this.#preparation.authorization(job, funds);
    return commandOf(job, 'AuthorizeTransfer', data, { at, verb: 'authorize' });
  }

  /** Costs no call of a chain, however many payments wait for the list. */
  async #isListUnknown({ livemode, key }: Job): Promise<boolean> {
    const { order } = await this.#orders.find(key);
    return (await this.#preparation.listed(livemode, order)) === 'unknown';
  }
}

/** @param waitedMs - how long the payment has been waiting */
function againInMs(waitedMs: number): number {
  return Math.min(AGAIN_MS_MAX, Math.max(AGAIN_MS_MIN, Math.round(waitedMs * AGAIN_SHARE)));
}
