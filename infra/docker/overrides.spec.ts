import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SERVICES, SERVICES_BEHIND_GATEWAY } from '@stablecoin/contracts';
import { envExample, readConfiguration } from '@stablecoin/host';
import { ComposeFile, ROOT } from './compose-file';

const BASE = new ComposeFile('docker-compose.yml');
const SCALE = new ComposeFile('infra/docker/docker-compose.scale.yml');
const TLS = new ComposeFile('infra/docker/docker-compose.tls.yml');
/** Of Node itself. */
const NODE_VARIABLES = ['NODE_EXTRA_CA_CERTS'];

describe.each([
  ['scale', SCALE],
  ['tls', TLS],
])('docker-compose.%s.yml', (_name, override) => {
  it.each(SERVICES)('gives the %s service what it reads, and nothing else', (service) => {
    const known = [...envExample().matchAll(/^(?:# )?([A-Z_]+)(?==)/gm)].map(([, name]) => name);
    const own = override.environmentOf(service);
    expect(Object.keys(own).filter((name) => !known.includes(name) && !NODE_VARIABLES.includes(name))).toEqual([]);
    expect(() => readConfiguration({ ...BASE.environmentOf(service), ...own })).not.toThrow();
  });

  it('adds the proxy alone: pinned, without privileges or a place to write, with its configuration', () => {
    const added = Object.entries(override.services).filter(([name]) => !(name in BASE.services));
    expect(added.map(([name]) => name)).toEqual(['proxy']);
    for (const [, { image, volumes: [configuration = ''] = [], ...proxy }] of added) {
      expect(image).toMatch(/:\d+\.\d+[\w.-]*$/);
      expect(proxy).toMatchObject({ read_only: true, cap_drop: ['ALL'], mem_limit: expect.any(String) as string });
      expect(existsSync(join(ROOT, configuration.split(':')[0] ?? ''))).toBe(true);
    }
  });

  it('lets nobody past the proxy, and believes what that says of the caller', () => {
    expect(override.services['gateway']?.ports).toEqual([]);
    expect(override.environmentOf('gateway')).toMatchObject({ TRUST_PROXY: '1' });
  });
});

it('scales with as many partitions as the tool for topics takes', () => {
  expect(SCALE.services['topics']?.command?.slice(0, 1)).toEqual(BASE.services['topics']?.command);
  expect(SCALE.services['topics']?.command).toContain('--partitions');
});

describe('docker-compose.together.yml', () => {
  const TOGETHER = new ComposeFile('infra/docker/docker-compose.together.yml');
  const SHARING = SERVICES_BEHIND_GATEWAY;

  it('runs every service behind the gateway in one process, under the names of all, and starts no other', () => {
    const { prometheus, ...sharing } = TOGETHER.services;
    expect(Object.keys(sharing).sort()).toEqual([...SHARING].sort());
    expect(prometheus?.command?.[0]).toBe('--config.file=/etc/stablecoin-payments/together.yml');
    const { payment, ...others } = sharing;
    const environment = { ...BASE.environmentOf('payment'), ...TOGETHER.environmentOf('payment') };
    expect(readConfiguration(environment).services).toEqual(SHARING);
    const names = ['payment', ...(payment?.networks?.['default']?.aliases ?? [])];
    const asked = Object.values(readConfiguration(BASE.environmentOf('gateway')).queryUrls);
    expect(names.map((name) => `http://${name}:3001`).sort()).toEqual(asked.sort());
    expect(Object.values(others).map(({ deploy }) => deploy)).toEqual(Object.keys(others).map(() => ({ replicas: 0 })));
  });

  it('starts a file that there is', () => {
    expect(TOGETHER.services['payment']?.command).toEqual(['services']);
    expect(existsSync(join(ROOT, 'apps', 'standalone', 'src', 'services.ts'))).toBe(true);
  });
});

it('gives every service, and the tool for keys, the variables of live mode and the keystores', () => {
  const live = new ComposeFile('infra/docker/docker-compose.live.yml');
  expect(Object.keys(live.services).sort()).toEqual([...SERVICES, 'keys'].sort());
  for (const service of Object.values(live.services)) {
    expect(service).toEqual({ env_file: ['${LIVE_ENV:-live.env}'], volumes: ['${KEYS:-./keys}:/keys:ro'] });
  }
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['live.env', 'keys']));
});

describe('with TLS', () => {
  it('has every certificate that it mounts from make-certificates.sh, signed by the authority', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'stablecoin-payments-certificates-')), 'certificates');
    try {
      const script = join(ROOT, 'infra', 'docker', 'make-certificates.sh');
      execFileSync(script, { env: { ...process.env, CERTIFICATES: folder }, stdio: 'ignore' });
      const mounted = [...TLS.text.matchAll(/\$\{CERTIFICATES:-\.\/certificates\}\/([\w.]+):/g)].map(
        ([, file = '']) => file,
      );
      expect(mounted.length).toBeGreaterThan(8);
      for (const file of new Set(mounted)) {
        expect([file, existsSync(join(folder, file))]).toEqual([file, true]);
        if (!file.endsWith('.crt') && !file.endsWith('.pem')) continue;
        const args = ['verify', '-CAfile', join(folder, 'ca.crt'), join(folder, file)];
        expect(execFileSync('openssl', args, { encoding: 'utf8' })).toMatch(/: OK\n$/);
      }
    } finally {
      rmSync(dirname(folder), { recursive: true, force: true });
    }
  });

  it.each([...SERVICES, 'keys'])('the %s service checks who answers, and says who it is', (service) => {
    const configuration = readConfiguration({ ...BASE.environmentOf(service), ...TLS.environmentOf(service) });
    expect(configuration.eventStore).toBe(
      'kurrentdb://admin:eventstore-password@eventstore:2113?tls=true&tlsCAFile=/certificates/ca.crt',
    );
    expect(configuration.bus).toMatchObject({
      tls: true,
      ca: '/certificates/ca.crt',
      sasl: { mechanism: 'plain', username: 'payments', password: 'kafka-password' },
    });
    expect(configuration.database).toEqual({
      url: 'postgres://payments:postgres-password@postgres:5432/payments?sslmode=verify-full&sslrootcert=/certificates/ca.crt',
    });
    expect(TLS.services[service]?.volumes).toEqual(['${CERTIFICATES:-./certificates}/ca.crt:/certificates/ca.crt:ro']);
  });

  it('the gateway asks Redis by TLS, and trusts the same authority there', () => {
    const environment = { ...BASE.environmentOf('gateway'), ...TLS.environmentOf('gateway') };
    expect(readConfiguration(environment).rateLimit).toEqual({ url: 'rediss://:redis-password@redis:6379' });
    expect(environment['NODE_EXTRA_CA_CERTS']).toBe('/certificates/ca.crt');
  });

  it('has no secret of its own: each has to be given', () => {
    for (const name of ['KAFKA_PASSWORD', 'EVENTSTORE_PASSWORD']) {
      const uses = [...TLS.text.matchAll(new RegExp(`\\$\\{${name}([^}]*)\\}`, 'g'))].map(([, rest]) => rest);
      expect(uses).toContain(':?run "node infra/docker/make-env.mjs" once');
      expect(uses.filter((rest) => rest?.startsWith(':-'))).toEqual([]);
    }
  });
});
