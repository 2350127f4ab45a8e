import type { EventStore, Json } from '@stablecoin/event-sourcing';
import { GENERATIONS } from './generations';

/** That an operator let the service start on a generation. */
export interface Acceptance {
  /** Of the generation. */
  readonly number: number;
  /** When it was accepted, in milliseconds since the epoch. */
  readonly at: number;
  /** Who has run the command; null: not recorded. */
  readonly by: string | null;
}

/** Every acceptance of a store, the newest last. They are kept for ever. */
export async function acceptancesOf(store: Pick<EventStore, 'read'>): Promise<readonly Acceptance[]> {
  const numbers = new Map<Json | undefined, number>();
  const found: Acceptance[] = [];
  for (const { type, data, metadata } of await store.read(GENERATIONS)) {
    const { name, number, by } = data as Readonly<Record<string, Json>>;
    if (type === 'GenerationBegan') numbers.set(name, Number(number));
    if (type !== 'GenerationAccepted') continue;
    found.push({ number: numbers.get(name) ?? 0, at: metadata.at, by: typeof by === 'string' ? by : null });
  }
  return found;
}
