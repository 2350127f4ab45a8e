import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalEvm, describeWithAnvil, newAuthorization, openOn } from '@stablecoin/chains/testing';
import { ManualClock, eventually } from '@stablecoin/event-sourcing/testing';
import { startTreasury, type TestTreasury } from './testing/start-treasury';

const LIVE = { account: 'acme', livemode: true };

describeWithAnvil('a live treasury on an EVM chain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'live-treasury-'));
  let local: LocalEvm;
  let clock: ManualClock;
  let treasury: TestTreasury | undefined;

  beforeAll(async () => {
    local = await LocalEvm.start('base');
    clock = new ManualClock(local.now());
  });
  afterAll(async () => {
    await treasury?.stop();
    await local.stop();
    rmSync(folder, { recursive: true });
  });

  async function start(): Promise<TestTreasury> {
    const chain = await openOn(local);
    const live = { account: LIVE.account, on: () => chain, addresses: { base: local.treasury.address } };
    const env = { EVENT_STORE_URL: 'sqlite:', DATA_DIR: folder };
    treasury = await startTreasury(env, { clock }, live);
    return treasury;
  }
  /** Blocks until what was done is final, and then until it has been looked at. */
  async function pass(): Promise<void> {
    for (let block = 0; block < 4; block++) await local.pass(10_000);
    clock.advance(local.now() - clock.now());
  }
  const held = async () => (await treasury?.runtime.queries.ask('treasury.balance', LIVE))?.available.base;
  const types = async () => ((await treasury?.runtime.store.read('treasury-acme.live')) ?? []).map(({ type }) => type);

  it('opens with what it holds, credits what comes in, once and over a restart, and finds what is missing', async () => {
    const before = await start();
    expect(await held()).toEqual({ usdc: '1000000.00', eurc: '1000000.00' });

    await local.administer('EURC', 'mint', local.treasury.address, 250_000n);
    await eventually(async () => {
      await pass();
      expect(await held()).toEqual({ usdc: '1000000.00', eurc: '1000000.25' });
    });
    await before.stop();

    await local.administer('USDC', 'mint', local.treasury.address, 5_000_000n);
    await pass();
    await start();
    expect(await held()).toEqual({ usdc: '1000005.00', eurc: '1000000.25' });
    expect(await types()).toEqual([
      ...['TreasuryOpened', 'ChainOpened'],
      ...['TreasuryCredited', 'DepositsFollowed', 'TreasuryCredited', 'DepositsFollowed'],
    ]);

    // Somebody else has the key.
    const chain = await openOn(local);
    const authorization = newAuthorization(local, chain, { amount: '3000000' });
    await chain.broadcast(await chain.assemble([authorization], () => Promise.resolve([])));
    await eventually(async () => {
      await pass();
      expect(await types()).toContain('BalanceDiffered');
    });
    const told = (await treasury?.runtime.store.read('treasury-acme.live'))?.at(-1);
    expect(told?.data).toMatchObject({ chain: 'base', currency: 'USDC', difference: '-3000000' });
    expect(await held()).toEqual({ usdc: '1000005.00', eurc: '1000000.25' });
    await eventually(async () => {
      const { data } = (await treasury?.runtime.queries.ask('treasury.reconciliation', LIVE)) ?? { data: [] };
      expect(data.slice(0, 3)).toEqual([
        {
          ...{
            chain: 'base',
            currency: 'USDC',
            booked: '1000005.00',
            available: '1000005.00',
            in_flight: '0.00',
            held: '0.00',
          },
          ...{ onchain: '1000002.00', difference: '-3.00', status: 'differs', read_at: expect.any(String) as string },
        },
        expect.objectContaining({ currency: 'EURC', onchain: '1000000.25', difference: '0.00', status: 'matched' }),
        expect.objectContaining({ chain: 'ethereum', onchain: null, status: 'unknown' }),
      ]);
    });
    const { alarms } = (await treasury?.runtime.queries.ask('treasury.system', {})) ?? {};
    expect(alarms).toContainEqual(expect.objectContaining({ name: 'treasury_differs', object: 'base' }));
  });
});
