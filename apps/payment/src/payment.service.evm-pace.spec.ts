import { LocalEvm, describeWithAnvil, newRecipient } from '@stablecoin/chains/testing';
import { expectExactlyOnce } from './testing/evm/evm-audit';
import { EvmWorld } from './testing/evm/evm-world';
import type { Process } from './testing/killable/process';

const AMOUNT = 2_000_000n;
const EPOCH = 4;
const ROUNDS_MAX = 100;

describeWithAnvil('the payment service on an EVM chain that makes blocks at another pace', () => {
  /** So much time passes, with so many blocks a second that share it. */
  async function pass(world: EvmWorld, seconds: number, blocksPerSecond: number): Promise<void> {
    const { local } = world;
    const more = blocksPerSecond - 1;
    for (let second = 0; second < seconds; second++) {
      await world.nextBlock(1_000);
      if (more > 0) await local.anvil.rpc('anvil_mine', `0x${more.toString(16)}`, '0x0');
    }
  }

  it.each([
    { seconds: 42, blocksPerSecond: 10 },
    { seconds: 600, blocksPerSecond: 2 },
  ])(
    'killed during a payment and down for $seconds s, with $blocksPerSecond blocks a second, it settles what was paid',
    async ({ seconds, blocksPerSecond }) => {
      const local = await LocalEvm.start('base', { epoch: EPOCH });
      const kill = (point: string, process: Process): Promise<void> => {
        if (point === 'after broadcast' && !isKilled) {
          isKilled = true;
          process.kill();
        }
        return Promise.resolve();
      };
      let isKilled = false;
      const world = await EvmWorld.start(local, { at: kill, validityMs: 300_000 });
      try {
        const id = world.pay(newRecipient(), AMOUNT);
        for (let rounds = 0; world.empty.length === 0; rounds++) {
          expect(rounds).toBeLessThan(ROUNDS_MAX);
          await world.deliver();
          await pass(world, 1, blocksPerSecond);
          await world.quiet();
        }
        expect((await world.events(`payment-${id}`)).map(({ type }) => type)).not.toContain('PaymentSettled');
        await pass(world, seconds, blocksPerSecond);

        await world.launch(0);
        for (let rounds = 0; !(await world.hasEnded()); rounds++) {
          expect(rounds).toBeLessThan(ROUNDS_MAX);
          await pass(world, 1, blocksPerSecond);
          await world.quiet();
        }
        expect((await world.service.get(id)).status).toBe('settled');
        await expectExactlyOnce(world);
        expect((await world.paidOut()).total).toBe(AMOUNT);
      } finally {
        await world.stop();
        await local.stop();
      }
    },
    240_000,
  );
});
