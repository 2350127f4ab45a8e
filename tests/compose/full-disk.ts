import { setTimeout as pause } from 'node:timers/promises';
import type { Composition } from './composition';

const FULL_MS = 20_000;
/** Of the volumes, in megabytes: what the servers write at their start, and more than one run pays. */
const SIZES = { eventstore: 96, postgres: 192 };
export const SERVERS_WITH_DISKS = Object.keys(SIZES);
const FILLER = 'filler';
const FILL = `const file = fs.openSync(process.argv[1], 'w');
for (const size of [1 << 20, 1 << 12, 1]) {
  try { for (;;) fs.writeSync(file, Buffer.alloc(size, 1)); } catch (error) { if (error.code !== 'ENOSPC') throw error; }
}`;

/** Gives servers a small disk each, which {@link fillDisk} fills. */
export function useSmallDisks(composition: Composition): void {
  const volumes = Object.entries(SIZES).map(([name, size]) => {
    return [name, { driver_opts: { type: 'tmpfs', device: 'tmpfs', o: `size=${size}m` } }] as const;
  });
  // It keeps the disks when a server ends: a tmpfs is emptied when no container has it.
  const filler = {
    ...{ image: 'stablecoin-payments', pull_policy: 'never', user: 'root', init: true },
    entrypoint: ['node', '--eval', 'setInterval(() => {}, 60_000)'],
    // `up --wait` waits for services with one only.
    healthcheck: { test: ['CMD', 'node', '--version'], interval: '5s' },
    volumes: SERVERS_WITH_DISKS.map((name) => `${name}:/full/${name}`),
    depends_on: SERVERS_WITH_DISKS,
  };
  composition.override({ [FILLER]: filler }, Object.fromEntries(volumes));
}

/** Leaves no byte on the disk of a server, for a while. */
export async function fillDisk(composition: Composition, server: string): Promise<void> {
  const evaluate = (code: string): Promise<string> =>
    composition.compose('exec', '--no-TTY', FILLER, 'node', '--eval', code, `/full/${server}/filling`);
  await evaluate(FILL);
  await pause(FULL_MS);
  await evaluate('fs.rmSync(process.argv[1])');
}
