export { acceptancesOf, type Acceptance } from './acceptances';
export { sequenceOf } from './event-sequence';
export {
  acceptGeneration,
  beginGeneration,
  confirmGrants,
  endGenerations,
  generationOf,
  generationsOf,
  heldGrants,
  holdGrants,
  identityOf,
  newGenerationName,
  notedSenders,
  noteIdentity,
  noteSenders,
  type Generation,
  type GenerationStage,
  type NewGeneration,
} from './generations';
export { importEvents } from './import-events';
export { readRestoreMarker, writeRestoreMarker, type RestoreMarker } from './restore-marker';
