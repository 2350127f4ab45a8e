import { buildPackage } from './build-package';

/** Builds the TypeScript SDK where its sources have changed since; `npm start` needs it for nothing. */
export function buildTypescriptSdk(): void {
  buildPackage('stablecoin-payments');
}
