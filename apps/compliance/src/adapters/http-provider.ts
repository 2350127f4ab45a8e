import { derivedId } from '@stablecoin/contracts';
import type { CheckName } from '@stablecoin/contracts';
import { guardedConnector, signatureHeaders, signingKey } from '@stablecoin/egress';
import type { AllowPrivate } from '@stablecoin/egress';
import { Agent, request } from 'undici';
import type { Finding, ScreeningProvider, ScreeningSubject } from './screening-provider';

export interface HttpProviderOptions {
  readonly url: string;
  /** `whsec_…` */
  readonly secret: string;
  readonly now: () => number;
  /** Private addresses that may be connected to. The operator has named the URL, so by default all. */
  readonly allow?: AllowPrivate;
}

const BYTES_MAX = 64_000;
const CONNECTIONS = 32;
const CONNECT_MS = 3_000;
const EVIDENCE_MAX = 1_000;
const OUTCOMES = ['pass', 'review', 'fail'] as const;

/** Asks a server of the operator's, or a vendor behind it, with a signed POST. */
export class HttpProvider implements ScreeningProvider {
  readonly name = 'http';
  readonly decidesByAmount = true;
  readonly #options: HttpProviderOptions;
  readonly #agent: Agent;

  constructor(
    readonly check: CheckName,
    options: HttpProviderOptions,
  ) {
    this.#options = options;
    const { allow = 'all' } = options;
    this.#agent = new Agent({ connect: guardedConnector(allow, CONNECT_MS), connections: CONNECTIONS });
  }

  async screen(subject: ScreeningSubject, signal: AbortSignal): Promise<Finding | 'later'> {
    signal.throwIfAborted();
    const { url, secret, now } = this.#options;
    const { check } = this;
    const { ref, account, address, owner, country, chains, payment } = subject;
    const body = JSON.stringify({
      ...{ check, ref, payment_id: payment?.id ?? null, account, address, owner, chains },
      ...{ currency: payment?.currency ?? null, amount: payment?.amount ?? null, country_code: country },
    });
    // The same for every attempt of one check, so that a receiver can tell a repetition.
    const id = derivedId('msg', 0, ref, check);
    const headers = { 'content-type': 'application/json', ...signatureHeaders(id, body, [signingKey(secret)], now()) };
    const answer = await request(url, { method: 'POST', dispatcher: this.#agent, headers, body, signal });
    if (answer.statusCode === 202) {
      await answer.body.dump();
      return 'later';
    }
    if (answer.statusCode !== 200) {
      await answer.body.dump();
      throw new Error(`SCREENING_URL answered ${answer.statusCode}; it has to answer 200 or 202`);
    }
    return this.#read(await textOf(answer.body));
  }

  #read(text: string): Finding {
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      throw new Error('SCREENING_URL answered 200 with no JSON');
    }
    const answer: Readonly<Record<string, unknown>> = typeof json === 'object' && json !== null ? { ...json } : {};
    const { evidence, valid_until: until = null } = answer;
    const outcome = OUTCOMES.find((each) => each === answer['outcome']);
    if (outcome === undefined) throw new Error('SCREENING_URL answered an outcome other than pass, review or fail');
    const validUntil = typeof until === 'string' ? Date.parse(until) : null;
    if (until !== null && (validUntil === null || Number.isNaN(validUntil))) {
      throw new Error('SCREENING_URL answered a valid_until that is no time');
    }
    const { origin, pathname } = new URL(this.#options.url);
    const data = typeof evidence === 'object' && evidence !== null ? { data: JSON.stringify(evidence) } : {};
    return {
      outcome,
      evidence:
        typeof evidence === 'string' && evidence !== '' ? evidence.slice(0, EVIDENCE_MAX) : `It answered ${outcome}.`,
      details: { source: `${origin}${pathname}`, version: null, matched: null, at: this.#options.now(), ...data },
      ...(validUntil === null ? {} : { validUntil }),
    };
  }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > BYTES_MAX) throw new Error(`SCREENING_URL answered more than ${BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
