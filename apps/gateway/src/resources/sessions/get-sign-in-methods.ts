import { Controller, Get, Header, Inject } from '@nestjs/common';
import type { SignInMethods } from '@stablecoin/contracts';
import { PersonSignIn } from '../../oidc/person-sign-in';

/** `GET /sessions/methods`: how a browser can sign in. Takes no API key, because a sign-in page asks. */
@Controller('v1/sessions')
export class GetSignInMethodsController {
  constructor(@Inject(PersonSignIn) private readonly signIn: PersonSignIn | null) {}

  @Get('methods')
  @Header('cache-control', 'no-store')
  getSignInMethods(): SignInMethods {
    return { api_key: true, oidc: this.signIn !== null };
  }
}
