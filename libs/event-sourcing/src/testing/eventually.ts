/**
 * Waits until a check holds: it returns anything but `false`, or stops throwing.
 *
 * @returns what the check returned
 * @throws the check's last error, or an error that says so, when it does not hold within the deadline
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { withinMs = 5_000 }: { readonly withinMs?: number } = {},
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
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
