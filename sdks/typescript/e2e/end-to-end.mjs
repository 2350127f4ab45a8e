// Takes every step of sdks/vectors/end-to-end.json against the service at STABLECOIN_BASE_URL.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import {
  ApiTimeoutError,
  ComplianceBlockedError,
  IdempotencyConflictError,
  InsufficientBalanceError,
  InsufficientScopeError,
  InvalidRequestError,
  InvalidStateError,
  NotFoundError,
  StablecoinPayments,
  UnauthorizedError,
  webhooks,
  WebhookVerificationError,
} from 'stablecoin-payments';

const { steps, recipients } = JSON.parse(
  readFileSync(new URL('../../vectors/end-to-end.json', import.meta.url), 'utf8'),
);
const to = recipients.evm;
const client = new StablecoinPayments();

/** Waits for what a list, a webhook or another service may be late with. */
async function eventually(find, withinMs = 15_000) {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await find();
    if (found) return found;
    assert(Date.now() < deadline, `not within ${withinMs} ms: ${find}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function all(list) {
  const items = [];
  for await (const item of list) items.push(item);
  return items;
}

/** The first item that fits, as soon as the list has it. */
const listed = (list, fits) => eventually(async () => (await all(list())).find(fits));

async function refusal(type, call) {
  const error = await call.then(
    () => assert.fail(`no ${type.name}`),
    (thrown) => thrown,
  );
  assert(error instanceof type, `${error} is no ${type.name}`);
  return error;
}

let payment;
let wallet;

const work = {
  async pay() {
    payment = await client.payments.create({ to, amount: '12.50', metadata: { order: '1042' } });
    assert.equal(payment.status, 'settled');
    assert.equal(payment.amount, '12.50');
    assert.deepEqual(payment.metadata, { order: '1042' });
    assert.equal(payment.livemode, false);
    assert.equal(client.livemode, false);
  },

  async repeat() {
    const options = { idempotencyKey: randomUUID() };
    const first = await client.payments.create({ to, amount: '1.00' }, options);
    assert.equal((await client.payments.create({ to, amount: '1.00' }, options)).id, first.id);
  },

  async conflict() {
    const options = { idempotencyKey: randomUUID() };
    await client.payments.create({ to, amount: '1.00' }, options);
    const error = await refusal(IdempotencyConflictError, client.payments.create({ to, amount: '2.00' }, options));
    assert.equal(error.status, 409);
    assert.equal(error.param, 'idempotency_key');
  },

  async blocked() {
    const call = client.payments.create({ to: recipients.blocked, amount: '10.00' });
    const error = await refusal(ComplianceBlockedError, call);
    assert.equal(error.status, 403);
    const { status, error_code: code } = await client.payments.get(error.paymentId);
    assert.deepEqual([status, code], ['failed', 'compliance_blocked']);
  },

  async insufficient() {
    const { id: from } = await client.wallets.create({ owner: 'agent:empty', chain: 'base' });
    const error = await refusal(InsufficientBalanceError, client.payments.create({ to, amount: '10.00', from }));
    assert.equal(error.status, 402);
    assert.match(error.paymentId, /^pay_/);
  },

  async invalid() {
    const error = await refusal(InvalidRequestError, client.payments.create({ to, amount: '0' }));
    assert.deepEqual([error.status, error.param], [400, 'amount']);
    assert.match(error.requestId, /^req_/);
  },

  async 'not-found'() {
    const error = await refusal(NotFoundError, client.payments.get('pay_01JZ8Q4M6T3W9XKB2N5RDVC7HE'));
    assert.equal(error.status, 404);
  },

  async failed() {
    const { status, error_code: code } = await client.payments.create({ to, amount: '10.000201' });
    assert.deepEqual([status, code], ['failed', 'transaction_reverted']);
  },

  async list() {
    const ids = [];
    for (let number = 1; number <= 7; number++) {
      ids.unshift((await client.payments.create({ to: recipients.evm_new, amount: `${number}.00` })).id);
    }
    await eventually(async () => {
      const payments = await all(client.payments.list({ to: recipients.evm_new, limit: 2 }));
      return JSON.stringify(payments.map(({ id }) => id)) === JSON.stringify(ids);
    });
  },

  async filters() {
    await listed(
      () => client.payments.list({ status: 'failed' }),
      ({ status }) => assert.equal(status, 'failed') === undefined,
    );
    const byMetadata = () => client.payments.list({ metadata: { order: '1042' } });
    assert.equal((await listed(byMetadata, () => true)).id, payment.id);
  },

  async get() {
    assert.deepEqual(await client.payments.get(payment.id), payment);
  },

  async timeline() {
    assert.equal((await client.payments.timeline(payment.id)).data.at(-1).type, 'settled');
  },

  async simulate() {
    const { chosen, candidates } = await client.payments.simulate({ to, amount: '250.00' });
    assert(candidates.some(({ chain }) => chain === chosen));
  },

  async wait() {
    const { id, status } = await client.payments.create({ to, amount: '10.000101' }, { waitSeconds: 0 });
    assert.equal(status, 'pending');
    assert.equal((await client.payments.wait(id)).status, 'settled');
  },

  async cancel() {
    const { id } = await client.payments.create({ to: recipients.review, amount: '20.00' }, { waitSeconds: 0 });
    await eventually(async () => (await client.payments.get(id)).compliance_ref);
    const { status, error_code: code } = await client.payments.cancel(id);
    assert.deepEqual([status, code], ['failed', 'canceled']);
    assert.equal((await refusal(InvalidStateError, client.payments.cancel(payment.id))).status, 409);
  },

  async wallets() {
    wallet = await client.wallets.create({ owner: 'agent:procurement', chain: 'base', spend_limit: '100.00' });
    assert.equal((await client.wallets.get(wallet.id)).spend_limit, '100.00');
    await listed(
      () => client.wallets.list({ chain: 'base' }),
      ({ id }) => id === wallet.id,
    );
    const wallets = [
      { owner: 'user:1', chain: 'solana' },
      { owner: 'user:blocked', chain: 'base' },
    ];
    const [made, refused] = (await client.wallets.bulk({ wallets })).data;
    assert.equal(made.wallet.owner, 'user:1');
    assert.equal(refused.error.code, 'compliance_blocked');
  },

  async faucet() {
    const receipt = await client.sandbox.faucet({ chain: 'base', amount: '500.00', wallet: wallet.id });
    assert.deepEqual([receipt.wallet, receipt.amount, receipt.currency], [wallet.id, '500.00', 'USDC']);
  },

  async approvals() {
    const overLimit = () => client.payments.create({ to, amount: '250.00', from: wallet.id });
    const waiting = await overLimit();
    assert.deepEqual([waiting.status, waiting.stage], ['pending', 'awaiting_approval']);
    const query = { status: 'pending', wallet: wallet.id };
    const approval = await listed(
      () => client.approvals.list(query),
      ({ id }) => id === waiting.approval_id,
    );
    assert.equal((await client.approvals.get(approval.id)).payment_id, waiting.id);
    assert.equal((await client.approvals.approve(approval.id)).status, 'approved');
    assert.equal((await client.payments.wait(waiting.id)).status, 'settled');

    const another = await overLimit();
    assert.equal((await client.approvals.reject(another.approval_id)).status, 'rejected');
    assert.equal((await client.payments.wait(another.id)).error_code, 'approval_rejected');
  },

  async treasury() {
    assert.match((await client.treasury.balance()).usdc, /^\d+\.\d{2,6}$/);
    const [{ postings }] = (await client.treasury.ledger({ limit: 5 }).page()).data;
    const units = (text) => BigInt(text.replace(/\.(\d+)$/, (_, decimals) => decimals.padEnd(6, '0')));
    assert(postings.length > 1);
    assert.equal(
      postings.reduce((sum, { amount }) => sum + units(amount), 0n),
      0n,
    );
    await client.treasury.settings.update({ low_balance: { total: '1000.00' } });
    assert.equal((await client.treasury.settings.get()).low_balance.total, '1000.00');
  },

  async compliance() {
    const cleared = await client.compliance.check({ address: to, country_code: 'DE' });
    assert.equal(cleared.status, 'cleared');
    assert.equal((await client.compliance.get(cleared.ref)).address, to);
    const { ref, status } = await client.compliance.check({ address: recipients.review, country_code: 'FR' });
    assert.equal(status, 'review');
    await listed(
      () => client.compliance.list({ status: 'review' }),
      (result) => result.ref === ref,
    );
    assert.equal((await client.compliance.decide(ref, { decision: 'clear', note: 'A namesake' })).status, 'cleared');
  },

  async attestations() {
    const { attestations } = client.compliance;
    const attestation = await attestations.create({
      owner: 'user:attested',
      checks: ['kyc'],
      reference: 'case 4711',
      expires_at: '2100-01-31T12:00:00Z',
    });
    assert.equal((await attestations.get(attestation.id)).status, 'active');
    await listed(
      () => attestations.list({ owner: 'user:attested' }),
      ({ id }) => id === attestation.id,
    );
    assert.equal((await attestations.revoke(attestation.id)).status, 'revoked');
  },

  async webhooks() {
    let secrets = [];
    const received = [];
    const arrived = new EventEmitter();
    const server = createServer(async (request, response) => {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const rawBody = Buffer.concat(chunks);
      const verified = async (secret) => {
        try {
          return await webhooks.verify(rawBody, request.headers, secret);
        } catch (error) {
          if (!(error instanceof WebhookVerificationError)) throw error;
          return undefined;
        }
      };
      const events = await Promise.all(secrets.map(verified));
      received.push({ rawBody, headers: request.headers, events });
      response.writeHead(204).end();
      arrived.emit('delivery');
    }).listen(Number(process.env.WEBHOOK_PORT), '127.0.0.1');
    await once(server, 'listening');
    const delivery = (fits) => eventually(() => received.find(({ events: [event] }) => event && fits(event)));

    const { webhookEndpoints } = client;
    const url = `http://127.0.0.1:${process.env.WEBHOOK_PORT}/`;
    const endpoint = await webhookEndpoints.create({ url, events: ['payment.settled'] });
    secrets = [endpoint.secret];
    assert.equal((await webhookEndpoints.get(endpoint.id)).url, url);
    await webhookEndpoints.update(endpoint.id, { description: 'End to end' });
    const found = await listed(
      () => webhookEndpoints.list(),
      ({ id }) => id === endpoint.id,
    );
    assert.equal(found.description, 'End to end');

    await webhookEndpoints.test(endpoint.id);
    const { rawBody, headers } = await delivery(({ type }) => type === 'webhook.test');
    const changed = Buffer.from(rawBody);
    changed[changed.length - 2] ^= 1;
    const refused = await refusal(WebhookVerificationError, webhooks.verify(changed, headers, endpoint.secret));
    assert.equal(refused.reason, 'wrong_signature');

    const paid = await client.payments.create({ to, amount: '3.00' });
    const isPaid = ({ type, data }) => type === 'payment.settled' && data.id === paid.id;
    const {
      events: [event],
    } = await delivery(isPaid);

    const { secret } = await webhookEndpoints.rotateSecret(endpoint.id);
    assert.notEqual(secret, endpoint.secret);
    secrets = [endpoint.secret, secret];
    received.length = 0;
    await webhookEndpoints.test(endpoint.id);
    const both = await delivery(({ type }) => type === 'webhook.test');
    assert(both.events.every((each) => each?.type === 'webhook.test'));

    await listed(
      () => webhookEndpoints.deliveries(endpoint.id, { status: 'delivered' }),
      ({ event_id: id }) => id === event.id,
    );
    await webhookEndpoints.replay(endpoint.id, { event_id: event.id });
    await delivery(({ id }) => id === event.id);

    assert.equal((await webhookEndpoints.delete(endpoint.id)).deleted, true);
    await refusal(NotFoundError, webhookEndpoints.get(endpoint.id));
    server.close();
    server.closeAllConnections();
  },

  async events() {
    const event = await listed(
      () => client.events.list({ type: 'payment.settled' }),
      () => true,
    );
    assert.deepEqual(await client.events.get(event.id), event);
  },

  async 'api-keys'() {
    const created = await client.apiKeys.create({ name: 'Reporting', scopes: ['payments:read'] });
    const reader = new StablecoinPayments({ apiKey: created.key });
    await reader.payments.list().page();
    await refusal(InsufficientScopeError, reader.treasury.balance());
    assert.equal((await client.apiKeys.update(created.id, { name: 'Reports' })).name, 'Reports');
    assert.equal((await client.apiKeys.get(created.id)).name, 'Reports');
    await listed(
      () => client.apiKeys.list(),
      ({ id }) => id === created.id,
    );
    const rotated = await client.apiKeys.rotate(created.id);
    assert.notEqual(rotated.key, created.key);
    await client.apiKeys.delete(rotated.id);
    const late = new StablecoinPayments({ apiKey: rotated.key });
    const error = await eventually(() =>
      late.payments
        .list()
        .page()
        .then(
          () => undefined,
          (thrown) => thrown,
        ),
    );
    assert(error instanceof UnauthorizedError);
  },

  async concurrency() {
    const [one, other] = await Promise.all([1, 2].map(() => client.payments.create({ to, amount: '1.00' })));
    assert.notEqual(one.id, other.id);
  },

  async timeout() {
    const hasty = new StablecoinPayments({ timeoutMs: 1, maxRetries: 0 });
    await refusal(ApiTimeoutError, hasty.payments.create({ to, amount: '10.000101' }));
    const controller = new AbortController();
    setTimeout(() => controller.abort(new RangeError('enough')), 100);
    const call = client.payments.create({ to, amount: '10.000101' }, { signal: controller.signal });
    await refusal(RangeError, call);
  },
};

for (const { name } of steps) {
  await work[name]();
  console.log(`ok ${name}`);
}
