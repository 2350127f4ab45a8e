import { Controller, Get, Header, Req } from '@nestjs/common';
import type { Session } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { callerOf } from '../../http/request-context';
import { shownSession } from '../../sessions/shown-session';

/** `GET /sessions/current`: who am I? */
@Controller('v1/sessions')
export class GetSessionController {
  @Get('current')
  @Header('cache-control', 'no-store')
  @Endpoint({ scope: null, limit: 'reads', takesBoundKeys: true })
  getSession(@Req() request: FastifyRequest): Session {
    return shownSession(callerOf(request));
  }
}
