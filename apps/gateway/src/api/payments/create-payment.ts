import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import type { Metadata, Payment } from '@stablecoin/contracts';
import { CHAIN_NAMES, CURRENCIES, type ChainName, type Currency } from '@stablecoin/money';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Payments } from '../../application/payments';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Optional, Required } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { readPrefer } from '../../http/prefer';
import { contextOf } from '../../http/request-context';
import { IsAddressText, IsAmount, IsCountryCode, IsIdText, IsMetadata, IsOneOf, IsText } from '../../http/validators';

/** Body of `POST /payments` and `POST /payments/simulate`. */
export class CreatePaymentBody extends IdempotentBody {
  /** Recipient, EVM or Solana. */
  @Required()
  @IsAddressText()
  to!: string;

  @Required()
  @IsAmount()
  amount!: string;

  @Optional()
  @IsOneOf(CURRENCIES)
  currency?: Currency;

  /** `auto`: the best chain. */
  @Optional()
  @IsOneOf(['auto', ...CHAIN_NAMES])
  chain?: ChainName | 'auto';

  /** `skip` takes the Enterprise plan. */
  @Optional()
  @IsOneOf(['auto', 'skip'])
  compliance?: 'auto' | 'skip';

  /** The ref of a screening of `to` that is used again where it counts. */
  @Optional()
  @IsIdText()
  compliance_ref?: string;

  @Optional()
  @IsCountryCode()
  country_code?: string;

  /** The wallet that pays; left out: the treasury does. */
  @Optional()
  @IsIdText()
  from?: string;

  @Optional()
  @IsText(0, 64)
  memo?: string;

  /** Notes of the client's own; a simulation passes over them. */
  @Optional()
  @IsMetadata()
  metadata?: Metadata;
}

/** `POST /payments` */
@Controller('v1/payments')
export class CreatePaymentController {
  constructor(private readonly payments: Payments) {}

  @Post()
  @Endpoint({ scope: 'payments:write', limit: 'payments', takesBoundKeys: true })
  async createPayment(
    @Body() body: CreatePaymentBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Payment> {
    const { waitMs, applied } = readPrefer(request.headers.prefer);
    if (applied !== null) void reply.header('Preference-Applied', applied);
    const placed = await this.payments.place(contextOf(request, body), body, waitMs);
    return answer(reply, placed, placed.object.status === 'pending' ? 202 : 201);
  }
}
