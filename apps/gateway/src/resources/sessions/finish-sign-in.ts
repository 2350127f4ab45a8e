import { Controller, Get, HttpCode, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignInEndpoint } from '../../http/endpoint';
import { configured, PersonSignIn } from '../../oidc/person-sign-in';
import { Cookies, SESSION_COOKIE, SIGN_IN_COOKIE } from '../../sessions/cookies';
import { onwardsPage } from '../../oidc/onwards-page';

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
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
