export { historyOf, type EventHistory } from './event-history';
export {
  acceptGeneration,
  beginGeneration,
  endGenerations,
  generationOf,
  generationsOf,
  newGenerationName,
  type Generation,
  type GenerationStage,
  type NewGeneration,
} from './generations';
export { importEvents } from './import-events';
export { readRestoreMarker, writeRestoreMarker, type RestoreMarker } from './restore-marker';
