import type { Outcome } from '@stablecoin/contracts';
import type { Command, CommandHandler, DomainEvent, Projector } from '@stablecoin/event-sourcing';

/**
 * What became of a client's command on a stream: applied, refused, or not there yet. Answers `applied` only after
 * the read model has passed the stream, so that the gateway's next question sees the effect.
 */
export async function outcomeOf<State, C extends Command, E extends DomainEvent, DB>(
  handler: CommandHandler<State, C, E>,
  projector: Projector<DB>,
  stream: string,
  commandId: string,
): Promise<Outcome> {
  const found = await handler.query(stream, (_state, at) => ({
    applied: at.wasApplied(commandId),
    refusal: at.refusalOf(commandId) ?? null,
    position: at.position,
  }));
  if (found === undefined || !found.applied) return { applied: false, refusal: null };
  await projector.waitFor(found.position);
  return { applied: true, refusal: found.refusal };
}
