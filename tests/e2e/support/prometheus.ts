import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describeUnlessMissing, eventually } from '@stablecoin/event-sourcing/testing';
import { parse, stringify } from 'yaml';
import { freePort } from '../../../infra/local/ports';
import { ROOT } from './repository';

/** The rules and the configurations of Prometheus. */
export const PROMETHEUS_FOLDER = join(ROOT, 'infra', 'observability', 'prometheus');

/** A rule as its file has it. */
export interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface RuleFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

/** The files with rules, and what is in each. */
export function ruleFiles(): ReadonlyMap<string, RuleFile> {
  const names = readdirSync(PROMETHEUS_FOLDER).filter((name) => /-(rules|alerts)\.yml$/.test(name));
  return new Map(names.map((name) => [name, parse(readFileSync(join(PROMETHEUS_FOLDER, name), 'utf8')) as RuleFile]));
}

/** Every alert, and every recording rule, of every file. */
export function allRules(): readonly Rule[] {
  return [...ruleFiles().values()].flatMap(({ groups }) => groups.flatMap(({ rules }) => rules));
}

/** Describes what needs Prometheus; see {@link describeUnlessMissing}. */
export function describeWithPrometheus(name: string, tests: () => void): void {
  const isThere = ['prometheus', 'promtool'].every((program) => spawnSync(program, ['--version']).status === 0);
  describeUnlessMissing(name, isThere ? undefined : 'Prometheus is missing: apt-get install prometheus', tests);
}

/** A change of an expression, where its threshold would take too long to reach. */
export type Adjustment = readonly [from: string, to: string];

export interface PrometheusOptions {
  /** `host:port` of what serves metrics. */
  readonly target: string;
  /** By alert. */
  readonly adjusted: Readonly<Record<string, readonly Adjustment[]>>;
}

const SCRAPE_MS = 500;
/** By how much time passes faster for the rules: ranges and `for` are divided by it. A minute takes as long as two looks. */
const FASTER = 60_000 / (2 * SCRAPE_MS);
/** What an idle machine does in a tenth of it. */
const FIRED_WITHIN_MS = 120 * SCRAPE_MS;
const RESOLVED_WITHIN_MS = 240 * SCRAPE_MS;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A real Prometheus on the rules of the repository, which looks often. */
export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly url: string,
  ) {}

  static async start(options: PrometheusOptions): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-prometheus-'));
    for (const [name, file] of ruleFiles()) writeFileSync(join(folder, name), stringify(faster(file, options)));
    const often = `${SCRAPE_MS}ms`;
    const labels = { app: 'stablecoin-payments', component: 'standalone' };
    const configuration = {
      global: { scrape_interval: often, scrape_timeout: often, evaluation_interval: often },
      rule_files: ['*.yml'],
      scrape_configs: [
        { job_name: 'test', honor_labels: true, static_configs: [{ targets: [options.target], labels }] },
      ],
    };
    writeFileSync(join(folder, 'prometheus.yaml'), stringify(configuration));
    const port = await freePort();
    const args = [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ];
    const child = spawn('prometheus', args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const prometheus = new Prometheus(child, folder, `http://127.0.0.1:${port}`);
    await eventually(async () => (await fetch(`${prometheus.url}/-/ready`)).ok);
    return prometheus;
  }

  /** The result of an instant query. @throws Error when Prometheus does not take the expression */
  async query(expr: string): Promise<readonly { readonly metric: Readonly<Record<string, string>> }[]> {
    const response = await fetch(`${this.url}/api/v1/query?${new URLSearchParams({ query: expr }).toString()}`);
    const body = (await response.json()) as {
      readonly status: string;
      readonly error?: string;
      readonly data: { readonly result: readonly { readonly metric: Record<string, string> }[] };
    };
    if (body.status !== 'success') throw new Error(`${expr}: ${body.error}`);
    return body.data.result;
  }

  /** The names of the alerts that have fired since the start. */
  async fired(): Promise<ReadonlySet<string>> {
    const series = await this.query('max_over_time(ALERTS{alertstate="firing"}[1h])');
    return new Set(series.map(({ metric }) => metric['alertname'] ?? ''));
  }

  /**
   * Resolves when the alerts have fired, all at once or one after the other.
   *
   * @param meanwhile - is called again and again until then: makes what they are about
   */
  async untilFired(
    names: readonly string[],
    meanwhile: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    const deadline = Date.now() + FIRED_WITHIN_MS;
    for (let silent = names; ;) {
      await Promise.all([meanwhile(), pause(SCRAPE_MS)]);
      const fired = await this.fired();
      silent = silent.filter((name) => !fired.has(name));
      if (silent.length === 0) return;
      if (Date.now() > deadline) throw new Error(`no alert ${silent.join(', ')}`);
    }
  }

  /** Resolves when none of the alerts fires. */
  async untilResolved(names: readonly string[]): Promise<void> {
    const deadline = Date.now() + RESOLVED_WITHIN_MS;
    for (;;) {
      const series = await this.query('ALERTS{alertstate="firing"}');
      const firing = series.map(({ metric }) => metric['alertname'] ?? '').filter((name) => names.includes(name));
      if (firing.length === 0) return;
      if (Date.now() > deadline) throw new Error(`still firing: ${firing.join(', ')}`);
      await pause(SCRAPE_MS);
    }
  }

  async end(): Promise<void> {
    if (this.child.exitCode === null) {
      const exited = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await exited;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The same rules, for which time passes faster. @throws Error when an adjustment finds nothing to adjust */
function faster(file: RuleFile, { adjusted }: PrometheusOptions): RuleFile {
  const scaled = (count: string, unit: string): string => `${(Number(count) * (UNIT_MS[unit] ?? 0)) / FASTER}ms`;
  const exprOf = ({ alert = '', expr }: Rule): string => {
    let text = expr;
    for (const [from, to] of adjusted[alert] ?? []) {
      if (!text.includes(from)) throw new Error(`${alert} has no "${from}" to adjust`);
      text = text.replaceAll(from, to);
    }
    return text
      .replace(/\[(\d+)([smhd])\]/g, (_, count: string, unit: string) => `[${scaled(count, unit)}]`)
      .replace(/offset (\d+)([smhd])/g, (_, count: string, unit: string) => `offset ${scaled(count, unit)}`);
  };
  return {
    groups: file.groups.map(({ name, rules }) => ({
      name,
      rules: rules.map((rule) => {
        const [, count = '0', unit = 's'] = /^(\d+)([smhd])$/.exec(rule.for ?? '') ?? [];
        const held = rule.for === undefined ? {} : { for: scaled(count, unit) };
        return { ...rule, expr: exprOf(rule), ...held };
      }),
    })),
  };
}
