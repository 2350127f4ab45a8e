export { openTracing } from './open-tracing';
export type { TracingParts, TracingSettings } from './open-tracing';
export { silentTracing } from './tracing';
export type { RequestSpan, Tracing } from './tracing';
