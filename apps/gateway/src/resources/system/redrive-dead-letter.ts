import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Redriven } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DeadLetters } from './dead-letters';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Input } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { path } from '../../openapi/parameters';
import { deadLetter, redriven } from './system.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `POST /dead_letters/:id/redrive`. */
@Input('RedriveDeadLetter', 'The body may be empty.')
export class RedriveDeadLetterBody extends IdempotentBody {}

const document: OperationDocument = {
  summary: 'Redrive a dead letter',
  description:
    'Sends the message to its consumer again, which removes it once it is handled. Redriving is always safe: a request that has become impossible is refused. The audit log has every redrive.',
  parameters: [path('id', 'Id of the dead letter.', 'dlt', deadLetter.id)],
  requests: { redrive: { summary: 'Redrive it', value: {} } },
  answer: {
    description: 'The result.',
    schema: 'Redriven',
    examples: { handled: { summary: 'Handled', value: redriven } },
  },
  errors: { not_found: { message: 'There is no such dead letter.' } },
  insteadOfSdk: 'the console',
};

/** `POST /dead_letters/:id/redrive` */
@Controller('v1/dead_letters')
export class RedriveDeadLetterController {
  constructor(private readonly letters: DeadLetters) {}

  @Post(':id/redrive')
  @HttpCode(200)
  @Endpoint({ scope: 'system:write', limit: 'other' })
  @ApiOperation(document)
  async redriveDeadLetter(
    @Param('id') id: string,
    @Body() body: RedriveDeadLetterBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Redriven> {
    return answer(reply, await this.letters.redrive(contextOf(request, body), id));
  }
}
