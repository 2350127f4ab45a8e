import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Plan, Scope } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiKeyAdministration, type ApiKeyWithSecret } from './api-key-administration';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Input, Optional, Says } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { IsIdList, IsIpRangeList, IsListOfWords, IsOneOf, IsText, IsTime } from '../../http/validators';
import { PLAN, SCOPE } from '../../http/words';

/** Body of `POST /api_keys`. */
@Input('CreateApiKey', 'What the key may do: nothing that the key that asks may not.')
export class CreateApiKeyBody extends IdempotentBody {
  @Optional()
  @IsText(0, 128)
  @Says('A name for people.')
  name?: string;

  @Optional()
  @IsOneOf(PLAN)
  @Says('Left out: that of the key that asks.')
  plan?: Plan;

  @Optional()
  @IsListOfWords(SCOPE)
  @Says(
    'What the key may do. Left out: all that the key that asks may do, except `screenings:skip`; without `keys:write` for a key that is bound to wallets.',
  )
  scopes?: readonly Scope[];

  @Optional()
  @IsTime()
  @Says('When the key ends by itself. Left out: with the key that asks.', '2027-01-31T12:00:00Z')
  expires_at?: string;

  @Optional()
  @IsIpRangeList(100)
  @Says('IP addresses and CIDR ranges that it may be used from. Left out: from where the key that asks may.', [
    '203.0.113.0/24',
  ])
  ip_allow_list?: readonly string[];

  @Optional()
  @IsIdList('wal', 100)
  @Says(
    'Binds the key to these wallets: it pays from them only, and sees only what concerns them. Left out: to those of the ' +
      'key that asks.',
  )
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
