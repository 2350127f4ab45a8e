import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { envExample, readConfiguration } from '@stablecoin/host';
import { ComposeFile, ROOT } from './compose-file';

const PAIR = new ComposeFile('docker-compose.pair.yml');
const BASE = new ComposeFile('docker-compose.yml');

describe('docker-compose.pair.yml', () => {
  it('gives an instance what it reads, and nothing else', () => {
    const known = [...envExample().matchAll(/^(?:# )?([A-Z_]+)(?==)/gm)].map(([, name]) => name);
    const environment = PAIR.environmentOf('instance');
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    const url = 'postgres://payments:postgres-password@postgres:5432/payments';
    expect(readConfiguration(environment)).toMatchObject({
      ...{ eventStore: { url }, database: { url }, bus: 'memory', host: '0.0.0.0', trustProxy: 1 },
      webhookAllowPrivate: { sandbox: 'none', live: 'none' },
    });
  });

  it('starts two instances without root, privileges or a place to write, behind a proxy alone', () => {
    const { instance, proxy, postgres } = PAIR.services;
    expect(instance).toMatchObject({ deploy: { replicas: 2 }, read_only: true, cap_drop: ['ALL'] });
    expect(instance?.ports).toBeUndefined();
    expect(existsSync(join(ROOT, 'apps', 'standalone', 'src', 'main.ts'))).toBe(true);
    expect(existsSync(join(ROOT, proxy?.volumes?.[0]?.split(':')[0] ?? ''))).toBe(true);
    expect(postgres?.image).toBe(BASE.services['postgres']?.image);
    expect(Object.keys(PAIR.volumes)).toEqual(['postgres', 'prometheus', 'grafana']);
  });
});
