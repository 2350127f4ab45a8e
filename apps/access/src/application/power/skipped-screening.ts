import { ApiError, SKIP_SCOPE, type Tenant } from '@stablecoin/contracts';
import type { Power } from './power';
import { hasScopeInAccount } from './requirement';

/**
 * Checks that a caller may have somebody paid, or a wallet made, without screening: on the Enterprise plan, with the
 * scope for it, which no key that is bound to wallets has, and where no policy of the account forbids it.
 *
 * @param param - the field that asks for it
 * @throws ApiError `plan_required`, `insufficient_scope`; `internal_error` when the policies cannot be read
 */
export async function requireMaySkipScreening(
  context: Tenant & { readonly caller: Power },
  param: string,
  policies: { alwaysScreens(tenant: Tenant): Promise<boolean> },
): Promise<void> {
  const { caller } = context;
  if (caller.plan !== 'enterprise') {
    throw new ApiError('plan_required', 'compliance: skip takes the Enterprise plan.', { param });
  }
  if (!hasScopeInAccount(caller, SKIP_SCOPE)) {
    const message = `compliance: skip takes the scope ${SKIP_SCOPE}, which the operator gives to an API key.`;
    throw new ApiError('insufficient_scope', message, { param });
  }
  if (await policies.alwaysScreens(context)) {
    const message = 'The policy always_screen is on: compliance: skip is not taken.';
    throw new ApiError('insufficient_scope', message, { param });
  }
}
