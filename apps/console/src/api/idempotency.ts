import { useRef } from 'react';

/**
 * Gives a form its idempotency keys: the same key for the same contents, so that sending a form twice does it once, and
 * another key after a change.
 *
 * @returns a function of the body that answers with the header; `renew()` ends the key once the form has been accepted
 */
export function useIdempotency(): { headerFor(body: unknown): { 'Idempotency-Key': string }; renew(): void } {
  const last = useRef<{ contents: string; key: string } | undefined>(undefined);
  return {
    headerFor(body) {
      const contents = JSON.stringify(body);
      if (last.current?.contents !== contents) last.current = { contents, key: randomKey() };
      return { 'Idempotency-Key': last.current.key };
    },
    renew() {
      last.current = undefined;
    },
  };
}

/** `crypto.randomUUID` is missing where the page comes over plain HTTP from another machine. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
