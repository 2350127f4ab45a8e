import type { Message } from '@stablecoin/contracts';
import { StreamCategory, type Command, type Decider, type Json } from '@stablecoin/event-sourcing';

/**
 * A request with an idempotency key: its parameters and the messages that carry it out. The first append to its stream
 * decides who owns the key (API decisions, Idempotency).
 */
export interface RequestAccepted {
  readonly type: 'RequestAccepted';
  readonly data: {
    /** The HTTP request that won the key. */
    readonly requestId: string;
    /** Hash of the normalised parameters: another use of the key has to have the same. */
    readonly paramsHash: string;
    /** Ids of the objects that the request makes or changes; none where only {@link RequestCompleted} can tell. */
    readonly resources: readonly string[];
    /** The messages that the relay publishes, as they are. Secrets in them are sealed. */
    readonly messages: readonly StoredMessage[];
    /** Milliseconds since the epoch. */
    readonly acceptedAt: number;
    /** When the key may be used for something else; null means never. */
    readonly expiresAt: number | null;
  };
}

/** A message as an event keeps it. */
export type StoredMessage = { readonly [Field in keyof Omit<Message, 'data'>]: Message[Field] } & {
  readonly data: Json;
};

/** The request was refused and left no object behind, so the key runs it again. */
export interface RequestReleased {
  readonly type: 'RequestReleased';
  readonly data: { readonly requestId: string };
}

/** What the request is answered with is known now, and was not when it was accepted. */
export interface RequestCompleted {
  readonly type: 'RequestCompleted';
  readonly data: { readonly requestId: string; readonly resources: readonly string[] };
}

/** The request was sent again after a restore, so what it orders is still wanted (protocol rule 35). */
export interface RequestConfirmed {
  readonly type: 'RequestConfirmed';
  readonly data: Pick<RequestAccepted['data'], 'requestId' | 'messages'> & {
    /** Name of the generation that the confirmation counts in. */
    readonly generation: string;
  };
}

/** What can happen to an idempotency key. */
export type RequestEvent = RequestAccepted | RequestReleased | RequestCompleted | RequestConfirmed;

export type AcceptRequest = Command<'AcceptRequest', Omit<RequestAccepted['data'], 'acceptedAt'>>;
export type ReleaseRequest = Command<'ReleaseRequest', RequestReleased['data']>;
export type CompleteRequest = Command<'CompleteRequest', RequestCompleted['data']>;
export type ConfirmRequest = Command<'ConfirmRequest', RequestConfirmed['data']>;
/** What can be asked of an idempotency key. */
export type RequestCommand = AcceptRequest | ReleaseRequest | CompleteRequest | ConfirmRequest;

/** The request that owns the key; null when there is none. */
export interface RequestState {
  claim: Claim | null;
  /** How often the key was taken. */
  readonly claims: number;
  /** Name of the last generation in which the request was confirmed; null: in none. */
  readonly confirmedIn: string | null;
}

/** {@link RequestAccepted} without the messages, which are the relay's alone. */
export type Claim = Omit<RequestAccepted['data'], 'messages'>;

/** Whether a key is taken at a time, in milliseconds since the epoch. */
export function isHeld(claim: Claim | null | undefined, at: number): claim is Claim {
  return claim !== null && claim !== undefined && (claim.expiresAt === null || at < claim.expiresAt);
}

/** Streams: `request-<sha256 of account, mode, operation, key>`. */
export const requestStreams = new StreamCategory<RequestEvent>('request');

export const requestDecider: Decider<RequestState, RequestCommand, RequestEvent> = {
  streams: requestStreams,
  firstCommands: ['AcceptRequest'],
  initialState: () => ({ claim: null, claims: 0, confirmedIn: null }),

  decide(command, { claim, confirmedIn }) {
    switch (command.type) {
      case 'AcceptRequest': {
        return isHeld(claim, command.at)
          ? []
          : [{ type: 'RequestAccepted', data: { ...command.data, acceptedAt: command.at } }];
      }
      case 'ReleaseRequest':
        return claim?.requestId === command.data.requestId ? [{ type: 'RequestReleased', data: command.data }] : [];
      case 'CompleteRequest': {
        const isOpen = claim?.requestId === command.data.requestId && claim.resources.length === 0;
        return isOpen ? [{ type: 'RequestCompleted', data: command.data }] : [];
      }
      case 'ConfirmRequest': {
        const isNew = claim?.requestId === command.data.requestId && confirmedIn !== command.data.generation;
        return isNew ? [{ type: 'RequestConfirmed', data: command.data }] : [];
      }
    }
  },

  evolve({ claim, claims, confirmedIn }, event) {
    switch (event.type) {
      case 'RequestAccepted': {
        const { requestId, paramsHash, resources, acceptedAt, expiresAt } = event.data;
        return {
          claim: { requestId, paramsHash, resources, acceptedAt, expiresAt },
          claims: claims + 1,
          confirmedIn: null,
        };
      }
      case 'RequestReleased':
        return { claim: null, claims, confirmedIn };
      case 'RequestCompleted':
        return { claim: claim === null ? null : { ...claim, resources: event.data.resources }, claims, confirmedIn };
      case 'RequestConfirmed':
        return { claim, claims, confirmedIn: event.data.generation };
    }
  },
};
