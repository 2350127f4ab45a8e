import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../support/api';
import { clientOf, issueKey, pathOf } from '../support/api-keys';
import { BuiltService } from '../support/built-service';
import { ensureBuilt } from '../support/ensure-built';
import { expectError, untilEnded } from '../support/payments';
import { MAGIC } from '../support/screenings';

const FIRST = 'svc_test_5555555555555555555555';
const SECOND = 'svc_test_6666666666666666666666';
const REVIEWED = MAGIC.evm('d005');

describe('REVIEW_FOUR_EYES=on', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-four-eyes-'));
  let service: BuiltService;
  let first: Api;
  let second: Api;

  beforeAll(async () => {
    ensureBuilt();
    const BOOTSTRAP_API_KEYS = `${FIRST}:acme:enterprise,${SECOND}:acme:enterprise`;
    const environment = { LOG_LEVEL: 'error', REVIEW_FOUR_EYES: 'on', BOOTSTRAP_API_KEYS };
    service = await BuiltService.start({ dataFolder, environment });
    first = new Api(service.url, FIRST);
    second = new Api(service.url, SECOND);
  });
  afterAll(async () => {
    await service.end();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  /** Each review takes a country of its own, so that no test meets the result of another. */
  const inReview = async (api: Api, country: string) => {
    const { body } = await api.post('/payments', { to: REVIEWED, amount: '2.00', country_code: country });
    return { id: String(body['id']), decision: `/compliance/checks/${String(body['compliance_ref'])}/decision` };
  };
  const clear = (api: Api, { decision }: { decision: string }) => api.post(decision, { decision: 'clear' });

  it('refuses the key that created the payment, and takes the decision of another', async () => {
    const payment = await inReview(first, 'AT');
    const refused = await clear(first, payment);
    expectError(refused, 403, 'insufficient_scope');
    expect(refused.body['message']).toMatch(/^Use another API key: /);
    expect((await clear(second, payment)).body).toMatchObject({ status: 'cleared' });
    expect((await untilEnded(first, payment.id)).body).toMatchObject({ status: 'settled' });
  });

  it('refuses every key that comes from the one that created the payment', async () => {
    const child = clientOf(first, await issueKey(first));
    const grandchild = clientOf(first, await issueKey(child));
    const payment = await inReview(first, 'BE');
    expectError(await clear(child, payment), 403, 'insufficient_scope');
    expectError(await clear(grandchild, payment), 403, 'insufficient_scope');
    expect((await clear(second, payment)).status).toBe(200);
  });

  it('refuses a key whose secret the one that created the payment has rotated', async () => {
    const other = await issueKey(second);
    const payment = await inReview(first, 'CH');
    const rotated = await first.post(`${pathOf(other)}/rotate`, {});
    expectError(await clear(clientOf(first, rotated.body), payment), 403, 'insufficient_scope');
    expect((await clear(second, payment)).status).toBe(200);
  });

  it('refuses the key that has cleared the address before paying it, and a key that comes from it', async () => {
    const check = { address: REVIEWED, country_code: 'EE' };
    const child = clientOf(first, await issueKey(first));
    const { body: checked } = await child.post('/compliance/check', check);
    const decision = `/compliance/checks/${String(checked['ref'])}/decision`;
    expect((await clear(child, { decision })).body).toMatchObject({ status: 'cleared' });
    // The check is of the same request: the payment would use its result.
    for (const api of [first, child]) {
      const payment = await inReview(api, 'EE');
      expectError(await clear(child, payment), 403, 'insufficient_scope');
    }
    const own = await inReview(child, 'EE');
    expect((await clear(second, own)).status).toBe(200);
    expect((await untilEnded(child, own.id)).body).toMatchObject({ status: 'settled' });
  });

  it('lets a key decide on what a key that it has created pays', async () => {
    const child = clientOf(first, await issueKey(first));
    const payment = await inReview(child, 'DK');
    expect((await clear(first, payment)).status).toBe(200);
  });
});
