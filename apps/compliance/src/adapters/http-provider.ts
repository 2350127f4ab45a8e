import { derivedId } from '@stablecoin/contracts';
import type { CheckName } from '@stablecoin/contracts';
import { signatureHeaders, signingKey } from '@stablecoin/security';
import type { Finding, ScreeningProvider, ScreeningSubject } from '../application/screening-provider';
import { fieldsIn, sourceOf } from './vendor-answers';
import type { VendorCalls } from './vendor-calls';

export interface HttpProviderOptions {
  readonly url: string;
  /** `whsec_…` */
  readonly secret: string;
  readonly calls: Pick<VendorCalls, 'call'>;
  readonly now: () => number;
}

const EVIDENCE_MAX = 1_000;
const OUTCOMES = ['pass', 'review', 'fail'] as const;

/** Asks a server of the operator's, or a vendor behind it, with a signed POST. */
export class HttpProvider implements ScreeningProvider {
  readonly name = 'http';
  readonly decidesByAmount = true;
  readonly #options: HttpProviderOptions;

  constructor(
    readonly check: CheckName,
    options: HttpProviderOptions,
  ) {
    this.#options = options;
  }

  async screen(subject: ScreeningSubject, signal: AbortSignal): Promise<Finding | 'later'> {
    signal.throwIfAborted();
    const { url, secret, calls, now } = this.#options;
    const { check } = this;
    const { ref, account, address, tokenAccount, owner, country, chains, payment } = subject;
    const isInbound = payment?.direction === 'inbound';
    const body = JSON.stringify({
      check,
      ref,
      payment_id: isInbound ? null : (payment?.id ?? null),
      account,
      address,
      owner,
      chains,
      currency: payment?.currency ?? null,
      amount: payment?.amount ?? null,
      country_code: country,
      ...(tokenAccount === null ? {} : { token_account: tokenAccount }),
      ...(isInbound ? { direction: 'inbound', deposit_id: payment.id } : {}),
    });
    // The same for every attempt of one check, so that a receiver can tell a repetition.
    const id = derivedId('msg', 0, ref, check, ...(tokenAccount === null ? [] : [address ?? '']));
    const headers = { 'content-type': 'application/json', ...signatureHeaders(id, body, [signingKey(secret)], now()) };
    const { status, json } = await calls.call({ method: 'POST', url, headers, body }, signal);
    if (status === 202) return 'later';
    if (status !== 200) throw new Error(`SCREENING_URL answered ${status}; it has to answer 200 or 202`);
    if (json === undefined) throw new Error('SCREENING_URL answered 200 with no JSON');
    return this.#read(fieldsIn(json));
  }

  #read(answer: Readonly<Record<string, unknown>>): Finding {
    const { evidence, valid_until: until = null } = answer;
    const outcome = OUTCOMES.find((each) => each === answer['outcome']);
    if (outcome === undefined) throw new Error('SCREENING_URL answered an outcome other than pass, review or fail');
    const validUntil = typeof until === 'string' ? Date.parse(until) : null;
    if (until !== null && (validUntil === null || Number.isNaN(validUntil))) {
      throw new Error('SCREENING_URL answered a valid_until that is no time');
    }
    const { url, now } = this.#options;
    const data = typeof evidence === 'object' && evidence !== null ? { data: JSON.stringify(evidence) } : {};
    return {
      outcome,
      evidence:
        typeof evidence === 'string' && evidence !== '' ? evidence.slice(0, EVIDENCE_MAX) : `It answered ${outcome}.`,
      details: { source: sourceOf(url), version: null, matched: null, at: now(), ...data },
      ...(validUntil === null ? {} : { validUntil }),
    };
  }
}
