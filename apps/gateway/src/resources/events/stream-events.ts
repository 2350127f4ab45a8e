import { Controller, Get, Header, Headers, Inject, Query, Req, StreamableFile } from '@nestjs/common';
import { isId, invalid } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { EventFeed } from './event-feed';
import { EventStreams } from './event-streams';
import { walletsOf } from '@stablecoin/access';
import { Endpoint } from '../../http/endpoint';
import { EXAMPLE } from '../../http/examples';
import { Optional, Says } from '../../http/fields';
import { callerOf, tenantOf } from '../../http/request-context';
import { OpenEventStreams } from '../../http/open-event-streams';
import { IsIdText } from '../../http/validators';
import { EVENT_STREAMS } from '../../http/tokens';
import { settledEvent } from '../webhook-endpoints/webhook.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Query of `GET /events/stream`. */
export class StreamEventsQuery {
  @Optional()
  @IsIdText()
  @Says(
    'The stream starts after this event. Default: with the next event. The header `Last-Event-ID` takes precedence.',
    EXAMPLE.event,
  )
  starting_after?: string;
}

const streamedEvents = [
  'retry: 1000\n',
  `id: ${EXAMPLE.event}\ndata: ${JSON.stringify(settledEvent)}\n`,
  ': heartbeat\n',
  'event: error\ndata: {"code":"shutting_down","message":"The service stops: reconnect …","retryable":true}\n\n',
].join('\n');

const document: OperationDocument = {
  summary: 'Stream events',
  description:
    'Every event of your account, as server-sent events: `id` is the id of the event and `data` the event. After 15 seconds without an event a comment is sent. Reconnect with the header `Last-Event-ID`: no event is lost or repeated. The stream ends with an event `error`, whose data has `code`, `message` and `retryable`. A key may have 10 streams.',
  parameters: ['LastEventId'],
  lists: 'evt',
  answer: { description: 'The events that follow.', schema: 'WebhookEvent', stream: streamedEvents, examples: {} },
  errors: { invalid_request: { message: 'There is no such event.', param: 'Last-Event-ID' } },
  insteadOfSdk: 'list events with `order=asc` and `wait`, or use webhooks',
};

/** `GET /events/stream` */
@Controller('v1/events')
export class StreamEventsController {
  constructor(
    private readonly feed: EventFeed,
    private readonly streams: EventStreams,
    @Inject(EVENT_STREAMS) private readonly open: OpenEventStreams,
  ) {}

  @Get('stream')
  @Header('Cache-Control', 'no-store')
  @Header('X-Accel-Buffering', 'no')
  @Endpoint({ scope: 'events:read', limit: 'reads', takesBoundKeys: true, unattended: true })
  @ApiOperation(document)
  async streamEvents(
    @Query() query: StreamEventsQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: FastifyRequest,
  ): Promise<StreamableFile> {
    const caller = callerOf(request);
    // A client that reconnects repeats its URL, and says in the header how far it has come.
    const [param, after] =
      lastEventId === undefined || lastEventId === ''
        ? (['starting_after', query.starting_after] as const)
        : (['Last-Event-ID', lastEventId] as const);
    if (after !== undefined) {
      if (!isId('evt', after)) throw invalid(param, `${param} must be the id of an event, which begins with evt_.`);
      await this.feed.requireEvent(tenantOf(request), after, param);
    }
    const { authenticate, close } = this.open.begin(request);
    try {
      const stream = await this.streams.open(
        { ...tenantOf(request), wallets: walletsOf(caller) },
        { startingAfter: after ?? null, authenticate, onClose: close },
      );
      return new StreamableFile(stream, { type: 'text/event-stream' });
    } catch (error) {
      close();
      throw error;
    }
  }
}
