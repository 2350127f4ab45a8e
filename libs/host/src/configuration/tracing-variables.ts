import { invalidSetting, parser, valid, type Parser } from './parsers/parser';
import { text, wordOf } from './parsers/scalars';
import { serverUrl } from './parsers/server-url';
import { optional, secret, variable } from './variable';

/** A share of all, 0 to 1. */
const share: Parser<number> = parser('a number, 0 to 1', (value) => {
  const number = /^(0|1|0?\.\d{1,9}|[01]\.\d{1,9})$/.test(value) ? Number(value) : NaN;
  return number >= 0 && number <= 1 ? number : undefined;
});

/** Headers as OpenTelemetry writes them: values are percent-encoded. */
const headers: Parser<Readonly<Record<string, string>>> = {
  takes: 'comma-separated name=value, percent-encoded',
  parse: (given) => {
    const read: Record<string, string> = {};
    for (const pair of given.split(',')) {
      const [, name = '', value = ''] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(\S+)\s*$/.exec(pair) ?? [];
      if (name === '') return invalidSetting();
      try {
        read[name] = decodeURIComponent(value);
      } catch {
        return invalidSetting('a value is not percent-encoded');
      }
    }
    return valid(read);
  },
};

/** Variables of traces. Their names and values are those of the OpenTelemetry specification. */
export const TRACING_VARIABLES = {
  otlpEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    serverUrl(['http', 'https']),
    'Collector that traces are sent to, as OTLP over HTTP; /v1/traces is added. Default: nothing is traced.',
  ),
  otlpProtocol: variable(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    wordOf('http/protobuf', 'http/json'),
    'http/protobuf',
    'How traces are written. As JSON they are three times as long.',
  ),
  otlpHeaders: secret(
    'OTEL_EXPORTER_OTLP_HEADERS',
    headers,
    'Headers of each request to the collector, such as its API key.',
  ),
  tracesSampler: variable(
    'OTEL_TRACES_SAMPLER',
    wordOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'parentbased_always_on',
    'Which traces are recorded. parentbased: a client that sends traceparent decides for its requests.',
  ),
  tracesSamplerArg: variable(
    'OTEL_TRACES_SAMPLER_ARG',
    share,
    '1',
    'Share of the traces that traceidratio records, such as 0.1.',
  ),
  otelServiceName: optional(
    'OTEL_SERVICE_NAME',
    text('a name of up to 255 visible characters', /^[!-~]{1,255}$/),
    'Name of this process in traces. Default: stablecoin-payments, or stablecoin- and the name of the one service in the process.',
  ),
};
