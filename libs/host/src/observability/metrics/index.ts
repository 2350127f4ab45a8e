export { METRIC_DESCRIPTIONS } from './metric-descriptions';
export { MetricsServer } from './metrics-server';
export { PrometheusMeter } from './prometheus-meter';
export type { CollectedMetrics } from './prometheus-meter';
export { silentMeter } from './silent-meter';
