import { rpcUrls, signerUrl, signerUrls, tokenAddresses, tokenMints } from './parsers/live-chains';
import { amount, integer, milliseconds, wordOf } from './parsers/scalars';
import { optional, secret, variable } from './variable';

const ENDPOINTS = 'Three or more where money is real. Left out: live keys get chain_unavailable there.';
const TOKENS = "Addresses that take the place of the network's own tokens.";

/** The variables that only say together which real chains there are. */
export const LIVE_VARIABLES = {
  chainNetwork: variable(
    'CHAIN_NETWORK',
    wordOf('mainnet', 'testnet', 'local'),
    'mainnet',
    'Which network the endpoints below belong to. It is checked at the start.',
  ),
  baseRpcUrls: secret('BASE_RPC_URLS', rpcUrls, `Endpoints of Base for live mode. ${ENDPOINTS}`),
  ethereumRpcUrls: secret('ETHEREUM_RPC_URLS', rpcUrls, `Endpoints of Ethereum for live mode. ${ENDPOINTS}`),
  solanaRpcUrls: secret('SOLANA_RPC_URLS', rpcUrls, `Endpoints of Solana for live mode. ${ENDPOINTS}`),
  rpcDeadlineMs: variable(
    'RPC_DEADLINE_MS',
    milliseconds(100, 60_000),
    '5000',
    'How long an endpoint of a chain may take to answer, in milliseconds.',
  ),
  baseTokens: optional('BASE_TOKENS', tokenAddresses, TOKENS),
  ethereumTokens: optional('ETHEREUM_TOKENS', tokenAddresses, TOKENS),
  solanaTokens: optional('SOLANA_TOKENS', tokenMints, TOKENS),
  evmTreasurySigner: optional(
    'EVM_TREASURY_SIGNER',
    signerUrl,
    'Where the key is of the account whose money is paid out on Base and Ethereum.',
  ),
  evmRelayerSigners: optional(
    'EVM_RELAYER_SIGNERS',
    signerUrls,
    'Where the keys are of the accounts that send transactions on Base and Ethereum and pay the gas; four or more carry a high load.',
  ),
  solanaTreasurySigner: optional(
    'SOLANA_TREASURY_SIGNER',
    signerUrl,
    'Where the key is of the account whose money is paid out on Solana.',
  ),
  solanaFeePayerSigner: optional(
    'SOLANA_FEE_PAYER_SIGNER',
    signerUrl,
    'Where the key is of the account that pays for transactions and new token accounts on Solana.',
  ),
  evmValidityMs: variable(
    'EVM_VALIDITY_MS',
    milliseconds(60_000, 86_400_000),
    '600000',
    'How long an authorization on Base or Ethereum is valid, in milliseconds. A payment that cannot be sent fails after it.',
  ),
  solanaValidityMs: variable(
    'SOLANA_VALIDITY_MS',
    milliseconds(60_000, 86_400_000),
    '300000',
    'The same on Solana, where a transaction lives for a minute or so and is signed anew within this time.',
  ),
  etherPrice: variable(
    'ETHER_PRICE',
    amount(1n),
    '5000.00',
    'What one ether counts for when the fees of routes are compared: better too much than too little.',
  ),
  solPrice: variable('SOL_PRICE', amount(1n), '300.00', 'The same of one SOL.'),
  evmGasPriceMax: variable(
    'EVM_GAS_PRICE_MAX',
    integer('gwei', 1, 100_000),
    '100',
    'What is offered for a unit of gas at most. Above it the chain counts as unavailable.',
  ),
  solanaPriorityPriceMax: variable(
    'SOLANA_PRIORITY_PRICE_MAX',
    integer('millionths of a lamport', 0, 1_000_000_000),
    '1000000',
    'What is offered for a compute unit at most.',
  ),
};
