import type { ToolOptions } from '../output';
import { updateReadModels } from '../read-models';
import type { RestoredStore } from './restored-store';
import { lineOf, review } from './review';
import { unexplainedTransfers } from './unexplained';

/**
 * Books transfers that no payment explains, on the treasury or the wallet that they left. A key that is repeated later takes over the
 * one that was made under its on-chain id: it is charged once.
 *
 * @param asked - `ids`: the hashes of their transactions; `all`: every one that no pending payment may explain
 * @throws Error before anything is booked: while the generation is not accepted, and for a transaction whose transfers are explained,
 * or may be by a pending payment
 */
export async function bookTransfers(
  { runtime, generation, since }: RestoredStore,
  { ids }: { readonly ids: readonly string[] | 'all' },
  { output }: Pick<ToolOptions, 'output'>,
): Promise<void> {
  if (generation.stage !== 'accepted') {
    throw new Error('Nothing is booked before npm run restore -- accept: a pending payment may have made it.');
  }
  // A service that ended in the middle may have settled payments that they do not have.
  await updateReadModels(runtime);
  const transfers = await unexplainedTransfers(runtime, await review(runtime, since));
  const known = (hash: string) => transfers.filter((each) => sameHash(each.hash, hash));
  for (const hash of ids === 'all' ? [] : ids) {
    if (known(hash).length === 0) {
      throw new Error(
        `${hash} has made no final transfer since the backup that is unexplained: a payment explains it, it is booked, or it is not ours. See npm run restore -- review`,
      );
    }
    const doubtful = known(hash).find(({ isPerhapsPending }) => isPerhapsPending);
    if (doubtful === undefined) continue;
    throw new Error(
      `A pending payment of ${doubtful.to} may have made ${hash}: let it end first, or resume or cancel it if it is held.`,
    );
  }
  const chosen = ids === 'all' ? transfers.filter((each) => !each.isPerhapsPending) : [...new Set(ids.flatMap(known))];
  for (const transfer of chosen) {
    const { transferId, chain, currency, amount, to, hash: txHash, block, books } = transfer;
    await books.book({ transferId, chain, currency, amount, to, txHash, block });
    const warning = transfer.isNamed
      ? ''
      : '  WARNING: no idempotency key leads to it. If one is repeated for it, it is paid again';
    output.write(`${lineOf(transfer)}${warning}\n`);
  }
  output.write(`${chosen.length} transfers are booked\n`);
}

/** Hashes of EVM chains are the same in either case; signatures of Solana are not. */
function sameHash(one: string, other: string): boolean {
  return one === other || (one.startsWith('0x') && one === other.toLowerCase());
}
