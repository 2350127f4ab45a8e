import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import { WEBHOOK_EVENT_TYPES, type Page, type WebhookEvent, invalid } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { EventFeed } from './event-feed';
import { walletsOf } from '@stablecoin/access';
import { Drain } from '../../http/drain';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { CreatedPageQuery, pageOf, spanOf } from '../../http/inputs';
import { OpenEventStreams } from '../../http/open-event-streams';
import { callerOf, tenantOf } from '../../http/request-context';
import { IsNumberText, IsOneOf } from '../../http/validators';
import { LONG_POLLS } from '../../http/tokens';
import { pageExample } from '../../openapi/examples';
import { settledEvent } from '../webhook-endpoints/webhook.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** A client that waits for longer sends its request again. */
const WAIT_SECONDS_MAX = 30;

/** Query of `GET /events`. */
export class ListEventsQuery extends CreatedPageQuery {
  @Optional()
  @IsOneOf([...WEBHOOK_EVENT_TYPES, 'webhook.test'])
  @Says('Only of this type.', 'payment.settled')
  type?: string;

  @Optional()
  @IsOneOf(['asc', 'desc'])
  @Says('`desc`: the newest first, which is the default. `asc`: the oldest first.', 'asc')
  order?: 'asc' | 'desc';

  @Optional()
  @IsNumberText(0, WAIT_SECONDS_MAX)
  @Says('How long to wait for an event, in seconds. Requires `order=asc`.', 5)
  wait?: string;
}

const document: OperationDocument = {
  summary: 'List events',
  description:
    'Every event of your account, sent or not. An event may take a second to appear. To follow events, read them ' +
    'forwards: `order=asc&wait=30`, with `starting_after` set to the last event that you have, which must exist.',
  lists: 'evt',
  answer: { description: 'A page of events.', schema: 'WebhookEventList', examples: pageExample(settledEvent) },
};

/** `GET /events` */
@Controller('v1/events')
export class ListEventsController {
  constructor(
    private readonly feed: EventFeed,
    private readonly drain: Drain,
    @Inject(LONG_POLLS) private readonly polls: OpenEventStreams,
  ) {}

  @Get()
  @Endpoint({ scope: 'events:read', limit: 'reads', takesBoundKeys: true })
  @ApiOperation(document)
  async listEvents(@Query() query: ListEventsQuery, @Req() request: FastifyRequest): Promise<Page<WebhookEvent>> {
    const { type = null, order = 'desc', wait = '0' } = query;
    if (wait !== '0' && order !== 'asc') throw invalid('wait', 'wait requires order=asc.');
    const caller = callerOf(request);
    const page = { ...pageOf('evt', caller, query), ...spanOf(query), wallets: walletsOf(caller), type, order };
    if (order === 'asc' && page.startingAfter !== null) {
      await this.feed.requireEvent(tenantOf(request), page.startingAfter, 'starting_after');
    }
    return this.feed.page(page, {
      waitMs: 1_000 * Number(wait),
      begin: () => {
        const poll = this.polls.begin(request);
        request.slot?.release();
        return poll;
      },
      isEnded: () => this.drain.begun || request.socket.destroyed,
    });
  }
}
