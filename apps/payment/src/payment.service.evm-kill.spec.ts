/** @slow 20 */
import { LocalEvm, describeWithAnvil, newRecipient } from '@stablecoin/chains/testing';
import { expectExactlyOnce } from './testing/evm/evm-audit';
import { EvmWorld } from './testing/evm/evm-world';
import type { Process } from './testing/killable/process';

const AMOUNT = 2_000_000n;
const BLOCKED = '0x00000000000000000000000000000000000b10c4';
const SPIKE = 60n * 10n ** 9n;
const DEEPEST = 5;
const ROUNDS_MAX = 100;

/** What happens to a payment, so that a step comes by. */
interface Course {
  readonly to?: () => string;
  /** Beside a block more, until the process is killed. */
  readonly round?: (world: EvmWorld, types: readonly string[]) => Promise<void>;
}

const ORDINARY: Course = {};
const TO_BLOCKED: Course = { to: () => BLOCKED };
const TOO_CHEAP: Course = {
  round: async ({ local }, types) => {
    if (types.includes('PaymentAuthorized')) await local.setBaseFee(SPIKE);
  },
};
const TAKEN_BACK: Course = {
  round: async ({ local }, types) => {
    if (types.at(-1) === 'PaymentSettled') await local.reorganise(DEEPEST);
  },
};
/** What is sent does not arrive before the authorization is over. */
const GONE: Course = {
  round: async (world, types) => {
    if (!types.includes('PaymentSettled')) return;
    const taken = world.endpoints.some(({ behaviour }) => behaviour === 'swallows');
    for (const endpoint of world.endpoints) endpoint.behaviour = 'swallows';
    if (!taken) await world.local.reorganise(DEEPEST);
    await world.local.dropPool();
    await world.nextBlock(10_000);
  },
};

/** All that a payment comes by between its authorization and the end of its submission, in order. */
const STEPS: readonly (readonly [name: string, course: Course])[] = [
  ['append PaymentAuthorized', ORDINARY],
  ['commit', ORDINARY],
  ['precheck', ORDINARY],
  ['assemble', ORDINARY],
  ['append SubmissionAssembled', ORDINARY],
  ['broadcast', ORDINARY],
  ['observe', ORDINARY],
  ['append PaymentBroadcast', ORDINARY],
  ['append PaymentIncluded', ORDINARY],
  ['append PaymentSettled', ORDINARY],
  ['publish', ORDINARY],
  ['append SubmissionFinal', ORDINARY],
  ['append AuthorizationClosed', TO_BLOCKED],
  ['append PaymentFailed', TO_BLOCKED],
  ['replace', TOO_CHEAP],
  ['append SubmissionReplaced', TOO_CHEAP],
  ['append PaymentReincluded', TAKEN_BACK],
  ['append PaymentReauthorized', GONE],
];
const POINTS = STEPS.flatMap(([name]) => [`before ${name}`, `after ${name}`]);

/** Kills the process that first comes by a point, from the moment on at which the payment is authorized. */
class Killer {
  readonly killed: string[] = [];
  #point: string | undefined;
  #authorized = false;

  readonly at = (point: string, process: Process): Promise<void> => {
    if (point.endsWith('append PaymentAuthorized')) this.#authorized = true;
    if (point === this.#point && this.#authorized) {
      this.#point = undefined;
      this.killed.push(point);
      process.kill();
    }
    return Promise.resolve();
  };

  aim(point: string): void {
    this.#point = point;
    this.#authorized = false;
  }
}

describeWithAnvil('the payment service on an EVM chain, killed', () => {
  it('pays each payment once when killed before and after every step from authorization to finality', async () => {
    const local = await LocalEvm.start('ethereum', { epoch: 4 });
    const killer = new Killer();
    const world = await EvmWorld.start(local, { at: killer.at });
    const round = async (): Promise<void> => {
      await world.deliver();
      await world.nextBlock();
      await world.quiet();
    };
    try {
      await world.block(BLOCKED);
      await world.nextBlock();
      for (const [name, { to = newRecipient, round: happens }] of STEPS) {
        for (const point of [`before ${name}`, `after ${name}`]) {
          killer.aim(point);
          const id = world.pay(to(), AMOUNT);
          for (let rounds = 0; world.empty.length === 0 && rounds < ROUNDS_MAX; rounds++) {
            await round();
            await happens?.(
              world,
              (await world.events(`payment-${id}`)).map(({ type }) => type),
            );
          }
          expect(killer.killed.at(-1)).toBe(point);
          for (const endpoint of world.endpoints) endpoint.behaviour = 'sound';
          await world.launch(0);
        }
      }
      for (let rounds = 0; !(await world.hasEnded()) && rounds < ROUNDS_MAX; rounds++) await round();

      expect(killer.killed).toEqual(POINTS);
      expect(await world.hasEnded()).toBe(true);
      await expectExactlyOnce(world);
      const settled = [...world.orders.values()].filter(({ to }) => to !== BLOCKED);
      expect((await world.paidOut()).total).toBe(AMOUNT * BigInt(settled.length));
    } finally {
      await world.stop();
      await local.stop();
    }
  });
});
