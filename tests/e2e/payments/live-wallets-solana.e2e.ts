/**
 * @once
 * @slow 30
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithAnvil, heldOnChain, newOwner, type LocalChainsDescription } from '@stablecoin/chains/testing';
import type { Payment, Wallet } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { Api } from '../support/api';
import { BuiltService } from '../support/built-service';
import { ensureBuilt } from '../support/ensure-built';
import { expectError } from '../support/payments';

const KEY = 'svc_live_0000000000000000000000';
const WITHIN_MS = 60_000;

describeWithAnvil('Live wallets on a local Solana', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-solana-wallets-'));
  const recipient = newOwner();
  let service: BuiltService;
  let api: Api;
  let chains: LocalChainsDescription;
  let wallet: Wallet;

  beforeAll(async () => {
    ensureBuilt();
    const environment = {
      CHAINS: 'local',
      LOG_LEVEL: 'warn',
      TREASURY_LOOK_MS: '500',
      BOOTSTRAP_API_KEYS: `${KEY}:acme:enterprise`,
    };
    service = await BuiltService.start({ dataFolder, environment });
    api = new Api(service.url, KEY);
    chains = JSON.parse(readFileSync(join(dataFolder, 'local-chains.json'), 'utf8')) as LocalChainsDescription;
  });
  afterAll(async () => {
    await service.end();
    // The chains end when their file is gone.
    rmSync(dataFolder, { recursive: true, force: true });
  });

  async function pay(order: Record<string, unknown>): Promise<Payment> {
    const { status, body } = await api.post('/payments', { chain: 'solana', ...order }, { prefer: 'respond-async' });
    expect({ status, body }).toMatchObject({ status: 202 });
    return body as unknown as Payment;
  }

  const ended = ({ id }: Pick<Payment, 'id'>, as: object): Promise<void> =>
    eventually(async () => expect((await api.get(`/payments/${id}`)).body).toMatchObject(as), { withinMs: WITHIN_MS });

  const read = async (query = ''): Promise<Record<string, unknown>> =>
    (await api.get(`/wallets/${wallet.id}${query}`)).body;

  async function isThere(address: string): Promise<boolean> {
    const params = [address, { commitment: 'finalized', encoding: 'base64' }];
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getAccountInfo', params });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(chains.solana.rpc_url, { method: 'POST', headers, body });
    const { result } = (await response.json()) as { readonly result: { readonly value: unknown } };
    return result.value !== null;
  }

  it('has no approvers yet', async () => {
    const order = { owner: 'agent:buyer', chain: 'solana', spend_limit: '100.00', approvers: [newOwner()] };
    expectError(await api.post('/wallets', order), 400, 'invalid_request', { param: 'approvers' });
  });

  it('is created with its address, and its accounts follow', async () => {
    const order = { owner: 'agent:buyer', chain: 'solana', spend_limit: '100.00' };
    const { status, body } = await api.post('/wallets', order);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        ...order,
        livemode: true,
        address: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/) as string,
        contract: { type: 'spl_multisig', version: '1', deployed: false, threshold: 1 },
      },
    });
    wallet = body as unknown as Wallet;
    await eventually(async () => expect(await isThere(String(wallet.address))).toBe(true), { withinMs: WITHIN_MS });
  });

  it('is funded, and says so once that is final', async () => {
    await ended(await pay({ to: wallet.address, amount: '200.00' }), { status: 'settled' });
    await eventually(async () => expect(await read()).toMatchObject({ balances: { usdc: '200.00' } }), {
      withinMs: WITHIN_MS,
    });
    const { body } = await api.get('/events?type=wallet.funded&limit=10');
    expect(body['data']).toHaveLength(1);
  });

  it('pays within its limit, and the chain counts it', async () => {
    await ended(await pay({ to: recipient, amount: '60.00', from: wallet.id }), { status: 'settled' });
    expect(await heldOnChain(chains, 'solana', recipient)).toBe(60_000_000n);
    expect(await read('?expand=onchain')).toMatchObject({
      balances: { usdc: '140.00' },
      spent_24h: '60.00',
      contract: { deployed: true },
      onchain: { limit: '100.00', spent: '60.00', window_start: null, balances: { usdc: '140.00', eurc: '0.00' } },
    });
  });

  it('refuses what is above its limit, and pays the rest', async () => {
    const above = { status: 'failed', error_code: 'spend_limit_onchain' };
    await ended(await pay({ to: recipient, amount: '40.01', from: wallet.id }), above);
    await ended(await pay({ to: recipient, amount: '40.00', from: wallet.id }), { status: 'settled' });
    expect(await heldOnChain(chains, 'solana', recipient)).toBe(100_000_000n);
    expect(await read()).toMatchObject({ balances: { usdc: '100.00' }, spent_24h: '100.00' });
  });
});
