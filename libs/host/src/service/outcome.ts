import type { Outcome } from '@stablecoin/contracts';
import type { Command, CommandHandler, DomainEvent } from '@stablecoin/event-sourcing';
import type { ReadModel } from './service-declaration';

/**
 * Reads the outcome of a client's command: applied, refused, or not there yet. Answers `applied` only when the read model
 * includes it, so that the gateway's next query sees the effect.
 */
export async function outcomeOf<State, C extends Command, E extends DomainEvent>(
  handler: CommandHandler<State, C, E>,
  readModel: Pick<ReadModel, 'waitFor'>,
  stream: string,
  commandId: string,
): Promise<Outcome> {
  const found = await handler.query(stream, (_state, at) => ({
    applied: at.wasApplied(commandId),
    refusal: at.refusalOf(commandId) ?? null,
    position: at.position,
  }));
  if (found === undefined || !found.applied) return { applied: false, refusal: null };
  await readModel.waitFor(found.position);
  return { applied: true, refusal: found.refusal };
}
