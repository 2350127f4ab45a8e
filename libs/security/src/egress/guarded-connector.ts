import { lookup as systemLookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { ServiceError } from '@stablecoin/contracts';
import { literalAddress } from './webhook-url';
import { refusedAddress } from './address-policy';
import type { AllowPrivate } from './address-policy';

/** The service does not connect to this address. */
export class EgressRefusedError extends ServiceError {
  readonly code = 'egress_refused';
  readonly retry = 'bounded';
}

/** Resolves a name to all its addresses. */
export type Resolve = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

const resolveBySystem: Resolve = (hostname, callback) => {
  // On an error Node passes no list, although its types say otherwise.
  systemLookup(hostname, { all: true }, (error, addresses) => callback(error, error === null ? addresses : []));
};

/**
 * Connects to public addresses only. It stands where the socket is opened, because a name may lead elsewhere at the
 * next look: each connection resolves the name once, judges every address, and is made to one of the very addresses
 * that were judged.
 *
 * @param allow - what the operator lets through beside public addresses
 * @param connectTimeoutMs - how long a connection may take to be made, TLS included
 * @throws {@link EgressRefusedError} through the connector's callback
 */
export function guardedConnector(
  allow: AllowPrivate,
  connectTimeoutMs: number,
  resolve: Resolve = resolveBySystem,
): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup: guardedLookup(allow, resolve) });
  return (options, callback) => {
    // Nothing is looked up for a literal address.
    const address = literalAddress(options.hostname);
    const refused = address === null ? null : refusal(address, allow);
    if (refused === null) connect(options, callback);
    else callback(refused, null);
  };
}

/** What is said of a name that does not exist, or leads inside. */
export const NOWHERE = 'the name leads to no public address';

/** One bad address among several is reason enough: which of them is connected to is not ours to choose. */
export function guardedLookup(allow: AllowPrivate, resolve: Resolve = resolveBySystem): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses;
      const isRefused = addresses.some(({ address }) => refusedAddress(address, allow) !== null);
      // The same words as for a name that does not exist: which names do inside is not told.
      if (isRefused || first === undefined) callback(error ?? new EgressRefusedError(NOWHERE), []);
      else if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };
}

function refusal(address: string, allow: AllowPrivate): EgressRefusedError | null {
  const kind = refusedAddress(address, allow);
  return kind === null ? null : new EgressRefusedError(`the destination is a ${kind} address`);
}
