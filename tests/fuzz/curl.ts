import type { Api } from '../e2e/support/api';
import type { FilledRequest } from './send-fuzzed';

/** A command line that sends a request again. The key of the tests is no secret. */
export function curlOf({ baseUrl, key }: Api, { method, path, options }: FilledRequest): string {
  const { body, rawBody, headers } = options;
  const bytes = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const sent = {
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    ...(bytes === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  const url = path.startsWith('//') ? `${baseUrl}${path.slice(1)}` : `${baseUrl}/v1${path}`;
  return [
    ...(bytes === undefined ? [] : [`base64 -d <<< ${Buffer.from(bytes).toString('base64')} |`]),
    `curl -i -X ${method} ${quoted(url)}`,
    ...Object.entries(sent).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(bytes === undefined ? [] : ['--data-binary @-']),
  ].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
