/**
 * @needs own-service
 * @slow 85
 */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from '@stablecoin/event-sourcing/testing';
import { webhooks } from 'stablecoin-payments';
import { SdkService } from './support/sdk-service';
import { buildSvc, Svc, type SvcResult } from './support/svc';

const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7';
const TEST_MS = 180_000;

let service: SdkService;
let environment: Record<string, string>;
const home = mkdtempSync(join(tmpdir(), 'stablecoin-payments-svc-'));

beforeAll(async () => {
  buildSvc();
  service = await SdkService.start();
  environment = {
    ...{ XDG_CONFIG_HOME: home, STABLECOIN_API_KEY: service.apiKey },
    STABLECOIN_BASE_URL: service.url,
  };
}, TEST_MS);
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});

const svc = (...args: string[]): Promise<SvcResult> => Svc.run(args, environment);
async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await svc(...args, '--json');
  expect({ code, err }).toMatchObject({ code: 0 });
  return JSON.parse(out) as Record<string, unknown>;
}

describe('svc login', () => {
  it('checks the key that it reads, and stores it where nobody else can read it', async () => {
    const bare = { XDG_CONFIG_HOME: home };
    const { code, out } = await Svc.run(['login', '--base-url', service.url], bare, `${service.apiKey}\n`);
    expect(code).toBe(0);
    expect(out).not.toContain(service.apiKey);
    const file = join(home, 'stablecoin-payments', 'profiles.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await Svc.run(['payments', 'list'], bare)).code).toBe(0);
  });

  it('stores nothing when the key is not accepted', async () => {
    const before = readFileSync(join(home, 'stablecoin-payments', 'profiles.json'), 'utf8');
    const { code, err } = await svc('login', '--api-key', 'svc_test_wrong', '--profile', 'wrong');
    expect(code).toBe(1);
    expect(err).toContain('unauthorized');
    expect(readFileSync(join(home, 'stablecoin-payments', 'profiles.json'), 'utf8')).toBe(before);
  });
});

describe('svc payments', () => {
  it('simulates, makes, shows, lists and waits for a payment', async () => {
    const order = ['--to', RECIPIENT, '--amount', '12.500101', '--metadata', 'order=7'];
    expect((await json('payments', 'simulate', ...order))['chosen']).toBe('base');
    const created = await json('payments', 'create', ...order, '--wait', '0', '--idempotency-key', 'cli-1');
    expect(created).toMatchObject({ status: 'pending', metadata: { order: '7' } });
    const id = String(created['id']);
    expect(await json('payments', 'wait', id)).toMatchObject({ id, status: 'settled' });
    expect(await json('payments', 'create', ...order, '--idempotency-key', 'cli-1')).toMatchObject({ id });
    expect((await json('payments', 'list', '--limit', '1'))['data']).toMatchObject([{ id }]);
    const timeline = await svc('payments', 'timeline', id);
    expect(timeline.out.split('\n')[0]).toMatch(/^AT +TYPE/);
    expect(timeline.out).toContain('settled');
  });

  it('ends with 1 for a payment that fails, that is refused, or that is too late to cancel', async () => {
    const failed = await svc('payments', 'create', '--to', RECIPIENT, '--amount', '10.000201');
    expect(failed.code).toBe(1);
    expect(failed.out).toContain('transaction_reverted');
    const id = /pay_\w+/.exec(failed.out)?.[0] ?? '';
    expect((await svc('payments', 'wait', id)).code).toBe(1);
    const canceled = await svc('payments', 'cancel', id, '--json');
    expect(canceled.code).toBe(1);
    expect(JSON.parse(canceled.err)).toMatchObject({ error: { code: 'invalid_state' } });
    const blocked = await svc(
      'payments',
      'create',
      '--to',
      '0x000000000000000000000000000000000000d001',
      '--amount',
      '1',
    );
    expect(blocked.code).toBe(1);
    expect(blocked.err).toContain('Do not pay this recipient.');
  });

  it('tells the idempotency key to use again when nobody knows whether it was made', async () => {
    const args = ['payments', 'create', '--to', RECIPIENT, '--amount', '1', '--idempotency-key', 'cli-2'];
    const { code, err } = await Svc.run(args, {
      ...environment,
      STABLECOIN_BASE_URL: `http://127.0.0.1:${await freePort()}`,
    });
    expect(code).toBe(1);
    expect(err).toContain('Run the command again with --idempotency-key cli-2');
  });
});

it(
  'a wallet pays above its limit after svc approvals approve, and by a key that svc keys has bound to it',
  async () => {
    const wallet = await json('wallets', 'create', '--owner', 'agent:cli', '--chain', 'base', '--spend-limit', '5.00');
    const id = String(wallet['id']);
    await service.api.post('/sandbox/faucet', { chain: 'base', amount: '50.00', wallet: id });
    const scopes = ['--scopes', 'payments:write,payments:read,wallets:read'];
    const key = await json('keys', 'create', '--name', 'agent', '--wallet-ids', id, ...scopes);
    expect(key['wallet_ids']).toEqual([id]);

    const order = ['payments', 'create', '--json', '--from', id, '--to', RECIPIENT, '--amount', '10.00'];
    const agent = { ...environment, STABLECOIN_API_KEY: String(key['key']) };
    const waiting = JSON.parse((await Svc.run(order, agent)).out) as Record<string, string>;
    expect(waiting['stage']).toBe('awaiting_approval');
    const approval = waiting['approval_id'] ?? '';
    expect((await Svc.run(['approvals', 'approve', approval], agent)).code).toBe(1);
    expect(await json('approvals', 'approve', approval)).toMatchObject({ status: 'approved' });
    expect(await json('payments', 'wait', waiting['id'] ?? '')).toMatchObject({ status: 'settled' });

    const repeated = await Svc.run(order, agent);
    expect([repeated.code, repeated.err]).toEqual([1, expect.stringContaining('--confirm-distinct')]);
    const distinct = await Svc.run([...order, '--confirm-distinct'], agent);
    const unwanted = JSON.parse(distinct.out) as Record<string, string>;
    await json('approvals', 'reject', unwanted['approval_id'] ?? '', '--reason', 'paid already');
    const failed = JSON.parse((await svc('payments', 'wait', unwanted['id'] ?? '', '--json')).out) as object;
    expect(failed).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('paid already') as string,
    });

    expect((await svc('wallets', 'list')).out).toContain('agent:cli');
    await json('keys', 'revoke', String(key['id']));
    const refused = await eventually(async () => {
      const result = await Svc.run(['payments', 'list'], agent);
      return result.code === 1 && result;
    });
    expect(refused.err).toContain('unauthorized');
  },
  TEST_MS,
);

describe('svc trigger', () => {
  const types = [
    ...['payment.settled', 'payment.failed', 'payment.compliance_blocked', 'payment.in_review'],
    ...['payment.awaiting_approval', 'wallet.activated', 'wallet.funded', 'wallet.spend_limit_reached'],
    ...['treasury.low_balance', 'compliance.match_found', 'webhook_endpoint.disabled'],
    ...['deposit.held', 'deposit.released', 'rules.published'],
  ];

  it.each(types)(
    'brings about %s, again and again',
    async (type) => {
      for (const _time of [1, 2]) expect(await json('trigger', type)).toMatchObject({ type, livemode: false });
    },
    TEST_MS,
  );

  it('says plainly when both owners that need a review have been reviewed', async () => {
    const { code, err } = await svc('trigger', 'wallet.activated');
    expect(code).toBe(1);
    expect(err).toContain('keeps a decision for 24 hours');
  });

  it('brings about webhook.test at the endpoint that is named', async () => {
    const { body } = await service.api.post('/webhook_endpoints', { url: 'http://127.0.0.1:9/hook' });
    const id = String(body['id']);
    expect(await json('trigger', 'webhook.test', '--endpoint', id)).toMatchObject({ type: 'webhook.test' });
    await service.api.delete(`/webhook_endpoints/${id}`);
  });

  it('leaves the thresholds of the treasury as they were', async () => {
    const before = (await service.api.get('/treasury/settings')).body;
    await json('trigger', 'treasury.low_balance');
    expect((await service.api.get('/treasury/settings')).body).toEqual(before);
  });

  it('takes overrides of every request', async () => {
    const event = await json(
      'trigger',
      'payment.failed',
      '--override',
      'amount=3.000201',
      '--override',
      'metadata.a=b',
    );
    expect(event['data']).toMatchObject({ amount: '3.000201', metadata: { a: 'b' } });
    const other = await json('trigger', 'payment.awaiting_approval', '--override', 'wallet.chain=solana');
    expect(other['data']).toMatchObject({ to: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' });
  });
});

/** Keeps what it receives, and verifies it. */
class Receiver {
  readonly received: string[] = [];
  status = 200;
  #server: Server | undefined;

  constructor(
    readonly port: number,
    private readonly secret: string,
  ) {}

  async open(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void webhooks.verify(Buffer.concat(chunks), request.headers, this.secret).then(
          ({ id }) => {
            if (this.status === 200) this.received.push(id);
            response.writeHead(this.status).end();
          },
          () => response.writeHead(400).end(),
        );
      });
    });
    this.#server = server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
  }

  async close(): Promise<void> {
    if (this.#server === undefined) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
    this.#server = undefined;
  }
}

describe('svc listen', () => {
  let listening: Svc | undefined;
  let receiver: Receiver | undefined;
  afterEach(async () => {
    await listening?.end('SIGKILL');
    await receiver?.close();
  });

  async function pay(): Promise<string> {
    const { body } = await service.api.post('/payments', { to: RECIPIENT, amount: '1.00' });
    const id = String(body['id']);
    return eventually(async () => {
      const events = (await service.api.get('/events?type=payment.settled')).body['data'];
      const found = (events as { id: string; data: { id: string } }[]).find(({ data }) => data.id === id);
      return found?.id ?? false;
    });
  }

  async function start(...more: string[]): Promise<Svc> {
    const url = `http://127.0.0.1:${receiver?.port ?? 0}/hook`;
    const started = Svc.start(['listen', '--forward-to', url, ...more], environment);
    listening = started;
    await started.says(/Ctrl-C ends it/);
    return started;
  }

  it(
    'loses no event, in order, over restarts of the service, the receiver and itself',
    async () => {
      const secret = (await svc('listen', '--print-secret')).out.trim();
      const target = (receiver = new Receiver(await freePort(), secret));
      await target.open();
      const sent: string[] = [];
      // What was answered just before a kill may come again.
      const arrives = () => eventually(() => expect([...new Set(target.received)]).toEqual(sent));

      const first = await start();
      sent.push(await pay());
      await arrives();
      expect((await first.says(/payment\.settled {2}(evt_\w+) .*→ 200/))[1]).toBe(sent[0]);

      // The service breaks and comes back.
      await service.crash();
      sent.push(await pay());
      await arrives();

      // The receiver goes away, and refuses for a moment when it is back.
      await target.close();
      sent.push(await pay(), await pay());
      await first.says(/it cannot be reached \(ECONNREFUSED\); next attempt in/);
      target.status = 503;
      await target.open();
      await first.says(/it answered 503; next attempt in/);
      target.status = 200;
      await arrives();

      // The command itself is killed, and ended.
      await first.end('SIGKILL');
      sent.push(await pay());
      const second = await start();
      await arrives();
      expect((await second.end()).code).toBe(0);
      sent.push(await pay(), await pay());
      await start();
      await arrives();
    },
    TEST_MS,
  );

  it(
    'forwards only the types that are named, and can skip what came before',
    async () => {
      const secret = (await svc('listen', '--print-secret')).out.trim();
      const target = (receiver = new Receiver(await freePort(), secret));
      await target.open();
      await (await start('--events', 'payment.failed')).end();
      await pay();
      const { id } = await json('trigger', 'payment.failed');
      await start('--events', 'payment.failed');
      await eventually(() => expect(target.received).toEqual([id]));
      await listening?.end();
      await pay();
      const now = await start('--from-now');
      const next = await pay();
      await now.says(new RegExp(next));
      expect(target.received).toEqual([id, next]);
    },
    TEST_MS,
  );
});

it('svc listen says what to do when the service does not know the last event any more', async () => {
  const [url, folder] = ['http://127.0.0.1:9/hook', join(home, 'stablecoin-payments', 'listen')];
  const started = Svc.start(['listen', '--forward-to', url], environment);
  await started.says(/Ctrl-C ends it/);
  await started.end();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const [file = ''] = files.filter((name) => name.endsWith('.json') && readFileSync(name, 'utf8').includes(url));
  writeFileSync(file, JSON.stringify({ forward_to: url, last_event_id: 'evt_00000000000000000000000000' }));

  const { code, err } = await svc('listen', '--forward-to', url);
  expect(code).toBe(1);
  expect(err).toContain('Start with --from-now');
});

describe('svc events', () => {
  it('are listed, shown, and sent to an endpoint again', async () => {
    const { id } = await json('trigger', 'payment.settled');
    expect(await json('events', 'get', String(id))).toMatchObject({ id, type: 'payment.settled' });
    expect((await json('events', 'list', '--type', 'payment.settled', '--limit', '1'))['data']).toMatchObject([{ id }]);
    const received: string[] = [];
    const server = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']));
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const { body } = await service.api.post('/webhook_endpoints', { url: `http://127.0.0.1:${port}/` });
    const resent = await svc('events', 'resend', String(id), '--endpoint', String(body['id']));
    expect(resent.code).toBe(0);
    await eventually(() => expect(received).toContain(id));
    await service.api.delete(`/webhook_endpoints/${String(body['id'])}`);
    server.close();
    server.closeAllConnections();
  });
});

describe('svc doctor', () => {
  const partsOf = ({ out }: SvcResult, verdict: string): string[] =>
    (JSON.parse(out) as { findings: { verdict: string; part: string }[] }).findings
      .filter((finding) => finding.verdict === verdict)
      .map(({ part }) => part);

  it('finds nothing that fails, and says what is missing for live', async () => {
    const { code, out } = await svc('doctor');
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^ok {4}service: /) });
    expect(out).toMatch(/^ok {4}base: up/m);
    expect(out).toMatch(/^warn {2}live: this is a sandbox key/m);
  });

  it('looks at the chain of the wallet that a key is bound to', async () => {
    const { id } = await json('wallets', 'create', '--owner', 'agent:doctor', '--chain', 'solana');
    await service.api.post('/sandbox/faucet', { chain: 'solana', amount: '50.00', wallet: id });
    const scopes = ['payments:read', 'wallets:read'];
    const { body } = await service.api.post('/api_keys', { wallet_ids: [id], scopes });
    const bound = { ...environment, STABLECOIN_API_KEY: String(body['key']) };
    const { code, out } = await Svc.run(['doctor'], bound);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining(`solana (${String(id)}): up`) });
  });

  it('ends with 1 without a service, and with a key that is not accepted', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const away = await Svc.run(['doctor', '--json'], { ...environment, STABLECOIN_BASE_URL: url });
    expect([away.code, partsOf(away, 'fail')]).toEqual([1, ['service']]);
    const refused = await Svc.run(['doctor', '--json'], { ...environment, STABLECOIN_API_KEY: 'svc_test_wrong' });
    expect([refused.code, partsOf(refused, 'fail')]).toEqual([1, ['key']]);
  });

  it('ends with 1 for an endpoint that fails, and warns of one that is disabled', async () => {
    const url = `http://127.0.0.1:${await freePort()}/`;
    const { body: failing } = await service.api.post('/webhook_endpoints', { url, events: ['payment.failed'] });
    const { body: disabled } = await service.api.post('/webhook_endpoints', { url });
    await service.api.patch(`/webhook_endpoints/${String(disabled['id'])}`, { status: 'disabled' });
    await json('trigger', 'payment.failed');
    const found = await eventually(async () => {
      const result = await svc('doctor', '--json');
      return result.code === 1 && result;
    });
    expect(partsOf(found, 'fail')).toEqual(['webhooks']);
    expect(partsOf(found, 'warn')).toEqual(['webhooks', 'live']);
    for (const { id } of [failing, disabled]) await service.api.delete(`/webhook_endpoints/${String(id)}`);
  });
});

it('svc verify says that a sandbox payment is on no chain', async () => {
  const { body } = await service.api.post('/payments', { to: RECIPIENT, amount: '1.00' });
  const { code, err } = await svc('verify', String(body['id']), '--rpc-url', 'http://127.0.0.1:1');
  expect(code).toBe(1);
  expect(err).toContain('is a sandbox payment');
});
