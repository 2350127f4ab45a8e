/**
 * Makes a data folder with the code that is checked out, records what it answers, and stores both for the tests of later
 * versions. Run it with `node tests/upgrade/make.mjs`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { changeTables } from '@stablecoin/event-sourcing';
import { openDatabase } from '@stablecoin/stores';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { KyselyDeadLetters } from '@stablecoin/messaging';
import type { DeadLettersDatabase } from '@stablecoin/messaging';
import { startStandalone, type Standalone } from '@stablecoin/standalone';
import { version } from '../../package.json';
import { IdentityProvider } from '../../apps/gateway/src/testing/identity-provider';
import { Api } from '../e2e/support/api';
import { readAll, type Answers } from './answers';
import { HOUR_MS, KEYS, QUICK, SLOW, STORED, type Client, type Made, type Unfinished } from './installation';
import { moveClockTo, resetClock } from './moved-clock';
import {
  approve,
  fundedWallet,
  heldDeposit,
  idOf,
  inTurns,
  issueKeys,
  magic,
  makeWallets,
  notify,
  ordinaryOrders,
  payInEveryWay,
  receive,
  RECIPIENTS,
  REVIEWED,
  screen,
  send,
  type Order,
} from './past-life';
import { signIn } from './sign-in';

const ORDINARY = 320;
const PEOPLE = {
  ada: { name: 'Ada', email: 'ada@example.com', roles: 'administrator' },
  sam: { name: 'Sam', roles: 'viewer' },
  eve: { name: 'Eve' },
} as const;
const ALICE = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const ACCEPTED = 24;
const ARCHIVE_BYTES_MAX = 200_000_000;

type Orders = Made['orders'];

/** Runs the service on the folder, until the work is done. */
async function run<T>(folder: string, environment: object, work: (api: Client) => Promise<T>): Promise<T> {
  const service: Standalone = await startStandalone({ ...environment, DATA_DIR: folder });
  try {
    return await work((key = 'main') => new Api(service.url, KEYS[key]));
  } finally {
    await service.stop();
  }
}

/** Everything that ends. */
async function past(api: Client): Promise<Orders> {
  const main = api();
  await makeWallets(main, api('small'));
  const orders = ordinaryOrders(ORDINARY);
  const made = await inTurns(orders, (order) => send(main, '/payments', order));
  await payInEveryWay(main);
  await screen(main);
  await receive(main);
  await issueKeys(main);
  await notify(main);
  await approve(main, api('colleague'));
  await eventually(async () => (await main.get('/payments?status=pending')).text.includes('"data":[]'), {
    withinMs: 60_000,
  });
  return orders.flatMap((order, index) => {
    const payment = String(made[index]?.body['id']);
    return 'idempotency_key' in order && index % 20 === 0 ? [{ order, payment }] : [];
  });
}

/** Two orders that could not be carried out when they came. @returns the payments that they are to make */
async function addDeadLetters(folder: string): Promise<readonly string[]> {
  const { db, close } = openDatabase<DeadLettersDatabase>(`sqlite:${join(folder, 'messaging.db')}`);
  const letters = await changeTables(db, (trx) => KyselyDeadLetters.open(trx)).then(() => KyselyDeadLetters.open(db));
  const payments = ['pay_01JD8Z5M3V7T9G2K4XQW6N0B1C', 'pay_01JD8Z5M3V7T9G2K4XQW6N0B1D'];
  for (const paymentId of payments) {
    const data = {
      ...{ paymentId, to: RECIPIENTS.base, amount: '12500000', currency: 'USDC', chain: 'auto', candidates: ['base'] },
      ...{ from: null, memo: null, compliance: 'auto', complianceRef: null, countryCode: null, idempotencyKey: null },
    } as const;
    const ids = { id: `req_${paymentId}`, correlationId: 'req_1', causationId: 'req_1' };
    const about = { time: Date.now(), account: 'default', livemode: false, ...ids };
    const message = { ...about, type: 'payment.InitiatePayment', key: paymentId, data } as const;
    const failure = { cause: 'Error: disk is full', attempts: 8, failedAt: Date.now() };
    await letters.add({ consumer: 'payment', topic: 'payment.commands.v1', message, ...failure });
  }
  await close();
  return payments;
}

async function letterOf(api: Api, payment: string): Promise<string> {
  const { data } = (await api.get('/dead_letters')).body as { data: { id: string; message_id: string }[] };
  return data.find(({ message_id: message }) => message.endsWith(payment))?.id ?? '';
}

/** What has not ended when the service stops. */
async function unfinished(api: Client, onChain: string, [first = '', second = '']: readonly string[]) {
  const main = api();
  await send(main, `/dead_letters/${await letterOf(main, first)}/redrive`);
  const order = (more: object): Order => ({ to: RECIPIENTS.base, amount: '41.00', ...more });
  const later = { prefer: 'respond-async' };
  const wallet = await fundedWallet(
    main,
    { owner: 'agent:late', chain: 'base', approvers: [ALICE], spend_limit: '10.00' },
    '900.00',
  );
  const waiting = async (more: object) => {
    const { body } = await send(main, '/payments', order(more));
    return { payment: String(body['id']), approval: String(body['approval_id']) };
  };
  const review = (await send(main, '/payments', order({ to: REVIEWED, country_code: 'NL' }))).body;
  const check = (await send(main, '/compliance/check', { address: REVIEWED, country_code: 'NO' })).body;
  const owner = (await send(main, '/wallets', { owner: 'agent:review', chain: 'base' })).body;
  const endpoint = await idOf(send(main, '/webhook_endpoints', { url: 'https://sandbox.test/503/200', events: null }));
  const sent = async (more: object) => String((await main.post('/payments', order(more), later)).body['id']);
  const result: Omit<Unfinished, 'accepted'> = {
    onChain: [onChain, await sent({ chain: 'base' }), await sent({ currency: 'EURC', idempotency_key: 'late-1' })],
    screening: await sent({ to: magic('d007'), idempotency_key: 'late-2' }),
    inReview: { payment: String(review['id']), ref: String(review['compliance_ref']) },
    check: String(check['ref']),
    wallet: { id: String(owner['id']), ref: String(owner['compliance_ref']) },
    ofTreasury: await waiting({ amount: '6100.00', idempotency_key: 'late-3' }),
    ofWallet: { ...(await waiting({ from: wallet, metadata: { why: 'limit' } })), approver: ALICE },
    deposit: await heldDeposit(main, '8.25'),
    delivery: '',
    deadLetter: { id: await letterOf(main, second), payment: second },
  };
  await send(main, `/webhook_endpoints/${endpoint}/test`);
  const delivery = await eventually(async () => {
    const { data } = (await main.get(`/webhook_endpoints/${endpoint}/deliveries`)).body as {
      data: { id: string; status: string; attempts: unknown[] }[];
    };
    return data.every(({ attempts }) => attempts.length > 0) && (data[0]?.id ?? false);
  });
  return { ...result, delivery };
}

async function people(api: Api, provider: IdentityProvider): Promise<string> {
  for (const person of ['sam', 'eve']) await signIn(api, provider, person);
  return signIn(api, provider, 'ada');
}

export async function makeDataFolder(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-made-'));
  const provider = await IdentityProvider.start(PEOPLE);
  const identityProvider = { ...provider.environment, OIDC_ROLE_CLAIM: 'roles' };
  try {
    moveClockTo(Date.now() - HOUR_MS);
    const orders = await run(folder, QUICK, past);
    const letters = await addDeadLetters(folder);
    moveClockTo(Date.now() + HOUR_MS / 4);
    const onChain = await run(folder, SLOW, (api) =>
      idOf(send(api(), '/payments', { to: RECIPIENTS.base, amount: '40.00', idempotency_key: 'late-0' })),
    );
    resetClock();
    const settings = { ...SLOW, ...identityProvider };
    const { left, cookie } = await run(folder, settings, async (api) => {
      const member = await people(api(), provider);
      const rest = await unfinished(api, onChain, letters);
      // The first question of an account opens its treasury.
      await readAll(api, { cookie: member, at: Date.now() });
      const order = { to: RECIPIENTS.base, amount: '3.00' };
      const accepted = await Promise.all(
        Array.from({ length: ACCEPTED }, () => api('busy').post('/payments', order, { prefer: 'respond-async' })),
      );
      return { left: { ...rest, accepted: accepted.map(({ body }) => String(body['id'])) }, cookie: member };
    });
    const at = Date.now();
    const copy = `${folder}-copy`;
    execFileSync('cp', ['-a', folder, copy]);
    const answers = await run(copy, settings, (api) => readAll(api, { cookie, at }));
    rmSync(copy, { recursive: true });
    const objects = new Set(Object.keys(answers).filter((key) => /_[0-9A-HJKMNP-TV-Z]{26}$/.test(key))).size;
    store(folder, answers, { version, at, objects, identityProvider, cookie, orders, unfinished: left });
  } finally {
    await provider.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function store(folder: string, answers: Answers, made: Made): void {
  mkdirSync(STORED, { recursive: true });
  const archive = execFileSync('tar', ['--create', '--directory', folder, '.'], { maxBuffer: ARCHIVE_BYTES_MAX });
  writeFileSync(join(STORED, 'data-folder.tar.br'), compressed(archive));
  writeFileSync(join(STORED, 'answers.json.br'), compressed(Buffer.from(JSON.stringify(answers))));
  writeFileSync(join(STORED, 'made.json'), `${JSON.stringify(made, null, 2)}\n`);
  process.stdout.write(`${Object.keys(answers).length} answers about ${made.objects} objects\n`);
}

/** With a window over everything: databases and their logs repeat each other. */
function compressed(data: Buffer): Buffer {
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_WINDOW_BITS } = constants;
  return brotliCompressSync(data, {
    params: { [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS, [BROTLI_PARAM_SIZE_HINT]: data.length },
  });
}
