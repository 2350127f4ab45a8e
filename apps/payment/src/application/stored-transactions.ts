import type { SentTransaction } from '@stablecoin/chains';
import { isOurs } from '@stablecoin/event-sourcing';
import type { EventStore, StoredEvent } from '@stablecoin/event-sourcing';
import type { ChainName } from '@stablecoin/contracts';
import { senderKey, submissionStreams } from '../domain/streams';
import type { SubmissionEvent } from '../domain/submission';

const PAGE = 100;

/**
 * Whether a submission on the stream of a sender accounts for a transaction. The newest are read first, so all of them only for one
 * that is not stored.
 */
export async function isStored(
  store: Pick<EventStore, 'read'>,
  sender: { readonly chain: ChainName; readonly sender: string },
  transaction: Pick<SentTransaction, 'isIn'>,
): Promise<boolean> {
  const stream = submissionStreams.stream(senderKey(sender));
  let from: number | undefined;
  do {
    const options = { direction: 'backwards', limit: PAGE, ...(from === undefined ? {} : { from }) } as const;
    const events = await store.read(stream, options);
    const ours = events.filter(isOurs).map((event) => submissionStreams.decode(event));
    if (ours.some((event) => accountsFor(event, transaction))) return true;
    from = (events.at(-1)?.revision ?? 0) - 1;
  } while (from >= 0);
  return false;
}

function accountsFor(
  { type, data }: StoredEvent<SubmissionEvent>,
  transaction: Pick<SentTransaction, 'isIn'>,
): boolean {
  return (type === 'SubmissionAssembled' || type === 'SubmissionReplaced') && transaction.isIn(data);
}
