import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Metadata, Wallet, ChainName } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Wallets } from './wallets';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Input, Optional, Required, Says } from '../../http/fields';
import { IsIdempotencyKey, METADATA_SAYS } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { IsAddressList, IsAmount, IsMetadata, IsOneOf, IsOwner, IsText, IsWholeNumber } from '../../http/validators';
import { CHAIN, COMPLIANCE_MODE } from '../../http/words';
import { EXAMPLE } from '../../http/examples';
import { wallet, reviewedWallet, message, notInLiveMode } from './wallet.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** The most people that can be listed as approvers of a wallet. */
const APPROVERS_MAX = 20;

/** A wallet of `POST /wallets/bulk`. */
@Input('WalletInput', 'One wallet of a bulk request.')
export class BulkWallet {
  @Required()
  @IsOwner()
  @Says('Who the wallet belongs to: `agent:<name>` or `user:<id>`.', 'agent:procurement')
  owner!: string;

  @Required()
  @IsOneOf(CHAIN)
  @Says('The chain.')
  chain!: ChainName;

  @Optional()
  @IsAmount()
  @Says(
    'Maximum that the wallet spends in 24 hours without approval, in USDC (EURC counts one to one). Fixed at creation. Default: no limit.',
    '1000.00',
  )
  spend_limit?: string;

  @Optional()
  @IsOneOf(COMPLIANCE_MODE)
  @Says(
    '`auto` verifies the identity of the owner before the wallet is created; `skip` does not, and needs the Enterprise plan and the scope `screenings:skip`. Default: `auto`.',
  )
  compliance?: 'auto' | 'skip';

  @Optional()
  @IsText(0, 128)
  @Says('A name for people. Not on chain.')
  label?: string;

  @Optional()
  @IsAddressList(APPROVERS_MAX)
  @Says(
    'Addresses of the people who may approve payments above the limit. With a live key they own the wallet, on Base and Ethereum only. Fixed at creation.',
  )
  approvers?: readonly string[];

  @Optional()
  @IsWholeNumber(1, APPROVERS_MAX)
  @Says('Number of approvers that a payment needs, at most the number listed. Fixed at creation. Default: 1.')
  approval_threshold?: number;

  @Optional()
  @IsMetadata()
  @Says(METADATA_SAYS, { order: '1042' })
  metadata?: Metadata;
}

/** Body of `POST /wallets`. */
@Input('CreateWallet', 'A wallet to create.')
export class CreateWalletBody extends BulkWallet {
  @IsIdempotencyKey()
  idempotency_key?: string;
}

const document: OperationDocument = {
  summary: 'Create a wallet',
  description:
    "The owner is verified first, unless `compliance` is `skip`. Spend limit, approvers and threshold are fixed at creation. On Base and Ethereum they are part of a live wallet's address, and a contract enforces them. Live wallets on Solana have an allowance and no `approvers`: sending some is 400.",
  requests: {
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
  answer: {
    description: 'The wallet.',
    schema: 'Wallet',
    examples: { wallet: { summary: 'A new wallet', value: wallet } },
  },
  otherAnswers: {
    200: {
      description: 'The idempotency key was used before with the same parameters: the wallet in its current state.',
      schema: 'Wallet',
      examples: { wallet: { summary: 'The original wallet', value: wallet } },
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
    plan_required: true,
    chain_unavailable: notInLiveMode,
  },
};

/** `POST /wallets` */
@Controller('v1/wallets')
export class CreateWalletController {
  constructor(private readonly wallets: Wallets) {}

  @Post()
  @HttpCode(201)
  @Endpoint({ scope: 'wallets:write', limit: 'wallets' })
  @ApiOperation(document)
  async createWallet(
    @Body() body: CreateWalletBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Wallet> {
    const written = await this.wallets.create(contextOf(request, body), body);
    return answer(reply, written, written.object.status === 'active' ? 201 : 202);
  }
}
