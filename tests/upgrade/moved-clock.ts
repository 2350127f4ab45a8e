/** The clock of the machine, at which a data folder was made a while ago. */
const realNow = Date.now.bind(Date);

/**
 * From now on the time of this process runs on from a given moment, so that nothing in a stored data folder has expired.
 *
 * @param at - in milliseconds since the epoch
 */
export function moveClockTo(at: number): void {
  const offset = at - realNow();
  Date.now = () => realNow() + offset;
}

/** Time is that of the machine again. */
export function resetClock(): void {
  Date.now = realNow;
}
