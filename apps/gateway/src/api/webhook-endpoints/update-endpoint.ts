import { Body, Controller, Param, Patch, Req } from '@nestjs/common';
import { WEBHOOK_EVENT_TYPES, type WebhookEndpoint } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { WebhookEndpoints } from '../../application/webhook-endpoints';
import { Endpoint } from '../../http/endpoint';
import { Nullable, Optional } from '../../http/fields';
import { contextOf } from '../../http/request-context';
import { IsListOfWords, IsOneOf, IsText } from '../../http/validators';

/** Body of `PATCH /webhook_endpoints/:id`. */
export class UpdateEndpointBody {
  @Optional()
  @IsText(1, 2_048)
  url?: string;

  /** null: all types. */
  @Nullable()
  @IsListOfWords(WEBHOOK_EVENT_TYPES)
  events?: readonly string[] | null;

  @Nullable()
  @IsText(0, 500)
  description?: string | null;

  @Optional()
  @IsOneOf(['enabled', 'disabled'])
  status?: 'enabled' | 'disabled';
}

/** `PATCH /webhook_endpoints/:id`: what is not named stays as it is. */
@Controller('v1/webhook_endpoints')
export class UpdateEndpointController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  @Patch(':id')
  @Endpoint({ scope: 'webhooks:write', limit: 'other' })
  async updateEndpoint(
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
