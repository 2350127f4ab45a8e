import type { Transport } from './transport.js';

/** A part of the API. */
export class Resource {
  constructor(protected readonly transport: Transport) {}
}
