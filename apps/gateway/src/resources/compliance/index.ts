import type { Resource } from '../../openapi/resource';
import { CheckComplianceController } from './check-compliance';
import { CreateAttestationController } from './create-attestation';
import { DecideReviewController } from './decide-review';
import { GetAttestationController } from './get-attestation';
import { GetComplianceResultController } from './get-compliance-result';
import { ListAttestationsController } from './list-attestations';
import { ListComplianceResultsController } from './list-compliance-results';
import { RevokeAttestationController } from './revoke-attestation';
import { complianceSchemas } from './compliance.schema';

export const compliance: Resource = {
  tag: 'Compliance',
  controllers: [
    CheckComplianceController,
    ListComplianceResultsController,
    GetComplianceResultController,
    DecideReviewController,
    CreateAttestationController,
    ListAttestationsController,
    GetAttestationController,
    RevokeAttestationController,
  ],
  schemas: complianceSchemas,
};
