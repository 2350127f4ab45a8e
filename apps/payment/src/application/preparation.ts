import { createHash } from 'node:crypto';
import { evmAddressFromBytes, solanaAddressFromBytes, familyOf } from '@stablecoin/contracts';
import type {
  FailPaymentMessage,
  InitiatePaymentMessage,
  Listed,
  PaymentOrder,
  PaymentScreenedMessage,
  QueryMap,
  Tenant,
  ChainFamily,
  ChainName,
} from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import { commandFrom } from '@stablecoin/messaging';
import type { Queries } from '@stablecoin/messaging';
import { isFound } from '../domain/earlier-use';
import type {
  AuthorizeTransfer,
  Earlier,
  FailPayment,
  FoundUse,
  InitiatePayment,
  LookAgain,
  RecordScreening,
} from '../domain/payment-commands';
import { isToBeScreened } from '../domain/payment';
import type { ReservedFunds } from '../domain/payment-events';
import { asksOwners } from './approval-term';
import type { KnownScreenings } from './known-screenings';
import type { ChainQuotes } from './chain-quotes';
import type { EarlierUses } from './earlier-uses';
import type { OnchainIds } from './onchain-ids';
import type { Orders } from './orders';
import { onchainOf } from './onchain-wallet';
import type { RulesInForce } from './rules-in-force';
import { sealedPayer } from './sealed-signatures';

/** The address that sandbox treasuries pay from. No one has its key. */
const SANDBOX_TREASURY: Readonly<Record<ChainFamily, string>> = {
  evm: evmAddressFromBytes(digest('sandbox treasury, evm').subarray(0, 20)),
  solana: solanaAddressFromBytes(digest('sandbox treasury, solana')),
};

/**
 * Turns messages into commands, and reads what their decisions need: quotes, health, lists. The command carries these
 * readings, so the event records them (protocol rule 3).
 */
export class CommandPreparation {
  readonly #quotes: ChainQuotes;
  readonly #onchainIds: OnchainIds;
  readonly #earlierUses: EarlierUses;
  readonly #orders: Orders;
  readonly #screenings: KnownScreenings;
  readonly #rules: Pick<RulesInForce, 'at'>;
  readonly #queries: Queries<QueryMap>;
  readonly #clock: Clock;
  readonly #approvalsUntil: number;

  /** @param parts - `approvalsUntil`: what owners of wallets signed before a restore may be made until then, in milliseconds */
  constructor(parts: {
    readonly quotes: ChainQuotes;
    readonly onchainIds: OnchainIds;
    readonly earlierUses: EarlierUses;
    readonly orders: Orders;
    readonly screenings: KnownScreenings;
    readonly rules: Pick<RulesInForce, 'at'>;
    readonly queries: Queries<QueryMap>;
    readonly clock: Clock;
    readonly approvalsUntil?: number | undefined;
  }) {
    this.#quotes = parts.quotes;
    this.#onchainIds = parts.onchainIds;
    this.#earlierUses = parts.earlierUses;
    this.#orders = parts.orders;
    this.#screenings = parts.screenings;
    this.#rules = parts.rules;
    this.#queries = parts.queries;
    this.#clock = parts.clock;
    this.#approvalsUntil = parts.approvalsUntil ?? 0;
  }

  /** Whether the store lacks records, so that the chains are asked about orders that it does not know. */
  get areRecordsMissing(): boolean {
    return this.#earlierUses.areRecordsMissing;
  }

  /**
   * Includes quotes when no screening is needed, because the payment is then routed in the same decision.
   *
   * @throws when the rules of the account cannot be read: no payment begins without them
   */
  async initiation(message: InitiatePaymentMessage): Promise<InitiatePayment> {
    const { heldIn, ...order } = message.data;
    const onchainId = this.#onchainIds.of(message, order);
    const [begins, earlier, rules] = await Promise.all([
      this.#beginning(message, order, message.time),
      this.earlierUse(message, order),
      this.#rules.at(message, message.time),
    ]);
    const ruled = rules === undefined ? {} : { rules };
    const data = { order, ...begins, onchainId, ...(earlier === undefined ? {} : { earlier }), ...ruled };
    return commandFrom(message, 'InitiatePayment', heldIn === undefined ? data : { ...data, heldIn });
  }

  /** What a payment begins with that was not made before. */
  async continuation(tenant: Tenant, paymentId: string): Promise<LookAgain['data']> {
    const { order } = await this.#orders.find(paymentId);
    const earlier = await this.earlierUse(tenant, order);
    const begins = await this.#beginning(tenant, order, this.#clock.now());
    return earlier === undefined ? begins : { ...begins, earlier };
  }

  async #beginning(tenant: Tenant, order: PaymentOrder, at: number) {
    const knownScreening = this.#screenings.find(tenant, order, at);
    const isScreened = isToBeScreened(order, knownScreening);
    return { knownScreening, quotes: isScreened ? null : await this.#quotes.quote(tenant.livemode, order) };
  }

  /**
   * What the chains say of an order that no record explains: asked before anything could refuse it, while records may be
   * missing (protocol rule 36).
   *
   * @returns undefined when it was not made, or no record is missing
   */
  async earlierUse(tenant: Tenant, order: PaymentOrder): Promise<Earlier | undefined> {
    const { account, livemode } = tenant;
    const [chain] = order.candidates;
    if (!this.#earlierUses.areRecordsMissing || !livemode || order.idempotencyKey === null) return undefined;
    if (chain === undefined) return undefined;
    const wallet =
      order.from === null ? null : await this.#queries.ask('wallet.get', { account, livemode, id: order.from });
    const contract = wallet === null ? null : onchainOf(wallet);
    if (order.from !== null && contract === null) return 'unknown';
    const asked = { chain, ...transferOf(order), wallet: contract };
    const onchainId = this.#onchainIds.of(tenant, order);
    const payerOn = (each: ChainName): string => contract?.address ?? this.#treasury(livemode, each);
    // First, so that a block that is final then is one of those that the look has seen.
    const isOver = contract === null || !asksOwners(contract) || (await this.#areApprovalsOver(chain));
    const earlier = await this.#earlierUses.find(livemode, { ...asked, onchainId }, payerOn);
    return earlier === undefined && !isOver ? 'unknown' : earlier;
  }

  /**
   * What became of a payment that the owners of its wallet may have made, with what was valid until a time.
   *
   * @returns null when no chain has it and none will; undefined while that cannot be said
   */
  async doubtful(tenant: Tenant, paymentId: string, until: number): Promise<FoundUse | null | undefined> {
    const { account, livemode } = tenant;
    const { order, onchainId } = await this.#orders.find(paymentId);
    const [chain] = order.candidates;
    if (chain === undefined || order.from === null) throw new Error(`payment ${paymentId} is from no wallet`);
    const wallet = await this.#queries.ask('wallet.get', { account, livemode, id: order.from });
    const contract = wallet === null ? null : onchainOf(wallet);
    if (contract === null || !(await this.#earlierUses.isFinalAfter(chain, until))) return undefined;
    const asked = { chain, ...transferOf(order), wallet: contract };
    const id = onchainId ?? { hashOf: paymentId };
    const earlier = await this.#earlierUses.find(livemode, { ...asked, onchainId: id }, () => contract.address);
    if (earlier === undefined) return null;
    return isFound(earlier) ? earlier : undefined;
  }

  /** Whether what owners of wallets have signed before a restore can make nothing on a chain any more. */
  async #areApprovalsOver(chain: ChainName): Promise<boolean> {
    const until = this.#approvalsUntil;
    if (this.#clock.now() < until) return false;
    return until === 0 || this.#earlierUses.isFinalAfter(chain, until);
  }

  /**
   * Includes quotes when the result clears the recipient, because the payment is then routed in the same decision. A
   * reusable result is remembered for later payments.
   */
  async screening(message: PaymentScreenedMessage): Promise<RecordScreening> {
    const { paymentId, status, ref, reason, answersUntil } = message.data;
    if (status !== 'cleared') return commandFrom(message, 'RecordScreening', { status, ref, reason, quotes: null });
    const { order } = await this.#orders.find(paymentId);
    if (answersUntil !== undefined) this.#screenings.keep(message, order, { ref, answersUntil });
    const quotes = await this.#quotes.quote(message.livemode, order);
    return commandFrom(message, 'RecordScreening', { status, ref, reason, quotes });
  }

  /**
   * Looks once more whether the chain is up, now that funds are set aside there, and asks it who sends; and whether a
   * sanctions list names the recipient by now. The validity begins now, however long the message has been on its way.
   */
  async authorization(tenant: Tenant, funds: ReservedFunds): Promise<AuthorizeTransfer['data']> {
    const { paymentId, chain, payer } = funds;
    const { livemode } = tenant;
    const { order, onchainId } = await this.#orders.find(paymentId);
    const source = await this.#source(tenant, funds, order);
    const asked = { chain, ...transferOf(order), wallet: payer?.wallet ?? null };
    const payerOn = (each: ChainName): string => (order.from === null ? this.#treasury(livemode, each) : source);
    const [quotes, listed, earlier] = await Promise.all([
      this.#quotes.quote(livemode, order),
      this.listed(livemode, order),
      // Only a key is ever repeated by another payment. What owners had signed may have been made since a restore.
      onchainId === undefined || (order.idempotencyKey === null && !this.#earlierUses.areRecordsMissing)
        ? undefined
        : this.#earlierUses.find(livemode, { ...asked, onchainId }, payerOn),
    ]);
    const quote = quotes.find((each) => each.chain === chain);
    const health = quote?.health ?? { status: 'down', reason: 'no quote' };
    const authorizedAt = this.#clock.now();
    const authorized = this.#quotes.router(livemode).on(chain).authorize({ chain, at: authorizedAt });
    // What owners have signed says itself until when it is valid.
    const validUntil = payer?.approval?.validUntil ?? authorized.validUntil;
    const { sender } = authorized;
    const data = { funds, health, listed, sender, source, authorizedAt, validUntil };
    const paid = payer === undefined ? data : { ...data, payer: sealedPayer(payer) };
    return earlier === undefined ? paid : { ...paid, earlier };
  }

  /**
   * The command to fail a payment. `heardAt` is now, because a settled payment that lost its transfer is authorized
   * again from this moment.
   */
  failure(message: FailPaymentMessage): FailPayment {
    return commandFrom(message, 'FailPayment', { ...message.data, heardAt: this.#clock.now() });
  }

  /** Whether a sanctions list names the recipient now. Lists change in live mode alone. */
  async listed(livemode: boolean, { to, compliance }: PaymentOrder): Promise<Listed> {
    if (!livemode || compliance === 'skip') return 'not_listed';
    return (await this.#queries.ask('compliance.is_listed', { livemode, address: to })).answer;
  }

  #treasury(livemode: boolean, chain: ChainName): string {
    return livemode ? this.#quotes.liveTreasury(chain) : SANDBOX_TREASURY[familyOf(chain)];
  }

  /** The address that the money leaves. */
  async #source({ account, livemode }: Tenant, funds: ReservedFunds, order: PaymentOrder): Promise<string> {
    if (funds.payer !== undefined) return funds.payer.wallet.address;
    if (order.from === null) return this.#treasury(livemode, funds.chain);
    if (livemode) throw new Error(`live wallet ${order.from} has set funds aside and is not on chain`);
    const wallet = await this.#queries.ask('wallet.get', { account, livemode, id: order.from });
    if (typeof wallet?.address !== 'string')
      throw new Error(`wallet ${order.from} has set funds aside and is not there`);
    return wallet.address;
  }
}

function transferOf({ to, amount, currency }: PaymentOrder): Pick<PaymentOrder, 'to' | 'amount' | 'currency'> {
  return { to, amount, currency };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
