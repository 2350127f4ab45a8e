import { Controller, Get, Header, Inject } from '@nestjs/common';
import type { SignInMethods } from '@stablecoin/contracts';
import { PublicApiOperation, type PublicOperationDocument } from '../../openapi/api-operation';
import { headersOf } from '../../openapi/headers';
import { json } from '../../openapi/media-type';
import { ref } from '../../openapi/schema';
import { signInMethods } from '../sessions/session.schema';
import { PersonSignIn } from '@stablecoin/access';

const document: PublicOperationDocument = {
  summary: 'List the ways to sign in',
  description: 'The ways that a sign-in page can offer.',
  responses: {
    200: {
      description: 'The ways to sign in.',
      headers: headersOf('svc-request-id'),
      content: json(ref('SignInMethods'), { both: { summary: 'With an identity provider', value: signInMethods } }),
    },
  },
  insteadOfSdk: 'an API key',
};

/** `GET /sessions/methods`: how a browser can sign in. Takes no API key, because a sign-in page asks. */
@Controller('v1/sessions')
export class GetSignInMethodsController {
  constructor(@Inject(PersonSignIn) private readonly signIn: PersonSignIn | null) {}

  @Get('methods')
  @Header('cache-control', 'no-store')
  @PublicApiOperation(document)
  getSignInMethods(): SignInMethods {
    return { api_key: true, oidc: this.signIn !== null };
  }
}
