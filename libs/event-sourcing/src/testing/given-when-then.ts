import type { Command, Decider } from '../decider';
import type { DomainEvent } from '../ports/event-store';

/**
 * The specification of a decider: given what happened, when a command comes, then this happens.
 *
 * @example given(wallet, created).when(command('Reserve', { amount: '5' })).then(reserved)
 */
export function given<State, C extends Command, E extends DomainEvent>(
  decider: Decider<State, C, E>,
  ...events: readonly DomainEvent[]
): { when(command: C): Outcome } {
  return { when: (command) => new Outcome(() => decide(decider, events, command)) };
}

/** What a command led to. Each method is an expectation. */
export class Outcome {
  readonly #decide: () => readonly DomainEvent[];

  constructor(decide: () => readonly DomainEvent[]) {
    this.#decide = decide;
  }

  /** Exactly these events, in this order; none when the command no longer applies. */
  then(...events: readonly DomainEvent[]): void {
    expect(this.#decide()).toEqual(events);
  }

  /** A refusal that the client is told of, and nothing else. */
  thenRefused(code: string, param: string | null = null): void {
    expect(this.#decide()).toEqual([
      { type: 'CommandRefused', data: { code, param, message: expect.any(String) as string } },
    ]);
  }

  /** The impossible. */
  thenThrows(message?: string | RegExp): void {
    expect(this.#decide).toThrow(message);
  }
}

/** Decides, and holds the decider to its rules on the way. */
function decide<State, C extends Command, E extends DomainEvent>(
  decider: Decider<State, C, E>,
  history: readonly DomainEvent[],
  command: C,
): readonly DomainEvent[] {
  const state = fold(decider, decider.initialState(), history);
  const events = decider.decide(deepFreeze(command), state);
  // Pure: the same question has the same answer, so nothing random was asked and the state was left as it was.
  expect(decider.decide(command, state)).toEqual(events);
  // What JSON cannot carry (bigint, Date, undefined) would come back from the store as something else.
  expect(JSON.parse(JSON.stringify(events))).toStrictEqual(events);
  const after = fold(decider, state, events);
  if (decider.snapshot !== undefined) {
    const json = decider.snapshot.toJson(after);
    expect(decider.snapshot.toJson(decider.snapshot.fromJson(JSON.parse(JSON.stringify(json)) as typeof json))).toEqual(
      json,
    );
  }
  return events;
}

function fold<State, C extends Command, E extends DomainEvent>(
  decider: Decider<State, C, E>,
  from: State,
  events: readonly DomainEvent[],
): State {
  let state = from;
  // As the command handler does it: a refusal never reaches the decider. Frozen, because events are shared.
  for (const event of events)
    if (event.type !== 'CommandRefused') state = decider.evolve(state, deepFreeze(event) as E);
  return state;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
