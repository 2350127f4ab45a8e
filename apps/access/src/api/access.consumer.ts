import { UseFilters } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { MessageConsumer, RethrowFilter, commandFrom, toCommand } from '@stablecoin/messaging';
import { type ApiKeyCommand } from '../domain/api-key';
import { ApiKeyHandler, PolicyHandler } from '../application/handlers';
import { API_KEY_MESSAGE_TYPES, type ApiKeyMessage } from '../domain/api-key-messages';
import { policyStream, type ChangePolicyMessage } from '../domain/policy';

/** Commands for API keys and policies. The filter is its own: that of the application around it answers HTTP requests. */
@MessageConsumer()
@UseFilters(RethrowFilter)
export class AccessConsumer {
  constructor(
    private readonly apiKeys: ApiKeyHandler,
    private readonly policies: PolicyHandler,
  ) {}

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
