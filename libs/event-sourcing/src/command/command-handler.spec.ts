import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Decider } from '../decider';
import { AppendFailedError, ConcurrencyError, NotWrittenError, OverloadedError, UnknownStreamError } from '../errors';
import { eventId } from '../event-id';
import { systemClock } from '../ports';
import { MemoryEventStore } from '@stablecoin/stores';
import { StreamCategory } from '../stream-category';
import { accountDecider, command } from '../testing/account';
import type { Account, AccountCommand, AccountEvent } from '../testing/account';
import { eventually } from '../testing/eventually';
import { FaultyEventStore } from '../testing/faulty-event-store';
import { ManualClock } from '../testing/manual-clock';
import { silentLog, silentMeter } from '../testing/silent';
import { CommandHandler } from './command-handler';
import type { CommandHandlerOptions } from './command-handler';

type Options = Partial<CommandHandlerOptions<Account, AccountCommand, AccountEvent>>;

const STREAM = 'account-1';
const open = (): AccountCommand => command('Open', { owner: 'ada' });
const deposit = (amount: number): AccountCommand => command('Deposit', { amount });
const withdraw = (amount: number): AccountCommand => command('Withdraw', { amount });
const freeze = (): AccountCommand => command('Freeze', { by: 'bob' });

let store: FaultyEventStore;

beforeEach(() => {
  store = new FaultyEventStore(new MemoryEventStore());
});
afterEach(() => store.close());

function handlerOf(options: Options = {}): CommandHandler<Account, AccountCommand, AccountEvent> {
  const clock = systemClock;
  return new CommandHandler({ store, decider: accountDecider, clock, log: silentLog, meter: silentMeter, ...options });
}

async function types(stream = STREAM): Promise<string[]> {
  return (await store.read(stream)).map(({ type }) => type);
}

function balance(handler: CommandHandler<Account, AccountCommand, AccountEvent>): Promise<number | undefined> {
  return handler.query(STREAM, (state) => state.balance);
}

describe('a command', () => {
  it('is decided on the state so far, and its events are appended', async () => {
    const handler = handlerOf();
    await handler.handle(STREAM, open());
    await handler.handle(STREAM, deposit(5));
    const handled = await handler.handle(STREAM, withdraw(2));
    expect(handled).toEqual({
      events: [{ type: 'Withdrawn', data: { amount: 2, note: null } }],
      revision: 2,
      position: 3,
      refusal: undefined,
    });
    expect(await balance(handler)).toBe(3);
  });

  it('is decided past an event that is not ours, on a state that does not know it', async () => {
    const handler = handlerOf();
    await handler.handle(STREAM, open());
    const [opened] = await store.read(STREAM);
    await store.append(STREAM, 0, [{ ...opened!, id: randomUUID(), metadata: {} as never }]);
    for (const each of [handler, handlerOf()]) {
      const { refusal, revision } = await each.handle(STREAM, deposit(5));
      expect([refusal, revision]).toEqual([undefined, each === handler ? 2 : 3]);
    }
    expect(await balance(handlerOf())).toBe(10);
  });

  it('gives its events an id after rule 1 and its own metadata', async () => {
    const actor = { type: 'key', id: 'key_1', name: 'till', ip: '192.0.2.1' } as const;
    const made = command('Open', { owner: 'ada' }, { id: 'msg-1', at: 77, traceparent: '00-ab-cd-01', actor });
    await handlerOf().handle(STREAM, made);
    expect(await store.read(STREAM)).toEqual([
      {
        id: eventId(STREAM, 'msg-1', 0, 'Opened', '{"owner":"ada"}'),
        type: 'Opened',
        data: { owner: 'ada' },
        metadata: {
          commandId: 'msg-1',
          at: 77,
          correlationId: 'cor-1',
          account: 'acme',
          livemode: false,
          traceparent: '00-ab-cd-01',
          actor,
        },
        stream: STREAM,
        revision: 0,
        position: 1,
      },
    ]);
  });

  it("rejects a stream of another category than the decider's", async () => {
    await expect(handlerOf().handle('payment-1', open())).rejects.toThrow('payment-1 is not of category account');
  });

  it('is rejected while too many wait', async () => {
    const handler = handlerOf({ maxWaiting: 2 });
    const waiting = [handler.handle(STREAM, open()), handler.handle('account-2', open())];
    await expect(handler.handle('account-3', open())).rejects.toThrow(OverloadedError);
    await Promise.all(waiting);
    await handler.idle();
    await expect(handler.handle('account-3', open())).resolves.toMatchObject({ revision: 0 });
  });
});

describe('commands that wait for one stream', () => {
  it('are decided in order, on what the ones before them led to, and appended once', async () => {
    const handler = handlerOf();
    const all = [open(), deposit(1), withdraw(1), withdraw(1), deposit(7)];
    const handled = await Promise.all(all.map((each) => handler.handle(STREAM, each)));
    expect(store.appends).toBe(1);
    expect(await types()).toEqual(['Opened', 'Deposited', 'Withdrawn', 'CommandRefused', 'Deposited']);
    expect(handled.map(({ events }) => events.length)).toEqual([1, 1, 1, 1, 1]);
    expect(handled.map(({ refusal }) => refusal?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      'insufficient_balance',
      undefined,
    ]);
  });

  it('form the next group while one is appended', async () => {
    const handler = handlerOf();
    await handler.handle(STREAM, open());
    let release: () => void = () => undefined;
    store.beforeAppend = () => new Promise((resolve) => (release = resolve));
    const first = handler.handle(STREAM, deposit(1));
    await eventually(() => store.appends === 2);
    const rest = Array.from({ length: 500 }, () => handler.handle(STREAM, deposit(1)));
    store.beforeAppend = () => undefined;
    release();
    await Promise.all([first, ...rest]);
    expect(store.appends).toBe(3);
    expect(await balance(handler)).toBe(501);
  });

  it('go together when they come in one turn, however many promises lie before them', async () => {
    const handler = handlerOf();
    const later = async (promises: number, amount: number) => {
      for (let i = 0; i < promises; i++) await Promise.resolve();
      return handler.handle(STREAM, deposit(amount));
    };
    await Promise.all([handler.handle(STREAM, open()), later(3, 1), later(40, 1)]);
    expect(store.appends).toBe(1);

    // Also in the turn in which an append ends, with one that has waited for that.
    store.beforeAppend = () => setImmediate();
    const first = handler.handle(STREAM, deposit(1));
    await eventually(() => store.appends === 2);
    await Promise.all([handler.handle(STREAM, deposit(1)), first.then(() => later(40, 1))]);
    expect(store.appends).toBe(3);
    expect(await balance(handler)).toBe(5);
  });

  it('do not hold up those of another stream', async () => {
    const handler = handlerOf();
    store.beforeAppend = (stream) => (stream === STREAM ? new Promise(() => undefined) : undefined);
    void handler.handle(STREAM, open());
    await expect(handler.handle('account-2', open())).resolves.toMatchObject({ revision: 0 });
  });
});

describe('protocol rule 4: an applied command is remembered', () => {
  it('the repetition of an applied command yields nothing, also within one group and after a restart', async () => {
    const handler = handlerOf();
    const made = deposit(5);
    await handler.handle(STREAM, open());
    const [first, twin] = await Promise.all([handler.handle(STREAM, made), handler.handle(STREAM, made)]);
    const again = await handler.handle(STREAM, made);
    const restarted = await handlerOf().handle(STREAM, made);
    expect(first.events).toHaveLength(1);
    for (const repetition of [twin, again, restarted]) {
      expect(repetition).toEqual({ events: [], revision: 1, position: 2, refusal: undefined });
    }
    expect(await types()).toEqual(['Opened', 'Deposited']);
  });

  it('the first command of a stream is recognised by the store after a restart', async () => {
    const made = open();
    await handlerOf().handle(STREAM, made);
    await handlerOf().handle(STREAM, deposit(1));
    const restarted = handlerOf();
    expect(await restarted.handle(STREAM, made)).toMatchObject({ refusal: undefined });
    expect(await restarted.handle(STREAM, made)).toMatchObject({ events: [], revision: 1, position: 2 });
    expect(await types()).toEqual(['Opened', 'Deposited']);
    expect(await balance(restarted)).toBe(1);
  });

  it('a command whose content is serialised differently after an upgrade conflicts, and is found applied', async () => {
    const [made, next] = [open(), deposit(1)];
    await handlerOf().handle(STREAM, made);
    await handlerOf().handle(STREAM, next);
    const decider: Decider<Account, AccountCommand, AccountEvent> = {
      ...accountDecider,
      decide: (each, state) =>
        accountDecider
          .decide(each, state)
          .map((event) => ({ ...event, data: { added: 'later', ...event.data } }) as never),
    };
    const upgraded = handlerOf({ decider });
    for (const repetition of [made, next]) {
      expect(await upgraded.handle(STREAM, repetition)).toEqual({
        events: [],
        revision: 1,
        position: 2,
        refusal: undefined,
      });
    }
    expect(await types()).toEqual(['Opened', 'Deposited']);
  });

  it('remembers the refusal of a command and answers a repetition with it', async () => {
    const handler = handlerOf();
    const refused = withdraw(9);
    await handler.handle(STREAM, open());
    const refusal = { code: 'insufficient_balance', message: 'There is not enough.', param: 'amount' };
    expect((await handler.handle(STREAM, refused)).refusal).toEqual(refusal);
    await handler.handle(STREAM, deposit(100));
    for (const each of [handler, handlerOf()]) {
      expect(await each.handle(STREAM, refused)).toMatchObject({ events: [], refusal });
      expect(await each.query(STREAM, (_state, at) => at.refusalOf(refused.id))).toEqual(refusal);
    }
  });

  it('a command without events is not remembered: it is decided again', async () => {
    const handler = handlerOf();
    const thaw = command('Thaw', {});
    await handler.handle(STREAM, open());
    expect((await handler.handle(STREAM, thaw)).events).toEqual([]);
    await handler.handle(STREAM, freeze());
    expect((await handler.handle(STREAM, thaw)).events).toEqual([{ type: 'Thawed', data: {} }]);
  });
});

describe('protocol rule 5: "no events" counts only on a state known to be current', () => {
  it('a command that no longer applies on a cached state is decided again when the stream has moved', async () => {
    const [handler, other] = [handlerOf(), handlerOf()];
    await handler.handle(STREAM, open());
    await other.handle(STREAM, freeze());
    expect((await handler.handle(STREAM, command('Thaw', {}))).events).toEqual([{ type: 'Thawed', data: {} }]);
  });

  it('a command without events is decided again although others of its group have events', async () => {
    const [handler, other] = [handlerOf(), handlerOf()];
    await handler.handle(STREAM, open());
    await other.handle(STREAM, freeze());
    const group = [deposit(1), command('Thaw', {}), deposit(2)];
    const handled = await Promise.all(group.map((each) => handler.handle(STREAM, each)));
    expect(handled.map(({ events }) => events[0]?.type)).toEqual(['Deposited', 'Thawed', 'Deposited']);
  });

  it('a repetition is answered with where the stream is now', async () => {
    const [handler, other] = [handlerOf(), handlerOf()];
    const made = open();
    await handler.handle(STREAM, made);
    await other.handle(STREAM, deposit(1));
    expect(await handler.handle(STREAM, made)).toMatchObject({ events: [], revision: 1, position: 2 });
  });

  it('costs no read when every command has events', async () => {
    const handler = handlerOf();
    await handler.handle(STREAM, open());
    const before = store.reads;
    await Promise.all([handler.handle(STREAM, deposit(1)), handler.handle(STREAM, deposit(1))]);
    expect(store.reads).toBe(before);
  });

  it('a command that begins a stream costs no read, as long as there is no such stream', async () => {
    const handler = handlerOf();
    await handler.handle(STREAM, open());
    expect(store.reads).toBe(0);
    const again = await handlerOf().handle(STREAM, open());
    expect(again).toEqual({ events: [], revision: 0, position: 1, refusal: undefined });
  });

  it('what cannot be decided on a cached state is decided again on the state as it is', async () => {
    const decider: Decider<Account, AccountCommand, AccountEvent> = {
      ...accountDecider,
      decide: (made, state) => {
        if (made.type === 'Thaw' && !state.frozen) throw new Error('nothing to thaw');
        return accountDecider.decide(made, state);
      },
    };
    const [handler, other] = [handlerOf({ decider }), handlerOf()];
    await handler.handle(STREAM, open());
    await other.handle(STREAM, freeze());
    expect((await handler.handle(STREAM, command('Thaw', {}))).events).toEqual([{ type: 'Thawed', data: {} }]);
    await expect(handler.handle(STREAM, command('Thaw', {}))).rejects.toThrow('nothing to thaw');
  });

  it('a group that begins with a first command is decided again when the stream is there already', async () => {
    await handlerOf().handle(STREAM, open());
    const handler = handlerOf();
    const group = [open(), deposit(3), withdraw(2)].map((each) => handler.handle(STREAM, each));
    expect((await Promise.all(group)).map(({ events }) => events[0]?.type)).toEqual([
      undefined,
      'Deposited',
      'Withdrawn',
    ]);
    expect(await balance(handler)).toBe(1);
  });

  it('a query reads on first', async () => {
    const [handler, other] = [handlerOf(), handlerOf()];
    await handler.handle(STREAM, open());
    await other.handle(STREAM, deposit(4));
    expect(await balance(handler)).toBe(4);
  });
});

describe('protocol rule 7: a stream that does not exist', () => {
  it('takes only a first command; any other is impossible, for good', async () => {
    const handler = handlerOf();
    const unknown = handler.handle(STREAM, deposit(1));
    await expect(unknown).rejects.toThrow(UnknownStreamError);
    await expect(unknown).rejects.toMatchObject({ retry: 'never', stream: STREAM, commandType: 'Deposit' });
    expect(await types()).toEqual([]);
  });

  it('exists for the commands that follow the first in one group, and not for those before it', async () => {
    const handler = handlerOf();
    const [early, first, next] = [deposit(1), open(), deposit(2)].map((each) => handler.handle(STREAM, each));
    await expect(early).rejects.toThrow(UnknownStreamError);
    await expect(first).resolves.toMatchObject({ revision: 1 });
    await expect(next).resolves.toMatchObject({ revision: 1 });
    expect(await types()).toEqual(['Opened', 'Deposited']);
  });

  it('is known as soon as another instance has made it', async () => {
    const [handler, other] = [handlerOf(), handlerOf()];
    await expect(handler.handle(STREAM, deposit(1))).rejects.toThrow(UnknownStreamError);
    await other.handle(STREAM, open());
    await expect(handler.handle(STREAM, deposit(1))).resolves.toMatchObject({ revision: 1 });
  });

  it('is undefined to a query', async () => {
    expect(await balance(handlerOf())).toBeUndefined();
  });
});

describe('a query', () => {
  it('sees where the stream is and what it has applied', async () => {
    const handler = handlerOf();
    const [made, other] = [open(), deposit(1)];
    await handler.handle(STREAM, made);
    const seen = await handler.query(STREAM, (state, at) => [
      state.owner,
      at.revision,
      at.position,
      at.wasApplied(made.id),
      at.wasApplied(other.id),
    ]);
    expect(seen).toEqual(['ada', 0, 1, true, false]);
  });

  it('never sees a decision whose append is under way', async () => {
    const handler = handlerOf({ maxAppends: 2 });
    await handler.handle(STREAM, open());
    store.appendFaults.push('fails', 'fails');
    let seen: Promise<number | undefined> | undefined;
    store.beforeAppend = () => void (seen ??= balance(handler));
    await expect(handler.handle(STREAM, deposit(5))).rejects.toThrow(AppendFailedError);
    expect(await seen).toBe(0);
  });

  it('that fails harms nobody else', async () => {
    const handler = handlerOf();
    const opened = handler.handle(STREAM, open());
    const failed = handler.query(STREAM, () => {
      throw new Error('no such field');
    });
    const fine = balance(handler);
    await expect(failed).rejects.toThrow('no such field');
    expect(await fine).toBe(0);
    await opened;
  });
});

describe('a conflict', () => {
  it('is decided again on the stream as it is, under the same command id', async () => {
    const [handler, other] = [handlerOf(), handlerOf()];
    await handler.handle(STREAM, open());
    await handler.handle(STREAM, deposit(5));
    await other.handle(STREAM, withdraw(4));
    const handled = await handler.handle(STREAM, withdraw(4));
    expect(handled.refusal?.code).toBe('insufficient_balance');
    expect(await balance(handler)).toBe(1);
  });

  it('finds its own command applied when another instance was faster with the same one', async () => {
    const [handler, other] = [handlerOf(), handlerOf()];
    const made = deposit(5);
    await handler.handle(STREAM, open());
    store.beforeAppend = async () => {
      store.beforeAppend = () => undefined;
      await other.handle(STREAM, deposit(1));
      await other.handle(STREAM, made);
    };
    const handled = await handler.handle(STREAM, made);
    expect(handled).toEqual({ events: [], revision: 2, position: 3, refusal: undefined });
    expect(await balance(handler)).toBe(6);
  });

  it('rule 1: one command decided twice with different content takes effect once', async () => {
    const [handler, other] = [handlerOf(), handlerOf()];
    const [made, twin] = [{ note: 'a' }, { note: 'b' }].map((data) =>
      command('Withdraw', { amount: 1, ...data }, { id: 'report-1' }),
    ) as [AccountCommand, AccountCommand];
    await handler.handle(STREAM, open());
    await handler.handle(STREAM, deposit(5));
    await other.query(STREAM, () => undefined);
    const handled = await Promise.all([handler.handle(STREAM, made), other.handle(STREAM, twin)]);
    expect(handled.map(({ events }) => events.length).sort()).toEqual([0, 1]);
    expect((await types()).filter((type) => type === 'Withdrawn')).toHaveLength(1);
  });

  it('again and again ends in a transient error, and the next command goes through', async () => {
    const [handler, other] = [handlerOf({ maxAttempts: 3 }), handlerOf()];
    await handler.handle(STREAM, open());
    let meddling = false;
    store.beforeAppend = async () => {
      if (meddling) return;
      meddling = true;
      await other.handle(STREAM, deposit(1));
      meddling = false;
    };
    const failed = handler.handle(STREAM, deposit(100));
    await expect(failed).rejects.toThrow(ConcurrencyError);
    await expect(failed).rejects.toMatchObject({ stream: STREAM, attempts: 3 });
    store.beforeAppend = () => undefined;
    await handler.handle(STREAM, deposit(1));
    expect(await balance(handler)).toBe(4);
  });
});

describe('an append with an unknown outcome', () => {
  it.each(['fails', 'answer lost'] as const)(
    '(%s) is tried again with the same ids, and counts once',
    async (fault) => {
      const handler = handlerOf();
      await handler.handle(STREAM, open());
      store.appendFaults.push(fault, fault);
      const handled = await handler.handle(STREAM, deposit(5));
      expect(handled).toMatchObject({ revision: 1, position: 2 });
      expect(handled.events).toHaveLength(1);
      expect(await types()).toEqual(['Opened', 'Deposited']);
      expect(await balance(handler)).toBe(5);
    },
  );

  it('is given up after a bounded number of attempts: the waiting commands are rejected, with the cause', async () => {
    const handler = handlerOf({ maxAppends: 2 });
    await handler.handle(STREAM, open());
    store.appendFaults.push('fails', 'fails');
    const failed = await Promise.allSettled([handler.handle(STREAM, deposit(1)), handler.handle(STREAM, deposit(2))]);
    for (const each of failed) {
      expect(each).toMatchObject({ status: 'rejected' });
      expect((each as PromiseRejectedResult).reason).toBeInstanceOf(AppendFailedError);
    }
    expect(failed[0]).toMatchObject({ reason: { cause: { message: 'the store is out of reach' } } });
    // The state that was decided on is gone with it.
    expect(await balance(handler)).toBe(0);
  });

  it('that was carried out all the same is found by the repetition of the command', async () => {
    const handler = handlerOf({ maxAppends: 1 });
    const made = deposit(5);
    await handler.handle(STREAM, open());
    store.appendFaults.push('answer lost');
    await expect(handler.handle(STREAM, made)).rejects.toThrow(AppendFailedError);
    expect(await handler.handle(STREAM, made)).toMatchObject({ events: [], revision: 1 });
    expect(await balance(handler)).toBe(5);
  });

  it('waits for its back-off on the given clock', async () => {
    const clock = new ManualClock();
    const handler = handlerOf({ clock });
    store.appendFaults.push('fails');
    const handled = handler.handle(STREAM, open());
    await eventually(() => clock.timers === 1);
    expect(store.appends).toBe(1);
    clock.advance(1_000);
    await handled;
    expect(store.appends).toBe(2);
  });
});

describe('a decider that throws', () => {
  it.each(['deciding', 'evolving'] as const)('while %s rejects only its own command, with the cause', async (when) => {
    const handler = handlerOf();
    await handler.handle(STREAM, open());
    const group = [deposit(1), command('Break', { when }), deposit(2)];
    const [before, broken, after] = await Promise.allSettled(group.map((each) => handler.handle(STREAM, each)));
    expect(before?.status).toBe('fulfilled');
    expect(after?.status).toBe('fulfilled');
    expect(String((broken as PromiseRejectedResult).reason)).toMatch(/^Error: it cannot be/);
    expect(await types()).toEqual(['Opened', 'Deposited', 'Deposited']);
    expect(await balance(handler)).toBe(3);
  });

  it('events that JSON cannot carry do not reach the store', async () => {
    const handler = handlerOf();
    await handler.handle(STREAM, open());
    const bad = command('Deposit', { amount: 1n as unknown as number });
    await expect(handler.handle(STREAM, bad)).rejects.toThrow(TypeError);
    expect(await types()).toEqual(['Opened']);
  });
});

describe('events that are read', () => {
  it('go through the upcaster, refusals never to the decider', async () => {
    const decider: Decider<Account, AccountCommand, AccountEvent> = {
      ...accountDecider,
      streams: new StreamCategory('account', {
        upcast: (event) => (event.type === 'Opened' ? { ...event, data: { owner: 'upcast' } } : event),
      }),
      evolve: (state, event) => {
        expect(event.type).not.toBe('CommandRefused');
        return accountDecider.evolve(state, event);
      },
    };
    await handlerOf().handle(STREAM, open());
    await handlerOf().handle(STREAM, withdraw(1));
    expect(await handlerOf({ decider }).query(STREAM, ({ owner }) => owner)).toBe('upcast');
  });

  it('that cannot be folded reject what needs them, with the cause', async () => {
    await handlerOf().handle(STREAM, open());
    const evolve = (): Account => {
      throw new Error('unknown event');
    };
    const handler = handlerOf({ decider: { ...accountDecider, evolve } });
    await expect(handler.handle(STREAM, deposit(1))).rejects.toThrow('unknown event');
    await expect(balance(handler)).rejects.toThrow('unknown event');
  });

  it('are read again only when their state has left the cache, whose size is bounded', async () => {
    const handler = handlerOf({ cacheSize: 1 });
    await handler.handle('account-1', open());
    await handler.handle('account-2', open());
    const before = store.reads;
    await handler.handle('account-2', deposit(1));
    expect(store.reads).toBe(before);
    await handler.handle('account-1', deposit(1));
    expect(store.reads).toBe(before + 1);
  });
});

describe('a stream that is over', () => {
  const decider: Decider<Account, AccountCommand, AccountEvent> = {
    ...accountDecider,
    isTerminal: ({ frozen }) => frozen,
  };

  it('is not kept in memory, and takes what comes all the same', async () => {
    const handler = handlerOf({ decider });
    await handler.handle('account-2', open());
    await handler.handle(STREAM, open());
    await handler.handle(STREAM, freeze());
    const before = store.reads;
    await handler.handle(STREAM, deposit(3));
    expect(store.reads).toBe(before + 1);
    expect(await types()).toEqual(['Opened', 'Frozen', 'Deposited']);
  });

  it('knows a repetition of the command that ended it', async () => {
    const handler = handlerOf({ decider });
    const last = freeze();
    await handler.handle(STREAM, open());
    await handler.handle('account-2', open());
    await handler.handle(STREAM, last);
    expect(await handler.handle(STREAM, last)).toMatchObject({ events: [], revision: 1 });
    expect(await types()).toEqual(['Opened', 'Frozen']);
  });
});

describe('two handlers on one stream', () => {
  it('both bring in all their commands, each exactly once, under faults', async () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const handlers = [handlerOf({ maxAttempts: 100 }), handlerOf({ maxAttempts: 100 })];
    await handlers[0]!.handle(STREAM, open());
    store.beforeAppend = async () => {
      if (random() < 0.5) await setImmediate();
      if (random() < 0.1) throw new Error('the store is out of reach');
      if (random() < 0.1) store.appendFaults.unshift('answer lost');
    };
    store.beforeRead = async () => {
      if (random() < 0.2) await setImmediate();
    };
    const commands = Array.from({ length: 400 }, () => deposit(1));
    // A quarter of them comes to both, as after a rebalance.
    const given = commands.flatMap((each, n) => (n % 4 === 0 ? [0, 1] : [n % 2]).map((to) => ({ each, to })));
    const bringIn = async ({ each, to }: (typeof given)[number]): Promise<void> => {
      for (;;) {
        try {
          await handlers[to]!.handle(STREAM, each);
          return;
        } catch (error) {
          expect(error).toBeInstanceOf(AppendFailedError);
        }
      }
    };
    for (let n = 0; n < given.length; n += 20) await Promise.all(given.slice(n, n + 20).map(bringIn));
    const applied = (await store.read(STREAM)).slice(1).map(({ metadata }) => metadata.commandId);
    expect(applied.sort()).toEqual(commands.map(({ id }) => id).sort());
    store.beforeRead = () => undefined;
    for (const handler of handlers) expect(await balance(handler)).toBe(400);
  });
});

describe('idle', () => {
  it('resolves when nothing waits any more', async () => {
    const handler = handlerOf();
    await handler.idle();
    let done = false;
    void handler.handle(STREAM, open()).then(() => (done = true));
    await handler.idle();
    expect(done).toBe(true);
  });
});

describe('protocol rule 28: a handler that goes on before the disk has', () => {
  const notWritten = (): never => {
    throw new NotWrittenError('the disk is full');
  };

  it('appends before the flush, which others do not', async () => {
    const append = jest.spyOn(store, 'append');
    await handlerOf({ beforeFlush: true }).handle(STREAM, open());
    await handlerOf().handle('account-2', open());
    expect(append.mock.calls.map(([, , , options]) => options)).toEqual([
      { beforeFlush: true },
      { beforeFlush: false },
    ]);
  });

  it('goes on, and answers whoever asks when what it tells is on the disk', async () => {
    const handler = handlerOf({ beforeFlush: true });
    let getThere = (): void => undefined;
    const onDisk = new Promise<void>((resolve) => (getThere = resolve));
    store.beforeDurable = () => onDisk;
    await handler.handle(STREAM, open());
    await handler.handle(STREAM, deposit(5));
    let told: number | undefined;
    const asked = balance(handler).then((found) => (told = found));
    await setImmediate();
    await handler.handle(STREAM, deposit(2));
    expect(told).toBeUndefined();
    getThere();
    // As it was when it was asked.
    expect(await asked).toBe(5);
  });

  it('tells what is on the disk while more cannot be written', async () => {
    const handler = handlerOf({ beforeFlush: true });
    await handler.handle(STREAM, open());
    await handler.handle(STREAM, deposit(5));
    store.beforeDurable = notWritten;
    // What the memory has and the disk has not.
    store.beforeRead = (_stream, options) => {
      if (options?.flushedOnly !== true) notWritten();
    };
    expect(await balance(handler)).toBe(5);
    expect(await balance(handlerOf({ beforeFlush: true }))).toBe(5);
  });

  it('knows how far what it has appended is on the disk', async () => {
    const handler = handlerOf({ beforeFlush: true });
    expect(await handler.writtenUpTo()).toBe(0);
    const { position } = await handler.handle(STREAM, open());
    expect(await handler.writtenUpTo()).toBe(position);
    store.beforeDurable = notWritten;
    await handler.handle(STREAM, deposit(5));
    expect(await handler.writtenUpTo()).toBe(position);
    store.beforeDurable = () => undefined;
    expect(await handler.writtenUpTo()).toBe(position + 1);
  });
});

describe('protocol rule 30: a command that comes after its expiry makes nothing', () => {
  const NOW = 1_000_000;
  const expiring = (type: 'Open' | 'Deposit', expiresAt: number, id = 'msg-1'): AccountCommand => ({
    ...(type === 'Open' ? command('Open', { owner: 'ada' }) : command('Deposit', { amount: 5 })),
    id,
    expiresAt,
  });

  it('before its expiry a command is applied, and its events carry the expiry', async () => {
    const handler = handlerOf({ clock: new ManualClock(NOW) });
    expect((await handler.handle(STREAM, expiring('Open', NOW))).events).toHaveLength(1);
    expect((await store.read(STREAM))[0]?.metadata).toMatchObject({ commandId: 'msg-1', expiresAt: NOW });
  });

  it('after its expiry a command has no events, no refusal, and no access to the store', async () => {
    const handler = handlerOf({ clock: new ManualClock(NOW + 1) });
    store.beforeRead = () => Promise.reject(new Error('the store is out of reach'));
    expect(await handler.handle(STREAM, expiring('Open', NOW))).toMatchObject({ events: [], refusal: undefined });
    store.beforeRead = () => undefined;
    expect(store.appends).toBe(0);
    expect(await store.read(STREAM)).toEqual([]);
  });

  it('a late command for a stream that does not exist is over, and not impossible', async () => {
    const handler = handlerOf({ clock: new ManualClock(NOW + 1) });
    expect(await handler.handle(STREAM, expiring('Deposit', NOW))).toMatchObject({ events: [] });
  });

  it('leaves those beside it as they are', async () => {
    const handler = handlerOf({ clock: new ManualClock(NOW + 1) });
    await handler.handle(STREAM, open());
    const all = [deposit(1), expiring('Deposit', NOW), deposit(2), expiring('Deposit', NOW + 1, 'msg-2')];
    const handled = await Promise.all(all.map((each) => handler.handle(STREAM, each)));
    expect(handled.map(({ events }) => events.length)).toEqual([1, 0, 1, 1]);
    expect(await balance(handler)).toBe(8);
  });

  it('one that was applied in time, and whose answer was lost, stays applied when it comes again', async () => {
    const clock = new ManualClock(NOW);
    const handler = handlerOf({ clock, maxAppends: 1 });
    store.appendFaults.push('answer lost');
    await expect(handler.handle(STREAM, expiring('Open', NOW))).rejects.toThrow(AppendFailedError);
    clock.advance(1);
    expect(await handler.handle(STREAM, expiring('Open', NOW))).toMatchObject({ events: [] });
    expect(await types()).toEqual(['Opened']);
    await handler.handle(STREAM, deposit(3));
    expect(await balance(handler)).toBe(3);
  });

  it('its append is not tried again after that, however often others are', async () => {
    const clock = new ManualClock(NOW);
    const handler = handlerOf({ clock });
    store.beforeAppend = () => clock.advance(1);
    store.appendFaults.push('fails', 'fails', 'fails');
    await expect(handler.handle(STREAM, expiring('Open', NOW))).rejects.toThrow(AppendFailedError);
    expect(store.appends).toBe(1);
  });
});
