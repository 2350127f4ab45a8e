import type { Signer } from './signer';

/** Names the variable that a signer comes from, when it cannot be opened. */
export async function openNamed(variable: string, opening: Promise<Signer>): Promise<Signer> {
  try {
    return await opening;
  } catch (error) {
    throw new Error(`${variable}: ${error instanceof Error ? error.message : 'it cannot be opened'}`, { cause: error });
  }
}
