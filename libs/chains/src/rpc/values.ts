/** What endpoints answer with, read strictly: an answer that is not of its form is no answer. */

export interface Block {
  readonly number: number;
  readonly hash: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

export interface LogEntry {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly block: number;
  readonly blockHash: string;
  readonly txHash: string;
  readonly index: number;
}

export function quantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw new TypeError('no quantity');
  return BigInt(value);
}

/** A quantity that counts blocks, seconds or transactions. */
export function count(value: unknown): number {
  const number = Number(quantity(value));
  if (!Number.isSafeInteger(number)) throw new TypeError('no count');
  return number;
}

export function hex(value: unknown): `0x${string}` {
  if (typeof value !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(value)) throw new TypeError('no bytes');
  return value.toLowerCase() as `0x${string}`;
}

export function block(value: unknown): Block {
  const { number, hash, timestamp } = record(value);
  return { number: count(number), hash: hex(hash), timestamp: count(timestamp) };
}

/** @throws TypeError for another block than the one that was asked for */
export function blockNumbered(value: unknown, asked: number): Block {
  const found = block(value);
  if (found.number !== asked) throw new TypeError(`block ${found.number}, and ${asked} was asked for`);
  return found;
}

/** Logs in the order of the chain; those that were reorganised away are left out. */
export function logs(value: unknown): readonly LogEntry[] {
  if (!Array.isArray(value)) throw new TypeError('no logs');
  return value
    .map((each) => record(each))
    .filter(({ removed }) => removed !== true)
    .map((each) => ({
      address: hex(each['address']),
      topics: (each['topics'] as readonly unknown[]).map((topic) => hex(topic)),
      data: hex(each['data']),
      block: count(each['blockNumber']),
      blockHash: hex(each['blockHash']),
      txHash: hex(each['transactionHash']),
      index: count(each['logIndex']),
    }))
    .sort((one, other) => one.block - other.block || one.index - other.index);
}

/**
 * The receipt of a transaction; null while it is in no block.
 *
 * @throws TypeError for the receipt of another one than was asked for
 */
export function receipt(value: unknown, asked: string): Readonly<Record<string, unknown>> | null {
  if (value === null) return null;
  const found = record(value);
  if (hex(found['transactionHash']) !== asked.toLowerCase()) throw new TypeError('the receipt of another transaction');
  return found;
}

export function toQuantity(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

export function record(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new TypeError('no object');
  return value as Readonly<Record<string, unknown>>;
}
