/** @needs stack */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { figure } from './figures';
import { Relay } from './relay';
import { describeScenario, expectPaidExactly, resumePaying, WITHIN_MS } from './scenario';
import { SteadyPayments } from './steady-payments';

const TLS = 'docker compose -f docker-compose.yml -f infra/docker/docker-compose.tls.yml up';
/** Whether each connection to PostgreSQL from outside of its container is encrypted. */
const ENCRYPTED =
  'select bool_and(ssl), count(*) > 5 from pg_stat_ssl join pg_stat_activity using (pid) where client_addr is not null';

describeScenario('The stack with docker-compose.tls.yml', (scenario) => {
  let relay: Relay | undefined;

  beforeAll(async () => {
    const { composition } = scenario;
    await composition.follow('node infra/docker/make-env.mjs');
    await composition.follow('infra/docker/make-certificates.sh');
    await figure('The stack with TLS is up after', () => composition.follow(TLS));
  }, WITHIN_MS);

  afterAll(() => relay?.close());

  it(
    'pays, for a client that trusts the authority',
    async () => {
      const { composition } = scenario;
      const ca = readFileSync(join(composition.folder, 'certificates', 'ca.crt'));
      relay = await Relay.open('127.0.0.1', () =>
        connect({ port: composition.httpsPort, ca, servername: 'localhost' }),
      );
      const load = new SteadyPayments(relay.url, composition.key, 'tls');
      await resumePaying(load);
      await expectPaidExactly(load);
    },
    WITHIN_MS,
  );

  it('refuses connections to its servers that are not encrypted', async () => {
    const { composition } = scenario;
    const psql = ['exec', '--no-TTY', 'postgres', 'psql', '--username', 'payments', '--tuples-only', '--no-align'];
    expect((await composition.compose(...psql, '--command', ENCRYPTED)).trim()).toBe('t|t');
    await expect(
      composition.compose(...psql, '--dbname', 'host=postgres user=payments sslmode=disable', '--command', 'select 1'),
    ).rejects.toThrow('no encryption');
    const ping = ['exec', '--no-TTY', 'redis', 'redis-cli', 'ping'];
    await expect(composition.compose(...ping)).rejects.toThrow();
  });
});
