/** @needs own-service */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { envExample, readConfiguration } from '@stablecoin/host';
import { startStandalone, type Standalone } from '@stablecoin/standalone';
import { keyOf } from '../support/accounts';
import { Api } from '../support/api';
import { entriesOf } from '../support/audit-log';
import { fencesOf, tableUnder } from '../support/markdown';
import { filesNamed, ROOT, textOf } from '../support/repository';
import { testEnvironment } from '../support/test-environment';
import { WebhookSink } from '../support/webhook-sink';

const tableOf = (file: string, heading: string): readonly (readonly string[])[] => tableUnder(textOf(file), heading);
/** What stands in backticks in a cell. */
const codesIn = (cell = ''): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** The service of these tests is their own: it has to make a first payment, with metrics, on a folder to be looked at. */
describe('Facts in the documents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-facts-'));
  let service: Standalone;

  beforeAll(async () => {
    service = await startStandalone({ ...testEnvironment(), PORT: '0', DATA_DIR: folder });
  });

  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('operations.md lists every variable, once', () => {
    const variables = [...envExample().matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)(?==)/gm)].map(([, name = '']) => name);
    const documented = tableOf('docs/operations.md', '## Configuration').flatMap(([, names]) => codesIn(names));
    expect(variables.length).toBeGreaterThan(50);
    expect(documented.toSorted()).toEqual(variables.toSorted());
  });

  it('going-live.md names every variable that a payment on a public testnet needs', () => {
    const [example] = fencesOf(textOf('docs/going-live.md')).filter(({ language }) => language === 'ini');
    const lines = (example?.text ?? '').trim().split('\n');
    const environment = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
    const { liveChains, screening } = readConfiguration(environment);
    expect(liveChains.evm?.rpcUrls.base).toHaveLength(3);
    expect(screening.sources).toMatchObject({ sanctions: ['ofac', 'issuer'], kyc: ['attested'] });
    for (const name of Object.keys(environment).filter((each) => each !== 'CHAIN_NETWORK' && each !== 'LIVE_ACCOUNT')) {
      const { [name]: _, ...rest } = environment;
      if (name === 'KEYSTORE_PASSPHRASE' || name === 'SCREENING_SANCTIONS' || name === 'SCREENING_AML') continue;
      expect(() => readConfiguration(rest)).toThrow(name === 'BASE_RPC_URLS' ? 'RPC_URLS' : name);
    }
  });

  it('every rule of protocol.md has a test named after it, except those listed as untested', () => {
    const text = textOf('docs/protocol.md');
    const rules = [...text.matchAll(/^(\d+)\. \*\*|^(\d+)\. /gm)].map(([, bold, plain]) => Number(bold ?? plain));
    const [sentence = ''] = /^Rules? [\d, and]+, what rule 19 says/m.exec(text) ?? [];
    const untested = [...sentence.split(', what')[0]!.matchAll(/\d+/g)].map(Number);
    const isTest = (file: string): boolean => /\.(spec|e2e|contract)\.ts$|\/testing\//.test(file);
    const tests = filesNamed(/\.ts$/).filter(isTest).map(textOf).join('\n');
    const named = [...tests.matchAll(/protocol rules? (\d+)(?:, (\d+))?(?: and (\d+))?/g)];
    const tested = new Set(named.flatMap(([, ...numbers]) => numbers.map(Number)));
    expect(rules).toEqual(Array.from({ length: 43 }, (_, index) => index + 1));
    expect(rules.filter((rule) => !tested.has(rule))).toEqual(untested);
  });

  it('operations.md lists every file of the data folder', () => {
    const documented = tableOf('docs/operations.md', '## The data folder').flatMap(([file]) => codesIn(file));
    const files = readdirSync(folder).filter((file) => !/-(wal|shm|journal)$/.test(file));
    expect(files.sort()).toEqual([...documented].sort());
  });

  it('request-walkthrough.md lists the events of one payment and their streams', async () => {
    const api = new Api(service.url, keyOf('docs', 'enterprise'));
    const sink = await WebhookSink.open();
    try {
      // The first use of a key is an event of its own, which requests do not wait for.
      await eventually(async () => (await entriesOf(api, 'action=api_key.used_from_new_address')).length > 0);
      const before = await service.runtime.store.head();
      await api.post('/webhook_endpoints', { url: sink.url });
      const order = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '12.50', idempotency_key: 'order-1' };
      expect((await api.post('/payments', order)).status).toBe(201);

      const documented = tableOf('docs/request-walkthrough.md', '# One payment, from curl to webhook').flatMap(
        ([streams, events]) => {
          const categories = codesIn(streams).map((stream) => stream.slice(0, stream.indexOf('-')));
          return codesIn(events).map((event, index) => `${categories[index] ?? categories[0] ?? ''} ${event}`);
        },
      );
      await eventually(async () => {
        expect((await eventsAfter(before)).sort()).toEqual([...documented].sort());
        return true;
      });
    } finally {
      await sink.close();
    }
  });

  /** Category and type of every event behind a position, without those of the endpoint and of the first use of the key. */
  async function eventsAfter(position: number): Promise<string[]> {
    const events: string[] = [];
    const signal = new AbortController().signal;
    for await (const batch of service.runtime.store.subscribe({ after: position, signal })) {
      for (const { stream, type } of batch.events) events.push(`${stream.slice(0, stream.indexOf('-'))} ${type}`);
      if (batch.caughtUp) break;
    }
    const others = ['webhook_endpoint EndpointCreated', 'api_key_access KeyUsedFromNewAddress'];
    return events.filter((event) => !others.includes(event));
  }

  it('adr/README.md lists every decision under its title', () => {
    const pages = readdirSync(join(ROOT, 'docs/adr')).filter((file) => /^\d{4}-.*\.md$/.test(file));
    const listed = tableOf('docs/adr/README.md', '# Decisions').map(([number = '', link = '']) => {
      const [, title = '', file = ''] = /^\[(.*)\]\((.*)\)$/.exec(link) ?? [];
      return { file, heading: `# ${number}. ${title}` };
    });
    expect(listed).toEqual(
      pages.sort().map((file) => ({ file, heading: textOf(`docs/adr/${file}`).split('\n', 1)[0] })),
    );
  });
});
