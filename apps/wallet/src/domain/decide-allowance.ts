import type { Decider } from '@stablecoin/event-sourcing';
import type { Allowance, AllowanceCommand, AllowanceEvent } from './allowance';
import { allowanceStreams } from './streams';

type AllowanceJson = { readonly [Key in keyof Allowance]: Readonly<Allowance[Key]> };

/** Between two renewals of a wallet's allowances, in milliseconds. */
export const WINDOW_MS = 86_400_000;

/** The allowances of one wallet: the only one that has renewals signed, at most one for a value of its nonce and in 24 hours. */
export const allowanceDecider: Decider<Allowance, AllowanceCommand, AllowanceEvent> = {
  streams: allowanceStreams,
  firstCommands: ['CountAllowance'],
  initialState: () => ({ counted: null, renewal: null }),
  decide,
  evolve,
  snapshot: {
    version: 1,
    every: 1_000,
    toJson: ({ counted, renewal }) => ({ counted, renewal }),
    fromJson: (json) => ({ ...(json as AllowanceJson) }),
  },
};

/** Whether the allowances may be renewed at a time. */
export function isDue({ counted, renewal }: Allowance, at: number): boolean {
  return counted !== null && renewal === null && at >= counted.since + WINDOW_MS;
}

function decide(command: AllowanceCommand, state: Allowance): readonly AllowanceEvent[] {
  switch (command.type) {
    case 'CountAllowance': {
      const { walletId, nonce, since } = command.data;
      if (nonce === state.counted?.nonce) return [];
      // Whatever is said of the past, no window begins before the last one.
      const counted = { walletId, nonce, since: Math.max(since, state.counted?.since ?? 0) };
      return [{ type: 'AllowanceCounted', data: counted }];
    }
    case 'SignRenewal': {
      const { at, ...renewal } = command.data;
      const mayBeSigned = renewal.nonce === state.counted?.nonce && isDue(state, Math.min(at, command.at));
      return mayBeSigned ? [{ type: 'RenewalSigned', data: renewal }] : [];
    }
  }
}

/** Changes the state by an event, and returns it. */
function evolve(state: Allowance, { type, data }: AllowanceEvent): Allowance {
  switch (type) {
    case 'AllowanceCounted':
      state.counted = { nonce: data.nonce, since: data.since };
      state.renewal = null;
      break;
    case 'RenewalSigned':
      state.renewal = { hash: data.hash, bytes: data.bytes };
      break;
  }
  return state;
}
