import type { RequestContext } from '@stablecoin/access';
import type { Message } from '@stablecoin/contracts';

/** The message that carries a request's command. */
export function commandMessage<M extends Message>(
  context: RequestContext,
  command: { readonly type: M['type']; readonly key: string; readonly data: M['data'] },
  id = context.requestId,
): Message<M['type'], M['data']> {
  const { requestId, at, account, livemode, traceparent, caller } = context;
  const message = {
    id,
    type: command.type,
    key: command.key,
    time: at,
    data: command.data,
    account,
    livemode,
    correlationId: requestId,
    causationId: requestId,
    actor: caller.actor,
  };
  return traceparent === undefined ? message : { traceparent, ...message };
}
