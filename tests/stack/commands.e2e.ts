/** @needs stack */
import { runUntilReady, startingCommands } from '../e2e/support/documented-commands';
import { SERVERS } from '../../infra/local/stack/servers';
import { describeUnlessMissing, eventually } from '@stablecoin/event-sourcing/testing';
import { EVM_RECIPIENT, paymentIdOf } from '../e2e/support/payments';
import { Api } from '../e2e/support/api';
import { askDoctor } from '../e2e/support/doctor';
import { TraceCollector, type CollectedSpan } from '../e2e/support/trace-collector';

const WITHIN_MS = 300_000;
const TRACED_WITHIN_MS = 60_000;
const commands = startingCommands().filter((command) => command.startsWith('npm run stack'));

const missing = SERVERS.flatMap((server) => server.missing() ?? []);

const EVERY_SERVICE = ['gateway', 'payment', 'compliance', 'treasury', 'wallet', 'webhook'];

describeUnlessMissing('a documented command that starts the stack', missing.join('; ') || undefined, () => {
  let collector: TraceCollector;
  const before = { ...process.env };

  beforeAll(async () => {
    collector = await TraceCollector.open();
    Object.assign(process.env, collector.variables);
  });

  afterAll(async () => {
    process.env = before;
    await collector.close();
  });

  it.each(commands)(
    '%s',
    async (command) => {
      const output = await runUntilReady(command, /^Ctrl-C stops all of it/m, async (url, printed) => {
        expect((await fetch(`${url}/health/ready`)).status).toBe(200);
        const [key = null] = /svc_test_\w+/.exec(printed) ?? [];
        expect(key).not.toBeNull();
        expectOneTrace(await traceOfAPayment(new Api(url, key)));
        await expectHealthy(url, printed);
      });
      expect(output).toMatch(/^Redis has stopped$/m);
    },
    WITHIN_MS,
  );

  async function traceOfAPayment(api: Api): Promise<readonly CollectedSpan[]> {
    const order = { to: EVM_RECIPIENT, amount: '1.00', idempotency_key: 'order-1' };
    const id = paymentIdOf(await api.post('/payments', order));
    return eventually(
      () => {
        const trace = collector.traceOf(id);
        const services = new Set(trace.map(({ scope }) => scope));
        const isComplete = EVERY_SERVICE.every((service) => services.has(service));
        return isComplete && trace.some(({ name }) => name === 'POST /v1/payments') && trace;
      },
      { withinMs: TRACED_WITHIN_MS },
    );
  }

  /** Across processes: what one publishes is the parent of what another one consumes. */
  function expectOneTrace(trace: readonly CollectedSpan[]): void {
    const consumed = trace.filter(({ name }) => name.startsWith('consume '));
    expect(consumed.length).toBeGreaterThan(EVERY_SERVICE.length);
    for (const { name, parentSpanId, resource } of consumed) {
      const parent = trace.find(({ spanId }) => spanId === parentSpanId);
      expect(parent?.name).toBe(name.replace('consume', 'publish'));
      if (name === 'consume payment.InitiatePayment') expect(parent?.resource).not.toEqual(resource);
    }
    expect(new Set(trace.map(({ resource }) => resource['process.pid'])).size).toBeGreaterThan(1);
  }

  /** What `npm run doctor` says of the servers. */
  async function expectHealthy(url: string, printed: string): Promise<void> {
    const servers = SERVERS.map(({ name, variable }): [string, string] => {
      const [, address = ''] = new RegExp(`^${name} is up at (\\S+)$`, 'm').exec(printed) ?? [];
      expect([name, address]).toEqual([name, expect.stringContaining('://')]);
      return [variable, address];
    });
    const messagesOf = await askDoctor(url, Object.fromEntries(servers));
    expect(messagesOf('service')).toEqual([`ok ${url} is ready`]);
    expect(messagesOf('kafka')).toEqual(['ok 1 brokers answer']);
    expect(messagesOf('topics')).toEqual([
      expect.stringMatching(/^warn an acknowledged message of \d+ topics is on one disk only$/),
    ]);
    expect(messagesOf('redis')).toEqual([expect.stringMatching(/^ok Redis \d\S+ answers$/)]);
    expect(messagesOf('event store').join()).toMatch(/^ok /);
    expect(messagesOf('read models').join()).toMatch(/^ok /);
  }

  it('is in the documents', () => {
    expect(commands.length).toBeGreaterThan(0);
  });
});
