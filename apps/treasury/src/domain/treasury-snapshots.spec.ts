import { MemoryEventStore } from '@stablecoin/stores';
import { ManualClock, eventually, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { TreasuryHandler } from '../application/handlers';
import { treasuryDecider } from './decide-treasury';
import type { TreasuryCommand } from './treasury-commands';
import { treasurySnapshots } from './treasury-snapshots';

const STREAM = 'treasury-acme.live';
const AT = Date.UTC(2026, 0, 1);
const tenant = { account: 'acme', livemode: true };
const transfer = { chain: 'base', currency: 'USDC', amount: '100', from: '0xfrom', txHash: '0xhash' } as const;

it('a snapshot of a version that passes over held deposits is not used', async () => {
  const store = new MemoryEventStore();
  const held = { ...transfer, transferId: 'transfer-1', depositId: 'dep_1', sender: '0xsender', heldAt: AT };
  const metadata = { commandId: 'before', at: AT, correlationId: 'req_1', ...tenant };
  await store.append(STREAM, 'none', [{ id: '1', type: 'DepositHeld', data: held, metadata }]);
  const handler = (decider: typeof treasuryDecider): TreasuryHandler =>
    new TreasuryHandler({ store, decider, clock: new ManualClock(AT), log: silentLog, meter: silentMeter });
  let commands = 0;
  const command = (type: TreasuryCommand['type'], data: object): TreasuryCommand =>
    ({ id: `msg_${++commands}`, at: AT, correlationId: 'req_1', ...tenant, type, data }) as unknown as TreasuryCommand;

  const former = handler({
    ...treasuryDecider,
    snapshot: { ...treasurySnapshots, version: 1, every: 1 },
    evolve: (state, event) => (event.type === 'DepositHeld' ? state : treasuryDecider.evolve(state, event)),
  });
  await former.handle(STREAM, command('CreditTreasury', { ...transfer, transferId: 'transfer-2' }));
  await eventually(async () => expect(await store.loadSnapshot(STREAM)).toBeDefined());

  const screened = { depositId: 'dep_1', ref: 'cpl_1', status: 'cleared', reason: null };
  const released = await handler(treasuryDecider).handle(STREAM, command('RecordDepositScreening', screened));
  expect(released.events).toMatchObject([{ type: 'DepositReleased', data: { depositId: 'dep_1', amount: '100' } }]);
});
