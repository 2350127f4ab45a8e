/** @slow 30 */
import { join } from 'node:path';
import { adoptWallet } from '@stablecoin/wallet';
import { describeWithAnvil } from '@stablecoin/chains/testing';
import { acceptRestore } from '../../apps/standalone/src/tools/backup/accept-restore';
import type { Cell } from './cells';
import { evmGround, type Ground } from './ground';
import { PLACES, backUp, restore, type Environment } from './place';
import type { Site } from './site';
import { FUNDS, LIMIT, makeWallet, makeWallets, walletRequest, type KnownWallet } from './wallet';
import { World, type Order } from './world';

/** As for the matrix. */
const ON = (process.env['RESTORE_ON'] ?? 'folder,pair').split(',');
const MANY = 100;
/** Of the many: those that get money, and those that also pay. */
const [FUNDED, PAYING] = [8, 3] as const;
const TEST_MS = 10 * 60_000;
const WITHIN: Cell = { chain: 'base', payer: 'wallet', key: 'key', stage: 'initiated', interval: 'paid' };
const ABOVE: Cell = { ...WITHIN, payer: 'owners', stage: 'approval_requested' };
const LATE = 1_000_000n;

let ground: Ground;

describeWithAnvil('wallets and a restore', () => {
  beforeAll(async () => {
    ground = await evmGround();
  }, 120_000);
  afterAll(() => ground.stop());

  describe.each(PLACES.filter(({ name, isThere }) => isThere && ON.includes(name)))('on a $name', (kind) => {
    let world: World;
    beforeEach(() => {
      world = new World(ground, kind);
    });
    afterEach(() => world.remove());

    it(
      'protocol rule 39: wallets of the lost interval come back at their addresses, with their deposits, and pay once',
      async () => {
        const { kept, made, orders } = await loseAnInterval(world);
        const place = await world.environment('restored');
        await restore(place, join(world.folder, 'backup'));
        await accept(world, place, made.keyless);
        const site = await world.start(place);
        try {
          // The payment's key alone is no way to the wallet.
          const [first] = orders.filter(({ wallet }) => wallet?.id === made.single.id);
          if (first === undefined) throw new Error('it has paid');
          await expect(world.place(site, first)).rejects.toThrow(/^404/);
          // The cursor of the chain passes this before the wallet is there.
          await ground.mint(made.single.address, LATE);
          await world.passFinality();

          expect(await remake(world, site)).toEqual({ single: made.single, many: made.many });
          const deposits = [
            ...[made.keyless, ...made.many.slice(0, FUNDED)].map((wallet) => ({ wallet, units: FUNDS })),
            { wallet: made.single, units: FUNDS + LATE },
          ];
          await world.until(async () => {
            for (const { wallet, units } of deposits) if ((await site.walletBalance(wallet.id)) !== units) return false;
            return true;
          }, 'the deposits of a wallet that has come back are not credited');

          await Promise.all(orders.map((order) => world.place(site, order)));
          await world.ended(site, orders, 'settled');
          for (const [index, wallet] of [kept, made.single, made.keyless, ...made.many].entries())
            world.wallets.set(`${index}`, wallet);
          await world.booked(site);
          await expectPaidOnce(world, orders);
          expect(world.outside.signed).toEqual(new Set());
          // The limit counts what was found.
          const { body } = await site.api.get(`/wallets/${made.many[0]?.id ?? ''}`);
          expect(Number(body['spent_24h'])).toBeGreaterThan(2);
          expect(await remake(world, site)).toEqual({ single: made.single, many: made.many });
        } finally {
          await site.stop();
        }
      },
      TEST_MS,
    );

    it(
      'protocol rule 33: what owners have signed in the lost interval is included at last, and nobody is paid twice',
      async () => {
        const former = await world.environment('former');
        const old = await world.start(former);
        await old.furnish();
        await world.openWallets(old, [ABOVE]);
        const inherited = world.order(ABOVE, true);
        await world.place(old, inherited);
        await world.payments(old, [inherited], (payment) => payment.approval_id !== null);
        await backUp(former, join(world.folder, 'backup'), world.clock.now());
        const lost = world.order(ABOVE, true);
        const orders = [inherited, lost];
        for (const { to } of orders) world.outside.obstruct(to, 'send');
        await world.place(old, lost);
        await world.payments(
          old,
          orders,
          ({ stage }) => stage === 'broadcast',
          (payment) => old.decide(payment),
        );
        await old.stop();
        const ended = world.clock.now();
        const unsent = [...world.outside.unsent];
        expect(unsent.length).toBeGreaterThanOrEqual(1);
        world.outside.forget();
        await world.passValidity();

        const place = await world.environment('restored');
        await restore(place, join(world.folder, 'backup'));
        await world.whileStopped(place, (store) => acceptRestore(store, accepted(ended), SILENT));
        const site = await world.start(place);
        try {
          await Promise.all(orders.map((order) => world.place(site, order)));
          await world.payments(site, orders, ({ stage }) => stage !== 'screening');
          for (const { id } of orders) {
            const payment = await site.payment(id);
            if (payment?.stage === 'awaiting_approval') await site.decide(payment);
            await world.answer(site.api.post(`/payments/${id}/cancel`));
          }
          for (const bytes of unsent) await ground.replay(bytes);
          await world.passFinality();
          await world.passApprovals();
          await world.ended(site, orders, 'settled');
          await world.booked(site);
          await expectPaidOnce(world, orders);
          expect(world.outside.signed).toEqual(new Set());
          for (const { id } of orders) expect(site.told.get(id)).not.toContain('payment.failed');
        } finally {
          await site.stop();
        }
      },
      TEST_MS,
    );
  });
});

const SILENT = { output: { write: () => undefined } };

function accepted(ended: number): Parameters<typeof acceptRestore>[1] {
  return { ended, confirmed: { kind: 'all' } };
}

interface Made {
  readonly single: KnownWallet;
  readonly many: readonly KnownWallet[];
  readonly keyless: KnownWallet;
}

/** Makes the wallets with keys, or makes them again. */
async function remake(world: World, { api }: Site): Promise<Omit<Made, 'keyless'>> {
  const requests = Array.from({ length: MANY }, (_, index) => walletRequest(`many-${index}`));
  return {
    single: await world.answer(makeWallet(api, walletRequest('single'), 'single')),
    many: await world.answer(makeWallets(api, requests, 'many')),
  };
}

/** A backup that knows one wallet, and what wallets do after it. */
async function loseAnInterval(world: World): Promise<{ kept: KnownWallet; made: Made; orders: readonly Order[] }> {
  const former = await world.environment('former');
  const old = await world.start(former);
  try {
    await old.furnish();
    const kept = await world.answer(makeWallet(old.api, walletRequest('kept'), 'kept'));
    await world.fund(old, [kept]);
    await world.passFinality();
    await backUp(former, join(world.folder, 'backup'), world.clock.now());

    const keyless = await world.answer(makeWallet(old.api, walletRequest('keyless'), null));
    const made = { ...(await remake(world, old)), keyless };
    await world.fund(old, [made.single, keyless, ...made.many.slice(0, FUNDED)]);
    const payers = [kept, made.single, keyless, ...made.many.slice(0, PAYING)];
    const orders = [
      ...payers.map((wallet): Order => ({ ...world.order(WITHIN, true), wallet })),
      ...[kept, made.single].map((wallet): Order => ({ ...world.order(ABOVE, true), wallet })),
    ];
    await Promise.all(orders.map((order) => world.place(old, order)));
    await world.ended(old, orders, 'settled');
    await world.passFinality();
    await expectPaidOnce(world, orders);
    return { kept, made, orders };
  } finally {
    await old.stop();
  }
}

async function accept(world: World, place: Environment, keyless: KnownWallet): Promise<void> {
  const ended = world.clock.now();
  world.outside.forget();
  await world.passValidity();
  const { owner, approvers, approval_threshold: approvalThreshold } = walletRequest('keyless');
  await world.whileStopped(place, async (store) => {
    const { runtime } = store;
    const lost = { owner, approvers, approvalThreshold, chain: 'base', spendLimit: `${LIMIT}`, label: null } as const;
    const named = { ...lost, walletId: keyless.id, account: 'acme' };
    const other = adoptWallet({ ...named, spendLimit: null, address: keyless.address }, runtime);
    await expect(other).rejects.toThrow('These details make the wallet');
    await adoptWallet({ ...named, address: keyless.address }, runtime);
    await acceptRestore(store, accepted(ended), SILENT);
  });
}

async function expectPaidOnce({ ground }: World, orders: readonly Order[]): Promise<void> {
  for (const { to, units } of orders) expect(await ground.held(to)).toBe(units);
}
