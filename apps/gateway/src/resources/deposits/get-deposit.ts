import { Controller, Get, Param, Req } from '@nestjs/common';
import type { Deposit } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Deposits } from './deposits';
import { foundFor } from '../../application/refusals';
import { Endpoint } from '../../http/endpoint';
import { callerOf, tenantOf } from '../../http/request-context';

/** `GET /deposits/:id` */
@Controller('v1/deposits')
export class GetDepositController {
  constructor(private readonly deposits: Deposits) {}

  @Get(':id')
  @Endpoint({ scope: 'compliance:read', limit: 'reads', takesBoundKeys: true })
  async getDeposit(@Param('id') id: string, @Req() request: FastifyRequest): Promise<Deposit> {
    const deposit = await this.deposits.find({ ...tenantOf(request), id });
    return foundFor(callerOf(request), deposit, 'deposit', (own) => own.wallet_id);
  }
}
