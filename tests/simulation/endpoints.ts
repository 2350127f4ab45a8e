import type { Observation } from '@stablecoin/chains';
import { agreement, majorityOf, reachedBy } from '@stablecoin/chains/testing';
import type { SimulatedLedger } from './simulated-ledger';
import type { World } from './world';

/** Endpoints of each chain. */
export const ENDPOINTS = [0, 1, 2] as const;
/** The endpoint that lies, where a run has one. */
export const LIAR = 2;
/** Blocks that an endpoint may be behind the others. */
export const LAG_BLOCKS_MAX = 30;

const STAGES = ['included', 'confirmed', 'final'] as const;
type Stage = (typeof STAGES)[number];

/**
 * What may be said of an authorization when each endpoint has answered (protocol rule 29), counted by the product's own
 * functions: all endpoints for what ends a transfer for good, a majority for what settles it.
 */
export function agreedOn(said: readonly Observation[]): Observation {
  const answers = said.map((value, place) => ({ endpoint: { name: `endpoint ${place}` } as never, value }));
  const found = agreement(answers, majorityOf(said.length), blockOf);
  if (found === undefined || blockOf(found.value) === NOWHERE) {
    return agreement(answers, said.length)?.value ?? { state: 'unknown' };
  }
  const { value } = found;
  if (value.state === 'reverted') {
    return { ...value, final: said.every((each) => each.state === 'reverted' && each.final) };
  }
  const stages = found.by.map((each) => STAGES.indexOf(each.value.state as Stage));
  const state = STAGES[reachedBy(stages, majorityOf(said.length)) ?? 0] ?? 'included';
  return { ...(value as Extract<Observation, { readonly block: number }>), state };
}

/** Something that is not so: another answer each time. */
export function lie({ random }: World, ledger: SimulatedLedger, hash: string): Observation {
  const block = ledger.height + random.below(30) - 15;
  const claims: readonly [Observation, ...Observation[]] = [
    { state: 'unknown' },
    { state: 'expired' },
    { state: 'reverted', hash, final: true },
    { state: 'confirmed', hash, block, at: ledger.timeAt(block) },
    { state: 'final', hash, block, at: ledger.timeAt(block) },
  ];
  return random.pick(claims);
}

const NOWHERE = 'nowhere';

/** Alike are those that have it in the same block, with the same outcome. */
function blockOf(observation: Observation): string {
  switch (observation.state) {
    case 'unknown':
    case 'expired':
      return NOWHERE;
    case 'reverted':
      return `reverted in ${observation.hash}`;
    case 'included':
    case 'confirmed':
    case 'final':
      return `${observation.hash} in ${observation.block}`;
  }
}
