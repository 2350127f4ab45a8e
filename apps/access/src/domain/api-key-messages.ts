import type { Message } from '@stablecoin/contracts';
import type { ApiKeyCommand } from './api-key';

/** A command for a key, which the gateway sends to itself, so that keys follow the same rules as other objects. */
type MessageOf<C extends ApiKeyCommand> = C extends ApiKeyCommand
  ? Message<`gateway.${C['type']}`, { readonly stream: string; readonly command: C['data'] }>
  : never;

/** Key: the id of the API key. */
export type ApiKeyMessage = MessageOf<ApiKeyCommand>;

/** What the gateway takes from the bus for its keys. */
export const API_KEY_MESSAGE_TYPES = [
  'gateway.IssueApiKey',
  'gateway.RenameApiKey',
  'gateway.RotateApiKey',
  'gateway.RevokeApiKey',
] as const satisfies readonly ApiKeyMessage['type'][];
