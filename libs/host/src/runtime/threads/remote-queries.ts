import type { AskOptions, Queries, QueryTypes } from '@stablecoin/messaging';
import type { ThreadRpc } from './thread-rpc';

/** Lets the other thread ask. */
export function serveQueries<Map extends QueryTypes<Map>>(rpc: ThreadRpc, queries: Queries<Map>): void {
  type Asked = [name: keyof Map & string, params: Map[keyof Map]['params']];
  rpc.answer('ask', ([name, params]: Asked, signal) =>
    queries.ask(name, params, signal === undefined ? {} : { signal }),
  );
}

/** Asks the services of another thread. */
export class RemoteQueries<Map extends QueryTypes<Map>> implements Queries<Map> {
  constructor(private readonly rpc: ThreadRpc) {}

  ask<Name extends keyof Map & string>(
    name: Name,
    params: Map[Name]['params'],
    { signal }: AskOptions = {},
  ): Promise<Map[Name]['result']> {
    return this.rpc.call('ask', [name, params], signal);
  }
}
