import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookEndpoints, type EndpointWithSecret } from './webhook-endpoints';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Input, Optional, Required, Says } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { IsListOfWords, IsText } from '../../http/validators';
import { EVENT_TYPE } from '../../http/words';
import { withSecret } from './webhook.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** What a URL of an endpoint may be. */
export const URL_SAYS =
  '`https`; in the sandbox `http` too. No credentials, and no address that is private, link-local, multicast, ' +
  'unspecified or carrier-grade NAT; loopback for test keys, where the operator allows it, and over `http` for ' +
  'live keys on local chains.';

/** Body of `POST /webhook_endpoints`. */
@Input('CreateWebhookEndpoint', 'A webhook endpoint to create.')
export class CreateEndpointBody extends IdempotentBody {
  @Required()
  @IsText(1, 2_048)
  @Says(URL_SAYS, 'https://example.com/webhooks')
  url!: string;

  @Optional()
  @IsListOfWords(EVENT_TYPE)
  @Says('The event types to send. Default: all.')
  events?: readonly string[];

  @Optional()
  @IsText(0, 500)
  @Says('A note for people.')
  description?: string;
}

const document: OperationDocument = {
  summary: 'Create a webhook endpoint',
  description: 'Delivery starts with the next event. Keep `secret`: it verifies deliveries.',
  requests: {
    all: { summary: 'Every event', value: { url: 'https://example.com/webhooks' } },
    some: {
      summary: 'Some events',
      value: {
        url: 'https://example.com/webhooks',
        events: ['payment.settled', 'payment.failed'],
        description: 'Order system',
      },
    },
  },
  answer: withSecret,
  errors: {
    invalid_state: { message: 'Your account has 100 webhook endpoints, which is the limit: delete one first.' },
    invalid_request: { message: 'Use an https URL.', param: 'url' },
    not_found: { message: 'What this request was about has been deleted since.' },
  },
  sendsWebhooks: true,
};

/** `POST /webhook_endpoints`: the answer shows the signing secret, once. */
@Controller('v1/webhook_endpoints')
export class CreateWebhookEndpointController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  @Post()
  @HttpCode(200)
  @Endpoint({ scope: 'webhooks:write', limit: 'other' })
  @ApiOperation(document)
  async createWebhookEndpoint(
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
