import type { Command, Decider, SnapshotPolicy } from '../decider';
import { refuse } from '../refusal';
import type { CommandRefused } from '../refusal';
import { StreamCategory } from '../stream-category';

/** A small decider for this library's own tests: an account that is opened, filled, emptied and frozen. */
export type AccountEvent =
  | { readonly type: 'Opened'; readonly data: { readonly owner: string } }
  | { readonly type: 'Deposited'; readonly data: { readonly amount: number } }
  | { readonly type: 'Withdrawn'; readonly data: { readonly amount: number; readonly note: string | null } }
  | { readonly type: 'Frozen'; readonly data: { readonly by: string } }
  | { readonly type: 'Thawed'; readonly data: Record<string, never> };

export type AccountCommand =
  | Command<'Open', { readonly owner: string }>
  | Command<'Deposit', { readonly amount: number }>
  | Command<'Withdraw', { readonly amount: number; readonly note?: string }>
  | Command<'Freeze', { readonly by: string }>
  | Command<'Thaw', Record<string, never>>
  /** What cannot be: the decider throws. */
  | Command<'Break', { readonly when: 'deciding' | 'evolving' }>;

export interface Account {
  owner: string;
  balance: number;
  frozen: boolean;
}

export const accountStreams = new StreamCategory<AccountEvent>('account');

export const accountDecider: Decider<Account, AccountCommand, AccountEvent> = {
  streams: accountStreams,
  firstCommands: ['Open'],
  initialState: () => ({ owner: '', balance: 0, frozen: false }),
  decide(command, state): readonly (AccountEvent | CommandRefused)[] {
    switch (command.type) {
      case 'Open':
        return state.owner === '' ? [{ type: 'Opened', data: { owner: command.data.owner } }] : [];
      case 'Deposit':
        return [{ type: 'Deposited', data: { amount: command.data.amount } }];
      case 'Withdraw': {
        const { amount, note = null } = command.data;
        if (amount > state.balance) return [refuse('insufficient_balance', 'There is not enough.', 'amount')];
        return [{ type: 'Withdrawn', data: { amount, note } }];
      }
      case 'Freeze':
        return state.frozen ? [] : [{ type: 'Frozen', data: { by: command.data.by } }];
      case 'Thaw':
        return state.frozen ? [{ type: 'Thawed', data: {} }] : [];
      case 'Break':
        if (command.data.when === 'deciding') throw new Error('it cannot be decided');
        return [{ type: 'Broken', data: {} } as never];
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'Opened':
        state.owner = event.data.owner;
        return state;
      case 'Deposited':
        state.balance += event.data.amount;
        return state;
      case 'Withdrawn':
        state.balance -= event.data.amount;
        return state;
      case 'Frozen':
        state.frozen = true;
        return state;
      case 'Thawed':
        state.frozen = false;
        return state;
      default:
        // It has changed already when it fails, so that a test sees whether such a state is dropped.
        state.balance = NaN;
        throw new Error(`it cannot be folded: ${JSON.stringify(event satisfies never)}`);
    }
  },
};

export const accountSnapshots: SnapshotPolicy<Account> = {
  version: 1,
  every: 10,
  toJson: ({ owner, balance, frozen }) => ({ owner, balance, frozen }),
  fromJson: (json) => ({ ...(json as unknown as Account) }),
};

let commands = 0;

/** A command on an account, with an id of its own unless one is given. */
export function command<C extends AccountCommand>(
  type: C['type'],
  data: C['data'],
  rest: Partial<Omit<Command, 'type' | 'data'>> = {},
): AccountCommand {
  commands++;
  const common = { id: `cmd-${commands}`, at: 1_000, correlationId: 'cor-1', account: 'acme', livemode: false };
  return { ...common, ...rest, type, data } as AccountCommand;
}
