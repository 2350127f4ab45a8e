import { getAbiItem, toFunctionSelector } from 'viem/utils';
import type { Abi, AbiFunction, Hex } from 'viem';

/**
 * Encodes calls whose arguments all have a fixed size: each is one word of 32 bytes. A general encoder takes forty times as
 * long, and each payment has several of them.
 */

/** A word, in hex without 0x. */
export type Word = string;

const DIGITS = 64;

/** @throws RangeError when it is negative, or takes more than 32 bytes */
export function numberWord(value: bigint): Word {
  const digits = value.toString(16);
  if (value < 0n || digits.length > DIGITS) throw new RangeError(`${value} is no uint256`);
  return digits.padStart(DIGITS, '0');
}

/** @throws RangeError when it is no address */
export function addressWord(address: string): Word {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new RangeError(`${address} is no address`);
  return address.slice(2).toLowerCase().padStart(DIGITS, '0');
}

/** @throws RangeError when it has not 32 bytes */
export function bytesWord(bytes: string): Word {
  if (!/^0x[0-9a-fA-F]{64}$/.test(bytes)) throw new RangeError(`${bytes} has not 32 bytes`);
  return bytes.slice(2);
}

/** The selector of a function whose arguments all are one word. @throws Error when the ABI has no such function */
export function selectorOf(abi: Abi, name: string): Hex {
  return toFunctionSelector(getAbiItem({ abi, name }) as AbiFunction);
}

/** @param selector - see {@link selectorOf} */
export function callOf(selector: Hex, words: readonly Word[]): Hex {
  return `${selector}${words.join('')}`;
}
