import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Metadata, Wallet } from '@stablecoin/contracts';
import { CHAIN_NAMES, type ChainName } from '@stablecoin/money';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Wallets } from '../../application/wallets';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Optional, Required } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { IsAddressList, IsAmount, IsMetadata, IsOneOf, IsOwner, IsText, IsWholeNumber } from '../../http/validators';

/** The most people that can be listed as approvers of a wallet. */
export const APPROVERS_MAX = 20;

/** Body of `POST /wallets`, and each wallet of `POST /wallets/bulk`. */
export class CreateWalletBody extends IdempotentBody {
  /** `agent:<name>` or `user:<id>`. */
  @Required()
  @IsOwner()
  owner!: string;

  @Required()
  @IsOneOf(CHAIN_NAMES)
  chain!: ChainName;

  /** What can be spent within 24 hours without approval; left out: everything. */
  @Optional()
  @IsAmount()
  spend_limit?: string;

  @Optional()
  @IsOneOf(['auto', 'skip'])
  compliance?: 'auto' | 'skip';

  /** Not on chain. */
  @Optional()
  @IsText(0, 128)
  label?: string;

  /** Addresses of those who may approve what is above the limit. */
  @Optional()
  @IsAddressList(APPROVERS_MAX)
  approvers?: readonly string[];

  /** How many of them it takes. */
  @Optional()
  @IsWholeNumber(1, APPROVERS_MAX)
  approval_threshold?: number;

  /** Notes of the client's own. */
  @Optional()
  @IsMetadata()
  metadata?: Metadata;
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
