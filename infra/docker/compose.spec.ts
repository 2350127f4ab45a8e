import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '@stablecoin/contracts';
import { envExample, readConfiguration } from '@stablecoin/host';
import { ComposeFile, ROOT } from './compose-file';

const COMPOSE = new ComposeFile('docker-compose.yml');
const environmentOf = (name: string): Record<string, string> => COMPOSE.environmentOf(name);
const IMAGE = 'stablecoin-payments';
const TOOLS = [
  ...readFileSync(join(ROOT, 'infra', 'docker', 'run.mjs'), 'utf8').matchAll(/^const TOOLS = \[(.*)\];$/gm),
]
  .flatMap(([, list = '']) => list.split(', '))
  .map((quoted) => quoted.slice(1, -1));
const SERVERS = ['kafka', 'eventstore', 'postgres', 'redis'];
/** Of the profile that docs/observability.md is about: its files have a test of their own. */
const OBSERVABILITY = ['prometheus', 'grafana', 'jaeger'];

describe('docker-compose.yml', () => {
  it('has each service, the servers that they need, what watches them, the job for topics, and the tool for keys', () => {
    const others = [...SERVERS, ...OBSERVABILITY, 'topics', 'keys'];
    expect(Object.keys(COMPOSE.services).sort()).toEqual([...SERVICES, ...others].sort());
  });

  it('runs the tool for keys on the servers of the gateway, and only when it is asked for', () => {
    const { profiles, entrypoint = [] } = COMPOSE.services['keys'] ?? {};
    expect(profiles).toEqual(['tools']);
    expect(entrypoint).toEqual(['node', 'run.mjs', 'keys']);
    expect(existsSync(join(ROOT, 'apps', 'standalone', 'src', 'tools', 'keys.ts'))).toBe(true);
    const { eventStore, database } = readConfiguration(environmentOf('gateway'));
    expect(readConfiguration(environmentOf('keys'))).toMatchObject({ eventStore, database });
  });

  it.each(SERVICES)('gives the %s service what it reads, and nothing else', (service) => {
    const environment = environmentOf(service);
    const known = new Set(
      envExample()
        .match(/^(?:# )?[A-Z_]+(?==)/gm)
        ?.map((line) => line.replace('# ', '')),
    );
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    const configuration = readConfiguration(environment);
    expect(configuration).toMatchObject({
      host: '0.0.0.0',
      eventStore: 'kurrentdb://eventstore:2113?tls=false',
      bus: { brokers: ['kafka:9092'] },
      database: { url: 'postgres://payments:postgres-password@postgres:5432/payments' },
    });
    for (const [asked, url] of Object.entries(configuration.queryUrls)) {
      if (url !== null) expect(url).toBe(`http://${asked}:${environmentOf(asked)['QUERY_PORT']}`);
    }
  });

  it('sends webhooks to no private address, its own loopback neither, unless .env says so', () => {
    for (const service of SERVICES) {
      expect(readConfiguration(environmentOf(service)).webhookAllowPrivate).toEqual({ sandbox: 'none', live: 'none' });
    }
    expect(COMPOSE.text).toContain('WEBHOOK_ALLOW_PRIVATE: ${WEBHOOK_ALLOW_PRIVATE:-none}');
  });

  it('counts rate limits where every gateway sees them', () => {
    expect(readConfiguration(environmentOf('gateway')).rateLimit).toEqual({
      url: 'redis://:redis-password@redis:6379',
    });
  });

  it('has no secret of its own: each has to be given', () => {
    for (const name of ['SECRETS_KEY', 'SERVICE_TOKEN', 'POSTGRES_PASSWORD', 'REDIS_PASSWORD']) {
      const uses = [...COMPOSE.text.matchAll(new RegExp(`\\$\\{${name}([^}]*)\\}`, 'g'))].map(([, rest]) => rest);
      expect(uses.length).toBeGreaterThan(0);
      for (const rest of uses) expect(rest).toMatch(/^:\?run "node infra\/docker\/make-env\.mjs" once$/);
    }
  });

  it('pins every image, and runs ours without root, privileges or a place to write', () => {
    for (const [name, { image, mem_limit: limit, ...service }] of Object.entries(COMPOSE.services)) {
      expect([name, limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
      if (image !== IMAGE) expect(image).toMatch(/:v?\d+\.\d+[\w.-]*$/);
      else {
        expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
        const [argument] = service.entrypoint?.slice(2) ?? service.command ?? [];
        expect([name, [...SERVICES, ...TOOLS]]).toEqual([name, expect.arrayContaining([argument])]);
      }
    }
    const dockerfile = readFileSync(join(ROOT, 'infra', 'docker', 'Dockerfile'), 'utf8');
    expect(dockerfile).toMatch(/^USER node$/m);
    const [, base = ''] = /^FROM (node:\d+\.\d+\.\d+-\S+) AS base$/m.exec(dockerfile) ?? [];
    expect(dockerfile).toContain(`org.opencontainers.image.base.name="docker.io/library/${base}"`);
  });

  it('leaves room beside the heap that V8 takes in the smallest container of ours', () => {
    const dockerfile = readFileSync(join(ROOT, 'infra', 'docker', 'Dockerfile'), 'utf8');
    const semiSpace = Number(/^ENV NODE_OPTIONS=--max-semi-space-size=(\d+)$/m.exec(dockerfile)?.[1]);
    const limits = Object.values(COMPOSE.services)
      .filter(({ image }) => image === IMAGE)
      .map(({ mem_limit: limit = '' }) => Number.parseInt(limit, 10) * (limit.endsWith('g') ? 1_024 : 1));
    const smallest = Math.min(...limits);
    // Half of the container for old objects, and three semi-spaces for young ones.
    expect(smallest / 2 + 3 * semiSpace).toBeLessThanOrEqual(0.75 * smallest);
  });

  it('starts every tool of the standalone service by its name', () => {
    const folder = join(ROOT, 'apps', 'standalone', 'src', 'tools');
    const files = readdirSync(folder).filter((file) => /^[\w-]+\.ts$/.test(file));
    const tools = files.filter((file) => /^runAsProcess\(/m.test(readFileSync(join(folder, file), 'utf8')));
    expect([...TOOLS].sort()).toEqual(tools.map((file) => file.slice(0, -'.ts'.length)).sort());
  });

  it('builds one image, in the job that every service waits for, and pulls it from nowhere', () => {
    const ours = Object.entries(COMPOSE.services).filter(([, { image }]) => image === IMAGE);
    expect(ours.map(([name]) => name).sort()).toEqual([...SERVICES, 'keys', 'topics'].sort());
    for (const [name, { build, pull_policy: policy, depends_on: needed = {} }] of ours) {
      if (name === 'topics') {
        expect(policy).toBe('build');
        expect(existsSync(join(ROOT, build?.dockerfile ?? ''))).toBe(true);
      } else {
        expect([name, build, policy]).toEqual([name, undefined, 'never']);
        expect(Object.keys(needed)).toContain('topics');
      }
    }
  });

  it('waits for what it needs, which says when it is well, and keeps what must last', () => {
    for (const [name, { depends_on: needed = {}, volumes = [] }] of Object.entries(COMPOSE.services)) {
      for (const [other, { condition }] of Object.entries(needed)) {
        const { healthcheck } = COMPOSE.services[other] ?? {};
        const isWell = condition === 'service_healthy' ? healthcheck !== undefined : other === 'topics';
        expect([name, other, isWell]).toEqual([name, other, true]);
      }
      const named = volumes.filter((volume) => !volume.startsWith('.'));
      for (const volume of named) expect(Object.keys(COMPOSE.volumes)).toContain(volume.split(':')[0]);
    }
    expect(Object.keys(COMPOSE.volumes).sort()).toEqual(['eventstore', 'grafana', 'kafka', 'postgres', 'prometheus']);
  });

  it.each(['docker-compose.yml', 'docker-compose.pair.yml'])(
    '%s gives servers longer to stop than the 10 s after which Docker kills them by default',
    (file) => {
      const { services } = new ComposeFile(file);
      for (const name of ['kafka', 'eventstore', 'postgres'].filter((each) => each in services)) {
        expect([name, services[name]?.stop_grace_period]).toEqual([name, '60s']);
      }
    },
  );
});
