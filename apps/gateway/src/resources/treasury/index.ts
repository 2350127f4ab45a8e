import type { Resource } from '../../openapi/resource';
import { GetBalanceHistoryController } from './get-balance-history';
import { GetReconciliationController } from './get-reconciliation';
import { GetTreasuryBalanceController } from './get-treasury-balance';
import { GetTreasurySettingsController } from './get-treasury-settings';
import { ListLedgerEntriesController } from './list-ledger-entries';
import { UpdateTreasurySettingsController } from './update-treasury-settings';
import { treasurySchemas } from './treasury.schema';

export const treasury: Resource = {
  tag: 'Treasury',
  controllers: [
    GetTreasuryBalanceController,
    GetBalanceHistoryController,
    GetReconciliationController,
    GetTreasurySettingsController,
    UpdateTreasurySettingsController,
    ListLedgerEntriesController,
  ],
  schemas: treasurySchemas,
};
