import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { isId, type WebhookEndpoint, invalid } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookEndpoints, type ReplayedEvents } from './webhook-endpoints';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Input, Optional, Says } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { IsIdText, IsTime, isTime } from '../../http/validators';
import { EXAMPLE } from '../../http/examples';
import { endpointId, withoutSecret, noSuchEndpoint, disabled } from './webhook.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Exactly one of `event_id`, `since`, and `from` with `to`. */
@Input('ReplayEvents', 'Exactly one of `event_id`, `since`, and `from` with `to`.')
export class ReplayEventsBody extends IdempotentBody {
  @Optional()
  @IsIdText()
  @Says('This event alone.', EXAMPLE.event)
  event_id?: string;

  @Optional()
  @IsIdText()
  @Says('Every event after the one with this id.', EXAMPLE.event)
  since?: string;

  @Optional()
  @IsTime()
  @Says('Every event from this time on. ISO 8601 with a time zone, or a date.', '2026-01-31T12:00:00Z')
  from?: string;

  @Optional()
  @IsTime()
  @Says('Every event before this time.', '2026-01-31T13:00:00Z')
  to?: string;
}

const document: OperationDocument = {
  summary: 'Send events again',
  description:
    "Events of the endpoint's types are sent again, with the same ids, in the background: see `/deliveries`. An endpoint has at most ten replays in progress.",
  parameters: [endpointId],
  requests: {
    one: { summary: 'One event', value: { event_id: EXAMPLE.event } },
    since: { summary: 'Everything after an event', value: { since: EXAMPLE.event } },
    span: { summary: 'A period', value: { from: '2026-01-31T12:00:00Z', to: '2026-01-31T13:00:00Z' } },
  },
  answer: withoutSecret,
  errors: {
    invalid_request: {
      message: 'Give exactly one of event_id, since, and from with to.',
      param: 'event_id',
    },
    not_found: noSuchEndpoint,
    invalid_state: disabled,
  },
};

/** `POST /webhook_endpoints/:id/replay` */
@Controller('v1/webhook_endpoints')
export class ReplayEventsController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  @Post(':id/replay')
  @HttpCode(200)
  @Endpoint({ scope: 'webhooks:write', limit: 'other' })
  @ApiOperation(document)
  async replayEvents(
    @Param('id') id: string,
    @Body() body: ReplayEventsBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookEndpoint> {
    return answer(reply, await this.endpoints.replay(contextOf(request, body), id, replayedEvents(body)));
  }
}

function replayedEvents({ event_id: eventId, since, from, to }: ReplayEventsBody): ReplayedEvents {
  const given = [eventId, since, from ?? to].filter((each) => each !== undefined).length;
  if (given !== 1) throw invalid('event_id', 'Give exactly one of event_id, since, and from with to.');
  if (eventId !== undefined) return { eventId };
  if (since !== undefined) return replayedSince(since);
  if (from === undefined || to === undefined) {
    throw invalid(from === undefined ? 'from' : 'to', 'from and to go together.');
  }
  const range = { from: Date.parse(from), to: Date.parse(to) };
  if (range.from >= range.to) throw invalid('to', 'to must be later than from.');
  return range;
}

function replayedSince(since: string): ReplayedEvents {
  if (isTime(since)) return { from: Date.parse(since), to: null };
  if (isId('evt', since)) return { since };
  throw invalid('since', 'since must be the id of an event, or an ISO 8601 time with its zone.');
}
