import { ServiceError } from '@stablecoin/contracts';
import type { Runtime } from '@stablecoin/host';
import { review, show } from '../../apps/standalone/src/tools/backup/review';
import type { Counts } from './counts';
import type { Environment } from './place';
import type { World } from './world';

/** What an acceptance has said of the open payments. */
export type Accepted = Pick<Counts, 'found' | 'failed' | 'held' | 'inDoubt'>;

/**
 * Reviews and accepts a restored store while endpoints of each chain do not answer. They are back afterwards.
 *
 * @param silent - of three
 * @param isMade - whether the open payments were made
 * @returns undefined where the acceptance is refused: nothing tells what was not made
 */
export async function acceptWhileSilent(
  world: World,
  place: Environment,
  { silent, isMade }: { readonly silent: number; readonly isMade: boolean },
  accept: () => Promise<Accepted>,
): Promise<Accepted | undefined> {
  const reviewed = () => world.whileStopped(place, ({ runtime, since }) => linesOf(runtime, since));
  const complete = await reviewed();
  world.ground.silence(silent);
  try {
    const isMajority = silent === 1;
    const seen = await reviewed().catch(unlessUnknown);
    if (JSON.stringify(seen) !== JSON.stringify(isMajority ? complete : undefined)) {
      throw new Error(`a review with ${silent} silent endpoints shows ${JSON.stringify(seen)}`);
    }
    const accepted = await accept().catch(unlessUnknown);
    // A majority shows what was made. What was not made takes all of them.
    if ((accepted !== undefined) !== (isMajority && isMade)) {
      throw new Error(`an acceptance with ${silent} silent endpoints has said ${JSON.stringify(accepted)}`);
    }
    return accepted;
  } finally {
    world.ground.silence(0);
  }
}

/** The error of a chain that does not say something, and no other one. */
function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
}

/** What a review shows of the chains. */
async function linesOf(runtime: Runtime, since: number): Promise<readonly string[]> {
  const lines: string[] = [];
  await show(runtime, await review(runtime, since), { write: (line) => lines.push(line) });
  return lines.filter((line) => !line.includes('compared up to'));
}
