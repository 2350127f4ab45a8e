import type { Message } from '@stablecoin/contracts';
import { sequenceOf } from '@stablecoin/stores';
import type { DomainEvent, PublisherOptions } from '@stablecoin/event-sourcing';
import type { Generation } from '@stablecoin/stores';

type Map<E extends DomainEvent> = PublisherOptions<Message, E>['map'];

/** Maps events of a restored store: the numbers of its messages are above those that the lost interval has used. */
export function inGeneration<E extends DomainEvent>(map: Map<E>, generation: Pick<Generation, 'offsets'>): Map<E> {
  return (event) => {
    const numbered = (message: Message): Message =>
      message.sequence === undefined ? message : { ...message, sequence: sequenceOf(event, generation) };
    return map(event).map((step) => (isList(step) ? step.map(numbered) : numbered(step)));
  };
}

function isList(step: Message | readonly Message[]): step is readonly Message[] {
  return Array.isArray(step);
}
