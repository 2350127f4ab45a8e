import { Controller, Get, Param, Req } from '@nestjs/common';
import type { Deposit } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Deposits } from './deposits';
import { foundFor } from '../../application/refusals';
import { Endpoint } from '../../http/endpoint';
import { callerOf, tenantOf } from '../../http/request-context';
import { type DocumentedAnswer, ApiOperation, type OperationDocument } from '../../openapi/api-operation';
import { heldDeposit, depositId, noSuchDeposit } from './deposit.schema';

const deposit: DocumentedAnswer = {
  description: 'The deposit.',
  schema: 'Deposit',
  examples: { held: { summary: 'Held', value: heldDeposit } },
};

const document: OperationDocument = {
  summary: 'Get a deposit',
  description: 'One that was screened.',
  parameters: [depositId],
  answer: deposit,
  errors: { not_found: noSuchDeposit },
};

/** `GET /deposits/:id` */
@Controller('v1/deposits')
export class GetDepositController {
  constructor(private readonly deposits: Deposits) {}

  @Get(':id')
  @Endpoint({ scope: 'compliance:read', limit: 'reads', takesBoundKeys: true })
  @ApiOperation(document)
  async getDeposit(@Param('id') id: string, @Req() request: FastifyRequest): Promise<Deposit> {
    const deposit = await this.deposits.find({ ...tenantOf(request), id });
    return foundFor(callerOf(request), deposit, 'deposit', (own) => own.wallet_id);
  }
}
