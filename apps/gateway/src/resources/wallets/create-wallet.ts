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

/** The most people that can be listed as approvers of a wallet. */
const APPROVERS_MAX = 20;

/** A wallet of `POST /wallets/bulk`. */
@Input('WalletInput', 'One wallet of a bulk request.')
export class WalletInput {
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
    'What can be spent within 24 hours without approval, in USDC (EURC counts one to one). Left out: everything. Fixed at creation.',
    '1000.00',
  )
  spend_limit?: string;

  @Optional()
  @IsOneOf(COMPLIANCE_MODE)
  @Says(
    '`auto` verifies the identity of the owner before the wallet is there; `skip` does not, and takes the Enterprise plan and the scope `screenings:skip`. Left out: `auto`.',
  )
  compliance?: 'auto' | 'skip';

  @Optional()
  @IsText(0, 128)
  @Says('A name for people. Not on chain.')
  label?: string;

  @Optional()
  @IsAddressList(APPROVERS_MAX)
  @Says(
    'Addresses of those who may approve what is above the limit: with a live key EVM addresses, the owners of the wallet. Fixed at creation.',
  )
  approvers?: readonly string[];

  @Optional()
  @IsWholeNumber(1, APPROVERS_MAX)
  @Says('How many of the approvers it takes; at most as many as are listed. Left out: 1. Fixed at creation.')
  approval_threshold?: number;

  @Optional()
  @IsMetadata()
  @Says(METADATA_SAYS, { order: '1042' })
  metadata?: Metadata;
}

/** Body of `POST /wallets`. */
@Input('CreateWallet', 'Whose wallet it is, and what it may do.')
export class CreateWalletBody extends WalletInput {
  @IsIdempotencyKey()
  idempotency_key?: string;
}

/** `POST /wallets` */
@Controller('v1/wallets')
export class CreateWalletController {
  constructor(private readonly wallets: Wallets) {}

  @Post()
  @HttpCode(201)
  @Endpoint({ scope: 'wallets:write', limit: 'wallets' })
  async createWallet(
    @Body() body: CreateWalletBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Wallet> {
    const written = await this.wallets.create(contextOf(request, body), body);
    return answer(reply, written, written.object.status === 'active' ? 201 : 202);
  }
}
