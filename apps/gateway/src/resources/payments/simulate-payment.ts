import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Simulation } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Payments } from './payments';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { contextOf } from '../../http/request-context';
import { CreatePaymentBody } from './create-payment';
import { orders } from './payment.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Simulate a payment',
  description:
    'Shows fee, time, balance, verdict and reason of the payment on every chain. Takes the body of `POST /v1/payments`, moves nothing and screens nobody. A replay simulates again.',
  requests: orders,
  answer: {
    description: 'Every chain, with its verdict for this payment.',
    schema: 'Simulation',
    examples: {
      base: {
        summary: 'An EVM recipient',
        value: {
          candidates: [
            {
              chain: 'base',
              verdict: 'ok',
              reason: 'The payment can be made on this chain.',
              fee: '0.00',
              settlement_ms: 2000,
              balance: '1000000.00',
            },
            {
              chain: 'ethereum',
              verdict: 'insufficient_balance',
              reason: 'The balance on this chain is too low.',
              fee: '0.00',
              settlement_ms: 12000,
              balance: '10.00',
            },
            {
              chain: 'solana',
              verdict: 'chain_unavailable',
              reason: 'The recipient has an address of another kind of chain.',
              fee: '0.00',
              settlement_ms: 400,
              balance: '1000000.00',
            },
          ],
          chosen: 'base',
          rules: null,
        },
      },
    },
  },
  errors: {
    plan_required: true,
    not_found: { message: 'There is no such wallet.', param: 'from' },
    invalid_state: { message: 'The wallet waits for the review of its owner, so it cannot be used.' },
    chain_unavailable: { message: 'No chain is configured for live mode.', param: 'chain' },
  },
};

/** `POST /payments/simulate`: what would become of a payment. Moves nothing. */
@Controller('v1/payments')
export class SimulatePaymentController {
  constructor(private readonly payments: Payments) {}

  @Post('simulate')
  @HttpCode(200)
  @Endpoint({ scope: 'payments:read', limit: 'other', takesBoundKeys: true })
  @ApiOperation(document)
  async simulatePayment(
    @Body() body: CreatePaymentBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Simulation> {
    return answer(reply, await this.payments.simulate(contextOf(request, body), body));
  }
}
