import type { ChainName } from '@stablecoin/contracts';
import type { Api, ApiResponse } from './api';

interface Balances {
  readonly usdc: number;
  readonly eurc: number;
}

/** Everything at once. */
export function times<T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => run(index)));
}

/** How often each value is there. */
export function countBy(values: readonly unknown[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
}

/** Status and outcome of each answer, counted. */
export function tally(answers: readonly ApiResponse[]): Readonly<Record<string, number>> {
  return countBy(
    answers.map(({ status, body }) => `${status} ${String(body['code'] ?? body['error_code'] ?? body['stage'])}`),
  );
}

/** What a treasury holds on a chain. */
export async function treasuryOn(api: Api, chain: ChainName): Promise<{ available: Balances; reserved: Balances }> {
  const { body } = await api.get('/treasury/balance');
  const read = (part: 'available' | 'reserved'): Balances => {
    const { usdc, eurc } = (body[part] as Record<string, Record<keyof Balances, string>>)[chain] ?? {};
    return { usdc: Number(usdc), eurc: Number(eurc) };
  };
  return { available: read('available'), reserved: read('reserved') };
}

/** What a wallet holds, in USDC, and has spent without approval. */
export async function walletOf(api: Api, id: string): Promise<{ usdc: number; spent: number }> {
  const { balances, spent_24h } = (await api.get(`/wallets/${id}`)).body as {
    balances: Record<keyof Balances, string>;
    spent_24h: string;
  };
  return { usdc: Number(balances.usdc), spent: Number(spent_24h) };
}
