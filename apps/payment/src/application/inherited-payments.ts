import type { Chains, WalletContract } from '@stablecoin/chains';
import { familyOf, newId, ServiceError } from '@stablecoin/contracts';
import type { Actor } from '@stablecoin/contracts';
import type { Clock, EventStore, Log, Meter } from '@stablecoin/event-sourcing';
import { paymentDecider } from '../domain/decide-payment';
import { submissionDecider } from '../domain/decide-submission';
import type { OpenedPayment } from '../domain/payment';
import type { Earlier, FoundUse } from '../domain/payment-commands';
import { paymentStreams, submissionStreams } from '../domain/streams';
import { CLOCKS_MS, asksOwners } from './approval-term';
import { ChainQuotes } from './chain-quotes';
import { EarlierUses } from './earlier-uses';
import { PaymentHandler, SubmissionHandler } from './handlers';
import { inheritedHistory } from './inherited-history';
import type { SignedPayment } from './inherited-history';

/** The commands of a restore are the operator's. */
const OPERATOR: Actor = { type: 'system', id: 'system', name: 'operator', ip: null };
/** Payments that are looked up at the same time. */
const PAGE = 50;

/** A chain does not say yet what became of an open payment. */
export class OutcomeUnknownError extends ServiceError {
  readonly code = 'inherited_outcome_unknown';
  readonly retry = 'bounded';
  override readonly docs = 'docs/backup.md#before-it-may-pay-again';
}

/** What became of the open payments of a restored store. */
export interface InheritedOutcome {
  /** Settled by a transfer that was made since. */
  readonly found: number;
  /** Signed, and provably not made. */
  readonly failed: number;
  /** Neither signed nor made: each waits until its order is confirmed. */
  readonly held: number;
  /** What the owners of their wallets have signed may still make them: each waits until that has ended. */
  readonly inDoubt: number;
}

/** What a look has shown of one payment. */
interface Look {
  readonly state: OpenedPayment;
  readonly found: FoundUse | null;
  /** What the owners of its wallet have signed may still make it: until then, in milliseconds since the epoch. */
  readonly doubtUntil?: number;
  /** Nothing on chain names it, and a transfer is there that may be its. */
  readonly mayBeMade?: boolean;
}

/**
 * Records what became of the payments that a restored store has inherited, while no service runs (protocol rule 34). The
 * chains are asked once, for all of them, before anything that could end or make one of them.
 */
export class InheritedPayments {
  readonly #store: EventStore;
  readonly #clock: Clock;
  readonly #generation: string;
  readonly #quotes: ChainQuotes;
  readonly #uses: EarlierUses;
  readonly #payments: PaymentHandler;
  readonly #submissions: SubmissionHandler;
  readonly #walletOf: (walletId: string) => Promise<WalletContract | null>;

  /**
   * @param parts - `generation`: the name of the one that is accepted; `walletOf`: the contract of a live wallet, null where
   * there is no such wallet
   */
  constructor(parts: {
    readonly store: EventStore;
    readonly clock: Clock;
    readonly log: Log;
    readonly meter: Meter;
    readonly chains: Chains;
    readonly generation: string;
    readonly walletOf: (walletId: string) => Promise<WalletContract | null>;
  }) {
    const { store, clock, log, meter, chains, generation, walletOf } = parts;
    this.#store = store;
    this.#clock = clock;
    this.#generation = generation;
    this.#walletOf = walletOf;
    this.#quotes = new ChainQuotes({ chains, log, meter });
    this.#uses = new EarlierUses({ quotes: this.#quotes, log, isRestored: true });
    this.#payments = new PaymentHandler({ store, clock, log, meter, decider: paymentDecider });
    this.#submissions = new SubmissionHandler({ store, clock, log, meter, decider: submissionDecider });
  }

  /**
   * Looks every open payment up, and records what became of it. Repeating it continues.
   *
   * @param approvalsUntil - what owners of wallets may have signed in the lost interval is valid until then, in milliseconds since
   * the epoch
   * @throws {@link OutcomeUnknownError} while a chain does not say; the log names the endpoint
   */
  async settle(approvalsUntil: number): Promise<InheritedOutcome> {
    const { pending, signed } = await inheritedHistory(this.#store);
    const outcome = { found: 0, failed: 0, held: 0, inDoubt: 0 };
    /** Of signed payments: whether a chain has the transfer, or may have it yet. */
    const made = new Map<string, boolean>();
    const ids = [...new Set([...pending, ...signed.keys()])];
    for (let done = 0; done < ids.length; done += PAGE) {
      const page = ids.slice(done, done + PAGE);
      const looks = await Promise.all(page.map((id) => this.#look(id, approvalsUntil)));
      for (const [index, look] of looks.entries()) {
        const id = page[index];
        if (id === undefined) continue;
        const isMade = look.found !== null || look.state.isFound || look.doubtUntil !== undefined || isOwed(look);
        if (signed.has(id)) made.set(id, isMade);
        const [event] = pending.has(id) ? await this.#record(id, look) : [];
        if (event === 'PaymentSettled') outcome.found += 1;
        else if (event === 'PaymentFailed') outcome.failed += 1;
        else if (event === 'PaymentHeld') outcome[look.doubtUntil === undefined ? 'held' : 'inDoubt'] += 1;
      }
    }
    await this.#endAtSenders(signed, made);
    await this.#store.durable();
    return outcome;
  }

  /** The payments that wait until their order is confirmed, or the chains say whether they were made. */
  async unsettled(): Promise<readonly OpenedPayment[]> {
    const { held, inDoubt, looking } = await inheritedHistory(this.#store);
    return Promise.all([...new Set([...held, ...inDoubt, ...looking])].map((id) => this.#stateOf(id)));
  }

  /** Has held payments continue. @returns how many there were */
  async resume(ids: readonly string[]): Promise<number> {
    let resumed = 0;
    for (const id of ids) {
      const { account, livemode, held } = await this.#stateOf(id);
      if (held === null) continue;
      const origin = this.#origin({ account, livemode });
      const command = { type: 'ConfirmPayment', data: { generation: held }, ...origin } as const;
      resumed += (await this.#payments.handle(paymentStreams.stream(id), command)).events.length > 0 ? 1 : 0;
    }
    await this.#store.durable();
    return resumed;
  }

  /** Fails held payments as canceled. @returns how many there were */
  async cancel(ids: readonly string[]): Promise<number> {
    let canceled = 0;
    for (const id of ids) {
      const { account, livemode, held } = await this.#stateOf(id);
      if (held === null) continue;
      const command = {
        type: 'CancelPayment',
        data: { paymentId: id },
        ...this.#origin({ account, livemode }),
      } as const;
      const { refusal } = await this.#payments.handle(paymentStreams.stream(id), command);
      canceled += refusal === undefined ? 1 : 0;
    }
    await this.#store.durable();
    return canceled;
  }

  /** A payment that has ended is not looked up: its end is known. */
  async #look(id: string, approvalsUntil: number): Promise<Look> {
    const state = await this.#stateOf(id);
    if (state.phase === 'failed' || state.isFound) return { state, found: null };
    const { order, onchainId } = state;
    const wallet = order.from === null ? null : await this.#walletOf(order.from);
    if (order.from !== null && wallet === null) {
      throw new OutcomeUnknownError(`Payment ${id} is from wallet ${order.from}, of which there is no record.`);
    }
    const [near] = order.candidates;
    if (near === undefined) throw new Error(`payment ${id} has no candidate`);
    const earlier = await this.#uses.find(
      true,
      {
        chain: near,
        onchainId: onchainId ?? { hashOf: id },
        to: order.to,
        amount: order.amount,
        currency: order.currency,
        wallet,
      },
      (chain) => wallet?.address ?? this.#quotes.liveTreasury(chain),
    );
    const doubtUntil = wallet !== null && asksOwners(wallet) ? doubtOf(state, approvalsUntil) : undefined;
    if (doubtUntil !== undefined && isOpen(earlier)) return { state, found: null, doubtUntil };
    if (earlier === undefined) return { state, found: null, mayBeMade: await this.#mayBeMade(state) };
    if (earlier !== 'unknown' && earlier.use.state === 'final')
      return { state, found: { ...earlier, use: earlier.use } };
    throw new OutcomeUnknownError(
      `The chains do not say yet what became of payment ${id}, or its transfer is not final. Every configured endpoint has to answer: see the log, and repeat this.`,
    );
  }

  /**
   * On Solana nothing names the transfer of a payment without a key of an earlier version. One that was signed may be any with its
   * recipient, currency and amount since then, which may be another payment's too.
   */
  async #mayBeMade({ order, onchainId, authorization }: OpenedPayment): Promise<boolean> {
    if (onchainId !== undefined || authorization === null || familyOf(authorization.chain) !== 'solana') return false;
    const { chain, authorizedAt } = authorization;
    const payers = [this.#quotes.liveTreasury(chain)];
    const paid = await this.#quotes.router(true).on(chain).history?.payouts({ chain, payers, since: authorizedAt });
    if (paid === undefined) return true;
    return paid.payouts.some(
      ({ to, currency, amount }) => to === order.to && currency === order.currency && amount === order.amount,
    );
  }

  /** @returns the types of the events */
  async #record(id: string, { state, found, doubtUntil, mayBeMade = false }: Look): Promise<readonly string[]> {
    const { account, livemode } = state;
    const data = {
      generation: this.#generation,
      found,
      mayBeMade,
      ...(doubtUntil === undefined ? {} : { notBefore: doubtUntil }),
    };
    const command = { type: 'RecordInherited', data, ...this.#origin({ account, livemode }) } as const;
    const { events } = await this.#payments.handle(paymentStreams.stream(id), command);
    return events.map(({ type }) => type).filter((type) => type !== 'PaymentContinued' && type !== 'PaymentDoubtEnded');
  }

  /** What was found or failed ends at its sender too, or it would be signed again (protocol rule 19). */
  async #endAtSenders(signed: ReadonlyMap<string, SignedPayment>, made: ReadonlyMap<string, boolean>): Promise<void> {
    const submissions = new Map<string, { readonly sender: string; readonly carried: SignedPayment[] }>();
    for (const each of signed.values()) {
      const { submission, sender } = each;
      if (submission === null) await this.#endAtSender(each, made.get(each.payment.paymentId) === true);
      else {
        const known = submissions.get(submission) ?? { sender, carried: [] };
        known.carried.push(each);
        submissions.set(submission, known);
      }
    }
    for (const [hash, { sender, carried }] of submissions) {
      const isMade = ({ payment }: SignedPayment): boolean => made.get(payment.paymentId) === true;
      const settled = carried.filter(isMade).map(({ payment }) => payment.paymentId);
      const expired = carried.filter((each) => !isMade(each));
      const failed = expired.map(({ payment }) => ({ ...payment, code: 'transaction_expired' as const }));
      const origin = this.#origin({ account: '', livemode: true });
      const command = { type: 'FinishSubmission', data: { hash, settled, failed }, ...origin } as const;
      await this.#submissions.handle(submissionStreams.stream(sender), command);
    }
  }

  async #endAtSender({ sender, payment }: SignedPayment, isMade: boolean): Promise<void> {
    const stream = submissionStreams.stream(sender);
    const origin = this.#origin({ account: '', livemode: true });
    if (isMade) {
      await this.#submissions.handle(stream, { type: 'FindAuthorization', data: { payment }, ...origin });
      return;
    }
    const listedAt = (await this.#submissions.query(stream, ({ revision }) => revision)) ?? -1;
    const data = { payment, code: 'transaction_expired', listedAt } as const;
    await this.#submissions.handle(stream, { type: 'CloseAuthorization', data, ...origin });
  }

  async #stateOf(id: string): Promise<OpenedPayment> {
    const state = await this.#payments.query(paymentStreams.stream(id), (found) => found);
    if (state === undefined || state.phase === 'new') throw new Error(`there is no payment ${id}`);
    return state;
  }

  #origin(tenant: { readonly account: string; readonly livemode: boolean }) {
    const at = this.#clock.now();
    const id = newId('req', at);
    return { id, at, correlationId: id, actor: OPERATOR, ...tenant };
  }
}

/** A settled payment is made again when its sender says that it was not: not where its transfer may be there. */
function isOwed({ state, mayBeMade = false }: Look): boolean {
  return state.phase === 'settled' && mayBeMade;
}

/** Whether the chains have no final transfer, and all of them have said so. */
function isOpen(earlier: Earlier | undefined): boolean {
  return earlier === undefined || (earlier !== 'unknown' && earlier.use.state === 'recent');
}

/** @returns undefined for a payment that was signed without its owners: what they could have been asked for came before that */
function doubtOf({ phase, authorization }: OpenedPayment, approvalsUntil: number): number | undefined {
  if (phase === 'settled') return undefined;
  if (authorization === null) return approvalsUntil;
  const isSignedByOwners = (authorization.payer?.approval ?? null) !== null;
  return isSignedByOwners ? authorization.validUntil + CLOCKS_MS : undefined;
}
