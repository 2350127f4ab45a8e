import { given } from '@stablecoin/event-sourcing/testing';
import { policyDecider, type ChangePolicy, type PolicyChanged, type PolicyRules } from './policy';

const change = (data: Partial<PolicyRules>): ChangePolicy => ({
  id: 'req_1',
  type: 'ChangePolicy',
  data,
  at: 1,
  correlationId: 'req_1',
  account: 'acme',
  livemode: false,
});
const changed = (data: PolicyRules): PolicyChanged => ({ type: 'PolicyChanged', data });

const OFF: PolicyRules = {
  separateCreator: false,
  twoApproversAbove: null,
  treasuryApprovalAbove: null,
  alwaysScreen: false,
  duplicateGuard: 'bound_keys',
  duplicateWindowHours: 24,
};

describe('policies', () => {
  it('are off until they are changed, and keep what is not named', () => {
    const one = { ...OFF, separateCreator: true };
    const two: PolicyRules = { ...one, twoApproversAbove: '5000000' };
    const all: PolicyRules = { ...two, treasuryApprovalAbove: '9000000' };
    given(policyDecider)
      .when(change({ separateCreator: true }))
      .then(changed(one));
    given(policyDecider, changed(one))
      .when(change({ twoApproversAbove: '5000000' }))
      .then(changed(two));
    given(policyDecider, changed(two))
      .when(change({ treasuryApprovalAbove: '9000000' }))
      .then(changed(all));
    given(policyDecider, changed(all))
      .when(change({ ...OFF, treasuryApprovalAbove: '9000000' }))
      .then(changed({ ...OFF, treasuryApprovalAbove: '9000000' }));
  });

  it('answer a change that changes nothing', () => {
    given(policyDecider).when(change({})).then(changed(OFF));
  });

  it('of before a policy existed leave it as it is by default', () => {
    const {
      treasuryApprovalAbove: _,
      alwaysScreen: _screen,
      duplicateGuard: _guard,
      ...before
    } = { ...OFF, separateCreator: true };
    given(policyDecider, changed(before as PolicyRules))
      .when(change({}))
      .then(changed({ ...OFF, separateCreator: true }));
  });
});
