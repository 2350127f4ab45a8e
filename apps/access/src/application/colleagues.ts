import { mayBeSame, scopesOfRole, type PrincipalIds, type Scope, type Tenant } from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import type { ApiKeys } from '../read-model/api-keys';
import type { People } from '../read-model/people';

/** Keys and people that are looked at on one page. */
const PAGE = 100;
/** With more keys or people than this, there is somebody else among them. */
const PAGES_MAX = 10;

/** Says whether somebody is the only one of an account who may do something. */
export class Colleagues {
  constructor(
    private readonly keys: Pick<ApiKeys, 'list' | 'principalsOf'>,
    private readonly people: Pick<People, 'members'>,
    private readonly clock: Clock,
  ) {}

  /** Whether a key or a person of the account and mode has a scope that cannot be the same person. */
  async areThere({ account, livemode }: Tenant, scope: Scope, than: PrincipalIds): Promise<boolean> {
    const tenant = { account, livemode };
    return (await this.#otherMember(tenant, scope, than)) || this.#otherKey(tenant, scope, than);
  }

  async #otherMember(tenant: Tenant, scope: Scope, than: PrincipalIds): Promise<boolean> {
    let startingAfter: string | null = null;
    for (let page = 0; page < PAGES_MAX; page++) {
      const found = await this.people.members({ ...tenant, limit: PAGE, startingAfter });
      const isOther = found.data.some(
        ({ id, role, status }) =>
          status === 'active' &&
          role !== null &&
          scopesOfRole(role, tenant.livemode).includes(scope) &&
          !mayBeSame([id], than),
      );
      if (isOther) return true;
      if (!found.has_more) return false;
      startingAfter = found.next_cursor;
    }
    return true;
  }

  async #otherKey(tenant: Tenant, scope: Scope, than: PrincipalIds): Promise<boolean> {
    const now = new Date(this.clock.now()).toISOString();
    let startingAfter: string | null = null;
    for (let page = 0; page < PAGES_MAX; page++) {
      const found = await this.keys.list({ ...tenant, limit: PAGE, startingAfter });
      for (const key of found.data) {
        const isUsable = key.revoked_at === null && (key.expires_at === null || key.expires_at > now);
        if (!isUsable || key.wallet_ids !== null || !key.scopes.includes(scope)) continue;
        if (!mayBeSame(await this.keys.principalsOf(tenant, key.id), than)) return true;
      }
      if (!found.has_more) return false;
      startingAfter = found.next_cursor;
    }
    return true;
  }
}
