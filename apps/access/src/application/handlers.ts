import { CommandHandler } from '@stablecoin/event-sourcing';
import type { ApiKeyState, ApiKeyCommand, ApiKeyEvent } from '../domain/api-key';
import type { KeyAccessState, KeyAccessCommand, KeyAccessEvent } from '../domain/key-access';
import type { MemberState, MemberCommand, MemberEvent } from '../domain/member';
import type { PolicyRules, ChangePolicy, PolicyChanged } from '../domain/policy';
import type { RecentOrder, RememberOrder, OrderRemembered } from '../domain/recent-order';
import type { RedriveDeadLetter, DeadLetterRedriven } from '../domain/redrive-record';
import type { RequestState, RequestCommand, RequestEvent } from '../domain/request';
import type { SessionsState, SessionCommand, SessionEvent } from '../domain/sessions';

// Classes, so that Nest can name them.
export class ApiKeyHandler extends CommandHandler<ApiKeyState, ApiKeyCommand, ApiKeyEvent> {}
export class KeyAccessHandler extends CommandHandler<KeyAccessState, KeyAccessCommand, KeyAccessEvent> {}
export class MemberHandler extends CommandHandler<MemberState, MemberCommand, MemberEvent> {}
export class PolicyHandler extends CommandHandler<PolicyRules, ChangePolicy, PolicyChanged> {}
export class RedriveHandler extends CommandHandler<null, RedriveDeadLetter, DeadLetterRedriven> {}
export class RequestHandler extends CommandHandler<RequestState, RequestCommand, RequestEvent> {}
export class SessionsHandler extends CommandHandler<SessionsState, SessionCommand, SessionEvent> {}
export class RecentOrderHandler extends CommandHandler<RecentOrder, RememberOrder, OrderRemembered> {}
