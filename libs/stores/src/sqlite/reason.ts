/** What an error says of itself, in a line, with the database's code where it has one. */
export function reasonOf(error: unknown): string {
  // Not `instanceof`: an error that comes from another thread or another realm is none by that measure.
  if (typeof error !== 'object' || error === null || !('message' in error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' && error.code !== '' ? ` (${error.code})` : '';
  return `${String(error.message)}${code}`;
}
