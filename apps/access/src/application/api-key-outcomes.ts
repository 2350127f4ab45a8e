import type { Outcome, Tenant } from '@stablecoin/contracts';
import { outcomeOf, type ReadModel } from '@stablecoin/host';
import type { ApiKeyHandler } from './handlers';
import type { ApiKeys } from '../read-model/api-keys';

/** What became of commands for API keys. */
export class ApiKeyOutcomes {
  constructor(
    private readonly handler: ApiKeyHandler,
    private readonly readModel: Pick<ReadModel, 'waitFor'>,
    private readonly keys: Pick<ApiKeys, 'get'>,
  ) {}

  /**
   * @param keyId - of the key that the command issues or changes
   * @returns not applied for a key that is not there yet: it has not been issued
   */
  async outcomeOf(tenant: Tenant, keyId: string, commandId: string): Promise<Outcome> {
    const key = await this.keys.get(tenant, keyId);
    if (key === undefined) return { applied: false, refusal: null };
    return outcomeOf(this.handler, this.readModel, key.stored.stream, commandId);
  }
}
