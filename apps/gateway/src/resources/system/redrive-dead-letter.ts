import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Redriven } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DeadLetters } from './dead-letters';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Input } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';

/** Body of `POST /dead_letters/:id/redrive`. */
@Input('RedriveDeadLetter', 'Nothing is needed.')
export class RedriveDeadLetterBody extends IdempotentBody {}

/** `POST /dead_letters/:id/redrive` */
@Controller('v1/dead_letters')
export class RedriveDeadLetterController {
  constructor(private readonly letters: DeadLetters) {}

  @Post(':id/redrive')
  @HttpCode(200)
  @Endpoint({ scope: 'system:write', limit: 'other' })
  async redriveDeadLetter(
    @Param('id') id: string,
    @Body() body: RedriveDeadLetterBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Redriven> {
    return answer(reply, await this.letters.redrive(contextOf(request, body), id));
  }
}
