import { treasuryKey, found, invalid } from '@stablecoin/contracts';
import type {
  Approval,
  ApprovalsRequest,
  ApprovePayment,
  ById,
  PrincipalIds,
  Message,
  Page,
  QueryMap,
  RejectPayment,
  TreasuryApprovePayment,
  TreasuryRejectPayment,
} from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { SecretBox } from '@stablecoin/security';
import { mergePages } from '../../application/merge-pages';
import { readAddress } from '../payments/payment-orders';
import type { RequestContext } from '@stablecoin/access';
import { commandMessage } from '../../application/command-message';
import type { Writes, Written } from '../../application/writes';

/** Who decides, as a client says it. */
interface DecisionInput {
  readonly approver?: string;
}

/** Shows approvals, and sends decisions to the wallet or treasury that waits, whose stream applies them. */
export class Approvals {
  constructor(
    private readonly writes: Writes,
    private readonly queries: Queries<QueryMap>,
    private readonly secrets: SecretBox,
    private readonly principalsOf: (context: RequestContext) => Promise<PrincipalIds>,
  ) {}

  /** Another account's or mode's approval does not exist. */
  async find({ account, livemode, id }: ById): Promise<Approval | null> {
    const by = { account, livemode, id };
    return (await this.queries.ask('wallet.approval', by)) ?? this.queries.ask('treasury.approval', by);
  }

  /** The newest first. Those of some wallets only leave out the treasury's. */
  async list(request: ApprovalsRequest): Promise<Page<Approval>> {
    const { wallets, wallet, ...page } = request;
    const ofWallets = this.queries.ask('wallet.approvals', request);
    if (wallets !== null || wallet !== null) return ofWallets;
    return mergePages(await Promise.all([ofWallets, this.queries.ask('treasury.approvals', page)]), page.limit);
  }

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
    const by = await this.principalsOf(context);
    const sealed =
      signature === undefined ? {} : { sealedSignature: this.secrets.seal(signature, 'approval signature') };
    return this.#decide(context, { approvalId, approver, ...signed }, (walletId) =>
      walletId === null
        ? commandMessage<TreasuryApprovePayment>(context, {
            type: 'treasury.ApprovePayment',
            key: treasuryKey(context),
            data: { approvalId, by },
          })
        : commandMessage<ApprovePayment>(context, {
            type: 'wallet.ApprovePayment',
            key: walletId,
            data: { walletId, approvalId, approver, by, ...sealed },
          }),
    );
  }

  /** @throws ApiError as {@link approve} */
  async reject(
    context: RequestContext,
    approvalId: string,
    input: DecisionInput & { readonly reason?: string },
  ): Promise<Written<Approval>> {
    const approver = readApprover(input.approver);
    const why = input.reason === undefined ? {} : { reason: input.reason };
    return this.#decide(context, { approvalId, approver, ...why }, (walletId) =>
      walletId === null
        ? commandMessage<TreasuryRejectPayment>(context, {
            type: 'treasury.RejectPayment',
            key: treasuryKey(context),
            data: { approvalId, ...why },
          })
        : commandMessage<RejectPayment>(context, {
            type: 'wallet.RejectPayment',
            key: walletId,
            data: { walletId, approvalId, approver, ...why },
          }),
    );
  }

  async #decide(
    context: RequestContext,
    params: {
      readonly approvalId: string;
      readonly approver: string | null;
      readonly signature?: string;
      readonly reason?: string;
    },
    messageTo: (walletId: string | null) => Message,
  ): Promise<Written<Approval>> {
    const { approvalId, approver } = params;
    const { account, livemode } = context;
    const read = (): Promise<Approval | null> => this.find({ account, livemode, id: approvalId });
    const { wallet_id: walletId } = found(await read(), 'approval');
    if (walletId === null && approver !== null) {
      throw invalid(
        'approver',
        'The treasury lists no approvers: leave approver out, and your key or name stands for it.',
      );
    }
    const asked = { account, livemode, id: walletId ?? treasuryKey(context) };
    return this.writes.perform(context, {
      params,
      plan: () => {
        const message = messageTo(walletId);
        return { resources: [approvalId], messages: [message] };
      },
      outcome: ({ requestId: commandId }) =>
        this.queries.ask(walletId === null ? 'treasury.outcome' : 'wallet.outcome', { ...asked, commandId }),
      read: async () => {
        const now = await read();
        return now !== null && counts(now, [approver, context.caller.keyId]) ? now : null;
      },
    });
  }
}

/** Whether the decision shows. @param voice - what an approver of several, who may leave it pending, may stand there as */
function counts({ status, approved_by }: Approval, voice: readonly (string | null)[]): boolean {
  return status !== 'pending' || approved_by.some((each) => voice.includes(each));
}

function readApprover(text: string | undefined): string | null {
  return text === undefined ? null : readAddress('approver', text).address;
}
