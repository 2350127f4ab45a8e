/** @slow 30 */
import { LocalEvm, describeWithAnvil, newRecipient } from '@stablecoin/chains/testing';
import { newId } from '@stablecoin/contracts';
import type { Message } from '@stablecoin/contracts';
import { reportRun } from './testing/campaign-run';
import { paymentDecider } from './domain/decide-payment';
import { expectExactlyOnce } from './testing/evm/evm-audit';
import { EvmCampaign } from './testing/evm/evm-campaign';
import { EvmWorld } from './testing/evm/evm-world';
import { replyTo } from './testing/fake-services';
import type { Process } from './testing/killable/process';

/** Of the campaign, from the first seed on: odd ones on Base, even ones on Ethereum, every third one with wallets. */
const RUNS = Number(process.env['EVM_RUNS'] ?? '9');
const FIRST_SEED = Number(process.env['EVM_FIRST_SEED'] ?? '1');
/** Then a chain makes room for a new one: it grows slow with age. */
const RUNS_OF_A_CHAIN = 20;

const AMOUNT = 2_000_000n;
const EPOCH = 4;
const DEEPEST = 5;
const ROUNDS_MAX = 200;

async function round(world: EvmWorld, ms?: number): Promise<void> {
  await world.deliver();
  await world.nextBlock(ms);
  await world.quiet();
}

async function until(world: EvmWorld, check: () => Promise<boolean>, ms?: number): Promise<void> {
  for (let rounds = 0; !(await check()); rounds++) {
    expect(rounds).toBeLessThan(ROUNDS_MAX);
    await round(world, ms);
  }
}

/** A payment of a wallet, and whether an event of it is stored. */
interface Paid {
  readonly world: EvmWorld;
  readonly local: LocalEvm;
  readonly id: string;
  readonly to: string;
  readonly has: (type: string) => Promise<boolean>;
}

describeWithAnvil('the payment service on an EVM chain', () => {
  describe('pays each once, whatever goes wrong', () => {
    const seeds = Array.from({ length: RUNS }, (_, run) => FIRST_SEED + run);
    const chains = new Map<'base' | 'ethereum', { readonly local: LocalEvm; runs: number }>();
    afterAll(async () => {
      for (const { local } of chains.values()) await local.stop();
    });

    /** One chain for many runs: each has payments and recipients of its own. */
    async function chainOf(seed: number): Promise<LocalEvm> {
      const name = seed % 2 === 1 ? 'base' : 'ethereum';
      let chain = chains.get(name);
      if (chain === undefined || chain.runs === RUNS_OF_A_CHAIN) {
        await chain?.local.stop();
        chain = { local: await LocalEvm.start(name, { epoch: EPOCH }), runs: 0 };
        chains.set(name, chain);
      }
      chain.runs++;
      return chain.local;
    }

    it.each(seeds)(
      '(seed %i)',
      async (seed) => {
        const run = await EvmCampaign.run(await chainOf(seed), seed);
        reportRun(run);
        expect(run.problems).toEqual([]);
      },
      120_000,
    );
  });

  it('two instances that both take themselves for the only one pay each once', async () => {
    const local = await LocalEvm.start('base', { epoch: EPOCH });
    const steps = new Map<Process, Set<string>>();
    const world = await EvmWorld.start(local, {
      instances: 2,
      at: (point, process) => {
        steps.set(process, (steps.get(process) ?? new Set()).add(point));
        return Promise.resolve();
      },
    });
    try {
      for (let payments = 0; payments < 12; payments++) {
        world.pay(newRecipient(), AMOUNT);
        if (payments % 4 === 0) await round(world);
      }
      await until(world, () => world.hasEnded());
      await expectExactlyOnce(world);
      expect((await world.paidOut()).total).toBe(12n * AMOUNT);
      // Both have worked on them: neither was spared the other.
      const both = ['after precheck', 'after assemble', 'after broadcast', 'after observe'];
      for (const points of steps.values()) expect([...points]).toEqual(expect.arrayContaining(both));
      expect(steps.size).toBe(2);
    } finally {
      await world.stop();
      await local.stop();
    }
  });

  it('protocol rule 19: brings back what was settled, reorganised away and over, in one transfer', async () => {
    const local = await LocalEvm.start('base', { epoch: EPOCH });
    const world = await EvmWorld.start(local, { validityMs: 20_000 });
    const to = newRecipient();
    const id = world.pay(to, AMOUNT);
    const has = async (type: string): Promise<boolean> =>
      (await world.events(`payment-${id}`)).some((event) => event.type === type);
    try {
      await until(world, () => has('PaymentSettled'));
      const { txHash } = await world.service.get(id);

      for (const endpoint of world.endpoints) endpoint.behaviour = 'swallows';
      await local.reorganise(DEEPEST);
      await local.dropPool();
      await until(world, () => has('PaymentReauthorized'), 5_000);
      expect(await local.balanceOf('USDC', to)).toBe(0n);
      expect((await world.service.get(id)).status).toBe('settled');

      for (const endpoint of world.endpoints) endpoint.behaviour = 'sound';
      await until(world, () => has('PaymentReincluded'));
      await until(world, () => world.hasEnded());
      await expectExactlyOnce(world);
      expect((await world.service.get(id)).txHash).not.toBe(txHash);
    } finally {
      await world.stop();
      await local.stop();
    }
  });

  it('protocol rule 19: what can never be made is lost with a proof, and its money is back in the books', async () => {
    const local = await LocalEvm.start('base', { epoch: EPOCH });
    const world = await EvmWorld.start(local, { validityMs: 20_000 });
    const to = newRecipient();
    const id = world.pay(to, AMOUNT);
    const has = async (type: string): Promise<boolean> =>
      (await world.events(`payment-${id}`)).some((event) => event.type === type);
    try {
      await until(world, () => has('PaymentSettled'));
      for (const endpoint of world.endpoints) endpoint.behaviour = 'swallows';
      await local.reorganise(DEEPEST);
      await local.dropPool();
      await world.block(to);
      for (const endpoint of world.endpoints) endpoint.behaviour = 'sound';
      await until(world, () => has('PaymentUndone'), 5_000);
      expect(await has('PaymentSettlementLost')).toBe(false);
      expect(world.fakes.about(id, 'treasury.ReturnReservation')).toEqual([]);

      await until(world, () => has('PaymentSettlementLost'), 30_000);
      await until(world, () => Promise.resolve(world.fakes.about(id, 'treasury.ReturnReservation').length > 0));
      await until(world, () => world.hasEnded());
      expect((await world.service.get(id)).status).toBe('settled');
      await expectExactlyOnce(world);
    } finally {
      await world.stop();
      await local.stop();
    }
  });

  describe('protocol rule 19: what owners of a wallet have signed, settled and reorganised away', () => {
    const SIGNED_FOR_MS = 600_000;

    it('is sent again while their signatures are valid', async () => {
      await onWallet(SIGNED_FOR_MS, async ({ world, local, id, to, has }) => {
        await local.reorganise(DEEPEST);
        await local.dropPool();
        await until(world, () => has('PaymentReincluded'));
        await until(world, () => world.hasEnded());

        expect(await has('PaymentReauthorized')).toBe(false);
        expect(await has('PaymentUndone')).toBe(false);
        expect((await world.service.get(id)).status).toBe('settled');
        expect(await local.balanceOf('USDC', to)).toBe(AMOUNT);
        return 0;
      });
    });

    it('is not called lost while the signatures may still be used: it is on chain when that is over', async () => {
      await onWallet(SIGNED_FOR_MS, async ({ world, local, id, to, has }) => {
        const { message } = world.orders.get(id) ?? {};
        if (message === undefined) throw new Error('it was ordered');
        const data = { paymentId: id, code: 'recipient_blocklisted', message: 'nothing was sent' };
        const failed = { ...message, id: newId('msg', message.time), type: 'payment.FailPayment', data };
        await world.service.runtime.bus.publish([failed]);
        await until(world, () => has('PaymentUndone'));
        await round(world);
        expect(await has('PaymentSettlementLost')).toBe(false);

        await until(world, () => has('PaymentReincluded'), 30_000);
        await until(world, () => world.hasEnded());
        expect(await local.balanceOf('USDC', to)).toBe(AMOUNT);
        return 0;
      });
    });

    /** Takes the transfer away, until what its owners have signed is over at a final block. */
    async function expire({ world, local, has }: Paid): Promise<void> {
      for (const endpoint of world.endpoints) endpoint.behaviour = 'swallows';
      await local.reorganise(DEEPEST);
      await local.dropPool();
      await until(world, () => has('PaymentReapprovalRequested'), 5_000);
      for (const endpoint of world.endpoints) endpoint.behaviour = 'sound';
    }

    describe('protocol rule 43: its owners are asked again when their signatures have expired', () => {
      it('and with new ones it is made again, once', async () => {
        await onWallet(0, async (paid) => {
          const { world, local, id, to, has } = paid;
          await expire(paid);
          expect(await local.balanceOf('USDC', to)).toBe(0n);
          expect(world.askedAgain(id)).toMatchObject([{ data: { reservationId: `${id}#2`, to, isPosted: true } }]);
          const signed = await world.signAgain(id, SIGNED_FOR_MS);
          await world.service.runtime.bus.publish([signed]);
          await until(world, () => has('PaymentReincluded'));
          await until(world, () => world.hasEnded());
          // A broker may bring it again.
          await world.service.runtime.bus.publish([signed]);
          await round(world);
          expect(await world.service.get(id)).toMatchObject({ status: 'settled', stage: 'done' });
          expect(await local.balanceOf('USDC', to)).toBe(AMOUNT);
          return 0;
        });
      });

      it('and without the rule it is settled for ever, and never made', async () => {
        const decide = paymentDecider.decide.bind(paymentDecider);
        const off = jest
          .spyOn(paymentDecider, 'decide')
          .mockImplementation((command, state) =>
            decide(command, state).filter(({ type }) => type !== 'PaymentReapprovalRequested'),
          );
        try {
          await onWallet(0, async ({ world, local, id, to, has }) => {
            for (const endpoint of world.endpoints) endpoint.behaviour = 'swallows';
            await local.reorganise(DEEPEST);
            await local.dropPool();
            await until(world, () => has('PaymentUndone'), 5_000);
            for (const endpoint of world.endpoints) endpoint.behaviour = 'sound';
            for (let rounds = 0; rounds < 200; rounds++) await round(world);
            expect(world.askedAgain(id)).toEqual([]);
            expect(await world.hasEnded()).toBe(false);
            expect((await world.service.get(id)).status).toBe('settled');
            expect(await local.balanceOf('USDC', to)).toBe(0n);
            return null;
          });
        } finally {
          off.mockRestore();
        }
      });

      it('and it is lost when they refuse: not before what one of them has signed is over at a final block', async () => {
        await onWallet(0, async (paid) => {
          const { world, local, id, to, has } = paid;
          await expire(paid);
          const [asked] = world.askedAgain(id);
          if (asked === undefined) throw new Error('they are asked');
          const signedUntil = local.now() + SIGNED_FOR_MS;
          const refusal = { paymentId: id, code: 'approval_rejected', message: 'No.', signedUntil };
          const { reservationId } = asked.data;
          await world.service.runtime.bus.publish([
            replyTo(asked, 'wallet.reservation_refused', { ...refusal, reservationId }),
          ]);
          await until(world, () => has('PaymentSettlementLost'), 30_000);
          await until(world, () => Promise.resolve(world.fakes.about(id, 'wallet.ReturnReservation').length > 0));
          expect(local.now()).toBeGreaterThan(signedUntil);
          await until(world, () => world.hasEnded());
          expect((await world.service.get(id)).status).toBe('settled');
          expect(await local.balanceOf('USDC', to)).toBe(0n);
          return 1;
        });
      });

      it('whatever is killed in between', async () => {
        await onWallet(0, async ({ world, local, id, to, has }) => {
          const steps = ['PaymentUndone', 'PaymentReapprovalRequested', 'PaymentReauthorized', 'PaymentReincluded'];
          for (const endpoint of world.endpoints) endpoint.behaviour = 'swallows';
          await local.reorganise(DEEPEST);
          await local.dropPool();
          let signed: Message | undefined;
          for (const step of steps) {
            await until(world, () => has(step), step === 'PaymentReincluded' ? undefined : 5_000);
            world.killAll();
            await world.launch(0);
            if (step !== 'PaymentReapprovalRequested') continue;
            for (const endpoint of world.endpoints) endpoint.behaviour = 'sound';
            await until(world, () => Promise.resolve(world.askedAgain(id).length > 0));
            signed = await world.signAgain(id, SIGNED_FOR_MS);
            await world.service.runtime.bus.publish([signed, signed]);
          }
          await until(world, () => world.hasEnded());
          expect(await local.balanceOf('USDC', to)).toBe(AMOUNT);
          return 0;
        });
      });
    });

    /** A payment that owners have approved has settled. @param then - returns how many alarms are expected; null: it is not made */
    async function onWallet(approvalMs: number, then: (paid: Paid) => Promise<number | null>): Promise<void> {
      const local = await LocalEvm.start('base', { epoch: EPOCH });
      const world = await EvmWorld.start(local, { validityMs: 20_000, wallets: 1 });
      world.areOwnersAway = true;
      const count = jest.spyOn(world.service.runtime.meter, 'count');
      try {
        const [wallet] = world.wallets;
        if (wallet === undefined) throw new Error('there is a wallet');
        const to = newRecipient();
        const id = await world.payApproved(wallet, to, AMOUNT, approvalMs);
        const has = async (type: string): Promise<boolean> =>
          (await world.events(`payment-${id}`)).some((event) => event.type === type);
        await until(world, () => has('PaymentSettled'));
        const alarms = await then({ world, local, id, to, has });
        if (alarms === null) return;
        const counted = count.mock.calls.filter(([name, , by = 1]) => name === 'settlements_lost_total' && by > 0);
        expect(counted).toHaveLength(alarms);
        await expectExactlyOnce(world);
      } finally {
        count.mockRestore();
        await world.stop();
        await local.stop();
      }
    }
  });
});
