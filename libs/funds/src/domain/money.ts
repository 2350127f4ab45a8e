import type { ChainName, Currency, Units } from '@stablecoin/contracts';

/** Events of a movement name all of it, because what follows from an event is found without state (protocol rule 9). */
export type Money = { readonly chain: ChainName; readonly currency: Currency; readonly amount: Units };
