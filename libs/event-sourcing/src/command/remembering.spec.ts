import type { Decider } from '../decider';
import { ReadModelBehindError } from '../errors';
import { MemoryEventStore } from '@stablecoin/stores';
import { accountDecider, accountSnapshots, command } from '../testing/account';
import type { Account, AccountCommand, AccountEvent } from '../testing/account';
import { FaultyEventStore } from '../testing/faulty-event-store';
import { ManualClock } from '../testing/manual-clock';
import { silentLog, silentMeter } from '../testing/silent';
import { CommandHandler } from './command-handler';
import type { CommandHandlerOptions } from './command-handler';
import type { CommandHistory } from './history';

type AccountDecider = Decider<Account, AccountCommand, AccountEvent>;
type Options = Partial<CommandHandlerOptions<Account, AccountCommand, AccountEvent>>;

const STREAM = 'account-1';
const MINUTE = 60_000;

let store: FaultyEventStore;
let clock: ManualClock;
let history: ReadModel;

/** The read model, as the test says that it is: what it has passed it knows. */
class ReadModel implements CommandHistory<AccountCommand> {
  passed = 0;
  asked = 0;

  position(): number {
    return this.passed;
  }

  async appliedBefore(stream: string, { id }: AccountCommand): Promise<boolean> {
    this.asked++;
    const events = await store.read(stream);
    return events.some(({ metadata, position }) => metadata.commandId === id && position <= this.passed);
  }
}

beforeEach(() => {
  store = new FaultyEventStore(new MemoryEventStore());
  clock = new ManualClock();
  history = new ReadModel();
});
afterEach(() => store.close());

function handlerOf(options: Options = {}): CommandHandler<Account, AccountCommand, AccountEvent> {
  const decider = accountDecider;
  return new CommandHandler({ store, decider, clock, history, log: silentLog, meter: silentMeter, ...options });
}

function snapshotting(change: Partial<NonNullable<AccountDecider['snapshot']>> = {}): AccountDecider {
  return { ...accountDecider, snapshot: { ...accountSnapshots, ...change } };
}

/** Opens the account and applies so many deposits, one millisecond apart. */
async function apply(
  handler: CommandHandler<Account, AccountCommand, AccountEvent>,
  count: number,
): Promise<AccountCommand[]> {
  const applied: AccountCommand[] = [];
  if (history.passed === 0) await handler.handle(STREAM, command('Open', { owner: 'ada' }, { at: clock.now() }));
  for (let n = 0; n < count; n++) {
    clock.advance(1);
    const deposit = command('Deposit', { amount: 1 }, { at: clock.now() });
    applied.push(deposit);
    await handler.handle(STREAM, deposit);
  }
  return applied;
}

async function balance(handler: CommandHandler<Account, AccountCommand, AccountEvent>): Promise<number | undefined> {
  return handler.query(STREAM, (state) => state.balance);
}

async function remembered(
  handler: CommandHandler<Account, AccountCommand, AccountEvent>,
  commands: readonly AccountCommand[],
): Promise<number | undefined> {
  return handler.query(STREAM, (_state, at) => commands.filter(({ id }) => at.wasApplied(id)).length);
}

describe('protocol rule 4: applied commands are remembered in bounded memory', () => {
  const bounds = { rememberLeast: 5, rememberMost: 20, rememberMs: 10 * MINUTE };

  it('keeps all of them up to the least number, however old', async () => {
    const handler = handlerOf({ ...bounds, rememberLeast: 50 });
    const applied = await apply(handler, 40);
    clock.advance(60 * MINUTE);
    history.passed = 1_000;
    applied.push(...(await apply(handler, 1)));
    expect(await remembered(handler, applied)).toBe(41);
  });

  it('drops those older than the window', async () => {
    const handler = handlerOf(bounds);
    const old = await apply(handler, 10);
    clock.advance(11 * MINUTE);
    history.passed = 1_000;
    const young = await apply(handler, 8);
    expect(await remembered(handler, old)).toBe(0);
    expect(await remembered(handler, young)).toBe(8);
  });

  it('takes no more while the read model has not passed what would have to be forgotten', async () => {
    const handler = handlerOf({ ...bounds, rememberMax: 30 });
    await apply(handler, 29);
    await expect(apply(handler, 1)).rejects.toThrow(ReadModelBehindError);
    expect(await balance(handler)).toBe(29);
    history.passed = 1_000;
    await apply(handler, 1);
    expect(await balance(handler)).toBe(30);
  });

  it('drops the oldest of too many', async () => {
    const handler = handlerOf(bounds);
    history.passed = 1;
    await handler.handle(STREAM, command('Open', { owner: 'ada' }, { at: clock.now() }));
    history.passed = 1_000;
    const applied = await apply(handler, 30);
    expect(await remembered(handler, applied)).toBe(20);
    expect(await remembered(handler, applied.slice(-20))).toBe(20);
  });

  it('never drops one that the read model has not passed', async () => {
    const handler = handlerOf(bounds);
    const applied = await apply(handler, 30);
    history.passed = 11;
    clock.advance(60 * MINUTE);
    await apply(handler, 1);
    // The first event opened the account; the next ten hold the deposits that were passed.
    expect(await remembered(handler, applied)).toBe(20);
    expect(await remembered(handler, applied.slice(10))).toBe(20);
  });

  it('drops no ids without a read model', async () => {
    const handler = new CommandHandler({
      store,
      decider: accountDecider,
      clock,
      log: silentLog,
      meter: silentMeter,
      ...bounds,
    });
    const applied = await apply(handler, 30);
    clock.advance(60 * MINUTE);
    applied.push(...(await apply(handler, 1)));
    expect(await remembered(handler, applied)).toBe(31);
  });

  it('asks the read model about a command that is not newer than what was dropped, and believes it', async () => {
    const handler = handlerOf(bounds);
    const old = await apply(handler, 10);
    clock.advance(11 * MINUTE);
    history.passed = 1_000;
    await apply(handler, 1);
    const late = command('Deposit', { amount: 100 }, { at: old[0]!.at });
    const before = await balance(handler);
    for (const repetition of old) {
      expect(await handler.handle(STREAM, repetition)).toMatchObject({ events: [], revision: 11 });
    }
    expect(await balance(handler)).toBe(before);
    expect((await handler.handle(STREAM, late)).events).toHaveLength(1);
    expect(await balance(handler)).toBe((before ?? 0) + 100);
    // Six of the ten were dropped, down to the least number; and the late one.
    expect(history.asked).toBe(7);
  });

  it('does not ask about newer commands', async () => {
    const handler = handlerOf(bounds);
    await apply(handler, 10);
    clock.advance(11 * MINUTE);
    history.passed = 1_000;
    await apply(handler, 20);
    expect(history.asked).toBe(0);
  });

  it('rejects only such a command as transient while the read model is rebuilt', async () => {
    const handler = handlerOf(bounds);
    const old = await apply(handler, 10);
    clock.advance(11 * MINUTE);
    history.passed = 1_000;
    await apply(handler, 1);
    history.passed = 3;
    const [repeated, fresh] = await Promise.allSettled([
      handler.handle(STREAM, old[0]!),
      handler.handle(STREAM, command('Deposit', { amount: 1 }, { at: clock.now() })),
    ]);
    expect((repeated as PromiseRejectedResult).reason).toBeInstanceOf(ReadModelBehindError);
    expect((repeated as PromiseRejectedResult).reason).toMatchObject({ retry: 'always' });
    expect(fresh).toMatchObject({ status: 'fulfilled', value: { revision: 12 } });
    history.passed = 1_000;
    expect(await handler.handle(STREAM, old[0]!)).toMatchObject({ events: [], revision: 12 });
  });

  it('rejects only its own command when the look-up fails', async () => {
    const handler = handlerOf(bounds);
    const old = await apply(handler, 10);
    clock.advance(11 * MINUTE);
    history.passed = 1_000;
    await apply(handler, 1);
    history.appliedBefore = () => Promise.reject(new Error('the database is locked'));
    const [repeated, fresh] = await Promise.allSettled([
      handler.handle(STREAM, old[0]!),
      handler.handle(STREAM, command('Deposit', { amount: 1 }, { at: clock.now() })),
    ]);
    expect(repeated).toMatchObject({ status: 'rejected', reason: { message: 'the database is locked' } });
    expect(fresh.status).toBe('fulfilled');
  });
});

describe('snapshots', () => {
  it('are written after so many events, and a restart reads only what came after', async () => {
    const handler = handlerOf({ decider: snapshotting() });
    await apply(handler, 24);
    await handler.idle();
    expect(await store.loadSnapshot(STREAM)).toMatchObject({ revision: 19, version: 1 });
    const froms: unknown[] = [];
    store.beforeRead = (_stream, options) => void froms.push(options?.from);
    expect(await balance(handlerOf({ decider: snapshotting() }))).toBe(24);
    expect(froms).toEqual([20]);
  });

  it('answer with the position of the stream when nothing came after', async () => {
    const handler = handlerOf({ decider: snapshotting({ every: 1 }) });
    await apply(handler, 3);
    await handler.idle();
    const view = await handlerOf({ decider: snapshotting() }).query(STREAM, (_state, at) => [at.revision, at.position]);
    expect(view).toEqual([3, 4]);
  });

  it.each([
    ['of another version', { version: 2 }],
    [
      'that cannot be read',
      {
        fromJson: (): Account => {
          throw new Error('no such shape');
        },
      },
    ],
  ])('%s are not used', async (_what, change) => {
    const handler = handlerOf({ decider: snapshotting() });
    await apply(handler, 12);
    await handler.idle();
    expect(await balance(handlerOf({ decider: snapshotting(change) }))).toBe(12);
  });

  it('hold up nobody, and their failure is only logged', async () => {
    const warn = jest.fn();
    let fail: (error: Error) => void = () => undefined;
    store.beforeSaveSnapshot = () => new Promise((_resolve, reject) => (fail = reject));
    const handler = handlerOf({ decider: snapshotting(), log: { ...silentLog, warn } });
    await apply(handler, 30);
    expect(await balance(handler)).toBe(30);
    fail(new Error('disk full'));
    await handler.idle();
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]).toEqual([{ stream: STREAM, error: 'Error: disk full' }, 'cannot write a snapshot']);
    store.beforeSaveSnapshot = () => undefined;
    history.passed = 1;
    await apply(handler, 10);
    await handler.idle();
    expect(await store.loadSnapshot(STREAM)).toBeDefined();
  });

  it('keep the ids that the read model has not passed, and stay small', async () => {
    const handler = handlerOf({ decider: snapshotting({ every: 41 }) });
    const early = await apply(handler, 20);
    history.passed = await store.head();
    const late = await apply(handler, 20);
    await handler.idle();
    const kept = JSON.stringify(await store.loadSnapshot(STREAM));
    expect(early.filter(({ id }) => kept.includes(`"${id}"`))).toEqual([]);
    expect(late.filter(({ id }) => kept.includes(`"${id}"`))).toEqual(late);

    const restarted = handlerOf({ decider: snapshotting() });
    for (const repetition of [...early, ...late]) {
      expect((await restarted.handle(STREAM, repetition)).events).toEqual([]);
    }
    // Only those that the snapshot has left to the read model were looked up there.
    expect(history.asked).toBe(20);
    expect(await balance(restarted)).toBe(40);
  });

  it('keep refusals', async () => {
    const handler = handlerOf({ decider: snapshotting({ every: 2 }) });
    const refused = command('Withdraw', { amount: 5 }, { at: clock.now() });
    await apply(handler, 0);
    await handler.handle(STREAM, refused);
    await handler.idle();
    const restarted = handlerOf({ decider: snapshotting() });
    expect(await restarted.handle(STREAM, refused)).toMatchObject({
      events: [],
      refusal: { code: 'insufficient_balance' },
    });
  });
});
