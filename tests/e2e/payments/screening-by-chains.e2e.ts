/** @once */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithAnvil, newOwner, type LocalChainsDescription } from '@stablecoin/chains/testing';
import { evmAddressFromBytes } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { Api } from '../support/api';
import { BuiltService } from '../support/built-service';
import { ensureBuilt } from '../support/ensure-built';
import { expectError, untilEnded } from '../support/payments';

const KEY = 'svc_live_8888888888888888888888';
const ORACLE = '0x5a9c710000000000000000000000000000000001';
/** Blocks addresses on the tokens of a local chain; anvil holds its key. */
const TOKEN_ADMIN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** `setSanctioned(address,bool)` and `blacklist(address)`. */
const SET_SANCTIONED = '0xe8579015';
const BLACKLIST = '0xf9f92be4';
const word = (hex: string): string => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0');
const newAddress = (): string => evmAddressFromBytes(randomBytes(20));

/** Live mode on local chains, screened by what their contracts say. */
describeWithAnvil('Live payments screened by the oracle and the issuers', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-chain-screening-'));
  let service: BuiltService;
  let api: Api;
  let chains: LocalChainsDescription;

  beforeAll(async () => {
    ensureBuilt();
    const environment = {
      CHAINS: 'local',
      // The pace of before 2026, so that both are tested.
      LOCAL_BASE_BLOCK_MS: '2000',
      LOG_LEVEL: 'error',
      BOOTSTRAP_API_KEYS: `${KEY}:acme:enterprise`,
      SCREENING_SANCTIONS: 'oracle',
      SCREENING_AML: 'issuer',
    };
    service = await BuiltService.start({ dataFolder, environment });
    api = new Api(service.url, KEY);
    chains = JSON.parse(readFileSync(join(dataFolder, 'local-chains.json'), 'utf8')) as LocalChainsDescription;
  });
  afterAll(async () => {
    await service.end();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  async function rpc(chain: 'base' | 'ethereum', method: string, ...params: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(chains[chain].rpc_url, { method: 'POST', headers, body });
    const { result, error } = (await answer.json()) as { result?: unknown; error?: unknown };
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result;
  }

  /** Calls a contract, and waits until that is final: the chain is read there. */
  async function call(chain: 'base' | 'ethereum', to: string, data: string): Promise<void> {
    const hash = await rpc(chain, 'eth_sendTransaction', { from: TOKEN_ADMIN, to, data, gas: '0x30d40' });
    await eventually(async () => {
      const receipt = (await rpc(chain, 'eth_getTransactionReceipt', hash)) as { blockNumber: string } | null;
      const final = (await rpc(chain, 'eth_getBlockByNumber', 'finalized', false)) as { number: string };
      return receipt !== null && Number(final.number) >= Number(receipt.blockNumber);
    });
  }

  const pay = (to: string, chain = 'base') => api.post('/payments', { to, chain, amount: '2.00' });

  async function expectBlocked(to: string, found: Readonly<Record<string, unknown>>): Promise<void> {
    const refused = await pay(to);
    expectError(refused, 403, 'compliance_blocked', { payment_id: expect.any(String) });
    const { body: payment } = await api.get(`/payments/${String(refused.body['payment_id'])}`);
    const { body: result } = await api.get(`/compliance/checks/${String(payment['compliance_ref'])}`);
    const details: unknown = expect.objectContaining({ matched: to });
    expect(result['checks']).toContainEqual({ outcome: 'fail', details, ...found });
  }

  it('settles a payment to an address that no contract names', async () => {
    const { body: payment } = await pay(newAddress());
    expect((await untilEnded(api, String(payment['id']))).body).toMatchObject({ status: 'settled' });
  });

  it('blocks an address that the oracle names, also on the chain that is not paid on', async () => {
    const to = newAddress();
    await call('ethereum', ORACLE, `${SET_SANCTIONED}${word(to)}${word('01')}`);
    const evidence = 'The sanctions oracle on ethereum names the address.';
    await expectBlocked(to, { name: 'sanctions', provider: 'oracle', evidence });
  });

  it('blocks an address that an issuer has blocked, before money is reserved', async () => {
    const to = newAddress();
    await call('base', chains.base.eurc, `${BLACKLIST}${word(to)}`);
    const evidence = 'The issuer of EURC on base names the address.';
    await expectBlocked(to, { name: 'aml', provider: 'issuer', evidence });
    const { body: balance } = await api.get('/treasury/balance');
    expect(balance['reserved']).toMatchObject({ base: { usdc: '0.00' } });
  });

  it('asks for a review where no source covers the chain', async () => {
    const { status, body } = await pay(newOwner(), 'solana');
    expect({ status, body }).toMatchObject({ status: 202, body: { stage: 'screening' } });
    const { body: result } = await api.get(`/compliance/checks/${String(body['compliance_ref'])}`);
    expect(result['checks']).toContainEqual(expect.objectContaining({ provider: 'oracle', outcome: 'not_covered' }));
  });
});
