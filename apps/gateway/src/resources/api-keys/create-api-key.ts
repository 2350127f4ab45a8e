import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { ApiKeyFields } from '@stablecoin/access';
import type { Plan, Scope } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiKeyAdministration, type ApiKeyWithSecret } from './api-key-administration';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Input, Optional, Says } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { readInput } from '../../http/read-input';
import { contextOf } from '../../http/request-context';
import { IsIdList, IsIpRangeList, IsListOfWords, IsOneOf, IsText, IsTime } from '../../http/validators';
import { PLAN, SCOPE } from '../../http/words';
import { EXAMPLE } from '../../http/examples';
import { withKey } from './api-key.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `POST /api_keys`. */
@Input('CreateApiKey', 'What the key may do: no more than the calling key.')
export class CreateApiKeyBody extends IdempotentBody {
  @Optional()
  @IsText(0, 128)
  @Says('A name for people.')
  name?: string;

  @Optional()
  @IsOneOf(PLAN)
  @Says('The plan, which sets the rate limits. Default: the plan of the calling key.')
  plan?: Plan;

  @Optional()
  @IsListOfWords(SCOPE)
  @Says(
    'What the key may do. Default: the scopes of the calling key, without `screenings:skip`, and for a key that is bound to wallets without `keys:write`.',
  )
  scopes?: readonly Scope[];

  @Optional()
  @IsTime()
  @Says('When the key expires. Default: with the calling key.', '2027-01-31T12:00:00Z')
  expires_at?: string;

  @Optional()
  @IsIpRangeList(100)
  @Says('IP addresses and CIDR ranges that the key may be used from. Default: those of the calling key.', [
    '203.0.113.0/24',
  ])
  ip_allow_list?: readonly string[];

  @Optional()
  @IsIdList('wal', 100)
  @Says(
    'Binds the key to these wallets: it pays from them only, and sees only their objects. Default: the wallets of the ' +
      'calling key.',
  )
  wallet_ids?: readonly string[];
}

/**
 * Reads the fields of a key by the rules of the body, for the operator's command line.
 *
 * @throws ApiError `invalid_request` that names the field
 */
export function readApiKeyFields(fields: Readonly<Record<string, unknown>>): ApiKeyFields {
  return readInput(CreateApiKeyBody, fields);
}

const notWithin = {
  message: 'ip_allow_list must be within the allow-list of your own API key, which does not cover 198.51.100.0/24.',
  param: 'ip_allow_list',
};

const document: OperationDocument = {
  summary: 'Create an API key',
  description:
    'For your own account and mode. Omitted fields default to those of the calling key. A higher plan, another scope, a later expiry, an address outside its allow-list or another wallet is 403 `plan_required` or `insufficient_scope`, with the field in `param`. Keep `key`: only its hash is stored.',
  requests: {
    reporting: {
      summary: 'For reading only, from one network',
      value: { name: 'Reporting', scopes: ['payments:read', 'treasury:read'], ip_allow_list: ['203.0.113.0/24'] },
    },
    agent: {
      summary: 'For an agent that pays from one wallet',
      value: {
        name: 'agent:shopper',
        scopes: ['payments:write', 'payments:read', 'wallets:read'],
        wallet_ids: [EXAMPLE.wallet],
      },
    },
    same: { summary: 'With the rights of the calling key', value: {} },
  },
  answer: withKey,
  errors: {
    invalid_request: { message: 'scopes[0] must be one of payments:write, payments:read.', param: 'scopes[0]' },
    plan_required: { message: 'An Enterprise key takes the Enterprise plan.', param: 'plan' },
    insufficient_scope: notWithin,
    not_found: { message: 'There is no such wallet.', param: 'wallet_ids[0]' },
    invalid_state: { message: 'Your account has 1000 API keys, which is the limit: revoke one first.' },
  },
};

/** `POST /api_keys`: the answer shows the key, once. */
@Controller('v1/api_keys')
export class CreateApiKeyController {
  constructor(private readonly administration: ApiKeyAdministration) {}

  @Post()
  @HttpCode(200)
  @Endpoint({ scope: 'keys:write', limit: 'other', takesBoundKeys: true })
  @ApiOperation(document)
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
