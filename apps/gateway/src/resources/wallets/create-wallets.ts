import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiError } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Wallets, type BulkEntry } from './wallets';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Input, Required, Says } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { callerOf, contextOf } from '../../http/request-context';
import { RateLimiter } from '../../limits/rate-limiter';
import { BulkWallet } from './create-wallet';
import { wallet, code, message, retryable, notInLiveMode } from './wallet.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `POST /wallets/bulk`. */
@Input('CreateWallets', 'Wallets to create.')
export class CreateWalletsBody extends IdempotentBody {
  @Required({ type: () => BulkWallet, listMax: 100 })
  @Says('In the order of the answer.')
  wallets!: readonly BulkWallet[];
}

const document: OperationDocument = {
  summary: 'Create many wallets',
  description:
    'From 1 to 100 wallets in one request. Each counts in the rate limit class `wallets`: a request above the limit delays the next one. Each entry of the response is a wallet or an error, in the order of the request; a refused one does not stop the others. A replay returns the wallets that exist and retries the rest.',
  requests: {
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
  answer: {
    description: 'A wallet or an error for each.',
    schema: 'CreatedWallets',
    examples: {
      mixed: {
        summary: 'One created, one refused',
        value: { data: [{ wallet }, { error: { code, message, retryable } }] },
      },
    },
  },
  errors: {
    invalid_request: {
      message: 'wallets[1].chain must be one of base, ethereum, solana.',
      param: 'wallets[1].chain',
    },
    plan_required: { message: 'compliance: skip takes the Enterprise plan.', param: 'wallets[1].compliance' },
    chain_unavailable: notInLiveMode,
  },
};

/** `POST /wallets/bulk`: answers in the order of the request, each with a wallet or with why there is none. */
@Controller('v1/wallets')
export class CreateWalletsController {
  constructor(
    private readonly wallets: Wallets,
    private readonly limiter: RateLimiter,
  ) {}

  @Post('bulk')
  @HttpCode(200)
  @Endpoint({ scope: 'wallets:write', limit: 'wallets' })
  @ApiOperation(document)
  async createWallets(
    @Body() body: CreateWalletsBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ readonly data: readonly BulkEntry[] }> {
    await this.#spend(body.wallets.length - 1, request, reply);
    return answer(reply, await this.wallets.createAll(contextOf(request, body), body.wallets));
  }

  /** A token for each wallet after the first. More than there are have to come back before the next request. */
  async #spend(tokens: number, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (tokens === 0) return;
    const { admitted, headers } = await this.limiter.take(callerOf(request), 'wallets', tokens);
    void reply.headers(headers);
    if (!admitted) throw new ApiError('rate_limited', 'Too many wallets: slow down, and send this one again later.');
  }
}
