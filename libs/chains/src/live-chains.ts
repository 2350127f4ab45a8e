import type { ChainReport, ChainName } from '@stablecoin/contracts';
import type { Assumption } from './assumptions';
import type { Chain } from './chain';
import { ChainsByName } from './chain-router';
import type { ChainRouter } from './chain-router';
import type { EvmSettings } from './evm/open-evm-chains';
import { guardedChain } from './guarded-chain';
import { loadEvm } from './load-evm';
import { loadSolana } from './load-solana';
import type { OpenParts } from './open-parts';
import type { EndpointWatch } from './rpc/endpoint-watch';
import { NoAnswerError, RpcError, SilentChainError } from './rpc/rpc-endpoint';
import type { SolanaSettings } from './solana/open-solana';

/** Which real chains are configured; null where none of that kind is. */
export interface LiveSettings {
  readonly evm: EvmSettings | null;
  readonly solana: SolanaSettings | null;
}

/** The real chains of live mode. */
export interface LiveChains {
  readonly router: ChainRouter;
  /** The address that each of them pays from; a chain that is not in here is not configured. */
  readonly treasuries: ReadonlyMap<ChainName, string>;
  /** What was last seen of the endpoints of each chain. Missing where a chain has none of its own. */
  readonly reports?: () => readonly ChainReport[];
  /** What the start has found out about the assumptions of each public chain. */
  readonly assumptions?: ReadonlyMap<ChainName, readonly Assumption[]>;
}

/**
 * Opens the configured chains after their start checks. Code of other chain families is not loaded.
 *
 * @param parts - `env`: the environment with keys and passphrases
 * @returns undefined when none is configured
 * @throws Error with one line, without URLs or keys. {@link mayPass} tells whether a retry may help
 */
export async function openLiveChains({ evm, solana }: LiveSettings, parts: OpenParts): Promise<LiveChains | undefined> {
  if (evm === null && solana === null) return undefined;
  const watches: EndpointWatch[] = [];
  const assumptions = new Map<ChainName, readonly Assumption[]>();
  const watched: OpenParts = {
    ...parts,
    onWatch: (watch) => void watches.push(watch),
    onAssumptions: (chain, found) => void assumptions.set(chain, found),
  };
  const chains = new Map<ChainName, Chain & { readonly treasury: string }>();
  if (evm !== null) {
    for (const [name, chain] of await loadEvm().openEvmChains(evm, watched)) chains.set(name, chain);
  }
  if (solana !== null) chains.set('solana', await loadSolana().openSolana(solana, watched));
  const guarded = [...chains].map(
    ([name, chain]) => [name, guardedChain({ name, chain, log: parts.log, now: parts.now })] as const,
  );
  return {
    router: new ChainsByName(new Map(guarded)),
    treasuries: new Map([...chains].map(([name, { treasury }]) => [name, treasury])),
    reports: () => watches.map((watch) => watch.report()),
    assumptions,
  };
}

/** Whether chains that could not be opened may be there a moment later, just as they are configured. */
export function mayPass(error: unknown): boolean {
  return error instanceof SilentChainError || error instanceof NoAnswerError || error instanceof RpcError;
}
