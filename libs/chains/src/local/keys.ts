/** Keys of no value, for local chains only: anybody can know them. */
export const EVM_KEYS = {
  treasury: Buffer.alloc(32, 0x51),
  relayers: [Buffer.alloc(32, 0x52), Buffer.alloc(32, 0x53), Buffer.alloc(32, 0x54), Buffer.alloc(32, 0x55)],
  spender: Buffer.alloc(32, 0x56),
  approver: Buffer.alloc(32, 0x57),
} as const;

/** Seeds. */
export const SOLANA_KEYS = {
  treasury: Buffer.alloc(32, 0x61),
  feePayer: Buffer.alloc(32, 0x62),
  spender: Buffer.alloc(32, 0x64),
  approver: Buffer.alloc(32, 0x65),
} as const;
