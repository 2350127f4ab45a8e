import { invalidSetting, valid } from './parser';
import type { Parser } from './parser';

/** A server by its URL, which may hold a password. */
export interface ServerUrl {
  readonly url: string;
}

/** The URL of a server, of one of these schemes: `postgres` for `postgres://…`. */
export function serverUrl(schemes: readonly string[]): Parser<ServerUrl> {
  return {
    takes: schemes.map((scheme) => `"${scheme}://…"`).join(' or '),
    parse: (text) => {
      if (!schemes.some((scheme) => text.startsWith(`${scheme}://`))) return invalidSetting();
      return URL.canParse(text) && new URL(text).hostname !== '' ? valid({ url: text }) : invalidSetting('not a URL');
    },
  };
}

/** One of several words mapped to values, or the URL of a server. */
export function wordOrServer<T extends string>(
  words: Readonly<Record<string, T>>,
  schemes: readonly string[],
): Parser<T | ServerUrl> {
  const server = serverUrl(schemes);
  const quoted = Object.keys(words).map((word) => `"${word}"`);
  return {
    takes: [...quoted, server.takes].join(' or '),
    parse: (text) => {
      const word = Object.hasOwn(words, text) ? words[text] : undefined;
      return word === undefined ? server.parse(text) : valid(word);
    },
  };
}
