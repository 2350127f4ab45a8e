import {
  ApiError,
  newId,
  parseAddress,
  type Attestation,
  type AttestedCheck,
  type CreateAttestationMessage,
  type QueryMap,
  type RevokeAttestationMessage,
  found,
  invalid,
} from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { AccessChanges } from '@stablecoin/access';
import { readAddress } from '../payments/payment-orders';
import type { RequestContext } from '@stablecoin/access';
import { commandMessage } from '../../application/command-message';
import type { Writes, Written } from '../../application/writes';

/** What a client says of an attestation, in the form that the API takes. */
export interface AttestationInput {
  readonly address?: string;
  readonly owner?: string;
  readonly checks: readonly AttestedCheck[];
  readonly country_code?: string;
  readonly reference: string;
  readonly expires_at: string;
}

/** An account's own word on whom it has checked. */
export class Attestations {
  constructor(
    private readonly writes: Writes,
    private readonly queries: Queries<QueryMap>,
    private readonly changes: Pick<AccessChanges, 'note'>,
  ) {}

  /** @throws ApiError `invalid_request` */
  create(context: RequestContext, input: AttestationInput): Promise<Written<Attestation>> {
    const { account, livemode } = context;
    const attestationId = newId('att', context.at);
    const attested = readAttestation(input, context.at);
    const data = { attestationId, ...attested, createdBy: context.caller.keyId };
    const message = commandMessage<CreateAttestationMessage>(context, {
      type: 'compliance.CreateAttestation',
      key: attestationId,
      data,
    });
    return this.writes.perform(context, {
      params: attested,
      plan: () => ({ resources: [attestationId], messages: [message] }),
      outcome: ({ requestId, resources: [id = attestationId] }) =>
        this.queries.ask('compliance.attestation_outcome', { account, livemode, id, commandId: requestId }),
      read: ({ resources: [id = attestationId] }) =>
        this.queries.ask('compliance.attestation', { account, livemode, id }),
    });
  }

  /** @throws ApiError `not_found` */
  async revoke(context: RequestContext, attestationId: string): Promise<Written<Attestation>> {
    const { account, livemode } = context;
    const read = () => this.queries.ask('compliance.attestation', { account, livemode, id: attestationId });
    const now = found(await read(), 'attestation');
    if (now.status === 'revoked') return { object: now, replayed: false };
    const data = { attestationId, revokedBy: context.caller.keyId };
    const message = commandMessage<RevokeAttestationMessage>(context, {
      type: 'compliance.RevokeAttestation',
      key: attestationId,
      data,
    });
    const revoked = await this.writes.perform(context, {
      params: { attestationId },
      plan: () => ({ resources: [attestationId], messages: [message] }),
      // Of two at once one has nothing to do.
      outcome: async () => ({ applied: (await read())?.status === 'revoked', refusal: null }),
      read,
    });
    this.changes.note(context, 'attestation.revoked', attestationId);
    return revoked;
  }
}

function readAttestation(input: AttestationInput, now: number) {
  const { address, owner, checks, country_code: country = null, reference, expires_at: end } = input;
  const expiresAt = Date.parse(end);
  if (expiresAt <= now) throw invalid('expires_at', 'expires_at must be in the future.');
  return { subject: subjectOf(address, owner), checks, country, reference, expiresAt };
}

function subjectOf(address: string | undefined, owner: string | undefined) {
  if (address !== undefined && owner !== undefined) {
    throw invalid('owner', 'An attestation is about an address or an owner: send one of them.');
  }
  if (address !== undefined) return { kind: 'address' as const, value: readAddress('address', address).address };
  if (owner !== undefined) return { kind: 'owner' as const, value: owner };
  throw invalid('address', 'Say whom the attestation is about: send address or owner.');
}

/**
 * What a list is filtered by: an address in the one spelling that is kept, or an owner.
 *
 * @throws ApiError `invalid_request`
 */
export function subjectFilter({
  address,
  owner,
}: {
  readonly address?: string;
  readonly owner?: string;
}): string | null {
  if (address !== undefined && owner !== undefined)
    throw invalid('owner', 'Filter by address or by owner, not by both.');
  if (address === undefined) return owner ?? null;
  const parsed = parseAddress(address);
  if ('problem' in parsed) throw new ApiError('invalid_request', `address ${parsed.problem}.`, { param: 'address' });
  return parsed.address;
}
