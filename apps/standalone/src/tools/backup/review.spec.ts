import type { LiveChains, PayoutsRequest } from '@stablecoin/chains';
import { readConfiguration, openRuntime } from '@stablecoin/host';
import { noteSenders } from '@stablecoin/stores';
import { updateReadModels } from '../read-models';
import { review, showAhead } from './review';

it('finds what a chain, whose clock is behind, dates before the backup', async () => {
  const runtime = await openRuntime(readConfiguration({ EVENT_STORE_URL: 'memory:', LOG_LEVEL: 'silent' }));
  await updateReadModels(runtime);
  const asked: PayoutsRequest[] = [];
  const liveChains = {
    treasuries: new Map([['base', '0xtreasury']]),
    router: {
      on: () => ({
        history: {
          payouts: (request: PayoutsRequest) => {
            asked.push(request);
            return Promise.resolve({ at: 0, payouts: [] });
          },
        },
      }),
    },
  } as unknown as LiveChains;
  const backupAt = Date.UTC(2026, 10, 27);
  await review({ ...runtime, liveChains }, backupAt);
  // Endpoints whose clock is 60 s from this machine's are accepted.
  expect(asked).toHaveLength(1);
  expect(asked[0]?.since).toBeLessThan(backupAt - 60_000);
  await runtime.close();
});

it('names what was sent and is not stored', async () => {
  const runtime = await openRuntime(readConfiguration({ EVENT_STORE_URL: 'memory:', LOG_LEVEL: 'silent' }));
  await noteSenders(runtime.store, new Map([['base.0xR', null]]), 0);
  const sent = { mark: { nonce: 7 }, name: 'the transaction with nonce 7', isIn: () => false };
  const lastSent = () => Promise.resolve([{ sender: '0xR', said: [sent], endpoints: 1 }]);
  const liveChains = {
    treasuries: new Map([['base', '0xtreasury']]),
    router: { on: () => ({ history: { lastSent } }) },
  } as unknown as LiveChains;
  const write = jest.fn();
  await showAhead({ ...runtime, liveChains }, { write });
  expect(write.mock.calls).toEqual([
    ['0xR has sent the transaction with nonce 7 on base, which the event store does not have\n'],
  ]);
  await runtime.close();
});
