import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readConfiguration } from '@stablecoin/configuration';
import { RESTORED } from './manifest';

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment, with `RESTORED_FROM` as a restored data folder says it, unless it is set. */
export function withRestoredFrom(environment: Environment): Environment {
  if ((environment['RESTORED_FROM'] ?? '') !== '') return environment;
  const marker = markerIn(environment);
  if (marker === null) return environment;
  const { taken_at: takenAt } = JSON.parse(readFileSync(marker, 'utf8')) as { readonly taken_at: string };
  return { ...environment, RESTORED_FROM: takenAt };
}

/** Removes what makes a data folder a restored one. */
export function forgetRestore(environment: Environment): void {
  const marker = markerIn(environment);
  if (marker !== null) rmSync(marker);
}

function markerIn(environment: Environment): string | null {
  const { eventStore, dataDir } = readConfiguration(environment);
  const marker = join(dataDir, RESTORED);
  return eventStore === 'memory' || !existsSync(marker) ? null : marker;
}
