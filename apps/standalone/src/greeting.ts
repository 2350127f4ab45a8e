import type { Standalone } from './standalone';

/** What a newcomer needs next; the key is shown at the very first start only. */
export function greeting({ url, firstApiKey }: Pick<Standalone, 'url' | 'firstApiKey'>): string {
  const lines = [`Listening on ${url} (API under ${url}/v1, documentation at ${url}/docs)`];
  if (firstApiKey !== null) {
    lines.push(
      '',
      'This is a first start, so here is a sandbox API key. It is not shown again:',
      '',
      `  ${firstApiKey}`,
      '',
      'Make a payment with it:',
      '',
      `  curl ${url}/v1/payments -H 'authorization: Bearer ${firstApiKey}' -H 'content-type: application/json' \\`,
      `    -d '{"to": "0x52908400098527886E0F7030069857D2E4169EE7", "amount": "12.50"}'`,
      '',
    );
  }
  return lines.join('\n');
}
