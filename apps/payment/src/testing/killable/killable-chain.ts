import type { Chain } from '@stablecoin/chains';
import type { Process } from './process';

/** A chain as a process reaches it. */
export function killableChain(chain: Chain, process: Process): Chain {
  return {
    quote: (request) => process.hear(() => chain.quote(request)),
    authorize: (request) => chain.authorize(request),
    capacity: (authorizations) => chain.capacity?.(authorizations) ?? authorizations.length,
    precheck: (authorization, now) => process.step(['precheck'], () => chain.precheck(authorization, now)),
    assemble: (authorizations, live) => process.step(['assemble'], () => chain.assemble(authorizations, live)),
    broadcast: (submission, carried) => process.step(['broadcast'], () => chain.broadcast(submission, carried)),
    observe: (submission, carried, now) => process.step(['observe'], () => chain.observe(submission, carried, now)),
    replacement: (submission, carried, now) =>
      process.step(['replace'], async () => (await chain.replacement?.(submission, carried, now)) ?? null),
    fees: (submission, name) =>
      process.hear(async () => (chain.fees === undefined ? [] : chain.fees(submission, name))),
    pollAfterMs: (authorizations, now) => chain.pollAfterMs(authorizations, now),
    explorerUrl: (name, hash) => chain.explorerUrl(name, hash),
    balances: (request) => process.hear(() => chain.balances(request)),
    deposits: (request) => process.hear(() => chain.deposits(request)),
  };
}
