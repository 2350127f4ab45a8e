import { heldOnChain, newOwner, newRecipient, type LocalChainsDescription } from '@stablecoin/chains/testing';
import { CHAIN_NAMES, parseAmount, type ChainName, type TreasuryBalance } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../../e2e/support/api';

/** Somebody who has nothing yet. */
export function recipientOn(chain: ChainName | 'auto'): string {
  return chain === 'solana' ? newOwner() : newRecipient();
}

/** What a recipient holds on all chains that may have paid it, in the smallest unit of USDC. */
export async function heldBy(chains: LocalChainsDescription, to: string): Promise<bigint> {
  const names = CHAIN_NAMES.filter((name) => (name === 'solana') !== to.startsWith('0x'));
  const held = await Promise.all(names.map((name) => heldOnChain(chains, name, to).catch(() => 0n)));
  return held.reduce((sum, amount) => sum + amount, 0n);
}

/**
 * Waits until the books of the treasury say of each chain what it holds there.
 *
 * @throws Error with what the books say and what it holds, when they differ for so long
 */
export async function untilBooksAreChains(api: Api, chains: LocalChainsDescription, withinMs: number): Promise<void> {
  await eventually(async () => expect(await booksOf(api)).toEqual(await treasuriesOn(chains)), { withinMs });
}

/** By how much books and chains differ, over all chains, in the smallest unit of USDC. */
export async function betweenBooksAndChains(api: Api, chains: LocalChainsDescription): Promise<bigint> {
  const [books, held] = [await booksOf(api), await treasuriesOn(chains)];
  const differences = CHAIN_NAMES.map((name) => books[name] - held[name]);
  return differences.reduce((sum, each) => sum + (each < 0n ? -each : each), 0n);
}

async function booksOf(api: Api): Promise<Record<ChainName, bigint>> {
  const { chains } = (await api.get('/treasury/balance')).body as unknown as TreasuryBalance;
  return byChain((name) => parseAmount(chains[name]) ?? 0n);
}

async function treasuriesOn(chains: LocalChainsDescription): Promise<Record<ChainName, bigint>> {
  const held = await Promise.all(CHAIN_NAMES.map((name) => heldOnChain(chains, name, chains[name].treasury)));
  return byChain((_, index) => held[index] ?? 0n);
}

function byChain(amountOf: (name: ChainName, index: number) => bigint): Record<ChainName, bigint> {
  return Object.fromEntries(CHAIN_NAMES.map((name, index) => [name, amountOf(name, index)])) as Record<
    ChainName,
    bigint
  >;
}
