/** @once */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LocalSolana, describeWithAnvil, newOwner } from '@stablecoin/chains/testing';
import { evmAddressFromBytes } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { ChainName } from '@stablecoin/contracts';
import { Api, type ApiResponse } from '../support/api';
import { BuiltService } from '../support/built-service';
import { ensureBuilt } from '../support/ensure-built';
import { expectError, idOf, untilEnded } from '../support/payments';

const KEY = 'svc_live_2222222222222222222222';
const LISTED: Readonly<Record<ChainName, string>> = {
  base: evmAddressFromBytes(randomBytes(20)),
  ethereum: evmAddressFromBytes(randomBytes(20)),
  solana: newOwner(),
};
const CHAINS = ['base', 'ethereum', 'solana'] as const;

/** Live mode on local chains, screened by a list in a file and by attestations. */
describeWithAnvil('Live payments with real screening', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-screening-'));
  const listFile = join(dataFolder, 'list.txt');
  const listed = [...Object.values(LISTED)];
  let service: BuiltService;
  let api: Api;

  beforeAll(async () => {
    ensureBuilt();
    writeFileSync(listFile, listed.join('\n'));
    const environment = {
      CHAINS: 'local',
      LOG_LEVEL: 'error',
      BOOTSTRAP_API_KEYS: `${KEY}:acme:enterprise`,
      SCREENING_SANCTIONS: 'ofac',
      OFAC_LIST: pathToFileURL(listFile).href,
      OFAC_LIST_REFRESH_MS: '1000',
      SCREENING_KYC: 'attested',
    };
    service = await BuiltService.start({ dataFolder, environment });
    api = new Api(service.url, KEY);
    await eventually(async () => (await check(newAddress('base'))).status === 200);
  });
  afterAll(async () => {
    await service.end();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const newAddress = (chain: ChainName) => (chain === 'solana' ? newOwner() : evmAddressFromBytes(randomBytes(20)));
  const check = (address: string) => api.post('/compliance/check', { address, country_code: 'DE' });
  const pay = (to: string, chain: ChainName = 'base'): Promise<ApiResponse> =>
    api.post('/payments', { to, chain, amount: '2.00' });
  const attest = (address: string) =>
    api.post('/compliance/attestations', {
      ...{ address, checks: ['kyc'], reference: 'case 1', expires_at: '2100-01-01T00:00:00Z' },
    });

  it.each(CHAINS)('blocks a payment to a listed address on %s, and settles one to another', async (chain) => {
    await attest(LISTED[chain]);
    const refused = await pay(LISTED[chain], chain);
    expectError(refused, 403, 'compliance_blocked', { payment_id: idOf('pay') });
    const { body: blocked } = await api.get(`/payments/${String(refused.body['payment_id'])}`);
    const { body: result } = await api.get(`/compliance/checks/${String(blocked['compliance_ref'])}`);
    expect(result).toMatchObject({ status: 'blocked' });
    expect(result['checks']).toContainEqual({
      name: 'sanctions',
      outcome: 'fail',
      provider: 'ofac',
      evidence: 'The sanctions list names the address.',
      details: {
        source: pathToFileURL(listFile).href,
        version: expect.stringMatching(/^sha256:[0-9a-f]{12}$/),
        matched: expect.any(String),
        at: expect.any(String),
        data: null,
      },
    });

    const other = newAddress(chain);
    await attest(other);
    const { body: payment } = await pay(other, chain);
    expect((await untilEnded(api, String(payment['id']))).body).toMatchObject({
      status: 'settled',
    });
  });

  it('lets a payment in review go on by an attestation, and reviews the next one once that is revoked', async () => {
    const to = newAddress('base');
    const waiting = await pay(to);
    expect({ status: waiting.status, body: waiting.body }).toMatchObject({
      status: 202,
      body: { stage: 'screening', compliance_ref: idOf('cpl') },
    });
    const { body: attestation } = await attest(to);
    expect((await untilEnded(api, String(waiting.body['id']))).body).toMatchObject({
      status: 'settled',
    });

    expect((await api.delete(`/compliance/attestations/${String(attestation['id'])}`)).status).toBe(200);
    const next = await pay(to);
    expect({ status: next.status, body: next.body }).toMatchObject({ status: 202, body: { stage: 'screening' } });
  });

  it('blocks an address that the file names from its next version on, and tells of payments that went there', async () => {
    const to = newAddress('base');
    await attest(to);
    const { body: payment } = await pay(to);
    await untilEnded(api, String(payment['id']));
    listed.push(to);
    writeFileSync(listFile, listed.join('\n'));
    await eventually(async () => (await pay(to)).status === 403);
    await eventually(async () => {
      const { body } = await api.get('/events?type=compliance.match_found');
      return (body['data'] as { data: { address: string } }[]).some(({ data }) => data.address === to);
    });
  });

  it('pays a token account by the attestation of its owner, and not once its owner is listed', async () => {
    const owner = newOwner();
    await attest(owner);
    const { body: first } = await pay(owner, 'solana');
    expect((await untilEnded(api, String(first['id']))).body).toMatchObject({ status: 'settled' });
    const local = new LocalSolana();
    const account = local.accountOf(owner, local.ledger.mints.USDC);
    const { body: second } = await pay(account, 'solana');
    expect((await untilEnded(api, String(second['id']))).body).toMatchObject({ status: 'settled', to: account });
    listed.push(owner);
    writeFileSync(listFile, listed.join('\n'));
    const refused = await eventually(async () => {
      const answer = await pay(account, 'solana');
      return answer.status === 403 && answer;
    });
    expectError(refused, 403, 'compliance_blocked', { payment_id: idOf('pay') });
    expect((await check(account)).body).toMatchObject({ status: 'blocked' });
  });

  it('begins no payment while the list is too old, and goes on when it is fresh', async () => {
    const to = newAddress('base');
    await attest(to);
    const old = new Date(Date.now() - 73 * 3_600_000);
    utimesSync(listFile, old, old);
    const refused = await eventually(async () => {
      const answer = await pay(newAddress('base'));
      return answer.status === 500 ? answer : false;
    });
    expect(refused.body).toMatchObject({ code: 'internal_error', retryable: true });
    expect(refused.body['message']).toMatch(/OFAC_LIST was last checked successfully .*; live payments are stopped/);
    expect(refused.body['payment_id']).toBeUndefined();

    utimesSync(listFile, new Date(), new Date());
    const { body: payment } = await eventually(async () => {
      const answer = await pay(to);
      return answer.status < 300 ? answer : false;
    });
    expect((await untilEnded(api, String(payment['id']))).body).toMatchObject({
      status: 'settled',
    });
  });
});
