/** What follows from one event, in the order in which it goes out; messages in a list of their own go side by side. */
export type Steps<M> = readonly (M | readonly M[])[];

/** One message, between the one before it of the same key and the step before it of the same event. */
interface Item<M> {
  readonly message: M;
  readonly lane: Lane<M>;
  /** Whether the step before it of the same event is acknowledged. */
  ready: boolean;
  /** Called when it is acknowledged. */
  acknowledged: () => void;
}

/** The messages of one key, in order. */
interface Lane<M> {
  readonly key: string;
  readonly waiting: Item<M>[];
  /** It publishes, or will at the end of this turn. */
  busy: boolean;
}

/** Messages in one call at most. */
const BATCH = 512;

/**
 * Keeps the order of messages (protocol rule 21): the next message of a key goes out only after the one before it is
 * acknowledged, and so does the next step of an event; different keys go side by side. What has gathered for a key
 * while a call was under way goes out together in the next one.
 *
 * Nothing can wait for itself: every message waits only for messages of earlier events, or earlier ones of its own.
 */
export class KeyLanes<M> {
  readonly #publish: (messages: readonly M[]) => Promise<boolean>;
  readonly #laneOf: (message: M) => string;
  readonly #lanes = new Map<string, Lane<M>>();
  #ready: Lane<M>[] = [];
  /** Lanes that publish. */
  #publishing = 0;
  /** Called when no lane publishes. */
  #idle: (() => void)[] = [];

  /** @param publish - resolves when the messages are acknowledged; with `false` when they never will be */
  constructor(laneOf: (message: M) => string, publish: (messages: readonly M[]) => Promise<boolean>) {
    this.#laneOf = laneOf;
    this.#publish = publish;
  }

  /**
   * Takes the messages of one event; at least one.
   *
   * @param acknowledged - is called when all of them are
   */
  add(steps: Steps<M>, acknowledged: () => void): void {
    const taken = steps.map((step) => (isList(step) ? step.map((each) => this.#take(each)) : [this.#take(step)]));
    for (const [index, items] of taken.entries()) {
      const next = taken[index + 1];
      whenAll(items, next === undefined ? acknowledged : () => this.#letGo(next));
    }
    this.#letGo(taken[0] ?? []);
  }

  /** Resolves when no call is under way. */
  async idle(): Promise<void> {
    while (this.#publishing > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #lane(key: string): Lane<M> {
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      lane = { key, waiting: [], busy: false };
      this.#lanes.set(key, lane);
    }
    return lane;
  }

  #take(message: M): Item<M> {
    const lane = this.#lane(this.#laneOf(message));
    const item: Item<M> = { message, lane, ready: false, acknowledged: () => undefined };
    lane.waiting.push(item);
    return item;
  }

  #letGo(step: readonly Item<M>[]): void {
    for (const item of step) {
      item.ready = true;
      this.#makeReady(item.lane);
    }
  }

  /** What becomes ready in the same turn goes out together. */
  #makeReady(lane: Lane<M>): void {
    if (lane.busy) return;
    lane.busy = true;
    if (this.#ready.push(lane) === 1) queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    const ready = this.#ready;
    this.#ready = [];
    for (const lane of ready) void this.#drain(lane);
  }

  async #drain(lane: Lane<M>): Promise<void> {
    this.#publishing++;
    let batch = takeReady(lane);
    while (batch.length > 0 && (await this.#publish(batch.map(({ message }) => message)))) {
      for (const { acknowledged } of batch) acknowledged();
      batch = takeReady(lane);
    }
    // A batch that is left will never be acknowledged: its lane stays as it is.
    if (batch.length === 0) {
      lane.busy = false;
      if (lane.waiting.length === 0) this.#lanes.delete(lane.key);
    }
    this.#publishing--;
    if (this.#publishing === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}

/** From the front, as far as nothing has to wait for another message of its event. */
function takeReady<M>({ waiting }: Lane<M>): readonly Item<M>[] {
  const notReady = waiting.findIndex(({ ready }) => !ready);
  return waiting.splice(0, Math.min(BATCH, notReady < 0 ? waiting.length : notReady));
}

/** Calls back when every one of these messages is acknowledged. */
function whenAll<M>(items: readonly Item<M>[], done: () => void): void {
  let left = items.length;
  for (const item of items) {
    item.acknowledged = () => {
      left -= 1;
      if (left === 0) done();
    };
  }
}

function isList<M>(step: M | readonly M[]): step is readonly M[] {
  return Array.isArray(step);
}
