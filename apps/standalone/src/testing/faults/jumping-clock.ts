import type { Clock } from '@stablecoin/event-sourcing';

/** How long the clock goes on undisturbed. */
const STEADY_MS = 300;

/**
 * A clock that is set forward and back again and again, as by a machine's owner or a bad time server. It goes by the
 * real time, so that a restart goes on where the last process was.
 *
 * @param jumps - how far it is off the real time, in milliseconds, one after the other and from the beginning again
 */
export function jumpingClock(real: Clock, jumps: readonly number[]): Clock {
  const offset = (): number => jumps[Math.floor(real.now() / STEADY_MS) % jumps.length] ?? 0;
  const now = (): number => real.now() + offset();
  return {
    now,
    setTimer(at, callback) {
      let cancel = (): void => undefined;
      const arm = (): void => {
        const nextJump = (Math.floor(real.now() / STEADY_MS) + 1) * STEADY_MS;
        cancel = real.setTimer(Math.min(at - offset(), nextJump), () => (now() >= at ? callback() : arm()));
      };
      arm();
      return () => cancel();
    },
  };
}
