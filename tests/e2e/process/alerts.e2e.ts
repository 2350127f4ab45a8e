/**
 * @needs own-service
 * @slow 110
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeTables } from '@stablecoin/event-sourcing';
import { METRIC_DESCRIPTIONS } from '@stablecoin/host';
import { openDatabase } from '@stablecoin/stores';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { KyselyDeadLetters } from '@stablecoin/messaging';
import type { DeadLettersDatabase } from '@stablecoin/messaging';
import { sql } from 'kysely';
import { parse } from 'yaml';
import { freePorts } from '../../../infra/local/ports';
import { keyOf } from '../support/accounts';
import { Api, type ApiResponse } from '../support/api';
import { BuiltService } from '../support/built-service';
import { ensureBuilt } from '../support/ensure-built';
import { EVM_RECIPIENT, NEVER_SCREENED, paymentIdOf } from '../support/payments';
import { allRules, describeWithPrometheus, Prometheus, PROMETHEUS_FOLDER } from '../support/prometheus';
import { ROOT, textOf } from '../support/repository';
import { testEnvironment } from '../support/test-environment';
import { WebhookSink } from '../support/webhook-sink';

jest.setTimeout(120_000);
/** The alerts that fire and resolve here. `alerts.test.yml` has the others. */
const LIVE = {
  starts: ['InstanceDown', 'DeadLetters'],
  webhooks: ['WebhooksFailing', 'WebhookEndpointFailing', 'WebhookEndpointDisabled'],
  payments: ['PaymentsFailing', 'PaymentsStuck', 'SettlementSlow', 'ReservationsOverdue', 'ScreeningFailing'],
  load: ['RequestsTurnedAway'],
  readModel: ['ReadModelFailing', 'ReadModelBehind', 'RelayFailing'],
  disk: ['EventStoreCannotWrite', 'HttpErrors'],
};
/** The sandbox stands for the chains. */
const IN_SANDBOX = ['mode="live"', 'mode="test"'] as const;
const ADJUSTED = {
  PaymentsFailing: [IN_SANDBOX],
  PaymentsStuck: [IN_SANDBOX, ['> 1800', '> 0.5']],
  SettlementSlow: [IN_SANDBOX, ['> 600', '> 1']],
  ReadModelBehind: [['> 30', '> 0.3']],
  WebhookEndpointDisabled: [['[1h]', '[20m]']],
} as const;
const ENVIRONMENT = {
  ...testEnvironment(),
  BOOTSTRAP_API_KEYS: `${keyOf('alerts', 'enterprise')}:alerts:enterprise`,
  LOG_LEVEL: 'info',
  RESERVATION_OVERDUE_MS: '500',
  REQUESTS_IN_PROGRESS_MAX: '16',
  REQUESTS_QUEUED_MAX: '16',
  WEBHOOK_SCHEDULE: ['0ms', ...Array.from({ length: 99 }, () => '250ms')].join(),
};
const ACCOUNT = 'alerts';

const ORDER = { amount: '1.00', to: EVM_RECIPIENT, chain: 'base' };
/** Settles after three seconds, fails on chain, and is never screened. */
const SLOW = { amount: '10.000101', to: EVM_RECIPIENT, chain: 'ethereum' };
const REVERTED = { amount: '10.000201', to: EVM_RECIPIENT, chain: 'base' };
const unscreened = (country_code: string) => ({ amount: '10.00', to: NEVER_SCREENED, country_code });

/** What `promtool test rules` looks for, and whether there has to be something. */
interface InventedSeries {
  readonly tests: readonly {
    readonly promql_expr_test: readonly { readonly expr: string; readonly exp_samples: readonly object[] }[];
  }[];
}

describe('Alerts', () => {
  it('each fires and resolves in a test: here, or in alerts.test.yml', () => {
    const { tests } = parse(readFileSync(join(PROMETHEUS_FOLDER, 'alerts.test.yml'), 'utf8')) as InventedSeries;
    const names = allRules().flatMap(({ alert }) => (alert === undefined ? [] : [alert]));
    const live = Object.values(LIVE).flat();
    const untested = names.filter((name) => {
      const isOnSeries = tests.some(({ promql_expr_test: looks }) => {
        const counts = looks.filter(({ expr }) => expr.includes(`"${name}"`)).map((look) => look.exp_samples.length);
        return counts.includes(1) && counts.at(-1) === 0;
      });
      return !live.includes(name) && !isOnSeries;
    });
    expect(untested).toEqual([]);
    expect(live.filter((name) => !names.includes(name))).toEqual([]);
    expect(names.length).toBe(new Set(names).size);
  });
});

describeWithPrometheus('A real Prometheus on the running service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-alerts-'));
  const logFile = join(folder, 'service.log');
  const api = (): Api => new Api(service.url, keyOf(ACCOUNT, 'enterprise'));
  let service: BuiltService;
  let prometheus: Prometheus;
  let sink: WebhookSink;
  let start: () => Promise<BuiltService>;
  /** Of what has started. */
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    ensureBuilt();
    await addDeadLetter(folder);
    const [port = 0, metricsPort = 0] = await freePorts(2);
    const environment = { ...ENVIRONMENT, METRICS_PORT: String(metricsPort) };
    const log = (text: string): void => appendFileSync(logFile, text);
    start = () => BuiltService.start({ dataFolder: folder, environment, port, onOutput: log });
    const target = `127.0.0.1:${metricsPort}`;
    sink = await WebhookSink.open();
    ends.push(() => sink.close());
    prometheus = await Prometheus.start({ target, adjusted: ADJUSTED });
    ends.push(() => prometheus.end());
    service = await start();
    ends.push(() => service.end('SIGKILL'));
  });

  afterAll(async () => {
    await Promise.all(ends.map((end) => end()));
    rmSync(folder, { recursive: true, force: true });
  });

  it('tells of an instance that is down, and of dead letters', async () => {
    await prometheus.untilFired(['DeadLetters']);
    await service.end('SIGKILL');
    await prometheus.untilFired(['InstanceDown']);
    service = await start();
    const { body } = await api().get('/dead_letters');
    const [letter] = body['data'] as readonly { readonly id: string }[];
    expect((await api().post(`/dead_letters/${letter?.id}/redrive`)).status).toBe(200);
  });

  it('tells of webhook endpoints that fail, and of one that is disabled', async () => {
    sink.answer(({ path }) => ({ status: path?.endsWith('gone') === true ? 410 : 500 }));
    for (const name of ['gone', 'broken']) {
      await api().post('/webhook_endpoints', { url: `${sink.url}/${name}`, events: ['payment.settled'] });
    }
    expect((await api().post('/payments', ORDER)).status).toBe(201);
    await prometheus.untilFired(['WebhooksFailing', 'WebhookEndpointDisabled']);
  });

  it('tells of payments that fail, wait or settle late, and of a screening that does not answer', async () => {
    const answers = ['AT', 'BE', 'CH'].map(unscreened).map((order) => api().post('/payments', order));
    await prometheus.untilFired(LIVE.payments, async () => {
      answers.push(api().post('/payments', SLOW));
      await api().post('/payments', REVERTED);
    });
    const [unanswered] = await Promise.all(answers);
    const lines = linesOf(paymentIdOf(unanswered as ApiResponse));
    expect(lines.some((line) => line.endsWith('compliance: a provider did not answer'))).toBe(true);
    expect(lines.filter((line) => line.endsWith('info gateway: request'))).toHaveLength(1);
  });

  it('tells of requests that are turned away', async () => {
    await prometheus.untilFired(LIVE.load, () =>
      Promise.all(Array.from({ length: 200 }, () => api().get('/payments?limit=100'))),
    );
  });

  it('tells of a read model and a relay that cannot write', async () => {
    const { db, close } = openDatabase<unknown>(`sqlite:${join(folder, 'treasury.db')}`);
    try {
      await sql`alter table checkpoints rename to checkpoints_away`.execute(db);
      await prometheus.untilFired(LIVE.readModel, () => api().post('/payments', ORDER));
    } finally {
      await sql`alter table checkpoints_away rename to checkpoints`.execute(db);
      await close();
    }
  });

  it('tells of events that cannot be stored, and of the errors that clients get', async () => {
    fileSizeMax(service.pid, '1');
    await prometheus.untilFired(LIVE.disk, () => api().post('/payments', ORDER));
    fileSizeMax(service.pid, 'unlimited');
  });

  it('tells when each of them is over', async () => {
    await prometheus.untilFired(LIVE.webhooks);
    sink.answer(() => ({ status: 200 }));
    await eventually(async () => (await api().post('/payments', ORDER)).status === 201);
    await prometheus.untilResolved(Object.values(LIVE).flat());
  });

  /** The lines of one payment in the log, by the query of the documentation. */
  function linesOf(paymentId: string): readonly string[] {
    const [, query = ''] = /^jq -rn --arg id "\$PAYMENT" '\n([^']*)'/m.exec(textOf('docs/observability.md')) ?? [];
    const log = execFileSync('grep', ['^{', logFile], { encoding: 'utf8' });
    const lines = execFileSync('jq', ['-rn', '--arg', 'id', paymentId, query], { input: log, encoding: 'utf8' });
    return lines.trim().split('\n');
  }

  it('answers every query of the dashboards, from metrics that there are', async () => {
    const documented = Object.keys(METRIC_DESCRIPTIONS);
    const recorded = new Set(allRules().map(({ record }) => record));
    let answered = 0;
    const queries = dashboardQueries();
    for (const query of queries) {
      const expr = query.replaceAll('$__rate_interval', '30s').replaceAll('$mode', 'test');
      if ((await prometheus.query(expr)).length > 0) answered++;
      const names = [...expr.matchAll(/(?<![\w:])stablecoin_(\w+?)(?:_bucket)?\b/g)].map(([, name = '']) => name);
      expect([expr, names.filter((name) => !documented.includes(name) && !recorded.has(`stablecoin_${name}`))]).toEqual(
        [expr, []],
      );
    }
    // The others are of live chains, Kafka, EventStoreDB or several instances.
    expect(answered / queries.length).toBeGreaterThan(0.6);
  });
});

/** How long a file of the process may become, in bytes: as on a full disk. */
function fileSizeMax(pid: number, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}

/** An order that was given up before the service was started. */
async function addDeadLetter(folder: string): Promise<void> {
  const { db, close } = openDatabase<DeadLettersDatabase>(`sqlite:${join(folder, 'messaging.db')}`);
  const letters = await changeTables(db, (trx) => KyselyDeadLetters.open(trx)).then(() => KyselyDeadLetters.open(db));
  const paymentId = 'pay_01JD8Z5M3V7T9G2K4XQW6N0B1C';
  const data = {
    ...{ paymentId, to: EVM_RECIPIENT, amount: '12500000', currency: 'USDC', chain: 'auto', candidates: ['base'] },
    ...{ from: null, memo: null, compliance: 'auto', complianceRef: null, countryCode: null, idempotencyKey: null },
  } as const;
  const about = { time: Date.now(), account: ACCOUNT, livemode: false, correlationId: 'req_1', causationId: 'req_1' };
  const message = { ...about, id: 'req_1', type: 'payment.InitiatePayment', key: paymentId, data } as const;
  const failure = { cause: 'Error: disk is full', attempts: 8, failedAt: Date.now() };
  await letters.add({ consumer: 'payment', topic: 'payment.commands.v1', message, ...failure });
  await close();
}

/** The expressions of every panel of every dashboard. */
function dashboardQueries(): readonly string[] {
  const dashboards = join(ROOT, 'infra', 'observability', 'grafana', 'dashboards');
  return readdirSync(dashboards).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(join(dashboards, file), 'utf8')) as {
      readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
    };
    return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  });
}
