import { StablecoinPaymentsError, isRecord } from './errors.js';
import type { WebhookEvent } from './types.js';

const REFUSALS = {
  missing_header: 'There is neither svc-signature nor webhook-id, webhook-timestamp and webhook-signature.',
  malformed_header: 'The signature header has no timestamp or no v1 signature.',
  too_old: 'The delivery is too old.',
  too_new: 'The delivery is from the future.',
  wrong_signature: 'No signature is of this body and secret.',
  invalid_secret: 'The secret of an endpoint is whsec_ and base64.',
  invalid_body: 'The signed body is no JSON object.',
};

/** Why a delivery is refused. */
export type WebhookRefusal = keyof typeof REFUSALS;

/** The delivery is not to be trusted. Answer 400. */
export class WebhookVerificationError extends StablecoinPaymentsError {
  constructor(readonly reason: WebhookRefusal) {
    super(REFUSALS[reason]);
  }
}

/** Exactly what was received: text that was parsed and written again has other signatures. */
export type RawBody = string | ArrayBuffer | Uint8Array;

export type WebhookHeaders = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the timestamp may be from now. Default: 300. */
  readonly toleranceSeconds?: number | undefined;
  /** Unix seconds. Default: the clock of the machine. */
  readonly now?: number | undefined;
}

type Bytes = Uint8Array<ArrayBuffer>;

interface Signed {
  readonly timestamp: string;
  /** What stands before the body in what was signed. */
  readonly prefix: string;
  readonly signatures: readonly Bytes[];
  readonly keyOf: (secret: string) => Bytes;
}

const TOLERANCE_SECONDS = 300;
const SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;
const utf8 = new TextEncoder();

/**
 * Verifies a delivery by `svc-signature` or by the headers of Standard Webhooks.
 *
 * @param rawBody - the bytes that were received, before any parser
 * @param secrets - of the endpoint; two while a rotation is under way
 * @returns the event
 * @throws WebhookVerificationError whose `reason` says why the delivery is refused
 * @throws TypeError for a body that was parsed already
 */
export async function verify(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() / 1_000 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const body = bytesOf(rawBody);
  const known = [secrets].flat();
  if (known.length === 0 || !known.every((secret) => SECRET.test(secret))) {
    throw new WebhookVerificationError('invalid_secret');
  }
  let refusal: WebhookRefusal | undefined;
  for (const signed of [svcSignature(headers), standardWebhooks(headers)]) {
    if (signed === undefined) continue;
    const found = refusalOfTime(signed, now, toleranceSeconds) ?? (await refusalOfSignature(signed, body, known));
    if (found === undefined) return eventOf(body);
    refusal ??= found;
  }
  throw new WebhookVerificationError(refusal ?? 'missing_header');
}

function refusalOfTime(
  { timestamp, signatures }: Signed,
  now: number,
  toleranceSeconds: number,
): WebhookRefusal | undefined {
  if (!/^\d{1,12}$/.test(timestamp) || signatures.length === 0) return 'malformed_header';
  const ageSeconds = now - Number(timestamp);
  if (ageSeconds > toleranceSeconds) return 'too_old';
  return -ageSeconds > toleranceSeconds ? 'too_new' : undefined;
}

async function refusalOfSignature(
  { prefix, signatures, keyOf }: Signed,
  body: Bytes,
  secrets: readonly string[],
): Promise<WebhookRefusal | undefined> {
  const before = utf8.encode(prefix);
  const signed = new Uint8Array(before.length + body.length);
  signed.set(before);
  signed.set(body, before.length);
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of signatures) {
      // In constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return undefined;
    }
  }
  return 'wrong_signature';
}

/** `t=<unix seconds>,v1=<hex>`, by the whole secret as text. */
function svcSignature(headers: WebhookHeaders): Signed | undefined {
  const header = valueOf(headers, 'svc-signature');
  if (!header) return undefined;
  const parts = header.split(',').map((part) => part.split('='));
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value = '']) => fromHex(value));
  return { timestamp, prefix: `${timestamp}.`, signatures, keyOf: (secret) => utf8.encode(secret) };
}

/** `v1,<base64>`, by the bytes behind `whsec_`. */
function standardWebhooks(headers: WebhookHeaders): Signed | undefined {
  const id = valueOf(headers, 'webhook-id');
  const timestamp = valueOf(headers, 'webhook-timestamp');
  const header = valueOf(headers, 'webhook-signature');
  if (!id || !timestamp || !header) return undefined;
  const signatures = header
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => fromBase64(signature.slice('v1,'.length)));
  const keyOf = (secret: string): Bytes => fromBase64(secret.slice('whsec_'.length));
  return { timestamp, prefix: `${id}.${timestamp}.`, signatures, keyOf };
}

function valueOf(headers: WebhookHeaders, name: string): string | undefined {
  if (isOfFetch(headers)) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'object' ? value[0] : value;
}

/** By its method: a framework may have a class of its own, which is no instance of the runtime's. */
function isOfFetch(headers: WebhookHeaders): headers is Pick<Headers, 'get'> {
  return typeof headers.get === 'function';
}

function bytesOf(rawBody: unknown): Bytes {
  if (typeof rawBody === 'string') return utf8.encode(rawBody);
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody);
  if (ArrayBuffer.isView(rawBody)) {
    return Uint8Array.from(new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength));
  }
  throw new TypeError(
    'The raw body is needed, as bytes or text. This one was parsed already, which breaks its signature.',
  );
}

function eventOf(body: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (isRecord(event)) return event as WebhookEvent;
  } catch {
    // Told below.
  }
  throw new WebhookVerificationError('invalid_body');
}

/** Empty, which no signature is, when it is none. */
function fromHex(text: string): Bytes {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return new Uint8Array();
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/** Empty as well. */
function fromBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
