/** Names what is injected and is no class. */
export const QUERIES = Symbol('Queries<QueryMap>');
export const RUNTIME = Symbol('Runtime');
