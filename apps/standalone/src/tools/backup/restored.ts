import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfiguration } from '@stablecoin/host';
import { RESTORED } from './manifest';

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment, with `RESTORED_FROM` as the data folder says it if an earlier version has restored it, unless it is set. */
export function withRestoredFrom(environment: Environment): Environment {
  if ((environment['RESTORED_FROM'] ?? '') !== '') return environment;
  const { eventStore, dataDir } = readConfiguration(environment);
  const marker = join(dataDir, RESTORED);
  if (eventStore === 'memory' || !existsSync(marker)) return environment;
  const { taken_at: takenAt } = JSON.parse(readFileSync(marker, 'utf8')) as { readonly taken_at: string };
  return { ...environment, RESTORED_FROM: takenAt };
}
