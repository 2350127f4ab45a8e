import { ApiError } from '@stablecoin/contracts';
import type { Meter } from '@stablecoin/event-sourcing';

export interface OpenStreamsOptions {
  /** What they are called in metrics and errors: `exports`. */
  readonly kind: string;
  readonly perKeyMax: number;
  readonly totalMax: number;
  readonly meter: Meter;
}

/** Bounds the answers of a kind that take long to send, for each API key and in all. */
export class OpenStreams {
  readonly #options: OpenStreamsOptions;
  /** Of each API key that has one. */
  readonly #byKey = new Map<string, number>();
  #total = 0;

  constructor(options: OpenStreamsOptions) {
    this.#options = options;
    options.meter.gauge('gateway_open_streams', { kind: options.kind }, () => this.#total);
  }

  /**
   * @returns closes it; calling it again has no effect
   * @throws ApiError `rate_limited` when too many are open
   */
  open(keyId: string): () => void {
    const { kind, perKeyMax, totalMax } = this.#options;
    const ofKey = this.#byKey.get(keyId) ?? 0;
    if (ofKey >= perKeyMax) {
      throw new ApiError(
        'rate_limited',
        `This API key has ${perKeyMax} ${kind} open, which is the limit: close one first.`,
      );
    }
    if (this.#total >= totalMax) {
      throw new ApiError('rate_limited', `Too many ${kind} are open: send this request again later.`);
    }
    this.#byKey.set(keyId, ofKey + 1);
    this.#total += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#total -= 1;
      const left = (this.#byKey.get(keyId) ?? 1) - 1;
      if (left === 0) this.#byKey.delete(keyId);
      else this.#byKey.set(keyId, left);
    };
  }
}
