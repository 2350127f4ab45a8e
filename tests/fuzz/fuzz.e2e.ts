/**
 * @needs own-service e2e-node
 * @slow 40
 */
import { randomInt } from 'node:crypto';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../e2e/support/api';
import { useIsolatedService } from './isolated-service';
import { KnownIds } from './known-ids';
import { attestationOf } from '../e2e/support/attestations';
import { OPERATIONS } from '../e2e/support/openapi';
import { EVM_RECIPIENT, fundedWallet } from '../e2e/support/payments';
import { MAGIC } from '../e2e/support/screenings';
import { PUBLIC_ADDRESSES } from './ssrf-names';
import { ssrfUrls } from './ssrf-urls';
import { Stranger, type Finding } from './stranger';

/** `npm run fuzz -- --seconds 600` looks longer; with `--seed 1234` it sends what the round of that seed has sent. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
/** Rounds as `npm run test:full` runs them, unless a campaign says how long. */
const ROUNDS = process.env['E2E_NODE'] === undefined ? 40 : 4;
const SECONDS = process.env['FUZZ_SECONDS'] === undefined ? null : Number(process.env['FUZZ_SECONDS']);
const SHOWS_PROGRESS = process.env['FUZZ_PROGRESS'] === '1';
const ROUND = 200;
const FINDINGS_MAX = 20;

describe(`whatever a stranger sends (FUZZ_SEED=${SEED})`, () => {
  const service = useIsolatedService({ WEBHOOK_ALLOW_PRIVATE: 'none', WEBHOOK_SCHEDULE: '0ms,10ms' });

  it(
    'no fault, no answer that is not documented, nothing of another tenant, no private address reached',
    async () => {
      const marker = `owned-${randomInt(2 ** 40).toString(36)}`;
      const owner = service.api.as('tenants_c');
      const foreign = new KnownIds();
      foreign.learn(await belongings(owner, marker));
      const before = await stateOf(owner);

      const api = service.api.as('fuzz');
      const stranger = new Stranger({ api, foreign, marker, urls: ssrfUrls(service.listener.port) });
      const findings: Finding[] = [];
      const startedAt = Date.now();
      const isOver = (seed: number): boolean =>
        SECONDS === null ? seed === SEED + ROUNDS : Date.now() - startedAt >= SECONDS * 1_000;
      for (let seed = SEED; !isOver(seed) && findings.length < FINDINGS_MAX; seed++) {
        await api.post('/sandbox/faucet', { chain: 'base', amount: '1000.00' });
        const found = await stranger.round(seed, ROUND);
        findings.push(...found);
        if (SHOWS_PROGRESS) process.stderr.write(progress(stranger, seed));
        for (const { command, problems } of found) {
          process.stderr.write(`\n--seed ${seed}\n${problems.join('\n')}\n${command}\n`);
        }
      }

      expect(findings).toEqual([]);
      expect(stranger.sent).toBeGreaterThanOrEqual(ROUND);
      expect(service.listener.reached).toEqual([]);
      expect(service.network.tried.filter(({ address }) => !PUBLIC_ADDRESSES.some((each) => each === address))).toEqual(
        [],
      );
      expect(await stateOf(owner)).toEqual(before);
      if (SHOWS_PROGRESS) process.stderr.write(`\n${stranger.sent} sent, nothing found\n`);
    },
    (SECONDS ?? 180) * 1_000 + 120_000,
  );
});

function progress({ sent, slowOnce }: Stranger, seed: number): string {
  return `\rseed ${seed}: ${sent} sent, ${slowOnce} slow once `;
}

/** One object of each kind, with a marker in all that may carry one. @returns what says their ids */
async function belongings(api: Api, marker: string): Promise<string> {
  const { id: from } = await fundedWallet(api, { usdc: '100.00', spend_limit: '1.00' });
  const answers = [
    await api.post('/wallets', { owner: `agent:${marker}`, chain: 'base', label: marker }),
    await api.post('/payments', { to: EVM_RECIPIENT, amount: '5.00', memo: marker }),
    await api.post('/payments', { to: EVM_RECIPIENT, amount: '5.00', memo: marker, from }),
    await api.post('/compliance/check', { address: MAGIC.evm('d005'), country_code: 'DE' }),
    await api.post('/compliance/attestations', attestationOf({ reference: marker })),
    await api.post('/webhook_endpoints', {
      url: 'http://hooks.example.com/',
      description: marker,
      events: ['treasury.low_balance'],
    }),
    await api.post('/api_keys', { name: marker }),
    await api.post('/rules/drafts', { rules: [{ name: 'own', effect: 'allow' }] }),
    await eventually(async () => {
      const events = await api.get('/events?limit=1');
      return events.text.includes('evt_') && events;
    }),
  ];
  return [from, ...answers.map(({ text }) => text)].join(' ');
}

/** All that an account can see of itself and that does not move by itself. */
async function stateOf(api: Api): Promise<readonly unknown[]> {
  const lists = ['/wallets', '/webhook_endpoints', '/payments', '/treasury/settings', '/treasury/balance'];
  expect(lists.every((path) => OPERATIONS.some((each) => each.path === path))).toBe(true);
  const answers = await Promise.all(lists.map((path) => api.get(path)));
  return answers.map(({ body }) => ({ ...body, as_of: null, data: still(body['data']) }));
}

/** An approval and a review end by themselves, and the payment with them. */
function still(data: unknown): unknown {
  return Array.isArray(data)
    ? data.filter((each: { status?: unknown }) => each.status !== 'failed' && each.status !== 'pending')
    : data;
}
