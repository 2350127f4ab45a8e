import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import type { Metadata, Payment, ChainName, Currency } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Payments } from './payments';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Input, Optional, Required, Says } from '../../http/fields';
import { IdempotentBody, METADATA_SAYS } from '../../http/inputs';
import { readPrefer } from '../../http/prefer';
import { contextOf } from '../../http/request-context';
import {
  IsAddressText,
  IsAmount,
  IsCountryCode,
  IsIdText,
  IsMetadata,
  IsOneOf,
  IsText,
  IsTrueOrFalse,
} from '../../http/validators';
import { CHAIN_OR_AUTO, COMPLIANCE_MODE, CURRENCY } from '../../http/words';
import { EXAMPLE } from '../../http/examples';
import { orders, settledPayment, failedPayment, pendingPayment, waitingPayment } from './payment.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `POST /payments` and `POST /payments/simulate`. */
@Input('CreatePayment', 'A payment to create.')
export class CreatePaymentBody extends IdempotentBody {
  @Required()
  @IsAddressText()
  @Says(
    'The recipient. EVM: `0x` and 40 hex digits, in lower case or with a correct EIP-55 checksum. Solana: base58 of 32 bytes. The zero address is refused.',
    EXAMPLE.recipient,
    EXAMPLE.solanaRecipient,
  )
  to!: string;

  @Required()
  @IsAmount()
  @Says(
    'A decimal string in `currency`, never a JSON number. The smallest and largest amount are settings of the service: from `0.01` to `1000000.00` by default.',
    '250.00',
  )
  amount!: string;

  @Optional()
  @IsOneOf(CURRENCY)
  @Says('The stablecoin. Default: `USDC`.')
  currency?: Currency;

  @Optional()
  @IsOneOf(CHAIN_OR_AUTO)
  @Says('`auto` chooses by cost, time, health and balance; with `from` it is the chain of the wallet. Default: `auto`.')
  chain?: ChainName | 'auto';

  @Optional()
  @IsOneOf(COMPLIANCE_MODE)
  @Says(
    '`auto` screens the recipient. `skip` is for pre-cleared parties, and needs the Enterprise plan and the scope `screenings:skip`. Default: `auto`.',
  )
  compliance?: 'auto' | 'skip';

  @Optional()
  @IsIdText()
  @Says(
    'An earlier result for the same address. It counts when it is unexpired, covers all four checks, has the same country code and, where a source decides by amount, is of the same currency and of an amount that is not lower; otherwise the recipient is screened again.',
    EXAMPLE.screening,
  )
  compliance_ref?: string;

  @Optional()
  @IsCountryCode()
  @Says('Country of the recipient (ISO 3166-1 alpha-2, upper case, or `XK` for Kosovo), for screening.', 'DE')
  country_code?: string;

  @Optional()
  @IsIdText()
  @Says('Id of the wallet that pays. Default: the treasury.', EXAMPLE.wallet)
  from?: string;

  @Optional()
  @IsText(0, 64)
  @Says('Attached to the transaction: at most 64 characters.')
  memo?: string;

  @Optional()
  @IsMetadata()
  @Says(METADATA_SAYS, { order: '1042' })
  metadata?: Metadata;

  @Optional()
  @IsTrueOrFalse()
  @Says(
    'Confirms that a second payment is intended although an earlier one has the same recipient, amount, currency and payer (`possible_duplicate`). Default: `false`.',
  )
  confirm_distinct?: boolean;
}

const document: OperationDocument = {
  summary: 'Create and execute a payment',
  description: [
    'Screens the recipient, chooses the chain, reserves the funds, sends the transfer, and waits for the outcome: 201',
    'when the payment has ended, 202 when it has not by the end of the wait (or at once when a person has to decide).',
    'Read a pending payment with `GET /v1/payments/{id}`, or use webhooks.',
    '',
    'A payment that is refused for its balance, its screening or its chain returns that error. It exists, as `failed`, and',
    '`payment_id` names it. Any other failure returns 201 with `status: "failed"`. Repeating the idempotency key of a',
    'refused payment returns the same refusal.',
    '',
    'Always send an idempotency key, so that you can repeat the request when no response arrives.',
  ].join('\n'),
  parameters: ['Prefer'],
  requests: orders,
  answer: {
    description: 'The payment has ended.',
    schema: 'Payment',
    headers: ['Preference-Applied'],
    examples: {
      settled: { summary: 'Settled', value: settledPayment },
      failed: { summary: 'Failed on chain', value: failedPayment },
    },
  },
  otherAnswers: {
    200: {
      description:
        'The idempotency key was used before with the same parameters: the payment in its current state. A refused payment returns its refusal instead.',
      schema: 'Payment',
      headers: ['Preference-Applied'],
      examples: { settled: { summary: 'The original payment', value: settledPayment } },
    },
    202: {
      description: 'The payment exists and is not decided yet.',
      schema: 'Payment',
      headers: ['Preference-Applied'],
      examples: {
        pending: { summary: 'Waits for its confirmation', value: pendingPayment },
        awaiting_approval: { summary: 'Waits for an approval', value: waitingPayment },
      },
    },
  },
  errors: {
    invalid_request: {
      message:
        'amount must be a decimal string greater than zero, with at most 15 digits and 6 decimals, such as "250.00".',
      param: 'amount',
    },
    insufficient_balance: true,
    compliance_blocked: true,
    rule_denied: true,
    plan_required: true,
    not_found: { message: 'There is no such wallet.', param: 'from' },
    possible_duplicate: true,
    invalid_state: { message: 'The wallet waits for the review of its owner, so it cannot be used.' },
    chain_unavailable: true,
  },
};

/** `POST /payments` */
@Controller('v1/payments')
export class CreatePaymentController {
  constructor(private readonly payments: Payments) {}

  @Post()
  @Endpoint({ scope: 'payments:write', limit: 'payments', takesBoundKeys: true })
  @ApiOperation(document)
  async createPayment(
    @Body() body: CreatePaymentBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Payment> {
    const { waitMs, applied } = readPrefer(request.headers.prefer);
    if (applied !== null) void reply.header('Preference-Applied', applied);
    const placed = await this.payments.place(contextOf(request, body), body, waitMs);
    request.paymentId = placed.object.id;
    return answer(reply, placed, placed.object.status === 'pending' ? 202 : 201);
  }
}
