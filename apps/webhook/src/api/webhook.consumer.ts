import { EventPattern } from '@nestjs/microservices';
import type {
  EndpointDisabledMessage,
  Message,
  Payment,
  TestEvent,
  WebhookCommand,
  WebhookEventType,
} from '@stablecoin/contracts';
import { IN_ORDER, MessageConsumer, commandFrom, toCommand } from '@stablecoin/messaging';
import { EndpointDirectory } from '../application/endpoint-directory';
import { recordOf } from '../application/envelope';
import type { PublicEvent } from '../application/envelope';
import { EndpointHandler, WebhookEventHandler } from '../application/handlers';
import { endpointStreams, webhookEventStreams } from '../domain/streams';

/** Takes the commands for endpoints, and the public events of every service. */
@MessageConsumer()
export class WebhookConsumer {
  constructor(
    private readonly endpoints: EndpointHandler,
    private readonly events: WebhookEventHandler,
    private readonly directory: EndpointDirectory,
  ) {}

  @EventPattern('webhook.CreateEndpoint')
  createEndpoint(message: WebhookCommand): Promise<void> {
    return this.#command(message);
  }

  @EventPattern('webhook.UpdateEndpoint')
  updateEndpoint(message: WebhookCommand): Promise<void> {
    return this.#command(message);
  }

  @EventPattern('webhook.DeleteEndpoint')
  deleteEndpoint(message: WebhookCommand): Promise<void> {
    return this.#command(message);
  }

  @EventPattern('webhook.RotateSecret')
  rotateSecret(message: WebhookCommand): Promise<void> {
    return this.#command(message);
  }

  @EventPattern('webhook.SendTestEvent')
  sendTestEvent(message: WebhookCommand): Promise<void> {
    return this.#command(message);
  }

  @EventPattern('webhook.ReplayEvents')
  replayEvents(message: WebhookCommand): Promise<void> {
    return this.#command(message);
  }

  @EventPattern('payment.settled', IN_ORDER)
  paymentSettled(event: PublicEvent): Promise<void> {
    return this.#record(event);
  }

  @EventPattern('payment.failed', IN_ORDER)
  paymentFailed(event: PublicEvent): Promise<void> {
    return this.#record(event);
  }

  @EventPattern('payment.compliance_blocked', IN_ORDER)
  paymentBlocked(event: PublicEvent): Promise<void> {
    return this.#record(event);
  }

  /** One event between the services; one for each kind of wait for clients. */
  @EventPattern('payment.waiting', IN_ORDER)
  paymentWaiting(event: PublicEvent & Message<string, Payment>): Promise<void> {
    return this.#record({ ...event, type: waitingTypeOf(event.data.stage) });
  }

  @EventPattern('wallet.activated', IN_ORDER)
  walletActivated(event: PublicEvent): Promise<void> {
    return this.#record(event);
  }

  @EventPattern('wallet.funded', IN_ORDER)
  walletFunded(event: PublicEvent): Promise<void> {
    return this.#record(event);
  }

  @EventPattern('wallet.spend_limit_reached', IN_ORDER)
  spendLimitReached(event: PublicEvent): Promise<void> {
    return this.#record(event);
  }

  @EventPattern('treasury.low_balance', IN_ORDER)
  lowBalance(event: PublicEvent): Promise<void> {
    return this.#record(event);
  }

  @EventPattern('compliance.match_found', IN_ORDER)
  matchFound(event: PublicEvent): Promise<void> {
    return this.#record(event);
  }

  /** Between the services of the treasury or of a wallet; for clients of both. */
  @EventPattern('treasury.deposit_held', IN_ORDER)
  treasuryDepositHeld(event: PublicEvent): Promise<void> {
    return this.#record({ ...event, type: 'deposit.held' });
  }

  @EventPattern('wallet.deposit_held', IN_ORDER)
  walletDepositHeld(event: PublicEvent): Promise<void> {
    return this.#record({ ...event, type: 'deposit.held' });
  }

  @EventPattern('treasury.deposit_released', IN_ORDER)
  treasuryDepositReleased(event: PublicEvent): Promise<void> {
    return this.#record({ ...event, type: 'deposit.released' });
  }

  @EventPattern('wallet.deposit_released', IN_ORDER)
  walletDepositReleased(event: PublicEvent): Promise<void> {
    return this.#record({ ...event, type: 'deposit.released' });
  }

  @EventPattern('payment.rules_published', IN_ORDER)
  rulesPublished(event: PublicEvent): Promise<void> {
    return this.#record({ ...event, type: 'rules.published' });
  }

  /** For the account's other endpoints. */
  @EventPattern('webhook_endpoint.disabled', IN_ORDER)
  async endpointDisabled(event: EndpointDisabledMessage): Promise<void> {
    await this.#record(event, async () => {
      const subscribers = await this.directory.subscribersOf(event, event.type);
      return subscribers.filter(({ id }) => id !== event.data.id);
    });
  }

  @EventPattern('webhook.test', IN_ORDER)
  async test(event: TestEvent): Promise<void> {
    await this.#record(event, async () => {
      const endpoint = await this.directory.find(event, event.data.endpoint_id);
      return endpoint?.enabled === true ? [endpoint] : [];
    });
  }

  async #command(message: WebhookCommand): Promise<void> {
    await this.endpoints.handle(endpointStreams.stream(message.data.endpointId), toCommand(message));
  }

  /** Events of one object are recorded in their order (protocol rule 22): the bus hands them over so. */
  async #record(
    event: PublicEvent,
    subscribersOf = () => this.directory.subscribersOf(event, event.type),
  ): Promise<void> {
    const subscribers = await subscribersOf();
    const record = recordOf(
      event,
      subscribers.map(({ id }) => id),
    );
    const command = commandFrom(event, 'RecordEvent', record);
    await this.events.handle(webhookEventStreams.stream(event.id), command);
  }
}

/** What clients are told of a payment that waits, by what it waits for. */
function waitingTypeOf(stage: Payment['stage']): WebhookEventType {
  if (stage === 'awaiting_approval') return 'payment.awaiting_approval';
  return stage === 'waiting' || stage === 'held' ? 'payment.waiting' : 'payment.in_review';
}
