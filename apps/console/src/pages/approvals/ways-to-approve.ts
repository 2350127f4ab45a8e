import type { Resource } from '../../api/client';

export interface WaysToApprove {
  /** With the signature of a listed approver, made by the browser's wallet. */
  readonly sign: boolean;
  /** For a listed approver, without a signature: in the sandbox and on Solana. */
  readonly named: boolean;
  /** In one's own name. */
  readonly plain: boolean;
  /** Listed approvers who have not approved yet. */
  readonly approvers: readonly string[];
}

/**
 * How an approval can be given: it depends on who pays, and on whom the wallet lists.
 *
 * @param wallet - null: the treasury pays
 * @param me - id of the API key or person who looks at it
 */
export function waysToApprove(
  { approved_by, threshold, typed_data }: Pick<Resource<'Approval'>, 'approved_by' | 'threshold' | 'typed_data'>,
  wallet: Pick<Resource<'Wallet'>, 'approvers' | 'contract'> | null,
  me: string,
): WaysToApprove {
  const listed = wallet?.approvers ?? [];
  const approvers = listed.filter((approver) => !approved_by.includes(approver));
  const hasOpen = approvers.length > 0;
  return {
    sign: hasOpen && typed_data !== null,
    // The contract of a live wallet takes signatures only.
    named: hasOpen && wallet?.contract === null,
    // One listed approver is one person; where it takes two, the other one names nobody.
    plain: !approved_by.includes(me) && (listed.length === 0 || (listed.length === 1 && threshold > 1)),
    approvers,
  };
}
