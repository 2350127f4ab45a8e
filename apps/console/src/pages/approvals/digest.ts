import { hashTypedData } from 'viem/utils';
import type { TypedData } from './transfer';

/** The EIP-712 digest. In a module of its own, because it brings a library that only signing needs. */
export function digestOf(typedData: TypedData): string {
  return hashTypedData(typedData as Parameters<typeof hashTypedData>[0]);
}
