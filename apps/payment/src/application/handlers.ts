import { CommandHandler } from '@stablecoin/event-sourcing';
import type { PaymentCommand } from '../domain/payment-commands';
import type { SubmissionCommand } from '../domain/submission-commands';
import type { PaymentState } from '../domain/payment';
import type { PaymentEvent } from '../domain/payment-events';
import type { RulesEvent, RulesState } from '../domain/rules';
import type { RulesCommand } from '../domain/rules-commands';
import type { SubmissionEvent, SubmissionState } from '../domain/submission';

// Classes, so that Nest can name them.
export class PaymentHandler extends CommandHandler<PaymentState, PaymentCommand, PaymentEvent> {}
export class SubmissionHandler extends CommandHandler<SubmissionState, SubmissionCommand, SubmissionEvent> {}
export class RulesHandler extends CommandHandler<RulesState, RulesCommand, RulesEvent> {}
