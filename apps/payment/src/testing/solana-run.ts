import type { Random } from '@stablecoin/event-sourcing/testing';
import type { CampaignRun } from './campaign-run';
import { networkOf, networkReport } from './networks';
import type { KillPlan } from './killable-process';
import { AMOUNT, SolanaCampaign } from './solana-campaign';

const PAYMENTS = 12;
const ROUNDS = 40;
const ROUNDS_MAX = 1_500;
const DEPOSITS = 0.1;
/**
 * What passes in a round by the clock of the run, and in real time at least. An endpoint that does not answer costs real
 * time; where every payment has to settle, the clock must not run so fast that the chain looks as if it stood still.
 */
const CALM = { ms: 3_000, realMs: 1 };
const CALM_WITH_LIES_ALONE = { ms: 400, realMs: 5 };
/** A run has at least so long to end, in real time: on a busy machine rounds go by while an answer is waited for. */
const END_WITHIN_MS = 30_000;

/**
 * One run of {@link SolanaCampaign} from its beginning to its end; what does not hold is in it.
 *
 * @param options - `onNetworks`: slots come faster or slower than expected, endpoints take small questions, strangers use
 * the chain as well, and outages last for ten minutes, by the same seed
 */
export async function runOnSolana(
  seed: number,
  planKills: (plan: KillPlan, random: Random) => void,
  { onNetworks = false } = {},
): Promise<CampaignRun> {
  const campaign = new SolanaCampaign(seed, onNetworks ? networkOf('solana', seed, ROUNDS) : undefined);
  try {
    planKills(campaign.kills, campaign.random);
    await campaign.start();
    await goWrong(campaign);
    if (!campaign.hasOnlyLies) await goWrongForGood(campaign);
    const hasEnded = await untilTheEnd(campaign);
    return await resultOf(campaign, seed, hasEnded);
  } finally {
    await campaign.stop();
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
    if (random.chance(DEPOSITS)) await campaign.deposit();
    await campaign.network?.strange(campaign.local);
    await campaign.outage(round);
    const leap = random.chance(0.1) && !campaign.hasOnlyLies;
    await campaign.pass(leap ? 30_000 : random.pick([400, 1_200]));
  }
}

/** What chance seldom brings: a transfer that stood in a block is gone, and cannot come back before its time is over. */
async function goWrongForGood(campaign: SolanaCampaign): Promise<void> {
  campaign.calm();
  await campaign.payFrozen();
  const last = campaign.pay();
  for (let round = 0; round < ROUNDS_MAX; round++) {
    await campaign.pass(400);
    if (campaign.held(last) > 0n || (await campaign.payment(last))?.status !== 'pending') break;
  }
  campaign.rollBack();
  await campaign.blackout();
}

/** @returns whether it came to one: a minority of liars lies on meanwhile, a majority has come to its senses */
async function untilTheEnd(campaign: SolanaCampaign): Promise<boolean> {
  campaign.calm();
  campaign.liars.calm();
  campaign.network?.showAll(campaign.local);
  const isOver = async () =>
    (await campaign.hasEnded()) && (campaign.liars.areMajority || (await campaign.books.isComplete()));
  const ordinary = campaign.hasOnlyLies ? CALM_WITH_LIES_ALONE : CALM;
  const calm = { ...ordinary, ms: Math.min(ordinary.ms, campaign.network?.turnMs ?? ordinary.ms) };
  const deadline = performance.now() + END_WITHIN_MS;
  for (let round = 0; round < ROUNDS_MAX || performance.now() < deadline; round++) {
    await campaign.pass(calm.ms);
    if (round % 5 === 0 && (await isOver())) return true;
    await pause(calm.realMs);
  }
  return campaign.hasEnded();
}

/** None is paid twice and none is lost; what is said is what the chain says. */
async function resultOf(campaign: SolanaCampaign, seed: number, hasEnded: boolean): Promise<CampaignRun> {
  const { liars, recipients, network } = campaign;
  const { saidTooSoon } = campaign.settlements;
  const problems: string[] = [...campaign.sent.unstored];
  const differences: string[] = [];
  const outcomes: Record<string, number> = {};
  const falseSettlements = new Set(saidTooSoon);
  let [settled, stillPaid, doublePayments, unsettled] = [0, 0n, 0, 0];
  for (const [id, to] of recipients) {
    const { status = 'lost', error_code: code = null } = (await campaign.payment(id)) ?? {};
    const isGone = (await campaign.paymentTypes(id)).includes('PaymentSettlementLost');
    const isPaid = status === 'settled' && !isGone;
    const held = campaign.local.held(to);
    if (held > AMOUNT) doublePayments += 1;
    if (isPaid && held === 0n) falseSettlements.add(id);
    if (held !== (isPaid ? AMOUNT : 0n)) differences.push(`${id} is ${status}, and its recipient holds ${held}`);
    const told = campaign.told(id).map((each) => each.split(' ')[0]);
    if (told.length !== 1 || told[0] !== `payment.${status}`) differences.push(`of ${id} it is told: ${told.join()}`);
    if (status === 'settled') settled += 1;
    if (isPaid) stillPaid += 1n;
    if (status !== 'settled' && !isExcused(campaign, code)) {
      unsettled += 1;
      problems.push(`${id} is ${status} (${code ?? 'no code'}), and nothing but lies was in its way`);
    }
    const end = isGone ? 'settled and gone' : (code ?? status);
    outcomes[end] = (outcomes[end] ?? 0) + 1;
  }
  if (campaign.paidOut() !== stillPaid * AMOUNT) {
    differences.push(`${campaign.paidOut()} was paid out, and ${stillPaid * AMOUNT} settled`);
  }
  if (campaign.feesBooked() !== campaign.feesTaken()) {
    differences.push(`sending cost ${campaign.feesTaken()} lamports, and ${campaign.feesBooked()} was booked`);
  }
  const falsehoods = await campaign.books.falsehoods();
  if (!hasEnded) problems.push(`it never came to an end: ${await campaign.unfinished()}`);
  if (!liars.areMajority) {
    problems.push(...differences, ...falsehoods);
    for (const id of saidTooSoon) problems.push(`${id} settled before any block held it`);
    if (!(await campaign.books.isComplete())) problems.push('the books never had all that came in');
  } else if (doublePayments > 0) problems.push(...differences);
  const kills = [...campaign.kills.kills].map(([point, times]) => [`killed ${point}`, times] as const);
  return {
    chain: 'solana',
    seed,
    liars: liars.count,
    payments: recipients.size,
    settled,
    ...(network === undefined ? {} : { network: networkReport(network.conditions) }),
    doublePayments,
    falseSettlements: falseSettlements.size,
    falseDeposits: falsehoods.length,
    unsettled,
    told: liars.told(),
    misfortunes: Object.fromEntries([...campaign.injected, ...kills]),
    outcomes,
    problems,
  };
}

/** Whether a payment may have failed as it did. */
function isExcused({ liars, hasOnlyLies, network }: SolanaCampaign, code: string | null): boolean {
  if (code === 'chain_unavailable' && network?.isDark === true) return true;
  return code !== null && (liars.areMajority || !hasOnlyLies);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
