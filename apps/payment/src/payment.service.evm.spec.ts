import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chains } from '@stablecoin/chains';
import { FaultyTransport, LocalEvm, describeWithAnvil, openOn, transportOf } from '@stablecoin/chains/testing';
import { ManualClock, Random, eventually } from '@stablecoin/event-sourcing/testing';
import { Neighbours } from './testing/neighbours';
import { TestService } from './testing/service';

/** Of the campaign; each is a run of its own. */
const RUNS = Number(process.env['EVM_RUNS'] ?? '1');
const PAYMENTS = 30;
const FAULTY_ROUNDS = 30;
const AMOUNT = '2000000';
const BLOCKED = '0x00000000000000000000000000000000000b10c4';
const REORGANISED_MOST = 5;
const SPIKE = 60n * 10n ** 9n;

/** The payment service with a local EVM chain where the sandbox has its simulated one. */
class Campaign {
  readonly recipients = new Map<string, string>();
  readonly #folder = mkdtempSync(join(tmpdir(), 'evm-campaign-'));
  readonly #clock: ManualClock;
  readonly #endpoints: readonly FaultyTransport[];
  #service: TestService | undefined;
  #spike = 0;

  constructor(
    readonly local: LocalEvm,
    readonly random: Random,
  ) {
    this.#clock = new ManualClock(local.now());
    this.#endpoints = [1, 2].map(() => new FaultyTransport(transportOf(local)));
  }

  get service(): TestService {
    if (this.#service === undefined) throw new Error('the service is not running');
    return this.#service;
  }

  async start(validityMs = 300_000): Promise<void> {
    for (const endpoint of this.#endpoints) endpoint.fault = 'none';
    const chain = await openOn(
      this.local,
      this.#endpoints.map(({ transport }) => transport),
      { now: () => this.#clock.now(), validityMs },
    );
    const env = { EVENT_STORE_URL: 'sqlite:', DATA_DIR: this.#folder };
    this.#service = await TestService.start(env, this.#clock, new Neighbours(), new Chains(chain));
  }

  async pay(to: string): Promise<void> {
    const id = await this.service.initiate({ to, amount: AMOUNT, chain: 'base', candidates: ['base'] });
    this.recipients.set(id, to);
  }

  /** Whatever may go wrong between two blocks. */
  async misfortune(): Promise<void> {
    const { random, local } = this;
    for (const endpoint of this.#endpoints) {
      endpoint.fault = random.chance(0.3) ? random.pick(['lost_before', 'lost_after'] as const) : 'none';
    }
    if (random.chance(0.1)) await local.reorganise(1 + random.below(REORGANISED_MOST));
    if (random.chance(0.05)) await local.dropPool();
    if (random.chance(0.05)) this.#spike = 12;
    this.#spike -= 1;
    if (this.#spike > 0) await local.setBaseFee(SPIKE);
  }

  /** Nothing that is sent arrives any more, though everything else is answered. */
  swallowTransactions(): void {
    for (const endpoint of this.#endpoints) Object.assign(endpoint, { fault: 'lost_before', where: 'sendRaw' });
  }

  calm(): void {
    for (const endpoint of this.#endpoints) endpoint.fault = 'none';
  }

  async nextBlock(): Promise<void> {
    await this.local.pass(1_000);
    this.#clock.advance(this.local.now() - this.#clock.now());
  }

  /** Every payment has ended, and so has every submission. */
  async expectEnd(): Promise<void> {
    for (const id of this.recipients.keys()) expect((await this.service.get(id)).status).not.toBe('pending');
    const senders = this.local.relayers.map(({ address }) => `submission-base.${address}`);
    const types = (await Promise.all(senders.map((sender) => this.service.types(sender)))).flat();
    const count = (type: string) => types.filter((each) => each === type).length;
    expect(count('SubmissionFinal')).toBe(count('SubmissionAssembled'));
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
    rmSync(this.#folder, { recursive: true });
  }
}

describeWithAnvil('the payment service on an EVM chain', () => {
  it.each(Array.from({ length: RUNS }, (_, run) => run + 1))(
    'pays each once, whatever goes wrong with endpoints, blocks and fees, and over a restart (seed %i)',
    async (seed) => {
      const local = await LocalEvm.start('base', { epoch: 4 });
      const campaign = new Campaign(local, new Random(seed));
      try {
        await local.administer('USDC', 'blacklist', BLOCKED);
        // Deep enough that no reorganisation takes it back.
        for (let block = 0; block <= REORGANISED_MOST; block++) await campaign.nextBlock();
        await campaign.start();
        await campaign.pay(BLOCKED);
        let round = 0;
        await eventually(
          async () => {
            round += 1;
            if (campaign.recipients.size <= PAYMENTS) {
              await campaign.pay(`0x${(0xfeed0000n + BigInt(round)).toString(16).padStart(40, '0')}`);
            }
            if (round === FAULTY_ROUNDS / 2) {
              await campaign.service.stop();
              await campaign.start();
            }
            if (round < FAULTY_ROUNDS) await campaign.misfortune();
            else campaign.calm();
            await campaign.nextBlock();
            await campaign.expectEnd();
          },
          { withinMs: 60_000 },
        );

        for (const [id, to] of campaign.recipients) {
          const { status, error_code: code } = await campaign.service.get(id);
          const expected = to === BLOCKED ? ['failed', 'recipient_blocklisted', 0n] : ['settled', null, BigInt(AMOUNT)];
          expect([status, code, await local.balanceOf('USDC', to)]).toEqual(expected);
        }
      } finally {
        await campaign.stop();
        await local.stop();
      }
    },
    90_000,
  );

  it('protocol rule 19: brings back what was settled, reorganised away and over, in one transfer', async () => {
    const local = await LocalEvm.start('base', { epoch: 4 });
    const campaign = new Campaign(local, new Random(1));
    const to = '0x00000000000000000000000000000000feed0019';
    const until = (check: () => Promise<void>) =>
      eventually(
        async () => {
          await campaign.nextBlock();
          await check();
        },
        { withinMs: 60_000 },
      );
    try {
      for (let block = 0; block <= REORGANISED_MOST; block++) await campaign.nextBlock();
      await campaign.start(20_000);
      await campaign.pay(to);
      const [id = ''] = [...campaign.recipients.keys()];
      await until(async () => expect((await campaign.service.get(id)).status).toBe('settled'));
      const { txHash } = await campaign.service.get(id);
      const types = () => campaign.service.types(`payment-${id}`);

      campaign.swallowTransactions();
      await local.reorganise(REORGANISED_MOST);
      await local.dropPool();
      await until(async () => expect(await types()).toContain('PaymentReauthorized'));
      expect(await local.balanceOf('USDC', to)).toBe(0n);
      expect((await campaign.service.get(id)).status).toBe('settled');

      campaign.calm();
      await until(async () => expect(await types()).toContain('PaymentReincluded'));
      await until(() => campaign.expectEnd());
      const payment = await campaign.service.get(id);
      expect([payment.status, await local.balanceOf('USDC', to)]).toEqual(['settled', BigInt(AMOUNT)]);
      expect(payment.txHash).not.toBe(txHash);
      expect(campaign.service.neighbours.typesAbout(id).filter((type) => type === 'payment.settled')).toHaveLength(1);
    } finally {
      await campaign.stop();
      await local.stop();
    }
  }, 120_000);
});
