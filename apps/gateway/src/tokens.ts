/** Injection tokens of values that are not classes. */
export const QUERIES = Symbol('Queries<QueryMap>');
export const RUNTIME = Symbol('Runtime');
