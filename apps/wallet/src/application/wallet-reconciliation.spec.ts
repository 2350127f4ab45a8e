import type { Log } from '@stablecoin/event-sourcing';
import { CommandHandler } from '@stablecoin/event-sourcing';
import { MemoryEventStore } from '@stablecoin/stores';
import { ManualClock, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import type { Units } from '@stablecoin/contracts';
import { walletDecider } from '../domain/decide-wallet';
import type { WalletEvent } from '../domain/wallet-events';
import { AT, created, credited, posted, reserved } from '../testing/wallet-fixture';
import { WalletReconciliation } from './wallet-reconciliation';

const MINUTE = 60_000;
const WALLET = { walletId: 'wal_1', account: 'acme', address: '0xwallet' };

let store: MemoryEventStore;
let clock: ManualClock;
let held: Units;
let errors: unknown[];
let messages: string[];
let reconciliation: WalletReconciliation;

beforeEach(() => {
  store = new MemoryEventStore();
  clock = new ManualClock(AT);
  [errors, messages] = [[], []];
  const log = {
    ...silentLog,
    error: (details: object) => errors.push(details),
    info: (_: object, message: string) => messages.push(message),
  } as unknown as Log;
  const handler = new CommandHandler({ clock, log, meter: silentMeter, store, decider: walletDecider });
  const adapter = {
    balances: ({ addresses }: { readonly addresses: readonly string[] }) =>
      Promise.resolve({
        cursor: '1',
        at: clock.now(),
        balances: addresses.map((address) => ({ address, currency: 'USDC' as const, amount: held })),
      }),
  };
  const parts = { chain: 'base' as const, adapter, clock, log, meter: silentMeter };
  reconciliation = new WalletReconciliation({ ...parts, handler: handler });
});

let appended = 0;
async function given(...events: readonly WalletEvent[]): Promise<void> {
  for (const event of events) {
    const metadata = { commandId: `c${++appended}`, at: AT, correlationId: 'r', account: 'acme', livemode: true };
    await store.append('wallet-wal_1', 'any', [{ ...event, id: `e${appended}`, metadata }]);
  }
}

async function look(
  between: () => Promise<void> = () => Promise.resolve(),
  news: readonly string[] = [],
): Promise<void> {
  const reading = await reconciliation.read([WALLET]);
  await between();
  await reconciliation.compare(reading, new Set(news));
}

it('says nothing of a wallet that holds what its books say', async () => {
  await given(created(), credited('1000'));
  held = '1000';
  clock.advance(10 * MINUTE);
  for (let n = 0; n < 5; n++) await look();
  expect(errors).toEqual([]);
});

it('tells once of a difference that lasts, and of its end', async () => {
  await given(created(), credited('1000'));
  held = '900';
  clock.advance(10 * MINUTE);
  await look();
  await look();
  expect(errors).toEqual([]);
  for (let n = 0; n < 5; n++) await look();
  const differences = [{ currency: 'USDC', books: '1000', onChain: '900' }];
  expect(errors).toEqual([{ chain: 'base', wallet: 'wal_1', address: '0xwallet', differences }]);
  held = '1000';
  await look();
  expect(messages).toEqual(['the books of a wallet and the chain agree again']);
});

it.each<[string, () => Promise<void>]>([
  ['while a payment is under way', () => given(created(), credited('1000'), reserved('100'))],
  [
    'until the final block is younger than its last change',
    async () => {
      await given(created(), credited('1000'), reserved('100'), posted('100'));
      reconciliation.note('wal_1', AT + 9 * MINUTE);
    },
  ],
])('says nothing %s', async (_, books) => {
  await books();
  held = '1';
  clock.advance(10 * MINUTE);
  for (let n = 0; n < 5; n++) await look();
  expect(errors).toEqual([]);
});

it('says nothing of a wallet whose books have gone on since they were read, or that something came in to', async () => {
  await given(created(), credited('1000'));
  held = '1';
  clock.advance(10 * MINUTE);
  for (let n = 0; n < 5; n++) await look(() => given(credited('1', 'USDC', `transfer of look ${n}`)));
  for (let n = 0; n < 5; n++) await look(undefined, ['wal_1']);
  expect(errors).toEqual([]);
});
