import {
  ApiError,
  type CreatePayment,
  type CreateRuleDraft,
  type CreateWallet,
  type Payment,
  type StablecoinPayments,
  type UpdateTreasurySettings,
  type UseFaucet,
  type Wallet,
} from 'stablecoin-payments';
import { given } from '../command.js';
import { Failure, UsageFailure } from '../failure.js';
import { sleep } from '../sleep.js';
import type { Overrides, Part } from './overrides.js';

export interface FixtureContext {
  readonly client: StablecoinPayments;
  readonly overrides: Overrides;
  /** The webhook endpoint that was named. */
  readonly endpoint: string | undefined;
}

/** How the sandbox is made to raise an event. */
export interface Fixture {
  readonly description: string;
  /** The requests that `--override` can change; a key without a prefix is of the first. */
  readonly parts: readonly Part[];
  /** Returns the id of the object that the event is about; null when every event of the type will do. */
  readonly run: (context: FixtureContext) => Promise<string | null>;
}

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const SOLANA = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const ON_SANCTIONS_LIST = '0x000000000000000000000000000000000000d001';
const TO_BE_REVIEWED = '0x000000000000000000000000000000000000d005';
const LISTED_AFTERWARDS = '0x000000000000000000000000000000000000d008';
const COUNTRIES =
  'AT AU BE BG BR CA CH CL CZ DE DK EE ES FI FR GB GR HR HU IE IS IT JP KR LT LU LV MT MX NL NO NZ PL PT RO SE SG SI SK US';
const REVIEW_TRIES = 5;
const LOOKS = 120;
const LOOK_MS = 250;

/** What each event type takes: see docs/sandbox.md. */
export const FIXTURES: Readonly<Record<string, Fixture>> = {
  'payment.settled': {
    description: 'pays 10.00 USDC from the treasury',
    parts: ['payment'],
    run: ({ client, overrides }) => pay(client, overrides, { to: EVM, amount: '10.00' }),
  },
  'payment.failed': {
    description: 'pays an amount whose transfer reverts',
    parts: ['payment'],
    run: ({ client, overrides }) => pay(client, overrides, { to: EVM, amount: '10.000201' }),
  },
  'payment.compliance_blocked': {
    description: 'pays an address on the sanctions list',
    parts: ['payment'],
    run: ({ client, overrides }) => pay(client, overrides, { to: ON_SANCTIONS_LIST, amount: '10.00' }),
  },
  'payment.in_review': {
    description: 'pays an address that a person has to review',
    parts: ['payment'],
    run: payForReview,
  },
  'payment.awaiting_approval': {
    description: 'pays more from a wallet than its limit',
    parts: ['payment', 'wallet', 'faucet'],
    run: async (context) => (await payAboveLimit(context)).payment,
  },
  'wallet.activated': {
    description: 'creates a wallet whose owner is reviewed, and clears the review',
    parts: ['wallet'],
    run: activateWallet,
  },
  'wallet.funded': {
    description: 'creates a wallet and credits it by the faucet',
    parts: ['faucet', 'wallet'],
    run: async ({ client, overrides }) => (await fundedWallet(client, overrides, {})).id,
  },
  'wallet.spend_limit_reached': {
    description: 'pays more from a wallet than its limit',
    parts: ['payment', 'wallet', 'faucet'],
    run: async (context) => (await payAboveLimit(context)).wallet,
  },
  'treasury.low_balance': {
    description: 'sets a threshold above the balance for a moment, and restores the settings',
    parts: ['settings'],
    run: crossThreshold,
  },
  'compliance.match_found': {
    description: 'pays an address that the sanctions list names a second later',
    parts: ['payment'],
    run: async ({ client, overrides }) => {
      await pay(client, overrides, { to: LISTED_AFTERWARDS, amount: '10.00' });
      return null;
    },
  },
  'deposit.held': {
    description: 'credits the treasury with money from an address on the sanctions list',
    parts: ['faucet'],
    run: holdDeposit,
  },
  'deposit.released': {
    description: 'holds a deposit in this way, and clears it',
    parts: ['faucet'],
    run: async (context) => {
      const id = await holdDeposit(context);
      await context.client.deposits.decide(id, { decision: 'clear', note: 'svc trigger' });
      return id;
    },
  },
  'rules.published': {
    description: 'drafts the rules that are in force, and publishes them again',
    parts: [],
    run: publishRules,
  },
  'webhook_endpoint.disabled': {
    description: 'creates an endpoint that answers 410, has a test event sent to it, and deletes it',
    parts: [],
    run: disableEndpoint,
  },
  'webhook.test': {
    description: 'has a test event sent to the endpoint that --endpoint names',
    parts: [],
    run: sendTest,
  },
};

/** A payment that is refused exists, as `failed`. */
async function pay(
  client: StablecoinPayments,
  overrides: Overrides,
  order: Readonly<Record<string, string>>,
): Promise<string> {
  try {
    return (await client.payments.create(overrides.body<CreatePayment>('payment', order), { waitSeconds: 30 })).id;
  } catch (error) {
    if (error instanceof ApiError && error.paymentId !== undefined) return error.paymentId;
    throw error;
  }
}

/** A result is used again for the same country, so one that was decided before takes another country. */
async function payForReview({ client, overrides }: FixtureContext): Promise<string> {
  const countries = COUNTRIES.split(' ');
  for (let attempt = 0; attempt < REVIEW_TRIES; attempt++) {
    const country_code = countries[Math.floor(Math.random() * countries.length)];
    const order = overrides.body<CreatePayment>('payment', { to: TO_BE_REVIEWED, amount: '10.00', country_code });
    const payment = await created(client, order);
    if (payment?.stage === 'screening') return payment.id;
  }
  throw new Failure('The recipient was reviewed before. Try --override country_code=<another country>.');
}

async function created(client: StablecoinPayments, order: CreatePayment): Promise<Payment | undefined> {
  try {
    return await client.payments.create(order, { waitSeconds: 10 });
  } catch (error) {
    if (error instanceof ApiError && error.paymentId !== undefined) return undefined;
    throw error;
  }
}

async function fundedWallet(
  client: StablecoinPayments,
  overrides: Overrides,
  fields: Readonly<Record<string, string>>,
): Promise<Wallet> {
  const defaults = { owner: 'agent:trigger', chain: 'base', ...fields };
  const wallet = await client.wallets.create(overrides.body<CreateWallet>('wallet', defaults));
  const credit = { wallet: wallet.id, chain: wallet.chain, amount: '100.00' };
  await client.sandbox.faucet(overrides.body<UseFaucet>('faucet', credit));
  return wallet;
}

async function payAboveLimit({
  client,
  overrides,
}: FixtureContext): Promise<{ readonly wallet: string; readonly payment: string }> {
  const { id: wallet, chain } = await fundedWallet(client, overrides, { spend_limit: '5.00' });
  const to = chain === 'solana' ? SOLANA : EVM;
  return { wallet, payment: await pay(client, overrides, { to, amount: '10.00', from: wallet }) };
}

/** A decision about an owner is kept for 24 hours, and there are two owners that need one. */
async function activateWallet({ client, overrides }: FixtureContext): Promise<string> {
  for (const owner of ['agent:review', 'user:review']) {
    const wallet = await client.wallets.create(overrides.body<CreateWallet>('wallet', { owner, chain: 'base' }));
    const { id, compliance_ref: ref, status } = wallet;
    if (status !== 'in_review' || ref === null) continue;
    await client.compliance.decide(ref, { decision: 'clear', note: 'svc trigger' });
    return id;
  }
  throw new Failure(
    'The wallet was active at once. The sandbox reviews agent:review and user:review only, and keeps a decision for 24 hours: try again then, or with the key of another account.',
  );
}

async function crossThreshold({ client, overrides }: FixtureContext): Promise<null> {
  const { low_balance: before } = await client.treasury.settings.get();
  const { usdc } = await client.treasury.balance();
  const above = `${BigInt(usdc.split('.')[0] ?? '') + 1n}.00`;
  // A threshold that stays the same has been crossed already.
  const total = above === before.total ? `${above.slice(0, -1)}1` : above;
  await client.treasury.settings.update({
    low_balance: overrides.body<NonNullable<UpdateTreasurySettings['low_balance']>>('settings', { total }),
  });
  await client.treasury.settings.update({ low_balance: before });
  return null;
}

/** A person has to decide it once the sender is screened. */
async function holdDeposit({ client, overrides }: FixtureContext): Promise<string> {
  const credit = { chain: 'base', amount: '10.00', from: ON_SANCTIONS_LIST };
  const { txHash } = await client.sandbox.faucet(overrides.body<UseFaucet>('faucet', credit));
  for (let look = 0; look < LOOKS; look++) {
    const { data } = await client.deposits.list({ status: 'held' }).page();
    const found = data.find(({ tx_hash: hash }) => hash === txHash);
    if (found !== undefined) return found.id;
    await sleep(LOOK_MS);
  }
  throw new Failure('The deposit is not held. Was its sender overridden?');
}

async function publishRules({ client }: FixtureContext): Promise<null> {
  const { otherwise, rules } = await client.rules.get();
  const { id } = await client.rules.drafts.create(given<CreateRuleDraft>({ otherwise, rules }));
  await client.rules.drafts.publish(id);
  return null;
}

/** The sandbox answers for this URL. */
async function disableEndpoint({ client }: FixtureContext): Promise<string> {
  const { id } = await client.webhookEndpoints.create({ url: 'https://sandbox.test/410', description: 'svc trigger' });
  try {
    await client.webhookEndpoints.test(id);
    for (let look = 0; look < LOOKS; look++) {
      if ((await client.webhookEndpoints.get(id)).status === 'disabled') return id;
      await sleep(LOOK_MS);
    }
  } finally {
    await client.webhookEndpoints.delete(id);
  }
  throw new Failure('The endpoint took no test event within 30 s. Is the webhook service running?');
}

async function sendTest({ client, endpoint }: FixtureContext): Promise<null> {
  if (endpoint === undefined) {
    throw new UsageFailure('webhook.test is sent to a webhook endpoint: name it with --endpoint whe_…');
  }
  await client.webhookEndpoints.test(endpoint);
  return null;
}
