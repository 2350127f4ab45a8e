import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { WEBHOOK_EVENT_TYPES } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookEndpoints, type EndpointWithSecret } from '../../application/webhook-endpoints';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Optional, Required } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { IsListOfWords, IsText } from '../../http/validators';

/** Body of `POST /webhook_endpoints`. */
export class CreateEndpointBody extends IdempotentBody {
  @Required()
  @IsText(1, 2_048)
  url!: string;

  /** The types that are sent; left out: all. */
  @Optional()
  @IsListOfWords(WEBHOOK_EVENT_TYPES)
  events?: readonly string[];

  @Optional()
  @IsText(0, 500)
  description?: string;
}

/** `POST /webhook_endpoints`: the answer shows the signing secret, once. */
@Controller('v1/webhook_endpoints')
export class CreateEndpointController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  @Post()
  @HttpCode(200)
  @Endpoint({ scope: 'webhooks:write', limit: 'other' })
  async createEndpoint(
    @Body() body: CreateEndpointBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndpointWithSecret> {
    const created = await this.endpoints.create(contextOf(request, body), {
      url: body.url,
      events: body.events ?? null,
      description: body.description ?? null,
    });
    return answer(reply, created);
  }
}
