/** The fields of a JSON object; of anything else none. */
export function fieldsIn(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null ? { ...json } : {};
}

/** The entries of a JSON array; of anything else none. */
export function entriesOf(json: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(json) ? json.map(fieldsIn) : [];
}

/** Whether a vendor's answer is about the address that was asked: EVM addresses in any letter case. */
export function isAbout(address: string, answered: unknown): boolean {
  if (typeof answered !== 'string') return false;
  return address.startsWith('0x') ? answered.toLowerCase() === address.toLowerCase() : answered === address;
}

/** A URL as evidence shows it: without what may be secret. */
export function sourceOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
