import { CircuitBreaker } from './circuit-breaker';

function breaker() {
  const clock = { now: 0 };
  const options = { failures: 3, openMs: 1_000, openMsMax: 3_000, now: () => clock.now };
  return { clock, made: new CircuitBreaker(options) };
}
const fail = (made: CircuitBreaker, times: number): void => {
  for (let time = 0; time < times; time++) made.failed();
};

describe('CircuitBreaker', () => {
  it('stays closed below so many failures in a row, which a success counts anew', () => {
    const { made } = breaker();
    fail(made, 2);
    made.succeeded();
    fail(made, 2);
    expect([made.state, made.failures]).toEqual(['closed', 2]);
  });

  it('opens at so many, and is half open when its time is over', () => {
    const { clock, made } = breaker();
    fail(made, 3);
    expect([made.state, made.triedAgainInMs]).toEqual(['open', 1_000]);
    clock.now = 999;
    expect([made.state, made.triedAgainInMs]).toEqual(['open', 1]);
    clock.now = 1_000;
    expect([made.state, made.triedAgainInMs]).toEqual(['half-open', 0]);
  });

  it('closes with the first success, also one that comes while it is open', () => {
    const { clock, made } = breaker();
    fail(made, 3);
    made.succeeded();
    expect(made.state).toBe('closed');
    fail(made, 3);
    clock.now = 1_000;
    made.succeeded();
    fail(made, 2);
    expect(made.state).toBe('closed');
  });

  it('opens again with the first failure, each time for twice as long, up to a bound; then from the beginning', () => {
    const { clock, made } = breaker();
    fail(made, 3);
    for (const openMs of [2_000, 3_000, 3_000]) {
      clock.now += made.triedAgainInMs;
      fail(made, 1);
      expect([made.state, made.triedAgainInMs]).toEqual(['open', openMs]);
    }
    made.succeeded();
    fail(made, 3);
    expect(made.triedAgainInMs).toBe(1_000);
  });

  it('what fails while it is open makes it stay open no longer', () => {
    const { clock, made } = breaker();
    fail(made, 3);
    clock.now = 500;
    fail(made, 20);
    expect(made.triedAgainInMs).toBe(500);
  });
});
