import type { SentTransaction } from '@stablecoin/chains';
import { MemoryEventStore } from '@stablecoin/stores';
import { isStored } from './stored-transactions';

const SENDER = { chain: 'base', sender: '0xA' } as const;
const metadata = { commandId: 'c', at: 1, correlationId: 'c', account: '', livemode: true };

const withNonce = (nonce: number): Pick<SentTransaction, 'isIn'> => ({
  isIn: (stored) => 'nonce' in stored && (stored.nonce ?? -1) >= nonce,
});

describe('which transactions of a sender are stored', () => {
  const store = new MemoryEventStore();
  /** The second nonce is higher than what came later: its submission had expired, and the gap below it was filled. */
  const nonces = [3, 9, 8];
  beforeAll(async () => {
    for (const [index, nonce] of nonces.entries()) {
      const data = { hash: `0x${nonce}`, nonce, bytes: '0x' };
      const final = Array.from({ length: 150 }, (_, each) => ({
        ...{ id: `final-${index}-${each}`, type: 'SubmissionFinal', data: { hash: data.hash, nonce: 99 }, metadata },
      }));
      const type = index === 1 ? 'SubmissionReplaced' : 'SubmissionAssembled';
      await store.append('submission-base.0xA', 'any', [{ id: `sent-${index}`, type, data, metadata }, ...final]);
    }
    const foreign = { id: 'foreign', type: 'SubmissionAssembled', data: { nonce: 99 }, metadata: {} as never };
    await store.append('submission-base.0xA', 'any', [foreign]);
  });

  it.each([
    [8, true],
    [9, true],
    [10, false],
  ])('nonce %i: %s', async (nonce, expected) => {
    expect(await isStored(store, SENDER, withNonce(nonce))).toBe(expected);
  });

  it('none of a sender without a stream', async () => {
    expect(await isStored(store, { ...SENDER, chain: 'ethereum' }, withNonce(0))).toBe(false);
  });
});
