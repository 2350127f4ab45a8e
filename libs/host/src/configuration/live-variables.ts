import { rpcUrls, signerUrl, signerUrlOrNone, signerUrls, tokenAddresses, tokenMints } from './parsers/live-chains';
import { amount, integer, milliseconds, wordOf } from './parsers/scalars';
import { optional, secret, variable } from './variable';

const ENDPOINTS = 'Use three or more for real money. Default: live keys get chain_unavailable there.';
const TOKENS = 'Token addresses that override those of the network.';

/** The variables that only say together which real chains there are. */
export const LIVE_VARIABLES = {
  chainNetwork: variable(
    'CHAIN_NETWORK',
    wordOf('mainnet', 'testnet', 'local'),
    'mainnet',
    'Network of the endpoints below. Checked at the start.',
  ),
  baseRpcUrls: secret('BASE_RPC_URLS', rpcUrls, `Endpoints of Base for live mode. ${ENDPOINTS}`),
  ethereumRpcUrls: secret('ETHEREUM_RPC_URLS', rpcUrls, `Endpoints of Ethereum for live mode. ${ENDPOINTS}`),
  solanaRpcUrls: secret('SOLANA_RPC_URLS', rpcUrls, `Endpoints of Solana for live mode. ${ENDPOINTS}`),
  rpcDeadlineMs: variable(
    'RPC_DEADLINE_MS',
    milliseconds(100, 60_000),
    '5000',
    'Timeout of a call to an RPC endpoint, in milliseconds.',
  ),
  baseTokens: optional('BASE_TOKENS', tokenAddresses, TOKENS),
  ethereumTokens: optional('ETHEREUM_TOKENS', tokenAddresses, TOKENS),
  solanaTokens: optional('SOLANA_TOKENS', tokenMints, TOKENS),
  evmTreasurySigner: optional('EVM_TREASURY_SIGNER', signerUrl, 'Key of the treasury account on Base and Ethereum.'),
  evmRelayerSigners: optional(
    'EVM_RELAYER_SIGNERS',
    signerUrls,
    'Keys of the accounts that send transactions on Base and Ethereum and pay the gas. Use four or more for a high load.',
  ),
  evmSpenderSigner: optional(
    'EVM_SPENDER_SIGNER',
    signerUrlOrNone,
    'Key that pays from wallets on Base and Ethereum, within the limit on chain. Their contracts are not audited (docs/wallets.md). Default: no wallets in live mode.',
  ),
  evmApprovalSigner: optional(
    'EVM_APPROVAL_SIGNER',
    signerUrlOrNone,
    'Key that approves payments of wallets created without approvers. Must differ from EVM_SPENDER_SIGNER. Default: every wallet needs approvers.',
  ),
  solanaTreasurySigner: optional('SOLANA_TREASURY_SIGNER', signerUrl, 'Key of the treasury account on Solana.'),
  solanaFeePayerSigner: optional(
    'SOLANA_FEE_PAYER_SIGNER',
    signerUrl,
    'Key of the account that pays for transactions and new token accounts on Solana.',
  ),
  solanaSpenderSigner: optional(
    'SOLANA_SPENDER_SIGNER',
    signerUrlOrNone,
    'Key that pays from wallets on Solana, within their allowance on chain. Takes SOLANA_APPROVAL_SIGNER beside it. Default: no wallets there in live mode.',
  ),
  solanaApprovalSigner: optional(
    'SOLANA_APPROVAL_SIGNER',
    signerUrlOrNone,
    'Key that creates wallets on Solana, renews their allowances and pays for both. Owns the wallets: it must not change, and must differ from SOLANA_SPENDER_SIGNER.',
  ),
  evmValidityMs: variable(
    'EVM_VALIDITY_MS',
    milliseconds(60_000, 86_400_000),
    '600000',
    'Validity of an authorization on Base or Ethereum, in milliseconds. A payment that cannot be sent fails after it.',
  ),
  solanaValidityMs: variable(
    'SOLANA_VALIDITY_MS',
    milliseconds(60_000, 86_400_000),
    '300000',
    'Validity of an authorization on Solana, in milliseconds. A transaction lives for about 32 seconds and is signed again within this time.',
  ),
  etherPrice: variable(
    'ETHER_PRICE',
    amount(1n),
    '3000.00',
    'Price of one ether for comparing the fees of routes. Prefer a high value to a low one.',
  ),
  solPrice: variable('SOL_PRICE', amount(1n), '150.00', 'Price of one SOL for comparing the fees of routes.'),
  evmGasPriceMax: variable(
    'EVM_GAS_PRICE_MAX',
    integer('gwei', 1, 100_000),
    '100',
    'Maximum price offered per unit of gas. Above it the chain counts as unavailable.',
  ),
  solanaPriorityPriceMax: variable(
    'SOLANA_PRIORITY_PRICE_MAX',
    integer('millionths of a lamport', 0, 1_000_000_000),
    '1000000',
    'Maximum price offered per compute unit.',
  ),
};
