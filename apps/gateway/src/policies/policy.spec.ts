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

describe('policies', () => {
  it('are off until they are changed, and keep what is not named', () => {
    given(policyDecider)
      .when(change({ separateCreator: true }))
      .then(changed({ separateCreator: true, twoApproversAbove: null }));
    given(policyDecider, changed({ separateCreator: true, twoApproversAbove: null }))
      .when(change({ twoApproversAbove: '5000000' }))
      .then(changed({ separateCreator: true, twoApproversAbove: '5000000' }));
    given(policyDecider, changed({ separateCreator: true, twoApproversAbove: '5000000' }))
      .when(change({ twoApproversAbove: null, separateCreator: false }))
      .then(changed({ separateCreator: false, twoApproversAbove: null }));
  });

  it('answer a change that changes nothing', () => {
    given(policyDecider)
      .when(change({}))
      .then(changed({ separateCreator: false, twoApproversAbove: null }));
  });
});
