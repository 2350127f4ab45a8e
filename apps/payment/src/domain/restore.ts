import type { Command, Decider } from '@stablecoin/event-sourcing';

/** An operator has compared the books with the chains after a restore: the service may pay again. */
export type RestoreAccepted = {
  readonly type: 'RestoreAccepted';
  /** Time of the backup, in milliseconds since the epoch. */
  readonly data: { readonly restoredFrom: number };
};
export type AcceptRestore = Command<'AcceptRestore', RestoreAccepted['data']>;

export interface RestoreState {
  readonly isAccepted: boolean;
}

/** One restore, from its backup to its acceptance. */
export const restoreDecider: Decider<RestoreState, AcceptRestore, RestoreAccepted> = {
  category: 'restore',
  firstCommands: ['AcceptRestore'],
  initialState: () => ({ isAccepted: false }),
  decide: ({ data }, { isAccepted }) => (isAccepted ? [] : [{ type: 'RestoreAccepted', data }]),
  evolve: () => ({ isAccepted: true }),
};

/** The stream of the restore from a backup. */
export function restoreStream(restoredFrom: number): string {
  return `restore-${restoredFrom}`;
}
