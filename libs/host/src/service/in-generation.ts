import type { Message } from '@stablecoin/contracts';
import { sequenceOf } from '@stablecoin/stores';
import type { Generation } from '@stablecoin/stores';
import type { PublisherOptions } from '@stablecoin/event-sourcing';

type Map = PublisherOptions<Message>['map'];

/** Maps events of a restored store: the numbers of its messages are above those that the lost interval has used. */
export function inGeneration(map: Map, generation: Pick<Generation, 'offsets'>): Map {
  return (event) => {
    const numbered = (message: Message): Message =>
      message.sequence === undefined ? message : { ...message, sequence: sequenceOf(event, generation) };
    return map(event).map((step) => (isList(step) ? step.map(numbered) : numbered(step)));
  };
}

function isList(step: Message | readonly Message[]): step is readonly Message[] {
  return Array.isArray(step);
}
