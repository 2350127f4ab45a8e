/**
 * @needs own-service
 * @slow 24
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { fencesOf } from '../e2e/support/markdown';
import { ROOT, textOf } from '../e2e/support/repository';
import { runProgram } from './support/program';
import { describeSdk } from './support/sdk-programs';
import { SdkService } from './support/sdk-service';
import { buildTypescriptSdk } from './support/typescript-sdk';

const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7';
const program = (name: string) => ({ command: process.execPath, args: [`sdks/typescript/e2e/${name}.mjs`] });

beforeAll(buildTypescriptSdk);

describeSdk('TypeScript', { endToEnd: program('end-to-end'), kill: program('kill') });

describe('What shows the TypeScript SDK', () => {
  let service: SdkService;

  beforeAll(async () => {
    service = await SdkService.start();
  });
  afterAll(() => service.stop());

  it('the first program in the README of the TypeScript SDK pays', async () => {
    const [first] = fencesOf(textOf('sdks/typescript/README.md')).filter(({ language }) => language === 'js');
    const readme = { command: process.execPath, args: ['--input-type=module', '--eval', first?.text ?? ''] };

    expect(await runProgram(readme, await service.environment())).toEqual([expect.stringMatching(/^settled 0x/)]);
  });

  describe('The example payout-app', () => {
    let app: ChildProcess;
    let url: string;
    let said = '';

    beforeAll(async () => {
      const env = { ...process.env, ...(await service.environment()), PORT: '0' };
      app = spawn(process.execPath, ['examples/payout-app/app.mjs'], { cwd: ROOT, env });
      for (const stream of [app.stdout, app.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
      url = await eventually(() => /listening on (\S+)/.exec(said)?.[1] ?? false);
    });
    afterAll(() => app.kill('SIGKILL'));

    const pay = async (fields: object): Promise<{ status: number; body: Record<string, unknown> }> => {
      const response = await fetch(`${url}/payouts`, { method: 'POST', body: JSON.stringify(fields) });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const known = async (order: string): Promise<unknown> => (await fetch(`${url}/payouts/${order}`)).json();

    it('pays an order once, and learns by a verified webhook that it is settled', async () => {
      const order = { order: '1042', to: RECIPIENT, amount: '12.50' };
      const [first, again] = [await pay(order), await pay(order)];

      expect(first).toMatchObject({ status: 200, body: { order: '1042', status: 'settled' } });
      expect(again).toEqual(first);
      await eventually(async () => expect(await known('1042')).toEqual(first.body));
    });

    it('says why an order is not paid', async () => {
      const refused = await pay({ order: '1043', to: '0x000000000000000000000000000000000000d001', amount: '12.50' });

      expect(refused).toMatchObject({ status: 422, body: { code: 'compliance_blocked' } });
      await eventually(async () => expect(await known('1043')).toMatchObject({ status: 'failed' }));
    });

    it('refuses a webhook that is not from the service', async () => {
      const forged = JSON.stringify({
        type: 'payment.settled',
        data: { metadata: { order: '1044' }, status: 'settled' },
      });
      const headers = { 'svc-signature': `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}` };
      const { status } = await fetch(`${url}/webhooks`, { method: 'POST', body: forged, headers });

      expect(status).toBe(400);
      expect(await known('1044')).not.toHaveProperty('status');
    });

    it('takes its endpoint away when it is stopped', async () => {
      app.kill('SIGTERM');
      expect(await once(app, 'exit')).toEqual([0, null]);
      expect((await service.api.get('/webhook_endpoints')).body['data']).toEqual([]);
    });
  });
});
