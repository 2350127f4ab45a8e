import type { EvmSettings, LiveSettings, SolanaSettings } from '@stablecoin/chains';
import type { Values } from './variables';

const WEI_PER_GWEI = 1_000_000_000n;

/** Settings of the chains that have endpoints; {@link missingForLiveMode} finds what is missing. */
export function liveSettings(values: Values): LiveSettings {
  return { evm: evmSettings(values), solana: solanaSettings(values) };
}

function evmSettings(values: Values): EvmSettings | null {
  const { baseRpcUrls, ethereumRpcUrls, evmTreasurySigner, evmRelayerSigners } = values;
  if (baseRpcUrls === null && ethereumRpcUrls === null) return null;
  if (evmTreasurySigner === null || evmRelayerSigners === null) return null;
  return {
    network: values.chainNetwork,
    rpcUrls: { base: baseRpcUrls ?? [], ethereum: ethereumRpcUrls ?? [] },
    tokens: { base: values.baseTokens ?? {}, ethereum: values.ethereumTokens ?? {} },
    oracles: values.oracleAddresses ?? {},
    treasurySigner: evmTreasurySigner,
    relayerSigners: evmRelayerSigners,
    spenderSigner: signerOf(values.evmSpenderSigner),
    approvalSigner: signerOf(values.evmApprovalSigner),
    validityMs: values.evmValidityMs,
    etherPrice: values.etherPrice,
    maxFeePerGas: BigInt(values.evmGasPriceMax) * WEI_PER_GWEI,
    rpcDeadlineMs: values.rpcDeadlineMs,
  };
}

function signerOf<T>(named: T | 'none' | null): T | null {
  return named === 'none' ? null : named;
}

function solanaSettings(values: Values): SolanaSettings | null {
  const { solanaRpcUrls, solanaTreasurySigner, solanaFeePayerSigner } = values;
  if (solanaRpcUrls === null || solanaTreasurySigner === null || solanaFeePayerSigner === null) return null;
  return {
    network: values.chainNetwork,
    rpcUrls: solanaRpcUrls,
    tokens: values.solanaTokens ?? {},
    treasurySigner: solanaTreasurySigner,
    feePayerSigner: solanaFeePayerSigner,
    spenderSigner: signerOf(values.solanaSpenderSigner),
    approvalSigner: signerOf(values.solanaApprovalSigner),
    validityMs: values.solanaValidityMs,
    solPrice: values.solPrice,
    priorityPriceMost: BigInt(values.solanaPriorityPriceMax),
    rpcDeadlineMs: values.rpcDeadlineMs,
  };
}

/** What chains with endpoints cannot do without, a line for each variable that is left out. */
export function missingForLiveMode(values: Values, liveAccount: string | null): string[] {
  const hasEvm = values.baseRpcUrls !== null || values.ethereumRpcUrls !== null;
  const hasSolana = values.solanaRpcUrls !== null;
  const evm = 'beside the endpoints of Base or Ethereum';
  const solana = 'beside the endpoints of Solana';
  const needed: readonly (readonly [isNeeded: boolean, name: string, value: unknown, takes: string])[] = [
    [hasEvm, 'EVM_TREASURY_SIGNER', values.evmTreasurySigner, `where a key is, ${evm}`],
    [hasEvm, 'EVM_RELAYER_SIGNERS', values.evmRelayerSigners, `where keys are, ${evm}`],
    [
      hasEvm && signerOf(values.evmApprovalSigner) !== null,
      'EVM_SPENDER_SIGNER',
      signerOf(values.evmSpenderSigner),
      'where a key is, beside EVM_APPROVAL_SIGNER',
    ],
    [hasSolana, 'SOLANA_TREASURY_SIGNER', values.solanaTreasurySigner, `where a key is, ${solana}`],
    [hasSolana, 'SOLANA_FEE_PAYER_SIGNER', values.solanaFeePayerSigner, `where a key is, ${solana}`],
    [
      hasSolana && signerOf(values.solanaApprovalSigner) !== null,
      'SOLANA_SPENDER_SIGNER',
      signerOf(values.solanaSpenderSigner),
      'where a key is, beside SOLANA_APPROVAL_SIGNER',
    ],
    [
      hasSolana && signerOf(values.solanaSpenderSigner) !== null,
      'SOLANA_APPROVAL_SIGNER',
      signerOf(values.solanaApprovalSigner),
      'where a key is, beside SOLANA_SPENDER_SIGNER',
    ],
    [hasEvm || hasSolana, 'LIVE_ACCOUNT', liveAccount, 'the account that pays, beside the endpoints of a chain'],
  ];
  return needed
    .filter(([isNeeded, , value]) => isNeeded && value === null)
    .map(([, name, , takes]) => `${name}: got nothing, takes ${takes}`);
}
