import { hash } from 'node:crypto';
import { CHECK_NAMES } from '@stablecoin/contracts';
import type { CheckName, Tenant } from '@stablecoin/contracts';
import type { ScreeningRequest } from '../domain/screening';
import { screeningStreams } from '../domain/streams';

const SENDER_CHECKS = inOrder(['aml', 'sanctions']);

/** The checks in the one order in which they are kept, each once. */
export function inOrder(checks: readonly CheckName[]): readonly CheckName[] {
  return CHECK_NAMES.filter((name) => checks.includes(name));
}

/** What a payment's recipient is screened for: everything. */
export function recipientOf(address: string, country: string | null): ScreeningRequest {
  return { subject: { kind: 'address', value: address }, checks: CHECK_NAMES, country };
}

/** What the sender of money that came in is screened for. */
export function senderOf(address: string, tokenAccount: string | null): ScreeningRequest {
  return {
    subject: { kind: 'address', value: address },
    checks: SENDER_CHECKS,
    country: null,
    inbound: { tokenAccount },
  };
}

/** What a wallet's owner is screened for: who they are. */
export function ownerOf(owner: string): ScreeningRequest {
  return { subject: { kind: 'owner', value: owner }, checks: ['kyc'], country: null };
}

/** The stream of a request. The same request of the same account and mode has the same one, and so the same ref. */
export function screeningStream(
  { account, livemode }: Tenant,
  { subject, checks, country, amount, belowThreshold, inbound }: ScreeningRequest,
): string {
  const paid = [...(amount === undefined ? [] : [amount.value, amount.currency]), ...(belowThreshold ? ['below'] : [])];
  const parts = [
    account,
    livemode,
    subject.kind,
    subject.value,
    country,
    inOrder(checks),
    ...paid,
    ...(inbound ? ['inbound', inbound.tokenAccount] : []),
  ];
  return screeningStreams.stream(hash('sha256', JSON.stringify(parts)));
}
