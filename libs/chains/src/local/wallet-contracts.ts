import { createRequire } from 'node:module';
import type { Hex } from 'viem';
import artifacts from '../evm/contracts/artifacts.json';
import { LIMITED_SAFES, MODULE, SAFE, SAFE_FACTORY, SAFE_HANDLER, SINGLETON_FACTORY } from '../evm/wallets/contracts';

/** Its code on public chains: it creates what stands behind a salt of 32 bytes. */
const SINGLETON_FACTORY_CODE =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3';
const SAFE_ARTIFACTS = '@safe-global/safe-contracts/build/artifacts/contracts';

/** Puts all that wallets are made of where it is on public chains. */
export async function placeWalletContracts(setCode: (address: string, code: Hex) => Promise<unknown>): Promise<void> {
  const code: Readonly<Record<string, Hex>> = {
    [SINGLETON_FACTORY]: SINGLETON_FACTORY_CODE,
    [SAFE]: safeCode('SafeL2.sol/SafeL2'),
    [SAFE_FACTORY]: safeCode('proxies/SafeProxyFactory.sol/SafeProxyFactory'),
    [SAFE_HANDLER]: safeCode('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler'),
    [MODULE]: artifacts.SpendLimitModule.deployedBytecode as Hex,
    [LIMITED_SAFES]: artifacts.LimitedSafes.deployedBytecode as Hex,
  };
  for (const [address, deployed] of Object.entries(code)) await setCode(address, deployed);
}

/** A development dependency, as local chains are no part of a service in production. */
function safeCode(name: string): Hex {
  try {
    const artifact: unknown = createRequire(__filename)(`${SAFE_ARTIFACTS}/${name}.json`);
    return (artifact as { readonly deployedBytecode: Hex }).deployedBytecode;
  } catch (cause) {
    throw new Error('there is no @safe-global/safe-contracts: install the development dependencies (npm ci)', {
      cause,
    });
  }
}
