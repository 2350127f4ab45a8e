import { overriding } from '@stablecoin/chains';
import type { Chain } from '@stablecoin/chains';
import type { Process } from './process';

/** A chain as a process reaches it. */
export function killableChain(chain: Chain, process: Process): Chain {
  const { costs } = chain;
  return overriding(chain, {
    quote: (request) => process.hear(() => chain.quote(request)),
    // The campaigns lose no records and choose recipients that can be paid.
    earlierUse: () => Promise.resolve(null),
    refusalOf: () => Promise.resolve(null),
    precheck: (authorization, now) => process.step(['precheck'], () => chain.precheck(authorization, now)),
    assemble: (authorizations, live) => process.step(['assemble'], () => chain.assemble(authorizations, live)),
    broadcast: (submission, carried) => process.step(['broadcast'], () => chain.broadcast(submission, carried)),
    observe: (submission, carried, now) => process.step(['observe'], () => chain.observe(submission, carried, now)),
    replacement: (submission, carried, now) =>
      process.step(['replace'], () => chain.replacement(submission, carried, now)),
    costs: costs && overriding(costs, { fees: (submission) => process.hear(() => costs.fees(submission)) }),
    balances: (request) => process.hear(() => chain.balances(request)),
    deposits: (request) => process.hear(() => chain.deposits(request)),
  });
}
