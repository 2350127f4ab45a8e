import { createHash } from 'node:crypto';
import { evmAddressFromBytes, solanaAddressFromBytes } from '@stablecoin/contracts';
import type {
  FailPayment as FailPaymentMessage,
  InitiatePayment as InitiatePaymentMessage,
  Listed,
  PaymentOrder,
  PaymentScreened,
  QueryMap,
  Tenant,
} from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import { familyOf } from '@stablecoin/money';
import type { ChainFamily } from '@stablecoin/money';
import { commandFrom } from '@stablecoin/service-host';
import type { Queries } from '@stablecoin/queries';
import type { AuthorizeTransfer, FailPayment, InitiatePayment, RecordScreening } from '../domain/payment-commands';
import { isToBeScreened } from '../domain/payment';
import type { ReservedFunds } from '../domain/payment-events';
import type { KnownScreenings } from './known-screenings';
import type { ChainQuotes } from './chain-quotes';
import type { EarlierUses } from './earlier-uses';
import type { OnchainIds } from './onchain-ids';
import type { Orders } from './orders';
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
  readonly #queries: Queries<QueryMap>;
  readonly #clock: Clock;

  constructor(parts: {
    readonly quotes: ChainQuotes;
    readonly onchainIds: OnchainIds;
    readonly earlierUses: EarlierUses;
    readonly orders: Orders;
    readonly screenings: KnownScreenings;
    readonly queries: Queries<QueryMap>;
    readonly clock: Clock;
  }) {
    this.#quotes = parts.quotes;
    this.#onchainIds = parts.onchainIds;
    this.#earlierUses = parts.earlierUses;
    this.#orders = parts.orders;
    this.#screenings = parts.screenings;
    this.#queries = parts.queries;
    this.#clock = parts.clock;
  }

  /** Includes quotes when no screening is needed, because the payment is then routed in the same decision. */
  async initiation(message: InitiatePaymentMessage): Promise<InitiatePayment> {
    const order = message.data;
    const knownScreening = this.#screenings.find(message, order, message.time);
    const isScreened = isToBeScreened(order, knownScreening);
    const quotes = isScreened ? null : await this.#quotes.quote(message.livemode, order);
    const data = { order, knownScreening, quotes, onchainId: this.#onchainIds.of(message, order) };
    return commandFrom(message, 'InitiatePayment', data);
  }

  /**
   * Includes quotes when the result clears the recipient, because the payment is then routed in the same decision. A
   * reusable result is remembered for later payments.
   */
  async screening(message: PaymentScreened): Promise<RecordScreening> {
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
    const [quotes, source, listed, earlier] = await Promise.all([
      this.#quotes.quote(livemode, order),
      this.#source(tenant, funds, order),
      this.listed(livemode, order),
      // Only a key is ever repeated by another payment.
      onchainId === undefined || order.idempotencyKey === null
        ? undefined
        : this.#earlierUses.find(livemode, {
            ...{ chain, onchainId, to: order.to, amount: order.amount, wallet: payer?.wallet ?? null },
          }),
    ]);
    const quote = quotes.find((each) => each.chain === chain);
    const health = quote?.health ?? { status: 'down', reason: 'no quote' };
    const authorizedAt = this.#clock.now();
    const authorized = this.#quotes.chain(livemode).authorize({ chain, at: authorizedAt });
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

  /** The address that the money leaves. */
  async #source({ account, livemode }: Tenant, funds: ReservedFunds, order: PaymentOrder): Promise<string> {
    if (funds.payer !== undefined) return funds.payer.wallet.address;
    if (order.from === null) {
      return livemode ? this.#quotes.liveTreasury(funds.chain) : SANDBOX_TREASURY[familyOf(funds.chain)];
    }
    if (livemode) throw new Error(`live wallet ${order.from} has set funds aside and is not on chain`);
    const wallet = await this.#queries.ask('wallet.get', { account, livemode, id: order.from });
    if (typeof wallet?.address !== 'string')
      throw new Error(`wallet ${order.from} has set funds aside and is not there`);
    return wallet.address;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
