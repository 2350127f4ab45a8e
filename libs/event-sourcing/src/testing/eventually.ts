/**
 * Lets real time pass, for what has to be later or longer than something else. Nothing may depend on how long exactly, and a test
 * that waits for something to happen waits with {@link eventually}.
 */
export function aMoment(ms = 10): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Waits until a check holds: it returns anything but `false`, or stops throwing.
 *
 * @returns what the check returned
 * @throws the check's last error, or an error that says so, when it does not hold within the deadline
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { withinMs = 60_000 }: { readonly withinMs?: number } = {},
): Promise<Exclude<T, false>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    let failure: unknown;
    try {
      const result = await check();
      if (result !== false) return result as Exclude<T, false>;
      failure = new Error(`the check still said false after ${withinMs} ms`);
    } catch (error) {
      failure = error;
    }
    if (Date.now() >= deadline) throw failure;
    await aMoment(2);
  }
}
