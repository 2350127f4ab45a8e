/** @needs stack */
import { randomBytes } from 'node:crypto';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { Api } from '../e2e/support/api';
import { textOf } from '../e2e/support/repository';
import { freePort } from '../../infra/local/ports';
import { figure } from './figures';
import { describeScenario, WITHIN_MS } from './scenario';

/** Licenses that ask for no more than a notice. */
const PERMISSIVE = [
  ...['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Unlicense'],
  'BSD-3-Clause AND Apache-2.0',
];
/** docs/deployment.md names it: it is used as it was published. */
const OTHERS = [['rpc-websockets', ['LGPL-3.0-only']]];

interface Component {
  readonly name: string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

describeScenario('The image', (scenario) => {
  const container = `stablecoin-payments-${randomBytes(6).toString('hex')}`;

  afterAll(() => scenario.composition.docker('rm', '--force', container));

  it(
    'makes a payment by the command of the README',
    async () => {
      const { composition, engine } = scenario;
      const [, command = ''] = / (docker run [^`]+)`/.exec(textOf('README.md')) ?? [];
      const port = await freePort();
      const run = command.replace('docker run ', `docker run --detach --name ${container} `);
      await engine.run('bash', ['-c', run.replace(':3000:3000', `:${port}:3000`)]);
      const url = `http://127.0.0.1:${port}`;
      await figure('The standalone service is ready after', () =>
        eventually(async () => (await fetch(`${url}/health/ready`)).ok, { withinMs: WITHIN_MS }),
      );
      const [key = ''] = /svc_test_\w+/.exec(await composition.docker('logs', container)) ?? [];
      const order = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '12.50' };
      expect(await new Api(url, key).post('/payments', order)).toMatchObject({
        status: 201,
        body: { status: 'settled' },
      });
    },
    WITHIN_MS,
  );

  it('has a license for each package, and no development dependency', async () => {
    const print = [
      '--entrypoint',
      'node',
      'stablecoin-payments',
      '--print',
      'fs.readFileSync("sbom.cdx.json", "utf8")',
    ];
    const bill = JSON.parse(await scenario.composition.docker('run', '--rm', ...print)) as {
      readonly components: readonly Component[];
    };
    const { components } = bill;
    expect(components.length).toBeGreaterThan(100);
    const others = components.filter((each) => !licensesOf(each).some((license) => PERMISSIVE.includes(license)));
    expect(others.map((each) => [each.name, licensesOf(each)])).toEqual(OTHERS);
    const isForDevelopment = ({ properties = [] }: Component): boolean =>
      properties.some(({ name }) => name === 'cdx:npm:package:development');
    expect(components.filter(isForDevelopment)).toEqual([]);
  });
});

/** Those of which one may be chosen, each alone. */
function licensesOf({ licenses = [] }: Component): readonly string[] {
  return licenses
    .map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
    .flatMap((text) => text.replace(/[()]/g, '').split(' OR '));
}
