import type { EarlierUse, EarlierUseRequest, Payouts } from '@stablecoin/chains';
import { majorityOf } from '@stablecoin/chains/testing';
import type { ChainName } from '@stablecoin/contracts';
import { ENDPOINTS, LAG_BLOCKS_MAX, LIAR } from './endpoints';
import type { SimulatedLedger, Transfer } from './simulated-ledger';
import type { World } from './world';

const MAJORITY = majorityOf(ENDPOINTS.length);

/** The address that payments on a chain leave. */
export const treasuryOn = (chain: ChainName): string => `the treasury on ${chain}`;

/** What an endpoint says of an on-chain id: nothing where it does not know the block that is asked about. */
type Said = { readonly silent: true } | { readonly silent?: false; readonly use: Transfer | undefined };

/**
 * What the endpoints of a chain say together of an on-chain id (protocol rule 29): a majority that it was used, all of them
 * that it was not, where records are missing.
 *
 * @throws Error while they do not say
 */
export function usedBefore(
  world: World,
  ledger: SimulatedLedger,
  { onchainId, areRecordsMissing }: Pick<EarlierUseRequest, 'onchainId' | 'areRecordsMissing'>,
): EarlierUse | null {
  const { random, faults } = world;
  if (random.chance(faults.answer)) throw new Error('the chain gives no answer');
  const finals = ENDPOINTS.map(() => finalSeen(world, ledger));
  const final = [...finals].sort((one, other) => other - one)[MAJORITY - 1] ?? 0;
  const used = ledger.transfers.get(typeof onchainId === 'string' ? onchainId : onchainId.hashOf);
  const finallyUsed = used === undefined || used.height > final ? undefined : used;
  const said = finals.map((own, place): Said => {
    // To deny it is the only lie that names no transfer which others do not see.
    if (place === LIAR && random.chance(faults.lie)) return { use: undefined };
    return own < final ? { silent: true } : { use: finallyUsed };
  });
  const count = (isUsed: boolean): number =>
    said.filter((each) => each.silent !== true && (each.use !== undefined) === isUsed).length;
  if (finallyUsed !== undefined && count(true) >= MAJORITY) return finalUse(ledger, finallyUsed);
  const needed = world.isOff('34-endpoints') ? 1 : areRecordsMissing ? ENDPOINTS.length : MAJORITY;
  if (count(false) < needed) throw new Error('the endpoints do not agree');
  if (used === undefined || finallyUsed !== undefined) return null;
  const { name: chain, family } = ledger;
  return { state: 'recent', chain, since: ledger.timeAt(final), isGuarded: family === 'evm' };
}

/** Final transfers out of the treasury. */
export function paidOut(world: World, ledger: SimulatedLedger, since: number): Payouts {
  const { random, faults } = world;
  if (random.chance(faults.answer)) throw new Error('the chain gives no answer');
  const payouts = [...ledger.transfers]
    .filter(([, { height }]) => height <= ledger.finalHeight && ledger.timeAt(height) >= since)
    .map(
      (
        [
          onchainId,
          {
            authorization: { to, currency, amount },
            hash,
            height: block,
          },
        ],
        place,
      ) => ({
        ...{ hash, block, place, onchainId, from: treasuryOn(ledger.name), to, currency, amount },
      }),
    );
  // Without protocol rule 33 it is not waited until what was signed is over.
  return { at: world.isOff('33') ? Infinity : ledger.timeAt(ledger.finalHeight), payouts };
}

function finalSeen({ random, faults }: World, ledger: SimulatedLedger): number {
  return ledger.finalHeight - (random.chance(faults.lag) ? random.below(LAG_BLOCKS_MAX) : 0);
}

function finalUse(ledger: SimulatedLedger, { authorization, hash, height: block }: Transfer): EarlierUse {
  const { to, currency, amount } = authorization;
  const transfer = { from: treasuryOn(ledger.name), to, currency, amount };
  return { state: 'final', chain: ledger.name, hash, block, at: ledger.timeAt(block), transfer };
}
