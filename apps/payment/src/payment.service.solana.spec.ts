import { writeFileSync } from 'node:fs';
import { AMOUNT, KILL_POINTS, SolanaCampaign } from './testing/solana-campaign';

/** Of the campaign; each is a run of its own. */
const RUNS = Number(process.env['SOLANA_RUNS'] ?? '3');
const FIRST = Number(process.env['SOLANA_SEED'] ?? '1');
/** Where to write what was injected how often. */
const REPORT = process.env['SOLANA_REPORT'];
const PAYMENTS = 12;
const ROUNDS = 40;
const ROUNDS_MOST = 1_500;
/** So many runs after each other have all points among them. */
const RUNS_FOR_ALL_POINTS = 3;
/** Points kill at once where there are few runs, so that each is surely met. */
const RUNS_MANY = 50;
/** What only happens when looks come at the right moment, which no clock of ours decides: not in every few runs. */
const SELDOM = /PaymentIncluded|PaymentReincluded|PaymentReauthorized/;

let held = 0;
const totals = new Map<string, number>();
/** How payments have ended. */
const ends = new Map<string, number>();
const kills = new Map<string, number>();

describe('two payment services on one Solana', () => {
  it.each(Array.from({ length: RUNS }, (_, run) => run + FIRST))(
    'pay each payment once, whatever goes wrong, killed between any two steps (seed %i)',
    async (seed) => {
      const campaign = new SolanaCampaign(seed);
      try {
        planKills(campaign, seed);
        await campaign.start();
        await goWrong(campaign);
        await goWrongForGood(campaign);
        await untilTheEnd(campaign);
        await expectTheTruth(campaign);
        held += 1;
      } finally {
        await campaign.stop();
        addTo(totals, campaign.injected);
        addTo(kills, campaign.kills.kills);
        if (REPORT !== undefined) writeReport(REPORT, seed);
      }
    },
    120_000,
  );

  const enough = RUNS >= RUNS_FOR_ALL_POINTS ? it : it.skip;
  enough('were killed at every point', () => {
    const missed = KILL_POINTS.filter((point) => !kills.has(point));
    expect(RUNS < RUNS_MANY ? missed.filter((point) => !SELDOM.test(point)) : missed).toEqual([]);
  });
});

function planKills({ kills: plan, random }: SolanaCampaign, seed: number): void {
  for (const [place, point] of KILL_POINTS.entries()) {
    if ((place + seed) % RUNS_FOR_ALL_POINTS === 0) plan.add(point, RUNS < RUNS_MANY ? 0 : random.below(4));
  }
}

async function goWrong(campaign: SolanaCampaign): Promise<void> {
  const { random, recipients } = campaign;
  for (let round = 1; round <= ROUNDS; round++) {
    if (round % 3 === 0 && recipients.size < PAYMENTS) {
      campaign.calm();
      campaign.pay();
    } else {
      await campaign.misfortune();
    }
    await campaign.pass(random.chance(0.1) ? 30_000 : random.pick([400, 1_200]));
  }
}

/** What chance seldom brings: a settled payment is gone, and cannot come back before its time is over. */
async function goWrongForGood(campaign: SolanaCampaign): Promise<void> {
  campaign.calm();
  await campaign.payFrozen();
  const last = campaign.pay();
  for (let round = 0; round < ROUNDS_MOST; round++) {
    await campaign.pass(400);
    if ((await campaign.payment(last))?.status !== 'pending') break;
    // On a busy machine a worker rests now and then, in real time, and what is settled would be final by then.
    if (campaign.held(last) > 0n) await pause(20);
  }
  campaign.rollBack();
  await campaign.blackout();
}

async function untilTheEnd(campaign: SolanaCampaign): Promise<void> {
  for (let round = 0; round < ROUNDS_MOST; round++) {
    await campaign.pass(3_000);
    if (round % 5 === 0 && (await campaign.hasEnded())) return;
    await pause(1);
  }
  throw new Error('it never came to an end');
}

/** None is paid twice and none is lost; what is said is what the chain says. */
async function expectTheTruth(campaign: SolanaCampaign): Promise<void> {
  let settled = 0n;
  for (const [id, to] of campaign.recipients) {
    const payment = await campaign.payment(id);
    const isGone = (await campaign.paymentTypes(id)).includes('PaymentSettlementLost');
    const isPaid = payment?.status === 'settled' && !isGone;
    expect([id, payment?.status, campaign.local.held(to)]).toEqual([id, payment?.status, isPaid ? AMOUNT : 0n]);
    expect(campaign.told(id)).toEqual([expect.stringMatching(`^payment.${payment?.status}`)]);
    if (isPaid) settled += 1n;
    addTo(ends, new Map([[isGone ? 'settled and gone' : (payment?.error_code ?? 'settled'), 1]]));
  }
  expect(campaign.paidOut()).toBe(settled * AMOUNT);
  expect(campaign.feesBooked()).toBe(campaign.feesTaken());
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function addTo(sums: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [what, times] of more) sums.set(what, (sums.get(what) ?? 0) + times);
}

function writeReport(path: string, seed: number): void {
  const sorted = (map: ReadonlyMap<string, number>) => Object.fromEntries([...map].sort());
  writeFileSync(
    path,
    JSON.stringify(
      { seeds: [FIRST, seed], held, ends: sorted(ends), injected: sorted(totals), kills: sorted(kills) },
      null,
      2,
    ),
  );
}
