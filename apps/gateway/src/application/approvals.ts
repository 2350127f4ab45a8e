import type { Approval, ApprovePayment, QueryMap, RejectPayment } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import { found } from './refusals';
import { readAddress } from './payment-orders';
import { commandMessage, type RequestContext } from './request-context';
import type { Writes, Written } from './writes';

/** Brings a person's decision on a payment above the spend limit to the wallet, whose stream decides what it means. */
export class Approvals {
  constructor(
    private readonly writes: Writes,
    private readonly queries: Queries<QueryMap>,
  ) {}

  /** @throws ApiError `not_found`; `invalid_state` when it is too late; `invalid_request` for an unlisted approver */
  async decide(
    context: RequestContext,
    approvalId: string,
    decision: 'approve' | 'reject',
    approverText: string | undefined,
  ): Promise<Written<Approval>> {
    const approver = approverText === undefined ? null : readAddress('approver', approverText).address;
    const read = (): Promise<Approval | null> => this.#read(context, approvalId);
    const { wallet_id: walletId } = found(await read(), 'approval');
    const { account, livemode } = context;
    return this.writes.perform(context, {
      params: { approvalId, approver },
      plan: () => ({
        resources: [approvalId],
        messages: [
          commandMessage<ApprovePayment | RejectPayment>(context, {
            type: decision === 'approve' ? 'wallet.ApprovePayment' : 'wallet.RejectPayment',
            key: walletId,
            data: { walletId, approvalId, approver },
          }),
        ],
      }),
      outcome: ({ requestId }) =>
        this.queries.ask('wallet.outcome', { account, livemode, id: walletId, commandId: requestId }),
      read: async () => {
        const now = await read();
        return now !== null && counts(now, decision === 'approve' ? approver : null) ? now : null;
      },
    });
  }

  #read({ account, livemode }: RequestContext, id: string): Promise<Approval | null> {
    return this.queries.ask('wallet.approval', { account, livemode, id });
  }
}

/** Whether the decision shows. @param voice - an approver of several, whose voice may leave the approval pending */
function counts({ status, approved_by }: Approval, voice: string | null): boolean {
  return status !== 'pending' || (voice !== null && approved_by.includes(voice));
}
