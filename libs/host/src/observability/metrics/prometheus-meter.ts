import type { Meter } from '@stablecoin/event-sourcing';
// Loaded with the first meter: `.swcrc` has it among what is loaded late, since most processes serve no metrics.
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import { METRIC_DESCRIPTIONS } from './metric-descriptions';

type Labels = Readonly<Record<string, string>>;

const PREFIX = 'stablecoin_';

/** Label values come from code, not from clients; this holds where one does after all. */
const SERIES_MAX = 500;

/** From half a millisecond to an hour, in seconds: a settlement on a slow chain takes many minutes. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600, 3_600];
/** Buckets for sizes, attempts and other counts. */
const POWERS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192];

const NO_LABELS: Labels = {};

/** All that a meter has counted, as JSON. */
export type CollectedMetrics = MetricObjectWithValues<MetricValue<string>>[];

interface Series {
  readonly labelNames: string;
  /** The label values seen so far. */
  readonly known: Set<string>;
}

interface Readings extends Series {
  readonly reads: Map<string, { readonly labels: Labels; readonly read: () => number | Promise<number> }>;
}

/**
 * Metrics in Prometheus' form. Each name is registered when it is first used, under the prefix `stablecoin_`. A
 * metric never makes what it measures fail: a series too many, or with other labels than the first, or a gauge that
 * cannot be read, is dropped and counted in `stablecoin_metrics_dropped_total`.
 */
export class PrometheusMeter implements Meter {
  readonly #registry = new Registry();
  readonly #elsewhere: (() => Promise<CollectedMetrics>)[] = [];
  readonly #counters = new Map<string, Series & { readonly metric: Counter }>();
  readonly #histograms = new Map<string, Series & { readonly metric: Histogram }>();
  readonly #gauges = new Map<string, Readings>();
  readonly #dropped = new Counter({
    name: `${PREFIX}metrics_dropped_total`,
    help: METRIC_DESCRIPTIONS['metrics_dropped_total'] ?? '',
    labelNames: ['metric'],
    registers: [this.#registry],
  });

  constructor({ processMetrics = false }: { readonly processMetrics?: boolean } = {}) {
    if (processMetrics) collectDefaultMetrics({ register: this.#registry });
  }

  count(name: string, labels: Labels = NO_LABELS, by = 1): void {
    let series = this.#counters.get(name);
    if (series === undefined) {
      series = { ...newSeries(labels), metric: new Counter(this.#describe(name, labels)) };
      this.#counters.set(name, series);
    }
    if (this.#admits(name, series, labels)) series.metric.inc(labels, by);
  }

  gauge(name: string, labels: Labels, read: () => number | Promise<number>): void {
    let series = this.#gauges.get(name);
    if (series === undefined) {
      const dropped = this.#dropped;
      const readings: Readings = { ...newSeries(labels), reads: new Map() };
      new Gauge({
        ...this.#describe(name, labels),
        async collect() {
          // What cannot be read, because its database is closing for instance, hides none of the others.
          const collected = [...readings.reads.values()].map(async ({ labels, read }) =>
            this.set(labels, await read()),
          );
          const failed = (await Promise.allSettled(collected)).filter(({ status }) => status === 'rejected');
          if (failed.length > 0) dropped.inc({ metric: name }, failed.length);
        },
      });
      this.#gauges.set(name, (series = readings));
    }
    if (this.#admits(name, series, labels)) series.reads.set(valuesOf(labels), { labels, read });
  }

  observe(name: string, value: number, labels: Labels = NO_LABELS): void {
    let series = this.#histograms.get(name);
    if (series === undefined) {
      const buckets = name.endsWith('_seconds') ? SECONDS : POWERS;
      series = { ...newSeries(labels), metric: new Histogram({ ...this.#describe(name, labels), buckets }) };
      this.#histograms.set(name, series);
    }
    if (this.#admits(name, series, labels)) series.metric.observe(labels, value);
  }

  /** Adds what another thread of the process has counted. */
  include(elsewhere: () => Promise<CollectedMetrics>): void {
    this.#elsewhere.push(elsewhere);
  }

  /** Everything that was counted here. */
  collect(): Promise<CollectedMetrics> {
    return this.#registry.getMetricsAsJSON();
  }

  /** Everything, in Prometheus' text format. */
  async text(): Promise<string> {
    if (this.#elsewhere.length === 0) return this.#registry.metrics();
    const collected = await Promise.all([this.collect(), ...this.#elsewhere.map((collect) => collect())]);
    return AggregatorRegistry.aggregate(collected).metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  #describe(name: string, labels: Labels) {
    return {
      name: PREFIX + name,
      help: METRIC_DESCRIPTIONS[name] ?? name.replaceAll('_', ' '),
      labelNames: Object.keys(labels),
      registers: [this.#registry],
    };
  }

  #admits(name: string, series: Series, labels: Labels): boolean {
    const values = valuesOf(labels);
    if (series.known.has(values)) return true;
    if (series.known.size < SERIES_MAX && namesOf(labels) === series.labelNames) {
      series.known.add(values);
      return true;
    }
    this.#dropped.inc({ metric: name });
    return false;
  }
}

function newSeries(labels: Labels): Series {
  return { labelNames: namesOf(labels), known: new Set() };
}

function namesOf(labels: Labels): string {
  return Object.keys(labels).sort().join();
}

/** Key of one series. It includes the label names, so that equal values of different labels differ. */
function valuesOf(labels: Labels): string {
  let values = '';
  for (const name in labels) values += `${name}\u0000${labels[name] ?? ''}\u0000`;
  return values;
}
