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
  summary: 'Sign out',
  description: 'Ends the session, and removes its cookie.',
  answer: ended(EXAMPLE.session),
  errors: { not_found: { message: 'There is no session: this request carries an API key.' } },
  insteadOfSdk: 'an API key',
};

/** `DELETE /sessions/current`: sign out. */
@Controller('v1/sessions')
export class EndSessionController {
  constructor(
    private readonly sessions: Sessions,
    private readonly cookies: Cookies,
  ) {}

  @Delete('current')
  @Endpoint({ scope: null, limit: 'other', takesBoundKeys: true })
  @ApiOperation(document)
  async endSession(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ readonly id: string; readonly deleted: true }> {
    const id = await this.sessions.end(contextOf(request));
    this.cookies.set(SESSION_COOKIE, null, request, reply);
    return { id, deleted: true };
  }
}
