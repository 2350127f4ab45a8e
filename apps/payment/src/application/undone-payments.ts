import type { Observation } from '@stablecoin/chains';
import { commandOf } from '@stablecoin/event-sourcing';
import type { Clock, Job, RunResult } from '@stablecoin/event-sourcing';
import type { ResolveUndone } from '../domain/payment-commands';
import type { ChainQuotes } from './chain-quotes';
import type { PaymentHandler } from './handlers';
import { isFinal } from './observed-transfers';
import type { SealedSignatures } from './sealed-signatures';
import type { SettlementAlarm } from './settlement-alarm';

/** A block of that time is final after some minutes. */
const AGAIN_MS = 60_000;

/**
 * Looks up what became of settled payments that were undone, once nothing that was signed for them is valid. It takes
 * the proof of any failure: every endpoint, at a final block (protocol rule 29).
 */
export class UndonePayments {
  readonly #payments: PaymentHandler;
  readonly #quotes: ChainQuotes;
  readonly #signatures: SealedSignatures;
  readonly #alarm: SettlementAlarm;
  readonly #clock: Clock;

  constructor(parts: {
    readonly payments: PaymentHandler;
    readonly quotes: ChainQuotes;
    readonly signatures: SealedSignatures;
    readonly alarm: SettlementAlarm;
    readonly clock: Clock;
  }) {
    this.#payments = parts.payments;
    this.#quotes = parts.quotes;
    this.#signatures = parts.signatures;
    this.#alarm = parts.alarm;
    this.#clock = parts.clock;
  }

  /** @param jobs - the job of one payment */
  async run([job]: readonly Job[]): Promise<RunResult> {
    if (job === undefined) throw new Error('a run has at least one job');
    const inclusion = await this.#look(job);
    if (inclusion === undefined) return { againInMs: AGAIN_MS };
    const command = commandOf(job, 'ResolveUndone', { inclusion }, { at: this.#clock.now(), verb: 'resolve' });
    const { events, position } = await this.#payments.handle(job.stream, command);
    this.#alarm.listen(job.key, events);
    return { position };
  }

  /** @returns undefined while the chain does not say for good */
  async #look({ key, stream, livemode }: Job): Promise<ResolveUndone['data']['inclusion'] | undefined> {
    const state = await this.#payments.query(stream, (found) => found);
    if (state === undefined || state.phase === 'new' || state.authorization === null) {
      throw new Error(`payment ${key} is undone and was never authorized`);
    }
    const { authorization, facts } = state;
    const chain = this.#quotes.router(livemode).on(authorization.chain);
    // Whoever sent it and in whatever transaction: the nonce is looked for.
    const submission = { hash: facts.txHash ?? '', bytes: '', authorizations: [authorization.id] };
    const signed = this.#signatures.open(authorization);
    // Owners may have signed it again since, for longer.
    const validUntil = Math.max(signed.validUntil, state.undone?.notBefore ?? 0);
    const opened = { ...signed, validUntil };
    const [observation] = await chain.observe(submission, [opened], this.#clock.now());
    if (observation === undefined || !isFinal(observation)) return undefined;
    return inclusionIn(observation, (hash) => chain.explorerUrl(authorization.chain, hash));
  }
}

function inclusionIn(
  observation: Observation,
  explorerUrl: (hash: string) => string | null,
): ResolveUndone['data']['inclusion'] {
  if (observation.state !== 'final') return null;
  const { hash, block } = observation;
  return { hash, block, explorerUrl: explorerUrl(hash) };
}
