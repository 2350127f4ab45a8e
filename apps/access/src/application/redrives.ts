import type { DeadLetterRedriven } from '../domain/redrive-record';
import type { RedriveHandler } from './handlers';
import { deadLetterStreams } from '../domain/redrive-record';
import type { RequestContext } from './request-context';

/** Records who has a message that could not be handled handed to its consumer again. */
export class Redrives {
  constructor(private readonly handler: Pick<RedriveHandler, 'handle'>) {}

  /** @param id - of the dead letter, `dlt_…` */
  async record(
    { account, livemode, caller, at, requestId }: RequestContext,
    id: string,
    data: DeadLetterRedriven['data'],
  ): Promise<void> {
    await this.handler.handle(deadLetterStreams.stream(id), {
      id: requestId,
      at,
      correlationId: requestId,
      account,
      livemode,
      actor: caller.actor,
      type: 'RedriveDeadLetter',
      data,
    });
  }
}
