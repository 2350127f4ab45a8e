/** @once */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithAnvil } from '@stablecoin/chains/testing';
import { evmAddressFromBytes } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { Api } from '../support/api';
import { BuiltService } from '../support/built-service';
import { ensureBuilt } from '../support/ensure-built';
import { expectError, untilEnded } from '../support/payments';
import { ROOT } from '../support/repository';

const KEY = 'svc_live_7777777777777777777777';
const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const DENIED = evmAddressFromBytes(randomBytes(20));

/** Live mode on local chains, screened by the example in `examples/screening-provider`. */
describeWithAnvil('Live payments screened over HTTP', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-http-screening-'));
  let provider: ChildProcess;
  let said = '';
  let service: BuiltService;
  let api: Api;

  beforeAll(async () => {
    ensureBuilt();
    const { PATH } = process.env;
    const env = { PATH, SCREENING_SECRET: SECRET, DENIED, PROVIDER_PORT: '0' };
    provider = spawn(process.execPath, [join(ROOT, 'examples/screening-provider/provider.mjs')], { env });
    provider.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const url = await eventually(() => /listening on (\S+)/.exec(said)?.[1] ?? false);
    const environment = {
      CHAINS: 'local',
      LOG_LEVEL: 'error',
      BOOTSTRAP_API_KEYS: `${KEY}:acme:enterprise`,
      SCREENING_AML: 'http',
      SCREENING_URL: url,
      SCREENING_SECRET: SECRET,
    };
    service = await BuiltService.start({ dataFolder, environment });
    api = new Api(service.url, KEY);
  });
  afterAll(async () => {
    await service.end();
    provider.kill();
    if (provider.exitCode === null) await once(provider, 'exit');
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const pay = (to: string, amount = '2.00') => api.post('/payments', { to, chain: 'base', amount });

  it('passes, blocks and asks for a review as the provider says, with its evidence', async () => {
    const { body: settled } = await pay(evmAddressFromBytes(randomBytes(20)));
    expect((await untilEnded(api, String(settled['id']))).body).toMatchObject({ status: 'settled' });
    expect(said).toContain(`aml ${String(settled['compliance_ref'])}: pass`);

    const refused = await pay(DENIED);
    expectError(refused, 403, 'compliance_blocked', { payment_id: expect.any(String) });
    const { body: blocked } = await api.get(`/payments/${String(refused.body['payment_id'])}`);
    const { body: result } = await api.get(`/compliance/checks/${String(blocked['compliance_ref'])}`);
    const details: unknown = expect.objectContaining({ data: JSON.stringify({ list: 'DENIED', address: DENIED }) });
    const evidence: unknown = expect.any(String);
    expect(result['checks']).toContainEqual({ name: 'aml', outcome: 'fail', provider: 'http', evidence, details });

    const large = await pay(evmAddressFromBytes(randomBytes(20)), '10000.00');
    expect({ status: large.status, body: large.body }).toMatchObject({ status: 202, body: { stage: 'screening' } });
  });

  it('blocks nobody and pays nobody while the provider does not answer', async () => {
    provider.kill();
    await once(provider, 'exit');
    const { status, body } = await api.post('/payments', {
      to: evmAddressFromBytes(randomBytes(20)),
      chain: 'base',
      amount: '2.00',
    });
    expect({ status, body }).toMatchObject({ status: 202, body: { stage: 'screening', txHash: null } });
  });
});
