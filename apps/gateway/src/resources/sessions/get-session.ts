import { Controller, Get, Header, Req } from '@nestjs/common';
import type { Session } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { callerOf } from '../../http/request-context';
import { shownSession } from '../../sessions/shown-session';
import { session, keySession } from './session.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Get the current session',
  description: 'Who sends the request, and what they may do. Also works with an API key.',
  answer: {
    description: 'The session, or the API key.',
    schema: 'Session',
    examples: {
      person: { summary: 'A person', value: session },
      key: {
        summary: 'An API key, without a session',
        value: { ...keySession, id: null, csrf_token: null, created_at: null, expires_at: null },
      },
    },
  },
  insteadOfSdk: 'an API key',
};

/** `GET /sessions/current`: who am I? */
@Controller('v1/sessions')
export class GetSessionController {
  @Get('current')
  @Header('cache-control', 'no-store')
  @Endpoint({ scope: null, limit: 'reads', takesBoundKeys: true })
  @ApiOperation(document)
  getSession(@Req() request: FastifyRequest): Session {
    return shownSession(callerOf(request));
  }
}
