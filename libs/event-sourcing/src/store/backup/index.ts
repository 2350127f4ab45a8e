export { historyOf, type EventHistory } from './event-history';
export { importEvents } from './import-events';
export { readRestoreMarker, writeRestoreMarker, type RestoreMarker } from './restore-marker';
