import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { PLANS, SCOPES, type Plan, type Scope } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiKeyAdministration, type ApiKeyWithSecret } from '../../application/api-key-administration';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Optional } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { IsIdList, IsIpRangeList, IsListOfWords, IsOneOf, IsText, IsTime } from '../../http/validators';

/** Body of `POST /api_keys`. */
export class CreateApiKeyBody extends IdempotentBody {
  @Optional()
  @IsText(0, 128)
  name?: string;

  /** Left out: that of the key that asks. */
  @Optional()
  @IsOneOf(PLANS)
  plan?: Plan;

  /** Left out: those of the key that asks. */
  @Optional()
  @IsListOfWords(SCOPES)
  scopes?: readonly Scope[];

  /** Left out: that of the key that asks. */
  @Optional()
  @IsTime()
  expires_at?: string;

  /** Addresses and CIDR ranges that the key may be used from; left out: those of the key that asks. */
  @Optional()
  @IsIpRangeList(100)
  ip_allow_list?: readonly string[];

  /** The only wallets that the key pays from and sees; left out: those of the key that asks. */
  @Optional()
  @IsIdList('wal', 100)
  wallet_ids?: readonly string[];
}

/** `POST /api_keys`: the answer shows the key, once. */
@Controller('v1/api_keys')
export class CreateApiKeyController {
  constructor(private readonly administration: ApiKeyAdministration) {}

  @Post()
  @HttpCode(200)
  @Endpoint({ scope: 'keys:write', limit: 'other', takesBoundKeys: true })
  async createApiKey(
    @Body() body: CreateApiKeyBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ApiKeyWithSecret> {
    const issued = await this.administration.issue(contextOf(request, body), {
      name: body.name ?? null,
      plan: body.plan,
      scopes: body.scopes,
      expiresAt: body.expires_at === undefined ? undefined : Date.parse(body.expires_at),
      ipAllowList: body.ip_allow_list,
      walletIds: body.wallet_ids,
    });
    return answer(reply, issued);
  }
}
