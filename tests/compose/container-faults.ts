import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Composition } from './composition';
import type { Seen, SteadyPayments } from './steady-payments';

const FROZEN_MS = 8_000;
/** Longer than a session of a consumer group, and than a lease is kept for somebody who is silent. */
const CUT_MS = 30_000;
const HEALTHY_WITHIN_MS = 180_000;
const FLOWS_WITHIN_MS = 180_000;

/** What happens to a container. */
export const CONTAINER_FAULTS = ['killed', 'frozen', 'cut'] as const;
export type ContainerFault = (typeof CONTAINER_FAULTS)[number];

/** What has come of a fault, for the table. */
export interface FaultSeen extends Seen {
  readonly what: string;
  readonly fault: string;
}

/** A container, by its name and by that of its service. */
export interface Struck {
  readonly service: string;
  readonly container: string;
}

/**
 * Does something to containers under load, at the same time, and waits until they are healthy and payments flow.
 *
 * @throws Error when they do not
 */
export async function strike(
  composition: Composition,
  containers: readonly Struck[],
  fault: ContainerFault,
  load: SteadyPayments,
): Promise<FaultSeen> {
  const what = containers.map(({ service }) => service).join(', ');
  const from = performance.now();
  await Promise.all(containers.map((each) => BLOWS[fault](composition, each)));
  for (const { container } of containers) {
    await eventually(() => isHealthy(composition, container), { withinMs: HEALTHY_WITHIN_MS });
  }
  if (!(await load.flows(FLOWS_WITHIN_MS))) throw new Error(`${what} was ${fault}, and payments do not flow again`);
  const seen = load.since(from);
  const longest = (seen.longestMs / 1_000).toFixed(1);
  process.stderr.write(
    `${what} ${fault}: ${seen.sentAgain} of ${seen.payments} sent again, the longest waited ${longest} s\n`,
  );
  return { what, fault, ...seen };
}

const BLOWS: Readonly<Record<ContainerFault, (composition: Composition, struck: Struck) => Promise<void>>> = {
  // By its process, as a crash: whom `docker kill` has ended stays away.
  killed: async (composition, { container }) => {
    const pid = await composition.pidOf(container);
    process.kill(pid, 'SIGKILL');
    await eventually(async () => ![0, pid].includes(await composition.pidOf(container)), {
      withinMs: HEALTHY_WITHIN_MS,
    });
  },
  frozen: async (composition, { container }) => {
    await composition.docker('pause', container);
    await pause(FROZEN_MS);
    await composition.docker('unpause', container);
  },
  cut: async (composition, { service, container }) => {
    const { network } = composition;
    await composition.docker('network', 'disconnect', network, container);
    await pause(CUT_MS);
    await composition.docker('network', 'connect', '--alias', service, network, container);
  },
};

async function isHealthy(composition: Composition, container: string): Promise<boolean> {
  const format = '{{.State.Status}} {{if .State.Health}}{{.State.Health.Status}}{{end}}';
  return (await composition.docker('inspect', '--format', format, container)).trim() === 'running healthy';
}
