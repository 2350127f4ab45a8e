import { derivedId, SCOPES } from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import { FIRST_ACCOUNT, type BootstrapApiKey } from '@stablecoin/configuration';
import type { Component, ReadModel } from '@stablecoin/service-host';
import type { ApiKeys } from '../read-model/api-keys';
import type { ApiKeyHandler } from './api-key';
import { markOf, newApiKeySecret } from './secret';

/** The keys that a first start has made, to be shown once; null: it has made none. */
export interface FirstKeys {
  readonly firstApiKey: string | null;
  /** The same for live mode, where that pays on local chains. */
  readonly firstLiveApiKey: string | null;
}

/** Makes the keys that are there from the start: those of the configuration, or one of each mode that can be tried out. */
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
   * Makes the keys of a first start, where none is configured and there has never been one. Nobody knows them but the
   * caller: so not before the service is up, because a start that fails must not take them with it.
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
    const position = await this.#issue({ key, account: FIRST_ACCOUNT, plan: 'scale', livemode }, 'first start');
    // The key is made: it is shown also when the read model does not move on, and works when that does.
    await this.readModel.waitFor(position).catch(() => undefined);
    return key;
  }

  stop(): void {
    // Nothing goes on after the start.
  }

  /**
   * A key that is there already stays as it is: the stream's name is the key's hash.
   *
   * @returns the position that the read model has to pass before the key works
   */
  async #issue({ key, account, plan, livemode }: BootstrapApiKey, name: string | null): Promise<number> {
    const mark = markOf(key);
    const id = `bootstrap:${mark.hash}`;
    const at = this.clock.now();
    const { position } = await this.handler.handle(`api_key-${mark.hash}`, {
      id,
      type: 'IssueApiKey',
      data: {
        ...mark,
        keyId: derivedId('key', at, mark.hash),
        name,
        plan,
        scopes: SCOPES,
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
