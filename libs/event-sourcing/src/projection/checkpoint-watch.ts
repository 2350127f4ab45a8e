import { describeError } from '@stablecoin/contracts';
import type { Kysely } from 'kysely';
import type { Clock, Log } from '../ports';
import { readCheckpoint } from '../tables/checkpoint';
import { pause } from '../timing';
import type { Projection } from './projection';
import { createReadModel } from './read-model';

/** Interval at which the checkpoint is read, in milliseconds: while someone waits for it, and otherwise. */
const LOOK_MS = { awaited: 15, idle: 500 };

/** Follows the checkpoint of a read model that another instance writes. */
export class CheckpointWatch<DB> {
  #wake: () => void = () => undefined;

  constructor(
    private readonly parts: {
      readonly db: Kysely<DB>;
      readonly projection: Projection<DB>;
      readonly clock: Clock;
      readonly log: Log;
      readonly isAwaited: () => boolean;
      /** The read model is of this version, and includes every event up to the position. */
      readonly onRead: (position: number) => void;
    },
  ) {}

  /** Reads the checkpoint at once. */
  look(): void {
    this.#wake();
  }

  /** @param signal - ends it */
  async run(signal: AbortSignal): Promise<void> {
    const { db, projection, clock, log, isAwaited, onRead } = this.parts;
    let isCreated = false;
    while (!signal.aborted) {
      const look = new AbortController();
      this.#wake = () => look.abort();
      let hasFailed = false;
      try {
        if (!isCreated) await createReadModel(db, projection);
        isCreated = true;
        const found = await readCheckpoint(db, projection.name);
        if (found?.version === projection.version) onRead(found.position);
      } catch (error) {
        hasFailed = true;
        const fields = { projection: projection.name, error: describeError(error) };
        log.warn(fields, 'cannot read the checkpoint, retrying');
      }
      await pause(clock, isAwaited() && !hasFailed ? LOOK_MS.awaited : LOOK_MS.idle, look.signal);
    }
  }
}
