import type { Hex } from 'viem';

/**
 * Runtime code of a sanctions oracle for local chains, by hand: it keeps a flag per address.
 *
 * - `isSanctioned(address)` (0xdf592f7d) returns the flag, as the public oracle does.
 * - `setSanctioned(address,bool)` (0xe8579015) sets it, whoever calls.
 */
export const SANCTIONS_ORACLE: Hex = `0x${[
  '60003560e01c', // selector
  '8063df592f7d14602057', // isSanctioned: jump to 0x20
  '63e857901514602f57', // setSanctioned: jump to 0x2f
  '60008080fd', // revert
  '0000', // padding up to 0x20
  '5b6004355460005260206000f3', // 0x20: return the flag
  '0000', // padding up to 0x2f
  '5b6024356004355500', // 0x2f: set the flag
].join('')}`;
