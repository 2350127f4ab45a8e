import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignInEndpoint } from '../../http/endpoint';
import { Input, Optional, Says } from '../../http/fields';
import { IsOneOf, IsText } from '../../http/validators';
import { PublicApiOperation, type PublicOperationDocument } from '../../openapi/api-operation';
import { errorResponses } from '../../openapi/error-responses';
import { headersOf } from '../../openapi/headers';
import { SIGN_IN_ERRORS } from './sign-in-errors';
import { returnPathOf } from './return-path';
import { configured, PersonSignIn } from '@stablecoin/access';
import { Cookies, SIGN_IN_COOKIE } from '../../sessions/cookies';

/** Query of `GET /sessions/oidc`. */
@Input('StartSignIn', 'How to sign in.')
export class StartSignInQuery {
  @Optional()
  @IsText(1, 512)
  @Says('A path of this service to which the browser is redirected.', '/docs')
  return_to?: string;

  @Optional()
  @IsOneOf(['true', 'false'])
  @Says('Whether the session is for live mode. Default: `false`, the sandbox.', 'true')
  livemode?: 'true' | 'false';
}

/** Shows who has signed in. */
const RETURN_TO = '/v1/sessions/current';

const document: PublicOperationDocument = {
  summary: 'Sign in as a person',
  description: 'Sends the browser to the OpenID Connect provider of the operator. Open it as a page.',
  responses: {
    302: {
      description: 'To the identity provider.',
      headers: headersOf('svc-request-id', 'Location', 'Set-Cookie'),
    },
    ...errorResponses(
      {
        invalid_request: { message: 'return_to must be a path of this service.', param: 'return_to' },
        ...SIGN_IN_ERRORS,
      },
      { isAuthenticated: false },
    ),
  },
  insteadOfSdk: 'an API key',
};

/** `GET /sessions/oidc`: sends the browser to the identity provider. */
@Controller('v1/sessions')
export class StartSignInController {
  constructor(
    @Inject(PersonSignIn) private readonly signIn: PersonSignIn | null,
    private readonly cookies: Cookies,
  ) {}

  @Get('oidc')
  @SignInEndpoint()
  @PublicApiOperation(document)
  async startSignIn(
    @Query() query: StartSignInQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const returnTo = returnPathOf(query.return_to ?? RETURN_TO);
    const begin = { livemode: query.livemode === 'true', returnTo };
    const { url, kept } = await configured(this.signIn).begin(begin, request.arrivedAt);
    this.cookies.set(SIGN_IN_COOKIE, kept, request, reply);
    void reply.redirect(url, 302);
  }
}
