import { Controller, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { EventPattern, Payload } from '@nestjs/microservices';
import { PAYMENT_EVENT_TYPES } from '@stablecoin/contracts';
import type {
  Message,
  NetworkFeePaid,
  ScreenPayment,
  TreasuryReserveFunds,
  WalletPayer,
  WalletReserveFunds,
} from '@stablecoin/contracts';
import { RethrowFilter } from '@stablecoin/messaging';
import type { Bus } from '@stablecoin/messaging';
import type { SubmissionEvent } from '../domain/submission';

type Reserve = TreasuryReserveFunds | WalletReserveFunds;

let made = 0;

/** A message that follows from another one, as the relay of another service would make it. */
export function replyTo(
  cause: Message,
  type: string,
  data: Readonly<Record<string, unknown>> & { readonly paymentId: string },
): Message {
  return { ...cause, id: `msg_${++made}`, type, key: data.paymentId, data, causationId: cause.id };
}

/**
 * Compliance, treasury, wallet and gateway as the payment service sees them: they keep what they are sent, and answer
 * as the test wants, by default with everything that lets a payment go on.
 */
export class FakeServices {
  readonly received: Message[] = [];
  screen: (message: ScreenPayment) => readonly Message[] = (message) => [
    replyTo(message, 'compliance.payment_screened', {
      paymentId: message.data.paymentId,
      ref: 'cpl_1',
      status: 'cleared',
      reason: null,
    }),
  ];
  reserve: (message: Reserve) => readonly Message[] = (message) => [fundsReserved(message)];

  /** What was received of these types, about one payment. */
  about(paymentId: string, ...types: readonly string[]): readonly Message[] {
    return this.received.filter(
      ({ type, data }) => types.includes(type) && Object.values(data as object).includes(paymentId),
    );
  }

  /** The types of everything received about one payment, in order. */
  typesAbout(paymentId: string): readonly string[] {
    return this.received
      .filter(({ data }) => Object.values(data as object).includes(paymentId))
      .map(({ type }) => type);
  }

  /** What the treasury was told that sending cost: once for each submission, however often it was told. */
  networkFees(): bigint {
    return [...this.#feesOf().values()].reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  }

  /** Whether the treasury was told of all fees that these events hold. */
  knowsFeesOf(events: readonly SubmissionEvent[]): boolean {
    const told = this.#feesOf();
    return events.every(
      ({ type, data }) => type !== 'SubmissionFeesPaid' || data.fees.length === 0 || told.has(data.hash),
    );
  }

  #feesOf(): ReadonlyMap<string, NetworkFeePaid> {
    const told = this.received.filter(({ type }) => type === 'treasury.BookNetworkFee');
    return new Map(told.map(({ data }) => data as NetworkFeePaid).map((fee) => [fee.submission, fee]));
  }
}

/** Reserved on the first chain that was asked for. @param payer - where a wallet on chain pays */
export function fundsReserved(message: Reserve, payer?: WalletPayer): Message {
  const { reservationId, paymentId, candidates } = message.data;
  const owner = message.type.startsWith('wallet') ? 'wallet' : 'treasury';
  const data = { reservationId, paymentId, chain: candidates[0] };
  return replyTo(message, `${owner}.funds_reserved`, payer === undefined ? data : { ...data, payer });
}

/** The bus under a name that Nest can inject. */
class Outbox {
  constructor(readonly bus: Bus) {}
}

@Controller()
class FakeServicesConsumer {
  constructor(
    private readonly fakes: FakeServices,
    private readonly outbox: Outbox,
  ) {}

  @EventPattern('compliance.ScreenPayment')
  async screen(@Payload() message: ScreenPayment): Promise<void> {
    this.fakes.received.push(message);
    await this.outbox.bus.publish(this.fakes.screen(message));
  }

  @EventPattern(['treasury.ReserveFunds', 'wallet.ReserveFunds'])
  async reserve(@Payload() message: Reserve): Promise<void> {
    this.fakes.received.push(message);
    await this.outbox.bus.publish(this.fakes.reserve(message));
  }

  @EventPattern([
    'treasury.PostReservation',
    'treasury.VoidReservation',
    'treasury.ReturnReservation',
    'treasury.BookNetworkFee',
    'wallet.PostReservation',
    'wallet.VoidReservation',
    'wallet.ReturnReservation',
    'wallet.RecordTransfer',
    ...PAYMENT_EVENT_TYPES,
  ])
  keep(@Payload() message: Message): Promise<void> {
    this.fakes.received.push(message);
    return Promise.resolve();
  }
}

@Module({})
export class FakeServicesModule {
  static forBus(bus: Bus, fakes: FakeServices): DynamicModule {
    return {
      module: FakeServicesModule,
      controllers: [FakeServicesConsumer],
      providers: [
        { provide: APP_FILTER, useClass: RethrowFilter },
        { provide: FakeServices, useValue: fakes },
        { provide: Outbox, useValue: new Outbox(bus) },
      ],
    };
  }
}
