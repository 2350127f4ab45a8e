export { MetricsServer } from './metrics-server';
export { PrometheusMeter } from './prometheus-meter';
export type { CollectedMetrics } from './prometheus-meter';
export { silentMeter } from './silent-meter';
