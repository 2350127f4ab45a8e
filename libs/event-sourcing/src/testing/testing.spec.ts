import { refuse } from '../refusal';
import type { Decider } from '../decider';
import { accountDecider, accountSnapshots, command } from './account';
import type { Account, AccountCommand, AccountEvent } from './account';
import { eventually } from './eventually';
import { given } from './given-when-then';
import { ManualClock } from './manual-clock';

const opened: AccountEvent = { type: 'Opened', data: { owner: 'ada' } };
const deposited: AccountEvent = { type: 'Deposited', data: { amount: 5 } };
const withdraw = (amount: number): AccountCommand => command('Withdraw', { amount });

type AccountDecider = Decider<Account, AccountCommand, AccountEvent>;

describe('given, when, then', () => {
  it('passes for exactly the events that were decided', () => {
    const withdrawn: AccountEvent = { type: 'Withdrawn', data: { amount: 2, note: null } };
    given(accountDecider, opened, deposited).when(withdraw(2)).then(withdrawn);
    given(accountDecider, opened).when(command('Thaw', {})).then();
    expect(() => given(accountDecider, opened, deposited).when(withdraw(2)).then()).toThrow();
    expect(() => given(accountDecider, opened, deposited).when(withdraw(2)).then(withdrawn, opened)).toThrow();
  });

  it('passes for a refusal by its code and parameter', () => {
    const outcome = given(accountDecider, opened).when(withdraw(2));
    outcome.thenRefused('insufficient_balance', 'amount');
    expect(() => outcome.thenRefused('insufficient_balance')).toThrow();
    expect(() => outcome.thenRefused('not_found', 'amount')).toThrow();
  });

  it('passes for a decider that throws', () => {
    given(accountDecider, opened)
      .when(command('Break', { when: 'deciding' }))
      .thenThrows('cannot be decided');
    expect(() => given(accountDecider, opened).when(withdraw(2)).thenThrows()).toThrow();
  });

  it('never hands a refusal to the decider', () => {
    given(accountDecider, opened, refuse('x', 'no'))
      .when(command('Open', { owner: 'bob' }))
      .then();
  });

  it.each<[string, Partial<AccountDecider>]>([
    [
      'changes the state while it decides',
      {
        decide: (made, state) => {
          state.balance += 1;
          return accountDecider.decide(made, state);
        },
        evolve: (state) => state,
      },
    ],
    ['yields what JSON cannot carry', { decide: () => [{ type: 'Deposited', data: { amount: 5n as never } }] }],
    ['yields undefined', { decide: () => [{ type: 'Deposited', data: { amount: undefined as never } }] }],
    ['cannot fold its own events', { decide: () => [{ type: 'Broken', data: {} } as never] }],
    [
      'loses something in its snapshots',
      { snapshot: { ...accountSnapshots, fromJson: () => accountDecider.initialState() } },
    ],
  ])('fails a decider that %s', (_what, change) => {
    const decider: AccountDecider = { ...accountDecider, ...change };
    const outcome = given(decider, opened, deposited).when(withdraw(decider.evolve === accountDecider.evolve ? 2 : 1));
    expect(() => outcome.then({ type: 'Withdrawn', data: { amount: 2, note: null } })).toThrow();
  });

  it('fails a decider that changes an event or the command', () => {
    const evolve: AccountDecider['evolve'] = (state, event) => {
      (event.data as { owner?: string }).owner = 'eve';
      return state;
    };
    const decide: AccountDecider['decide'] = (made) => {
      (made.data as { amount: number }).amount = 0;
      return [];
    };
    expect(() =>
      given({ ...accountDecider, evolve }, opened)
        .when(withdraw(1))
        .then(),
    ).toThrow(TypeError);
    expect(() =>
      given({ ...accountDecider, decide }, opened)
        .when(withdraw(1))
        .then(),
    ).toThrow(TypeError);
  });
});

describe('a manual clock', () => {
  it('stands still until it is moved, and calls timers back in order of their time', () => {
    const clock = new ManualClock(1_000);
    const called: [string, number][] = [];
    clock.setTimer(1_030, () => called.push(['c', clock.now()]));
    clock.setTimer(1_010, () => {
      called.push(['a', clock.now()]);
      clock.setTimer(1_020, () => called.push(['b', clock.now()]));
    });
    const end = clock.setTimer(1_015, () => called.push(['ended', clock.now()]));
    end();
    clock.advance(9);
    expect([called, clock.now()]).toEqual([[], 1_009]);
    clock.advance(100);
    expect(called).toEqual([
      ['a', 1_010],
      ['b', 1_020],
      ['c', 1_030],
    ]);
    expect([clock.now(), clock.timers]).toEqual([1_109, 0]);
  });

  it('calls back soon for what has passed, and never from within setTimer', async () => {
    const clock = new ManualClock(1_000);
    let called = 0;
    clock.setTimer(1_000, () => {
      called++;
    });
    expect(called).toBe(0);
    await Promise.resolve();
    expect(called).toBe(1);
  });
});

describe('eventually', () => {
  it('returns what the check returns once it holds', async () => {
    let asked = 0;
    expect(await eventually(() => ++asked === 3 && 'done')).toBe('done');
    const settled = await eventually(() => {
      asked++;
      if (asked < 6) throw new Error('not yet');
      return null;
    });
    expect(settled).toBeNull();
  });

  it('ends with the last failure when it never holds', async () => {
    await expect(eventually(() => false, { withinMs: 1 })).rejects.toThrow('still said false after 1 ms');
    const failing = (): never => {
      throw new Error('never');
    };
    await expect(eventually(failing, { withinMs: 1 })).rejects.toThrow('never');
  });
});
