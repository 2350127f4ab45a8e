import type { Message } from '@stablecoin/contracts';
import type { ApiKeyCommand } from './api-key';

/** A key's command, as the gateway sends it to itself: so that keys are made under the same rules as all else. */
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
