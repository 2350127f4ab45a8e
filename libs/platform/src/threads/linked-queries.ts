import type { AskOptions, Queries, QueryTypes } from '../queries';
import type { ThreadLink } from './thread-link';

/** Lets the other thread ask. */
export function serveQueries<Map extends QueryTypes<Map>>(link: ThreadLink, queries: Queries<Map>): void {
  type Asked = [name: keyof Map & string, params: Map[keyof Map]['params']];
  link.answer('ask', ([name, params]: Asked, signal) =>
    queries.ask(name, params, signal === undefined ? {} : { signal }),
  );
}

/** Asks the services of another thread. */
export class LinkedQueries<Map extends QueryTypes<Map>> implements Queries<Map> {
  constructor(private readonly link: ThreadLink) {}

  ask<Name extends keyof Map & string>(
    name: Name,
    params: Map[Name]['params'],
    { signal }: AskOptions = {},
  ): Promise<Map[Name]['result']> {
    return this.link.call('ask', [name, params], signal);
  }
}
