import { DEFAULT_SCOPES, derivedId, SKIP_SCOPE } from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import { FIRST_ACCOUNT, type BootstrapApiKey } from '@stablecoin/host';
import type { Component, ReadModel } from '@stablecoin/host';
import type { ApiKeys } from '../read-model/api-keys';
import type { ApiKeyHandler } from './handlers';
import { apiKeyStreams } from '../domain/api-key';
import { markOf, newApiKeySecret } from './secret';

/** The keys that a first start has made, to be shown once; null: it has made none. */
export interface FirstKeys {
  readonly firstApiKey: string | null;
  /** The same for live mode, where that pays on local chains. */
  readonly firstLiveApiKey: string | null;
}

/** Creates the keys of the start: those of the configuration, or one per available mode. */
export class BootstrapKeys implements Component {
  constructor(
    private readonly handler: ApiKeyHandler,
    private readonly readModel: ReadModel,
    private readonly keys: ApiKeys,
    private readonly clock: Clock,
    private readonly configured: readonly BootstrapApiKey[],
    /** Live mode pays on local chains, so that a first start makes a live key too. */
    private readonly liveIsLocal = false,
  ) {}

  /** Makes the keys of the configuration. */
  async start(): Promise<void> {
    for (const key of this.configured) await this.readModel.waitFor(await this.#issue(key, null));
  }

  /**
   * Creates the keys of a first start, if none is configured and none ever existed. Only the caller knows their
   * secrets. Call it after the service is up: a failed start must not lose them.
   */
  async makeFirst(): Promise<FirstKeys> {
    // Other services may have written before: the treasury opens the books of its chains at its first start.
    if (this.configured.length > 0 || (await this.keys.haveEverBeen())) {
      return { firstApiKey: null, firstLiveApiKey: null };
    }
    const firstApiKey = await this.#make(false);
    return { firstApiKey, firstLiveApiKey: this.liveIsLocal ? await this.#make(true) : null };
  }

  async #make(livemode: boolean): Promise<string> {
    const key = newApiKeySecret(livemode);
    const first = { key, account: FIRST_ACCOUNT, plan: 'scale', livemode, skipsScreening: false } as const;
    const position = await this.#issue(first, 'first start');
    // The key is made: it is shown also when the read model does not move on, and works when that does.
    await this.readModel.waitFor(position).catch(() => undefined);
    return key;
  }

  stop(): void {
    // Nothing goes on after the start.
  }

  /**
   * Creates a key unless it exists; the name of its stream is its hash.
   *
   * @returns the position that the read model must include before the key works
   */
  async #issue(
    { key, account, plan, livemode, skipsScreening }: BootstrapApiKey,
    name: string | null,
  ): Promise<number> {
    const mark = markOf(key);
    const id = `bootstrap:${mark.hash}`;
    const at = this.clock.now();
    const { position } = await this.handler.handle(apiKeyStreams.stream(mark.hash), {
      id,
      type: 'IssueApiKey',
      data: {
        ...mark,
        keyId: derivedId('key', at, mark.hash),
        name,
        plan,
        scopes: skipsScreening ? [...DEFAULT_SCOPES, SKIP_SCOPE] : DEFAULT_SCOPES,
        expiresAt: null,
        ipAllowList: null,
      },
      at,
      correlationId: id,
      account,
      livemode,
    });
    return position;
  }
}
