import { UseFilters } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import {
  PAYMENT_EVENT_TYPES,
  type ComplianceEvent,
  type PublicPaymentEvent,
  type WalletEventMessage,
} from '@stablecoin/contracts';
import { MessageConsumer, RethrowFilter, commandFrom, toCommand } from '@stablecoin/messaging';
import { PaymentWaiters } from '../waiting/payment-waiters';
import { Wakeups } from '../waiting/wakeups';
import { ApiKeyHandler, type ApiKeyCommand } from '../domain/api-key';
import { API_KEY_MESSAGE_TYPES, type ApiKeyMessage } from '../domain/api-key-messages';
import { PolicyHandler, policyStream, type ChangePolicyMessage } from '../domain/policy';

/** What the gateway hears from the bus: answers that requests wait for, and its own commands. */
@MessageConsumer()
@UseFilters(RethrowFilter)
export class GatewayConsumer {
  constructor(
    private readonly waiters: PaymentWaiters,
    private readonly wakeups: Wakeups,
    private readonly apiKeys: ApiKeyHandler,
    private readonly policies: PolicyHandler,
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

  @EventPattern([...API_KEY_MESSAGE_TYPES])
  async onApiKeyCommand(message: ApiKeyMessage): Promise<void> {
    const { stream, command } = message.data;
    const type = message.type.slice('gateway.'.length);
    await this.apiKeys.handle(stream, commandFrom(message, type, command) as ApiKeyCommand);
  }

  @EventPattern('gateway.ChangePolicy' satisfies ChangePolicyMessage['type'])
  async onPolicyCommand(message: ChangePolicyMessage): Promise<void> {
    await this.policies.handle(policyStream(message), toCommand(message));
  }
}
