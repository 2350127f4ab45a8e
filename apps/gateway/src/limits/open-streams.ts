import { ApiError } from '@stablecoin/contracts';
import type { Tenant } from '@stablecoin/contracts';
import type { Meter } from '@stablecoin/event-sourcing';

/** Who opens one. */
type Holder = Tenant & { readonly keyId: string };

export interface OpenStreamsOptions {
  /** What they are called in metrics and errors: `exports`. */
  readonly kind: string;
  readonly perKeyMax: number;
  /** Of all keys of an account, in one mode. */
  readonly perAccountMax: number;
  readonly totalMax: number;
  readonly meter: Meter;
}

/** Bounds the answers of a kind that take long, for each API key, for each account in a mode, and in all. */
export class OpenStreams {
  readonly #options: OpenStreamsOptions;
  /** Of each API key, and of each account in a mode, that has one. */
  readonly #open = new Map<string, number>();
  #total = 0;

  constructor(options: OpenStreamsOptions) {
    this.#options = options;
    options.meter.gauge('gateway_open_streams', { kind: options.kind }, () => this.#total);
  }

  /**
   * @returns closes it; calling it again has no effect
   * @throws ApiError `rate_limited` when too many are open
   */
  open({ keyId, account, livemode }: Holder): () => void {
    const { kind, perKeyMax, perAccountMax, totalMax } = this.#options;
    const holders = [`key ${keyId}`, `account ${account} ${livemode}`] as const;
    const [ofKey, ofAccount] = holders.map((holder) => this.#open.get(holder) ?? 0);
    if (Number(ofAccount) >= perAccountMax) {
      throw new ApiError(
        'rate_limited',
        `Your account has ${perAccountMax} ${kind} open, which is the limit: close one first.`,
      );
    }
    if (Number(ofKey) >= perKeyMax) {
      throw new ApiError(
        'rate_limited',
        `This API key has ${perKeyMax} ${kind} open, which is the limit: close one first.`,
      );
    }
    if (this.#total >= totalMax) {
      throw new ApiError('rate_limited', `Too many ${kind} are open: send this request again later.`);
    }
    for (const holder of holders) this.#add(holder, 1);
    this.#total += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#total -= 1;
      for (const holder of holders) this.#add(holder, -1);
    };
  }

  #add(holder: string, change: 1 | -1): void {
    const open = (this.#open.get(holder) ?? 0) + change;
    if (open === 0) this.#open.delete(holder);
    else this.#open.set(holder, open);
  }
}
