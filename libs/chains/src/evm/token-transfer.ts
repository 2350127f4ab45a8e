import type { LogEntry } from '../rpc/values';

/** The event, its sender and its recipient. */
const TOPICS = 3;
/** In hex: one number of 32 bytes. */
const DATA_CHARACTERS = 66;

/**
 * The amount of a `Transfer` log of a token.
 *
 * @returns null for a log of another form than that of EIP-20: the token was changed
 */
export function transferredAmount({ topics, data }: Pick<LogEntry, 'topics' | 'data'>): bigint | null {
  return topics.length === TOPICS && data.length === DATA_CHARACTERS ? BigInt(data) : null;
}
