import { randomUUID } from 'node:crypto';
import type { Wallet } from '@stablecoin/contracts';
import { expectError, idOf } from '../support/payments';
import { expectReplay, isReplay } from '../support/replays';
import { useService } from '../support/service';
import { newWallet } from '../support/wallets';

interface Entry {
  readonly wallet?: Wallet;
  readonly error?: { readonly code: string };
}

describe('POST /v1/wallets/bulk', () => {
  const service = useService();
  const enterprise = () => service.api.as('wallets_bulk');
  const scale = () => service.api.as('wallets_bulk', 'scale');

  it('answers 200 with one entry per wallet, in the order of the request', async () => {
    const wallets = [
      { owner: 'agent:first', chain: 'base', metadata: { team: 'red' } },
      { owner: 'agent:second', chain: 'solana', label: 'Second', spend_limit: '10' },
      { owner: 'user:third', chain: 'ethereum', compliance: 'skip' },
    ];
    const created = await enterprise().post('/wallets/bulk', { wallets });

    expect(created.status).toBe(200);
    expect(created.body).toEqual({
      data: [
        { wallet: newWallet({ owner: 'agent:first', metadata: { team: 'red' } }) },
        { wallet: newWallet({ owner: 'agent:second', chain: 'solana', label: 'Second', spend_limit: '10.00' }) },
        { wallet: newWallet({ owner: 'user:third', chain: 'ethereum', compliance_ref: null }) },
      ],
    });
  });

  it('says why an owner was refused, and creates the other wallets', async () => {
    const created = await enterprise().post('/wallets/bulk', {
      wallets: ['agent:one', 'user:blocked', 'agent:two'].map((owner) => ({ owner, chain: 'base' })),
    });

    expect(created.status).toBe(200);
    expect(created.body).toEqual({
      data: [
        { wallet: newWallet({ owner: 'agent:one' }) },
        {
          error: { code: 'compliance_blocked', message: expect.stringContaining('user:blocked'), retryable: false },
        },
        { wallet: newWallet({ owner: 'agent:two' }) },
      ],
    });
  });

  it('creates 100 wallets that can be read and listed', async () => {
    const owners = Array.from({ length: 100 }, (_, n) => `agent:bulk-${n}`);
    const api = enterprise();
    const created = await api.post('/wallets/bulk', { wallets: owners.map((owner) => ({ owner, chain: 'base' })) });

    const made = (created.body['data'] as Entry[]).map(({ wallet }) => wallet);
    expect(made.map((wallet) => wallet?.owner)).toEqual(owners);
    expect(new Set(made.map((wallet) => wallet?.id)).size).toBe(100);
    expect(new Set(made.map((wallet) => wallet?.address)).size).toBe(100);
    expect((await api.get(`/wallets/${String(made[57]?.id)}`)).body).toEqual(made[57]);
    const listed = (await api.get('/wallets?limit=100')).body['data'];
    expect(listed).toEqual(made.toReversed());
  });

  it('creates nothing when one entry is malformed', async () => {
    const api = enterprise();
    const response = await api.post('/wallets/bulk', {
      wallets: [
        { owner: 'agent:never-made', chain: 'base' },
        { owner: 'agent:never-made', chain: 'mars' },
      ],
    });

    expectError(response, 400, 'invalid_request', { param: 'wallets[1].chain' });
    const { body } = await api.get('/wallets?limit=100');
    expect((body['data'] as Wallet[]).filter(({ owner }) => owner === 'agent:never-made')).toEqual([]);
  });

  const wallet = { owner: 'agent:a', chain: 'base' };
  it.each<[string, unknown, string]>([
    ['no list', {}, 'wallets'],
    ['null', { wallets: null }, 'wallets'],
    ['an empty list', { wallets: [] }, 'wallets'],
    ['101 wallets', { wallets: Array.from({ length: 101 }, () => wallet) }, 'wallets'],
    ['an object', { wallets: wallet }, 'wallets'],
    ['a wallet that is null', { wallets: [wallet, null] }, 'wallets[1]'],
    ['a wallet that is a list', { wallets: [[wallet]] }, 'wallets[0]'],
    ['a wallet that is a string', { wallets: ['agent:a'] }, 'wallets[0]'],
    ['a wallet without an owner', { wallets: [{ chain: 'base' }] }, 'wallets[0].owner'],
    ['an unknown field of a wallet', { wallets: [wallet, { ...wallet, note: 'x' }] }, 'wallets[1].note'],
    ['an unknown field beside the wallets', { wallets: [wallet], chain: 'base' }, 'chain'],
    ['a key for one wallet', { wallets: [{ ...wallet, idempotency_key: 'k' }] }, 'wallets[0].idempotency_key'],
  ])('answers 400 and names the field for %s', async (_, body, param) => {
    expectError(await enterprise().post('/wallets/bulk', body), 400, 'invalid_request', { param });
  });

  it('requires the Enterprise plan for compliance: skip', async () => {
    const response = await scale().post('/wallets/bulk', { wallets: [wallet, { ...wallet, compliance: 'skip' }] });
    expectError(response, 403, 'plan_required', { param: 'wallets[1].compliance' });
  });

  it('answers a replay of the idempotency key with the same wallets', async () => {
    const api = enterprise();
    const body = { wallets: [wallet, { ...wallet, owner: 'agent:b' }], idempotency_key: randomUUID() };
    const first = await api.post('/wallets/bulk', body);
    const conflict = await api.post('/wallets/bulk', { ...body, wallets: body.wallets.toReversed() });

    expect(first.body).toEqual({
      data: [{ wallet: newWallet({ owner: 'agent:a' }) }, { wallet: newWallet({ owner: 'agent:b' }) }],
    });
    expect(isReplay(first)).toBe(false);
    expectReplay(await api.post('/wallets/bulk', body), first.body);
    expectError(conflict, 409, 'idempotency_conflict', { param: 'idempotency_key' });
  });

  it('retries only the refused wallets in a replay', async () => {
    const api = enterprise();
    const owners = ['agent:kept-1', 'user:blocked', 'agent:kept-2', 'agent:blocked'];
    const body = { wallets: owners.map((owner) => ({ owner, chain: 'base' })), idempotency_key: randomUUID() };
    const first = await api.post('/wallets/bulk', body);
    const replays = await Promise.all(Array.from({ length: 4 }, () => api.post('/wallets/bulk', body)));

    const codes = (first.body['data'] as Entry[]).map(({ error }) => error?.code);
    expect(codes).toEqual([undefined, 'compliance_blocked', undefined, 'compliance_blocked']);
    for (const replay of replays) expectReplay(replay, first.body);
    const { body: listed } = await api.get('/wallets?limit=100');
    const kept = (listed['data'] as Wallet[]).filter(({ owner }) => owner.startsWith('agent:kept-'));
    expect(kept.map(({ owner }) => owner).sort()).toEqual(['agent:kept-1', 'agent:kept-2']);
  });

  it('counts each wallet for the rate limits', async () => {
    const created = await scale().post('/wallets/bulk', { wallets: Array.from({ length: 30 }, () => wallet) });

    expect(created.status).toBe(200);
    expect(created.headers.get('ratelimit-policy')).toMatch(/^"wallets";q=\d+;w=1$/);
    expect((created.body['data'] as Entry[]).map((entry) => entry.wallet?.id)).toEqual(
      Array.from({ length: 30 }, () => idOf('wal')),
    );
  });
});
