import { parseArgs } from 'node:util';
import { loadEvm } from '@stablecoin/chains';
import type { SignerUrl, WalletContractFound } from '@stablecoin/chains';
import { readConfiguration, readSignerUrl } from '@stablecoin/host';
import { EXIT, type ExitCode, type ToolOptions } from './output';

const USAGE = `Deploys the contracts that wallets are made of, where they are missing. Their addresses are the same on every chain.
They are not audited: read docs/wallets.md first.

  npm run wallets -- deploy --chain base
  npm run wallets -- deploy --chain ethereum --signer keystore:/keys/deployer.json

  --chain    base or ethereum, with its endpoints in the environment as the service has them
  --signer   the key whose account pays the gas (the first of EVM_RELAYER_SIGNERS: stop the service first, since a
             running service counts on its relayers' nonces, and the next start ends with store_behind until
             npm run restore -- accept --nothing-lost --sent-by-hand <nonce>)
`;

const SAID: Readonly<Record<WalletContractFound['state'], string>> = {
  there: 'there already',
  deployed: 'deployed',
  missing: 'missing: it belongs to Safe, and this network does not have it',
  different: 'other code than expected: wallets are not offered here',
};

/**
 * `npm run wallets -- deploy`.
 *
 * @throws Error of one line when the chain cannot be reached, or its gas not paid
 */
export async function runDeployment({ args, environment, output }: ToolOptions): Promise<ExitCode> {
  const order = orderOf(args);
  if (order === undefined) {
    output.write(USAGE);
    return EXIT.wrongUse;
  }
  const { evm } = readConfiguration(environment).liveChains;
  const { chain, signer } = order;
  if (evm === null) throw new Error(`${chain.toUpperCase()}_RPC_URLS: got nothing, takes the endpoints of ${chain}`);
  const parts = { env: { ...environment }, now: Date.now, signer };
  const found = await loadEvm().deployWallets(evm, chain, parts);
  for (const { name, address, state, hash } of found) {
    output.write(`${address}  ${name}  ${SAID[state]}${hash === undefined ? '' : ` by ${hash}`}\n`);
  }
  return found.some(({ state }) => state === 'missing' || state === 'different') ? EXIT.failed : EXIT.done;
}

function orderOf(
  args: readonly string[],
): { readonly chain: 'base' | 'ethereum'; readonly signer: SignerUrl | undefined } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { chain: { type: 'string' }, signer: { type: 'string' } },
      allowPositionals: true,
    });
    const { chain } = values;
    if (positionals.join() !== 'deploy' || (chain !== 'base' && chain !== 'ethereum')) return undefined;
    if (values.signer === undefined) return { chain, signer: undefined };
    const signer = readSignerUrl(values.signer);
    return signer === undefined ? undefined : { chain, signer };
  } catch {
    return undefined;
  }
}
