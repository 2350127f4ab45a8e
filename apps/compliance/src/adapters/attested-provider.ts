import type { AttestedCheck } from '@stablecoin/contracts';
import type { Attestations } from '../read-model/attestations';
import { ATTESTED } from '../domain/reuse';
import type { Finding, ScreeningProvider, ScreeningSubject } from '../application/screening-provider';

/** Passes who is covered by an attestation of their account; whoever is not is for a person to decide. */
export class AttestedProvider implements ScreeningProvider {
  readonly name = ATTESTED;
  readonly oneNameSuffices = true;

  /** @param now - the time, epoch milliseconds */
  constructor(
    readonly check: AttestedCheck,
    private readonly livemode: boolean,
    private readonly attestations: Pick<Attestations, 'inForce'>,
    private readonly now: () => number,
  ) {}

  async screen({ account, address, owner }: ScreeningSubject, signal: AbortSignal): Promise<Finding> {
    signal.throwIfAborted();
    const { check, livemode } = this;
    const at = this.now();
    const subject =
      address === null ? { kind: 'owner' as const, value: owner ?? '' } : { kind: 'address' as const, value: address };
    const inForce = await this.attestations.inForce({ account, livemode }, subject, at);
    const covering = inForce.find(({ checks }) => checks.includes(check));
    const source = 'attestations';
    if (covering === undefined) {
      const evidence = `No attestation in force covers ${check} for ${subject.value}.`;
      return { outcome: 'review', evidence, details: { source, version: null, matched: null, at } };
    }
    const { id, reference, expiresAt } = covering;
    return {
      outcome: 'pass',
      evidence: `Attested by ${id}, reference ${JSON.stringify(reference)}.`,
      details: { source, version: null, matched: id, at },
      validUntil: expiresAt,
    };
  }
}
