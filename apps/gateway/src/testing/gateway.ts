import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { systemClock, type Clock, type LeaseTerm, type RecordedEvent } from '@stablecoin/event-sourcing';
import { openRuntime, type Runtime, readConfiguration } from '@stablecoin/host';
import type { LightMyRequestResponse } from 'fastify';
import { createGateway } from '../create-gateway';
import { FakeServices } from './fake-services';

export const TEST_KEY = 'svc_test_0000000000000000';
export const OTHER_KEY = 'svc_test_1111111111111111';
export const ENTERPRISE_KEY = 'svc_test_2222222222222222';
export const LIVE_KEY = 'svc_live_3333333333333333';

const KEYS = [
  `${TEST_KEY}:acme:scale`,
  `${OTHER_KEY}:other:scale`,
  `${ENTERPRISE_KEY}:acme:enterprise:skip`,
  `${LIVE_KEY}:acme:scale`,
];

export interface SendOptions {
  /** Default: {@link TEST_KEY}; null: none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, with the headers that are given. */
  readonly raw?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: LightMyRequestResponse['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

export interface TestGateway {
  readonly app: NestFastifyApplication;
  readonly runtime: Runtime;
  readonly fakes: FakeServices;
  send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD' | 'OPTIONS',
    path: string,
    options?: SendOptions,
  ): Promise<Answer>;
  /** What is stored, in streams whose names begin with one of these. Default: all streams. */
  events(...prefixes: readonly string[]): Promise<readonly RecordedEvent[]>;
  stop(): Promise<void>;
}

/** A gateway in memory, with fakes for all other services, and no limits on rates that a test would meet by chance. */
export async function startGateway(
  environment: Readonly<Record<string, string>> = {},
  {
    clock = systemClock,
    consoleFolder,
    term,
  }: { readonly clock?: Clock; readonly consoleFolder?: string; readonly term?: LeaseTerm } = {},
): Promise<TestGateway> {
  const configuration = readConfiguration({
    EVENT_STORE_URL: 'memory:',
    LOG_LEVEL: 'silent',
    BOOTSTRAP_API_KEYS: KEYS.join(','),
    RATE_LIMITS: '{"scale":{"other":{"rate":10000},"wallets":{"rate":10000}}}',
    WAIT_MS: '2000',
    ...environment,
  });
  const runtime = await openRuntime(configuration, {
    clock,
    consumers: ['gateway', 'fakes'],
    strictQueries: true,
  });
  const fakes = new FakeServices(runtime);
  fakes.listen();
  const app = await createGateway({ ...runtime, term }, consoleFolder);
  await app.startAllMicroservices();
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return {
    app,
    runtime,
    fakes,
    async send(method, path, { key = TEST_KEY, headers = {}, body, raw } = {}) {
      const response = await app.inject({
        method,
        url: path,
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(raw === undefined ? {} : { payload: raw }),
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      const isJson = response.headers['content-type']?.toString().startsWith('application/json') === true;
      return {
        status: response.statusCode,
        headers: response.headers,
        body: isJson && response.body !== '' ? response.json<Record<string, unknown>>() : {},
      };
    },
    async events(...prefixes) {
      const found: RecordedEvent[] = [];
      const streams = prefixes.length === 0 ? {} : { prefixes };
      const { signal } = new AbortController();
      for await (const batch of runtime.store.subscribe({ after: 'start', ...streams, signal })) {
        found.push(...batch.events);
        if (batch.caughtUp) break;
      }
      return found;
    },
    async stop() {
      await app.close();
      await runtime.close();
    },
  };
}
