/** Whether a rejection is one that the library in question leaves behind, and that changes nothing. */
export type RejectionClaim = (error: unknown) => boolean;

/** As the process has one handler of rejections, it has one list of claims. They stay: a library may reject late. */
const claims = new Map<string, RejectionClaim>();

/**
 * Registers an adapter that may claim unhandled rejections of its library. An unclaimed rejection ends the process.
 *
 * @param name - of the adapter; registering the name again replaces its claim
 */
export function claimRejections(name: string, claim: RejectionClaim): void {
  claims.set(name, claim);
}

/** Whether an adapter has claimed the rejection. */
export function isClaimed(error: unknown): boolean {
  return [...claims.values()].some((claim) => claim(error));
}
