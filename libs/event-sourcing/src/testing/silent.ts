import type { Log, Meter } from '../ports';

const nothing = (): void => undefined;

/** A log that says nothing. */
export const silentLog: Log = { info: nothing, warn: nothing, error: nothing };

/** A meter that counts nothing. */
export const silentMeter: Meter = { count: nothing, gauge: nothing, observe: nothing };
