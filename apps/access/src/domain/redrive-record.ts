import { StreamCategory, type Command, type Decider } from '@stablecoin/event-sourcing';

/** Somebody has a message that could not be handled handed to its consumer again. Its content is not kept here. */
export type DeadLetterRedriven = {
  readonly type: 'DeadLetterRedriven';
  readonly data: { readonly consumer: string; readonly messageType: string; readonly messageId: string };
};
export type RedriveDeadLetter = Command<'RedriveDeadLetter', DeadLetterRedriven['data']>;

/** Streams: `dead_letter-<id>`. Each redrive is one event; the message itself stays where it is until it is handled. */
export const deadLetterStreams = new StreamCategory<DeadLetterRedriven>('dead_letter');

export const redriveDecider: Decider<null, RedriveDeadLetter, DeadLetterRedriven> = {
  streams: deadLetterStreams,
  firstCommands: ['RedriveDeadLetter'],
  initialState: () => null,
  decide: ({ data }) => [{ type: 'DeadLetterRedriven', data }],
  evolve: () => null,
};
