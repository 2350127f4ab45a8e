import { Body, Controller, Param, Patch, Req } from '@nestjs/common';
import type { WebhookEndpoint } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { WebhookEndpoints } from './webhook-endpoints';
import { Endpoint } from '../../http/endpoint';
import { Input, Nullable, Optional, Says } from '../../http/fields';
import { contextOf } from '../../http/request-context';
import { IsListOfWords, IsOneOf, IsText } from '../../http/validators';
import { ENDPOINT_STATUS, EVENT_TYPE } from '../../http/words';
import { URL_SAYS } from './create-webhook-endpoint';
import { endpointId, withoutSecret, noSuchEndpoint } from './webhook.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `PATCH /webhook_endpoints/:id`. */
@Input('UpdateWebhookEndpoint', 'Omitted fields stay as they are.')
export class UpdateEndpointBody {
  @Optional()
  @IsText(1, 2_048)
  @Says(URL_SAYS, 'https://example.com/webhooks')
  url?: string;

  @Nullable()
  @IsListOfWords(EVENT_TYPE)
  @Says('The types to send; `null`: all.')
  events?: readonly string[] | null;

  @Nullable()
  @IsText(0, 500)
  @Says('A note for people; `null` removes it.')
  description?: string | null;

  @Optional()
  @IsOneOf(ENDPOINT_STATUS)
  @Says('Whether events are sent.')
  status?: 'enabled' | 'disabled';
}

const document: OperationDocument = {
  summary: 'Change a webhook endpoint',
  description: 'Omitted fields stay as they are. This also enables an endpoint that its failures have disabled.',
  parameters: [endpointId],
  requests: {
    enable: { summary: 'Enable it again', value: { status: 'enabled' } },
    events: { summary: 'Send every event', value: { events: null } },
  },
  answer: withoutSecret,
  errors: { invalid_request: { message: 'Use an https URL.', param: 'url' }, not_found: noSuchEndpoint },
};

/** `PATCH /webhook_endpoints/:id`: what is not named stays as it is. */
@Controller('v1/webhook_endpoints')
export class UpdateWebhookEndpointController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  @Patch(':id')
  @Endpoint({ scope: 'webhooks:write', limit: 'other' })
  @ApiOperation(document)
  async updateWebhookEndpoint(
    @Param('id') id: string,
    @Body() body: UpdateEndpointBody,
    @Req() request: FastifyRequest,
  ): Promise<WebhookEndpoint> {
    const { url, events, description, status } = body;
    const { object } = await this.endpoints.update(contextOf(request), id, {
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events }),
      ...(description === undefined ? {} : { description }),
      ...(status === undefined ? {} : { status }),
    });
    return object;
  }
}
