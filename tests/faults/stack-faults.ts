import { SERVICES } from '@stablecoin/contracts';
import type { Program } from '../../infra/local/stack/program';
import { away } from './away';
import type { Blow, StackFault } from './fault';
import { leaseHolderOf } from './leases';
import { MessageCopier } from './message-copier';
import { EVENT_STORE_AWAY_MS } from './process-faults';
import type { StackUnderFault } from '../rig/start/stack-under-fault';

/** What starts a process again, as a supervisor does, takes a moment. */
const RESTARTED_AFTER_MS = 1_000;
const SERVER_AWAY_MS = 5_000;
/** Longer than a session of a group, and than a lease is kept for somebody who is silent. */
const PAUSED_MS = 30_000;
/** Just longer than a lease is kept: its holder comes back when somebody else has begun to work. */
const OVERTAKEN_MS = 7_000;
const SLOW_MS = 10_000;
const DROPPED_BATCHES = 50;
/** Longer than a cluster takes to miss its leader and to elect another. */
const ELECTED_MS = 10_000;

/** In the order in which they are told of. */
export const STACK_FAULTS: readonly StackFault[] = [
  ...SERVICES.map((service): StackFault => ({
    on: 'stack',
    name: `kill-${service}`,
    title: `${service}: each instance in turn is killed, and started again after a second`,
    blows: (stack) => stack.instancesOf(service).map((name) => killed(stack, name)),
  })),
  ...(['gateway', 'payment', 'treasury', 'webhook'] as const).map((service): StackFault => ({
    on: 'stack',
    name: `pause-${service}`,
    title: `${service}: each instance in turn freezes for 30 s, loses its partitions and its lease, and continues`,
    blows: (stack) => stack.instancesOf(service).map((name) => paused(stack, name, PAUSED_MS)),
  })),
  {
    on: 'stack',
    name: 'two-leases',
    title:
      'payment, webhook: the holder of the lease freezes until another has it, and continues as if it still had it',
    blows: (stack) => (['payment', 'webhook', 'payment', 'webhook'] as const).map((name) => overtaken(stack, name)),
  },
  server('kill-kafka', 'BUS_URL', 'Kafka is killed'),
  server('kill-event-store', 'EVENT_STORE_URL', 'the event store is killed', EVENT_STORE_AWAY_MS),
  server('kill-postgres', 'DATABASE_URL', 'PostgreSQL is killed'),
  server('kill-redis', 'RATE_LIMIT_URL', 'Redis is killed'),
  {
    on: 'stack',
    name: 'event-store-drops',
    title: `the event store never answers ${DROPPED_BATCHES} appends that it has stored, then as many that it has not`,
    blows: (stack) =>
      [true, false].map((stored) =>
        misbehaves(stack, `${DROPPED_BATCHES} silent appends`, SLOW_MS, {
          silentAppends: { count: DROPPED_BATCHES, stored },
        }),
      ),
  },
  {
    on: 'stack',
    name: 'event-store-slow',
    title: 'every call to the event store takes 300 ms longer, for 10 s',
    blows: (stack) => [misbehaves(stack, 'slow', SLOW_MS, { delayMs: 300 })],
  },
  {
    on: 'stack',
    name: 'event-store-refuses',
    title: 'the event store refuses every call, as when it shuts down and as when it starts, for 5 s each',
    blows: (stack) =>
      (['unavailable', 'not ready'] as const).map((refuse) => misbehaves(stack, refuse, SERVER_AWAY_MS, { refuse })),
  },
  {
    on: 'stack',
    name: 'event-store-restarts',
    title: 'the event store breaks every connection and comes back at once',
    blows: (stack) => [ordered(stack, 'restart', '/restart')],
  },
  {
    on: 'stack',
    name: 'event-store-freezes',
    title: 'the event store keeps its connections and answers nothing, for 10 s',
    blows: (stack) => [misbehaves(stack, 'frozen', SLOW_MS, { frozen: true })],
  },
  {
    on: 'stack',
    name: 'event-store-follows',
    title: 'the event store is no leader any more, for 5 s',
    blows: (stack) => {
      const { hostname, port } = new URL(stack.server('EVENT_STORE_URL').url.replace('esdb:', 'http:'));
      // There is no other: whoever follows comes back here, until it leads again.
      return [misbehaves(stack, 'follows', SERVER_AWAY_MS, { leader: { host: hostname, port: Number(port) } })];
    },
  },
  inCluster('event-store-leader-killed', 'its leader is killed, and comes back when another leads', {
    strike: '/leader/kill',
    lift: '/nodes/start',
  }),
  inCluster('event-store-leader-frozen', 'its leader freezes, and continues when another leads', {
    strike: '/leader/freeze',
    lift: '/leader/resume',
  }),
  inCluster('event-store-quorum-lost', 'its followers are killed, and come back', {
    strike: '/quorum/lose',
    lift: '/nodes/start',
  }),
  {
    on: 'stack',
    name: 'every-message-twice',
    title: 'every message of every topic is delivered twice, for 20 s',
    blows: (stack) => {
      const copier = new MessageCopier(stack.server('BUS_URL').url);
      return [
        { what: 'every message twice', strike: () => copier.start(), lastsMs: 20_000, lift: () => copier.stop() },
      ];
    },
  },
];

function killed(stack: StackUnderFault, name: string): Blow {
  const program = stack.service(name);
  return {
    what: `${name} is killed`,
    strike: () => program.kill(),
    lastsMs: RESTARTED_AFTER_MS,
    lift: () => program.startAgain(),
  };
}

function paused(stack: StackUnderFault, name: string, lastsMs: number): Blow {
  const program = stack.service(name);
  return {
    what: `${name} is frozen`,
    strike: () => program.pause(),
    lastsMs,
    lift: () => program.resume(),
  };
}

function overtaken(stack: StackUnderFault, service: 'payment' | 'webhook'): Blow {
  const programs = stack.instancesOf(service).map((name) => stack.service(name));
  const findHolder = async (): Promise<Program | undefined> => {
    const pids = programs.map(({ pid }) => pid);
    const holder = await leaseHolderOf(stack.server('DATABASE_URL').url, service, pids);
    return programs.find(({ pid }) => pid === holder);
  };
  let before: Program | undefined;
  return {
    what: `the lease of ${service} changes hands`,
    strike: async () => {
      before = await findHolder();
      before?.pause();
    },
    lastsMs: OVERTAKEN_MS,
    lift: async () => {
      const after = await findHolder().finally(() => before?.resume());
      if (after === before) throw new Error(`nobody has taken over the lease of ${service}`);
    },
  };
}

function server(name: string, variable: string, what: string, awayMs = SERVER_AWAY_MS): StackFault {
  return {
    on: 'stack',
    name,
    title: `${what}, and comes back after ${awayMs / 1_000} s`,
    blows: (stack) => [away(stack.server(variable), awayMs)],
  };
}

function inCluster(
  name: string,
  what: string,
  { strike, lift }: Readonly<Record<'strike' | 'lift', string>>,
): StackFault {
  return {
    on: 'stack',
    name,
    title: `an event store of three nodes: ${what}, twice`,
    eventStoreNodes: 3,
    blows: (stack) => {
      const order = (path: string): Promise<void> => stack.orderEventStore('POST', path);
      const blow = { what, strike: () => order(strike), lastsMs: ELECTED_MS, lift: () => order(lift) };
      return [blow, blow];
    },
  };
}

function misbehaves(stack: StackUnderFault, what: string, lastsMs: number, misbehaviour: object): Blow {
  const order = (body: object): Promise<void> => stack.orderEventStore('PUT', '/misbehaviour', body);
  return { what, strike: () => order(misbehaviour), lastsMs, lift: () => order({}) };
}

function ordered(stack: StackUnderFault, what: string, path: string): Blow {
  return { what, strike: () => stack.orderEventStore('POST', path), lastsMs: 0, lift: () => undefined };
}
