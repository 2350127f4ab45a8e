import type { Resource } from '../../openapi/resource';
import { DecideDepositController } from './decide-deposit';
import { GetDepositController } from './get-deposit';
import { ListDepositsController } from './list-deposits';
import { depositSchemas } from './deposit.schema';

export const deposits: Resource = {
  tag: 'Deposits',
  controllers: [ListDepositsController, GetDepositController, DecideDepositController],
  schemas: depositSchemas,
};
