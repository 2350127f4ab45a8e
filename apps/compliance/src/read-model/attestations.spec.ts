import { openDatabase } from '@stablecoin/stores';
import { attestationStreams } from '../domain/streams';
import { Attestations, createAttestationsTable, projectAttestations } from './attestations';
import type { ComplianceTables } from './tables';

const NOW = 1_770_000_000_000;

describe('attestations of a restored store', () => {
  const database = openDatabase<ComplianceTables>('sqlite::memory:');
  afterAll(() => database.close());

  it('are in force for nobody before the operator confirms them', async () => {
    const tenant = { account: 'acme', livemode: true };
    const subject = { kind: 'owner', value: 'agent:a' } as const;
    await database.db.transaction().execute(async (trx) => {
      await createAttestationsTable(trx);
      const attested = { checks: ['kyc'], country: null, reference: 'file 7', createdBy: 'key_1', createdAt: NOW };
      const metadata = { commandId: 'c', at: NOW, correlationId: 'c', ...tenant };
      const events = ['att_1', 'att_2'].map((attestationId, index) => ({
        ...{ id: attestationId, stream: `attestation-${attestationId}`, revision: 0, position: index, metadata },
        type: 'AttestationCreated',
        data: { attestationId, subject, ...attested, expiresAt: NOW + 1_000 },
      }));
      await projectAttestations(
        events.map((event) => attestationStreams.decode(event)),
        trx,
      );
    });
    const inForce = async (held?: ReadonlySet<string>) =>
      (await new Attestations(database.db, held).inForce(tenant, subject, NOW)).map(({ id }) => id).sort();
    expect(await inForce()).toEqual(['att_1', 'att_2']);
    expect(await inForce(new Set(['att_1']))).toEqual(['att_2']);
  });
});
