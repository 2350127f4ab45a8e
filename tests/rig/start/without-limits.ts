import { RATE_LIMIT_CLASSES } from '@stablecoin/host';

/** `RATE_LIMITS` that no load meets, however fast the machine is: a rate alone scales burst and peak with it. */
export const WITHOUT_LIMITS = JSON.stringify({
  enterprise: Object.fromEntries(RATE_LIMIT_CLASSES.map((name) => [name, { rate: 1_000_000 }])),
});
