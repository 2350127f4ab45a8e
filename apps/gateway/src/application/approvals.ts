import type { Approval, ApprovePayment, Line, QueryMap, RejectPayment } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { SecretBox } from '@stablecoin/secrets';
import { found, invalid } from './refusals';
import { readAddress } from './payment-orders';
import { commandMessage, type RequestContext } from './request-context';
import type { Writes, Written } from './writes';

/** Who decides, as a client says it. */
interface DecisionInput {
  readonly approver?: string;
}

/** Sends the decision on a payment above the spend limit to its wallet, whose stream applies it. */
export class Approvals {
  constructor(
    private readonly writes: Writes,
    private readonly queries: Queries<QueryMap>,
    private readonly secrets: SecretBox,
    private readonly lineOf: (context: RequestContext) => Promise<Line>,
  ) {}

  /**
   * Approves a payment. The signature is encrypted before it is sent to another service.
   *
   * @throws ApiError `not_found`; `invalid_state` when it is too late; `invalid_request` for an unlisted approver, and
   * for a missing or wrong signature; `insufficient_scope` where a policy has somebody else approve
   */
  async approve(
    context: RequestContext,
    approvalId: string,
    { approver: text, signature }: DecisionInput & { readonly signature?: string },
  ): Promise<Written<Approval>> {
    const approver = readApprover(text);
    if (signature !== undefined && approver === null) throw invalid('approver', 'approver must say who has signed.');
    const signed = signature === undefined ? {} : { signature };
    const by = await this.lineOf(context);
    const sealed = signature === undefined ? {} : { sealedSignature: this.secrets.seal(signature) };
    return this.#decide(context, { approvalId, approver, ...signed }, (walletId) =>
      commandMessage<ApprovePayment>(context, {
        type: 'wallet.ApprovePayment',
        key: walletId,
        data: { walletId, approvalId, approver, by, ...sealed },
      }),
    );
  }

  /** @throws ApiError as {@link approve} */
  async reject(context: RequestContext, approvalId: string, input: DecisionInput): Promise<Written<Approval>> {
    const approver = readApprover(input.approver);
    return this.#decide(context, { approvalId, approver }, (walletId) =>
      commandMessage<RejectPayment>(context, {
        type: 'wallet.RejectPayment',
        key: walletId,
        data: { walletId, approvalId, approver },
      }),
    );
  }

  async #decide(
    context: RequestContext,
    params: { readonly approvalId: string; readonly approver: string | null; readonly signature?: string },
    messageTo: (walletId: string) => ApprovePayment | RejectPayment,
  ): Promise<Written<Approval>> {
    const { approvalId, approver } = params;
    const read = (): Promise<Approval | null> => this.#read(context, approvalId);
    const { wallet_id: walletId } = found(await read(), 'approval');
    const { account, livemode } = context;
    return this.writes.perform(context, {
      params,
      plan: () => {
        const message = messageTo(walletId);
        return { resources: [approvalId], messages: [message] };
      },
      outcome: ({ requestId }) =>
        this.queries.ask('wallet.outcome', { account, livemode, id: walletId, commandId: requestId }),
      read: async () => {
        const now = await read();
        return now !== null && counts(now, [approver, context.caller.keyId]) ? now : null;
      },
    });
  }

  #read({ account, livemode }: RequestContext, id: string): Promise<Approval | null> {
    return this.queries.ask('wallet.approval', { account, livemode, id });
  }
}

/** Whether the decision shows. @param voice - what an approver of several, who may leave it pending, may stand there as */
function counts({ status, approved_by }: Approval, voice: readonly (string | null)[]): boolean {
  return status !== 'pending' || approved_by.some((each) => voice.includes(each));
}

function readApprover(text: string | undefined): string | null {
  return text === undefined ? null : readAddress('approver', text).address;
}
