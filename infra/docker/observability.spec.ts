import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ComposeFile, ROOT } from './compose-file';

const FOLDER = join(ROOT, 'infra', 'observability');
const ADDED = ['prometheus', 'grafana', 'jaeger'];
const read = (...path: readonly string[]): string => readFileSync(join(FOLDER, ...path), 'utf8');

describe.each([
  ['docker-compose.yml', 'stack.yml'],
  ['docker-compose.pair.yml', 'pair.yml'],
])('The profile "observability" of %s', (file, configuration) => {
  const compose = new ComposeFile(file);

  it('adds pinned programs, on loopback alone, which may not do much and start only when asked for', () => {
    for (const name of ADDED) {
      const service = compose.services[name];
      expect(service).toMatchObject({ profiles: ['observability'], read_only: true, cap_drop: ['ALL'] });
      expect(service?.image).toMatch(/:v?\d+\.\d+\.\d+$/);
      for (const port of service?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
    const others = Object.entries(compose.services).filter(([, { profiles = [] }]) =>
      profiles.includes('observability'),
    );
    expect(others.map(([name]) => name)).toEqual(ADDED);
  });

  it('mounts files that exist, and keeps what is in volumes of its own', () => {
    const volumes = ADDED.flatMap((name) => compose.services[name]?.volumes ?? []).map(
      (each) => each.split(':')[0] ?? '',
    );
    for (const volume of volumes) {
      if (volume.startsWith('.')) expect([volume, existsSync(join(FOLDER, volume))]).toEqual([volume, true]);
      else expect(Object.keys(compose.volumes)).toContain(volume);
    }
  });

  it('scrapes the services of this file, on the port of their metrics', () => {
    expect(compose.services['prometheus']?.command?.[0]).toBe(
      `--config.file=/etc/stablecoin-payments/${configuration}`,
    );
    const {
      scrape_configs: [scrape],
    } = parse(read('prometheus', configuration)) as {
      readonly scrape_configs: readonly {
        readonly dns_sd_configs: readonly { readonly names: readonly string[]; readonly port: number }[];
      }[];
    };
    const { names = [], port } = scrape?.dns_sd_configs[0] ?? {};
    const measured = Object.keys(compose.services).filter(
      (name) =>
        compose.environmentOf(name)['METRICS_PORT'] === String(port) && !compose.services[name]?.profiles?.length,
    );
    expect([...names].sort()).toEqual(measured.sort());
  });
});

describe('Grafana', () => {
  it('is given the dashboards from where they are mounted, and asks the Prometheus and the Jaeger beside it', () => {
    const { providers } = parse(read('grafana', 'provisioning', 'dashboards', 'dashboards.yml')) as {
      readonly providers: readonly { readonly options: { readonly path: string } }[];
    };
    const mounts = new ComposeFile('docker-compose.yml').services['grafana']?.volumes ?? [];
    expect(mounts.some((mount) => mount.split(':')[1] === providers[0]?.options.path)).toBe(true);
    const { datasources } = parse(read('grafana', 'provisioning', 'datasources', 'datasources.yml')) as {
      readonly datasources: readonly { readonly uid: string; readonly url: string }[];
    };
    expect(datasources.map(({ uid, url }) => [uid, url])).toEqual([
      ['prometheus', 'http://prometheus:9090'],
      ['jaeger', 'http://jaeger:16686'],
    ]);
  });

  it.each(readdirSync(join(FOLDER, 'grafana', 'dashboards')))('has a dashboard that can be read: %s', (file) => {
    const { uid, panels } = JSON.parse(read('grafana', 'dashboards', file)) as {
      readonly uid: string;
      readonly panels: readonly {
        readonly id: number;
        readonly type: string;
        readonly title: string;
        readonly datasource?: { readonly uid: string };
        readonly gridPos: { readonly x: number; readonly w: number };
        readonly targets?: readonly unknown[];
      }[];
    };
    expect(file).toBe(`${uid}.json`);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { type, title, targets = [], datasource, gridPos } of panels) {
      expect(title).toMatch(/./);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      if (type !== 'row') expect([title, datasource?.uid, targets.length > 0]).toEqual([title, 'prometheus', true]);
    }
  });
});
