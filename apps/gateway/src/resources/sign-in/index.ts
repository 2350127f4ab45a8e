import type { Resource } from '../../openapi/resource';
import { FinishSignInController } from './finish-sign-in';
import { GetSignInMethodsController } from './get-sign-in-methods';
import { StartSignInController } from './start-sign-in';

export const signIn: Resource = {
  tag: 'Sessions',
  controllers: [GetSignInMethodsController, StartSignInController, FinishSignInController],
};
