import type { Program } from '../../infra/local/stack/program';
import { away } from './away';
import type { Blow, PairFault } from './fault';
import { cutLeases } from './leases';
import type { PairUnderFault } from '../rig/start/pair-under-fault';

const SERVER_AWAY_MS = 5_000;

/** In the order in which they are told of. Whatever ends is started again at once, as by a supervisor. */
export const PAIR_FAULTS: readonly PairFault[] = [
  {
    on: 'pair',
    name: 'kill-leader',
    title: 'the leader is killed, twice',
    blows: (pair) => [killed(pair), killed(pair)],
  },
  {
    on: 'pair',
    name: 'freeze-leader',
    title: 'the leader freezes until another leads, and continues as if it still led, twice',
    blows: (pair) => [frozen(pair), frozen(pair)],
  },
  {
    on: 'pair',
    name: 'cut-lease',
    title: 'the leader loses the connection that holds its lease, twice',
    blows: (pair) => {
      const blow = { what: 'no lease', strike: () => cutLeases(pair.postgres.url), lastsMs: 0, lift: () => undefined };
      return [blow, blow];
    },
  },
  {
    on: 'pair',
    name: 'kill-database',
    title: 'PostgreSQL is killed, and comes back after 5 s',
    blows: (pair) => [away(pair.postgres, SERVER_AWAY_MS)],
  },
];

function killed(pair: PairUnderFault): Blow {
  return {
    what: 'the leader is killed',
    strike: async () => (await pair.leader()).kill(),
    lastsMs: 0,
    lift: () => undefined,
  };
}

function frozen(pair: PairUnderFault): Blow {
  let former: Program;
  return {
    what: 'the leader is frozen',
    strike: async () => {
      former = await pair.leader();
      former.pause();
    },
    lastsMs: 0,
    lift: async () => {
      await pair.leader(former.pid);
      former.resume();
    },
  };
}
