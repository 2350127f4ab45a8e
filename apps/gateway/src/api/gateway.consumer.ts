import { UseFilters } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import {
  PAYMENT_EVENT_TYPES,
  type ComplianceEvent,
  type PublicPaymentEvent,
  type WalletEventMessage,
} from '@stablecoin/contracts';
import { MessageConsumer, RethrowFilter } from '@stablecoin/messaging';
import { PaymentWaiters } from '../waiting/payment-waiters';
import { Wakeups } from '../waiting/wakeups';

/** What the gateway hears from the bus: answers that requests wait for. */
@MessageConsumer()
@UseFilters(RethrowFilter)
export class GatewayConsumer {
  constructor(
    private readonly waiters: PaymentWaiters,
    private readonly wakeups: Wakeups,
  ) {}

  @EventPattern([...PAYMENT_EVENT_TYPES])
  onPayment(event: PublicPaymentEvent): void {
    this.waiters.accept(event);
  }

  @EventPattern(['wallet.created', 'wallet.in_review', 'wallet.refused'] satisfies WalletEventMessage['type'][])
  onWallet(event: WalletEventMessage): void {
    this.wakeups.wake(event.key);
  }

  @EventPattern('compliance.completed' satisfies ComplianceEvent['type'])
  onScreening(event: Extract<ComplianceEvent, { type: 'compliance.completed' }>): void {
    this.wakeups.wake(event.data.address);
  }
}
