/** Injection tokens of values that are not classes. */
export const QUERIES = Symbol('Queries<QueryMap>');
export const RUNTIME = Symbol('Runtime');
/** Of `GET /events/stream`, and of `GET /events` with `wait`. */
export const EVENT_STREAMS = Symbol('OpenEventStreams of streams');
export const LONG_POLLS = Symbol('OpenEventStreams of long polls');
/** Makes the description of the API. */
export const API_DOCUMENT = Symbol('() => OpenApiDocument');
