import { given } from '@stablecoin/event-sourcing/testing';
import { memberDecider, roleOf, type MemberCommand, type MemberEvent, type Person } from './member';
import type { MemberStatus, Role } from '@stablecoin/contracts';

const common = { id: 'req_1', at: 7, correlationId: 'req_1', account: 'acme', livemode: false };
const ada: Person = { name: 'Ada', email: 'ada@example.com', claimedRole: null };
const identity = { issuer: 'https://login.example.com', subject: '1' };

const identify = (person: Person): MemberCommand => ({
  ...{ ...common, type: 'IdentifyMember' },
  data: { ...person, ...identity, memberId: 'usr_1' },
});
const set = (role: Role | null, status: MemberStatus = 'active'): MemberCommand => ({
  ...{ ...common, type: 'SetMember' },
  data: { role, status },
});
const joined = (claimedRole: Role | null = null): MemberEvent => ({
  type: 'MemberJoined',
  data: { ...ada, claimedRole, ...identity, memberId: 'usr_1', joinedAt: 7 },
});
const assigned = (role: Role | null, before: Role | null): MemberEvent => ({
  type: 'RoleAssigned',
  data: { memberId: 'usr_1', role, before },
});

describe('a member', () => {
  it('joins at the first sign-in, and is described anew when the provider says something else', () => {
    given(memberDecider).when(identify(ada)).then(joined());
    given(memberDecider, joined()).when(identify(ada)).then();
    const promoted = { ...ada, claimedRole: 'approver' } as const;
    given(memberDecider, joined())
      .when(identify(promoted))
      .then({ type: 'MemberDescribed', data: { memberId: 'usr_1', ...promoted } });
  });

  it('has the role that is assigned, which can change and be taken away', () => {
    given(memberDecider, joined()).when(set('viewer')).then(assigned('viewer', null));
    given(memberDecider, joined(), assigned('viewer', null)).when(set('viewer')).then();
    given(memberDecider, joined(), assigned('viewer', null)).when(set(null)).then(assigned(null, 'viewer'));
  });

  it('has the role that the provider gives, whatever was assigned, and no other can be', () => {
    given(memberDecider, joined('viewer')).when(set('operator')).thenRefused('invalid_state', 'role');
    given(memberDecider, joined('viewer')).when(set('viewer')).then();
    expect(roleOf({ claimedRole: 'viewer', assignedRole: 'administrator' })).toBe('viewer');
    expect(roleOf({ claimedRole: null, assignedRole: 'operator' })).toBe('operator');
  });

  it('is disabled and enabled, also where the provider gives the role', () => {
    const disabled: MemberEvent = { type: 'MemberDisabled', data: { memberId: 'usr_1' } };
    given(memberDecider, joined('viewer')).when(set('viewer', 'disabled')).then(disabled);
    given(memberDecider, joined('viewer'), disabled).when(set('viewer', 'disabled')).then();
    given(memberDecider, joined('viewer'), disabled)
      .when(set('viewer'))
      .then({ type: 'MemberEnabled', data: { memberId: 'usr_1' } });
  });

  it('is the same after a snapshot', () => {
    const events = [joined('viewer'), assigned('operator', null)];
    const state = events.reduce((before, event) => memberDecider.evolve(before, event), memberDecider.initialState());
    const json: unknown = JSON.parse(JSON.stringify(memberDecider.snapshot?.toJson(state)));
    expect(memberDecider.snapshot?.fromJson(json as never)).toEqual(state);
  });
});
