import { refuseTestSwitches, TEST_SWITCHES } from './test-switches';

describe('refuseTestSwitches', () => {
  it.each(Object.values(TEST_SWITCHES))('keeps a service that is meant to work from starting with %s', (name) => {
    expect(() => refuseTestSwitches({ [name]: 'x' })).toThrow(`${name}: makes the service fail`);
  });

  it('lets everything else through', () => {
    expect(() => refuseTestSwitches({ PORT: '3000', CRASH_AT: '' })).not.toThrow();
  });
});
