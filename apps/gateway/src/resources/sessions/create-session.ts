import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Session } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Sessions } from '@stablecoin/access';
import { SignInEndpoint } from '../../http/endpoint';
import { Input } from '../../http/fields';
import { contextOf } from '../../http/request-context';
import { Cookies, SESSION_COOKIE } from '../../sessions/cookies';
import { shownSession } from '../../sessions/shown-session';
import { keySession } from './session.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `POST /sessions`. */
@Input('CreateSession', 'The body may be empty.')
export class CreateSessionBody {}

const document: OperationDocument = {
  summary: 'Sign in with an API key',
  description:
    "Exchanges the API key for a session, whose token is in a cookie that scripts cannot read. The session has the key's rights and allow-list, and ends with the key. Each call starts another session.",
  requests: { signIn: { summary: 'Sign in', value: {} } },
  answer: {
    description: 'The session, with its CSRF token.',
    schema: 'Session',
    examples: { key: { summary: 'Of an API key', value: keySession } },
    headers: ['Set-Cookie'],
  },
  insteadOfSdk: 'an API key',
};

/** `POST /sessions`: exchanges the API key of the request for a session of a browser. */
@Controller('v1/sessions')
export class CreateSessionController {
  constructor(
    private readonly sessions: Sessions,
    private readonly cookies: Cookies,
  ) {}

  @Post()
  @HttpCode(200)
  @SignInEndpoint({ scope: null, limit: 'other', takesBoundKeys: true, keyOnly: true })
  @ApiOperation(document)
  async createSession(
    @Body() _body: CreateSessionBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Session> {
    const context = contextOf(request);
    const { token, caller } = await this.sessions.start(context, context.caller.credential.hash);
    this.cookies.set(SESSION_COOKIE, token, request, reply);
    return shownSession(caller);
  }
}
