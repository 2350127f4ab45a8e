import { Controller, Delete, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Sessions } from '@stablecoin/access';
import { Endpoint } from '../../http/endpoint';
import { contextOf } from '../../http/request-context';
import { Cookies, SESSION_COOKIE } from '../../sessions/cookies';
import { ended } from './session.schema';
import { EXAMPLE } from '../../http/examples';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Sign out everywhere',
  description: 'Ends all sessions of the same person or API key. The response names whose they were.',
  answer: ended(EXAMPLE.member),
  insteadOfSdk: 'an API key',
};

/** `DELETE /sessions`: sign out everywhere. */
@Controller('v1/sessions')
export class EndSessionsController {
  constructor(
    private readonly sessions: Sessions,
    private readonly cookies: Cookies,
  ) {}

  @Delete()
  @Endpoint({ scope: null, limit: 'other', takesBoundKeys: true })
  @ApiOperation(document)
  async endSessions(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ readonly id: string; readonly deleted: true }> {
    const context = contextOf(request);
    await this.sessions.endAll(context);
    this.cookies.set(SESSION_COOKIE, null, request, reply);
    return { id: context.caller.keyId, deleted: true };
  }
}
