import { StreamCategory, type Command, type Decider } from '@stablecoin/event-sourcing';

/** Why a request was not let through. */
export type AccessRefusal = {
  /** `revoked`, `expired` or `address_not_allowed`; otherwise the code of the error. */
  readonly reason: string;
  /** Method and route template. */
  readonly operation: string;
};

/** A request with the key was refused for what the key is, or may do. */
export type KeyRefused = { readonly type: 'KeyRefused'; readonly data: AccessRefusal };
/** The key was used from an address that is not among the last that it was used from. */
export type KeyUsedFromNewAddress = { readonly type: 'KeyUsedFromNewAddress'; readonly data: { readonly ip: string } };
export type KeyAccessEvent = KeyRefused | KeyUsedFromNewAddress;

export type RecordRefusal = Command<'RecordRefusal', AccessRefusal>;
export type RecordUse = Command<'RecordUse', { readonly ip: string }>;
export type KeyAccessCommand = RecordRefusal | RecordUse;

/** The addresses that a key was first used from, the latest last. */
export type KeyAccessState = readonly string[];

/** An address that gave way is new again when it comes back. */
const ADDRESSES_MAX = 100;

/** Streams: `api_key_access-<id of the key>`. They are apart from the keys, which everything else waits for. */
export const keyAccessStreams = new StreamCategory<KeyAccessEvent>('api_key_access');

export const keyAccessDecider: Decider<KeyAccessState, KeyAccessCommand, KeyAccessEvent> = {
  streams: keyAccessStreams,
  firstCommands: ['RecordRefusal', 'RecordUse'],
  initialState: () => [],

  decide(command, addresses) {
    switch (command.type) {
      case 'RecordRefusal':
        return [{ type: 'KeyRefused', data: command.data }];
      case 'RecordUse':
        return addresses.includes(command.data.ip) ? [] : [{ type: 'KeyUsedFromNewAddress', data: command.data }];
    }
  },

  evolve: (addresses, event) =>
    event.type === 'KeyUsedFromNewAddress' ? [...addresses, event.data.ip].slice(-ADDRESSES_MAX) : addresses,

  snapshot: {
    version: 1,
    every: ADDRESSES_MAX,
    toJson: (addresses) => addresses,
    fromJson: (json) => json as KeyAccessState,
  },
};
