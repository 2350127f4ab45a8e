import { derivedId, SCOPES } from '@stablecoin/contracts';
import type { Clock, CommandHandler, Projector } from '@stablecoin/event-sourcing';
import { FIRST_ACCOUNT, type BootstrapApiKey, type Part } from '@stablecoin/platform';
import type { ApiKeys, GatewayTables } from '../read-model/api-keys';
import type { ApiKeyCommand, ApiKeyEvent, ApiKeyState } from './api-key';
import { markOf, newApiKeySecret } from './secret';

/** Makes the keys that are there from the start: those of the configuration, or one of each mode that can be tried out. */
export class BootstrapKeys implements Part {
  #firstKey: string | null = null;
  #firstLiveKey: string | null = null;

  constructor(
    private readonly handler: CommandHandler<ApiKeyState, ApiKeyCommand, ApiKeyEvent>,
    private readonly projector: Projector<GatewayTables>,
    private readonly keys: ApiKeys,
    private readonly clock: Clock,
    private readonly configured: readonly BootstrapApiKey[],
    /** Live mode pays on local chains, so that a first start makes a live key too. */
    private readonly liveIsLocal = false,
  ) {}

  /** The key that this start has made because there was none, to be shown once; null: it has made none. */
  get firstKey(): string | null {
    return this.#firstKey;
  }

  /** The same for live mode, where that pays on local chains. */
  get firstLiveKey(): string | null {
    return this.#firstLiveKey;
  }

  async start(): Promise<void> {
    for (const key of this.configured) await this.#issue(key, null);
    // Other services may have written before: the treasury opens the books of its chains at its first start.
    if (this.configured.length > 0 || (await this.keys.haveEverBeen())) return;
    this.#firstKey = await this.#make(false);
    if (this.liveIsLocal) this.#firstLiveKey = await this.#make(true);
  }

  async #make(livemode: boolean): Promise<string> {
    const key = newApiKeySecret(livemode);
    await this.#issue({ key, account: FIRST_ACCOUNT, plan: 'scale', livemode }, 'first start');
    return key;
  }

  stop(): void {
    // Nothing goes on after the start.
  }

  /** A key that is there already stays as it is: the stream's name is the key's hash. */
  async #issue({ key, account, plan, livemode }: BootstrapApiKey, name: string | null): Promise<void> {
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
    await this.projector.waitFor(position);
  }
}
