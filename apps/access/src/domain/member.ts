import type { MemberStatus, Role } from '@stablecoin/contracts';
import { refuse, StreamCategory, type Command, type Decider } from '@stablecoin/event-sourcing';

/** A person, as the identity provider describes them. */
export type Person = {
  readonly name: string | null;
  readonly email: string | null;
  /** The role that the provider gives; null: none. */
  readonly claimedRole: Role | null;
};

/** Whom the provider knows: an issuer's subject never becomes somebody else. */
export type Identity = { readonly issuer: string; readonly subject: string };

export type MemberEvent =
  | {
      readonly type: 'MemberJoined';
      readonly data: Person & Identity & { readonly memberId: string; readonly joinedAt: number };
    }
  /** The provider describes the member otherwise than before. */
  | { readonly type: 'MemberDescribed'; readonly data: Person & { readonly memberId: string } }
  | {
      readonly type: 'RoleAssigned';
      readonly data: { readonly memberId: string; readonly role: Role | null; readonly before: Role | null };
    }
  | { readonly type: 'MemberDisabled'; readonly data: { readonly memberId: string } }
  | { readonly type: 'MemberEnabled'; readonly data: { readonly memberId: string } };

export type IdentifyMember = Command<'IdentifyMember', Person & Identity & { readonly memberId: string }>;
export type SetMember = Command<'SetMember', { readonly role: Role | null; readonly status: MemberStatus }>;
export type MemberCommand = IdentifyMember | SetMember;

export type MemberState = Person & {
  /** Null: the member has not joined. */
  readonly memberId: string | null;
  readonly assignedRole: Role | null;
  readonly status: MemberStatus;
};

/** Streams: `member-<sha256 of account, mode, issuer, subject>`: roles are assigned in each mode by itself. */
export const memberStreams = new StreamCategory<MemberEvent>('member');

export const memberDecider: Decider<MemberState, MemberCommand, MemberEvent> = {
  streams: memberStreams,
  firstCommands: ['IdentifyMember'],
  initialState: () => ({
    memberId: null,
    name: null,
    email: null,
    claimedRole: null,
    assignedRole: null,
    status: 'active',
  }),

  decide(command, state) {
    const { memberId } = state;
    switch (command.type) {
      case 'IdentifyMember': {
        if (memberId === null) return [{ type: 'MemberJoined', data: { ...command.data, joinedAt: command.at } }];
        const { name, email, claimedRole } = command.data;
        if (name === state.name && email === state.email && claimedRole === state.claimedRole) return [];
        return [{ type: 'MemberDescribed', data: { memberId, name, email, claimedRole } }];
      }
      case 'SetMember': {
        if (memberId === null) return [refuse('not_found', 'There is no such member.')];
        const { role, status } = command.data;
        if (state.claimedRole !== null && role !== state.claimedRole) {
          return [
            refuse('invalid_state', `The identity provider gives this member the role ${state.claimedRole}.`, 'role'),
          ];
        }
        const assigned = state.claimedRole === null && role !== state.assignedRole;
        return [
          ...(assigned
            ? [{ type: 'RoleAssigned', data: { memberId, role, before: state.assignedRole } } as const]
            : []),
          ...(status === state.status
            ? []
            : [{ type: status === 'disabled' ? 'MemberDisabled' : 'MemberEnabled', data: { memberId } } as const]),
        ];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'MemberJoined':
      case 'MemberDescribed': {
        const { memberId, name, email, claimedRole } = event.data;
        return { ...state, memberId, name, email, claimedRole };
      }
      case 'RoleAssigned':
        return { ...state, assignedRole: event.data.role };
      case 'MemberDisabled':
        return { ...state, status: 'disabled' };
      case 'MemberEnabled':
        return { ...state, status: 'active' };
    }
  },

  snapshot: {
    version: 1,
    every: 100,
    toJson: (state) => ({ ...state }),
    fromJson: (json) => json as MemberState,
  },
};

/** The role that counts: what the identity provider says comes first. */
export function roleOf({ claimedRole, assignedRole }: Pick<MemberState, 'claimedRole' | 'assignedRole'>): Role | null {
  return claimedRole ?? assignedRole;
}
