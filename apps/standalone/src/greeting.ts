import { join } from 'node:path';
import type { Standalone } from './standalone';

/** What a newcomer needs next; the key is shown at the very first start only. */
export function greeting(
  standalone: Pick<Standalone, 'url' | 'consoleUrl' | 'firstApiKey' | 'firstLiveApiKey' | 'runtime'>,
): string {
  const { url, consoleUrl, firstApiKey, firstLiveApiKey, runtime } = standalone;
  const lines = [`Listening on ${url} (API under ${url}/v1, documentation at ${url}/docs)`];
  if (consoleUrl !== null) lines.push(`Console at ${consoleUrl}`);
  if (runtime.configuration.chains === 'local') {
    lines.push(
      '',
      `Live mode pays on local chains, described in ${join(runtime.configuration.dataDir, 'local-chains.json')}: transactions are real there, money is not.`,
      "The sandbox's provider screens live payments too, as long as the chains are local.",
    );
  }
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
  if (firstLiveApiKey !== null) {
    lines.push('And a key for live mode on the local chains:', '', `  ${firstLiveApiKey}`, '');
  }
  return lines.join('\n');
}
