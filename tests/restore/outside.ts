import type { Chain, LiveChains } from '@stablecoin/chains';
import type { ServiceBus } from '@stablecoin/messaging';
import { overriding } from '@stablecoin/chains';

/**
 * What a payment does not get past: a message of this type does not arrive; it is not assembled; no endpoint takes its
 * submission; its submission is lost on the way, and the service does not know.
 */
export type Obstacle =
  | 'payment.InitiatePayment'
  | 'compliance.ScreenPayment'
  | `${'treasury' | 'wallet'}.${'ReserveFunds' | 'funds_reserved'}`
  | 'assemble'
  | 'take'
  | 'send';

/** What holds payments up on their way through the services, and what is seen of them there. */
export class Outside {
  /** Payments that were signed, and on-chain ids that were looked up, since the last {@link forget}. */
  readonly signed = new Set<string>();
  readonly lookedUp = new Set<string>();
  /** By recipient, in lower case. */
  readonly #obstacles = new Map<string, Obstacle>();
  /** Recipients and ids of the payments that have been ordered. */
  readonly #recipients = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  /** Ids of payments that have come to their obstacle. */
  readonly #held = new Set<string>();
  readonly #submissions = new Map<string, Set<string>>();
  /** Bytes of submissions that were lost on the way: whoever has them may still send them. */
  readonly unsent: string[] = [];
  /** The same as the chain takes them, by their hashes. */
  readonly #withheld = new Map<string, () => Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  #areFirstSubmissionsLost = false;

  /** The next payment of a recipient does not get past this. */
  obstruct(to: string, obstacle: Obstacle): void {
    this.#obstacles.set(to.toLowerCase(), obstacle);
  }

  /** Nothing is held up from now on. */
  release(): void {
    this.#held.clear();
    this.#obstacles.clear();
    this.#areFirstSubmissionsLost = false;
    this.arrive();
  }

  /** What was lost on the way arrives at last, all of it before the next block. */
  async sendWithheld(): Promise<void> {
    const withheld = [...this.#withheld.values()];
    this.#withheld.clear();
    await Promise.allSettled(withheld.map((send) => send()));
  }

  /** From now on the first submission of each payment is lost, and those after it are sent. */
  loseFirstSubmissions(): void {
    this.#submissions.clear();
    this.#areFirstSubmissionsLost = true;
  }

  /** Messages arrive that waited for an obstacle. */
  arrive(): void {
    for (const send of this.#waiting.splice(0)) send();
  }

  isHeld(paymentId: string): boolean {
    return this.#held.has(paymentId);
  }

  /** Of the payment that a recipient gets, once the gateway has accepted it. */
  idFor(to: string): string | undefined {
    return this.#ids.get(to.toLowerCase());
  }

  /** Of what was: the service has ended, and what it withheld is lost. */
  forget(): void {
    for (const each of [this.signed, this.lookedUp, this.#obstacles, this.#held, this.#submissions, this.#withheld])
      each.clear();
    this.#waiting.length = 0;
    this.#areFirstSubmissionsLost = false;
  }

  bus(bus: ServiceBus): ServiceBus {
    return overriding(bus, {
      publish: (messages) => {
        for (const { type, data } of messages) if (type === 'payment.InitiatePayment') this.#note(data);
        const isHeld = messages.map(({ type, data }) => this.#stops((data as Noted).paymentId, type));
        const others = bus.publish(messages.filter((_, index) => isHeld[index] !== true));
        const held = messages.filter((_, index) => isHeld[index]);
        if (held.length === 0) return others;
        // A message is published when it was handled, so its publisher waits.
        const later = new Promise<void>((resolve, reject) => {
          this.#waiting.push(() => void this.bus(bus).publish(held).then(resolve, reject));
        });
        return Promise.all([others, later]).then(() => undefined);
      },
    });
  }

  chains({ router, ...others }: LiveChains): LiveChains {
    return {
      ...others,
      router: overriding(router, {
        on: (name) => this.#chain(router.on(name)),
        find: (name) => router.find(name) && this.#chain(router.on(name)),
      }),
    };
  }

  #chain(chain: Chain): Chain {
    const assemble: Chain['assemble'] = async (authorizations, liveNonces) => {
      const ids = authorizations.map(({ id }) => id);
      if (this.#stop(ids, 'assemble')) throw new Error('nothing is assembled for now');
      for (const id of ids) this.signed.add(id);
      return chain.assemble(authorizations, liveNonces);
    };
    const earlierUse: Chain['earlierUse'] = (request) => {
      if (typeof request.onchainId === 'string') this.lookedUp.add(request.onchainId);
      return chain.earlierUse(request);
    };
    const broadcast: Chain['broadcast'] = (submission, authorizations) => {
      const ids = authorizations.map(({ id }) => id);
      for (const id of ids) {
        const hashes = this.#submissions.get(id) ?? new Set();
        this.#submissions.set(id, hashes.add(submission.hash));
      }
      if (this.#stop(ids, 'take')) return Promise.reject(new Error('no endpoint takes it for now'));
      const isFirst = ids.some((id) => this.#submissions.get(id)?.size === 1);
      const isLost = this.#stop(ids, 'send') || (this.#areFirstSubmissionsLost && isFirst);
      if (isLost) {
        this.unsent.push(submission.bytes);
        this.#withheld.set(submission.hash, () => chain.broadcast(submission, authorizations));
      }
      return isLost ? Promise.resolve() : chain.broadcast(submission, authorizations);
    };
    return overriding(chain, { assemble, earlierUse, broadcast });
  }

  #note(data: unknown): void {
    const { paymentId, to } = data as Noted & { readonly to: string };
    this.#recipients.set(paymentId, to.toLowerCase());
    this.#ids.set(to.toLowerCase(), paymentId);
  }

  #stop(ids: readonly string[], obstacle: Obstacle): boolean {
    return ids.map((id) => this.#stops(id, obstacle)).includes(true);
  }

  #stops(paymentId: string, step: string): boolean {
    const stops = this.#obstacles.get(this.#recipients.get(paymentId) ?? '') === step;
    if (stops) this.#held.add(paymentId);
    return stops;
  }
}

interface Noted {
  readonly paymentId: string;
}
