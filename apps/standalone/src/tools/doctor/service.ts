import { connect } from 'node:net';
import type { System } from '@stablecoin/contracts';
import type { Configuration, Readiness } from '@stablecoin/host';
import { HttpClient } from '@stablecoin/security';
import { fail, ok, warn, type DoctorFinding } from './finding';

/** Whether the service answers. */
export interface RunningService {
  readonly isRunning: boolean;
}

interface Asked {
  readonly url: string | undefined;
  /** An API key with system:read; null: none is known. */
  readonly key: string | null;
}

const ANSWER_MS = 5_000;
const http = new HttpClient({ bytesMax: 10_000_000 });
/** Positions that a read model or an outbox may be behind: some seconds under load. */
const BEHIND_MOST = 20_000;

/** The service as it answers, with its own health checks and alarms; or whether it could listen. */
export async function checkService(
  { host, port, metricsPort }: Pick<Configuration, 'host' | 'port' | 'metricsPort'>,
  { url, key }: Asked,
): Promise<{ readonly findings: readonly DoctorFinding[]; readonly service: RunningService }> {
  const near = nearest(host);
  const base = (url ?? `http://${near.includes(':') ? `[${near}]` : near}:${port}`).replace(/\/+$/, '');
  const live = port === 0 && url === undefined ? null : await read<{ readonly live?: boolean }>(`${base}/health/live`);
  if (live?.body?.live === true) {
    const findings = [...(await checkHealth(base)), ...(await checkAlarms(base, key))];
    return { findings, service: { isRunning: true } };
  }
  const service = { isRunning: false };
  if (url !== undefined) {
    const advice = 'Check the URL, the proxy in front of it, and the log of the service.';
    return { findings: [fail('service', `the service does not answer at ${base}`, advice)], service };
  }
  const ports = [
    ['PORT', port],
    ['METRICS_PORT', metricsPort ?? 0],
  ] as const;
  const taken = await Promise.all(
    ports.map(async ([name, number]) => {
      if (number === 0 || !(await accepts(near, number))) return [];
      const advice = `End that program, or set ${name}.`;
      return [fail('ports', `another program listens on ${name} ${number}`, advice)];
    }),
  );
  const findings = [
    warn(
      'service',
      `the service does not run: nothing answers at ${base}`,
      'Start it with npm start, or name it with --url.',
    ),
    ...taken.flat(),
  ];
  return {
    findings: findings.some(({ check }) => check === 'ports') ? findings : [...findings, ok('ports', 'free')],
    service,
  };
}

async function checkHealth(base: string): Promise<readonly DoctorFinding[]> {
  const { body } = (await read<Readiness>(`${base}/health/ready`)) ?? {};
  if (body?.ready === true) return [ok('service', `${base} is ready`)];
  const down = Object.entries(body?.checks ?? {}).flatMap(([name, check]) =>
    check.status === 'down' ? [`${name}: ${check.reason}`] : [],
  );
  const isStandby = body?.checks['leadership']?.status === 'down';
  if (isStandby) return [ok('service', `${base} stands by: another instance leads`)];
  return [
    fail('service', `${base} is not ready: ${down.join('; ')}`, 'See the lines below, and the log of the service.'),
  ];
}

async function checkAlarms(base: string, key: string | null): Promise<readonly DoctorFinding[]> {
  if (key === null) {
    return [ok('alarms', 'not asked for: set STABLECOIN_API_KEY to a key with system:read')];
  }
  const { status, body } = (await read<System>(`${base}/v1/system`, key)) ?? { status: 0 };
  if (body === undefined || status !== 200) {
    const advice = 'Set STABLECOIN_API_KEY to a key with system:read.';
    return [warn('alarms', `GET /v1/system answers ${status === 0 ? 'nothing' : status}`, advice)];
  }
  const raised = body.alarms.map(({ name, message, severity }) => {
    const advice = `${message} See docs/operations.md#alarms.`;
    return severity === 'critical' ? fail('alarms', name, advice) : warn('alarms', name, advice);
  });
  const behind = body.services.flatMap(({ name, read_models: models, outbox }) =>
    [
      ...models.map((model) => ({ ...model, name: `read model ${model.name}` })),
      ...(outbox === null ? [] : [{ ...outbox, name: `outbox of ${name}` }]),
    ]
      .filter((each) => each.behind > BEHIND_MOST)
      .map((each) =>
        warn('lag', `${each.name} is ${each.behind} events behind`, 'See the log for "cannot update the read model".'),
      ),
  );
  return [
    ...(raised.length > 0 ? raised : [ok('alarms', 'none is raised')]),
    ...(behind.length > 0 ? behind : [ok('lag', 'read models and outboxes follow the events')]),
  ];
}

/** @returns null when nothing answers there; `body` is undefined when the answer is no JSON */
async function read<T>(url: string, key?: string): Promise<{ readonly status: number; readonly body?: T } | null> {
  try {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const answer = await http.request(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
    const text = await answer.text();
    try {
      return { status: answer.status, body: JSON.parse(text) as T };
    } catch {
      return { status: answer.status };
    }
  } catch {
    return null;
  }
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: ANSWER_MS });
    const answer = (accepted: boolean) => (): void => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', answer(true)).once('error', answer(false)).once('timeout', answer(false));
  });
}

/** An address that stands for all of them is no address to call. */
function nearest(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
