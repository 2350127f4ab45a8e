import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chains } from '@stablecoin/chains';
import { LocalSolana, newOwner } from '@stablecoin/chains/testing';
import { ManualClock, Random, eventually } from '@stablecoin/event-sourcing/testing';
import { Neighbours } from './testing/neighbours';
import { TestService } from './testing/service';

/** Of the campaign; each is a run of its own. */
const RUNS = Number(process.env['SOLANA_RUNS'] ?? '1');
const PAYMENTS = 30;
const FAULTY_ROUNDS = 30;
/** In the first of them nothing arrives, until it is dead. */
const LOST_ROUNDS = 10;
const AMOUNT = '2000000';

/** The payment service with a local Solana where the sandbox has its simulated chain. */
class Campaign {
  readonly local = new LocalSolana(2);
  readonly recipients = new Map<string, string>();
  readonly #folder = mkdtempSync(join(tmpdir(), 'solana-campaign-'));
  readonly #clock = new ManualClock(this.local.ledger.now());
  readonly #random: Random;
  #service: TestService | undefined;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  get service(): TestService {
    if (this.#service === undefined) throw new Error('the service is not running');
    return this.#service;
  }

  async start(): Promise<void> {
    this.calm();
    const chain = await this.local.open({ validityMs: 1_200_000 });
    const env = { EVENT_STORE_URL: 'sqlite:', DATA_DIR: this.#folder };
    this.#service = await TestService.start(env, this.#clock, new Neighbours(), new Chains(chain));
  }

  async pay(to: string): Promise<void> {
    const id = await this.service.initiate({ to, amount: AMOUNT, chain: 'solana', candidates: ['solana'] });
    this.recipients.set(id, to);
  }

  /** Whatever may go wrong between two blocks. */
  misfortune(round: number): void {
    const random = this.#random;
    for (const front of this.local.fronts) {
      front.isDead = random.chance(0.1);
      front.isDropping = round < LOST_ROUNDS || random.chance(0.6);
      front.behind = random.chance(0.2) ? 40 : 0;
      for (const method of ['sendTransaction', 'getSignatureStatuses', 'getLatestBlockhash']) {
        if (random.chance(0.2)) front.lose(method, random.pick(['before', 'after'] as const));
      }
    }
    this.local.ledger.isCongested = random.chance(0.3);
    if (random.chance(0.2)) this.local.ledger.dropPending();
  }

  calm(): void {
    for (const front of this.local.fronts) Object.assign(front, { isDead: false, isDropping: false, behind: 0 });
    this.local.ledger.isCongested = false;
  }

  pass(ms: number): void {
    this.local.ledger.pass(ms);
    this.#clock.advance(this.local.ledger.now() - this.#clock.now());
  }

  /** Every payment has ended, and so has every submission. */
  async expectEnd(): Promise<void> {
    for (const id of this.recipients.keys()) expect((await this.service.get(id)).status).not.toBe('pending');
    const types = await this.types();
    const count = (type: string) => types.filter((each) => each === type).length;
    expect(count('SubmissionFinal')).toBe(count('SubmissionAssembled'));
  }

  /** The types of the sender's events. */
  types(): Promise<readonly string[]> {
    return this.service.types(`submission-solana.${this.local.feePayer.address}`);
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
    rmSync(this.#folder, { recursive: true });
  }
}

describe('the payment service on Solana', () => {
  it.each(Array.from({ length: RUNS }, (_, run) => run + 1))(
    'pays each once, whatever goes wrong with endpoints, blocks and expiry, and over a restart (seed %i)',
    async (seed) => {
      const campaign = new Campaign(seed);
      try {
        await campaign.start();
        let round = 0;
        await eventually(
          async () => {
            round += 1;
            if (campaign.recipients.size < PAYMENTS) await campaign.pay(newOwner());
            if (round === FAULTY_ROUNDS / 2) {
              await campaign.service.stop();
              await campaign.start();
            }
            if (round < FAULTY_ROUNDS) campaign.misfortune(round);
            else campaign.calm();
            campaign.pass(round % 3 === 0 && round < FAULTY_ROUNDS ? 30_000 : 1_200);
            await campaign.expectEnd();
          },
          { withinMs: 40_000 },
        );

        let settled = 0;
        for (const [id, to] of campaign.recipients) {
          const { status } = await campaign.service.get(id);
          if (status === 'settled') settled += 1;
          expect([status, campaign.local.held(to)]).toEqual(status === 'settled' ? [status, 2_000_000n] : [status, 0n]);
        }
        expect(settled).toBeGreaterThan(PAYMENTS / 2);
        expect(await campaign.types()).toContain('SubmissionReplaced');
      } finally {
        await campaign.stop();
      }
    },
    60_000,
  );
});
