/** Answers to a transaction that is in a block already. */
export const KNOWN_ALREADY = /already (been )?processed/i;
