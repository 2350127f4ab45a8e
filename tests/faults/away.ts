import type { StartedServer } from '../../infra/local/stack/servers';
import type { Blow } from './fault';

/** Kills a server, and starts it again after a time. */
export function away({ kill, startAgain }: StartedServer, lastsMs: number): Blow {
  return { what: 'away', strike: kill, lastsMs, lift: startAgain };
}
