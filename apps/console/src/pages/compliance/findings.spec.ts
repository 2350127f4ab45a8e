import type { Resource } from '../../api/client';
import { bySeverity, checkName, findingsOf, isAddress, readable } from './findings';

type Check = Resource<'CheckResult'>;

function check(name: Check['name'], outcome: Check['outcome']): Check {
  return { name, outcome, provider: 'ofac', evidence: 'Looked at.', details: null };
}

describe('what a screening found', () => {
  const checks = [
    check('kyc', 'pass'),
    check('aml', 'review'),
    check('sanctions', 'fail'),
    check('travel_rule', 'not_covered'),
  ];

  it('stands with the worst first', () => {
    expect(bySeverity(checks).map(({ outcome }) => outcome)).toEqual(['fail', 'review', 'not_covered', 'pass']);
  });

  it('an outcome that this version does not know stands with the worst', () => {
    const unknown = { ...check('kyc', 'pass'), outcome: 'disputed' };
    expect(bySeverity([check('aml', 'pass'), unknown])[0]).toBe(unknown);
  });

  it('is named by the checks that did not pass, each once', () => {
    expect(findingsOf([...checks, check('sanctions', 'fail')])).toBe('Sanctions, AML, Travel rule');
    expect(findingsOf([check('kyc', 'pass')])).toBe('None');
  });

  it.each([
    ['kyc', 'KYC'],
    ['aml', 'AML'],
    ['travel_rule', 'Travel rule'],
  ])('%s is shown as %s', (name, shown) => {
    expect(checkName(name)).toBe(shown);
  });

  it('evidence in JSON is laid out, and other evidence left as it is', () => {
    expect(readable('{"risk":"high"}')).toBe('{\n  "risk": "high"\n}');
    expect(readable('block 12')).toBe('block 12');
  });

  it('tells an address from the owner of a wallet', () => {
    expect(['0x52908400098527886E0F7030069857D2E4169EE7', 'agent:procurement', 'user:1'].map(isAddress)).toEqual([
      ...[true, false, false],
    ]);
  });
});
