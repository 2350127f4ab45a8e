import type { Approval, ApprovalStatus, TypedData } from '@stablecoin/contracts';
import { EXAMPLE } from '../../http/examples';
import type { Schema } from '../../http/json-schema';
import { knownWords, listOf, nullable, pageSchema, ref, resource } from '../../openapi/schema';
import { amount, currency, id, time } from '../../openapi/values';
import { path } from '../../openapi/parameters';

const transfer: TypedData = {
  domain: {
    name: 'USD Coin',
    version: '2',
    chainId: 8_453,
    verifyingContract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  },
  types: {
    TransferWithAuthorization: [
      { name: 'from', type: 'address' },
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'validAfter', type: 'uint256' },
      { name: 'validBefore', type: 'uint256' },
      { name: 'nonce', type: 'bytes32' },
    ],
  },
  primaryType: 'TransferWithAuthorization',
  message: {
    from: EXAMPLE.walletAddress,
    to: EXAMPLE.recipient,
    value: '250000000',
    validAfter: '0',
    validBefore: '1769947800',
    nonce: EXAMPLE.txHash,
  },
};

export const approval: Approval = {
  id: EXAMPLE.approval,
  payment_id: EXAMPLE.payment,
  wallet_id: EXAMPLE.wallet,
  amount: '250.00',
  currency: 'USDC',
  status: 'pending',
  approved_by: [],
  threshold: 1,
  authorization: transfer,
  typed_data: {
    domain: { chainId: 8_453, verifyingContract: EXAMPLE.walletAddress },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: EXAMPLE.txHash },
  },
  expires_at: EXAMPLE.tomorrow,
  created_at: EXAMPLE.createdAt,
};

export const approvalId = path('id', 'Id of the approval.', 'apr', EXAMPLE.approval);

export const noSuchApproval = { message: 'There is no such approval.' };

export const tooLateExample = { message: 'The approval is no longer pending.' };

export const decisions = {
  unnamed: { summary: 'The wallet lists no approvers', value: {} },
  named: { summary: 'The wallet lists approvers', value: { approver: EXAMPLE.approver } },
};

export const approvalSchemas: Readonly<Record<string, Schema>> = {
  Approval: resource<Approval>(
    'A payment above the spend limit of its wallet, or above `treasury_approval_above` of the policies, waits for this decision.',
    {
      id: id('apr', 'the approval'),
      payment_id: id('pay', 'the payment that waits'),
      wallet_id: nullable(id('wal', 'the wallet that would pay; `null`: the treasury would')),
      amount: amount('What would be paid.'),
      currency,
      status: knownWords<ApprovalStatus>('What was decided.', {
        pending: 'Nothing yet.',
        approved: 'The payment continues.',
        rejected: 'The payment failed with `approval_rejected`.',
        expired: 'Nobody decided in time: the payment failed with `approval_expired`.',
        canceled: 'The payment was canceled.',
      }),
      approved_by: listOf(
        { type: 'string' },
        'Who has approved: listed approvers by address; without a list, the name that was given, or the API key or member.',
      ),
      threshold: {
        type: 'integer',
        minimum: 1,
        description:
          'Number of approvals required. At least 2 for a payment above `two_approvers_above` of the policies.',
      },
      authorization: {
        ...nullable(ref('TypedData')),
        description:
          'The transfer that is approved: EIP-3009 `TransferWithAuthorization` of the token. `null` on Solana, and of the treasury.',
      },
      typed_data: {
        ...nullable(ref('TypedData')),
        description:
          'What an approver signs: a `SafeMessage` whose `message` is the EIP-712 digest of `authorization`. Compute it ' +
          'from `authorization` before you sign. `null` on Solana, and of the treasury.',
      },
      expires_at: time('Until when it can be decided.'),
      created_at: time('When the approval was requested.'),
    },
    [approval],
  ),

  ApprovalList: pageSchema('Approval', 'approvals'),
};
