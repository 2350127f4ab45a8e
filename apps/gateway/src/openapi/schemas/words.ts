import { ATTESTED_CHECKS, CHECK_NAMES, SCOPES, WEBHOOK_EVENT_TYPES, type Plan } from '@stablecoin/contracts';
import { CHAIN_NAMES, CURRENCIES } from '@stablecoin/money';
import type { Schema } from '../open-api';
import { oneOf, words } from './schema';

/** The words that requests may have. Each has a name, so that a client that is generated has one too. */
export const wordSchemas = {
  Chain: oneOf(CHAIN_NAMES, 'A chain.'),
  ChainOrAuto: oneOf(['auto', ...CHAIN_NAMES], 'A chain, or `auto` for the best one.'),
  Currency: oneOf(CURRENCIES, 'A stablecoin.'),
  ComplianceMode: oneOf(['auto', 'skip'], 'Whether to screen.'),
  CheckName: oneOf(CHECK_NAMES, 'A check of a screening.'),
  AttestedCheck: oneOf(ATTESTED_CHECKS, 'A check that an account may answer for itself.'),
  ReviewVerdict: words<'clear' | 'block'>('The decision of a review.', {
    clear: 'The result becomes `cleared`, and payments that wait go on.',
    block: 'The result becomes `blocked`, and payments that wait fail.',
  }),
  EventType: oneOf(WEBHOOK_EVENT_TYPES, 'A type of events.'),
  EndpointStatus: words<'enabled' | 'disabled'>('Whether events are sent.', {
    enabled: 'Events are sent, from the next one on.',
    disabled: 'Nothing is sent.',
  }),
  Plan: words<Plan>('The plan, which sets the rate limits.', {
    scale: '100 payments per second.',
    enterprise: '1,000 payments per second, and `compliance: "skip"`.',
  }),
  Scope: oneOf(SCOPES, 'What a key may do.'),
} as const satisfies Readonly<Record<string, Schema>>;
