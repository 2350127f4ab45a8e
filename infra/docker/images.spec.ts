import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ComposeFile, ROOT } from './compose-file';

const FILES = [
  'docker-compose.yml',
  'docker-compose.pair.yml',
  'infra/observability/services.yml',
  ...readdirSync(join(ROOT, 'infra', 'docker'))
    .filter((file) => /^docker-compose\..*\.yml$/.test(file))
    .map((file) => `infra/docker/${file}`),
];
const CHART = 'infra/helm/stablecoin-payments/values.yaml';

/** The oldest release of its line that has the fixes known in November 2026. Another line needs a look at what changed. */
const OLDEST: Readonly<Record<string, readonly number[]>> = {
  'apache/kafka': [4, 3, 1],
  'grafana/grafana': [12, 4, 12],
  haproxy: [3, 0, 24],
  'jaegertracing/jaeger': [2, 22, 0],
  'kurrentplatform/kurrentdb': [26, 0, 3],
  postgres: [17, 11],
  'prom/prometheus': [3, 13, 4],
  redis: [7, 4, 11],
};

function imagesOf(file: string): readonly string[] {
  return Object.values(new ComposeFile(file).services).flatMap(({ image = [] }) => image);
}

function imagesOfChart(): readonly string[] {
  const { pair } = parse(readFileSync(join(ROOT, CHART), 'utf8')) as {
    readonly pair: { readonly proxy: { readonly image: string } };
  };
  return [pair.proxy.image];
}

const IMAGES = [...FILES.flatMap(imagesOf), ...imagesOfChart()].filter((image) => image !== 'stablecoin-payments');

describe('the images of servers', () => {
  it.each([...new Set(IMAGES)])('%s is in support, and has the fixes of its line', (image) => {
    const [name = '', version = ''] = image.replace(':v', ':').split(':');
    const parts = (/^[\d.]+/.exec(version)?.[0] ?? '').split('.').map(Number);
    const oldest = OLDEST[name] ?? [];
    expect([image, oldest.length]).not.toEqual([image, 0]);
    const line = oldest.length - 1;
    expect(parts.slice(0, line)).toEqual(oldest.slice(0, line));
    expect(parts[line]).toBeGreaterThanOrEqual(oldest[line] ?? Infinity);
  });

  it('are the same wherever one is named', () => {
    const tags = new Map<string, Set<string>>();
    for (const image of IMAGES) {
      const [name = '', tag = ''] = image.split(':');
      tags.set(name, (tags.get(name) ?? new Set()).add(tag));
    }
    expect([...tags].filter(([, { size }]) => size > 1)).toEqual([]);
    expect([...tags.keys()].sort()).toEqual(Object.keys(OLDEST).sort());
  });
});

describe('KurrentDB in docker-compose.yml', () => {
  const COMPOSE = new ComposeFile('docker-compose.yml');
  const TLS = new ComposeFile('infra/docker/docker-compose.tls.yml');

  it('keeps its data where the image looks for it: another mount is ignored, and the node begins empty', () => {
    expect(COMPOSE.services['eventstore']?.volumes).toEqual(['eventstore:/var/lib/kurrentdb']);
  });

  it('is started again also after it has ended with code 0, as it does to truncate its log', () => {
    expect(COMPOSE.services['eventstore']?.restart).toBe('unless-stopped');
  });

  it('sends nothing to its publisher, and builds no indexes that nobody reads', () => {
    expect(COMPOSE.environmentOf('eventstore')).toMatchObject({
      KURRENTDB_TELEMETRY_OPTOUT: 'true',
      KURRENTDB__SECONDARY_INDEXING__ENABLED: 'false',
      KURRENTDB_RUN_PROJECTIONS: 'None',
    });
  });

  it('is configured under its new names alone', () => {
    for (const file of [COMPOSE, TLS]) {
      const names = Object.keys(file.environmentOf('eventstore'));
      expect(names.filter((name) => !/^KURRENTDB_/.test(name))).toEqual([]);
      expect(file.environmentOf('payment')['EVENT_STORE_URL']).toMatch(/^kurrentdb:\/\//);
    }
  });
});
