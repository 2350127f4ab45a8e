import { EventPattern } from '@nestjs/microservices';
import type {
  ApprovalRequested,
  CancelPaymentMessage,
  ConfirmPaymentMessage,
  ExpirePayment,
  FailPaymentMessage,
  InitiatePaymentMessage,
  Message,
  PaymentScreenedMessage,
  ReservationRef,
  ReservationRefused,
} from '@stablecoin/contracts';
import { IN_ORDER, MessageConsumer, commandFrom } from '@stablecoin/messaging';
import { PaymentHandler } from '../application/handlers';
import { Orders } from '../application/orders';
import { CommandPreparation } from '../application/preparation';
import { SettlementAlarm } from '../application/settlement-alarm';
import type { PaymentState } from '../domain/payment';
import { isAskedAgain, isPastFunds, isPastScreening } from '../domain/payment';
import type { ReservedFunds } from '../domain/payment-events';
import { paymentStreams } from '../domain/streams';

/** Takes what others say about payments, and hands it to the payment's stream as a command. Publishes nothing. */
@MessageConsumer()
export class PaymentConsumer {
  constructor(
    private readonly payments: PaymentHandler,
    private readonly orders: Orders,
    private readonly preparation: CommandPreparation,
    private readonly alarm: SettlementAlarm,
  ) {}

  @EventPattern('payment.InitiatePayment', IN_ORDER)
  async initiate(message: InitiatePaymentMessage): Promise<void> {
    const stream = paymentStreams.stream(message.data.paymentId);
    // Relays of a restored store without checkpoints send every order again.
    if (this.preparation.areRecordsMissing && (await this.payments.query(stream, () => true)) === true) return;
    const command = await this.preparation.initiation(message);
    const { events } = await this.payments.handle(stream, command);
    if (events.length > 0) this.orders.keep(command.data);
  }

  /** It may come right behind the order, whose payment comes to be when the chains have answered. */
  @EventPattern('payment.ConfirmPayment', IN_ORDER)
  async confirm(message: ConfirmPaymentMessage): Promise<void> {
    const { paymentId, generation } = message.data;
    await this.payments.handle(
      paymentStreams.stream(paymentId),
      commandFrom(message, 'ConfirmPayment', { generation }),
    );
  }

  @EventPattern('payment.CancelPayment')
  async cancel(message: CancelPaymentMessage): Promise<void> {
    const { paymentId } = message.data;
    const { areRecordsMissing } = this.preparation;
    const data = areRecordsMissing ? { paymentId, areRecordsMissing } : { paymentId };
    await this.payments.handle(paymentStreams.stream(paymentId), commandFrom(message, 'CancelPayment', data));
  }

  @EventPattern('payment.FailPayment')
  async fail(message: FailPaymentMessage): Promise<void> {
    const { paymentId } = message.data;
    const { events } = await this.payments.handle(paymentStreams.stream(paymentId), this.preparation.failure(message));
    this.alarm.listen(paymentId, events);
  }

  @EventPattern('payment.ExpirePayment')
  async expire(message: ExpirePayment): Promise<void> {
    const { paymentId, phase } = message.data;
    await this.payments.handle(paymentStreams.stream(paymentId), commandFrom(message, 'ExpireOrder', { phase }));
  }

  @EventPattern('compliance.payment_screened')
  async screened(message: PaymentScreenedMessage): Promise<void> {
    const stream = paymentStreams.stream(message.data.paymentId);
    // A result that comes late costs no call of a chain.
    if (await this.#isPast(stream, isPastScreening)) return;
    await this.payments.handle(stream, await this.preparation.screening(message));
  }

  @EventPattern(['treasury.funds_reserved', 'wallet.funds_reserved'])
  async reserved(message: Message<string, ReservedFunds>): Promise<void> {
    const { paymentId, reservationId } = message.data;
    const stream = paymentStreams.stream(paymentId);
    // Nor do funds that are not waited for.
    if (await this.#isPast(stream, (state) => isPastFunds(state) && !isAskedAgain(state, reservationId))) {
      await this.payments.handle(stream, commandFrom(message, 'DeclineFunds', { reservationId }));
      return;
    }
    const data = await this.preparation.authorization(message, message.data);
    await this.payments.handle(stream, commandFrom(message, 'AuthorizeTransfer', data));
    this.orders.release(paymentId);
  }

  @EventPattern(['treasury.reservation_refused', 'wallet.reservation_refused'])
  async refused(message: Message<string, ReservationRefused & { readonly signedUntil?: number }>): Promise<void> {
    const { paymentId, reservationId, code, message: text, signedUntil } = message.data;
    const signed = signedUntil === undefined ? {} : { signedUntil };
    const command = commandFrom(message, 'RefuseReservation', { reservationId, code, message: text, ...signed });
    await this.payments.handle(paymentStreams.stream(paymentId), command);
  }

  @EventPattern(['treasury.reservation_overdue', 'wallet.reservation_overdue'])
  async overdue(message: Message<string, ReservationRef>): Promise<void> {
    const { paymentId, reservationId } = message.data;
    await this.payments.handle(
      paymentStreams.stream(paymentId),
      commandFrom(message, 'AnswerOverdue', { reservationId }),
    );
  }

  @EventPattern(['treasury.approval_requested', 'wallet.approval_requested'])
  async approvalRequested(message: Message<string, ApprovalRequested>): Promise<void> {
    const { paymentId, reservationId, approvalId } = message.data;
    const command = commandFrom(message, 'AwaitApproval', { reservationId, approvalId });
    await this.payments.handle(paymentStreams.stream(paymentId), command);
  }

  /** A cached state that is not past it costs nothing: the command is decided on the current state. */
  async #isPast(stream: string, isPast: (state: PaymentState) => boolean): Promise<boolean> {
    return (await this.payments.meets(stream, (state) => !isPast(state))) === false;
  }
}
