import { CreateWalletBody } from '../../resources/wallets/create-wallet';
import { CreateWalletsBody } from '../../resources/wallets/create-wallets';
import { ApprovePaymentBody } from '../../resources/approvals/approve-payment';
import { GetWalletQuery } from '../../resources/wallets/get-wallet';
import { RejectPaymentBody } from '../../resources/approvals/reject-payment';
import { ListApprovalsQuery } from '../../resources/approvals/list-approvals';
import { ListWalletsQuery } from '../../resources/wallets/list-wallets';
import { EXAMPLE } from '../../http/examples';
import { LEDGER_TABLE, LedgerQuery } from '../../http/ledger-query';
import { path } from '../parameters';
import { errorBody } from '../schemas/error';
import { walletLedgerEntry } from '../schemas/treasury';
import { approval, onchainWallet, reviewedWallet, wallet } from '../schemas/wallet';
import { csvExample, pageExample, type Endpoint } from './endpoint';

const wallets = 'Wallets';
const approvals = 'Approvals';
const approvalId = path('id', 'Id of the approval.', EXAMPLE.approval);
const noSuchApproval = { message: 'There is no such approval.' };
const tooLate = { message: 'The approval is no longer pending.' };
const notInLiveMode = {
  message: 'Live wallets are not available on base: its contracts or a spender are not configured.',
  param: 'chain',
};

const decisions = {
  unnamed: { summary: 'The wallet lists no approvers', value: {} },
  named: { summary: 'The wallet lists approvers', value: { approver: EXAMPLE.approver } },
};

const { code, message, retryable } = errorBody('compliance_blocked', {
  message: 'The identity of user:blocked could not be verified.',
});

export const walletEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/wallets',
    operationId: 'createWallet',
    tag: wallets,
    summary: 'Create a wallet',
    description:
      'The owner is verified first, unless `compliance` is `skip`; the answer is a wallet that can receive and send. ' +
      'Spend limit, approvers and threshold are fixed at creation; for a live wallet they are part of its address, and ' +
      'a contract enforces them. Live wallets are on Base and Ethereum.',
    scope: 'wallets:write',
    limit: 'wallets',
    body: {
      type: CreateWalletBody,
      examples: {
        limited: {
          summary: 'An agent that may spend 1,000 a day',
          value: { owner: 'agent:procurement', chain: 'base', spend_limit: '1000.00', label: 'Procurement' },
        },
        approved: {
          summary: 'Two of two approvers above the limit',
          value: {
            owner: 'user:42',
            chain: 'ethereum',
            spend_limit: '100.00',
            approvers: [EXAMPLE.approver, EXAMPLE.walletAddress],
            approval_threshold: 2,
          },
        },
        plain: { summary: 'Without a limit', value: { owner: 'user:42', chain: 'solana' } },
      },
    },
    answers: {
      200: {
        description: 'The idempotency key was used before with the same parameters: the wallet as it is now.',
        schema: 'Wallet',
        examples: { wallet: { summary: 'The original wallet', value: wallet } },
      },
      201: {
        description: 'The wallet.',
        schema: 'Wallet',
        examples: { wallet: { summary: 'A new wallet', value: wallet } },
      },
      202: {
        description:
          'A person has to decide whether the owner is verified, with `POST /v1/compliance/checks/{ref}/decision`; ' +
          '`compliance_ref` is the ref. `wallet.activated` is sent when the owner is cleared.',
        schema: 'Wallet',
        examples: { reviewed: { summary: 'A wallet in review', value: reviewedWallet } },
      },
    },
    errors: {
      invalid_request: { message: 'chain must be one of base, ethereum, solana.', param: 'chain' },
      compliance_blocked: { message, param: 'owner' },
      chain_unavailable: notInLiveMode,
    },
  },
  {
    method: 'post',
    path: '/wallets/bulk',
    operationId: 'createWallets',
    tag: wallets,
    summary: 'Create many wallets',
    description:
      'From 1 to 100 wallets by one request, each of which counts in the class `wallets`: what is above the limit has to come ' +
      'back before the next request. Each entry of the answer ' +
      'is a wallet or an error, in the order of the request; one that is refused does not stop the others. A replay ' +
      'answers with the same wallets, and tries those again that there were errors for.',
    scope: 'wallets:write',
    limit: 'wallets',
    body: {
      type: CreateWalletsBody,
      examples: {
        two: {
          summary: 'Two wallets',
          value: {
            wallets: [
              { owner: 'agent:procurement', chain: 'base' },
              { owner: 'user:blocked', chain: 'base' },
            ],
          },
        },
      },
    },
    answers: {
      200: {
        description: 'What became of each.',
        schema: 'CreatedWallets',
        examples: {
          mixed: {
            summary: 'One created, one refused',
            value: { data: [{ wallet }, { error: { code, message, retryable } }] },
          },
        },
      },
    },
    errors: {
      invalid_request: {
        message: 'wallets[1].chain must be one of base, ethereum, solana.',
        param: 'wallets[1].chain',
      },
      chain_unavailable: notInLiveMode,
    },
  },
  {
    method: 'get',
    path: '/wallets',
    operationId: 'listWallets',
    tag: wallets,
    summary: 'List wallets',
    description: 'The newest first.',
    scope: 'wallets:read',
    limit: 'reads',
    query: { type: ListWalletsQuery, of: 'wal' },
    answers: { 200: { description: 'A page of wallets.', schema: 'WalletList', examples: pageExample(wallet) } },
  },
  {
    method: 'get',
    path: '/wallets/{id}',
    operationId: 'getWallet',
    tag: wallets,
    summary: 'Get a wallet',
    description:
      'The wallet with its balances, which include every payment that was answered. With `expand=onchain` also what a ' +
      'final block says of a live wallet; 500 `internal_error` when too few endpoints agree on it.',
    scope: 'wallets:read',
    limit: 'reads',
    parameters: [path('id', 'Id of the wallet.', EXAMPLE.wallet)],
    query: { type: GetWalletQuery, of: 'wal' },
    answers: {
      200: {
        description: 'The wallet.',
        schema: 'ExpandedWallet',
        examples: {
          wallet: { summary: 'A wallet', value: wallet },
          onchain: { summary: 'A live wallet, with `expand=onchain`', value: onchainWallet },
        },
      },
    },
    errors: { not_found: { message: 'There is no such wallet.' } },
  },
  {
    method: 'get',
    path: '/wallets/{id}/ledger',
    operationId: 'listWalletLedger',
    tag: wallets,
    summary: 'List ledger entries of a wallet',
    description:
      'Every movement of money of the wallet, in double entry, the newest first. The entries add up to its balances.',
    scope: 'wallets:read',
    limit: 'reads',
    parameters: [path('id', 'Id of the wallet.', EXAMPLE.wallet)],
    query: { type: LedgerQuery, of: 'led' },
    answers: {
      200: {
        description: 'A page of entries.',
        schema: 'LedgerEntryList',
        csv: csvExample(LEDGER_TABLE, walletLedgerEntry),
        examples: pageExample(walletLedgerEntry),
      },
    },
    errors: { not_found: { message: 'There is no such wallet.' } },
  },
  {
    method: 'get',
    path: '/approvals',
    operationId: 'listApprovals',
    tag: approvals,
    summary: 'List approvals',
    description: 'The newest first.',
    scope: 'wallets:read',
    limit: 'reads',
    query: { type: ListApprovalsQuery, of: 'apr' },
    answers: { 200: { description: 'A page of approvals.', schema: 'ApprovalList', examples: pageExample(approval) } },
  },
  {
    method: 'get',
    path: '/approvals/{id}',
    operationId: 'getApproval',
    tag: approvals,
    summary: 'Get an approval',
    description: 'The approval as it is now.',
    scope: 'wallets:read',
    limit: 'reads',
    parameters: [approvalId],
    answers: {
      200: {
        description: 'The approval.',
        schema: 'Approval',
        examples: { pending: { summary: 'Not decided yet', value: approval } },
      },
    },
    errors: { not_found: noSuchApproval },
  },
  {
    method: 'post',
    path: '/approvals/{id}/approve',
    operationId: 'approvePayment',
    tag: approvals,
    summary: 'Approve a payment',
    description:
      'Where the wallet lists approvers, `approver` has to be one of them, each counts once, and the payment goes on ' +
      'when `threshold` is reached; where it lists none, the first approval decides, and so it does for a payment from the ' +
      'treasury, which takes no `approver`. The balance is checked again then. ' +
      'A live wallet takes the signature of each approver: see `typed_data` of the approval. Where the policies of the ' +
      'account keep you from approving, or you have approved already and two people have to, the answer is 403.',
    scope: 'approvals:write',
    limit: 'other',
    parameters: [approvalId],
    body: {
      type: ApprovePaymentBody,
      examples: {
        ...decisions,
        signed: {
          summary: 'A live wallet',
          value: { approver: EXAMPLE.approver, signature: `0x${'5c'.repeat(64)}1b` },
        },
      },
    },
    answers: {
      200: {
        description: 'The approval as it is now.',
        schema: 'Approval',
        examples: { approved: { summary: 'Approved', value: { ...approval, status: 'approved' } } },
      },
    },
    errors: {
      invalid_request: { message: 'This wallet has listed approvers: name one.', param: 'approver' },
      not_found: noSuchApproval,
      insufficient_scope: {
        message: 'The policy separate_creator is on: who created a payment cannot approve it.',
      },
      invalid_state: tooLate,
    },
  },
  {
    method: 'post',
    path: '/approvals/{id}/reject',
    operationId: 'rejectPayment',
    tag: approvals,
    summary: 'Reject a payment',
    description: 'The payment fails with `approval_rejected`. One rejection is enough.',
    scope: 'approvals:write',
    limit: 'other',
    parameters: [approvalId],
    body: {
      type: RejectPaymentBody,
      examples: {
        ...decisions,
        reasoned: { summary: 'With the reason', value: { reason: 'The invoice was paid already.' } },
      },
    },
    answers: {
      200: {
        description: 'The approval as it is now.',
        schema: 'Approval',
        examples: { rejected: { summary: 'Rejected', value: { ...approval, status: 'rejected' } } },
      },
    },
    errors: { not_found: noSuchApproval, invalid_state: tooLate },
  },
];
