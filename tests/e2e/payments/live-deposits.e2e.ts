/**
 * @once
 * @slow 60
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeWithAnvil, type LocalChainsDescription } from '@stablecoin/chains/testing';
import {
  evmAddressFromBytes,
  type LedgerEntry,
  type System,
  type TreasuryBalance,
  type TreasuryReconciliation,
  type Wallet,
} from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { encodeFunctionData, parseAbi, type Hex } from 'viem';
import { Api } from '../support/api';
import { BuiltService } from '../support/built-service';
import { ensureBuilt } from '../support/ensure-built';
import { untilEnded } from '../support/payments';

const KEY = 'svc_live_3333333333333333333333';
const TRANSFER = parseAbi(['function transfer(address to, uint256 value) returns (bool)']);

/** Live mode on local chains, whose deposits are screened by a list in a file. */
describeWithAnvil('Live deposits are screened', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-deposits-'));
  const listFile = join(dataFolder, 'list.txt');
  const listed = [evmAddressFromBytes(randomBytes(20))];
  let service: BuiltService;
  let api: Api;
  let chains: LocalChainsDescription;

  beforeAll(async () => {
    ensureBuilt();
    writeFileSync(listFile, listed.join('\n'));
    await start();
  });
  afterAll(async () => {
    await service.end();
    // The chains end when their file is gone.
    rmSync(dataFolder, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    const environment = {
      CHAINS: 'local',
      SCREEN_DEPOSITS: 'on',
      LOG_LEVEL: 'error',
      TREASURY_LOOK_MS: '500',
      BOOTSTRAP_API_KEYS: `${KEY}:acme:enterprise`,
      SCREENING_SANCTIONS: 'ofac',
      OFAC_LIST: pathToFileURL(listFile).href,
      OFAC_LIST_REFRESH_MS: '1000',
    };
    service = await BuiltService.start({ dataFolder, environment });
    api = new Api(service.url, KEY);
    chains = JSON.parse(readFileSync(join(dataFolder, 'local-chains.json'), 'utf8')) as LocalChainsDescription;
  }

  async function rpc(method: string, params: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(chains.base.rpc_url, { method: 'POST', headers, body });
    const { result, error } = (await response.json()) as { readonly result?: unknown; readonly error?: unknown };
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }
  /** Somebody who holds tokens on Base. */
  async function payer(): Promise<string> {
    const address = evmAddressFromBytes(randomBytes(20));
    const payment = await eventually(async () => {
      const { status, body } = await api.post('/payments', { to: address, amount: '100.00', chain: 'base' });
      return status < 300 && body;
    });
    expect((await untilEnded(api, String(payment['id']))).body).toMatchObject({ status: 'settled' });
    await rpc('anvil_impersonateAccount', [address]);
    await rpc('anvil_setBalance', [address, '0xde0b6b3a7640000']);
    return address;
  }
  async function send(from: string, to: string, value: bigint): Promise<void> {
    const data = encodeFunctionData({ abi: TRANSFER, functionName: 'transfer', args: [to as Hex, value] });
    await rpc('eth_sendTransaction', [{ from, to: chains.base.usdc, data }]);
  }
  const balance = async () => (await api.get('/treasury/balance')).body as unknown as TreasuryBalance;
  const held = async () => (await balance()).held.base.usdc;
  const entries = async (kind: string) =>
    ((await api.get(`/treasury/ledger?kind=${kind}`)).body as unknown as { data: readonly LedgerEntry[] }).data;
  async function list(address: string): Promise<void> {
    listed.push(address);
    writeFileSync(listFile, listed.join('\n'));
    await eventually(async () => (await api.post('/payments', { to: address, amount: '1.00' })).status === 403);
  }

  it('one of somebody who is not listed is available within seconds, and was held until then', async () => {
    const from = await payer();
    const before = await balance();
    await send(from, chains.base.treasury, 5_000_000n);
    await eventually(async () => (await entries('released')).length === 1);
    const after = await balance();
    expect(Number(after.chains.base) - Number(before.chains.base)).toBe(5);
    expect(after.held.base.usdc).toBe('0.00');
    expect((await entries('held')).map(({ postings }) => postings[1])).toEqual([
      { account: 'treasury:base:held', amount: '5.00' },
    ]);
    expect(await entries('credited')).toEqual([]);
  });

  it('one of somebody who is listed is held, over a restart too, and is part of no balance', async () => {
    const from = await payer();
    await list(from);
    const before = await balance();
    await send(from, chains.base.treasury, 7_000_000n);
    await eventually(async () => (await held()) === '7.00');
    await service.end('SIGKILL');
    await start();
    await eventually(async () => (await held()) === '7.00');
    expect(await balance()).toMatchObject({ chains: before.chains, available: before.available });
    await eventually(async () => {
      const { data } = (await api.get('/treasury/reconciliation')).body as unknown as TreasuryReconciliation;
      expect(data[0]).toMatchObject({ chain: 'base', currency: 'USDC', status: 'matched', held: '7.00' });
    });
    await eventually(async () => {
      const { alarms } = (await api.get('/system')).body as unknown as System;
      return alarms.some(({ name }) => name === 'deposits_held');
    });
  });

  it('one to a wallet is held for the wallet, unless the treasury has paid it', async () => {
    const { body } = await api.post('/wallets', { owner: 'user:4711', chain: 'base' });
    const wallet = body as unknown as Wallet;
    const [clean, guilty] = [await payer(), await payer()];
    await list(guilty);
    await send(guilty, String(wallet.address), 3_000_000n);
    await send(clean, String(wallet.address), 2_000_000n);
    await eventually(async () => {
      const { body: now } = await api.get(`/wallets/${wallet.id}`);
      expect(now).toMatchObject({ balances: { usdc: '2.00' }, held: { usdc: '3.00' } });
    });
    // Nobody is screened for what the treasury pays: it is credited at once.
    const { body: payment } = await api.post('/payments', { to: wallet.address, amount: '1.00', chain: 'base' });
    expect((await untilEnded(api, String(payment['id']))).body).toMatchObject({ status: 'settled' });
    await eventually(async () => {
      const { body: now } = await api.get(`/wallets/${wallet.id}`);
      expect(now).toMatchObject({ balances: { usdc: '3.00' }, held: { usdc: '3.00' } });
    });
    const { body: ledger } = await api.get(`/wallets/${wallet.id}/ledger`);
    const kinds = (ledger as unknown as { readonly data: readonly LedgerEntry[] }).data.map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['credited', 'held', 'held', 'released']);
  });

  it('one that comes while the list is too old waits, and is available once the list is good again', async () => {
    const from = await payer();
    const released = (await entries('released')).length;
    const old = new Date(Date.now() - 100 * 3_600_000);
    utimesSync(listFile, old, old);
    await eventually(async () => (await api.post('/payments', { to: from, amount: '1.00' })).status === 500);
    const before = Number(await held());
    await send(from, chains.base.treasury, 4_000_000n);
    await eventually(async () => Number(await held()) === before + 4);
    expect(await entries('released')).toHaveLength(released);
    utimesSync(listFile, new Date(), new Date());
    await eventually(async () => Number(await held()) === before);
    expect(await entries('released')).toHaveLength(released + 1);
  });
});
