import { eventually } from '@stablecoin/event-sourcing/testing';
import { DEFAULT_SCOPES } from '@stablecoin/contracts';
import type { Api } from '../support/api';
import { clientOf, issueKey } from '../support/api-keys';
import { EVM_RECIPIENT, expectError, fundedWallet } from '../support/payments';
import { useService } from '../support/service';
import { listedEvent } from '../support/webhooks';

describe('An API key that is bound to wallets', () => {
  const service = useService();
  const account = () => service.api.as('bound_keys');
  let own: string;
  let other: string;
  let agent: Api;
  /** Payments of the wallet, of another wallet, and of the treasury. */
  let payments: { readonly own: string; readonly other: string; readonly treasury: string };

  beforeAll(async () => {
    own = (await fundedWallet(account(), { usdc: '500.00', spend_limit: '100.00' })).id;
    other = (await fundedWallet(account(), { usdc: '500.00', spend_limit: '100.00' })).id;
    agent = clientOf(
      account(),
      await issueKey(account(), { name: 'agent:shopper', scopes: DEFAULT_SCOPES, wallet_ids: [own] }),
    );
    const paid = async (from: string | null) => {
      const order = { to: EVM_RECIPIENT, amount: '5.00', ...(from !== null && { from }) };
      const id = String((await account().post('/payments', order)).body['id']);
      await listedEvent(account(), 'payment.settled', id);
      return id;
    };
    payments = { own: await paid(own), other: await paid(other), treasury: await paid(null) };
  });

  const idsOf = (body: Record<string, unknown>) => (body['data'] as { readonly id: string }[]).map(({ id }) => id);

  it('pays from its wallet, and from nothing else', async () => {
    const order = { to: EVM_RECIPIENT, amount: '1.00' };
    const paid = await agent.post('/payments', { ...order, from: own });
    expect([paid.status, paid.body['status'], paid.body['from']]).toEqual([201, 'settled', own]);
    for (const path of ['/payments', '/payments/simulate']) {
      expectError(await agent.post(path, order), 403, 'insufficient_scope', { param: 'from' });
      expectError(await agent.post(path, { ...order, from: other }), 404, 'not_found', { param: 'from' });
    }
  });

  it("is not answered with another wallet's payment under the same idempotency key", async () => {
    const order = { to: EVM_RECIPIENT, amount: '2.00', idempotency_key: 'bound-1' };
    const first = await account().post('/payments', order);
    expect(first.status).toBe(201);
    expectError(await agent.post('/payments', order), 403, 'insufficient_scope', { param: 'from' });
  });

  it('has idempotency keys apart from those of the account, and shares them with keys for the same wallets', async () => {
    const order = { to: EVM_RECIPIENT, amount: '2.00', idempotency_key: 'bound-2' };
    const byAgent = await agent.post('/payments', { ...order, from: own });
    const byShop = await account().post('/payments', order);
    expect([byAgent.status, byShop.status]).toEqual([201, 201]);
    expect(byAgent.body['id']).not.toBe(byShop.body['id']);
    const same = clientOf(account(), await issueKey(account(), { name: 'agent:again', wallet_ids: [own] }));
    const replay = await same.post('/payments', { ...order, from: own });
    expect([replay.status, replay.body['id']]).toEqual([200, byAgent.body['id']]);

    // The account finds what its agents have ordered by their keys.
    const key = 'bound-3';
    const found = await agent.post('/payments', { ...order, amount: '2.50', from: own, idempotency_key: key });
    for (const api of [account(), agent]) {
      expect(idsOf((await api.get(`/payments?idempotency_key=${key}`)).body)).toEqual([found.body['id']]);
    }
  });

  it('waits for an approval above the limit, sees it, and cannot give it', async () => {
    const waiting = await agent.post('/payments', { to: EVM_RECIPIENT, amount: '200.00', from: own });
    expect([waiting.status, waiting.body['stage']]).toEqual([202, 'awaiting_approval']);
    const approval = String(waiting.body['approval_id']);
    const elsewhere = await account().post('/payments', { to: EVM_RECIPIENT, amount: '200.00', from: other });
    expect((await agent.get(`/approvals/${approval}`)).body['wallet_id']).toBe(own);
    expect(idsOf((await agent.get('/approvals')).body)).toEqual([approval]);
    expectError(await agent.get(`/approvals/${String(elsewhere.body['approval_id'])}`), 404, 'not_found');
    for (const verb of ['approve', 'reject']) {
      expectError(await agent.post(`/approvals/${approval}/${verb}`), 403, 'insufficient_scope');
    }
    const canceled = await agent.post(`/payments/${String(waiting.body['id'])}/cancel`);
    expect([canceled.status, canceled.body['error_code']]).toEqual([200, 'canceled']);
    expectError(await agent.post(`/payments/${String(elsewhere.body['id'])}/cancel`), 404, 'not_found');
  });

  it('sees its wallet and the payments of it', async () => {
    expect((await agent.get(`/wallets/${own}`)).body['id']).toBe(own);
    expectError(await agent.get(`/wallets/${other}`), 404, 'not_found');
    expect((await agent.get(`/wallets/${own}/ledger`)).status).toBe(200);
    expectError(await agent.get(`/wallets/${other}/ledger`), 404, 'not_found');
    expect(idsOf((await agent.get('/wallets')).body)).toEqual([own]);
    expect((await agent.get(`/payments/${payments.own}`)).body['id']).toBe(payments.own);
    for (const id of [payments.other, payments.treasury]) {
      expectError(await agent.get(`/payments/${id}`), 404, 'not_found');
      expectError(await agent.get(`/payments/${id}/timeline`), 404, 'not_found');
    }
    expect((await agent.get(`/payments/${payments.own}/timeline`)).status).toBe(200);
    const listed = await agent.get('/payments?limit=100');
    expect((listed.body['data'] as { readonly from: string }[]).every(({ from }) => from === own)).toBe(true);
    expect(idsOf(listed.body)).toContain(payments.own);
    expect(idsOf((await agent.get(`/payments?wallet=${other}`)).body)).toEqual([]);
  });

  it('sees the events of its wallet', async () => {
    const ofAccount = async (id: string) => listedEvent(account(), 'payment.settled', id);
    const [mine, foreign] = [await ofAccount(payments.own), await ofAccount(payments.treasury)];
    expect((await agent.get(`/events/${mine.id}`)).body['id']).toBe(mine.id);
    expectError(await agent.get(`/events/${foreign.id}`), 404, 'not_found');
    const seen = (await agent.get('/events?order=asc&limit=100')).body['data'] as { data: Record<string, unknown> }[];
    expect(seen.map(({ data }) => data['from'] ?? data['id'])).not.toHaveLength(0);
    for (const { data } of seen) expect([data['id'], data['from']]).toContain(own);
  });

  it('reaches nothing that belongs to the account as a whole', async () => {
    const refused: [string, string, object?][] = [
      ['get', '/treasury/balance'],
      ['get', '/treasury/ledger'],
      ['get', '/stats'],
      ['get', '/treasury/settings'],
      ['post', '/wallets', { owner: 'agent:other', chain: 'base' }],
      ['post', '/wallets/bulk', { wallets: [{ owner: 'agent:other', chain: 'base' }] }],
      ['get', '/webhook_endpoints'],
      ['post', '/webhook_endpoints', { url: 'https://example.com/' }],
      ['get', '/compliance/checks'],
      ['get', '/api_keys'],
    ];
    for (const [method, path, body] of refused) {
      const answer = method === 'get' ? await agent.get(path) : await agent.post(path, body);
      expectError(answer, 403, 'insufficient_scope');
    }
    expectError(await agent.post('/sandbox/faucet', { chain: 'base', amount: '1.00' }), 403, 'insufficient_scope', {
      param: 'wallet',
    });
    expect((await agent.post('/sandbox/faucet', { chain: 'base', amount: '1.00', wallet: own })).status).toBe(200);
  });

  it('issues keys that are bound to the same wallets or fewer, and no others', async () => {
    const narrower = await issueKey(agent, { scopes: ['payments:read'] });
    expect(narrower).toMatchObject({ wallet_ids: [own], scopes: ['payments:read'] });
    expectError(await agent.post('/api_keys', { wallet_ids: [own, other] }), 403, 'insufficient_scope', {
      param: 'wallet_ids',
    });
  });

  it('is issued for wallets that exist in the same account and mode', async () => {
    const unknown = 'wal_01JD8Z5M3V7T9G2K4XQW6N0B1C';
    const answer = await account().post('/api_keys', { wallet_ids: [own, unknown] });
    expectError(answer, 404, 'not_found', { param: 'wallet_ids[1]' });
    const stranger = service.api.as('bound_keys_other');
    expectError(await stranger.post('/api_keys', { wallet_ids: [own] }), 404, 'not_found', { param: 'wallet_ids[0]' });
    for (const wallet_ids of [[], ['pay_01JD8Z5M3V7T9G2K4XQW6N0B1C'], own]) {
      expect((await account().post('/api_keys', { wallet_ids })).body['code']).toBe('invalid_request');
    }
    const key = await issueKey(account(), { wallet_ids: [own], scopes: [...DEFAULT_SCOPES] });
    const skipping = await account().post('/api_keys', { wallet_ids: [own], scopes: ['screenings:skip'] });
    expectError(skipping, 403, 'insufficient_scope', { param: 'scopes' });
    await eventually(async () => (await clientOf(account(), key).get('/wallets')).status === 200);
  });
});
