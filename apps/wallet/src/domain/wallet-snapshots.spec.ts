import { MemoryEventStore } from '@stablecoin/stores';
import { ManualClock, eventually, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { WalletHandler } from '../application/handlers';
import { AT, created, profile } from '../testing/wallet-fixture';
import { walletDecider } from './decide-wallet';
import type { WalletCommand } from './wallet-commands';
import { walletStreams } from './streams';
import { evolveWallet, walletSnapshots } from './wallet';
import type { WalletEvent } from './wallet-events';

const STREAM = walletStreams.stream(profile.walletId);
const tenant = { account: profile.account, livemode: profile.livemode };
const transfer = { chain: 'base', currency: 'USDC', amount: '100', from: '0xfrom', txHash: '0xhash' } as const;

it('a snapshot of a version that passes over held deposits is not used', async () => {
  const store = new MemoryEventStore();
  const held = { ...transfer, transferId: 'transfer-1', depositId: 'dep_1', sender: '0xsender', heldAt: AT };
  const events: readonly WalletEvent[] = [created(), { type: 'DepositHeld', data: held }];
  const metadata = { commandId: 'before', at: AT, correlationId: 'req_1', ...tenant };
  await store.append(
    STREAM,
    'none',
    events.map((event, index) => ({ id: `${index}`, ...event, metadata })),
  );
  const handler = (decider: typeof walletDecider): WalletHandler =>
    new WalletHandler({ store, decider, clock: new ManualClock(AT), log: silentLog, meter: silentMeter });
  let commands = 0;
  const command = (type: WalletCommand['type'], data: object): WalletCommand =>
    ({ id: `msg_${++commands}`, at: AT, correlationId: 'req_1', ...tenant, type, data }) as unknown as WalletCommand;

  const former = handler({
    ...walletDecider,
    snapshot: { ...walletSnapshots, version: 3, every: 1 },
    evolve: (state, event) => (event.type === 'DepositHeld' ? state : evolveWallet(state, event)),
  });
  await former.handle(STREAM, command('CreditWallet', { ...transfer, transferId: 'transfer-2', walletId: 'wal_1' }));
  await eventually(async () => expect(await store.loadSnapshot(STREAM)).toBeDefined());

  const screened = { depositId: 'dep_1', ref: 'cpl_1', status: 'cleared', reason: null };
  const released = await handler(walletDecider).handle(STREAM, command('RecordDepositScreening', screened));
  expect(released.events).toMatchObject([
    { type: 'DepositReleased', data: { depositId: 'dep_1', wallet: { balances: { USDC: '200' } } } },
  ]);
});
