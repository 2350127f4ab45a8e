import type { AskOptions, Queries, QueryHandler, QueryHandlers, QueryTypes } from './queries';

/** Routes queries to services in this process or others, by the first word of the query's name. */
export class RoutedQueries<Map extends QueryTypes<Map>> implements Queries<Map>, QueryHandlers<Map> {
  /**
   * @param here - answers for services in this process
   * @param elsewhere - services in other processes, by name
   */
  constructor(
    private readonly here: Queries<Map> & QueryHandlers<Map>,
    private readonly elsewhere: ReadonlyMap<string, Queries<Map>>,
  ) {}

  register<Name extends keyof Map & string>(name: Name, handler: QueryHandler<Map, Name>): void {
    this.here.register(name, handler);
  }

  ask<Name extends keyof Map & string>(
    name: Name,
    params: Map[Name]['params'],
    options?: AskOptions,
  ): Promise<Map[Name]['result']> {
    const service = name.slice(0, name.indexOf('.'));
    return (this.elsewhere.get(service) ?? this.here).ask(name, params, options);
  }
}
