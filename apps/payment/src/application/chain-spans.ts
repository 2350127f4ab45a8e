import type { Span, Tracer } from '@stablecoin/event-sourcing';
import type { CarriedAuthorization } from '../domain/submission';

/** A call of a chain. */
export type ChainCall = 'assemble' | 'broadcast' | 'observe';

/** Records a call of a chain in the trace of each payment that it is for. */
export class ChainSpans {
  /** As many as one submission carries, SUBMISSION_SIZE at most. */
  readonly #spans = new Map<string, { readonly span: Span; readonly chain: string }>();

  /** The call begins. */
  constructor(
    tracer: Tracer,
    private readonly call: ChainCall,
    carried: readonly CarriedAuthorization[],
  ) {
    for (const { authorization, payment } of carried) {
      const span = tracer.start(payment.traceparent);
      if (span !== undefined) this.#spans.set(payment.paymentId, { span, chain: authorization.chain });
    }
  }

  /**
   * The call has ended for all of its payments.
   *
   * @param hash - of the submission
   */
  end(hash: string | undefined, error?: unknown): void {
    for (const paymentId of this.#spans.keys()) this.endOf(paymentId, hash, error);
  }

  /** The call has ended for one of its payments. */
  endOf(paymentId: string, hash: string | undefined, error?: unknown): void {
    const recorded = this.#spans.get(paymentId);
    if (recorded === undefined) return;
    const attributes = { chain: recorded.chain, 'payment.id': paymentId, 'transaction.hash': hash };
    recorded.span.end({ name: `chain ${this.call}`, kind: 'client', attributes, error });
  }
}
