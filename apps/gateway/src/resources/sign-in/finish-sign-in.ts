import { Controller, Get, HttpCode, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignInEndpoint } from '../../http/endpoint';
import { PublicApiOperation, type PublicOperationDocument } from '../../openapi/api-operation';
import { errorResponses } from '../../openapi/error-responses';
import { headersOf } from '../../openapi/headers';
import { SIGN_IN_ERRORS } from './sign-in-errors';
import type { Parameter } from '../../openapi/open-api';
import { configured, PersonSignIn } from '@stablecoin/access';
import { Cookies, SESSION_COOKIE, SIGN_IN_COOKIE } from '../../sessions/cookies';
import { onwardsPage } from './onwards-page';

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

const text = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'query',
  required: false,
  description,
  example,
  schema: { type: 'string' },
});

const document: PublicOperationDocument = {
  summary: 'Return from the identity provider',
  description:
    'The redirect URI of the client at the provider. Starts the session and redirects to `return_to`. A person without a role becomes a member, and is refused until one is assigned.',
  parameters: [
    text('code', 'From the provider.', 'SplxlOBeZQQYbYS6WxSbIA'),
    text('state', 'From the provider.', 'af0ifjsldkj'),
    text('iss', 'From the provider.', 'https://login.example.com'),
    text('error', 'From the provider, in place of a code.', 'access_denied'),
  ],
  responses: {
    200: {
      description: 'A page that redirects to `return_to`.',
      headers: headersOf('svc-request-id', 'Set-Cookie'),
      content: {
        'text/html': {
          schema: { type: 'string' },
          examples: { page: { summary: 'Its beginning', value: '<!doctype html>' } },
        },
      },
    },
    ...errorResponses(
      {
        invalid_request: {
          message: 'This browser has not begun this sign-in, or too long ago: start again.',
          param: 'state',
        },
        unauthorized: { message: 'The answer of the identity provider does not hold: start again.' },
        insufficient_scope: {
          message: 'You are known, but have no role yet: ask an administrator to assign one.',
        },
        ...SIGN_IN_ERRORS,
      },
      { isAuthenticated: false },
    ),
  },
  insteadOfSdk: 'an API key',
};

/** `GET /sessions/oidc/callback`: where the identity provider sends the browser back to. */
@Controller('v1/sessions')
export class FinishSignInController {
  constructor(
    @Inject(PersonSignIn) private readonly signIn: PersonSignIn | null,
    private readonly cookies: Cookies,
  ) {}

  @Get('oidc/callback')
  @HttpCode(200)
  @SignInEndpoint()
  @PublicApiOperation(document)
  async finishSignIn(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const signIn = configured(this.signIn);
    const kept = this.cookies.read(SIGN_IN_COOKIE, request);
    // Good for one attempt, whatever comes of it.
    this.cookies.set(SIGN_IN_COOKIE, null, request, reply);
    const { id, arrivedAt, ip } = request;
    const { token, returnTo } = await signIn.finish(queryOf(request), kept, { requestId: id, at: arrivedAt, ip });
    this.cookies.set(SESSION_COOKIE, token, request, reply);
    void reply.headers(PAGE_HEADERS);
    return onwardsPage(returnTo);
  }
}

/** As the provider wrote it: it may have added what no list of ours names. */
function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}
