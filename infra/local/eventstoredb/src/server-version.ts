/** What clients notice of the version of a server. */
export interface ServerVersion {
  /** As a node tells it. */
  readonly number: string;
  /** The data of one event, in bytes; the data of an append is all that counts where this is infinite. */
  readonly eventBytesMax: number;
  /** The data of one append, in bytes. */
  readonly appendBytesMax: number;
  /** Whether a live subscriber that is too slow is sent history again. It is dropped otherwise. */
  readonly sendsHistoryAgain: boolean;
  /** Whether a subscription to a stream that does not exist hears that it has caught up. */
  readonly catchesUpWithNothing: boolean;
}

/** The versions that were observed. */
export const SERVER_VERSIONS = {
  '23.10': {
    number: '23.10.8',
    eventBytesMax: Infinity,
    appendBytesMax: 1_048_576,
    sendsHistoryAgain: false,
    catchesUpWithNothing: false,
  },
  '26.0': {
    number: '26.0.3',
    eventBytesMax: 16_777_216,
    appendBytesMax: 268_435_456,
    sendsHistoryAgain: true,
    catchesUpWithNothing: true,
  },
} as const satisfies Readonly<Record<string, ServerVersion>>;

export type ServerVersionName = keyof typeof SERVER_VERSIONS;
