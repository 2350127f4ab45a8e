import { isIP } from 'node:net';
import { refusedAddress } from './address-policy';
import type { AllowPrivate } from './address-policy';

const URL_LENGTH_MAX = 2_048;
/** What the URL parser would drop or rewrite in silence: white space, control characters and backslashes. */
const REWRITTEN = /[\s\p{Cc}\\]/u;
/** Exactly two slashes before the host: the parser would take `https:///hooks` for `https://hooks/`. */
const WRITTEN_OUT = /^[a-z]+:\/\/[^/]/i;

/** The sandbox itself answers URLs with this host. `.test` is nobody's (RFC 6761). */
const SANDBOX_RECEIVER = 'sandbox.test';

/** Whether a URL leads to no server, because the sandbox answers it. */
export function isSandboxReceiver({ hostname }: URL): boolean {
  return hostname === SANDBOX_RECEIVER;
}

interface WebhookUrlOptions {
  readonly livemode: boolean;
  readonly allow: AllowPrivate;
  readonly localChains: boolean;
}

/**
 * What can be said of a webhook URL before it is called (API decisions, Webhook URLs). A name is not resolved here:
 * where it leads is checked at every connect.
 *
 * @param options - `localChains`: live mode pays on chains of this machine, so a live key may be tried out with a receiver
 * on it, over http
 * @returns what is wrong with it, as a sentence; null: nothing
 * @example checkWebhookUrl('http://10.0.0.1/', { livemode: false, allow: 'none', localChains: false })
 * // 'The host is a private address, which webhooks are not sent to.'
 */
export function checkWebhookUrl(text: string, { livemode, allow, localChains }: WebhookUrlOptions): string | null {
  if (text.length > URL_LENGTH_MAX) return `A webhook URL has at most ${URL_LENGTH_MAX} characters.`;
  if (REWRITTEN.test(text) || !WRITTEN_OUT.test(text) || !URL.canParse(text)) return 'This is not a URL.';
  const url = new URL(text);
  const takesHttp = !livemode || (localChains && isLoopback(url.hostname));
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || !takesHttp)) {
    return livemode ? 'Use an https URL.' : 'Use an https or http URL.';
  }
  if (url.username !== '' || url.password !== '') return 'Leave the credentials out of the URL.';
  if (livemode && isSandboxReceiver(url)) return `${SANDBOX_RECEIVER} is in the sandbox only.`;
  const address = literalAddress(url.hostname);
  const refused = address === null ? null : refusedAddress(address, allow);
  return refused === null ? null : `The host is a ${refused} address, which webhooks are not sent to.`;
}

/** By the host alone. `localhost` is no other machine's name (RFC 6761); where it leads is checked at every connect. */
function isLoopback(hostname: string): boolean {
  const address = literalAddress(hostname);
  return address === null ? hostname === 'localhost' : refusedAddress(address, 'none') === 'loopback';
}

/**
 * The IP address that a URL's host is, without the brackets of IPv6; null when it is a name. The URL parser has turned
 * every spelling of IPv4 (decimal, octal, hexadecimal, shortened) into the usual one before.
 */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}
