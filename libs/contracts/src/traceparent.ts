/** W3C Trace Context, version 00: the id of the trace, the id of the parent span, and the flags. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const TRACE_ID = { from: 3, to: 35 };
const SPAN_ID = { from: 36, to: 52 };
const FLAGS_AT = 53;
const SAMPLED = 0x01;

/** The fields by which a line of the log is found with its trace; none when there is no trace. */
export function traceFields(traceparent: string | undefined): { readonly trace_id?: string } {
  return traceparent !== undefined && isTraceparent(traceparent) ? { trace_id: traceIdOf(traceparent) } : {};
}

/** Whether a text is a `traceparent` that can be continued. */
export function isTraceparent(text: string): boolean {
  return TRACEPARENT.test(text);
}

/** The id of the trace: 32 characters in hex. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(TRACE_ID.from, TRACE_ID.to);
}

/** The id of the parent span: 16 characters in hex. */
export function spanIdOf(traceparent: string): string {
  return traceparent.slice(SPAN_ID.from, SPAN_ID.to);
}

/** Whether the trace is recorded. */
export function isSampled(traceparent: string): boolean {
  return (parseInt(traceparent.slice(FLAGS_AT), 16) & SAMPLED) === SAMPLED;
}
