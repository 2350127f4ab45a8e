import { EventPattern } from '@nestjs/microservices';
import type { RulesCommandMessage } from '@stablecoin/contracts';
import { MessageConsumer, toCommand } from '@stablecoin/messaging';
import { RulesHandler } from '../application/handlers';
import { rulesStream } from '../domain/streams';

/** Brings what people say of the rules to their stream. */
@MessageConsumer()
export class RulesConsumer {
  constructor(private readonly handler: RulesHandler) {}

  @EventPattern([
    'payment.DraftRules',
    'payment.ReviseRules',
    'payment.DiscardRules',
    'payment.AgreeToRules',
    'payment.PublishRules',
  ] satisfies readonly RulesCommandMessage['type'][])
  async take(message: RulesCommandMessage): Promise<void> {
    await this.handler.handle(rulesStream(message), toCommand(message));
  }
}
