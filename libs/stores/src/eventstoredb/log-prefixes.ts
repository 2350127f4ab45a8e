/** The server may treat an empty prefix, which every stream has, differently: it gets no filter then. */
export function filterOnServer(prefixes: readonly string[] | undefined): readonly string[] | undefined {
  return prefixes === undefined || prefixes.length === 0 || prefixes.includes('') ? undefined : prefixes;
}

/** Whether every stream that is wanted is read. */
export function covers(read: readonly string[] | undefined, wanted: readonly string[] | undefined): boolean {
  if (read === undefined) return true;
  return wanted?.every((prefix) => read.some((each) => prefix.startsWith(each))) ?? false;
}
