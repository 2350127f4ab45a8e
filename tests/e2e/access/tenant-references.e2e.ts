import { randomUUID } from 'node:crypto';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../support/api';
import { EVM_RECIPIENT, expectError, fundedWallet, settledPayment, SOLANA_RECIPIENT } from '../support/payments';
import { newAddress } from '../support/screenings';
import { useService } from '../support/service';
import { listedEvent, useSubscriptions } from '../support/webhooks';

/** What a request refers to beside its path: by a cursor, by an id in its body, by an idempotency key, by an address. */
describe('References to objects of another account or mode', () => {
  const service = useService();
  const owner = () => service.api.as('tenants_c');
  const stranger = () => service.api.as('tenants_d');
  const otherMode = () => service.api.as('tenants_c', 'live');
  const subscribe = useSubscriptions(owner);
  const subscribeStranger = useSubscriptions(stranger);
  const pay = (api: Api, fields: object = {}) =>
    api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00', ...fields });

  async function idsOf(api: Api, path: string): Promise<readonly string[]> {
    const { body } = await api.get(path);
    return (body['data'] as readonly { readonly id: string }[]).map(({ id }) => id);
  }

  /** One more of everything that is listed. */
  async function makeOneOfEach(api: Api): Promise<void> {
    const { id } = await fundedWallet(api, { usdc: '10.00', spend_limit: '1.00' });
    await pay(api, { amount: '2.00', from: id });
    await pay(api);
    await api.post('/webhook_endpoints', { url: 'http://127.0.0.1:9/', events: ['treasury.low_balance'] });
    await api.post('/api_keys', {});
  }

  it('a cursor of another account lists only own objects, on every list', async () => {
    await makeOneOfEach(stranger());
    await makeOneOfEach(owner());
    await makeOneOfEach(stranger());
    const lists = [
      '/payments',
      '/wallets',
      '/approvals',
      '/webhook_endpoints',
      '/api_keys',
      '/events',
      '/treasury/ledger',
    ];
    for (const path of lists) {
      const theirs = await eventually(async () => {
        const ids = await idsOf(owner(), `${path}?limit=100`);
        return ids.length > 0 && ids;
      });
      for (const api of [stranger(), otherMode()]) {
        const own = await idsOf(api, `${path}?limit=100`);
        const page = await api.get(`${path}?limit=100&starting_after=${String(theirs[0])}`);
        expect({ path, status: page.status }).toEqual({ path, status: 200 });
        const seen = (page.body['data'] as readonly { readonly id: string }[]).map(({ id }) => id);
        expect({ path, foreign: seen.filter((id) => !own.includes(id)) }).toEqual({ path, foreign: [] });
      }
    }
  });

  it('a cursor of another account lists only own deliveries', async () => {
    const [{ path }, other] = [await subscribe(), await subscribeStranger()];
    await Promise.all([owner().post(`${path}/test`), stranger().post(`${other.path}/test`)]);
    const [theirs] = await eventually(async () => {
      const ids = await idsOf(owner(), `${path}/deliveries`);
      return ids.length > 0 && ids;
    });
    const own = await idsOf(stranger(), `${other.path}/deliveries`);
    const page = await idsOf(stranger(), `${other.path}/deliveries?starting_after=${String(theirs)}`);
    expect(page.filter((id) => !own.includes(id))).toEqual([]);
  });

  it.each(['event_id', 'since'])(
    'a replay with an event of another account in %s is 404 and sends nothing',
    async (param) => {
      const paid = await pay(owner());
      const event = await listedEvent(owner(), 'payment.settled', paid.body['id']);
      const { path, sink } = await subscribeStranger();
      expectError(await stranger().post(`${path}/replay`, { [param]: event.id }), 404, 'not_found', { param });
      await stranger().post(`${path}/test`);
      await eventually(() => sink.received.length > 0);
      expect(sink.received.map(({ event: { type } }) => type)).toEqual(['webhook.test']);
    },
  );

  it('events are sent only to endpoints of their own account and mode', async () => {
    const [mine, other] = [await subscribe(), await subscribeStranger()];
    const [paid, paidByOther] = await Promise.all([pay(owner()), pay(stranger())]);
    const idsIn = ({ sink }: typeof mine) =>
      eventually(() => sink.received.length > 0 && sink.received.map(({ event }) => event.data['id']));
    expect(await idsIn(mine)).toEqual([paid.body['id']]);
    expect(await idsIn(other)).toEqual([paidByOther.body['id']]);
  });

  it('a screening of another account is not reused from the cache or by its ref, and does not reveal its address', async () => {
    const [address, another] = [newAddress('theirs'), newAddress('another')];
    const check = { address, country_code: 'DE' };
    const theirs = await owner().post('/compliance/check', check);
    const own = await stranger().post('/compliance/check', check);
    expect(own.body['ref']).not.toBe(theirs.body['ref']);
    // Were it known, the ref of another address would be 400.
    const paid = await pay(stranger(), { to: another, compliance_ref: theirs.body['ref'] });
    expect({ status: paid.status, body: paid.body }).toEqual({
      status: 201,
      body: settledPayment({ to: expect.stringMatching(new RegExp(another, 'i')), amount: '1.00' }),
    });
    expect(paid.body['compliance_ref']).not.toBe(theirs.body['ref']);
  });

  it.each([
    ['/wallets', { owner: 'agent:buyer', chain: 'base' }, 'id'],
    ['/webhook_endpoints', { url: 'https://hooks.example.com/', events: ['treasury.low_balance'] }, 'id'],
    ['/api_keys', { name: 'buyer' }, 'id'],
    ['/sandbox/faucet', { chain: 'solana', amount: '1.00' }, 'txHash'],
  ])('an idempotency key of another account is free: POST %s', async (path, body, key) => {
    const sharedKey = randomUUID();
    const headers = { 'idempotency-key': sharedKey };
    const answers = await Promise.all([owner(), stranger()].map((api) => api.post(path, body, headers)));
    const again = await Promise.all([owner(), stranger()].map((api) => api.post(path, body, headers)));
    const made = answers.map(({ body: object }) => object[key]);
    expect(new Set(made).size).toBe(2);
    expect(again.map(({ body: object }) => object[key])).toEqual(made);
    // Other parameters would be a conflict, if the key were known.
    const live = await otherMode().post(path, { ...body, idempotency_key: sharedKey });
    expect(live.status).not.toBe(409);
    expect(live.headers.get('svc-idempotent-replayed')).toBeNull();
  });

  it('a live key sees no sandbox wallet and has no faucet', async () => {
    const { id } = await fundedWallet(owner());
    const grant = { chain: 'base', amount: '1.00', wallet: id };
    expectError(await otherMode().post('/sandbox/faucet', grant), 404, 'not_found');
    expectError(await otherMode().get(`/wallets/${id}`), 404, 'not_found');
    const order = { to: SOLANA_RECIPIENT, amount: '1.00', from: id };
    expectError(await otherMode().post('/payments', order), 422, 'chain_unavailable', { param: 'chain' });
  });
});
